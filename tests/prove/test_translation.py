"""The translation is total: every class of the tree has an encoding, and what has none is unproved, by its name."""

from __future__ import annotations

from pathlib import Path

import pytest

from ruleslawyer.language import load, tree
from ruleslawyer.language.analysis import Footprints
from ruleslawyer.prove import Kind, Verdict, expressions as prove_expressions, prove
from ruleslawyer.prove.context import Context, Unsupported
from ruleslawyer.prove.contracts import Contracts
from ruleslawyer.prove.execute import Executor
from ruleslawyer.prove.expressions import ENCODINGS
from ruleslawyer.prove.results import Results

from .conftest import LawOf


def classes_below(base: type) -> set[type]:
    """The classes of the tree of one family."""
    return {one for one in vars(tree).values() if isinstance(one, type) and issubclass(one, base) and one is not base}


def test_every_expression_has_an_encoding() -> None:
    assert set(ENCODINGS) == classes_below(tree.Expression) - {tree.Watched}, "which no rulebook has"


def test_every_statement_has_an_encoding(law_of: LawOf) -> None:
    law = law_of("- id: GO\n  at: step\n  do: []\n")
    context = Context(law, range(2, 4))
    results = Results(context)

    executor = Executor(context, results, Contracts(context, results, Footprints(law)))

    assert set(executor.encodings) == classes_below(tree.Statement)


def test_what_has_no_encoding_is_unproved_by_its_name(law_of: LawOf, monkeypatch: pytest.MonkeyPatch) -> None:
    law = law_of("- id: GO\n  at: step\n  do:\n  - set:\n      count: count // 2\n")
    left = {kind: encode for kind, encode in ENCODINGS.items() if kind is not tree.Arithmetic}
    monkeypatch.setattr(prove_expressions, "ENCODINGS", left)

    (unencoded,) = (one for one in prove(law, confirm=False).failures() if one.obligation.clause == "GO")

    assert (unencoded.obligation.kind, unencoded.verdict) == (Kind.ENCODING, Verdict.UNPROVED)
    assert "Arithmetic" in unencoded.obligation.text


def test_an_expression_that_nobody_asks_for_is_refused(law_of: LawOf) -> None:
    law = law_of("- id: GO\n  at: step\n  do: []\n")
    context = Context(law, range(2, 4))

    with pytest.raises(Unsupported):
        context.demand(context.is_seat(1), "nobody collects this")
    with context.apart() as demands:
        context.demand(context.fresh_bool("needed"), "somebody does")
    assert [one.text for one in demands] == ["somebody does"]


def test_a_fault_of_the_translation_ends_no_run(law_of: LawOf, monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(*arguments: object) -> None:
        raise ZeroDivisionError("by hand")

    law = law_of("- id: GO\n  at: step\n  do:\n  - set:\n      count: count // 2\n")
    monkeypatch.setattr(prove_expressions, "ENCODINGS", {**ENCODINGS, tree.Arithmetic: broken})

    failures = prove(law, confirm=False).failures()

    assert any("broke down" in one.obligation.text for one in failures)


def test_three_constructs_that_once_ended_a_run() -> None:
    """A card's field `name` under `distinct`, a choice from one literal, `before` on a row of a player."""
    report = prove(load(str(Path(__file__).parent / "three_constructs")), confirm=False)

    assert [one.obligation.id for one in report.failures()] == ["PICK:take:supply"]
