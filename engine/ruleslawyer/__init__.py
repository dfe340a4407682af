"""Tabletop rulebooks as law that a machine can run, attack and prove."""

__version__ = "0.1.0"
