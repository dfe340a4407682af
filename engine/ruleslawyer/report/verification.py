"""Everything that was verified about a rulebook, at a glance."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

from ruleslawyer.report.console import console, show


@dataclass(frozen=True)
class Part:
    """One part of a verification. `holds` None: it was not run, and `summary` says why. `details` are what fails."""

    name: str
    holds: bool | None
    summary: str
    seconds: float
    details: tuple[str, ...] = ()
    data: dict[str, Any] = field(default_factory=dict)

    @property
    def verdict(self) -> str:
        """The word for it."""
        return {True: "holds", False: "DOES NOT HOLD", None: "not run"}[self.holds]


def all_hold(parts: Sequence[Part]) -> bool:
    """Whether nothing failed."""
    return all(part.holds is not False for part in parts)


def print_verification(title: str, parts: Sequence[Part]) -> None:
    """What fails, in full, and then the table."""
    from rich.table import Table
    from rich.text import Text

    terminal = console()
    for part in parts:
        if part.details:
            terminal.print(f"\n{part.name}", style="bold")
        for line in part.details:
            terminal.print(line, soft_wrap=True)
    styles = {True: "green", False: "bold red", None: "dim"}
    shown = Table(box=None, pad_edge=False, padding=(0, 2, 0, 0), header_style="bold")
    shown.add_column("part")
    shown.add_column("verdict", no_wrap=True)
    shown.add_column("what was looked at", overflow="fold")
    shown.add_column("seconds", justify="right")
    for part in parts:
        shown.add_row(part.name, Text(part.verdict, style=styles[part.holds]), part.summary, f"{part.seconds:.1f}")
    terminal.print()
    show(terminal, shown)
    verdict = "everything holds" if all_hold(parts) else "it does not hold"
    terminal.print(f"\n{title}: {verdict}", style="bold")


def verification_data(rulebook: str, parts: Sequence[Part]) -> dict[str, Any]:
    """The same as JSON."""
    return {
        "rulebook": rulebook,
        "holds": all_hold(parts),
        "parts": [
            {
                "part": part.name,
                "holds": part.holds,
                "summary": part.summary,
                "seconds": round(part.seconds, 2),
                **part.data,
            }
            for part in parts
        ],
    }
