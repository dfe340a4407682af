"""From a counterexample to a game: random play under the readings in question, until the machine fails."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace

from ruleslawyer.compile import Compiled
from ruleslawyer.fuzz.batch import Fuzzer
from ruleslawyer.fuzz.failures import FailureKey
from ruleslawyer.fuzz.shrinking import Found, Shrinking
from ruleslawyer.fuzz.state import Campaign, Task
from ruleslawyer.fuzz.weighted_play import Search
from ruleslawyer.language.findings import contract_claims, promising
from ruleslawyer.language.law import Law
from ruleslawyer.prove.obligations import Confirmation, Cube, Kind, Result, Verdict
from ruleslawyer.scenario.write import plain_file

SEASONS = 60
"""Of games in search of a failure that is declared; they always play the same, so that what is found stays found."""
BATCHES = 20
"""Of games in search of failures that are not declared: so many on every machine, however long they take."""
GAMES = 15
MAX_DECISIONS = 400

_CODES: Mapping[Kind, frozenset[str]] = {
    Kind.CONSERVATION: frozenset({"[conservation]", "[held]", "[scope-not-empty]"}),
    Kind.HELD: frozenset({"[held]", "[not-held]"}),
    Kind.SCOPED: frozenset({"[scope-not-empty]"}),
    Kind.MEMBERSHIP: frozenset({"[not-there]"}),
    Kind.SUPPLY: frozenset({"[empty]"}),
    Kind.DISTINCT: frozenset({"[distinct]"}),
    Kind.CHOICE: frozenset({"[nothing-to-choose]"}),
    Kind.BOUNDS: frozenset({"[bounds]"}),
    Kind.PAYMENT: frozenset({"[pay]"}),
    Kind.DEFINED: frozenset({"[value]", "[gap]", "[bounds]", "[not-there]", "[empty]", "[conflict]"}),
    Kind.RESULT: frozenset({"[give]"}),
    Kind.ABSENT: frozenset({"[absent]"}),
    Kind.ENDS_WITH: frozenset({"[ends-with]"}),
    Kind.MENU: frozenset({"[stuck]", "[nothing-to-choose]"}),
    Kind.COMPLETE: frozenset({"[gap]"}),
    Kind.OVERLAP: frozenset({"[overlap]"}),
    Kind.CONFLICT: frozenset({"[conflict]"}),
    Kind.MEASURE: frozenset({"[measure]", "[step-limit]"}),
    Kind.SETUP: frozenset({"[conservation]"}),
}
"""The machine's faults that break an obligation of a kind; an obligation about a claim is broken by the claim's id."""


def confirm(law: Law, results: Iterable[Result]) -> tuple[Result, ...]:
    """The results, with those violated, or found as declared, for which a game was found. Nothing else changes."""
    results = tuple(results)
    open_ = [one for one in results if one.verdict is Verdict.UNPROVED and one.counterexample is not None]
    declared = [one for one in open_ if one.obligation.kind is Kind.FINDING]
    failed = [one for one in open_ if one.obligation.kind is not Kind.FINDING]
    found = _search(law, failed) if failed else {}
    for one in declared:
        found |= _search_declared(law, one)
    return tuple(_confirmed(one, found) for one in results)


def _search_declared(law: Law, declared: Result) -> dict[str, Confirmation]:
    """A game in which a claim fails under a reading for which that is declared, and under none of its others."""
    assert declared.counterexample is not None
    claim = next(one for _, one in contract_claims(law) if one.id == declared.obligation.claim)
    (cube,) = declared.fails
    others = [Cube(reading) for reading in claim.fails_under if reading != cube.answers]

    def allowed(answers: Mapping[str, str]) -> bool:
        return cube.includes(answers) and not any(one.includes(answers) for one in others)

    given = [{**answers, **cube.answers} for answers in law.profiles.values()]
    readings = [declared.counterexample.readings, *(answers for answers in given if allowed(answers))]
    monitored = promising(law, claim.id, cube.answers)
    game = Search(monitored, claim.id, readings, allowed, Compiled).found(SEASONS)
    return {} if game is None else {declared.obligation.id: _replay(Shrinking(monitored, Compiled), game)}


def _search(law: Law, failed: list[Result]) -> dict[str, Confirmation]:
    """By obligation, the game that breaks it."""
    readings = {
        f"counterexample {number}": dict(one.counterexample.readings)
        for number, one in enumerate(failed)
        if one.counterexample is not None
    }
    fuzzer, shrinking = Fuzzer(replace(law, profiles=readings), Compiled), Shrinking(law, Compiled)
    players = tuple(range(law.players[0], law.players[1] + 1))
    campaign = Campaign(tuple(readings), players=players, max_decisions=MAX_DECISIONS)
    confirmed: dict[str, Confirmation] = {}
    met: dict[FailureKey, Found] = {}
    for seed in range(BATCHES):
        if len(confirmed) == len(failed):
            break
        task = Task(campaign, seed, GAMES, known=frozenset(met))
        new = fuzzer.search(task)
        met |= new
        for key, game in new.items():
            answering = [one for one in failed if one.obligation.id not in confirmed and breaks(one, key)]
            if answering:
                confirmation = _replay(shrinking, game)
                confirmed |= {one.obligation.id: confirmation for one in answering}
    return confirmed


def breaks(result: Result, key: FailureKey) -> bool:
    """Whether a failure that the machine met is the one that an obligation is about."""
    obligation = result.obligation
    if obligation.claim:
        return key.claim == obligation.claim or (
            obligation.kind is Kind.ENDS_WITH and key.claim == "[ends-with]" and key.clause == obligation.clause
        )
    return key.claim in _CODES.get(obligation.kind, frozenset()) and _same_place(obligation.clause, key.clause)


def _same_place(clause: str, met: str) -> bool:
    """A table's gap or overlap is reported in the clause that raises the event."""
    return not clause or clause == met or ("/" not in clause and clause.islower())


def _replay(shrinking: Shrinking, game: Found) -> Confirmation:
    scenario, _ = shrinking.shrink(game)
    answers = dict(scenario.readings[0].rulings) if scenario.readings else {}
    decisions = tuple((label, str(value)) for label, value in scenario.decisions)
    return Confirmation(scenario.because, scenario.players, answers, decisions, plain_file([scenario]))


def _confirmed(result: Result, found: Mapping[str, Confirmation]) -> Result:
    confirmation = found.get(result.obligation.id)
    if confirmation is None or result.counterexample is None:
        return result
    counterexample = replace(result.counterexample, confirmed=confirmation)
    verdict = Verdict.FOUND if result.obligation.kind is Kind.FINDING else Verdict.VIOLATED
    return replace(result, verdict=verdict, counterexample=counterexample)
