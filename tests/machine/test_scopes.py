"""Scopes: zones and state of their own, `finally` however they are left, and `end` from deep within."""

from __future__ import annotations

from collections.abc import Callable

from ruleslawyer.machine import Machine, Trace
from ruleslawyer.machine.trace import Ended, Fired, Moved

MachineOf = Callable[..., Machine]
LOOK = """
  look:
    ends_with:
    - len(row) >= 0
"""
ROUND = """
  round:
    ends_with:
    - len(row) == 0
"""


def scope_with_fan(body: str) -> str:
    """A `look` scope that lays the top tile into its own zone, does `body`, and puts the tiles back at the end."""
    return f"""
- scope: look
  zones:
    fan:
      holds: Tile
      order: row
      seen_by: everyone
  do:
  - take: c
    top: stock
  - put: c
    into: fan
{body}
  finally:
  - move: x
    from: fan
    into: pouch[active]
"""


def test_finally_runs_when_a_scope_is_left_by_its_last_statement(machine_of: MachineOf) -> None:
    machine = machine_of(scope_with_fan("  - set:\n      count: len(fan)"), more="scopes:" + LOOK)
    position = machine.start()
    machine.decide(position, 3)
    assert position.zones["pouch", 0].cards() == {3}
    assert position.state["count", None] == 1


def test_end_pops_frames_innermost_first_and_goes_on_after_the_scope(machine_of: MachineOf) -> None:
    machine = machine_of(
        """
        - scope: round
          do:
          - raise: outer()
          - set:
              count: 3
        - set:
            count: count + 1
        """,
        events="outer:\n  policy: one\ninner:\n  policy: one",
        clauses="- id: OUT-1\n  at: outer\n  do:"
        + scope_with_fan("  - raise: inner()").replace("\n", "\n  ")
        + """
- id: INN-1
  at: inner
  do:
  - if: count == 0
    do:
    - end: round
""",
        more="scopes:" + LOOK + ROUND.lstrip("\n"),
    )
    position, trace = machine.start(), Trace()
    machine.decide(position, 3, trace)
    assert position.over
    assert position.state["count", None] == 1, "what follows inside the scope is skipped, what follows after it is not"
    assert position.zones["pouch", 0].cards() == {3}, "the inner scope's finally has run"
    kinds = [record for record in trace.steps[0].records if isinstance(record, Ended | Fired | Moved)]
    ended = [record.scope for record in kinds if isinstance(record, Ended)]
    assert ended == ["look", "round", "game"]


def test_state_of_a_scope_begins_anew_and_is_restored_after(machine_of: MachineOf) -> None:
    machine = machine_of(
        "- raise: play_round()",
        state="""
            chances:
              type: 0..3
              starts: '1'
              per: round
            """,
        events="play_round:\n  policy: one\nact:\n  policy: menu\n  by: active",
        clauses="""
            - id: RND-1
              at: play_round
              do:
              - scope: round
                do:
                - offer: act()
                - set:
                    count: chances
            - id: ACT-1
              at: act
              option: nest
              when: chances == 1
              do:
              - set:
                  chances: 3
              - raise: play_round()
            - id: ACT-2
              at: act
              option: stop
              do: []
            """,
        more="scopes:" + ROUND,
    )
    position = machine.start()
    machine.decide(position, ("nest", ()))
    assert position.state["chances", None] == 1, "the inner round starts with its own chances"
    machine.decide(position, ("stop", ()))
    assert position.state["count", None] == 3, "the outer round has the chances that it had"
    assert position.state["chances", None] == 1, "after the round they are what they were before it"


def test_scoped_zones_exist_once_per_activation(machine_of: MachineOf) -> None:
    machine = machine_of(
        "- raise: nest()",
        events="nest:\n  policy: one",
        clauses="- id: NST-1\n  at: nest\n  do:"
        + scope_with_fan(
            "  - if: len(stock) > 4\n    do:\n    - raise: nest()\n  - set:\n      count: len(fan)"
        ).replace("\n", "\n  "),
        more="scopes:" + LOOK,
    )
    position = machine.start()
    machine.decide(position, 0)
    assert position.pending is not None
    fans = [[content.listed() for content in frame.zones.values()] for frame in position.frames if frame.zones]
    assert fans == [[(0,)], [()]]
    machine.decide(position, 1)
    assert position.zones["pouch", 0].cards() == {0, 1}
    assert position.state["count", None] == 1, "the outer scope sees its own zone only"


def test_finish_records_the_winners_and_ends_the_game(machine_of: MachineOf) -> None:
    machine = machine_of(
        """
        - finish: set(p for p in players() if p != active)
        - set:
            count: 3
        """
    )
    position = machine.start()
    assert position.over and position.winners == frozenset({1})
    assert position.state["count", None] == 0, "nothing happens after the end"


def test_a_game_that_ends_without_a_result_has_no_winners(machine_of: MachineOf) -> None:
    position = machine_of("- end: game").start()
    assert position.over and position.winners is None


def test_a_loop_left_by_end_starts_afresh_the_next_time(machine_of: MachineOf) -> None:
    machine = machine_of(
        """
        - repeat:
          - scope: round
            do:
            - for: p
              in: players()
              do:
              - set:
                  count: count + 1
              - if: p == active
                do:
                - end: round
          while: count < 2
          unbounded: true
        - choose:
            n: range(2)
          by: active
          ask: which
        - set:
            count: n
        """,
        more="scopes:" + ROUND,
    )
    position = machine.start()
    assert position.state["count", None] == 2, "each time the loop reached the first player only"
    assert position.frames[-1].locals == {}, "nothing of the loop is left behind"
