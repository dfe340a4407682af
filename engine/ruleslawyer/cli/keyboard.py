"""People at the keyboard: numbered choices, why, undo, quit."""

from __future__ import annotations

import random
import re
import sys
from collections.abc import Sequence
from dataclasses import dataclass

import click

from ruleslawyer.language.analysis import with_exceptions
from ruleslawyer.language.law import Law
from ruleslawyer.machine.machine import Machine
from ruleslawyer.machine.notation import Listed, listed, player_text
from ruleslawyer.machine.position import Decision, Position
from ruleslawyer.machine.snapshot import EVERYTHING, Audience
from ruleslawyer.machine.values import Value
from ruleslawyer.narration.game import NarratedGame
from ruleslawyer.report.printer import Printer

HELP = "number, ? why, u undo, q quit"
NUMBER = re.compile(r"-?[0-9]{1,9}")


class Quit(Exception):
    """The person at the keyboard has had enough."""


class Undo(Exception):
    """The person at the keyboard takes the last choice back."""


@dataclass
class _Memory:
    """What a person's choice can be taken back to."""

    position: Position
    dice: object
    rounds: int


class Keyboard:
    """A game of which people play the first seats. They see what all of these seats may see."""

    def __init__(self, machine: Machine, profile: str, seed: int, hands: int) -> None:
        self.machine = machine
        self.audience: Audience = frozenset(range(hands))
        self.dice = random.Random(seed)
        self.game = NarratedGame(machine, profile, self.audience)
        self.printer = Printer(machine, self.audience, self.game.citing)
        self.memories: list[_Memory] = []

    def play(self) -> None:
        """Plays to the end, or until somebody quits."""
        seats = ", ".join(player_text(seat) for seat in sorted(self.audience))
        click.echo(f"You are {seats}. At each choice: {HELP}.")
        self.printer.show(self.game.lines)
        while self.game.position.pending is not None:
            try:
                self._step(self.game.position.pending)
            except Undo:
                self._undo()
            except Quit:
                click.echo("Until another time.")
                return
        self.printer.audience = EVERYTHING
        self.printer.result(self.game.position)

    def _step(self, decision: Decision) -> None:
        if decision.by in self.audience and len(decision.values) > 1:
            value = self._ask(decision)
            position, rounds = self.game.position.copy(), self.game.narrator.rounds
            self.memories.append(_Memory(position, self.dice.getstate(), rounds))
        else:
            value = self.dice.choice(decision.values)
        self.game.decide(value)
        self.printer.show(self.game.lines)

    def _undo(self) -> None:
        if not self.memories:
            click.echo("There is nothing to take back.")
            return
        memory = self.memories.pop()
        self.dice.setstate(memory.dice)  # type: ignore[arg-type]
        self.game.narrator.rewind(memory.rounds)
        self.game.position = memory.position
        click.echo("Taken back.")

    def _ask(self, decision: Decision) -> Value:
        assert decision.by is not None
        click.echo()
        self.printer.board(self.game.position)
        click.echo(f"  {player_text(decision.by)} decides {decision.label}:")
        lines = listed(self.machine.law, decision)
        for number, one in enumerate(lines, start=1):
            click.echo(f"    {number}  {one.text}")
        chosen = lines[self._number(decision, HELP, range(1, len(lines) + 1)) - 1]
        if len(chosen.values) == 1:
            return chosen.values[0]
        return chosen.values[chosen.numbers.index(self._number(decision, _prompt(chosen), chosen.numbers))]

    def _number(self, decision: Decision, prompt: str, allowed: Sequence[int]) -> int:
        """A number that is allowed, asked for until one is typed."""
        while True:
            answer = _read_line(f"  [{prompt}] > ").strip().lower()
            if answer == "q":
                raise Quit
            if answer == "u":
                raise Undo
            if answer == "?":
                self._explain(decision)
            elif NUMBER.fullmatch(answer) and int(answer) in allowed:
                return int(answer)
            else:
                click.echo(f"  Type a number {_bounds(allowed)}, or ?, u or q.")

    def _explain(self, decision: Decision) -> None:
        """The clauses that ask, that stand behind each choice, and the exceptions that decided on the way here."""
        offered = {str(value[0]) for value in decision.values} if decision.kind == "option" else set()
        entries = [decision.clause, *_options(self.machine.law, decision.label, offered)]
        entries += sorted(entry for entry in self.game.consulted if self.game.citing.is_exception(entry))
        told = set()
        for entry in entries:
            clause = self.game.citing.clause(entry)
            if clause is None or clause.id.value in told:
                continue
            told.add(clause.id.value)
            click.echo(f"  {clause.id}  {clause.title}\n      {clause.says}")
            for citation in self.game.citing.citations(entry):
                click.echo(f"      {citation}")


def _bounds(numbers: Sequence[int]) -> str:
    """`from 50 to 150, by 10`."""
    by = abs(numbers[1] - numbers[0]) if len(numbers) > 1 else 1
    return f"from {min(numbers)} to {max(numbers)}{f', by {by}' if by != 1 else ''}"


def _prompt(run: Listed) -> str:
    return f"{run.number} {_bounds(run.numbers)}"


def _options(law: Law, label: str, offered: set[str]) -> list[str]:
    """The entries of the options of a menu that are offered."""
    event = law.events.get(label)
    options = () if event is None else event.options
    return [case.id for case in with_exceptions(*(one.case for one in options if one.name in offered))]


def _read_line(prompt: str) -> str:
    """A line from the keyboard; the end of input quits."""
    click.echo(prompt, nl=False)
    line = sys.stdin.readline()
    if not line:
        click.echo()
        raise Quit
    return line
