"""What a comparison found: how often each ruling matters, and the smallest case in which it does, side by side."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from ruleslawyer.compare.comparison import Comparison, Finding, Verdict
from ruleslawyer.compare.games import Effect, Shift
from ruleslawyer.compare.readings import Issue
from ruleslawyer.compare.statistics import Mean, Share
from ruleslawyer.language.law import Law
from ruleslawyer.narration.citing import Citing
from ruleslawyer.report.cases import decisions_text, given_text
from ruleslawyer.report.console import console, print_table, show
from ruleslawyer.rulebook.citations import citation_lines
from ruleslawyer.rulebook.model import AnswerDecl
from ruleslawyer.scenario.write import plain_scenario

if TYPE_CHECKING:
    from rich.table import Table


MOST_CLAUSES = 5


def print_comparison(law: Law, found: Comparison) -> None:
    """The table of all rulings, then each case."""
    terminal = console()
    if found.games:
        terminal.print(f"\n{found.games} pairs of random games, {found.players} players, seed {found.seed}.")
        terminal.print("Both sides have the same luck and make the same choices for as long as both ask the same.")
        terminal.print("In brackets, and after ±: 95 % confidence intervals.\n")
        _print_effects(found)
    for verdict in found.verdicts:
        _print_verdict(law, verdict)


def _print_effects(found: Comparison) -> None:
    measures = list(dict.fromkeys(name for effect in _all_effects(found) for name in effect.shifts))
    rows = [(one.issue.ruling, f"{one.issue.left} → {one.issue.right}", one.effect) for one in found.verdicts]
    if found.profiles is not None:
        rows.append(("all of them", " → ".join(found.profiles), found.whole))
    cells = [(ruling, answers, *_effect_cells(effect, measures)) for ruling, answers, effect in rows]
    columns = ("ruling", "answers", "play differs", "result differs", "winners differ")
    shifts = (f"{name}, mean shift" for name in measures)
    print_table((*columns, *shifts), cells)


def _effect_cells(effect: Effect | None, measures: Sequence[str]) -> tuple[str, ...]:
    if effect is None:
        return ("cannot matter here",)
    shares = (effect.played, effect.result, effect.winners)
    return (*map(share_text, shares), *(mean_text(effect.shifts[name].change) for name in measures))


def _all_effects(found: Comparison) -> list[Effect]:
    effects = [one.effect for one in found.verdicts] + [found.whole]
    return [effect for effect in effects if effect is not None]


def share_text(share: Share) -> str:
    """A share with its interval, in per cent."""
    low, high = share.interval
    return f"{100 * share.share:.1f} % [{100 * low:.1f}, {100 * high:.1f}]"


def mean_text(mean: Mean) -> str:
    """A mean with its margin."""
    return f"{mean.mean:+.2f}" + ("" if mean.margin is None else f" ± {mean.margin:.2f}")


def _print_verdict(law: Law, verdict: Verdict) -> None:
    terminal, issue = console(), verdict.issue
    terminal.print(f"\n{issue.ruling}: {issue.left} or {issue.right}?", style="bold cyan")
    terminal.print(f"  {law.rulings[issue.ruling].asks}")
    finding = verdict.finding
    if finding is None:
        terminal.print("  No case was found in which the two answers part.")
        return
    origin = f"the scenario {finding.scenario.slug}" if finding.origin == "fixture" else "found by search"
    terminal.print(f"  {origin}; everything else answered as in {finding.contrast.base}", style="dim")
    for line in case_lines(finding):
        terminal.print(f"  {line}")
    show(terminal, _sides(law, issue, finding))


def case_lines(finding: Finding) -> list[str]:
    """The position and the decisions of a case, as text."""
    scenario = finding.scenario
    lines = [f"Position, {scenario.players} players: {given_text(scenario.given)}"]
    if scenario.decisions:
        lines.append(f"Decisions: {decisions_text(scenario.decisions)}")
    seen = "what people see differs" if finding.views else "the outcome differs"
    return [*lines, f"Then {seen}:" if scenario.decisions else f"There {seen}:"]


def _sides(law: Law, issue: Issue, finding: Finding) -> Table:
    from rich.table import Table

    citing = Citing(law, finding.contrast.base)
    shown = Table(box=None, pad_edge=False, padding=(0, 2, 0, 4), header_style="bold")
    shown.add_column("")
    shown.add_column(issue.left, overflow="fold", ratio=1)
    shown.add_column(issue.right, overflow="fold", ratio=1)
    for name, left, right in finding.differences:
        shown.add_row(name, left, right)
    by = [_clauses(citing, entries) for entries in finding.entries]
    shown.add_row("by", "\n".join(by[0]) or "-", "\n".join(by[1]) or "-")
    shown.add_row("says", *map(_answer_text, answers_to(law, issue)))
    return shown


def answers_to(law: Law, issue: Issue) -> tuple[AnswerDecl, AnswerDecl]:
    """The two answers as the rulebook declares them."""
    declared = next(one for one in law.rulebook.rulings if one.name.value == issue.ruling)
    by_name = {answer.name.value: answer for answer in declared.answers}
    return by_name[issue.left], by_name[issue.right]


def _answer_text(answer: AnswerDecl) -> str:
    """What it says, and who says so."""
    held_by = " | ".join(citation_lines(answer.authorities))
    return f"{answer.says} [{held_by}]" if held_by else answer.says


def _clauses(citing: Citing, entries: tuple[str, ...]) -> list[str]:
    """Each clause of the rules once, with its first citation; those that come late are many and tell little."""
    lines = {}
    for entry in entries:
        clause = citing.clause(entry)
        if clause is not None and not clause.helper:
            citation = citing.main_citation(entry)
            lines[clause.id.value] = citing.title(entry) + (f"  [{citation}]" if citation else "")
    found = list(lines.values())
    return [*found[:MOST_CLAUSES], "..."] if len(found) > MOST_CLAUSES else found


def comparison_data(law: Law, found: Comparison) -> dict[str, Any]:
    """The same as JSON. Shares and intervals are fractions of one."""
    return {
        "rulebook": law.name,
        "version": law.version,
        "profiles": None if found.profiles is None else list(found.profiles),
        "players": found.players,
        "games": found.games,
        "seed": found.seed,
        "rulings": [_verdict_data(law, one) for one in found.verdicts],
        "whole": None if found.whole is None else _effect_data(found.whole),
    }


def _verdict_data(law: Law, verdict: Verdict) -> dict[str, Any]:
    finding, issue = verdict.finding, verdict.issue
    return {
        "ruling": issue.ruling,
        "asks": law.rulings[issue.ruling].asks,
        "answers": [
            {
                "answer": one.name.value,
                "says": one.says,
                "authorities": citation_lines(one.authorities),
            }
            for one in answers_to(law, issue)
        ],
        "effect": None if verdict.effect is None else _effect_data(verdict.effect),
        "case": None if finding is None else _finding_data(law, finding),
    }


def _finding_data(law: Law, finding: Finding) -> dict[str, Any]:
    citing = Citing(law, finding.contrast.base)
    return {
        "origin": finding.origin,
        "otherwise": finding.contrast.base,
        "only_seen": finding.views,
        "scenario": {"id": finding.scenario.id, **plain_scenario(finding.scenario)},
        "differences": [{"what": name, "answers": [left, right]} for name, left, right in finding.differences],
        "clauses": [citing.data(entries) for entries in finding.entries],
    }


def _effect_data(effect: Effect) -> dict[str, Any]:
    return {
        "play_differs": _share_data(effect.played),
        "result_differs": _share_data(effect.result),
        "winners_differ": _share_data(effect.winners),
        "shifts": {name: _shift_data(shift) for name, shift in effect.shifts.items()},
    }


def _share_data(share: Share) -> dict[str, Any]:
    return {**vars(share), "share": share.share, "interval": share.interval}


def _shift_data(shift: Shift) -> dict[str, Any]:
    size = {"mean_size": shift.size.mean, "size_margin": shift.size.margin}
    return {**vars(shift.change), **size}
