"""Suites of small cases that cover a rulebook, for testing other implementations of it. See docs/generate.md."""
