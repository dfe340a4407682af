"""Tabletop rulebooks as law that a machine can run, attack and prove; docs/api.md says what is here.

The names are those of `__init__.pyi`. The module of each is imported when the name is used.
"""

from __future__ import annotations

import sys
from functools import cache
from importlib import import_module
from types import ModuleType
from typing import Any

__version__ = "0.1.0"


@cache
def _modules() -> dict[str, str]:
    """By name of the interface, the module that it comes from."""
    import ast
    from importlib.resources import files

    stub = ast.parse(files(__name__).joinpath("__init__.pyi").read_text("utf-8"))
    imports = [one for one in stub.body if isinstance(one, ast.ImportFrom) and one.module]
    return {name.name: one.module or "" for one in imports for name in one.names}


def __getattr__(name: str) -> Any:
    if name.startswith("_") or name not in _modules():
        raise AttributeError(f"module `ruleslawyer` has no attribute `{name}`")
    return getattr(import_module(_modules()[name]), name)


def __dir__() -> list[str]:
    return sorted([*globals(), *_modules()])


class _Interface(ModuleType):
    """The package. Some of its functions have the name of a package in it, which importing that would put here."""


def _shadowed(name: str) -> property:
    def keep(module: ModuleType, package: ModuleType) -> None:
        """The package is imported from `sys.modules`."""

    return property(lambda module: __getattr__(name), keep)


for _name in ("compare", "fuzz", "generate", "prove"):
    setattr(_Interface, _name, _shadowed(_name))
sys.modules[__name__].__class__ = _Interface
