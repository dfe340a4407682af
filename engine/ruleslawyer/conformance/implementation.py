"""What the harness needs of an implementation: one method. A process and an object in this process are alike to it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Protocol

from ruleslawyer.conformance.faults import Crashed, Garbage, OutOfLuck, Refused, Rejected
from ruleslawyer.conformance.protocol import ILLEGAL, INTERNAL, OUT_OF_LUCK, UNSUPPORTED, Message, clipped


class Implementation(Protocol):
    """Answers questions. One that holds something to be given back also has `close()`, which may be called twice."""

    def ask(self, method: str, params: Message) -> Any:
        """The result of a method.

        :raises ImplementationFault: there is none.
        """


MakeImplementation = Callable[[], Implementation]


class InProcess:
    """An object in this process as an implementation: `handle(method, params)` gives the result.

    Whatever it raises is a crash; an exception with an integer `code` is that JSON-RPC error.
    """

    def __init__(self, handle: Callable[[str, Message], Any]) -> None:
        self._handle = handle

    def ask(self, method: str, params: Message) -> Any:
        """See `Implementation.ask`."""
        try:
            return self._handle(method, params)
        except Exception as error:
            code = getattr(error, "code", None)
            if isinstance(code, int):
                raise_error({"code": code, "message": str(error)})
            raise Crashed(f"{type(error).__name__}: {clipped(str(error))}") from None


def raise_error(error: object) -> None:
    """Raises what an error of JSON-RPC means.

    :raises ImplementationFault: always.
    """
    if not isinstance(error, Mapping) or not isinstance(error.get("code"), int):
        raise Garbage("an error without a code", 'an error is {"code": NUMBER, "message": TEXT}')
    code, message = error["code"], clipped(str(error.get("message", "")))
    if code == UNSUPPORTED:
        raise Refused(message or "not supported")
    if code == OUT_OF_LUCK:
        raise OutOfLuck(message or "out of luck")
    if code == ILLEGAL:
        raise Rejected(message or "illegal decision")
    if code == INTERNAL:
        raise Crashed(f"it reports a failure of its own: {message}")
    raise Garbage(f"error {code}: {message}", f"the codes are {UNSUPPORTED}, {OUT_OF_LUCK}, {ILLEGAL} and {INTERNAL}")
