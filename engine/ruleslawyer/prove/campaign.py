"""One proof run over a whole rulebook."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager

from ruleslawyer.language.analysis import Footprints, all_cases, cases_of, own_expressions
from ruleslawyer.language.findings import contract_claims
from ruleslawyer.language.law import Case, Definition, Event, Law
from ruleslawyer.language.tree import Offer, Raise, statements
from ruleslawyer.prove.context import Context, Unsupported
from ruleslawyer.prove.contracts import Contracts, declared_failure
from ruleslawyer.prove.obligations import Cube, Kind, Result, Verdict
from ruleslawyer.prove.path import Path
from ruleslawyer.prove.report import Report
from ruleslawyer.prove.results import Results, stale_result
from ruleslawyer.prove.verify import Verifier

Progress = Callable[[int, int, str], None]
Part = tuple[str, frozenset[str], Callable[[Path], None]]
"""A name, the clauses in it (by id, and by the ids of their entries), and what proves it."""


def run(
    law: Law,
    *,
    players: range | None,
    only: str | None,
    progress: Progress | None,
    timeout: float,
    effort: int,
    confirm: bool,
) -> Report:
    """See `ruleslawyer.prove.prove`."""
    start = time.perf_counter()
    numbers = players or range(law.players[0], law.players[1] + 1)
    context = Context(law, numbers, timeout, effort)
    found = Results(context)
    verifier = Verifier(context, found, Contracts(context, found, Footprints(law)))
    if only in (None, "setup"):
        with context.scope(), _translating(found, "setup"):
            verifier.set_up()
    names = {part[0] for part in _parts(law, verifier)} | {"setup"}
    if only is not None and only not in names:
        verifier.only = relying(law, only)
    wanted = verifier.only or frozenset()
    parts = [part for part in _parts(law, verifier) if only in (None, part[0]) or wanted & part[1]]
    anywhere = verifier.any_position()
    for number, (name, _, part) in enumerate(parts):
        if progress is not None:
            progress(number, len(parts), name)
        with _translating(found, name):
            part(anywhere)
    results = tuple(_judged(law, found.by_id, only))
    if confirm:
        from ruleslawyer.prove.confirm import confirm as play_into_faults

        results = play_into_faults(law, results)
    seconds = time.perf_counter() - start
    return Report(law.name, law.version, law.digest, (numbers[0], numbers[-1]), results, seconds, context.queries)


def relying(law: Law, clause: str) -> frozenset[str]:
    """The entries of a clause (or the one of that id), and those that raise its event or read its definition."""
    own = frozenset(case.id for case in all_cases(law) if clause in (case.id, case.clause))
    owners: tuple[Event | Definition, ...] = (*law.events.values(), *law.definitions.values())
    changed = {owner.name for owner in owners if any(case.id in own for case in cases_of(owner))}
    footprints = Footprints(law)

    def relies(case: Case) -> bool:
        raised = {one.event for one in statements(case.do) if isinstance(one, Raise | Offer)}
        read = footprints.reads(*own_expressions(case)).definitions
        return bool(changed & (raised | read))

    return own | {case.id for case in all_cases(law) if relies(case)}


@contextmanager
def _translating(found: Results, name: str) -> Iterator[None]:
    """What cannot be translated is unproved, by a fault of the translation too: nothing ends the whole run."""
    try:
        yield
    except Unsupported as reason:
        found.unsupported(name, "whole", str(reason))
    except Exception as fault:
        found.unsupported(name, "whole", f"something on which the translation broke down ({fault!r})")


def _judged(law: Law, results: Mapping[str, Result], only: str | None) -> Iterator[Result]:
    """The results, with declared failures that were met nowhere; of a part of the proofs, without those that may be
    met elsewhere."""
    declared = [(event, claim) for event, claim in contract_claims(law) if claim.fails_under]
    places = {claim.id: (event.name, claim in event.requires) for event, claim in declared}
    for result in results.values():
        stale = result.obligation.kind is Kind.FINDING and result.verdict is Verdict.VIOLATED
        if not stale or only is None or places[result.obligation.claim] == (only, False):
            yield result
    for _, claim in declared if only is None else ():
        for number, reading in enumerate(claim.fails_under, start=1):
            obligation = declared_failure(claim, number, Cube(reading))
            if obligation.id not in results:
                yield stale_result(obligation, Cube(reading))


def _parts(law: Law, verifier: Verifier) -> Iterator[Part]:
    for event in law.events.values():
        cases = tuple(cases_of(event))
        yield event.name, _ids(cases), lambda anywhere, event=event: verifier.event(event, anywhere)  # type: ignore[misc]
    for one in law.definitions.values():
        cases = tuple(cases_of(one))
        yield one.name, _ids(cases), lambda anywhere, one=one: verifier.definition(one, anywhere)  # type: ignore[misc]


def _ids(cases: tuple[Case, ...]) -> frozenset[str]:
    return frozenset(name for case in cases for name in (case.id, case.clause))
