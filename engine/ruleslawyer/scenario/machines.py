"""Machines, or what is made with one, for whatever answers, players and options are asked for; the latest are kept."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import lru_cache
from typing import Generic, TypeVar

Made = TypeVar("Made")
Pairs = tuple[tuple[str, str], ...]
MOST = 32


class Machines(Generic[Made]):
    """Makes something once for the same answers, number of players and options of play, as long as it is kept."""

    def __init__(self, make: Callable[[dict[str, str], int, dict[str, str]], Made], kept: int = MOST) -> None:
        def made(answers: Pairs, players: int, options: Pairs) -> Made:
            return make(dict(answers), players, dict(options))

        self._made = lru_cache(kept)(made)

    def of(self, answers: Mapping[str, str], players: int, options: Mapping[str, str] | None = None) -> Made:
        """What was made for these. It raises what making it raises."""
        chosen = {} if options is None else options
        return self._made(tuple(sorted(answers.items())), players, tuple(sorted(chosen.items())))
