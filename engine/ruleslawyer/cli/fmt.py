"""`ruleslawyer fmt`: the canonical layout of rulebook and invariants files; older citations of scenario files."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import click

from ruleslawyer.cli.exits import USAGE
from ruleslawyer.cli.options import echo_json, json_option, make_command
from ruleslawyer.rulebook.diagnostics import Diagnostic, RulebookError, UsageError


@make_command("fmt", "fmt", "fmt ./my-rulebook", "fmt ./my-rulebook/rules.yaml --check")
@click.argument("paths", nargs=-1, metavar="[PATH]...")
@click.option("--check", "only_check", is_flag=True, help="Change nothing; exit with 1 if something would change.")
@json_option
@click.pass_context
def command(ctx: click.Context, paths: tuple[str, ...], only_check: bool, as_json: bool) -> bool:
    """Lay out rulebook files in the canonical form, and change nothing else.

    A PATH is a file, a folder or a rulebook's name; without one, the folders `spec` and `invariants` of the current
    folder. A file that cannot be read is left as it is. Of a scenario file only citations of an older form are
    rewritten.
    """
    changed: list[str] = []
    faults: list[RulebookError] = []
    files = list(_files(paths))
    for path, shown, text in files:
        try:
            if _format(path, shown, text, only_check):
                changed.append(shown)
        except RulebookError as error:
            faults.append(error)
    _print(changed, faults, len(files), only_check, as_json)
    if faults:
        ctx.exit(USAGE)
    return not (changed and only_check)


def _format(path: Path, shown: str, text: str, only_check: bool) -> bool:
    """Whether the file was, or would be, changed."""
    from ruleslawyer.rulebook.files import replace_file
    from ruleslawyer.rulebook.format import canonical
    from ruleslawyer.scenario.older_forms import is_scenario_file, rewritten

    laid_out = (rewritten if is_scenario_file(text) else canonical)(text, shown)
    if laid_out == text:
        return False
    if not only_check:
        replace_file(path, laid_out)
    return True


def _files(paths: tuple[str, ...]) -> Iterator[tuple[Path, str, str]]:
    """Path, shown name and text of every file meant."""
    from ruleslawyer.rulebook.files import read_text, yaml_files
    from ruleslawyer.rulebook.locate import rulebook_folder

    if not paths:
        paths = tuple(name for name in ("spec", "invariants") if Path(name).is_dir())
    if not paths:
        raise UsageError("there is no folder `spec` or `invariants` here; name a file or a folder")
    faults: list[Diagnostic] = []
    for name in paths:
        path = Path(name)
        if path.is_file():
            text = read_text(path, path.parent, faults)
            if text is not None:
                yield path, name, text
        else:
            yield from yaml_files(path if path.is_dir() else rulebook_folder(name), faults)
    if faults:
        raise RulebookError(faults)


def _print(changed: list[str], faults: list[RulebookError], files: int, only_check: bool, as_json: bool) -> None:
    if as_json:
        from ruleslawyer.report.checks import faults_data

        echo_json(
            {"files": files, "changed": changed, "faults": [one for error in faults for one in faults_data(error)]}
        )
        return
    for name in changed:
        click.echo(f"{'would change' if only_check else 'changed'} {name}")
    for error in faults:
        click.echo(str(error), err=True)
    if not changed and not faults:
        click.echo(f"{files} file{'' if files == 1 else 's'} in canonical form")
