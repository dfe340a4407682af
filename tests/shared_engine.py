"""What each shipped rulebook reaches of the engine, line by line, and what its YAML asks for that the other's does not.

Each rulebook is loaded and played at random in a process of its own, with both back-ends, and its scenarios are played
on from their positions, while every line of the engine that runs is noted.

    python tests/shared_engine.py NAME    the lines that one rulebook reaches, as JSON
    python tests/shared_engine.py         docs/shared-engine.md
"""

from __future__ import annotations

import json
import random
import re
import subprocess
import sys
from collections import defaultdict
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from fnmatch import fnmatchcase
from functools import cache
from pathlib import Path
from types import CodeType, FrameType
from typing import Any

import yaml

import ruleslawyer
from ruleslawyer.compile import Compiled
from ruleslawyer.language import Law, load
from ruleslawyer.machine.evaluate import Reference
from ruleslawyer.machine.machine import Machine
from ruleslawyer.machine.notation import write_decision
from ruleslawyer.machine.observe import observe
from ruleslawyer.machine.position_io import read_position, write_position
from ruleslawyer.machine.trace import Trace
from ruleslawyer.rulebook.locate import data_folder

ENGINE = Path(ruleslawyer.__file__).resolve().parent
FIRST, SECOND = "dead-mans-draw", "death-and-taxes"
DECISIONS = 700
"""That many are taken with each back-end, in as many games as it takes."""
LOOK_EVERY = 25
BACK_ENDS = (Reference, Compiled)
COMPREHENSION = re.compile(r"\.<(list|set|dict)comp>")
"""From Python 3.12 on a comprehension is no function; so it never counts as one of its own."""

Line = tuple[str, int]
"""A function, `room/module.py function`, and the number of a line of it."""


@dataclass(frozen=True)
class Reached:
    """The modules that were imported, and the lines that ran."""

    modules: frozenset[str]
    lines: frozenset[Line]

    @property
    def functions(self) -> frozenset[str]:
        return frozenset(function for function, _ in self.lines)


# -- one rulebook, in a process of its own ----------------------------------------------------------------------------


def play_and_note(name: str) -> dict[str, list[object]]:
    """What loading a rulebook, playing it and looking at its positions imports and runs."""
    ran: set[tuple[CodeType, int]] = set()
    folder = str(ENGINE)

    def inside(frame: FrameType, what: str, _: object) -> object:
        ran.add((frame.f_code, frame.f_lineno))
        return inside

    def anywhere(frame: FrameType, what: str, _: object) -> object:
        return inside(frame, what, None) if frame.f_code.co_filename.startswith(folder) else None

    sys.settrace(anywhere)  # type: ignore[arg-type]
    try:
        play(name)
    finally:
        sys.settrace(None)
    return {
        "modules": [module for module in sys.modules if module.startswith("ruleslawyer")],
        "lines": [[function_of(code), number] for code, number in ran],
    }


def function_of(code: CodeType) -> str:
    inner = COMPREHENSION.sub("", code.co_qualname).removesuffix(".<locals>")
    return f"{Path(code.co_filename).relative_to(ENGINE).as_posix()} {inner}"


def play(name: str) -> None:
    """Random games under random answers and options of play, each with both back-ends."""
    law = load(name)
    play_on(law)
    taken = seed = 0
    while taken < DECISIONS:
        luck = random.Random(seed)
        answers = {ruling: luck.choice(of.type.literals) for ruling, of in law.rulings.items()}
        players = luck.randint(*law.players)
        options = {option: luck.choice(of.literals) for option, of in law.options.items()}
        for backend in BACK_ENDS:
            machine = Machine(law, answers, players, options=options, backend=backend, monitor=seed == 0)
            decided = one_game(machine, random.Random(seed), DECISIONS - taken)
        taken, seed = taken + decided, seed + 1


def play_on(law: Law) -> None:
    """The decisions of scenarios from the positions that they give, as far as the first profile allows them."""
    machines: dict[object, list[Machine]] = {}
    for scenario in positions_of(law.name):
        options, players = scenario.get("options", {}), scenario["players"]
        key = players, tuple(options.items())
        if key not in machines:
            answers = next(iter(law.profiles.values()))
            machines[key] = [Machine(law, answers, players, options=options, backend=one) for one in BACK_ENDS]
        for machine in machines[key]:
            position = read_position(machine, {"players": players, **scenario["given"]})
            for decision in scenario.get("decisions", ()):
                (label, written), pending = next(iter(decision.items())), position.pending
                if pending is None or pending.label != label:
                    break
                meant = [value for value in pending.values if write_decision(law, pending, value) == written]
                if not meant:
                    break
                machine.decide(position, meant[0])


