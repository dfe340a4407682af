"""An implementation as a child process: one line out, one line in, and never longer than allowed.

One thread does it all: while an answer is awaited, standard error is read too, so that a chatty implementation cannot
block itself. The child leads a process group of its own, which is killed with it.
"""

from __future__ import annotations

import atexit
import contextlib
import ctypes
import json
import os
import selectors
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Sequence
from typing import IO, Any
from weakref import WeakSet

from ruleslawyer.conformance.faults import CannotStart, Crashed, Flooded, Garbage, Hung
from ruleslawyer.conformance.implementation import raise_error
from ruleslawyer.conformance.protocol import Message, clipped, request

TIMEOUT = 2.0
"""Seconds for one answer."""
STARTING = 10.0
"""Seconds at least for the first one: a program may take a while to come up."""
LONGEST_LINE = 1 << 20
"""Bytes of one answer."""
KEPT_ERRORS = 1 << 14
"""Bytes of standard error that are kept: the last ones."""
MOST_ERRORS = 1 << 22
"""Bytes of standard error during one answer after which it is a flood."""
CHUNK = 1 << 16
GRACE = 0.2
"""Seconds that a child has to end by itself."""

_running: WeakSet[ChildProcess] = WeakSet()


class ChildProcess:
    """A long-lived child that speaks the protocol on its standard input and output.

    :param command: program and arguments; no shell is involved.
    :param timeout: seconds allowed for each answer.
    :raises CannotStart: there is no such program.
    """

    def __init__(self, command: Sequence[str], *, timeout: float = TIMEOUT) -> None:
        self.command = tuple(command)
        self.timeout = timeout
        self.errors = bytearray()
        """The end of what it wrote to standard error."""
        self._number = 0
        self._allowed = timeout
        self._pending = bytearray()
        self._searched = 0
        try:
            self._child = subprocess.Popen(
                self.command,
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.PIPE,
                start_new_session=True,
                bufsize=0,
                preexec_fn=_die_with_parent,
            )
        except (OSError, ValueError) as error:
            raise CannotStart(f"`{command[0]}` does not run: {error}", "is the path right?") from None
        self._input, self._output, self._errors = map(_unblocked, _pipes(self._child))
        self._selector = selectors.DefaultSelector()
        self._selector.register(self._output, selectors.EVENT_READ)
        self._selector.register(self._errors, selectors.EVENT_READ)
        self._errors_read = 0
        _running.add(self)

    @property
    def pid(self) -> int:
        """The process id, which is that of its process group too."""
        return self._child.pid

    @property
    def alive(self) -> bool:
        """Whether it still runs."""
        return self._child.poll() is None

    def ask(self, method: str, params: Message) -> Any:
        """See `Implementation.ask`."""
        self._number += 1
        line = json.dumps(request(self._number, method, params), ensure_ascii=False, separators=(",", ":"))
        self._errors_read = 0
        self._allowed = max(self.timeout, STARTING) if self._number == 1 else self.timeout
        deadline = time.monotonic() + self._allowed
        self._send(line.encode() + b"\n", deadline)
        return self._result(self._line(deadline))

    def close(self) -> None:
        """Ends the child and everything that it started. May be called twice."""
        _running.discard(self)
        with contextlib.suppress(OSError):
            os.close(self._input)
        with contextlib.suppress(subprocess.TimeoutExpired):
            self._child.wait(GRACE if self._output >= 0 else 0)
        self.kill()
        self._selector.close()
        for pipe in (self._output, self._errors):
            with contextlib.suppress(OSError):
                os.close(pipe)
        self._input = self._output = self._errors = -1

    def kill(self) -> None:
        """Kills the child's process group at once."""
        with contextlib.suppress(ProcessLookupError, PermissionError):
            os.killpg(self._child.pid, signal.SIGKILL)
        self._child.wait()

    # -- writing and reading --------------------------------------------------------------------------------------

    def _send(self, data: bytes, deadline: float) -> None:
        view = memoryview(data)
        while view:
            try:
                view = view[os.write(self._input, view) :]
            except BlockingIOError:
                self._await_writing(deadline)
            except OSError:
                raise self._crashed() from None

    def _await_writing(self, deadline: float) -> None:
        """Waits until the child reads, and meanwhile reads what it writes."""
        self._selector.register(self._input, selectors.EVENT_WRITE)
        try:
            for key, _ in self._selected(deadline, "it does not read its standard input"):
                if key.fd != self._input:
                    self._read(key.fd)
        finally:
            self._selector.unregister(self._input)

    def _selected(self, deadline: float, otherwise: str) -> list[tuple[selectors.SelectorKey, int]]:
        ready = self._selector.select(max(0.0, deadline - time.monotonic()))
        if not ready:
            raise Hung(f"no answer within {self._allowed:g} s: {otherwise}", self._said())
        return ready

    def _line(self, deadline: float) -> bytes:
        while True:
            end = self._pending.find(b"\n", self._searched)
            if end >= 0:
                line = bytes(self._pending[:end])
                del self._pending[: end + 1]
                self._searched = 0
                return line
            self._searched = len(self._pending)
            if self._searched > LONGEST_LINE:
                raise Flooded(f"more than {LONGEST_LINE} bytes without an end of line", self._said())
            answered = [self._read(key.fd) for key, _ in self._selected(deadline, "it wrote no line")]
            if not any(answered):
                raise self._crashed()

    def _read(self, pipe: int) -> bool:
        """Reads what is there; False when the answers have come to an end."""
        try:
            data = os.read(pipe, CHUNK)
        except BlockingIOError:
            return True
        if pipe == self._errors:
            self._note_errors(data)
            return True
        self._pending += data
        return bool(data)

    def _note_errors(self, data: bytes) -> None:
        if not data:
            self._selector.unregister(self._errors)
            return
        self.errors += data
        del self.errors[:-KEPT_ERRORS]
        self._errors_read += len(data)
        if self._errors_read > MOST_ERRORS:
            raise Flooded(f"more than {MOST_ERRORS} bytes on standard error during one answer", self._said())

    def _result(self, line: bytes) -> Any:
        try:
            answer = json.loads(line)
        except (ValueError, RecursionError):
            shown = clipped(line[:400].decode(errors="replace"), 120)
            raise Garbage(
                f"no JSON: {shown or '(an empty line)'}", "logs belong on standard error, one message on each line"
            ) from None
        if not isinstance(answer, dict) or answer.get("jsonrpc") != "2.0":
            raise Garbage('no JSON-RPC 2.0: an answer has "jsonrpc": "2.0"')
        if answer.get("id") != self._number:
            raise Garbage(f"an answer to question {clipped(repr(answer.get('id')), 40)}, asked was {self._number}")
        if ("result" in answer) == ("error" in answer):
            raise Garbage("an answer has either a result or an error")
        if "error" in answer:
            raise_error(answer["error"])
        return answer["result"]

    def _crashed(self) -> Crashed:
        with contextlib.suppress(subprocess.TimeoutExpired):
            self._child.wait(GRACE)
        self._drain_errors()
        code = self._child.returncode
        if code is None:
            return Crashed("it closed its standard output and did not answer", self._said())
        how = f"signal {-code}" if code < 0 else f"exit code {code}"
        return Crashed(f"the process ended without an answer, {how}", self._said())

    def _drain_errors(self) -> None:
        with contextlib.suppress(OSError, Flooded, KeyError):
            while data := os.read(self._errors, CHUNK):
                self._note_errors(data)

    def _said(self) -> str:
        """The last line that it wrote to standard error."""
        lines = self.errors.decode(errors="replace").strip().splitlines()
        return f"its last words: {clipped(lines[-1], 160)}" if lines else ""


def _pipes(child: subprocess.Popen[bytes]) -> tuple[IO[bytes], IO[bytes], IO[bytes]]:
    assert child.stdin is not None and child.stdout is not None and child.stderr is not None
    return child.stdin, child.stdout, child.stderr


def _unblocked(pipe: IO[bytes]) -> int:
    """A descriptor of our own that never blocks."""
    descriptor = os.dup(pipe.fileno())
    pipe.close()
    os.set_blocking(descriptor, False)
    return descriptor


def _find_die_with_parent() -> Callable[[], None] | None:
    """On Linux, what makes the kernel kill a child whose parent was killed and could not do it itself."""
    if sys.platform != "linux":
        return None
    try:
        library = ctypes.CDLL(None)
    except OSError:
        return None
    set_parent_death_signal = 1
    return lambda: library.prctl(set_parent_death_signal, int(signal.SIGKILL))


_die_with_parent = _find_die_with_parent()


@atexit.register
def _close_all() -> None:
    for child in list(_running):
        child.kill()
