"""Readings, and games with and without a feature, held against each other; and how features collide."""

from __future__ import annotations

from ruleslawyer.api.choices import Rulebook, load, pick_seed, players_allowed, profile_named, unheard
from ruleslawyer.compare.comparison import Comparison, Request, compare as compare_readings
from ruleslawyer.compare.readings import issues_between, issues_of
from ruleslawyer.features.confirm import confirmed
from ruleslawyer.features.games import Play, Question
from ruleslawyer.features.interactions import interactions as interactions_of
from ruleslawyer.features.possession import Possession, possession_of, possession_with
from ruleslawyer.features.relations import Interactions
from ruleslawyer.features.worth import Answer, weigh as weigh_questions
from ruleslawyer.language.law import Law
from ruleslawyer.language.outline import measures
from ruleslawyer.report.progress import Progress
from ruleslawyer.rulebook.diagnostics import RulebookError, UsageError, did_you_mean
from ruleslawyer.scenario.model import Scenario
from ruleslawyer.scenario.paths import scenarios_of

GAMES = 200
"""Pairs of random games."""


def compare(
    rulebook: Rulebook,
    *,
    profiles: tuple[str, str] | None = None,
    ruling: str | None = None,
    profile: str | None = None,
    games: int = GAMES,
    players: int | None = None,
    seed: int | None = None,
    jobs: int | None = 1,
    progress: Progress = unheard,
) -> Comparison:
    """For each ruling on which two profiles differ, the smallest case found, and how often it matters.

    :param profiles: the first two if None.
    :param ruling: hold the answers to this one against each other instead; all else is answered as in `profile`.
    :param jobs: processes, one for each processor if None. With more than one a script needs its
        `if __name__ == "__main__":`.
    """
    law = load(rulebook)
    if profiles and ruling:
        raise UsageError("give either `--profiles` or `--ruling`")
    if profile and not ruling:
        raise UsageError("`--profile` goes with `--ruling` or `--feature`")
    if ruling is None:
        bases = _two_profiles(law, profiles)
        left, right = (law.profiles[name] for name in bases)
        issues, whole = issues_between(law, left, right), (left, right)
    elif ruling not in law.rulings:
        raise UsageError(f"`{law.name}` has no ruling `{ruling}`; {did_you_mean(ruling, law.rulings)}")
    else:
        bases, whole = (profile_named(law, profile),), None
        issues = issues_of(law, ruling, law.profiles[bases[0]])
    seats = players_allowed(law, players)
    request = Request(tuple(issues), bases, whole, seats, games, pick_seed(seed), _fixtures(law))
    return compare_readings(law, request, jobs=jobs, tick=lambda done, of: progress("comparing", done, of))


def _two_profiles(law: Law, profiles: tuple[str, str] | None) -> tuple[str, ...]:
    if profiles:
        return tuple(profile_named(law, name) for name in profiles)
    if len(law.profiles) < 2:
        raise UsageError(f"`{law.name}` has no two profiles to compare; give `--ruling`")
    return tuple(law.profiles)[:2]


def _fixtures(law: Law) -> dict[str, list[Scenario]]:
    """The scenarios that answer each ruling, of those that come with the rulebook or its bases; first that which the
    ruling names."""
    try:
        scenarios = scenarios_of(law)
    except RulebookError:
        return {}
    named = {one.name.value: one.fixture.value for one in law.rulebook.rulings if one.fixture is not None}
    return {
        ruling: sorted(
            (one for one in scenarios if one.slug == named.get(ruling) or _answers(one, ruling)),
            key=lambda one: one.slug != named.get(ruling),
        )
        for ruling in law.rulings
    }


def _answers(scenario: Scenario, ruling: str) -> bool:
    return any(ruling in reading.rulings for reading in scenario.readings)


def weigh(
    rulebook: Rulebook,
    feature: str,
    *,
    every: bool = False,
    profile: str | None = None,
    games: int = GAMES,
    greedy: int | None = None,
    measure: str | None = None,
    players: int | None = None,
    seed: int | None = None,
    jobs: int | None = 1,
    progress: Progress = unheard,
) -> tuple[Answer, ...]:
    """What having a feature changes: the smallest position found, and pairs of games with and without it.

    :param feature: a literal that players can have, `TYPE.literal`, or with `every` also the TYPE alone.
    :param every: weigh all features of its enumeration.
    :param greedy: pairs of games of players who take what puts them farthest ahead; half of `games` if None.
    :param measure: the definition by which that is judged; what decides who wins if None.
    :param jobs: see `compare`.
    """
    law = load(rulebook)
    if every and feature in law.enums:
        possession = possession_of(law, feature)
        features = possession.features
    else:
        possession, name = possession_with(law, feature)
        features = possession.features if every else (name,)
    by = _measure(law, measure, greedy)
    counts: dict[Play, int] = {"random": games, "greedy": (games // 2 if greedy is None else greedy) if by else 0}
    played = {play: number for play, number in counts.items() if number}
    seats, dice = players_allowed(law, players), pick_seed(seed)
    read = profile_named(law, profile)
    questions = [Question(possession, one, read, seats, played, by, dice) for one in features]
    return weigh_questions(law, questions, jobs=jobs, tick=lambda done, of: progress("comparing", done, of))


def _measure(law: Law, measure: str | None, greedy: int | None) -> str:
    """The definition by which greedy players judge; empty if there is none and nobody asked for such players."""
    known = measures(law)
    if measure is not None and measure not in law.definitions:
        raise UsageError(f"`{law.name}` has no definition `{measure}`; {did_you_mean(measure, law.definitions)}")
    if measure is None and greedy and len(known) != 1:
        listed = ", ".join(known) or "none"
        raise UsageError(
            f"greedy players need one number to judge by (the winners depend on: {listed}); give `--measure`"
        )
    return measure or (known[0] if len(known) == 1 else "")


def interactions(
    rulebook: Rulebook, features: str | Possession | None = None, *, progress: Progress = unheard
) -> Interactions:
    """How every two features collide, and for each conflict a game that plays into it, if one is found.

    :param features: the enumeration whose literals they are; the only one if None.
    :raises NoFeatures: the rulebook has no such features.
    """
    law = load(rulebook)
    possession = features if isinstance(features, Possession) else possession_of(law, features)
    found = interactions_of(law, possession, progress=lambda done, of, name: progress("comparing features", done, of))
    if found.holds:
        return found
    return confirmed(law, possession, found, progress=lambda done, of: progress("playing into conflicts", done, of))
