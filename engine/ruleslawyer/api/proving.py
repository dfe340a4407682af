"""What a rulebook promises, proved; and everything that can be said of it in one go."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path

from ruleslawyer.api.checking import fuzz
from ruleslawyer.api.choices import Rulebook, load, numbers_of_players, unheard
from ruleslawyer.compare.bases import likeness
from ruleslawyer.fuzz.state import State
from ruleslawyer.language import load_with_bases
from ruleslawyer.language.law import Law
from ruleslawyer.prove import Report, prove as prove_here
from ruleslawyer.prove.apart import ProverStopped, Proving, Wanted
from ruleslawyer.report.progress import Progress
from ruleslawyer.report.verification import Part, Verification, checked, fuzzed, played_as_base, proofs, scenarios_run
from ruleslawyer.rulebook.diagnostics import RulebookError, UsageError, did_you_mean
from ruleslawyer.scenario.model import Scenario
from ruleslawyer.scenario.paths import read_paths, scenarios_of
from ruleslawyer.scenario.run import Runner

GAMES, SECONDS = 200, 60.0
"""The short fuzz of a verification ends after so many games, or so long."""


def prove(
    rulebook: Rulebook,
    *,
    players: int | None = None,
    only: str | None = None,
    timeout: float = 1800.0,
    effort: int = 60_000_000,
    confirm: bool = True,
    apart: bool = False,
    progress: Progress = unheard,
) -> Report:
    """Proves what a rulebook promises, for games of any length and every reading at once.

    :param players: only for this number; all that the rulebook allows if None.
    :param only: an event, a definition, a clause, or `setup`: prove nothing else.
    :param effort: the solver's own steps that each question may take: the same on every machine.
    :param timeout: seconds after which a question is given up in any case.
    :param confirm: look for a game that reaches each counterexample.
    :param apart: prove in a process of its own, which an interrupt ends whatever it is at. A script then needs its
        `if __name__ == "__main__":`.
    :raises ProverStopped: that process ended without a report.
    """
    law = load(rulebook)
    known = {"setup", *law.events, *law.definitions, *law.clauses}
    if only is not None and only not in known:
        raise UsageError(f"`{law.name}` has no event, definition or clause `{only}`; {did_you_mean(only, known)}")
    numbers = None if players is None else numbers_of_players(law, players)
    if not apart:
        return prove_here(
            law,
            players=numbers,
            only=only,
            timeout=timeout,
            effort=effort,
            confirm=confirm,
            progress=lambda done, of, name: progress("proving", done, of),
        )
    with Proving(law, Wanted(numbers, only, timeout, effort, confirm)) as proving:
        return proving.report(lambda done, of: progress("proving", done, of))


def verify(
    rulebook: str | Path,
    *,
    scenarios: Iterable[str | Path] = (),
    games: int = GAMES,
    seed: int = 0,
    apart: bool = False,
    progress: Progress = unheard,
) -> Verification:
    """Checks a rulebook, runs its scenarios, fuzzes it for a while under all profiles and proves what it promises.

    An extension is also held against its base: without its options it plays as that does.

    :param scenarios: files or folders; without any, those that come with the rulebook.
    :param apart: prove in a second process beside all else. A script then needs its `if __name__ == "__main__":`.
    """
    began = time.monotonic()
    try:
        law, *bases = load_with_bases(str(rulebook))
    except RulebookError as error:
        return Verification(str(rulebook), str(rulebook), checked(error, time.monotonic() - began))
    parts = checked(law, time.monotonic() - began)
    if bases:
        parts.append(_timed(lambda: played_as_base(likeness(law, bases[0], seed=seed), bases[0])))
    listed = _scenarios(law, tuple(scenarios))
    began = time.monotonic()
    with _proofs(law, apart, progress) as (look, report):
        parts.append(_timed(lambda: _run(law, listed, progress, look)))
        parts.append(_timed(lambda: _fuzz(law, str(rulebook), games, seed, progress, look)))
        try:
            parts.append(proofs(law, report()))
        except ProverStopped as stopped:
            parts.append(Part("proofs", False, f"the prover stopped: {stopped}", time.monotonic() - began))
    return Verification(str(rulebook), f"{law.title} {law.version}", parts)


@contextmanager
def _proofs(law: Law, apart: bool, progress: Progress) -> Iterator[tuple[Callable[[], None], Callable[[], Report]]]:
    """What looks how far proofs beside this process are, and what waits for their report."""

    def tick(done: int, of: int) -> None:
        progress("proofs", done, of)

    if not apart:
        yield lambda: None, lambda: prove_here(law, progress=lambda done, of, name: tick(done, of))
        return
    with Proving(law, Wanted()) as proving:

        def look() -> None:
            try:
                proving.look(tick)
            except ProverStopped:
                return

        yield look, lambda: proving.report(tick)


def _scenarios(law: Law, paths: Sequence[str | Path]) -> Sequence[Scenario]:
    """Those of the rulebook and of its bases; with paths, those in place of the rulebook's own."""
    listed = scenarios_of(law)
    if not paths:
        return listed
    given = [one for file in read_paths(paths) for one in file.scenarios if one.rulebook == law.name]
    return [*(one for one in listed if one.rulebook != law.name), *given]


def _run(law: Law, listed: Sequence[Scenario], progress: Progress, look: Callable[[], None]) -> Part:
    if not listed:
        return Part("scenarios", None, "none come with this rulebook; give `--scenarios`")
    runner, results = Runner(law), []
    for number, scenario in enumerate(listed, start=1):
        results.append(runner.run(scenario))
        progress("scenarios", number, len(listed))
        look()
    return scenarios_run(results)


def _fuzz(law: Law, rulebook: str, games: int, seed: int, progress: Progress, look: Callable[[], None]) -> Part:
    def told(state: State) -> None:
        progress("fuzz", min(state.tally.games, games), games)
        look()

    return fuzzed(fuzz(law, games=games, seconds=SECONDS, seed=seed, progress=told), rulebook)


def _timed(part: Callable[[], Part]) -> Part:
    began = time.monotonic()
    return replace(part(), seconds=time.monotonic() - began)