def positions_of(name: str) -> Iterator[dict[str, Any]]:
    """The scenarios of a rulebook that begin at a position."""
    for file in sorted((data_folder("fixtures") / name).glob("*.yaml")):
        for scenario in yaml.safe_load(file.read_text("utf-8"))["scenarios"]:
            if "given" in scenario:
                yield scenario


def one_game(machine: Machine, luck: random.Random, longest: int) -> int:
    """Plays, keeps a trace, and now and then looks at the position as everybody sees it and as it is written."""
    trace = Trace()
    position = machine.start(trace)
    number = 0
    while position.pending is not None and number < longest:
        if number % LOOK_EVERY == 0:
            for seat in range(machine.players):
                observe(machine, position, seat)
            assert read_position(machine, write_position(machine, position)).key() == position.key()
        machine.decide(position, luck.choice(position.pending.values), trace)
        number += 1
    return number


# -- what they have in common -----------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Feature:
    """Something that the YAML of one rulebook asks for, and the other's does not.

    `asked_by` finds it in YAML; `functions` are patterns of the functions that exist for it.
    """

    name: str
    asked_by: str
    functions: tuple[str, ...]


FEATURES = (
    Feature("stacks", r"^      stacks: ", ("machine/zones.py Stacks.*", "*.stack_fields*", "*/builtins.py _tops")),
    Feature("peek", r"^ +- peek: ", ("*._peek", "machine/choices.py Peek.*", "machine/zones.py Pile.decide_top")),
    Feature(
        "cards by multiplying out fields",
        r"^  each:$",
        (
            "language/cards.py _product*",
            "language/cards.py _field_type",
            "language/cards.py _inside",
            "language/cards.py _values",
            "language/constant.py constant*",
        ),
    ),
    Feature("whether a card lies in a pile", r" in discard\b", ("machine/zones.py Pile.__contains__*",)),
    Feature(
        "before in a row",
        r"\bbefore\(",
        (
            "*/builtins.py _before",
            "*/builtins.py _zone_argument*",
            "*/zones.py Row.before",
            "*/evaluate.py Reference._builtin.*",
        ),
    ),
    Feature("a row of distinct cards", r"order: row\n +distinct: ", ("machine/zones.py Row.cards",)),
    Feature(
        "accounts and pay",
        r"^accounts:$",
        (
            "language/accounts.py _holders*",
            "language/statements.py StatementChecker._account",
            "machine/accounts.py *",
            "*._pay*",
        ),
    ),
    Feature("roll", r"^ +- roll: ", ("*._roll", "machine/choices.py Roll.*")),
    Feature("clauses that are tables", r"^ +table: ", ("language/tables.py *",)),
    Feature(
        "cards from a CSV table",
        r"^  csv: ",
        (
            "language/cards.py _cell",
            "language/cards.py _from_table",
            "rulebook/card_table.py *",
            "rulebook/files.py check_suffix",
        ),
    ),
    Feature(
        "for as a statement", r"^ +- for: ", ("*._for", "machine/loops.py StartFor.run", "machine/loops.py NextFor.*")
    ),
    Feature("options of play", r"^options:$", ("machine/evaluate.py Reference._option",)),
    Feature("zones and state of some options", r"^    when: options\.", ("machine/availability.py _absent*",)),
    Feature("undercuts", r"^ +disables: ", ("language/clauses.py ClauseChecker._undercut",)),
    Feature("an exception to two rules", r"^ +overrides: \[", ("compile/definitions.py _once",)),
    Feature("take at random", r"^ +random: ", ("machine/choices.py TakeRandom.*",)),
    Feature(
        "zones of all kinds of cards, for the rest",
        r"^    holds: \[",
        ("machine/position_io.py _place_kinds*", "machine/position_io.py _lay_rest*"),
    ),
    Feature(
        "theorems that range over players",
        r"^  event: \w+\n  for:",
        ("machine/contracts.py ReadyClaim._*", "machine/contracts.py ReadyClaim.remembered*"),
    ),
    Feature("theorems said to fail under some readings", r"^  fails_under:", ("language/findings.py *",)),
    Feature("deal", r"^ +- deal: ", ("*._deal", "machine/choices.py Deal.*")),
    Feature("bags", r"order: bag$", ("machine/zones.py Loose.*",)),
    Feature("is KIND", r"\bis [A-Z]\w+Card\b", ("*._is_kind", "compile/source.py Tables.kind*")),
    Feature(
        "range", r"\brange\(", ("*/builtins.py _range", "*/values.py bounded_range", "language/cost.py _Costs._highest")
    ),
    Feature("the", r"\bthe\(", ("machine/values.py the_only",)),
    Feature("first and last card of a row", r"\blast\(\w+\[p\]\)", ("machine/zones.py Row.listed",)),
    Feature("products of two numbers", r"\w \* \w", ("machine/values.py times",)),
    Feature("products without bounds", r"\* \(\w+ // ", ("language/relations.py _natural",)),
    Feature("negative literals", r"[=(,] -\d", ("language/expressions.py ExpressionChecker._negative",)),
    Feature("a fold with two `for`", r"for \w+ in \w+\(\)[^)]*? for \w+ in ", ("language/builtins.py _nested",)),
    Feature("state of an enumeration", r"type: RoundPhase", ("machine/notation.py _read_literal",)),
    Feature(
        "menu options with arguments",
        r"option: \w+\n +with:",
        ("machine/notation.py _write_option.*", "machine/observe.py mentions.*"),
    ),
)


