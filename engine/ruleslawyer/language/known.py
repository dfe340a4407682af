"""What an expression of an extension is in every game with none of its options: a value, or unknown.

Such a game has the cards of the base only: that no other lies in a zone is part of what `extension` compares.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from ruleslawyer.language.analysis import parts
from ruleslawyer.language.law import Case, Definition, Law, Undercut
from ruleslawyer.language.tree import (
    Builtin,
    Call,
    Compare,
    Conditional,
    Expression,
    FieldRead,
    Fold,
    IsKind,
    Literal,
    Local,
    Logic,
    Member,
    Not,
    OptionRead,
    SetOf,
    ZoneRead,
)
from ruleslawyer.language.types import EnumType, SequenceType


class _Unknown:
    """Not known before a game is played."""


class _AnyCard(_Unknown):
    """A card that may be none of the base's."""


UNKNOWN, ANY_CARD = _Unknown(), _AnyCard()
Value = int | bool | str | None | _Unknown
Names = Mapping[str, Value]


def guarded_reads(law: Law, base: Law, *expressions: Expression) -> Iterator[str]:
    """What expressions of a base read that an extension makes more of: `cards()` and `values(TYPE)`.

    `cards()` of one of the base's kinds is the same in both if all further cards are of further kinds.
    """
    added = {name for name, enum in law.enums.items() if name in base.enums and base.enums[name] != enum}
    for one in parts(Builtin, *expressions):
        if one.name == "values" and isinstance(one.type, SequenceType):
            element = one.type.element
            if isinstance(element, EnumType) and element.name in added:
                yield f"values({element.name})"
    further = law.cards[len(base.cards) :]
    if further:
        every = sum(one.name == "cards" for one in parts(Builtin, *expressions))
        kinds_are_new = all(card.kind not in base.kinds for card in further)
        if every > (sum(_of_the_base(fold, base) for fold in parts(Fold, *expressions)) if kinds_are_new else 0):
            yield "cards()"


def _of_the_base(fold: Fold, base: Law) -> bool:
    """Whether a fold is over those of all cards that are of kinds of the base."""
    if not (isinstance(fold.source, Builtin) and fold.source.name == "cards") or fold.condition is None:
        return False
    condition = fold.condition
    first = condition.operands[0] if isinstance(condition, Logic) and condition.operator == "and" else condition
    return (
        isinstance(first, IsKind)
        and isinstance(first.operand, Local)
        and first.operand.name == fold.variable
        and first.kinds <= base.kinds.keys()
    )


