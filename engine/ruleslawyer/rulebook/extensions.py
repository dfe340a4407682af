"""An extension joined to its base: what it declares is added, what it adds to is appended, and nothing is replaced."""

from __future__ import annotations

from ruleslawyer.rulebook.diagnostics import did_you_mean
from ruleslawyer.rulebook.gathered import Gathered, declare, first_place, identify
from ruleslawyer.rulebook.nodes import Listing, Mapping, Node, Text, texts

_OF_THE_BASE = ("players", "begins")
"""Scalars that an extension has from its base; one that repeats them must say the same."""


def join(base: Gathered, extension: Gathered) -> None:
    """Add what an extension says to what its bases say, which are together in `base`."""
    base.complete &= extension.complete
    _join_scalars(base, extension)
    for key, table in extension.tables.items():
        for name, node in table.values():
            _refuse_repeating(base, key, name)
            declare(base, key, name, node)
    for key, name, added in extension.additions:
        _add(base, key, name, added)
    for key, items in extension.lists.items():
        base.lists.setdefault(key, []).extend(items)
    for name in extension.ids.values():
        identify(base, name)
    base.layers.append(frozenset(extension.own_files))


def _join_scalars(base: Gathered, extension: Gathered) -> None:
    for key in _OF_THE_BASE:
        first, own = base.scalars.get(key), extension.scalars.get(key)
        if first is not None and own is not None and own.value != first.value:
            base.fault("of-the-base", f"`{key}:` is that of the base, `{first}`", own, "remove this line")
    base.scalars.update(extension.scalars)
    base.written.update(extension.written)


_HINTS = {
    "types": "write `also: [..]` below it to add literals",
    "options": "write `also: [..]` below it to add answers",
    "zones": "write `also:` below it, with the `holds:` and `starts:` to add",
    "rulings": "write `also:` below it, with the `answers:` to add",
    "profiles": "write `also:` below it, with the `answers:` to further rulings, or make a profile that is `like:` it",
}


def _refuse_repeating(base: Gathered, key: str, name: Text) -> None:
    first = base.tables.get(key, {}).get(name.value)
    if first is not None:
        hint = _HINTS.get(key, "give it another name; what a clause of the base does is changed by `overrides:` it")
        base.fault("of-the-base", f"the base declares `{name}` in `{key}` at {first[0].span}", name, hint)
        del base.tables[key][name.value]


def _add(base: Gathered, key: str, name: Text, added: Node) -> None:
    """Append to what the base declares as `name` in `key`."""
    declared = base.tables.get(key, {}).get(name.value)
    if declared is None:
        known = base.tables.get(key, ())
        hint = did_you_mean(name.value, known) if known else "only an extension adds, to what its base declares"
        base.fault("nothing-to-add-to", f"no base declares `{name}` in `{key}`", name, hint)
        return
    node = declared[1]
    if isinstance(node, Mapping) and isinstance(added, Mapping):
        changed = {inner.value: _longer(base, node.get(inner.value), value, inner) for inner, value in added}
        own = tuple((inner, changed.pop(inner.value, value)) for inner, value in node)
        further = tuple((inner, changed[inner.value]) for inner, _ in added if inner.value in changed)
        node = Mapping((*own, *further), node.span)
    else:
        node = _longer(base, node, added, name)
    base.tables[key][name.value] = (declared[0], node)


def _longer(base: Gathered, node: Node | None, added: Node, what: Text) -> Node:
    """A list with further items, or a mapping with further entries. Nothing is in both."""
    if node is None:
        if what.value == "holds":
            base.fault("adds-nothing", "the zone holds any kind of card already", what, "remove this line")
        return added
    if what.value in ("like", "default_silent"):
        base.fault("of-the-base", f"the base says `{what}: {node}`", what, "remove this line")
        return node
    here = {name.value: name for name in _names(node)}
    for name in _names(added):
        if name.value in here:
            base.fault(
                "of-the-base",
                f"the base has `{name}` already",
                name,
                f"{first_place(here[name.value])}; remove it here",
            )
    if isinstance(node, Mapping) and isinstance(added, Mapping):
        return Mapping((*node.entries, *(entry for entry in added.entries if entry[0].value not in here)), node.span)
    return Listing((*_items(node), *_items(added)), node.span)


def _names(node: Node) -> tuple[Text, ...]:
    return tuple(key for key, _ in node) if isinstance(node, Mapping) else texts(node)


def _items(node: Node) -> tuple[Node, ...]:
    return node.items if isinstance(node, Listing) else (node,)
