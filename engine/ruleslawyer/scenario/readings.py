"""Under which answers a scenario is run."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from ruleslawyer.language.law import Law
from ruleslawyer.language.types import EnumType
from ruleslawyer.rulebook.diagnostics import Diagnostic, did_you_mean
from ruleslawyer.scenario.model import Place, Reading, Scenario


@dataclass(frozen=True)
class Variant:
    """An answer to every ruling, and how people call it."""

    name: str
    answers: Mapping[str, str]


def variants(law: Law, scenario: Scenario) -> tuple[Variant, ...]:
    """Every set of answers that the scenario claims to hold under, each once.

    What a reading leaves open is answered by the profile `otherwise`, or else by every profile in turn: a scenario that
    lists the rulings it depends on says that no other matters. The scenario must be free of `reading_faults`.
    """
    readings = scenario.readings or (Reading(),)
    found: dict[tuple[tuple[str, str], ...], Variant] = {}
    for reading in readings:
        for variant in _variants(law, reading, scenario.otherwise):
            found.setdefault(tuple(sorted(variant.answers.items())), variant)
    return tuple(found.values())


def _variants(law: Law, reading: Reading, otherwise: str) -> Iterator[Variant]:
    if reading.profile:
        yield Variant(reading.profile, law.profiles[reading.profile])
        return
    if len(reading.rulings) == len(law.rulings):
        yield Variant(str(reading), dict(reading.rulings))
        return
    for profile in (otherwise,) if otherwise else law.profiles:
        name = f"{reading}, otherwise {profile}" if reading.rulings else profile
        yield Variant(name, {**law.profiles[profile], **reading.rulings})


def reading_faults(law: Law, scenario: Scenario) -> Iterator[Diagnostic]:
    """Unknown profiles, rulings and answers, and rulings that nothing answers."""
    under = scenario.source is not None and scenario.source.get("under") is not None
    for index, reading in enumerate(scenario.readings):
        place: Place = ("under", index) if under else ()
        if reading.profile and reading.profile not in law.profiles:
            yield _unknown(scenario, (*place, "profile"), "profile", reading.profile, law.profiles)
        yield from _answer_faults(law, scenario, reading, place)
    if scenario.otherwise and scenario.otherwise not in law.profiles:
        yield _unknown(scenario, ("otherwise",), "profile", scenario.otherwise, law.profiles)
    if not law.profiles:
        yield from _unanswered(law, scenario)


def _answer_faults(law: Law, scenario: Scenario, reading: Reading, place: Place) -> Iterator[Diagnostic]:
    for name, answer in reading.rulings.items():
        ruling = law.rulings.get(name)
        where = (*place, "rulings", name)
        if ruling is None:
            yield _unknown(scenario, where, "ruling", name, law.rulings)
        elif answer not in ruling.type.literals:
            message = f"`{answer}` is no answer to the ruling `{name}`"
            hint = did_you_mean(answer, ruling.type.literals)
            yield Diagnostic("unknown-answer", message, scenario.span(where), hint=hint)


def _unanswered(law: Law, scenario: Scenario) -> Iterator[Diagnostic]:
    for reading in scenario.readings or (Reading(),):
        missing = [name for name in law.rulings if name not in reading.rulings]
        if missing:
            message = f"nothing answers {', '.join(missing)}: the rulebook `{law.name}` has no profiles"
            yield Diagnostic("unanswered", message, scenario.span(("id",)), hint="list every ruling below `rulings:`")


def _unknown(scenario: Scenario, place: Place, what: str, name: str, known: Mapping[str, object]) -> Diagnostic:
    message = f"`{scenario.rulebook}` has no {what} `{name}`"
    return Diagnostic(f"unknown-{what}", message, scenario.span(place), hint=did_you_mean(name, known))


def option_faults(law: Law, scenario: Scenario) -> Iterator[Diagnostic]:
    """Unknown options of play and their answers."""
    for name, answer in scenario.options.items():
        known: EnumType | None = law.options.get(name)
        if known is None:
            yield _unknown(scenario, ("options", name), "option", name, law.options)
        elif answer not in known.literals:
            message = f"`{answer}` is no answer to the option `{name}`"
            hint = did_you_mean(answer, known.literals)
            yield Diagnostic("unknown-answer", message, scenario.span(("options", name)), hint=hint)
