"""Theorems that are said to fail under some readings: which those are, and what is left to promise under the others."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace

from ruleslawyer.language.law import Claim, Event, Law
from ruleslawyer.language.names import Reporter, Symbols
from ruleslawyer.language.tree import Compare, Expression, Literal, Logic, RulingRead
from ruleslawyer.language.types import BOOL, EnumType
from ruleslawyer.rulebook.diagnostics import did_you_mean
from ruleslawyer.rulebook.model import TheoremDecl
from ruleslawyer.rulebook.nodes import Span, Text

Reading = Mapping[str, str]
"""Rulings with answers; the other rulings may be answered in any way."""


def failing_readings(theorem: TheoremDecl, symbols: Symbols, reporter: Reporter) -> tuple[Reading, ...]:
    """The readings of `fails_under`; unknown rulings and answers are reported, and readings that lie in another."""
    readings: list[Reading] = []
    for written in theorem.fails_under:
        reading = {
            ruling.value: answer.value for ruling, answer in written if _is_answer(ruling, answer, symbols, reporter)
        }
        if len(reading) < len(written):
            continue
        if any(one.items() <= reading.items() or reading.items() <= one.items() for one in readings):
            place = written[0][0].span
            reporter.report(
                "covered-reading", "this reading lies in another one, or another in it", place, "delete one"
            )
        readings.append(reading)
    return tuple(readings)


def _is_answer(ruling: Text, answer: Text, symbols: Symbols, reporter: Reporter) -> bool:
    declared = symbols.rulings.get(ruling.value)
    if declared is None:
        hint = did_you_mean(ruling.value, symbols.rulings)
        reporter.report("unknown-ruling", f"no ruling is called `{ruling.value}`", ruling.span, hint)
        return False
    if answer.value not in declared.literals:
        hint = did_you_mean(answer.value, declared.literals)
        reporter.report("unknown-answer", f"`{answer.value}` does not answer `{declared.name}`", answer.span, hint)
        return False
    return True


def restricted(claim: Claim, fails_under: tuple[Reading, ...], rulings: Mapping[str, EnumType]) -> Claim:
    """The claim as a promise under the readings under which it is not said to fail."""
    if not fails_under:
        return claim
    expression = _excepting(claim.expression, fails_under, rulings)
    return replace(claim, expression=expression, fails_under=fails_under, unrestricted=claim.expression)


def _excepting(expression: Expression, readings: Iterable[Reading], rulings: Mapping[str, EnumType]) -> Expression:
    excepted = tuple(_in_force(reading, rulings, expression.span) for reading in readings)
    if not excepted:
        return expression
    return Logic(operator="or", operands=(*excepted, expression), type=BOOL, span=expression.span)


def _in_force(reading: Reading, rulings: Mapping[str, EnumType], span: Span) -> Expression:
    """That a reading is the one played by."""
    answered: list[Expression] = []
    for name, answer in reading.items():
        type_ = rulings[name]
        read = RulingRead(name=name, type=type_, span=span)
        literal = Literal(value=answer, type=type_, span=span)
        answered.append(Compare(operator="==", left=read, right=literal, type=BOOL, span=span))
    return answered[0] if len(answered) == 1 else Logic(operator="and", operands=tuple(answered), type=BOOL, span=span)


def contract_claims(law: Law) -> Iterator[tuple[Event, Claim]]:
    """What events require and promise, each with its event."""
    for event in law.events.values():
        yield from ((event, claim) for claim in (*event.requires, *event.ensures, *event.always))


def promising(law: Law, claim: str, reading: Reading) -> Law:
    """The law with the claim of that id promised under one of the readings under which it is declared to fail, and
    still not under the others: what a monitor meets then is its failure under this one."""
    rulings = {name: ruling.type for name, ruling in law.rulings.items()}

    def made(one: Claim) -> Claim:
        if one.id != claim or one.unrestricted is None:
            return one
        others = [other for other in one.fails_under if other != reading]
        return replace(one, expression=_excepting(one.unrestricted, others, rulings))

    def promised(event: Event) -> Event:
        requires, ensures, always = (tuple(map(made, some)) for some in (event.requires, event.ensures, event.always))
        return replace(event, requires=requires, ensures=ensures, always=always)

    return replace(law, events={name: promised(event) for name, event in law.events.items()})
