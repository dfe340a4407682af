"""Whether the prover's word can be trusted, on rulebooks that nobody wrote.

For each rulebook that Hypothesis makes up: claims that are not proved are dropped until all that are left are. Then
games are played, and every position is searched where there are few. What a game breaks although it was proved is a
finding, and so is a proof that crashes.

    python -m tests.prove.soundness --seed 1 --minutes 60

runs for as long as you like, from the root of a clone.
"""

from __future__ import annotations

import argparse
import random
import tempfile
import time
import traceback
from collections import Counter, deque
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from itertools import product
from pathlib import Path
from typing import Any

import hypothesis
import yaml
from hypothesis import HealthCheck, Phase, given, settings, strategies as st

from ruleslawyer.compile import Compiled
from ruleslawyer.fuzz.failures import Failure, failure_of
from ruleslawyer.language import Law, load
from ruleslawyer.machine import Machine, MachineError, Position
from ruleslawyer.prove import Kind, Report, Verdict, prove
from ruleslawyer.prove.confirm import breaks
from ruleslawyer.rulebook.diagnostics import RulebookError

from .rulebook_grammar import Entry, Maker

DECISIONS = 40
"""Of a random game."""
CHOICES = 6
"""Values of one decision that are followed in the search."""
ROUNDS = 4
"""Of dropping what is not proved."""
AT_THE_POINT = frozenset(
    {
        Kind.MEMBERSHIP,
        Kind.SUPPLY,
        Kind.DISTINCT,
        Kind.CHOICE,
        Kind.BOUNDS,
        Kind.DEFINED,
        Kind.RESULT,
        Kind.ABSENT,
        Kind.HELD,
        Kind.OVERLAP,
        Kind.COMPLETE,
        Kind.CONFLICT,
        Kind.MENU,
    }
)
"""Obligations that the machine checks where the prover does: past one that it did not break, it holds."""


@dataclass(frozen=True)
class Play:
    """How much is played against one rulebook. `tables`: numbers of players, each with answers and options; `games` at
    each of them, and `positions` that are searched, nearest first."""

    tables: int = 12
    games: int = 16
    positions: int = 600


LITTLE = Play(tables=3, games=6, positions=120)


@dataclass
class Tally:
    """What was looked at."""

    refused: int = 0
    rulebooks: int = 0
    proved: int = 0
    claims: int = 0
    claims_proved: int = 0
    obligations: int = 0
    games: int = 0
    confirmed: int = 0
    unencoded: Counter[str] = field(default_factory=Counter)

    def __str__(self) -> str:
        return (
            f"{self.rulebooks} rulebooks ({self.refused} more refused), {self.proved} proved as a whole; "
            f"{self.claims} claims, {self.claims_proved} proved; {self.obligations} obligations; {self.games} games; "
            f"{self.confirmed} violations with a game"
        )


class Finding(AssertionError):
    """The prover said what is not so, or nothing at all."""


class _Plain(yaml.SafeDumper):
    def ignore_aliases(self, data: Any) -> bool:
        return True


def written(book: Entry) -> str:
    """A rulebook as YAML."""
    return yaml.dump(book, Dumper=_Plain, sort_keys=False, width=1000)


def read(book: Entry) -> Law | None:
    """The law of a rulebook; None if the checker refuses it."""
    with tempfile.TemporaryDirectory() as folder:
        (Path(folder) / "rulebook.yaml").write_text(written(book), "utf-8")
        try:
            return load(folder)
        except RulebookError:
            return None


def judge(book: Entry, tally: Tally, amount: Play = Play(), *, confirm: bool = False) -> None:
    """Prove what can be proved, and play against it.

    :raises Finding: a game breaks what was proved, a violation has no game, or the translation broke down.
    """
    law = read(book)
    if law is None:
        tally.refused += 1
        return
    tally.rulebooks += 1
    tally.claims += len(book.get("lemmas", ()))
    if confirm:
        tally.confirmed += _confirmed(law)
    law, report = _without_unproved(law)
    tally.claims_proved += sum(len((*one.ensures, *one.always)) for one in law.events.values())
    tally.obligations += len(report.results)
    tally.proved += report.verdict is Verdict.PROVED
    for one in report.failures():
        if one.obligation.kind is Kind.ENCODING:
            tally.unencoded[one.obligation.text] += 1
            if "broke down" in one.obligation.text:
                raise Finding(f"{one.obligation.clause}: {one.obligation.text}")
    failures = report.failures()
    if all(one.obligation.kind in AT_THE_POINT for one in failures):
        for broken in faults(law, tally, amount):
            if not any(breaks(one, broken.key) for one in failures):
                raise Finding(f"{broken.key}: {broken.message}\nunproved: {[one.obligation.id for one in failures]}")


def _confirmed(law: Law) -> int:
    """How many violations there are, each with the game in which the machine met it."""
    found = 0
    for one in prove(law).results:
        if one.verdict is Verdict.VIOLATED and one.counterexample is not None:
            assert one.counterexample.confirmed is not None
            found += 1
    return found


