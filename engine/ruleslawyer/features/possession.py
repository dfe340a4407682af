"""Features: literals of an enumeration that players possess, as one definition of a player and a literal says."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace

from ruleslawyer.language import tree as t
from ruleslawyer.language.analysis import all_cases, parts, undercuts_of
from ruleslawyer.language.law import Case, Definition, Law
from ruleslawyer.language.types import BOOL, PLAYER, BoolType, EnumType
from ruleslawyer.rulebook.diagnostics import UsageError, did_you_mean


class NoFeatures(UsageError):
    """The rulebook has no features of the kind that is asked for; the message says what it has."""


@dataclass(frozen=True)
class Possession:
    """The definition that says whether a player has a feature: of a player and a literal, a truth value.

    `player`, `feature`: the places of the two parameters.
    """

    definition: str
    type: EnumType
    player: int
    feature: int

    @property
    def features(self) -> tuple[str, ...]:
        """Every feature, in the order declared."""
        return self.type.literals

    def literal_of(self, call: t.Call) -> str | None:
        """The feature that a call asks for, where it is spelt out."""
        argument = call.arguments[self.feature]
        return argument.value if isinstance(argument, t.Literal) and isinstance(argument.value, str) else None

    def arguments(self, seat: int, feature: str) -> list[int | str]:
        """What the machine is asked with, to know whether a seat has a feature."""
        return [seat, feature] if self.player == 0 else [feature, seat]


def possessions(law: Law) -> tuple[Possession, ...]:
    """The enumerations whose literals are features, each with the definition that is asked for most of them."""
    asked = _asked(law)
    found: dict[str, tuple[int, Possession]] = {}
    for definition in law.definitions.values():
        one = _possession(definition)
        if one is not None:
            number = len({one.literal_of(call) for _, call in asked[one.definition]} - {None})
            if number > found.get(one.type.name, (0, one))[0]:
                found[one.type.name] = (number, one)
    return tuple(one for _, one in found.values())


def possession_of(law: Law, type_name: str | None) -> Possession:
    """The features of one enumeration; without a name of the only one that has any.

    :raises NoFeatures: there is none, or more than one to choose from.
    """
    found = {one.type.name: one for one in possessions(law)}
    if type_name is None:
        if len(found) == 1:
            return next(iter(found.values()))
        start = "name an enumeration" if found else f"`{law.name}` has no features"
        raise NoFeatures(f"{start}: {_candidates(found)}")
    if type_name in found:
        return found[type_name]
    if type_name not in law.enums:
        raise NoFeatures(f"`{law.name}` has no enumeration `{type_name}`; {did_you_mean(type_name, law.enums)}")
    raise NoFeatures(
        f"no definition says which player has which {type_name}: it would take a Player and a {type_name} and give "
        f"Bool, and conditions would call it with a literal. {_candidates(found).capitalize()}"
    )


def possession_with(law: Law, name: str) -> tuple[Possession, str]:
    """The feature of that name, `literal` or `TYPE.literal`, and the features among which it is.

    :raises NoFeatures: there is none, or there are several.
    """
    type_name, _, literal = name.rpartition(".")
    found = (possession_of(law, type_name),) if type_name else possessions(law)
    having = [one for one in found if literal in one.features]
    if len(having) == 1:
        return having[0], literal
    if having:
        names = " or ".join(f"`{one.type.name}.{literal}`" for one in having)
        raise NoFeatures(f"`{literal}` is several features; write {names}")
    known = [feature for one in found for feature in one.features]
    if not known:
        raise NoFeatures(f"`{law.name}` has no features: {_candidates(())}")
    raise NoFeatures(f"`{law.name}` has no feature `{literal}`; {did_you_mean(literal, known)}")


def two_features(law: Law, type_name: str | None, one: str, other: str) -> tuple[Possession, tuple[str, str]]:
    """Two features, and the features among which they are.

    :raises NoFeatures: they are not two features of one enumeration.
    """
    possession = possession_with(law, one)[0] if type_name is None else possession_of(law, type_name)
    names = []
    for name in (one, other):
        of, literal = possession_with(law, name)
        if of != possession:
            raise NoFeatures(f"`{literal}` is no {possession.type.name}")
        names.append(literal)
    if names[0] == names[1]:
        raise NoFeatures(f"`{names[0]}` and `{names[1]}` are one feature; name two")
    return possession, (names[0], names[1])


def askers(law: Law, possession: Possession, feature: str) -> tuple[str, ...]:
    """The ids of the clauses that themselves ask for a feature, in alphabetical order."""
    asked = _asked(law)[possession.definition]
    return tuple(sorted({clause for clause, call in asked if possession.literal_of(call) == feature}))


def without_feature(law: Law, possession: Possession, feature: str) -> Law:
    """The same law, in which nobody is ever said to have a feature."""
    definition = law.definitions[possession.definition]
    parameter = definition.parameters[possession.feature]

    def denied(case: Case) -> Case:
        value = case.value
        if value is not None:
            local = t.Local(type=parameter.type, span=value.span, name=parameter.name)
            literal = t.Literal(type=parameter.type, span=value.span, value=feature)
            other = t.Compare(type=BOOL, span=value.span, operator="!=", left=local, right=literal)
            value = t.Logic(type=BOOL, span=value.span, operator="and", operands=(other, value))
        return replace(case, value=value, exceptions=tuple(map(denied, case.exceptions)))

    denying = replace(definition, cases=tuple(map(denied, definition.cases)))
    return replace(law, definitions={**law.definitions, definition.name: denying})


def _candidates(found: Iterable[str]) -> str:
    names = list(found)
    if not names:
        return "no definition says of a player and a literal of an enumeration whether the player has it"
    return f"features are the literals of {', '.join(names)}"


def _possession(definition: Definition) -> Possession | None:
    types = [parameter.type for parameter in definition.parameters]
    if not isinstance(definition.gives, BoolType) or len(types) != 2 or PLAYER not in types:
        return None
    player = types.index(PLAYER)
    enumeration = types[1 - player]
    return Possession(definition.name, enumeration, player, 1 - player) if isinstance(enumeration, EnumType) else None


def _asked(law: Law) -> Mapping[str, list[tuple[str, t.Call]]]:
    """By definition, every call in a condition or a value, with the clause that makes it."""
    found: dict[str, list[tuple[str, t.Call]]] = defaultdict(list)
    for case in all_cases(law):
        asked = [(case.clause, case.when), (case.clause, case.value)]
        asked += [(undercut.clause, undercut.when) for undercut in undercuts_of(case)]
        for clause, expression in asked:
            for call in parts(t.Call, expression):
                found[call.name].append((clause, call))
    return found
