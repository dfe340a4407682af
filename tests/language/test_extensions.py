"""An extension adds to its base by name, and plays like it while its options are off."""

from __future__ import annotations

import shutil
from collections.abc import Callable
from pathlib import Path

import pytest

from ruleslawyer.language import Law, load, load_with_bases
from ruleslawyer.language.extension import Touch, differences, own_options, touches
from ruleslawyer.rulebook.diagnostics import RulebookError
from ruleslawyer.rulebook.ledger import ledger

Extend = Callable[..., Law]
GOOD = Path(__file__).parent / "good"
HEADER = "rulebook: more\nextends: ../tiny\ntitle: More\n"
JOKERS = """
options:
  jokers: [without, with_jokers]
types:
  Colour:
    also: [green]
kinds:
  Joker:
    colour: Colour
cards:
- kind: Joker
  each:
    colour: Colour
  where: colour == green
zones:
  stock:
    also:
      holds: [Joker]
      starts: set(c for c in cards() if c is Joker and options.jokers == with_jokers)
  hand:
    also:
      holds: [Joker]
  heap:
    also:
      holds: [Joker]
events:
  lay_joker:
    with:
      card: own Joker
    policy: one
clauses:
- id: JOKER-1
  title: A joker is laid without a score
  says: Whoever lays a joker scores nothing.
  helper: true
  parts:
  - part: laid
    at: play
    option: lay_joker
    when: options.jokers == with_jokers and any(c is Joker for c in hand[mover])
    do:
    - choose:
        c: set(x for x in hand[mover] if x is Joker)
      by: mover
      ask: which_joker
    - take: c
      from: hand[mover]
    - raise: lay_joker(c)
  - part: heap
    at: lay_joker
    do:
    - put: card
      into: heap
  - part: worth
    overrides: WORTH-1
    when: options.jokers == with_jokers and card.colour == red
    is: 1
"""


@pytest.fixture
def extend(tmp_path: Path) -> Extend:
    shutil.copytree(GOOD, tmp_path / "spec")
    bare = tmp_path / "spec" / "bare" / "rulebook.yaml"
    text = bare.read_text(encoding="utf-8")
    bare.write_text(text.replace("c: hand[mover]", "c: set(x for x in hand[mover] if x is Plain)"), encoding="utf-8")

    def made(text: str, header: str = HEADER) -> Law:
        folder = tmp_path / "spec" / "more"
        folder.mkdir(exist_ok=True)
        (folder / "more.yaml").write_text(header + text, encoding="utf-8")
        return load(str(folder))

    return made


@pytest.fixture
def tiny(extend: Extend, tmp_path: Path) -> Law:
    return load(str(tmp_path / "spec" / "tiny"))


def codes(error: pytest.ExceptionInfo[RulebookError]) -> list[str]:
    return [fault.code for fault in error.value.diagnostics]


# -- additions --------------------------------------------------------------------------------------------------------


def test_an_extension_of_nothing_is_its_base(extend: Extend, tiny: Law) -> None:
    law = extend("")
    assert (law.name, law.title, law.players, law.begins) == ("more", "More", (2, 3), "whole_game")
    assert (law.cards, law.clauses.keys(), law.profiles) == (tiny.cards, tiny.clauses.keys(), tiny.profiles)
    assert [base.name for base in law.rulebook.bases] == ["tiny", "bare"]


def test_a_rulebook_is_loaded_with_those_that_it_extends(extend: Extend) -> None:
    assert [law.name for law in load_with_bases(str(extend("").rulebook.folder))] == ["more", "tiny", "bare"]


def test_what_is_added_comes_behind_what_the_base_has(extend: Extend, tiny: Law) -> None:
    law = extend(JOKERS)
    assert law.enums["Colour"].literals == ("red", "blue", "green")
    assert law.zones["stock"].holds == {"Plain", "Joker"}
    assert law.cards[: len(tiny.cards)] == tiny.cards, "the literal that is added makes no cards of the base"
    assert [card.name for card in law.cards[len(tiny.cards) :]] == ["green"]


