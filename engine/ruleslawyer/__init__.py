"""Tabletop rulebooks as law that a machine can run, attack and prove; docs/api.md says what is here."""

from __future__ import annotations

import sys
from importlib import import_module
from types import ModuleType
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from ruleslawyer.api.checking import fuzz as fuzz
    from ruleslawyer.api.checking import replay as replay
    from ruleslawyer.api.checking import run as run
    from ruleslawyer.api.choices import load as load
    from ruleslawyer.api.comparing import compare as compare
    from ruleslawyer.api.comparing import interactions as interactions
    from ruleslawyer.api.comparing import weigh as weigh
    from ruleslawyer.api.conforming import conform as conform
    from ruleslawyer.api.generating import generate as generate
    from ruleslawyer.api.logs import check_game as check_game
    from ruleslawyer.api.playing import ask as ask
    from ruleslawyer.api.playing import play as play
    from ruleslawyer.api.proving import prove as prove
    from ruleslawyer.api.proving import verify as verify

__version__ = "0.1.0"

_NAMES = {
    "api.checking": ("fuzz", "replay", "run"),
    "api.choices": ("load",),
    "api.comparing": ("compare", "interactions", "weigh"),
    "api.conforming": ("conform",),
    "api.generating": ("generate",),
    "api.logs": ("check_game",),
    "api.playing": ("ask", "play"),
    "api.proving": ("prove", "verify"),
}
"""The module of each name; it is imported when the name is used."""
_MODULES = {name: module for module, names in _NAMES.items() for name in names}


def __getattr__(name: str) -> Any:
    if name not in _MODULES:
        raise AttributeError(f"module `ruleslawyer` has no attribute `{name}`")
    return getattr(import_module(f"ruleslawyer.{_MODULES[name]}"), name)


def __dir__() -> list[str]:
    return sorted([*globals(), *_MODULES])


class _Interface(ModuleType):
    """The package. Some of its functions have the name of a package in it, which importing that would put here."""


def _shadowed(name: str) -> property:
    def keep(module: ModuleType, package: ModuleType) -> None:
        """The package is imported from `sys.modules`."""

    return property(lambda module: __getattr__(name), keep)


for _name in ("compare", "fuzz", "generate", "prove"):
    setattr(_Interface, _name, _shadowed(_name))
sys.modules[__name__].__class__ = _Interface
