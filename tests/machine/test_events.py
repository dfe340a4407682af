"""Rules, exceptions, undercuts, levels, definitions and menus: which clause decides."""

from __future__ import annotations

from collections.abc import Callable

from ruleslawyer.machine import Machine, Trace

MachineOf = Callable[..., Machine]


def count_after(machine: Machine) -> int:
    """What `count` is when a game without decisions is over."""
    position = machine.start()
    assert position.over
    value: int = position.state["count", None]
    return value


WORTH = "- set:\n    count: worth()"


def test_the_innermost_applying_exception_decides(machine_of: MachineOf) -> None:
    clauses = """
        - id: DEF-1
          define: worth
          gives: 0..3
          is: '0'
        - id: DEF-2
          overrides: DEF-1
          when: len(stock) == 6
          is: '1'
        - id: DEF-3
          overrides: DEF-2
          when: count == 0
          is: '2'
        """
    assert count_after(machine_of(WORTH, clauses=clauses)) == 2


def test_an_exception_applies_only_where_its_base_would(machine_of: MachineOf) -> None:
    clauses = """
        - id: DEF-1
          define: worth
          gives: 0..3
          is: '0'
        - id: DEF-2
          overrides: DEF-1
          when: len(stock) == 0
          is: '1'
        - id: DEF-3
          overrides: DEF-2
          is: '2'
        """
    assert count_after(machine_of(WORTH, clauses=clauses)) == 0


def test_an_undercut_silences_a_clause_unless_it_is_undercut_itself(machine_of: MachineOf) -> None:
    clauses = """
        - id: DEF-1
          define: worth
          gives: 0..3
          is: '0'
        - id: DEF-2
          overrides: DEF-1
          is: '1'
        - id: DEF-3
          disables: DEF-2
          when: count == 0
        """
    assert count_after(machine_of(WORTH, clauses=clauses)) == 0
    again = """
        - id: DEF-4
          disables: DEF-3
          when: len(row) == 0
        """
    assert count_after(machine_of(WORTH, clauses=clauses + again)) == 1


def test_a_higher_level_wins_among_siblings(machine_of: MachineOf) -> None:
    clauses = """
        - id: DEF-1
          define: worth
          gives: 0..3
          is: '0'
        - id: DEF-2
          level: rule
          overrides: DEF-1
          is: '1'
        - id: DEF-3
          level: hero
          overrides: DEF-1
          is: '2'
        """
    assert count_after(machine_of(WORTH, clauses=clauses, more="levels: [rule, hero]\n")) == 2


def test_an_exception_to_two_rules_runs_once_at_an_event_of_one_rule(machine_of: MachineOf) -> None:
    clauses = """
        - id: HAP-1
          at: happen
          do: []
        - id: HAP-2
          at: happen
          when: count == 0
          do: []
        - id: HAP-3
          overrides: [HAP-1, HAP-2]
          do:
          - set:
              count: count + 1
        """
    assert count_after(machine_of("- raise: happen()", events="happen:\n  policy: one", clauses=clauses)) == 1


COMBINED = """
    - id: COL-1
      define: total
      gives: {gives}
      combine: {combine}
    - id: COL-2
      adds_to: COL-1
      is: {first}
    - id: COL-3
      adds_to: COL-1
      when: count == 0
      is: {second}
    - id: COL-4
      adds_to: COL-1
      when: count > 0
      is: {third}
    """


def combined(machine_of: MachineOf, combine: str, gives: str, values: tuple[str, str, str], read: str) -> int:
    """What `count` becomes of a definition that combines the first two values; the third does not apply."""
    first, second, third = values
    clauses = COMBINED.format(combine=combine, gives=gives, first=first, second=second, third=third)
    return count_after(machine_of(f"- set:\n    count: {read}", clauses=clauses))


def test_contributions_are_combined(machine_of: MachineOf) -> None:
    assert combined(machine_of, "sum", "0..9", ("'1'", "'2'", "'3'"), "total()") == 3
    assert combined(machine_of, "max", "0..9", ("'1'", "'2'", "'3'"), "total()") == 2
    assert combined(machine_of, "all", "Bool", ("'true'", "'false'", "'true'"), "1 if total() else 0") == 0
    assert combined(machine_of, "any", "Bool", ("'true'", "'false'", "'true'"), "1 if total() else 0") == 1
    union = ("set(red)", "set(red, blue)", "set(blue)")
    assert combined(machine_of, "union", "set of Colour", union, "len(total())") == 2


