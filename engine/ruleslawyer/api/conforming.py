"""Somebody's implementation, or the log of a game that it played, held against a rulebook."""

from __future__ import annotations

import shlex
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path

from ruleslawyer.api.choices import load, profile_named, unheard
from ruleslawyer.conformance.campaign import GAMES, Plan, conform as conform_to
from ruleslawyer.conformance.fingerprint import Fingerprint, fingerprint as fingerprint_of
from ruleslawyer.conformance.known import Judged, KnownFailure, judge
from ruleslawyer.conformance.packing import unpack
from ruleslawyer.conformance.process import TIMEOUT
from ruleslawyer.conformance.protocol import Introduction
from ruleslawyer.conformance.runner import process_maker
from ruleslawyer.conformance.session import Session
from ruleslawyer.language.law import Law
from ruleslawyer.report.progress import Progress
from ruleslawyer.rulebook.diagnostics import UsageError
from ruleslawyer.rulebook.locate import rulebook_names
from ruleslawyer.scenario.model import Reading, Scenario
from ruleslawyer.scenario.paths import read_paths, scenarios_of


@dataclass(frozen=True)
class Target:
    """What an implementation is held against: the rulebook, under the name that loads it, and the scenarios.

    `replayed`: they are one that a report has packed into a word.
    """

    name: str
    law: Law = field(repr=False)
    suite: tuple[Scenario, ...] = field(repr=False)
    replayed: bool = False


@dataclass(frozen=True)
class Conformed:
    """What came of it, in the light of what is known to fail; and which reading the implementation was found to follow,
    if that was asked."""

    judged: Judged
    fingerprint: Fingerprint | None = None

    @property
    def holds(self) -> bool:
        """Whether everything is as the rulebook has it, or as it is known to be."""
        return self.judged.holds


def suite_for(
    rulebook: str | Path | None = None, suite: Sequence[str | Path] = (), replay: str | None = None
) -> Target:
    """A rulebook with scenarios: those of the suite, the packed one, or those that come with it and its bases.

    :param rulebook: that of the suite if None.
    :raises UsageError: scenarios of several rulebooks, or none at all.
    :raises RulebookError: something cannot be read.
    """
    scenarios: tuple[Scenario, ...] = ()
    if replay is not None:
        scenarios = (unpack(replay),)
    elif suite:
        scenarios = _scenarios(suite)
    named = sorted({one.rulebook for one in scenarios})
    if len(named) > 1:
        raise UsageError(f"the suite is about several rulebooks: {', '.join(named)}")
    name = str(rulebook or next(iter(named or rulebook_names()), ""))
    if not name:
        raise UsageError("which rulebook? Name it: --rulebook RULEBOOK")
    law = load(name)
    if named and named[0] not in (law.name, *(base.name for base in law.rulebook.bases)):
        raise UsageError(f"the suite is about `{named[0]}`, not about `{law.name}`")
    return Target(name, law, scenarios or scenarios_of(law), replay is not None)


def _scenarios(paths: Sequence[str | Path]) -> tuple[Scenario, ...]:
    return tuple(one for file in read_paths(paths) for one in file.scenarios)


def conform(
    adapter: str | Sequence[str],
    against: Target | str | Path | None = None,
    *,
    profile: str | None = None,
    games: int = GAMES,
    seed: int = 0,
    workers: int = 1,
    timeout: float = TIMEOUT,
    fingerprint: bool = False,
    known: Sequence[KnownFailure] = (),
    progress: Progress = unheard,
) -> Conformed:
    """Holds an implementation against a rulebook: its scenarios first, then random games, step by step.

    :param adapter: the command that runs a program which speaks the protocol of docs/adapter.md.
    :param against: a rulebook, with its scenarios unless `suite_for` gives it others.
    :param profile: the reading; that which the adapter claims if None.
    :param fingerprint: find out which reading it follows, and hold it to that.
    :raises CannotStart: the command does not run.
    """
    aim = against if isinstance(against, Target) else suite_for(against)
    words = _words(adapter)
    make = process_maker(words, timeout)
    found: Fingerprint | None = None
    with Session(make, aim.law) as session:
        reading, answers = _reading(aim, profile, session.introduction)
        if fingerprint:
            if not aim.law.rulings:
                raise UsageError(f"`{aim.law.name}` asks no questions, so there is no reading to be found out")
            base = profile_named(aim.law, reading.profile or None)
            found = fingerprint_of(aim.law, session, aim.suite, base)
            reading, answers = _reading_for(aim.law, found.answers), found.answers
    plan = Plan(
        rulebook=aim.name,
        answers=answers,
        reading=reading,
        suite=aim.suite,
        games=0 if aim.replayed else games,
        seed=seed,
        workers=workers,
        timeout=timeout,
        command=words,
    )
    report = conform_to(aim.law, make, plan, lambda done, of, failed: progress(f"{failed} failed", done, of))
    return Conformed(judge(report, known), found)


def _words(adapter: str | Sequence[str]) -> tuple[str, ...]:
    try:
        words = tuple(shlex.split(adapter) if isinstance(adapter, str) else adapter)
    except ValueError as error:
        raise UsageError(f"`{adapter}` is no command: {error}") from None
    if not words:
        raise UsageError("the command of --adapter is empty")
    return words


def _reading(aim: Target, profile: str | None, introduction: Introduction) -> tuple[Reading, dict[str, str]]:
    """The reading to hold an implementation to: the one asked for, else the one that it claims, else the first.

    A scenario that is replayed brings its own.
    """
    law = aim.law
    if not law.profiles:
        return Reading(), dict(introduction.claims.rulings)
    if aim.replayed and profile is None:
        reading = (aim.suite[0].readings or (Reading(),))[0]
        base = law.profiles[profile_named(law, reading.profile or aim.suite[0].otherwise or None)]
        return reading, {**base, **reading.rulings}
    if profile is not None:
        name = profile_named(law, profile)
        return Reading(profile=name), dict(law.profiles[name])
    answers = {**law.profiles[introduction.claims.profile or next(iter(law.profiles))], **introduction.claims.rulings}
    return _reading_for(law, answers), answers


def _reading_for(law: Law, answers: dict[str, str]) -> Reading:
    """Answers as the profile that gives them, if one does."""
    name = next((name for name, given in law.profiles.items() if dict(given) == answers), "")
    return Reading(profile=name) if name else Reading(rulings=answers)
