"""The pytest plugin: `pytest --ruleslawyer-adapter "CMD"` collects scenario files as tests of an implementation.

It does nothing without that option, and imports nothing of ruleslawyer then.
"""

from __future__ import annotations

import shlex
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

if TYPE_CHECKING:
    from ruleslawyer.conformance.session import Session
    from ruleslawyer.scenario.model import Scenario

SUFFIXES = (".yaml", ".json")
HEAD = 4_096
"""Bytes in which a scenario file says that it is one."""


def pytest_addoption(parser: pytest.Parser) -> None:
    """Adds the options."""
    group = parser.getgroup("ruleslawyer", "tests of an implementation of a game's rules")
    group.addoption("--ruleslawyer-adapter", metavar="CMD", help="Collect scenario files as tests of this adapter.")
    group.addoption("--ruleslawyer-rulebook", metavar="R", help="Name or folder. [default: what each file names]")
    group.addoption("--ruleslawyer-profile", metavar="P", help="The reading. [default: what the adapter claims]")
    group.addoption("--ruleslawyer-timeout", metavar="S", type=float, default=2.0, help="Seconds for one answer.")


def pytest_configure(config: pytest.Config) -> None:
    """Makes room for the sessions."""
    if config.getoption("--ruleslawyer-adapter"):
        config.stash[_SESSIONS] = _Sessions(config)


def pytest_unconfigure(config: pytest.Config) -> None:
    """Ends the adapter's processes."""
    sessions = config.stash.get(_SESSIONS, None)
    if sessions is not None:
        sessions.close()


def pytest_collect_file(file_path: Path, parent: pytest.Collector) -> pytest.Collector | None:
    """A scenario file, if an adapter is to be tested."""
    if parent.config.stash.get(_SESSIONS, None) is None or file_path.suffix not in SUFFIXES:
        return None
    if not _is_scenario_file(file_path):
        return None
    collector: pytest.Collector = ScenarioFile.from_parent(parent, path=file_path)
    return collector


def _is_scenario_file(path: Path) -> bool:
    with path.open("rb") as file:
        head = file.read(HEAD)
    return b"scenarios" in head and b"rulebook" in head and b"format" in head


class ScenarioFile(pytest.File):
    """A file of scenarios."""

    def collect(self) -> Iterator[pytest.Item]:
        """One item for each scenario."""
        from ruleslawyer.rulebook.diagnostics import RulebookError
        from ruleslawyer.scenario.read import read_file

        try:
            scenarios = read_file(self.path).scenarios
        except RulebookError as error:
            raise self.CollectError(str(error)) from None
        for scenario in scenarios:
            yield ScenarioItem.from_parent(self, name=scenario.slug, scenario=scenario)


class ScenarioItem(pytest.Item):
    """One scenario, played on the adapter."""

    def __init__(self, *, scenario: Scenario, **others: Any) -> None:
        super().__init__(**others)
        self.scenario = scenario

    def runtest(self) -> None:
        """Plays it.

        :raises DoesNotConform: the adapter does something else.
        """
        from ruleslawyer.conformance.campaign import applicable, play_scenario
        from ruleslawyer.conformance.testing import DoesNotConform, failure_text
        from ruleslawyer.conformance.verdicts import Verdict

        session = self.config.stash[_SESSIONS].session(self.scenario.rulebook)
        answers = self.config.stash[_SESSIONS].answers(session)
        if not applicable(session.law, [self.scenario], answers):
            pytest.skip("it is about another reading")
        for execution in play_scenario(session.law, session, self.scenario, answers):
            if execution.verdict is Verdict.REFUSES:
                pytest.skip(f"not supported: {execution.message}")
            if execution.verdict.fails:
                raise DoesNotConform(failure_text(execution))

    def repr_failure(self, excinfo: pytest.ExceptionInfo[BaseException], style: Any = None) -> Any:
        """What went wrong, without a stack trace for what the adapter did."""
        from ruleslawyer.conformance.faults import ImplementationFault
        from ruleslawyer.conformance.testing import DoesNotConform

        if isinstance(excinfo.value, DoesNotConform | ImplementationFault):
            return f"{excinfo.value}\n  because: {self.scenario.because}"
        return super().repr_failure(excinfo, style)

    def reportinfo(self) -> tuple[Path, int | None, str]:
        """Where it stands."""
        span = self.scenario.span(("id",))
        return self.path, None if span is None else span.line - 1, self.name


class _Sessions:
    """One session for each rulebook, started when the first scenario needs it."""

    def __init__(self, config: pytest.Config) -> None:
        self._command = shlex.split(config.getoption("--ruleslawyer-adapter"))
        self._rulebook: str | None = config.getoption("--ruleslawyer-rulebook")
        self._profile: str | None = config.getoption("--ruleslawyer-profile")
        self._timeout: float = config.getoption("--ruleslawyer-timeout")
        self._sessions: dict[str, Session] = {}

    def session(self, rulebook: str) -> Session:
        """The session about a rulebook."""
        from ruleslawyer.conformance.runner import process_maker
        from ruleslawyer.conformance.session import Session
        from ruleslawyer.language import load

        if rulebook not in self._sessions:
            law = load(self._rulebook or rulebook)
            self._sessions[rulebook] = Session(process_maker(self._command, self._timeout), law)
        return self._sessions[rulebook]

    def answers(self, session: Session) -> dict[str, str]:
        """The reading that the adapter is held to.

        :raises UsageError: the rulebook has no such profile.
        """
        law, introduction = session.law, session.introduction
        if self._profile is not None and self._profile not in law.profiles:
            raise pytest.UsageError(f"`{law.name}` has no profile `{self._profile}`; it has {', '.join(law.profiles)}")
        name = self._profile or introduction.claims.profile or next(iter(law.profiles), "")
        return {**law.profiles.get(name, {}), **({} if self._profile else introduction.claims.rulings)}

    def close(self) -> None:
        """Ends all of them."""
        for session in self._sessions.values():
            session.close()


_SESSIONS: pytest.StashKey[_Sessions] = pytest.StashKey()
