"""Positions: copied, compared, written and read back, and started from the middle of a game."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
import yaml

from ruleslawyer.language import Law, load
from ruleslawyer.machine import Machine, MachineError, Position, PositionError
from ruleslawyer.machine.notation import read_decision, write_decision
from ruleslawyer.machine.position_io import read_position, write_position

LawOf = Callable[..., Law]


@pytest.fixture(scope="module")
def law() -> Law:
    """The rulebook that comes with the package: scopes, zones of its own, menus within events."""
    return load("dead-mans-draw")


def games(law: Law, number: int) -> Iterator[tuple[Machine, Position, random.Random]]:
    """Random games under random answers, for 2 to 4 players."""
    for seed in range(number):
        rng = random.Random(seed)
        answers = {name: rng.choice(ruling.type.literals) for name, ruling in law.rulings.items()}
        machine = Machine(law, answers, 2 + seed % 3)
        yield machine, machine.start(), rng


def test_a_copy_plays_the_same_game_and_leaves_its_original_alone(law: Law) -> None:
    for machine, position, rng in games(law, 3):
        while position.pending is not None:
            before = position.key()
            twin = position.copy()
            assert twin == position and hash(twin) == hash(position)
            value = rng.choice(position.pending.values)
            machine.decide(twin, value)
            assert position.key() == before
            machine.decide(position, value)
            assert twin == position and twin.pending == position.pending


def test_positions_that_differ_in_one_card_are_different(law: Law) -> None:
    _, position, _ = next(games(law, 1))
    twin = position.copy()
    place = next(place for place, content in twin.zones.items() if content.order == "pile" and len(content))
    twin.zones[place].remove(min(twin.zones[place].cards()))
    assert twin != position


EVERYTHING = Path(__file__).parent.parent / "compile" / "rulebooks" / "everything"


@pytest.mark.parametrize("name", ["dead-mans-draw", str(EVERYTHING)], ids=["dead-mans-draw", "everything"])
def test_a_position_that_is_written_and_read_is_the_same(name: str) -> None:
    for machine, position, rng in games(load(name), 3):
        while True:
            written = yaml.safe_load(yaml.safe_dump(write_position(machine, position)))
            again = read_position(machine, written)
            assert again == position and again.pending == position.pending
            assert write_position(machine, again) == written
            if position.pending is None:
                break
            machine.decide(position, rng.choice(position.pending.values))


def test_decisions_are_written_and_read_back(law: Law) -> None:
    for machine, position, rng in games(law, 3):
        while position.pending is not None:
            for value in position.pending.values:
                written = yaml.safe_load(yaml.safe_dump(write_decision(law, position.pending, value)))
                assert read_decision(law, position.pending, written) == value
            machine.decide(position, rng.choice(position.pending.values))


BETWEEN_TURNS: dict[str, Any] = {
    "players": 2,
    "at": "act",
    "begin": "draw",
    "zones": {"deck": ["key 5", ["map 3", "oracle 4"]], "table": ["key 3"], "bank": {"p1": ["cannon 5"], "p2": []}},
    "state": {"active": "p1"},
    "rest": "discard",
}


def test_a_position_at_a_menu_with_an_event_on_top_plays_on_from_there(law: Law) -> None:
    machine = Machine(law, law.profiles["reference"], 2)
    position = read_position(machine, BETWEEN_TURNS)
    assert position.state["active", None] == 1, "the drawn key repeats a suit: a bust, and the next player's turn"
    assert position.zones["table", None].listed() == ()
    assert position.zones["bank", 0].cards() == {law.cards.index(one) for one in law.cards if one.name == "cannon 5"}
    assert position.pending is not None
    names = [law.cards[card].name for card in position.pending.values]
    assert (position.pending.label, sorted(names)) == ("deck", ["map 3", "oracle 4"])


def test_without_begin_the_menu_itself_is_the_first_decision(law: Law) -> None:
    machine = Machine(law, law.profiles["reference"], 2)
    position = read_position(machine, {**BETWEEN_TURNS, "begin": None})
    assert position.pending is not None and position.pending.label == "act"
    assert [value[0] for value in position.pending.values] == ["draw", "collect"]


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"zones": {"deck": ["key 9"]}}, "zones.deck: no card is called `key 9`"),
        ({"zones": {"deck": ["key 5", "key 5"]}}, "`key 5` is twice in `deck`"),
        ({"zones": {"deck": ["key 5"], "bank": {"p2": ["key 5"]}}}, "`key 5` is in two places: `deck` and `bank[p2]`"),
        ({"zones": {"deck": ["key 5"]}, "rest": None}, "no place has anchor 2"),
        ({"zones": {"dek": ["key 5"]}}, "no zone here is called `dek` (did you mean `deck`?)"),
        ({"zones": {"bank": ["key 5"]}}, "zones.bank: every player has a `bank`"),
        ({"zones": {"bank": {"p3": ["key 5"]}}}, "`p3` is no player (write p1 to p2)"),
        ({"zones": {"table": ["key 5", "key 3"]}}, "`table` has two cards with one suit (`key 3`)"),
        ({"zones": {"table": [["key 5", "map 3"]]}}, "only piles have bags of unknown order"),
        ({"zones": {"deck": "key 5"}}, "this is a list of cards"),
        ({"zones": {"deck": [{"card": "key 5"}]}}, "this is a card or a bag"),
        ({"zones": ["deck"]}, "this is a mapping of zones"),
        ({"state": {"owed": 8}}, "state.owed: 8 lies outside its bounds 0..7"),
        ({"state": {"owed": "many"}}, "state.owed: `many` is no number"),
        ({"state": {"owd": 1}}, "no state is called `owd` (did you mean `owed`?)"),
        ({"state": {"active": "p5"}}, "state.active: `p5` is no player"),
        ({"state": 3}, "this is a mapping of state variables"),
        ({"players": 3}, "the position is for 3 players, not 2"),
        ({"at": "akt"}, "no event is called `akt` (did you mean `act`?)"),
        ({"at": "draw"}, "`draw` is reached in 2 ways"),
        ({"begin": "enter"}, "`enter` is no event without arguments"),
        ({"at": None, "frames": None}, "a position says where play stands"),
        ({"rest": "bank"}, "no single zone is called `bank`"),
        ({"rest": "table"}, "`table` cannot hold all other cards"),
        ({"aside": "key 5"}, "`aside` is a list of cards"),
        ({"winners": "p1"}, "`winners` is a list of players"),
        ({"frames": []}, "a position says where play stands"),
        ({"colour": "red"}, "unknown key `colour`"),
    ],
)
def test_an_impossible_position_is_refused_with_the_offending_part(
    law: Law, changes: dict[str, Any], message: str
) -> None:
    written = {key: value for key, value in {**BETWEEN_TURNS, **changes}.items() if value is not None}
    with pytest.raises(PositionError) as caught:
        read_position(Machine(law, law.profiles["reference"], 2), written)
    assert message in str(caught.value)


@pytest.mark.parametrize("written", [None, [], "act", 3])
def test_a_position_that_is_no_mapping_is_refused(law: Law, written: object) -> None:
    with pytest.raises(PositionError, match="a position is a mapping"):
        read_position(Machine(law, law.profiles["reference"], 2), written)


def broken_frames(frames: list[dict[str, Any]]) -> Iterator[tuple[str, Any]]:
    """Ways to damage the frames that the machine wrote, each with the message that is due."""
    yield "the outermost frame", frames[1:]
    yield "a frame is a mapping", ["@", *frames[1:]]
    yield "no entry is called `DRW-9`", [*frames[:-1], {**frames[-1], "entry": "DRW-9"}]
    yield "has no statement `tak`", [*frames[:-1], {**frames[-1], "at": "tak"}]
    yield "a frame stands `at` a statement or `after` one", [*frames[:-1], {"entry": "DRW-1"}]
    yield "which @ does not raise there", [frames[0], *frames[2:]]
    yield "has no local `n`", [*frames[:-1], {**frames[-1], "locals": {"n": 1}}]
    yield "this is a list of frames", "DRW-1"
    yield "no scope is open at `scope.7`", [frames[0], {**frames[1], "saved": {"scope.7": {}}}, *frames[2:]]


def test_damaged_frames_are_refused(law: Law) -> None:
    machine = Machine(law, law.profiles["reference"], 2)
    position = machine.start()
    while position.pending is not None and position.pending.label != "deck":
        machine.decide(position, position.pending.values[0])
    written = write_position(machine, position)
    frames: Any = written["frames"]
    for message, damaged in broken_frames(frames):
        with pytest.raises(PositionError) as caught:
            read_position(machine, {**written, "frames": damaged})
        assert message in str(caught.value)


def test_a_call_path_through_a_loop_over_players_must_be_written_out(law_of: LawOf) -> None:
    law = law_of(
        "- for: p\n  in: players()\n  do:\n  - set:\n      active: p\n  - offer: act()",
        events="act:\n  policy: menu\n  by: active",
        clauses="- id: ACT-1\n  at: act\n  option: stop\n  do: []\n- id: ACT-2\n  at: act\n  option: go\n  do: []",
    )
    machine = Machine(law, {}, 2)
    with pytest.raises(PositionError, match="inside `for: p` of PLAY-1"):
        read_position(machine, {"at": "act", "rest": "stock"})
    position = machine.start()
    machine.decide(position, ("stop", ()))
    again = read_position(machine, yaml.safe_load(yaml.safe_dump(write_position(machine, position))))
    assert again == position
    machine.decide(again, ("stop", ()))
    assert again.over


@pytest.mark.parametrize(("when", "ways"), [("", 1), ("  when: active == first(players())\n", 2)])
def test_what_an_exception_always_replaces_is_no_way_to_a_menu(law_of: LawOf, when: str, ways: int) -> None:
    law = law_of(
        "- offer: act()",
        events="act:\n  policy: menu\n  by: active",
        clauses=f"""- id: PLAY-2\n  overrides: PLAY-1\n{when}  do:\n  - offer: act()
