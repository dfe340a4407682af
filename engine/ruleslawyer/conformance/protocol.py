"""The messages of the protocol, typed once: they are checked by these types, and `protocol_schema` is made from them.

One message a line, UTF-8, JSON-RPC 2.0. The harness asks, the implementation answers, one question at a time:

    initialize  who are you, what can you do      -> introduction
    reset       set up, or take up this position  -> observation
    decide      this player decides this          -> observation
    observe     show me again what you see        -> observation
    shutdown    end                               -> null

`reset` and `decide` bring the luck: what chance decides from here to the next decision of a player.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Annotated, Any, Literal, TypeVar, get_args

import msgspec
from msgspec import UNSET, Meta, Struct, UnsetType

from ruleslawyer.conformance.faults import Garbage
from ruleslawyer.language.law import Law
from ruleslawyer.machine.notation import Written

VERSION = 1
"""Of the protocol; `initialize` names it in both directions."""

UNSUPPORTED = -32001
"""The implementation knows that it cannot do this. Never held against it."""
OUT_OF_LUCK = -32002
"""Chance is to decide something for which no luck was given."""
ILLEGAL = -32003
"""The decision is not legal, or it is not its turn."""
INTERNAL = -32603
"""JSON-RPC: the implementation failed."""

MOST_CARDS = 10_000
MOST_VALUES = 20_000
LONGEST_MESSAGE = 300
"""Characters of an implementation's own words that are repeated."""

Message = Mapping[str, Any]
Luck = Sequence[tuple[str, Written]]
"""Label and value of decisions of chance, in order."""

Name = Annotated[str, Meta(min_length=1)]
Names = list[Name]
Cards = Annotated[list[Name], Meta(max_length=MOST_CARDS)]
Value = Annotated[Any, Meta(extra_json_schema={"$ref": "#/$defs/value"})]
VALUE = {
    "description": "A name, a number or a truth value; a list of a set; an object of a choice of several things.",
    "anyOf": [
        {"type": ["string", "integer", "boolean"]},
        {"type": "array", "items": {"$ref": "#/$defs/value"}},
        {"type": "object", "additionalProperties": {"$ref": "#/$defs/value"}},
    ],
}
"""The one type that refers to itself."""
StateValue = str | int | bool | Annotated[list[str | int | bool], Meta(max_length=MOST_VALUES)]
LuckSent = Annotated[
    list[Annotated[dict[str, Value], Meta(min_length=1, max_length=1)]],
    Meta(description="What chance decides until the next decision of a player, in order; adds to what is left."),
]


# -- what an implementation says -----------------------------------------------------------------------------------


class SeenZone(Struct, frozen=True):
    """`cards` of a zone that everybody sees, else `count`; `top` where everybody knows the top card."""

    cards: Cards | None = None
    count: Annotated[int, Meta(ge=0)] | None = None
    top: Name | None = None

    def __post_init__(self) -> None:
        if self.cards is None and self.count is None:
            raise ValueError("a zone says `cards` or `count`")


_SAYS = {"anyOf": [{"required": ["cards"]}, {"required": ["count"]}]}
Zones = dict[Name, Annotated[SeenZone, Meta(extra_json_schema=_SAYS)]]
State = dict[Name, StateValue]


class SeenDecision(Struct, frozen=True):
    """A decision that is due; its legal values, unless the implementation does not list them."""

    label: Name
    by: Name
    values: Annotated[list[Value], Meta(max_length=MOST_VALUES)] | None = None


class Observation(Struct, frozen=True):
    """What everybody sees now, and what the player who is to decide may decide."""

    zones: Zones
    state: State
    values: dict[Name, int]
    over: bool
    decision: SeenDecision | None = None
    winners: Annotated[Names, Meta(max_length=100)] | None = None


class Capabilities(Struct, frozen=True):
    """What an implementation can do."""

    setup: Annotated[bool, Meta(description="Plays from the set-up (assumed).")] = True
    positions: Annotated[Names, Meta(description="Menus and events at which it can take up play.")] = []
    begins: Annotated[Names, Meta(description="Events that it can let happen on top of a position.")] = []
    luck: Annotated[bool, Meta(description="Its luck can be told (needed).")] = False
    legal: Annotated[bool, Meta(description="It lists legal values (assumed).")] = True
    players: Annotated[tuple[int, int], Meta(description="Least and most.")] | None = None
    options: Annotated[
        dict[str, Annotated[Names, Meta(min_length=1)]],
        Meta(description="By option of play, the answers that it can play; without one, the first alone."),
    ] = {}

    def answers_to(self, law: Law, option: str) -> Sequence[str]:
        """The answers to an option of play that it can play."""
        return self.options.get(option, law.options[option].literals[:1])

    def variants(self, law: Law) -> list[dict[str, str]]:
        """Options of play under which it is tested: the first that it can play of each; then each other answer with
        the first ones of all others; then the last of each at once."""
        answers = {name: self.answers_to(law, name) for name in law.options}
        first = {name: some[0] for name, some in answers.items()}
        changed = [{**first, name: answer} for name, some in answers.items() for answer in some[1:]]
        last = {name: some[-1] for name, some in answers.items()}
        return [first, *changed, *([last] if last not in (first, *changed) else [])]


