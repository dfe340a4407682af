"""`ruleslawyer show`: a clause, and all that belongs to it."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from ruleslawyer.cli.options import echo_json, json_option, make_command
from ruleslawyer.rulebook.diagnostics import UsageError, did_you_mean
from ruleslawyer.rulebook.locate import rulebook_names

if TYPE_CHECKING:
    from ruleslawyer.language.law import Law
    from ruleslawyer.rulebook.model import Clause


@make_command("show", "show CLAUSE", "show CLAUSE RULEBOOK", "show CLAUSE ./my-rulebook --json")
@click.argument("clause")
@click.argument("rulebook", required=False)
@json_option
def command(clause: str, rulebook: str | None, as_json: bool) -> None:
    """Show CLAUSE: its sentence, its citations, what it does, the exceptions to it as a tree, what it changes, and the
    scenarios and claims about it.

    CLAUSE is the id of a clause or of one of its entries. Without RULEBOOK it is looked for in those that come with the
    program.
    """
    from ruleslawyer.report.showing import clause_data, clause_lines
    from ruleslawyer.scenario.paths import scenarios_of

    law, found = _find(clause, (rulebook,) if rulebook else tuple(rulebook_names()))
    data = clause_data(law, found, scenarios_of(law))
    if as_json:
        echo_json(data)
    else:
        for line in clause_lines(data):
            click.echo(line)


def _find(clause: str, rulebooks: tuple[str, ...]) -> tuple[Law, Clause]:
    """The clause of that name, or of the entry of that name, in the one of the rulebooks that has it.

    :raises UsageError: none has it, or several have one of their own.
    """
    from ruleslawyer.language import load

    laws = [load(name) for name in rulebooks]
    known = {entry.id for law in laws for one in law.clauses.values() for entry in one.entries}
    known |= {name for law in laws for name in law.clauses}
    if clause not in known:
        where = f"`{rulebooks[0]}` has" if len(rulebooks) == 1 else "the rulebooks here have"
        raise UsageError(f"{where} no clause `{clause}`; {did_you_mean(clause, known)}")
    owner = clause.partition("/")[0]
    found = [law for law in laws if owner in law.clauses]
    own = [law for law in found if law.rulebook.owns(law.clauses[owner].span)] or found
    if len(own) > 1:
        raise UsageError(f"`{owner}` is a clause of {' and '.join(law.name for law in own)}: name one of them")
    return own[0], own[0].clauses[owner]