def test_answers_are_added_to_a_ruling_and_to_an_option(extend: Extend) -> None:
    text = """
options:
  pace: [slow, fast]
rulings:
  red_counts:
    also:
      answers:
        thrice:
          says: It counts three times.
clauses:
- id: WORTH-3
  title: Red may count three times
  says: A red card may be worth more.
  helper: true
  overrides: WORTH-1
  when: card.colour == red and ruling.red_counts == thrice and options.pace == fast
  is: 6
"""
    law = extend(text)
    assert law.rulings["red_counts"].type.literals == ("once", "twice", "thrice")
    further = "rulebook: most\nextends: ../more\ntitle: Most\noptions:\n  pace:\n    also: [frantic]\n"
    folder = law.rulebook.folder.parent / "most"
    folder.mkdir()
    (folder / "most.yaml").write_text(further, encoding="utf-8")
    assert load(str(folder)).options["pace"].literals == ("slow", "fast", "frantic")


RULING = """
rulings:
  blue_counts:
    asks: Does a blue card count?
    answers:
      counts:
        says: Yes.
      counts_not:
        says: No.
clauses:
- id: WORTH-4
  title: Blue may count nothing
  says: A blue card may be worth nothing.
  helper: true
  overrides: WORTH-1
  when: card.colour == blue and ruling.blue_counts == counts_not
  is: 0
"""


def test_the_profiles_of_the_base_answer_the_rulings_of_the_extension(extend: Extend) -> None:
    law = extend(RULING + "profiles:\n  plain:\n    also:\n      answers:\n        blue_counts: counts\n")
    assert law.profiles["plain"] == {"red_counts": "once", "blue_counts": "counts"}
    with pytest.raises(RulebookError) as error:
        extend(RULING)
    (fault,) = error.value.diagnostics
    assert fault.code == "missing-answer" and fault.span is not None and fault.span.file.endswith("more.yaml")
    assert fault.hint == "write below `profiles:` `plain:`, `also:`, `answers:` and the answers"


def test_what_the_base_leaves_out_an_extension_may_encode(extend: Extend, tiny: Law) -> None:
    text = "clauses:\n- id: HELLO-1\n  title: Red is dearer\n  says: x\n  overrides: WORTH-1\n"
    law = extend(text + "  when: card.colour == red and card.rank == 3\n  is: 4\n  cite: leaflet 1 ¶1\n")
    (before,), (now,) = ([row for row in ledger(one.rulebook) if row.paragraph == 1] for one in (tiny, law))
    assert (before.cited_by, before.reason) == ((), "a greeting")
    assert (now.cited_by, now.reason) == (("HELLO-1",), None)


def test_claims_may_stand_in_the_rulebook_itself(extend: Extend) -> None:
    text = "invariants:\n- id: INV-1\n  title: Somebody moves\n  says: The mover plays.\n  holds: mover in everyone\n"
    text += "  cite: leaflet 1 ¶2\n"
    assert [claim.id for claim in extend(text).invariants] == ["INV-1"]


# -- refusals ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("types:\n  Colour: [green]\n", "of-the-base"),
        ("zones:\n  stock:\n    order: bag\n    seen_by: nobody\n", "of-the-base"),
        ("state:\n  points:\n    type: 0..3\n    starts: 0\n", "of-the-base"),
        ("kinds:\n  Plain:\n    rank: 1..3\n", "of-the-base"),
        ("events:\n  lay:\n    policy: one\n", "of-the-base"),
        ("scopes:\n  round:\n    ends_with: []\n", "of-the-base"),
        ("begins: lay\n", "of-the-base"),
        ("zones:\n  stock:\n    also:\n      holds: Plain\n", "of-the-base"),
        ("profiles:\n  plain:\n    also:\n      answers:\n        red_counts: twice\n", "of-the-base"),
        ("rulings:\n  red_counts:\n    also:\n      answers:\n        once:\n          says: x\n", "of-the-base"),
        ("types:\n  Size:\n    also: [small]\n", "nothing-to-add-to"),
        ("zones:\n  stock:\n    also:\n      order: bag\n", "unknown-key"),
        ("zones:\n  stock:\n    also:\n      holds: Joker\n    order: bag\n", "unknown-key"),
        ("state:\n  points:\n    also:\n      starts: 1\n", "unknown-key"),
        ("types:\n  Colour:\n    also: []\n", "empty-list"),
    ],
)
def test_an_extension_edits_nothing(extend: Extend, text: str, code: str) -> None:
    with pytest.raises(RulebookError) as error:
        extend(text)
    assert code in codes(error)