class Claims(Struct, frozen=True):
    """The reading that an implementation says it follows: a profile, answers to single rulings, or both."""

    profile: str = ""
    rulings: dict[str, str] = {}


class Observes(Struct, frozen=True):
    """What an implementation shows; without a list, everything."""

    zones: Names | None = None
    state: Names | None = None
    values: Names | None = None

    def hides(self, part: Literal["zones", "state", "values"], name: str) -> bool:
        """Whether the zone, variable or value of that name (without a player) is not shown."""
        shown: Names | None = getattr(self, part)
        return shown is not None and name.partition("[")[0] not in shown


class Introduction(Struct, frozen=True):
    """What an implementation says of itself."""

    protocol: Literal[1]
    name: str
    version: str = ""
    capabilities: Capabilities = Capabilities()
    claims: Claims = Claims()
    observes: Observes = Observes()


# -- what it is asked ----------------------------------------------------------------------------------------------


class Initialize(Struct, frozen=True):
    """Who asks, about which rulebook."""

    protocol: Literal[1]
    rulebook: Name
    version: str


class LaidPosition(Struct, frozen=True, forbid_unknown_fields=True):
    """Where play stands: at the menu or event `at`, with every card in its place.

    Of a pile top first, with a list within for cards in no known order.
    """

    at: Name
    zones: dict[str, list[Name | Names]]
    state: dict[str, Value]
    begin: Annotated[Name, Meta(description="An event that happens at once.")] | UnsetType = UNSET
    aside: Annotated[Names, Meta(description="Cards that are no part of this game.")] | UnsetType = UNSET


class Reset(Struct, frozen=True, forbid_unknown_fields=True):
    """The start of a game, or of play from a position. `options`: those that are not answered by their first answer."""

    players: Annotated[int, Meta(ge=1)]
    options: dict[str, Name] | UnsetType = UNSET
    position: LaidPosition | UnsetType = UNSET
    luck: LuckSent | UnsetType = UNSET


class Decide(Struct, frozen=True, forbid_unknown_fields=True):
    """A player's decision."""

    by: Name
    label: Name
    value: Value
    luck: LuckSent | UnsetType = UNSET


class Nothing(Struct, frozen=True, forbid_unknown_fields=True):
    """No parameters."""


class Error(Struct, frozen=True):
    """Why there is no result."""

    code: Literal[-32001, -32002, -32003, -32603]
    message: str


METHODS: Mapping[str, tuple[type, Any]] = {
    "initialize": (Initialize, Introduction),
    "reset": (Reset, Observation),
    "decide": (Decide, Observation),
    "observe": (Nothing, Observation),
    "shutdown": (Nothing, None),
}
"""By method, its parameters and its result."""


def request(number: int, method: str, params: Message) -> dict[str, object]:
    """A question."""
    return {"jsonrpc": "2.0", "id": number, "method": method, "params": params}


def luck_message(luck: Luck) -> list[dict[str, Written]]:
    """Luck as it is sent: one `{label: value}` for each decision of chance."""
    return [{label: value} for label, value in luck]


# -- checking ------------------------------------------------------------------------------------------------------

Kind = TypeVar("Kind")


def checked(data: object, kind: type[Kind], what: str) -> Kind:
    """Plain data as a message, or a part of one.

    :param what: what it is, for the error.
    :raises Garbage: it has another shape; the message says where.
    """
    try:
        return msgspec.convert(data, kind)
    except (msgspec.ValidationError, RecursionError) as error:
        message = clipped(_named(data, kind, str(error)))
        raise Garbage(f"{what}: {message}", "docs/protocol.schema.json describes every message") from None


def _named(data: object, kind: Any, message: str) -> str:
    """The message with the first key that it leaves open: the first whose value alone is refused."""
    way, found, _ = message.rpartition(" - at `$")[2].partition("[...]")
    for part in way.strip(".").split(".") if found else ():
        data = data[part] if isinstance(data, dict) else None
        kind = next(one for one in (kind, *get_args(kind)) if isinstance(one, type) and issubclass(one, Struct))
        kind = next(one.type for one in msgspec.structs.fields(kind) if one.name == part)
    for key, value in data.items() if found and isinstance(data, dict) else ():
        try:
            msgspec.convert({key: value}, kind)
        except msgspec.ValidationError:
            return message.replace("[...]", f"[{clipped(str(key), 40)}]", 1)
    return message


def clipped(text: str, most: int = LONGEST_MESSAGE) -> str:
    """The text on one line, without control characters, and not longer than `most`."""
    line = " ".join("".join(one if one.isprintable() else " " for one in text[: most * 4]).split())
    return line if len(line) <= most else line[: most - 3] + "..."
