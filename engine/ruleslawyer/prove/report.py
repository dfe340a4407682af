"""The outcome of a proof run: a result for each obligation, and one row for each thing that a reader cares about."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping
from dataclasses import asdict, dataclass

from ruleslawyer.prove.obligations import Kind, Result, Verdict

_ORDER = (Verdict.VIOLATED, Verdict.UNPROVED, Verdict.FOUND, Verdict.PROVED, Verdict.VACUOUS)


@dataclass(frozen=True)
class Row:
    """A line of the table. `id`: a claim's id, or a kind of obligation. `counts`: obligations by verdict."""

    id: str
    title: str
    verdict: Verdict
    counts: Mapping[str, int]
    seconds: float


@dataclass(frozen=True)
class Report:
    """All results. `players` as proved, inclusive."""

    rulebook: str
    version: str
    digest: str
    players: tuple[int, int]
    results: tuple[Result, ...]
    seconds: float
    queries: int

    @property
    def verdict(self) -> Verdict:
        """The worst of all."""
        return _worst([result.verdict for result in self.results])

    def failures(self) -> tuple[Result, ...]:
        """What is violated or unproved."""
        return tuple(one for one in self.results if one.verdict in (Verdict.VIOLATED, Verdict.UNPROVED))

    def findings(self) -> tuple[Result, ...]:
        """What fails where that is declared, and was found to."""
        return tuple(one for one in self.results if one.verdict is Verdict.FOUND)

    def rows(self) -> tuple[Row, ...]:
        """Per invariant and theorem, then per kind of obligation."""
        groups: dict[tuple[str, str], list[Result]] = defaultdict(list)
        for result in self.results:
            obligation = result.obligation
            key = (obligation.claim, obligation.text) if obligation.claim else ("", obligation.kind.value)
            groups[key].append(result)
        rows = [_row(claim or _kind_id(title), title, results) for (claim, title), results in groups.items()]
        return tuple(sorted(rows, key=lambda row: (not groups.get((row.id, row.title)), row.id)))

    def as_json(self) -> dict[str, object]:
        """Plain data."""
        return {
            "rulebook": self.rulebook,
            "version": self.version,
            "digest": self.digest,
            "players": list(self.players),
            "verdict": self.verdict.value,
            "seconds": round(self.seconds, 3),
            "queries": self.queries,
            "rows": [
                {**asdict(row), "verdict": row.verdict.value, "seconds": round(row.seconds, 4)} for row in self.rows()
            ],
            "results": [_result_json(result) for result in self.results],
        }


def _row(id_: str, title: str, results: list[Result]) -> Row:
    counts = {verdict.value: sum(one.verdict is verdict for one in results) for verdict in _ORDER}
    verdict = _worst([one.verdict for one in results])
    return Row(id_, title, verdict, counts, sum(one.seconds for one in results))


def _kind_id(title: str) -> str:
    return next(kind.name.lower() for kind in Kind if kind.value == title)


def _worst(verdicts: list[Verdict]) -> Verdict:
    return min(verdicts, key=_ORDER.index, default=Verdict.PROVED)


def _result_json(result: Result) -> dict[str, object]:
    counterexample = result.counterexample
    return {
        **asdict(result.obligation),
        "kind": result.obligation.kind.value,
        "verdict": result.verdict.value,
        "seconds": round(result.seconds, 4),
        "effort": result.effort,
        "reason": result.reason,
        "counterexample": None if counterexample is None else asdict(counterexample),
        "fails": [dict(cube.answers) for cube in result.fails],
        "holds": [dict(cube.answers) for cube in result.holds],
    }