def test_combining_nothing_gives_the_neutral_element(machine_of: MachineOf) -> None:
    never = """
        - id: COL-1
          define: total
          gives: {gives}
          combine: {combine}
        - id: COL-2
          adds_to: COL-1
          when: count > 0
          is: {value}
        """
    for combine, gives, value, read, expected in (
        ("sum", "0..9", "'1'", "total()", 0),
        ("max", "2..9", "'3'", "total()", 2),
        ("all", "Bool", "'false'", "1 if total() else 0", 1),
        ("any", "Bool", "'true'", "1 if total() else 0", 0),
        ("union", "set of Colour", "set(red)", "len(total())", 0),
    ):
        clauses = never.format(gives=gives, combine=combine, value=value)
        assert count_after(machine_of(f"- set:\n    count: {read}", clauses=clauses)) == expected, combine


def test_rules_of_an_each_event_run_in_order_each_condition_read_just_before(machine_of: MachineOf) -> None:
    clauses = """
        - id: HAP-2
          at: happen
          after: HAP-1
          when: count == 1
          do:
          - set:
              count: 2
        - id: HAP-1
          at: happen
          do:
          - set:
              count: 1
        - id: HAP-3
          at: happen
          after: HAP-2
          when: count == 0
          do:
          - set:
              count: 3
        """
    machine = machine_of("- raise: happen()", events="happen:\n  policy: each", clauses=clauses)
    trace = Trace()
    position = machine.start(trace)
    assert position.state["count", None] == 2
    assert trace.steps[0].fired() == ("PLAY-1", "HAP-1", "HAP-2")


def test_an_each_event_with_an_order_runs_its_rules_for_every_player(machine_of: MachineOf) -> None:
    events = """
        happen:
          policy: each
          order: seats(last(players()))
        """
    clauses = """
        - id: HAP-1
          at: happen
          do:
          - set:
              count: count * 2 + (1 if seat == last(players()) else 0)
        """
    machine = machine_of("- raise: happen()", events=events, clauses=clauses)
    assert count_after(machine) == 2, "seat 1 first (count 1), then seat 0 (count 2)"


def test_an_event_gives_a_result_to_whoever_raised_it(machine_of: MachineOf) -> None:
    clauses = """
        - id: HAP-1
          at: happen
          do:
          - give: count + n
        """
    do = "- raise: happen(2)\n  gives: result\n- set:\n    count: result"
    events = "happen:\n  with:\n    n: 0..3\n  policy: one\n  gives: 0..3"
    assert count_after(machine_of(do, events=events, clauses=clauses)) == 2


def test_an_exception_may_replace_what_an_option_does(machine_of: MachineOf) -> None:
    clauses = """
        - id: ACT-1
          at: act
          option: bid
          with:
            n: range(3)
          do:
          - set:
              count: n
        - id: ACT-2
          overrides: ACT-1
          when: n == 2
          do:
          - set:
              count: n + 1
        """
    machine = machine_of("- offer: act()", events="act:\n  policy: menu\n  by: active", clauses=clauses)
    for chosen, count in ((1, 1), (2, 3)):
        position = machine.start()
        machine.decide(position, ("bid", (chosen,)))
        assert position.state["count", None] == count


def test_let_freezes_what_a_definition_would_follow(machine_of: MachineOf) -> None:
    clauses = """
        - id: DEF-1
          define: left
          gives: Int
          is: len(stock)
        """
    do = """
        - let:
            before_it: left()
        - move: x
          from: stock
          into: row
          where: x.colour == red
        - set:
            count: before_it - left()
        """
    assert count_after(machine_of(do, clauses=clauses)) == 3


def test_set_assigns_simultaneously(machine_of: MachineOf) -> None:
    do = """
        - set:
            count: 1
            other: 2
        - set:
            count: other
            other: count
        """
    state = """
        other:
          type: 0..3
          starts: '0'
        """
    position = machine_of(do, state=state).start()
    assert (position.state["count", None], position.state["other", None]) == (2, 1)


def test_until_is_read_before_each_round(machine_of: MachineOf) -> None:
    do = """
        - for: n
          in: range(5)
          until: n == 2
          do:
          - set:
              count: count + 1
        """
    assert count_after(machine_of(do)) == 2


def test_move_judges_all_before_any_moves(machine_of: MachineOf) -> None:
    do = """
        - move: x
          from: stock
          into: towers[active] if x.colour == red else towers[next(active)]
          where: len(towers[next(active)]) == 0
        """
    position = machine_of(do).start()
    assert position.zones["towers", 0].cards() == {0, 1, 2}
    assert position.zones["towers", 1].cards() == {3, 4, 5}


def test_the_top_of_a_stack_is_its_greatest(machine_of: MachineOf) -> None:
    do = """
        - move: x
          from: stock
          into: towers[active]
        - let:
            best: tops(towers[active])
        - move: x
          from: towers[active]
          into: row
          where: x in best
        """
    position = machine_of(do).start()
    assert position.zones["row", None].cards() == {2, 5}, "red 3 and blue 3"
