"""What the exit codes mean."""

from __future__ import annotations

HOLDS = 0
DOES_NOT_HOLD = 1
USAGE = 2
"""Wrong use, or input that cannot be used."""
INTERNAL = 70
"""A fault of the program itself (EX_SOFTWARE)."""
INTERRUPTED = 130
PIPE_CLOSED = 141
"""Whoever read the output stopped: 128 and SIGPIPE, as shells report it."""
