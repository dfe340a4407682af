"""The entry point `ruleslawyer`: finds the command, runs it, turns what went wrong into a message and an exit code."""

from __future__ import annotations

import importlib
import os
import sys
from typing import Any, NoReturn

import click

from ruleslawyer import __version__
from ruleslawyer.cli.exits import DOES_NOT_HOLD, INTERNAL, INTERRUPTED, PIPE_CLOSED, USAGE
from ruleslawyer.cli.options import examples
from ruleslawyer.rulebook.diagnostics import RulebookError, nearest
from ruleslawyer.rulebook.locate import rulebook_names

COMMANDS = ("check", "fmt", "show", "play", "ask", "compare", "run", "generate", "fuzz", "prove", "verify", "conform")
"""In the order of the help text; the command `x` is `ruleslawyer.cli.x.command`."""

EPILOG = f"""{examples("verify RULEBOOK", "check ./my-rulebook", "play RULEBOOK --seed 7")}

A RULEBOOK is the name of one that comes with the program ({", ".join(rulebook_names()) or "none here"}), or the path of
a folder. Exit codes: 0 it holds, 1 it does not hold, 2 usage or bad input."""


class Commands(click.Group):
    """A group that imports a command's module when the command is asked for."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        """Every command, in the order of the help text."""
        return list(COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """The command of that name, or None."""
        if cmd_name not in COMMANDS:
            return None
        command = importlib.import_module(f"ruleslawyer.cli.{cmd_name}").command
        assert isinstance(command, click.Command)
        return command

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        """As click does, with the nearest name for one that does not exist."""
        if args and args[0] not in COMMANDS and not args[0].startswith("-"):
            near = nearest(args[0], COMMANDS)
            hint = f"did you mean `{near}`?" if near else f"the commands are {', '.join(COMMANDS)}"
            raise click.UsageError(f"there is no command `{args[0]}`; {hint}", ctx)
        return super().resolve_command(ctx, args)

    def make_context(self, *args: Any, **extra: Any) -> click.Context:
        """As click does; a reader that stops reading the help text is not an error."""
        try:
            return super().make_context(*args, **extra)
        except BrokenPipeError:
            _silence()
            sys.exit(PIPE_CLOSED)

    def invoke(self, ctx: click.Context) -> Any:
        """Runs the command; every fault that is the user's to mend becomes a message, never a stack trace."""
        if os.environ.get("NO_COLOR"):
            ctx.color = False
        try:
            result = super().invoke(ctx)
            sys.stdout.flush()
        except BrokenPipeError:
            _silence()
            ctx.exit(PIPE_CLOSED)
        except KeyboardInterrupt:
            click.echo("\nInterrupted.", err=True)
            ctx.exit(INTERRUPTED)
        except click.FileError as error:
            raise click.UsageError(error.format_message()) from None
        except (click.ClickException, click.exceptions.Exit, click.Abort):
            raise
        except RulebookError as error:
            click.echo(str(error), err=True)
            ctx.exit(USAGE)
        except Exception as error:
            ctx.exit(_report(error))
        return result


def run() -> NoReturn:
    """The program: `main`, and an exit code of our own when it was interrupted.

    Python ends as if killed when the interrupt met it in the middle of `exec`, as while classes are being made on
    import, even if it was dealt with since.
    """
    try:
        main(prog_name="ruleslawyer")
    except SystemExit as ended:
        if ended.code == INTERRUPTED:
            sys.stdout.flush()
            os._exit(INTERRUPTED)
        raise
    sys.exit(0)


def _report(error: Exception) -> int:
    """Says what went wrong, and returns the exit code."""
    from ruleslawyer.machine.faults import InvariantViolated, MachineError, RuleFault, StepLimitExceeded

    if isinstance(error, RuleFault | InvariantViolated | StepLimitExceeded):
        click.echo(f"the rulebook does not hold: {error}", err=True)
        return DOES_NOT_HOLD
    if isinstance(error, MachineError | OSError | UnicodeError):
        click.echo(f"error: {error}", err=True)
        return USAGE
    import traceback

    traceback.print_exception(error)
    click.echo("This is a fault of ruleslawyer itself. Please report it with the lines above.", err=True)
    return INTERNAL


def _silence() -> None:
    """Whoever read the output has gone: nothing more is to be written, also not on the way out."""
    try:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    except (OSError, ValueError):
        sys.stdout = open(os.devnull, "w", encoding="utf-8")  # noqa: SIM115


@click.group(cls=Commands, epilog=EPILOG, context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(__version__, prog_name="ruleslawyer")
def main() -> None:
    """Turns a rulebook into law that a machine can run, attack and prove."""