@cache
def reached(name: str) -> Reached:
    noted = subprocess.run([sys.executable, __file__, name], capture_output=True, text=True, timeout=600, check=True)
    found = json.loads(noted.stdout)
    return Reached(frozenset(found["modules"]), frozenset((function, number) for function, number in found["lines"]))


@cache
def yaml_of(name: str) -> str:
    """All that a rulebook is made of, in one text."""
    folders = (data_folder(kind) / name for kind in ("spec", "invariants"))
    return "\n".join(file.read_text("utf-8") for folder in folders for file in sorted(folder.rglob("*.yaml")))


def explains(feature: Feature, function: str, name: str, other: str) -> bool:
    """Whether a function is there for a feature that the first rulebook asks for, and the second does not."""
    asks, does_not = (re.search(feature.asked_by, yaml_of(one), re.MULTILINE) for one in (name, other))
    return bool(asks and not does_not) and any(fnmatchcase(function, pattern) for pattern in feature.functions)


def unexplained(only: Iterable[str], name: str, other: str) -> list[str]:
    """Of functions that only the first rulebook reaches those for which its YAML is no reason."""
    return sorted(one for one in only if not any(explains(feature, one, name, other) for feature in FEATURES))


# -- the page ---------------------------------------------------------------------------------------------------------


INTRODUCTION = """\
Each rulebook is loaded and played at random under random answers and options by both back-ends, its scenarios are
played on from their positions, positions are written, read and looked at from every seat, and every line of the engine
that runs is noted. `tests/test_shared_engine.py` fails when one game reaches a function that its YAML is no reason for.
This page is what `python tests/shared_engine.py` prints."""


def page() -> str:
    """docs/shared-engine.md."""
    return "\n".join([*_counts(), *feature_lines(), *_branches()]) + "\n"


def _counts() -> Iterator[str]:
    one, other = reached(FIRST), reached(SECOND)
    yield "# What each game reaches of the engine"
    yield ""
    yield INTRODUCTION
    yield ""
    yield f"| | {FIRST} | {SECOND} | both |"
    yield "|---|---|---|---|"
    for what, left, right in (
        ("modules", one.modules, other.modules),
        ("functions", one.functions, other.functions),
        ("lines", one.lines, other.lines),
    ):
        yield f"| {what} | {len(left)} | {len(right)} | {len(left & right)} |"
    yield ""


def feature_lines() -> Iterator[str]:
    """The functions that one rulebook alone reaches, by what its YAML asks for."""
    yield "## Functions that one game alone reaches"
    yield ""
    yield "| game | its YAML has, and the other's has not | so it alone reaches |"
    yield "|---|---|---|"
    for name, other in ((FIRST, SECOND), (SECOND, FIRST)):
        only = reached(name).functions - reached(other).functions
        for feature in FEATURES:
            found = sorted(function for function in only if explains(feature, function, name, other))
            if found:
                yield f"| {name} | {feature.name} | {', '.join(f'`{function}`' for function in found)} |"
    yield ""


def _branches() -> Iterator[str]:
    yield "## Branches that one game alone takes, in functions that both reach"
    yield ""
    yield "For kinds of expressions, statements, types and zones that only one of them writes. How many lines:"
    yield ""
    yield "| game | function | lines |"
    yield "|---|---|---|"
    for name, other in ((FIRST, SECOND), (SECOND, FIRST)):
        lines: dict[str, int] = defaultdict(int)
        for function, _ in reached(name).lines - reached(other).lines:
            if function in reached(other).functions:
                lines[function] += 1
        for function, count in sorted(lines.items()):
            yield f"| {name} | `{function}` | {count} |"


if __name__ == "__main__":
    print(json.dumps(play_and_note(sys.argv[1])) if len(sys.argv) > 1 else page(), end="")