def _without_unproved(law: Law) -> tuple[Law, Report]:
    """The law without the claims that are not proved, and the report on it."""
    report = prove(law, confirm=False)
    for _ in range(ROUNDS):
        bad = {one.obligation.claim for one in report.failures()} - {""}
        if not bad:
            break
        law = replace(law, events={name: _without(event, bad) for name, event in law.events.items()})
        report = prove(law, confirm=False)
    return law, report


def _without(event: Any, bad: set[str]) -> Any:
    return replace(
        event,
        ensures=tuple(one for one in event.ensures if one.id not in bad),
        always=tuple(one for one in event.always if one.id not in bad),
    )


# -- playing ----------------------------------------------------------------------------------------------------------


def faults(law: Law, tally: Tally, amount: Play = Play()) -> Iterator[Failure]:
    """The first failure of each game that meets one."""
    seats = range(law.players[0], law.players[1] + 1)
    tables = list(product(seats, _all(law.rulings, "type"), _all(law.options, None)))
    chance = random.Random(len(tables))
    for players, answers, options in chance.sample(tables, min(len(tables), amount.tables)):
        machine = Machine(law, answers, players, backend=Compiled, monitor=True, options=options)
        yield from _search(law, machine, amount.positions)
        for seed in range(amount.games):
            tally.games += 1
            yield from _game(law, machine, random.Random(seed))


def _all(questions: Mapping[str, Any], of: str | None) -> list[dict[str, str]]:
    names = list(questions)
    literals = [(getattr(questions[name], of) if of else questions[name]).literals for name in names]
    return [dict(zip(names, values, strict=True)) for values in product(*literals)]


def _game(law: Law, machine: Machine, chance: random.Random) -> Iterator[Failure]:
    try:
        position = machine.start()
        for _ in range(DECISIONS):
            if position.pending is None:
                return
            machine.decide(position, chance.choice(position.pending.values))
    except MachineError as error:
        yield from _met(law, error)


def _search(law: Law, machine: Machine, most: int) -> Iterator[Failure]:
    try:
        first = machine.start()
    except MachineError as error:
        yield from _met(law, error)
        return
    queue: deque[Position] = deque([first])
    seen: set[Position] = {first}
    chance = random.Random(0)
    while queue and len(seen) < most:
        position = queue.popleft()
        if position.pending is None:
            continue
        values = list(position.pending.values)
        for value in values if len(values) <= CHOICES else chance.sample(values, CHOICES):
            following = position.copy()
            try:
                machine.decide(following, value)
            except MachineError as error:
                yield from _met(law, error)
                continue
            if following not in seen:
                seen.add(following)
                queue.append(following)


def _met(law: Law, error: MachineError) -> Iterator[Failure]:
    failure = failure_of(law, error)
    if failure is not None and failure.key.claim not in ("[step-limit]", "[choice-limit]"):
        yield failure


# -- running ----------------------------------------------------------------------------------------------------------


def run(
    seed: int, examples: int, tally: Tally, amount: Play = Play(), *, confirm: int = 0, shrink: bool = False
) -> None:
    """Judge so many rulebooks. `confirm`: look for games that reach the counterexamples of one in so many."""
    number = 0

    @hypothesis.seed(seed)
    @settings(
        max_examples=examples,
        database=None,
        deadline=None,
        phases=(Phase.generate, Phase.shrink) if shrink else (Phase.generate,),
        suppress_health_check=list(HealthCheck),
        report_multiple_bugs=False,
    )
    @given(st.randoms(use_true_random=False))
    def one(chance: random.Random) -> None:
        nonlocal number
        number += 1
        book = Maker(lambda below: chance.randrange(below)).rulebook()
        try:
            judge(book, tally, amount, confirm=bool(confirm) and number % confirm == 0)
        except Exception as error:
            error.add_note(written(book))
            raise

    one()


def main() -> None:
    """Run until the time is over, and print what was found."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--minutes", type=float, default=10)
    parser.add_argument("--confirm", type=int, default=0, help="confirm the counterexamples of one rulebook in N")
    parser.add_argument("--into", type=Path, default=Path("findings"))
    arguments = parser.parse_args()
    tally, found, seed = Tally(), 0, arguments.seed
    until = time.monotonic() + 60 * arguments.minutes
    while time.monotonic() < until:
        try:
            run(seed, 20, tally, confirm=arguments.confirm)
        except Exception as error:
            found += 1
            arguments.into.mkdir(parents=True, exist_ok=True)
            notes = getattr(error, "__notes__", [""])
            (arguments.into / f"{seed}.yaml").write_text(notes[0], "utf-8")
            (arguments.into / f"{seed}.txt").write_text("".join(traceback.format_exception(error)), "utf-8")
            print(f"seed {seed}: {str(error)[:300]}", flush=True)
        seed += 1
        print(f"after seed {seed - 1}: {tally}; {found} findings", flush=True)
    for text, times in tally.unencoded.most_common(30):
        print(f"{times:6} {text}")


if __name__ == "__main__":
    main()