- id: ACT-1\n  at: act\n  option: stop\n  do: []\n- id: ACT-2\n  at: act\n  option: go\n  do: []""",
    )
    machine = Machine(law, {}, 2)
    if ways == 1:
        assert read_position(machine, {"at": "act", "rest": "stock"}).pending is not None
    else:
        with pytest.raises(PositionError, match="reached in 2 ways"):
            read_position(machine, {"at": "act", "rest": "stock"})


def test_arguments_on_the_way_follow_from_the_position(law_of: LawOf) -> None:
    law = law_of(
        "- raise: turn(next(active))",
        events="turn:\n  with:\n    p: Player\n  policy: one\nact:\n  with:\n    q: Player\n  policy: menu\n  by: q",
        clauses="""
            - id: TRN-1
              at: turn
              do:
              - offer: act(p)
            - id: ACT-1
              at: act
              option: stop
              do: []
            - id: ACT-2
              at: act
              option: go
              do: []
            """,
    )
    position = read_position(Machine(law, {}, 3), {"at": "act", "rest": "stock", "state": {"active": "p3"}})
    assert position.pending is not None and position.pending.by == 0


def damaged(data: Any, rng: random.Random) -> Any:
    """The data with one random part deleted, doubled, exchanged or replaced by something of another shape."""
    if isinstance(data, dict) and data and rng.random() < 0.8:
        key = rng.choice(sorted(data, key=str))
        return {**data, key: damaged(data[key], rng)}
    if isinstance(data, list) and data and rng.random() < 0.8:
        spot = rng.randrange(len(data))
        changed = [*data[:spot], damaged(data[spot], rng), *data[spot + 1 :]]
        return rng.choice([changed, data[:spot] + data[spot + 1 :], [*data, data[spot]], data[::-1]])
    junk: list[Any] = [
        None,
        "",
        "p1",
        "none",
        "act",
        -1,
        10**30,
        1.5,
        True,
        [],
        {},
        [[]],
        {"cards": []},
        {"p1": []},
        "@",
    ]
    return rng.choice(junk)


def test_a_damaged_position_is_refused_or_played_but_never_crashes(law: Law) -> None:
    rng = random.Random(7)
    refused = 0
    for machine, position, dice in games(law, 4):
        for _ in range(dice.randrange(20, 60)):
            if position.pending is not None:
                machine.decide(position, dice.choice(position.pending.values))
        written = write_position(machine, position)
        for _ in range(150):
            try:
                read_position(machine, damaged(written, rng))
            except MachineError as failure:
                assert str(failure)
                refused += 1
    assert refused > 300
