"""Profiles: one answer to every ruling."""

from __future__ import annotations

from ruleslawyer.language.names import Reporter, Symbols
from ruleslawyer.rulebook.diagnostics import did_you_mean
from ruleslawyer.rulebook.model import ProfileDecl, Rulebook


def resolve_profiles(rulebook: Rulebook, symbols: Symbols, reporter: Reporter) -> dict[str, dict[str, str]]:
    """Each profile's full answers, `like` followed; unknown names, cycles and missing answers are reported."""
    declared = {profile.name.value: profile for profile in rulebook.profiles}
    if len(declared) < len(rulebook.profiles):
        for profile in rulebook.profiles:
            if declared[profile.name.value] is not profile:
                reporter.report("duplicate-name", f"`{profile.name.value}` is declared twice", profile.name.span)
    resolved = {}
    for profile in rulebook.profiles:
        if profile.default_silent is not None and profile.like is None:
            message = "`default_silent` says why answers of another profile hold, but there is none"
            hint = "write `like: PROFILE`, or `silent:` with each answer"
            reporter.report("missing-profile", message, profile.default_silent.span, hint)
        answers: dict[str, str] = {}
        for one in _ancestry(profile, declared, reporter):
            answers |= _own_answers(one, symbols, reporter)
        missing = [one.name for one in rulebook.rulings if one.name.value not in answers]
        if missing:
            own = [ruling for ruling in missing if rulebook.owns(ruling.span)]
            of_base = bool(own) and not rulebook.owns(profile.name.span)
            place = own[0] if of_base else profile.name
            hint = "answer each ruling, or write `like: PROFILE`"
            if of_base:
                hint = f"write below `profiles:` `{profile.name}:`, `also:`, `answers:` and the answers"
            message = f"`{profile.name}` does not answer: {', '.join(sorted(map(str, missing)))}"
            reporter.report("missing-answer", message, place.span, hint)
        resolved[profile.name.value] = answers
    return resolved


def _ancestry(profile: ProfileDecl, declared: dict[str, ProfileDecl], reporter: Reporter) -> list[ProfileDecl]:
    """The profile with those it is `like`, farthest first."""
    chain = [profile]
    while chain[0].like is not None:
        like = chain[0].like
        base = declared.get(like.value)
        if base is None:
            reporter.report(
                "unknown-profile", f"no profile is called `{like.value}`", like.span, did_you_mean(like.value, declared)
            )
            break
        if base in chain:
            reporter.report("cyclic-profiles", f"`{like.value}` is like itself", like.span, "delete one `like`")
            break
        chain.insert(0, base)
    return chain


def _own_answers(profile: ProfileDecl, symbols: Symbols, reporter: Reporter) -> dict[str, str]:
    answers: dict[str, str] = {}
    for one in profile.answers:
        ruling = symbols.rulings.get(one.name.value)
        if ruling is None:
            hint = did_you_mean(one.name.value, symbols.rulings)
            reporter.report("unknown-ruling", f"no ruling is called `{one.name.value}`", one.name.span, hint)
        elif one.answer.value not in ruling.literals:
            hint = did_you_mean(one.answer.value, ruling.literals)
            reporter.report(
                "unknown-answer", f"`{one.answer.value}` does not answer `{ruling.name}`", one.answer.span, hint
            )
        else:
            answers[one.name.value] = one.answer.value
    return answers
