"""Fuzzing: random games of a rulebook, everything that it promises checked at every decision, failures made small.

`campaign.run_campaign` is what the command runs; `strategies` and `stateful` are for the tests of other people.
Importing this package does not import Hypothesis; those three do.
"""
