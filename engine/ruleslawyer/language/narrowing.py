"""What a true (or false) condition shows about the types of local names."""

from __future__ import annotations

from collections.abc import Iterator

from ruleslawyer.language.names import Environment, Symbols
from ruleslawyer.language.tree import Compare, Expression, FieldRead, IsKind, IsNone, Literal, Local, Logic, Not
from ruleslawyer.language.types import CardType, OptionalType, Type


def narrow(environment: Environment, condition: Expression, truth: bool, symbols: Symbols) -> None:
    """Note in `environment` what follows from `condition` being `truth`."""
    for name, shown in _facts(condition, truth, symbols):
        known = environment.type_of(name)
        if isinstance(known, OptionalType):
            known = known.element
        if isinstance(known, CardType) and isinstance(shown, CardType):
            known = CardType(known.kinds & shown.kinds or known.kinds)
        if known is not None:
            environment.narrow(name, known)


def _facts(condition: Expression, truth: bool, symbols: Symbols) -> Iterator[tuple[str, Type]]:
    match condition:
        case Not(operand=operand):
            yield from _facts(operand, not truth, symbols)
        case Logic(operator=operator, operands=operands) if (operator == "and") == truth:
            for operand in operands:
                yield from _facts(operand, truth, symbols)
        case IsKind(operand=Local(name=name, type=known), kinds=kinds):
            if truth:
                yield name, CardType(kinds)
            elif isinstance(known, CardType):
                yield name, CardType(known.kinds - kinds)
        case IsNone(operand=Local(name=name, type=OptionalType(element))) if not truth:
            yield name, element
        case Compare(operator=operator, left=left, right=right) if operator == ("==" if truth else "!="):
            for side, other in ((left, right), (right, left)):
                match side, other:
                    case FieldRead(target=Local(name=name), name=field), Literal(value=value) if value is not None:
                        having = frozenset(kind for kind, fields in symbols.kinds.items() if field in fields)
                        yield name, CardType(having)
        case _:
            return
