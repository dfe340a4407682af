"""The keys of scenario files as one table: it checks, decodes and describes what is read, and orders what is written.

docs/scenarios.md is this page in prose.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from ruleslawyer.rulebook.fields import Anything, Data, Items, Key, Record, Scalar, Shape, Table
from ruleslawyer.rulebook.words import CITATIONS, NAME, SLUG, TEXT
from ruleslawyer.scenario.model import Expectation, Reading

FORMAT = 1
"""The version of the format. Files of another version are refused."""
ORIGINS = ("document", "catalogue", "hand", "fuzz", "prover", "mutant", "generated")
LUCK = ("listed", "first", "any")

_CARD = Scalar("the name of a card")
_PLAYER = Scalar("a player", r"p[1-9]\d?", "write `p1` for the player in the first seat")
_VIEWER = Scalar("`everyone` or a player", r"everyone|p[1-9]\d?", "write `everyone`, or `p1` for the first seat")
_NUMBER = Scalar("a whole number", r"-?\d{1,18}", "write a number such as `4`")
AFTER = Scalar("a number of decisions, or `end`", r"\d{1,6}|end", "write `0` for the start, or `end`")
_TRUTH = Scalar("`true` or `false`", "true|false", "write one of them")
_WORDS = Scalar("a choice")

CARDS = Items("a list of cards", _CARD, flow=True, empty=True)
PLAYERS = Items("a list of players", _PLAYER, flow=True, empty=True)
ANSWERS = Table("a mapping of rulings to answers", NAME, NAME)
DECISION = Table("a decision, written `label: value`", NAME, Data("what was decided"))
DECISIONS = Items("a list of decisions", DECISION, empty=True)

ZONE = Record(
    "what is seen of a zone",
    (
        Key("count", _NUMBER, says="how many cards lie there"),
        Key("cards", CARDS, says="the cards that lie there: in a row from left to right, elsewhere in any order"),
        Key("top", CARDS, says="the first cards of a pile, from the top down, whose places are known"),
    ),
)
EXPECTATION = Record(
    "an entry of `then`",
    (
        Key("after", AFTER, says="how many of the listed decisions were taken; `end` (the default): all of them"),
        Key(
            "seen_by",
            _VIEWER,
            says="what this player, or somebody who sees what everyone sees, is shown; else all cards",
        ),
        Key("zones", Anything("a mapping of zones to cards"), says="the zones that matter, and only those"),
        Key("state", Anything("a mapping of state to values"), says="the state that matters"),
        Key("asks", NAME, says="the label of the decision that is due"),
        Key("by", Scalar("`chance` or a player", r"chance|p[1-9]\d?"), says="whose decision is due"),
        Key(
            "legal", Items("a list of choices", Data("a choice"), empty=True), says="every legal value of that decision"
        ),
        Key("forced", DECISIONS, says="decisions with one legal value that were taken without asking, in this order"),
        Key(
            "values",
            Table("a mapping of definitions to values", _WORDS, Data("a value")),
            says="such as `worth(p1): 12`",
        ),
        Key("winners", PLAYERS, says="who won"),
        Key("finished", _TRUTH, says="whether the game is over"),
        Key("stated_by", CITATIONS, says="the document that states these values; they are never regenerated"),
    ),
)
READING = Record(
    "a reading",
    (
        Key("profile", SLUG, says="every question is answered as in this profile"),
        Key("rulings", ANSWERS, says="the answers that matter"),
    ),
    one_of=(("profile", "rulings"),),
)
SCENARIO = Record(
    "a scenario",
    (
        Key(
            "id",
            Scalar("a scenario's id", r"[a-z0-9]+(-[a-z0-9]+)*(@[0-9a-f]{8})?", "write small letters, digits and `-`"),
            True,
        ),
        Key("because", TEXT, True, "one sentence: why the outcome is what it is"),
        Key("origin", Scalar(f"one of {', '.join(ORIGINS)}", "|".join(ORIGINS), "write one of them"), True),
        Key("cite", CITATIONS, says="what it was taken from"),
        Key("profile", SLUG, says="it holds under this profile"),
        Key("rulings", ANSWERS, says="it holds wherever these questions are answered so, whatever the other answers"),
        Key("under", Items("a list of readings", READING), says="it holds under each of these readings"),
        Key(
            "otherwise",
            SLUG,
            says="the profile that answers what `rulings` leaves open; without it every profile is tried",
        ),
        Key("options", Table("a mapping of options of play to answers", NAME, NAME)),
        Key("players", _NUMBER, True, "how many play"),
        Key("given", Anything("a position"), says="where it begins; without it, at the set-up"),
        Key(
            "luck",
            Scalar(f"one of {', '.join(LUCK)}", "|".join(LUCK), "write one of them"),
            says="what chance does where nothing is listed",
        ),
        Key("decisions", DECISIONS, says="what players and chance decide, in order"),
        Key("then", Items("a list of expectations", EXPECTATION, empty=True), says="what is so afterwards"),
        Key(
            "clauses",
            Items("a list of clause ids", TEXT, flow=True),
            says="clauses, or entries of clauses, that must have had a part in it",
        ),
        Key("info", Table("a mapping of names to texts", NAME, TEXT), says="anything a tool wants to remember"),
    ),
)
FILE = Record(
    "a scenario file",
    (
        Key("format", Scalar("the version of the format", r"\d{1,4}", f"write `{FORMAT}`"), True),
        Key("rulebook", TEXT, True, "the rulebook's name"),
        Key("version", TEXT, True, "the version of the rulebook that the scenarios were written for"),
        Key("scenarios", Items("a list of scenarios", SCENARIO), True),
    ),
)

GIVES: Mapping[Shape, Callable[..., Any]] = {
    _NUMBER: int,
    AFTER: lambda text: None if text == "end" else int(text),
    _TRUTH: lambda text: text == "true",
    READING: Reading,
    EXPECTATION: Expectation,
}
"""What a node of a shape is read as, if not as plain data; a record by its keys."""