class Known:
    """Expressions of `law`, an extension of `base`, in games in which each option of its own has the first answer."""

    def __init__(self, law: Law, base: Law) -> None:
        self.law, self.base = law, base
        self.held = {(name, card.fields[name]) for card in base.cards for name in card.fields}

    def never(self, one: Case | Undercut, names: Names | None = None) -> bool:
        """Whether it applies in no position."""
        return one.when is not None and self.value(one.when, names) is False

    def contributes_nothing(self, definition: Definition, case: Case, names: Names | None = None) -> bool:
        """Whether a case of a collecting definition makes no difference to it."""
        neutral = {"any": False, "all": True}.get(definition.combine or "")
        if self.never(case, names):
            return True
        return neutral is not None and case.value is not None and self.value(case.value, names) is neutral

    def without_empty_parts(self, starts: Expression | None) -> Expression | None:
        """What a zone starts with, without the parts that extensions add and that are empty."""
        if not (isinstance(starts, Fold) and isinstance(starts.condition, Logic)):
            return starts
        sets = [one.collection for one in starts.condition.operands if isinstance(one, Member)]
        if starts.condition.operator != "or" or len(sets) < len(starts.condition.operands):
            return starts
        live = [one for one in sets if not self._empty(one, {})]
        return live[0] if len(live) == 1 else None if not live else starts

    def value(self, expression: Expression, names: Names | None = None) -> Value:
        """The value that it has in every position, or UNKNOWN."""
        names = names or {}
        match expression:
            case Literal(value=value):
                return value
            case Local(name=name):
                return names.get(name, UNKNOWN)
            case OptionRead(name=name):
                return UNKNOWN if name in self.base.options else self.law.options[name].literals[0]
            case Not(operand=operand):
                found = self.value(operand, names)
                return found if isinstance(found, _Unknown) else not found
            case Logic():
                return self._logic(expression, names)
            case Compare():
                return self._compare(expression, names)
            case IsKind(operand=operand, kinds=kinds):
                of_the_base = self.value(operand, names) is not ANY_CARD
                return False if of_the_base and not kinds & self.base.kinds.keys() else UNKNOWN
            case Conditional(condition=condition, then=then, otherwise=otherwise):
                found = self.value(condition, names)
                return UNKNOWN if isinstance(found, _Unknown) else self.value(then if found else otherwise, names)
            case Fold():
                return self._fold(expression, names)
            case Call():
                return self._call(expression, names)
        return UNKNOWN

    def _logic(self, expression: Logic, names: Names) -> Value:
        decisive = expression.operator == "or"
        found = [self.value(operand, names) for operand in expression.operands]
        if decisive in found:
            return decisive
        return UNKNOWN if any(isinstance(one, _Unknown) for one in found) else not decisive

    def _compare(self, expression: Compare, names: Names) -> Value:
        if expression.operator not in ("==", "!="):
            return UNKNOWN
        left, right = self.value(expression.left, names), self.value(expression.right, names)
        equal = expression.operator == "=="
        if not isinstance(left, _Unknown) and not isinstance(right, _Unknown):
            return (left == right) == equal
        for one, other in ((expression.left, right), (expression.right, left)):
            if isinstance(one, FieldRead) and other is not None and not isinstance(other, _Unknown):
                of_the_base = self.value(one.target, names) is not ANY_CARD
                if of_the_base and (one.name, other) not in self.held:
                    return not equal
        return UNKNOWN

    def _fold(self, expression: Fold, names: Names) -> Value:
        if self._empty(expression.source, names):
            return {"any": False, "all": True, "sum": 0, "len": 0}.get(expression.operator, UNKNOWN)
        inner = {**names, expression.variable: self._element(expression.source)}
        condition = True if expression.condition is None else self.value(expression.condition, inner)
        element = self.value(expression.element, inner)
        if expression.operator == "any" and (condition is False or element is False):
            return False
        if expression.operator == "all" and (condition is False or element is True):
            return True
        return UNKNOWN

    def _call(self, expression: Call, names: Names) -> Value:
        definition = self.law.definitions[expression.name]
        given = (self.value(one, names) for one in expression.arguments)
        inner = {parameter.name: one for parameter, one in zip(definition.parameters, given, strict=True)}
        if definition.combine in ("any", "all"):
            nothing = all(self.contributes_nothing(definition, case, inner) for case in definition.cases)
            return definition.combine == "all" if nothing else UNKNOWN
        if definition.combine is not None or definition.table or len(definition.cases) != 1:
            return UNKNOWN
        (case,) = definition.cases
        exceptions: tuple[Case | Undercut, ...] = (*case.exceptions, *case.disabled_by)
        plain = all(self.never(one, inner) for one in exceptions)
        return self.value(case.value, inner) if plain and case.when is None and case.value is not None else UNKNOWN

    def _element(self, source: Expression) -> Value:
        every = any(one.name == "cards" for one in parts(Builtin, source)) or bool(list(parts(Call, source)))
        return ANY_CARD if every else UNKNOWN

    def _empty(self, source: Expression, names: Names) -> bool:
        match source:
            case SetOf(elements=elements):
                return not elements
            case ZoneRead(name=name):
                when = self.law.zones[name].when if name in self.law.zones else None
                return when is not None and self.value(when, names) is False
            case Conditional(condition=condition, then=then, otherwise=otherwise):
                known = self.value(condition, names)
                return not isinstance(known, _Unknown) and self._empty(then if known else otherwise, names)
            case Fold(operator="set", condition=condition, variable=variable, source=inner) if condition is not None:
                return self.value(condition, {**names, variable: self._element(inner)}) is False
            case _:
                return False
