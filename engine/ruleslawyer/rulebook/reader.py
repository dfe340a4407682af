"""A folder of YAML files to a `Rulebook`. Every structural fault is collected; the reader raises once."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

from ruleslawyer.rulebook import declarations, grammar
from ruleslawyer.rulebook.card_table import read_table
from ruleslawyer.rulebook.declared import decode, shape
from ruleslawyer.rulebook.diagnostics import Diagnostic, EnoughFaults, RulebookError, did_you_mean
from ruleslawyer.rulebook.extensions import join
from ruleslawyer.rulebook.fields import Table
from ruleslawyer.rulebook.gathered import Gathered, gather_folder
from ruleslawyer.rulebook.locate import companion_folder, rulebook_folder, shown_name
from ruleslawyer.rulebook.model import Base, CardsDecl, Departure, InvariantDecl, Rulebook, TheoremDecl
from ruleslawyer.rulebook.nodes import Mapping, Span, Text

NOWHERE = Span("", 1, 1, 1, 1)
MAX_EXTENDS = 8
"""Longest chain of rulebooks that extend one another."""


def read_rulebook(folder: Path, invariants: Path | None = None) -> Rulebook:
    """The rulebook in `folder` with those it extends, and the claims in the folder `invariants`.

    Raises RulebookError with every structural fault of all files.
    """
    rulebook, faults = read_leniently(folder, invariants)
    if faults:
        raise RulebookError(faults, rulebook.files)
    return rulebook


def read_leniently(folder: Path, invariants: Path | None = None) -> tuple[Rulebook, list[Diagnostic]]:
    """What can be read of a rulebook, and its structural faults in the order of their places.

    What was refused is missing from the rulebook, so with faults it serves only to look for more of them.
    """
    gathered = Gathered()
    try:
        _gather(folder, invariants, gathered)
    except EnoughFaults:
        gathered.complete = False
    found, gathered.faults = gathered.faults, []
    rulebook = _build(gathered, folder)
    return rulebook, sorted([*found, *gathered.faults], key=_place)


def _place(fault: Diagnostic) -> tuple[str, int, int]:
    span = fault.span
    return ("", 0, 0) if span is None else (span.file, span.line, span.column)


def _gather(folder: Path, invariants: Path | None, gathered: Gathered) -> None:
    """Read `folder` and the rulebooks it extends, each with its claims."""
    chain = [folder]
    layers = []
    while True:
        layer = Gathered(faults=gathered.faults, budget=gathered.budget, files=dict(gathered.files))
        gather_folder(chain[-1], grammar.RULEBOOK, layer)
        claims = invariants if len(chain) == 1 else companion_folder(chain[-1], "invariants")
        if claims is not None:
            gather_folder(claims, grammar.INVARIANTS, layer)
        gathered.files.update(layer.files)
        layers.append(layer)
        base = layer.scalars.get("extends")
        following = None if base is None else _extended(base, chain, layer)
        if following is None:
            break
        chain.append(following)
    names = (layer.scalars.get("rulebook") for layer in layers[1:])
    gathered.bases = [Base(str(name), base) for name, base in zip(names, chain[1:], strict=True)]
    for layer in reversed(layers):
        join(gathered, layer)


def _extended(base: Text, chain: list[Path], layer: Gathered) -> Path | None:
    """The folder that `base` names, or None and a fault."""
    relative = chain[-1] / base.value
    if Path(base.value).is_absolute():
        layer.fault("absolute-path", "a rulebook extends another by name or by a relative path", base)
        return None
    if "/" in base.value and relative.is_dir():
        found = relative
    else:
        try:
            found = rulebook_folder(base.value)
        except RulebookError as error:
            fault = error.diagnostics[0]
            layer.fault(fault.code, fault.message, base, fault.hint)
            return None
    if found.resolve() in [one.resolve() for one in chain]:
        layer.fault("extends-itself", f"`{base}` extends this rulebook as well", base, "remove one `extends:`")
        return None
    if len(chain) > MAX_EXTENDS:
        layer.fault("extends-too-long", f"more than {MAX_EXTENDS} rulebooks extend one another", base)
        return None
    return found


REQUIRED = {
    "rulebook": "the name of the rulebook, such as `rulebook: my-game`",
    "title": "what the rulebook is called",
    "players": "how many can play, such as `players: 2..4`",
    "begins": "the event that plays a whole game",
}
"""Scalars that some file of every rulebook has, and what they are."""


def _build(gathered: Gathered, folder: Path) -> Rulebook:
    """The rulebook that was gathered; only to be used when there are no faults."""
    faults = gathered.faults
    for key, meaning in REQUIRED.items() if gathered.complete else ():
        if key not in gathered.written:
            message = f"no file of `{shown_name(folder)}` has `{key}:`"
            faults.append(Diagnostic("missing-key", message, hint=f"add {meaning}"))
    nowhere = Text("0", NOWHERE)
    single = gathered.scalars
    accounts = gathered.tables.get("accounts", {}).get("accounts", (nowhere, None))[1]
    tables = {
        key.name: decode(Mapping(tuple(gathered.table(key.name)), NOWHERE), key.shape, faults)
        for key in grammar.RULEBOOK.keys
        if isinstance(key.shape, Table)
    }
    for source in tables["sources"]:
        declarations.check_source(source, faults)
    for ruling in tables["rulings"]:
        declarations.check_ruling(ruling, faults)
    lemmas = [replace(decode(node, grammar.LEMMA, faults), lemma=True) for node in gathered.items("lemmas")]
    promises = [decode(node, grammar.INVARIANT, faults) for node in gathered.items("invariants")]
    promises += [decode(node, grammar.THEOREM, faults) for node in gathered.items("theorems")]
    claims = _standing((*promises, *lemmas), gathered)
    return Rulebook(
        name=single.get("rulebook", nowhere),
        title=_one_line(single.get("title", nowhere)),
        version=_one_line(single.get("version", nowhere)),
        players=declarations.number_range(single.get("players", nowhere), faults),
        begins=single.get("begins", nowhere),
        **tables,
        cards=tuple(_cards(gathered)),
        accounts=accounts if isinstance(accounts, Mapping) else None,
        levels=tuple(node for _, _, node in gathered.lists.get("levels", []) if isinstance(node, Text)),
        clauses=tuple(declarations.clause(node, faults) for node in gathered.items("clauses")),
        invariants=tuple(claim for claim in claims if isinstance(claim, InvariantDecl)),
        theorems=tuple(claim for claim in claims if isinstance(claim, TheoremDecl)),
        departs=tuple(decode(node, shape(Departure), faults) for node in gathered.items("departs")),
        folder=folder,
        bases=tuple(gathered.bases),
        files=gathered.files,
        layers=tuple(gathered.layers),
    )


def _standing(
    claims: tuple[InvariantDecl | TheoremDecl, ...], gathered: Gathered
) -> tuple[InvariantDecl | TheoremDecl, ...]:
    """The claims without those of bases that a claim of an extension holds in place of."""

    def layer(claim: InvariantDecl | TheoremDecl) -> int:
        return next((number for number, files in enumerate(gathered.layers) if claim.span.file in files), 0)

    for one in claims:
        of_base = [claim.id.value for claim in claims if layer(claim) < layer(one)]
        for target in one.overrides:
            if target.value not in of_base:
                hint = (
                    did_you_mean(target.value, of_base)
                    if of_base
                    else "a claim holds in place of one of a base, and here is none"
                )
                gathered.fault("overrides-nothing", f"no base claims `{target}`", target, hint, one.id.value)
    replaced = {target.value for one in claims for target in one.overrides}
    return tuple(one for one in claims if one.id.value not in replaced)


def _cards(gathered: Gathered) -> Iterator[CardsDecl]:
    for path, folder, node in gathered.lists.get("cards", []):
        made: CardsDecl = decode(node, shape(CardsDecl), gathered.faults)
        if made.csv is not None:
            made = replace(made, rows=read_table(made.csv, path, folder, gathered.files, gathered.faults))
        yield made


def _one_line(text: Text) -> str:
    return " ".join(text.value.split())
