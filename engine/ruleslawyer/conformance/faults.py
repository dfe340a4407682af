"""What can go wrong with an implementation, in the order in which a run meets it.

`CannotStart`: the command does not run. `Crashed`: the process ended, or reported a failure of its own. `Hung`: no
answer within the time allowed. `Flooded`: more output than anybody reads. `Garbage`: an answer that the protocol does
not know. These four end the process; the next question starts it again. `Refused`: it says that it cannot do this.
`OutOfLuck`, `Rejected`: it understood, and holds that the game goes differently; both are findings about a rule.
"""

from __future__ import annotations

from ruleslawyer.rulebook.diagnostics import RuleslawyerError


class ImplementationFault(RuleslawyerError):
    """Base of all; `hint` tells the implementer what to do."""

    fatal = True
    """Whether the process is of no more use."""

    def __init__(self, message: str, hint: str = "") -> None:
        self.message = message
        self.hint = hint
        super().__init__(f"{message} ({hint})" if hint else message)


class CannotStart(ImplementationFault):
    """The command could not be run at all, or never said who it is."""


class Crashed(ImplementationFault):
    """The process ended before it answered, or answered that it failed."""


class Hung(ImplementationFault):
    """No answer in time."""


class Flooded(ImplementationFault):
    """An answer longer than allowed; it was not read to its end."""


class Garbage(ImplementationFault):
    """The answer is no message of the protocol."""


class Refused(ImplementationFault):
    """The implementation does not support what was asked."""

    fatal = False


class OutOfLuck(ImplementationFault):
    """The implementation lets chance decide something that the rules do not."""

    fatal = False


class Rejected(ImplementationFault):
    """The implementation holds a decision illegal that the rules allow."""

    fatal = False
