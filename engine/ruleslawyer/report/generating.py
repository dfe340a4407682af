"""What a generated suite covers, as text, as the page that lies with it, and as plain data."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Any

from ruleslawyer.fuzz.coverage_goals import CONDITION, ENTRY, PAIR, kind_of
from ruleslawyer.fuzz.unreached import Unreached
from ruleslawyer.generate.build import Suite
from ruleslawyer.generate.effects import EFFECT, SEATS
from ruleslawyer.scenario.write import plain_file

KINDS = {
    ENTRY: "clause entries",
    CONDITION: "sides of conditions",
    SEATS: "entries that ask who sits where, among more than the fewest players",
    EFFECT: "effects of entries, of those that were met",
    PAIR: "pairs of clauses in one scope",
}
SHOWN = 12
"""Goals of a kind that are named although no case covers them, unless all are asked for."""


def suite_text(suite: Suite, *, everything: bool = False) -> str:
    """The report for people."""
    head = [_made(suite), *_lines(suite)]
    if suite.harvest.broken:
        head.append(
            f"{suite.harvest.broken} of these games broke a claim of the rulebook; `ruleslawyer fuzz` says which"
        )
    return "\n".join([*head, *_missing(suite, everything)])


def _made(suite: Suite) -> str:
    harvest = suite.harvest
    return (
        f"{len(suite.cases)} cases with {suite.decisions} decisions, from {harvest.examples} games "
        f"with {harvest.decisions} decisions"
    )


def _lines(suite: Suite) -> Iterator[str]:
    for one in suite.coverage:
        possible = one.total - one.impossible
        rest = f" ({one.impossible} more are impossible under this reading)" if one.impossible else ""
        yield f"  {one.reached} of {possible} {KINDS[one.kind]}{rest}"


def _missing(suite: Suite, everything: bool) -> Iterator[str]:
    """What no case covers, by kind: the first of what is possible, or `everything`."""
    for kind, name in KINDS.items():
        some = [one for one in suite.missing if kind_of(one.goal) == kind]
        shown = some if everything else [one for one in some if one.possible][:SHOWN]
        if shown:
            yield f"not covered, {name}:"
            yield from (f"  {_line(one)}" for one in shown)
            more = sum(one.possible for one in some) - len(shown)
            if more > 0:
                yield f"  and {more} more; --verbose lists all"


def _line(one: Unreached) -> str:
    return f"{one.what}: {one.why}"


def suite_page(suite: Suite) -> str:
    """The page that lies with the cases, as Markdown."""
    law, request = suite.law, suite.request
    reading = request.reading_name(law)
    lines = [
        f"# {law.title} {law.version}: cases for implementations",
        "",
        f"For {_players(request.players)} players{f', read as {reading}' if reading else ''}. Made by",
        "",
        f"    {_command(suite)}",
        "",
        "What these cases expect is what the reference engine does. No document states it, and it proves nothing",
        "about the engine itself: it is for holding other implementations against the rulebook. `info.covers` of a",
        "case names what no other case of the suite covers.",
        "",
        "    ruleslawyer run .",
        '    ruleslawyer conform --adapter "./my-adapter" --suite .',
        "",
        f"{_made(suite)}:",
        "",
        *(line.replace("  ", "* ", 1) for line in _lines(suite)),
    ]
    possible = replace(suite, missing=tuple(one for one in suite.missing if one.possible))
    missing = list(_missing(possible, True))
    if missing:
        lines += ["", "## What it does not cover", ""]
        for line in missing:
            heading = not line.startswith("  ")
            lines += ["", line, ""] if heading else [line.replace("  ", "* ", 1)]
    return "\n".join(lines).replace("\n\n\n", "\n\n") + "\n"


def _command(suite: Suite) -> str:
    """The command that makes the same suite, for the rulebook of that name."""
    law, request = suite.law, suite.request
    given = law.profiles.get(request.base, {})
    words = ["ruleslawyer generate", law.name, *([f"--profile {request.base}"] if request.base else [])]
    words += [f"--rulings {name}={answer}" for name, answer in request.answers.items() if given.get(name) != answer]
    words += [f"--options {name}={answer}" for name, answer in request.options.items()]
    words += [f"--players {request.players[0]}"] if len(request.players) == 1 else []
    words += ["--pairs"] if request.pairs else []
    return " ".join([*words, f"--examples {suite.harvest.examples} --seed {request.seed}"])


def _players(players: tuple[int, ...]) -> str:
    return str(players[0]) if len(players) == 1 else f"{players[0]} to {players[-1]}"


def suite_data(suite: Suite, written: bool) -> dict[str, Any]:
    """The report for programs; with the cases themselves unless they are written elsewhere."""
    request, harvest = suite.request, suite.harvest
    data: dict[str, Any] = {
        "holds": not harvest.broken,
        "rulebook": suite.law.name,
        "version": suite.law.version,
        "reading": request.reading_name(suite.law),
        "options": dict(request.options),
        "seed": request.seed,
        "players": list(request.players),
        "games": harvest.examples,
        "broken": harvest.broken,
        "decisions": suite.decisions,
        "coverage": {
            one.kind: {"covered": one.reached, "total": one.total, "impossible": one.impossible}
            for one in suite.coverage
        },
        "missing": [{"goal": one.goal, "why": one.why, "possible": one.possible} for one in suite.missing],
        "cases": [
            {
                "id": case.scenario.id,
                "file": case.file,
                "decisions": len(case.scenario.decisions),
                "goals": case.goals,
                "covers": list(case.own),
            }
            for case in suite.cases
        ],
    }
    if not written and suite.cases:
        data["suite"] = plain_file([case.scenario for case in suite.cases])
    return data
