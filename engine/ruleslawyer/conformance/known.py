"""Known failures: what the implementer has looked at and does not want to hear of again, in a file of their own.

    known:
    - clause: ABC-1          # or  id: a scenario's id, `*` for any text
      reason: We score the last round twice.
      link: https://example.org/issues/7

An entry that no failure needs any more is stale, and an error: what has been mended must not be broken again unnoticed.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from fnmatch import fnmatchcase
from pathlib import Path

from ruleslawyer.conformance.campaign import Finding, Report
from ruleslawyer.rulebook.diagnostics import Faults, RulebookError
from ruleslawyer.rulebook.fields import Items, Key, Record, check
from ruleslawyer.rulebook.files import read_text
from ruleslawyer.rulebook.locate import shown_name
from ruleslawyer.rulebook.words import TEXT
from ruleslawyer.rulebook.yaml_reader import parse
from ruleslawyer.scenario.read import plain

ENTRY = Record(
    "an entry of `known`",
    (
        Key("clause", TEXT, says="the clause that explains what fails"),
        Key("id", TEXT, says="the scenario that fails; `*` stands for any text"),
        Key("reason", TEXT, True, "why it fails"),
        Key("link", TEXT, says="where to read more"),
    ),
    one_of=(("clause", "id"),),
)
FILE = Record("a file of known failures", (Key("known", Items("a list of entries", ENTRY, empty=True), True),))
UNEXPLAINED = "not explained yet"


@dataclass(frozen=True)
class KnownFailure:
    """What is expected to fail: cases explained by a `clause`, or those with an `id`; the other is empty."""

    reason: str
    clause: str = ""
    id: str = ""
    link: str = ""

    @property
    def name(self) -> str:
        """As the file has it."""
        return f"clause: {self.clause}" if self.clause else f"id: {self.id}"

    def matches(self, clause: str, id_: str) -> bool:
        """Whether a failing case is meant."""
        if self.clause:
            return fnmatchcase(clause, self.clause)
        return fnmatchcase(id_, self.id) or fnmatchcase(id_.partition("@")[0], self.id)


@dataclass(frozen=True)
class Judged:
    """A report in the light of what is known. `new` are the findings of which a case is not known."""

    report: Report
    known: tuple[KnownFailure, ...]
    new: tuple[Finding, ...]
    stale: tuple[KnownFailure, ...]
    excused: frozenset[str]
    """The failing cases that are known, by id."""

    @property
    def holds(self) -> bool:
        """Whether nothing new was found, everything was tried, and no entry is stale."""
        unexplained = self.report.failed and not self.report.findings
        tried = self.report.played and not self.report.given_up
        return bool(tried and not self.new and not self.stale and not unexplained)


def read_known(path: Path) -> tuple[KnownFailure, ...]:
    """The entries of a file.

    :raises RulebookError: with every fault found.
    """
    faults = Faults()
    text = read_text(path, path.parent, faults)
    name = shown_name(path)
    root = None if text is None else parse(name, text, faults, flow=True)
    if root is None or not check(root, FILE, faults) or faults:
        raise RulebookError(faults, {} if text is None else {name: text})
    written = plain(root)
    assert isinstance(written, dict)
    return tuple(KnownFailure(**entry) for entry in written["known"])  # type: ignore[arg-type, union-attr]


def judge(report: Report, known: Sequence[KnownFailure]) -> Judged:
    """Holds a report against what is known of it.

    A case is known if an entry names it, or names the clause that explains it.
    """
    used: set[KnownFailure] = set()
    excused: set[str] = set()
    new: list[Finding] = []
    for finding in report.findings:
        cases = [*finding.ids, *finding.games]
        for case in cases:
            matching = [entry for entry in known if entry.matches(finding.clause, case)]
            used.update(matching)
            if matching:
                excused.add(case)
        if not excused.issuperset(cases):
            new.append(finding)
    stale = tuple(entry for entry in known if entry not in used)
    return Judged(report, tuple(known), tuple(new), stale, frozenset(excused))


def updated(judged: Judged) -> tuple[KnownFailure, ...]:
    """The entries that the file should have now: those still needed, and one for the clause of every new finding."""
    kept = [entry for entry in judged.known if entry not in judged.stale]
    added = dict.fromkeys(finding.clause for finding in judged.new)
    return (*kept, *(KnownFailure(UNEXPLAINED, clause=clause) for clause in added))


def write_known(entries: Iterable[KnownFailure], before: str = "") -> str:
    """The text of a file; the comment at the head of the text `before` is kept."""
    import yaml

    head = []
    for line in before.splitlines():
        if not line.startswith("#") and line.strip():
            break
        head.append(line)
    listed = [{one.name: value for one in ENTRY.keys if (value := getattr(entry, one.name))} for entry in entries]
    body: str = yaml.safe_dump({"known": listed}, sort_keys=False, allow_unicode=True, width=110)
    return "\n".join([*head, body]) if head else body
