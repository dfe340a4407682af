"""An implementation through a whole run: introduced, restarted when it fell, and given up when it will not stay up."""

from __future__ import annotations

import contextlib
from collections.abc import Collection, Iterable
from types import TracebackType
from typing import Any

from msgspec.structs import replace

from ruleslawyer.conformance.faults import CannotStart, Garbage, ImplementationFault
from ruleslawyer.conformance.implementation import Implementation, MakeImplementation
from ruleslawyer.conformance.observation import Reader
from ruleslawyer.conformance.protocol import VERSION, Capabilities, Introduction, Message, checked, clipped
from ruleslawyer.language.law import Law
from ruleslawyer.machine.snapshot import Snapshot

MOST_RESTARTS = 10


class GivenUp(Exception):
    """The implementation was restarted as often as is allowed."""


class Session:
    """Talks to one implementation, in as many processes as it takes.

    :param make: starts one.
    :raises CannotStart: it cannot be started, or does not introduce itself.
    """

    def __init__(self, make: MakeImplementation, law: Law, *, most_restarts: int = MOST_RESTARTS) -> None:
        self._make = make
        self.law = law
        self._implementation: Implementation | None = None
        self.restarts = -1
        self.most_restarts = most_restarts
        try:
            self.introduction = self._start()
        except ImplementationFault as fault:
            self.close()
            if isinstance(fault, CannotStart):
                raise
            raise CannotStart(f"it does not introduce itself: {fault.message}", fault.hint) from None
        self.reader = Reader(law, self.introduction.observes, legal=self.able.legal)

    @property
    def able(self) -> Capabilities:
        """What the implementation says it can do."""
        return self.introduction.capabilities

    def __enter__(self) -> Session:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        self.close()

    def ask(self, method: str, params: Message) -> Any:
        """The result of a method; a process that fell is started again first.

        :raises ImplementationFault: there is no result.
        :raises GivenUp: it has fallen too often.
        """
        if self._implementation is None:
            self._start()
        assert self._implementation is not None
        try:
            return self._implementation.ask(method, params)
        except ImplementationFault as fault:
            if fault.fatal:
                self._drop()
            raise

    def observe(self, method: str, params: Message) -> Snapshot:
        """The observation that a method answers.

        :raises ImplementationFault: there is none.
        :raises GivenUp: see `ask`.
        """
        return self.reader.read(self.ask(method, params))

    def close(self) -> None:
        """Says good-bye, and ends the process."""
        if self._implementation is not None:
            with contextlib.suppress(ImplementationFault):
                self._implementation.ask("shutdown", {})
        self._drop()

    def _drop(self) -> None:
        close = getattr(self._implementation, "close", None)
        self._implementation = None
        if close is not None:
            close()

    def _start(self) -> Introduction:
        if self.restarts >= self.most_restarts:
            raise GivenUp(f"restarted {self.restarts} times")
        self.restarts += 1
        self._implementation = self._make()
        about = {"protocol": VERSION, "rulebook": self.law.name, "version": self.law.version}
        try:
            return read_introduction(self.law, self._implementation.ask("initialize", about))
        except ImplementationFault:
            self._drop()
            raise


def read_introduction(law: Law, data: Any) -> Introduction:
    """What `initialize` was answered.

    :raises Garbage: it has another shape, or names what the rulebook does not have.
    """
    if isinstance(data, dict) and data.get("protocol") != VERSION:
        spoken = clipped(repr(data.get("protocol")), 20)
        raise Garbage(f"it speaks protocol {spoken}, spoken here is {VERSION}", f'answer "protocol": {VERSION}')
    found = checked(data, Introduction, "the result of `initialize`")
    able, claims, shown = found.capabilities, found.claims, found.observes
    if claims.profile:
        _known("profile of `claims`", [claims.profile], law.profiles)
    for part, names, known in (
        ("positions", able.positions, law.events),
        ("begins", able.begins, law.events),
        ("zones", shown.zones, law.zones),
        ("state", shown.state, law.state),
        ("values", shown.values, law.definitions),
        ("options", able.options, law.options),
        ("rulings", claims.rulings, law.rulings),
    ):
        _known(part, names or (), known)
    for option, answers in able.options.items():
        _known(f"answers to `{option}`", answers, law.options[option].literals)
    for ruling, answer in claims.rulings.items():
        _known(f"answers to `{ruling}`", [answer], law.rulings[ruling].type.literals)
    low, high = able.players or law.players
    players = max(low, law.players[0]), min(high, law.players[1])
    return replace(
        found,
        name=clipped(found.name, 80) or "(no name)",
        version=clipped(found.version, 40),
        capabilities=replace(able, players=players),
    )


def _known(part: str, names: Iterable[str], known: Collection[str]) -> None:
    for name in names:
        if name not in known:
            hint = f"there are {', '.join(known) or '(none)'}"
            raise Garbage(f"{part}: the rulebook has no `{clipped(name, 60)}`", hint)
