"""A scenario as a value: where play begins, what is decided, and what must then be so."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace

from ruleslawyer.machine.notation import Written
from ruleslawyer.rulebook.citations import Citation
from ruleslawyer.rulebook.diagnostics import Diagnostic, RulebookError
from ruleslawyer.rulebook.nodes import Mapping as MappingNode, Node, Span, Text

Place = tuple[str | int, ...]
"""The way to a value inside a scenario: keys and list indices."""


@dataclass(frozen=True)
class Reading:
    """A profile, or the answers to the rulings that matter."""

    profile: str = ""
    rulings: Mapping[str, str] = field(default_factory=dict)

    def __str__(self) -> str:
        return self.profile or ", ".join(f"{ruling} = {answer}" for ruling, answer in self.rulings.items())


def as_text(value: Written) -> Written:
    """Numbers and truth values as the text that a reader of YAML sees, so that equal cases are equal values."""
    if isinstance(value, Mapping):
        return {str(key): as_text(one) for key, one in value.items()}
    if isinstance(value, list | tuple):
        return [as_text(one) for one in value]
    return str(value).lower() if isinstance(value, bool) else str(value)


def _mapping(value: Mapping[str, Written]) -> Mapping[str, Written]:
    return {str(key): as_text(one) for key, one in value.items()}


def _pairs(value: tuple[tuple[str, Written], ...]) -> tuple[tuple[str, Written], ...]:
    return tuple((label, as_text(one)) for label, one in value)


@dataclass(frozen=True)
class Expectation:
    """What must be so after the first `after` decisions (None: after all). Fields that are None say nothing.

    `seen_by`: a player (`p1`), `everyone`, or empty for somebody to whom all cards are shown.
    """

    after: int | None = None
    seen_by: str = ""
    zones: Mapping[str, Written] = field(default_factory=dict)
    state: Mapping[str, Written] = field(default_factory=dict)
    asks: str | None = None
    by: str | None = None
    legal: tuple[Written, ...] | None = None
    forced: tuple[tuple[str, Written], ...] = ()
    values: Mapping[str, Written] = field(default_factory=dict)
    winners: tuple[str, ...] | None = None
    finished: bool | None = None
    stated_by: tuple[Citation, ...] = ()

    def __post_init__(self) -> None:
        for name in ("zones", "state", "values"):
            object.__setattr__(self, name, _mapping(getattr(self, name)))
        object.__setattr__(self, "forced", _pairs(self.forced))
        if self.legal is not None:
            object.__setattr__(self, "legal", tuple(as_text(value) for value in self.legal))


@dataclass(frozen=True)
class Scenario:
    """One case. `readings` empty: it holds under every reading. `given` None: it begins at the set-up.

    `luck` says what an unlisted chance decision does: `listed` (it must be listed), `first` (the first legal value),
    `any` (the scenario holds with the first and with the last). `source` is the node it was read from, `file` the name
    of the file and `text` what the file says.
    """

    slug: str
    rulebook: str
    version: str
    players: int
    because: str
    origin: str = "hand"
    cite: tuple[Citation, ...] = ()
    readings: tuple[Reading, ...] = ()
    otherwise: str = ""
    options: Mapping[str, str] = field(default_factory=dict)
    given: Mapping[str, Written] | None = None
    luck: str = "listed"
    decisions: tuple[tuple[str, Written], ...] = ()
    then: tuple[Expectation, ...] = ()
    clauses: tuple[str, ...] = ()
    info: Mapping[str, str] = field(default_factory=dict)
    source: MappingNode | None = field(default=None, compare=False, repr=False)
    file: str = field(default="", compare=False)
    text: str = field(default="", compare=False, repr=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "because", " ".join(self.because.split()))
        object.__setattr__(self, "decisions", _pairs(self.decisions))
        if self.given is not None:
            object.__setattr__(self, "given", _mapping(self.given))

    @property
    def digest(self) -> str:
        """Eight hexadecimal digits that change with whatever is run or expected, and with nothing else."""
        from ruleslawyer.scenario.write import plain_scenario

        kept = replace(self, slug="", because="", origin="hand", cite=(), info={})
        bare = replace(kept, then=tuple(replace(one, stated_by=()) for one in self.then))
        text = json.dumps([self.rulebook, plain_scenario(bare)], sort_keys=True, ensure_ascii=False)
        return hashlib.sha256(text.encode()).hexdigest()[:8]

    @property
    def id(self) -> str:
        """The slug with the digest: the same for the same case wherever it is stored."""
        return f"{self.slug}@{self.digest}"

    def error(self, faults: Iterable[Diagnostic]) -> RulebookError:
        """The faults as one error that quotes the file this was read from."""
        return RulebookError(faults, {self.file: self.text} if self.file else None)

    def span(self, place: Place) -> Span | None:
        """Where the file says what stands at `place`; None for a scenario that was not read from a file."""
        node = self.node(place)
        return None if node is None else node.span

    def node(self, place: Place) -> Node | None:
        """The node at `place` of the file that this was read from, or the nearest one above it."""
        found: Node | None = self.source
        for step in place:
            inner = _inside(found, step)
            if inner is None:
                return found
            found = inner
        return found


def _inside(node: Node | None, step: str | int) -> Node | None:
    if isinstance(node, MappingNode):
        return node.get(str(step))
    if node is None or isinstance(node, Text) or not isinstance(step, int) or step >= len(node.items):
        return None
    return node.items[step]
