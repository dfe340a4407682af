"""What features are worth: one in words, several as a table in Markdown, and as data."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from ruleslawyer.compare.statistics import Mean
from ruleslawyer.features.cases import Witness
from ruleslawyer.features.possession import askers
from ruleslawyer.features.worth import Answer, Worth
from ruleslawyer.language.law import Law
from ruleslawyer.machine.notation import player_text
from ruleslawyer.narration.citing import Citing
from ruleslawyer.report.cases import decisions_text, given_text
from ruleslawyer.report.comparing import mean_text, share_text
from ruleslawyer.scenario.write import plain_scenario

MOST_CLAUSES = 6


def print_answer(law: Law, answer: Answer) -> None:
    """The smallest case, then what the games show."""
    from rich.text import Text

    from ruleslawyer.report.console import console, show

    terminal = console()
    for line in (*_case_lines(law, answer), "", *_worth_lines(answer)):
        show(terminal, Text(line))


def _case_lines(law: Law, answer: Answer) -> Iterator[str]:
    feature, case = answer.question.feature, answer.case
    if case is None:
        yield f"No position was found on which {feature} matters."
        return
    yield f"{player_text(case.holder)} has {feature}. The smallest position found on which it matters:"
    yield f"  {case.scenario.players} players: {given_text(case.scenario.given)}"
    if case.scenario.decisions:
        yield f"  {decisions_text(case.scenario.decisions)}"
    for name, without, having in case.differences:
        yield f"  {name}: {without} without it, {having} with it"
    citing = Citing(law, answer.question.profile)
    clauses = {one.id.value: one.title for entry in case.entries if (one := citing.clause(entry)) is not None}
    for name, title in list(clauses.items())[:MOST_CLAUSES]:
        yield f"  by {name}: {title}"


def _worth_lines(answer: Answer) -> Iterator[str]:
    question = answer.question
    for play, worth in answer.worth.items():
        yield f"{worth.games} pairs of games, {question.players} players, {play} play, seed {question.seed}:"
        yield f"  play differs in {share_text(worth.played)} of the games"
        yield f"  the holder wins {_percent(worth.without)} without it and {_percent(worth.having)} with it"
        yield f"  that is a change of {_percent(worth.change, sign=True)}"
        if question.measure:
            yield f"  {question.measure}, less the best of the others: {mean_text(worth.ahead)}"
    if answer.worth:
        yield "In brackets, and after ±: 95 % confidence intervals."


def markdown(law: Law, answers: Sequence[Answer]) -> str:
    """A page with a table of all features, and below it the position of each."""
    first = answers[0].question
    head = ["feature", "asked for by"]
    nobody = ["nobody has any", ""]
    for play, worth in answers[0].worth.items():
        head += [
            f"{play} play: wins",
            "change",
            f"change of the lead in {first.measure}" if first.measure else "differs",
        ]
        nobody += [_percent(worth.without), "", ""]
    rows = [head, ["---"] * len(head), nobody]
    for answer in answers:
        feature = answer.question.feature
        row = [f"`{feature}`", ", ".join(askers(law, answer.question.possession, feature)) or "-"]
        for worth in answer.worth.values():
            last = mean_text(worth.ahead) if first.measure else share_text(worth.played)
            row += [_percent(worth.having), _percent(worth.change, sign=True), last]
        rows.append(row)
    table = "\n".join(f"| {' | '.join(row)} |" for row in rows)
    games = ", ".join(f"{worth.games} pairs of games by {play} play" for play, worth in answers[0].worth.items())
    options = ", ".join(f"{name} = {value}" for name, value in answers[0].giving.options.items())
    head_line = (
        f"{law.title} {law.version}, {first.players} players, profile {first.profile}, {games} for each feature, seed "
        f"{first.seed}; positions with {options or 'no options'}. After ±: 95 % confidence intervals over pairs."
    )
    cases = "\n".join("\n".join(_case_page(law, answer)) for answer in answers)
    return f"{head_line}\n\n{table}\n\n## The smallest position found for each\n\n{cases}"


def _case_page(law: Law, answer: Answer) -> Iterator[str]:
    lines = list(_case_lines(law, answer))
    yield f"**{answer.question.feature}.** {lines[0]}"
    yield ""
    yield from (f"* {line.strip()}" for line in lines[1:])
    yield ""


def _percent(mean: Mean, *, sign: bool = False) -> str:
    margin = "" if mean.margin is None else f" ± {100 * mean.margin:.1f}"
    return f"{100 * mean.mean:{'+' if sign else ''}.1f}{margin} %"


def answer_data(law: Law, answer: Answer) -> dict[str, Any]:
    """The same as JSON. Shares of victories are fractions of one."""
    question = answer.question
    return {
        "rulebook": law.name,
        "version": law.version,
        "feature": f"{question.possession.type.name}.{question.feature}",
        "profile": question.profile,
        "players": question.players,
        "seed": question.seed,
        "measure": question.measure or None,
        "options": dict(answer.giving.options),
        "case": None if answer.case is None else _case_data(answer.case),
        "games": {play: _worth_data(worth) for play, worth in answer.worth.items()},
    }


def _case_data(case: Witness) -> dict[str, Any]:
    return {
        "holder": player_text(case.holder),
        "scenario": {"id": case.scenario.id, **plain_scenario(case.scenario)},
        "differences": [{"what": name, "lacking": one, "having": other} for name, one, other in case.differences],
        "entries": list(case.entries),
    }


def _worth_data(worth: Worth) -> dict[str, Any]:
    return {
        "pairs": worth.games,
        "play_differs": {**vars(worth.played), "interval": worth.played.interval},
        "wins_lacking": vars(worth.without),
        "wins_having": vars(worth.having),
        "change": vars(worth.change),
        "ahead": vars(worth.ahead),
    }
