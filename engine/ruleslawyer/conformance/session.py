"""An implementation through a whole run: introduced, restarted when it fell, and given up when it will not stay up."""

from __future__ import annotations

import contextlib
from collections.abc import Mapping
from dataclasses import dataclass
from types import TracebackType
from typing import Any

from ruleslawyer.conformance.faults import CannotStart, Garbage, ImplementationFault
from ruleslawyer.conformance.implementation import Implementation, MakeImplementation, clipped
from ruleslawyer.conformance.observation import Observation, Observes, Reader
from ruleslawyer.conformance.protocol import VERSION, Message
from ruleslawyer.language.law import Law

MOST_RESTARTS = 10


@dataclass(frozen=True)
class Introduction:
    """What an implementation says of itself.

    `positions`: the menus and events at which it can take up play, besides the set-up; `begins`: events that it can
    raise on top of one; `players` least and most; `options`: by name, the answers to options of play that it can play
    (of one that is not there: the first); `claims`: the profile that it claims to follow, or empty;
    `rulings`: single answers that it claims; `legal`: it lists legal decisions; `luck`: it can be told the luck.
    """

    name: str
    version: str
    setup: bool
    positions: frozenset[str]
    begins: frozenset[str]
    players: tuple[int, int]
    options: Mapping[str, tuple[str, ...]]
    luck: bool
    legal: bool
    profile: str
    rulings: Mapping[str, str]
    observes: Observes

    def answers_to(self, law: Law, option: str) -> tuple[str, ...]:
        """The answers to an option of play that it can play."""
        return self.options.get(option, law.options[option].literals[:1])

    def variants(self, law: Law) -> list[dict[str, str]]:
        """Options of play under which it is tested: the first that it can play of each; then each other answer with
        the first ones of all others; then the last of each at once."""
        answers = {name: self.answers_to(law, name) for name in law.options}
        first = {name: some[0] for name, some in answers.items()}
        changed = [{**first, name: answer} for name, some in answers.items() for answer in some[1:]]
        last = {name: some[-1] for name, some in answers.items()}
        return [first, *changed, *([last] if last not in (first, *changed) else [])]


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
        self.reader = Reader(law, self.introduction.observes)

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

    def observe(self, method: str, params: Message) -> Observation:
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
    if not isinstance(data, dict):
        raise Garbage("the result of `initialize` is no object")
    if data.get("protocol") != VERSION:
        raise Garbage(
            f"it speaks protocol {clipped(repr(data.get('protocol')), 20)}, spoken here is {VERSION}",
            f'answer "protocol": {VERSION}',
        )
    capabilities, claims = _object(data, "capabilities"), _object(data, "claims")
    observes = _object(data, "observes")
    profile = claims.get("profile", "")
    if not isinstance(profile, str) or (profile and profile not in law.profiles):
        raise Garbage(f"it claims an unknown profile {clipped(repr(profile), 60)}", f"known: {', '.join(law.profiles)}")
    return Introduction(
        name=clipped(str(data.get("name", "")), 80) or "(no name)",
        version=clipped(str(data.get("version", "")), 40),
        setup=capabilities.get("setup", True) is True,
        positions=_names(capabilities, "positions", law.events),
        begins=_names(capabilities, "begins", law.events),
        players=_players(law, capabilities.get("players")),
        options=_options(law, capabilities.get("options", {})),
        luck=capabilities.get("luck") is True,
        legal=capabilities.get("legal", True) is True,
        profile=profile,
        rulings=_answers(law, claims.get("rulings", {})),
        observes=Observes(
            zones=_shown(observes, "zones", law.zones),
            state=_shown(observes, "state", law.state),
            values=_shown(observes, "values", law.definitions),
        ),
    )


def _object(data: Mapping[str, Any], key: str) -> Mapping[str, Any]:
    found = data.get(key, {})
    if not isinstance(found, dict):
        raise Garbage(f"`{key}` is no object")
    return found


def _names(data: Mapping[str, Any], key: str, known: Mapping[str, object]) -> frozenset[str]:
    found = data.get(key, [])
    if not isinstance(found, list) or not all(isinstance(one, str) and one in known for one in found):
        raise Garbage(f"`{key}` is no list of names of this rulebook", f"known: {', '.join(known)}")
    return frozenset(found)


def _shown(data: Mapping[str, Any], key: str, known: Mapping[str, object]) -> frozenset[str] | None:
    return _names(data, key, known) if key in data else None


def _players(law: Law, data: Any) -> tuple[int, int]:
    low, high = law.players
    if data is None:
        return low, high
    if not isinstance(data, list) or len(data) != 2 or not all(isinstance(one, int) for one in data):
        raise Garbage("`players` is no pair of numbers", f"write [{low}, {high}]")
    return max(low, data[0]), min(high, data[1])


def _options(law: Law, data: Any) -> dict[str, tuple[str, ...]]:
    if not isinstance(data, dict):
        raise Garbage("`options` of `capabilities` is no object", '{"OPTION": ["ANSWER", "ANSWER"]}')
    for name, answers in data.items():
        if name not in law.options:
            message = f"there is no option of play `{clipped(str(name), 40)}`"
            raise Garbage(message, f"there are {', '.join(law.options) or '(none)'}")
        known = law.options[name].literals
        if not isinstance(answers, list) or not answers or not all(one in known for one in answers):
            raise Garbage(f"`{name}` of `options` is no list of answers to it", f"its answers are {', '.join(known)}")
    return {name: tuple(answers) for name, answers in data.items()}


def _answers(law: Law, data: Any) -> dict[str, str]:
    if not isinstance(data, dict):
        raise Garbage("`rulings` of `claims` is no object")
    for name, answer in data.items():
        if name not in law.rulings or answer not in law.rulings[name].type.literals:
            claim = f"{clipped(str(name), 40)}: {clipped(str(answer), 40)}"
            raise Garbage(f"it claims `{claim}`, which is no answer to a ruling")
    return dict(data)