def test_a_zone_that_holds_everything_is_given_no_kinds(extend: Extend, tmp_path: Path) -> None:
    path = tmp_path / "spec" / "bare" / "rulebook.yaml"
    path.write_text(path.read_text(encoding="utf-8").replace("  stock:\n    holds: Plain\n", "  stock:\n"))
    with pytest.raises(RulebookError) as error:
        extend("zones:\n  stock:\n    also:\n      holds: Joker\n")
    assert "adds-nothing" in codes(error)


def test_only_an_extension_adds(extend: Extend) -> None:
    with pytest.raises(RulebookError, match="only an extension adds"):
        extend("types:\n  Size:\n    also: [small]\n", "rulebook: more\ntitle: More\nplayers: 2\nbegins: lay\n")


def test_what_breaks_in_the_base_is_a_fault(extend: Extend) -> None:
    with pytest.raises(RulebookError) as error:
        extend(JOKERS.replace("  hand:\n    also:\n      holds: [Joker]\n", ""))
    (fault, *_) = error.value.diagnostics
    assert fault.span is not None and fault.span.file.endswith("bare/rulebook.yaml"), "no joker may come into a hand"


# -- what it touches, and what it does not ----------------------------------------------------------------------------


def test_cards_that_stay_away_change_nothing(extend: Extend, tiny: Law) -> None:
    assert differences(extend(JOKERS), tiny) == ()
    assert differences(extend(JOKERS.replace(" and options.jokers == with_jokers)", ")")), tiny) == ("zone stock",)


def test_what_an_extension_touches(extend: Extend) -> None:
    assert touches(extend("")) == ()
    assert touches(extend(JOKERS)) == (
        Touch("JOKER-1/laid", "extends the menu", "play"),
        Touch("JOKER-1/worth", "overrides", "WORTH-1"),
    )


def option(when: str, text: str) -> str:
    head = "options:\n  pace: [slow, fast]\nclauses:\n- id: X-1\n  title: x\n  says: x\n  helper: true\n"
    return f"{head}  parts:\n  - part: x\n    overrides: WORTH-1\n    when: {when}\n    is: 1\n{text}"


def test_without_its_options_an_extension_is_provably_its_base(extend: Extend, tiny: Law) -> None:
    assert own_options(extend("")) == ()
    law = extend(option("options.pace == fast and card.rank == 2", ""))
    assert (own_options(law), differences(law, tiny)) == (("pace",), ())
    called = "  - part: y\n    define: is_fast\n    gives: Bool\n    is: options.pace == fast\n"
    assert differences(extend(option("is_fast() and card.rank > 1", called)), tiny) == ()


@pytest.mark.parametrize(
    ("when", "text", "named"),
    [
        ("card.rank == 2 or options.pace == fast", "", "worth"),
        ("options.pace == slow", "", "worth"),
        ("options.pace == fast", "  - part: y\n    at: play\n    option: more\n    do: []\n", "play"),
        (
            "options.pace == fast",
            "  - part: y\n    disables: LAY-1\n    when: card.rank == 1 and options.pace != fast\n",
            "lay",
        ),
        ("options.pace == fast and n > 0", "state:\n  n:\n    type: 0..1\n    starts: 0\n", "state n"),
        (
            "options.pace == fast and len(box) > 0",
            "zones:\n  box:\n    order: bag\n    seen_by: nobody\n    starts: set()\n",
            "zone box",
        ),
    ],
)
def test_what_is_not_off_is_not_proved(extend: Extend, tiny: Law, when: str, text: str, named: str) -> None:
    assert differences(extend(option(when, text)), tiny) == (named,)
