"""The keys of statements, as `grammar` has those of everything else. The first key of a statement is its keyword."""

from __future__ import annotations

from ruleslawyer.rulebook.fields import Key, Record, Scalar, Shape, Statements, Table
from ruleslawyer.rulebook.model import ZONES
from ruleslawyer.rulebook.words import EXPRESSION, EXPRESSIONS, FLAG, NAME, NAMED_EXPRESSIONS

_TARGET = Scalar("a state variable", r"[A-Za-z]\w*(\[.+\])?", "write `name` or `name[player]`")
_LABEL = Key("label", NAME, says="names this point of the clause in traces and positions")
_ASK = Key("ask", NAME, says="the label of the decision")
_TOP = Key("top", EXPRESSION, says="the pile")
_FROM = Key("from", EXPRESSION, says="the zone")
_INTO = Key("into", EXPRESSION, True, says="the zone")
_DO = Key("do", Statements(), True, says="the statements")


def _statement(keyword: str, shape: Shape, *keys: Key, one_of: tuple[tuple[str, ...], ...] = ()) -> tuple[str, Record]:
    return keyword, Record(f"`{keyword}`", (Key(keyword, shape, True), *keys), one_of)


STATEMENTS: dict[str, Record] = dict(
    (
        _statement("let", NAMED_EXPRESSIONS),
        _statement("set", Table("a mapping of state to expressions", _TARGET, EXPRESSION)),
        _statement("take", NAME, _FROM, _TOP, Key("random", EXPRESSION), one_of=(("from", "top", "random"),)),
        _statement(
            "put",
            EXPRESSION,
            _INTO,
            Key("at", Scalar("`top` or `bottom`", "top|bottom", "write one of them")),
            Key("face", Scalar("`up` or `down`", "up|down", "write one of them")),
        ),
        _statement("move", NAME, Key("from", EXPRESSION, True), _INTO, Key("where", EXPRESSION)),
        _statement("deal", NAME, Key("count", EXPRESSION, True), Key("top", EXPRESSION, True), _INTO),
        _statement("peek", NAME, Key("top", EXPRESSION, True), Key("seen_by", EXPRESSION, True)),
        _statement("shuffle", EXPRESSION),
        _statement("reveal", EXPRESSION, Key("to", EXPRESSION, True)),
        _statement("turn_up", EXPRESSION),
        _statement("roll", NAME, Key("of", EXPRESSION, True)),
        _statement(
            "choose",
            NAMED_EXPRESSIONS,
            Key("by", EXPRESSION, True, "a player, or `chance`"),
            _ASK,
            Key("optional", EXPRESSION, says="when nothing may be chosen"),
            Key("size", EXPRESSION, says="how many are chosen at once"),
        ),
        _statement("offer", EXPRESSION),
        _statement("raise", EXPRESSION, Key("gives", NAME, says="the name of the result"), _LABEL),
        _statement("give", EXPRESSION),
        _statement("pay", EXPRESSION, Key("from", EXPRESSION, True), _INTO),
        _statement("if", EXPRESSION, _DO, Key("else", Statements())),
        _statement("for", NAME, Key("in", EXPRESSION, True), Key("until", EXPRESSION), Key("order", EXPRESSION), _DO),
        _statement(
            "repeat",
            Statements(),
            Key("while", EXPRESSION, says="tested before each round"),
            Key("invariant", EXPRESSIONS),
            Key("measure", EXPRESSIONS),
            Key("unbounded", FLAG),
        ),
        _statement("scope", NAME, Key("zones", ZONES), _DO, Key("finally", Statements())),
        _statement("end", NAME),
        _statement("finish", EXPRESSION),
    )
)
"""Keyword to its record; the keys in canonical order."""
