"""One batch of a campaign: a number of games that Hypothesis makes up from one seed."""

from __future__ import annotations

import hypothesis
from hypothesis import HealthCheck, Phase, given, settings, strategies as st

from ruleslawyer.fuzz.choice_sequences import ChoiceSequence, ChoiceSequences, decided_most, play
from ruleslawyer.fuzz.coverage import Instrumentation
from ruleslawyer.fuzz.failures import FailureKey
from ruleslawyer.fuzz.games import answers_from, options_from
from ruleslawyer.fuzz.shrinking import Found, Shrinking
from ruleslawyer.fuzz.state import Finding, Tally, Task
from ruleslawyer.language.law import Law
from ruleslawyer.machine.backend import MakeBackend

HEAD, START, LUCK = 64, 400, 300
"""Greatest lengths in bytes of the sequences for answers and seats, for a start, and for the decisions of a game."""
CUT = 3
"""Bytes before a sequence that say how much of it there is."""


class Fuzzer:
    """Plays batches of games of one rulebook, every one monitored, and its coverage measured."""

    def __init__(self, law: Law, backend: MakeBackend) -> None:
        self.law = law
        self.instrumentation = Instrumentation(law, backend)
        self.shrinking = Shrinking(law, backend)

    def run(self, task: Task) -> Tally:
        """The tally of a batch, with new failures reduced; the same for the same task."""
        tally = Tally()
        for found in self.search(task, tally).values():
            scenario, position = self.shrinking.shrink(found)
            tally.findings.append(Finding(found.key, found.message, scenario, len(found.values), position))
        return tally

    def search(self, task: Task, tally: Tally | None = None) -> dict[FailureKey, Found]:
        """Plays the games of a batch and gives its new failures as they were met; `tally` counts what was done."""
        counted = Tally() if tally is None else tally
        found: dict[FailureKey, Found] = {}

        @hypothesis.seed(task.seed)
        @settings(
            max_examples=task.games,
            database=None,
            deadline=None,
            derandomize=False,
            phases=(Phase.generate, Phase.target),
            suppress_health_check=list(HealthCheck),
        )
        @given(st.binary(min_size=HEAD, max_size=HEAD), _sequence(START), _sequence(LUCK), _sequence(LUCK))
        def game(head: bytes, start: bytes, chance: bytes, choices: bytes) -> None:
            goals = self._game(task, counted, found, head, start, ChoiceSequences(chance, choices))
            hypothesis.target(float(len(goals - task.covered)), label="goals not reached before")

        game()
        return found

    def _game(
        self,
        task: Task,
        tally: Tally,
        found: dict[FailureKey, Found],
        head: bytes,
        start: bytes,
        sequences: ChoiceSequences,
    ) -> frozenset[str]:
        sequence = ChoiceSequence(head)
        campaign = task.campaign
        players = campaign.players[sequence.pick(len(campaign.players))]
        options = options_from(self.law, sequence, campaign.options)
        answers = answers_from(self.law, sequence, campaign.profiles, combinations=campaign.combinations)
        coverage = self.instrumentation.game(answers, players, options)
        given = coverage.positions.random(start) if sequence.pick(2) else None
        played = play(
            coverage.machine,
            sequences,
            campaign.max_decisions,
            given=given,
            on_step=coverage.step,
            trace=coverage.trace,
        )
        tally.games += 1
        tally.decisions += len(played.values)
        tally.from_positions += given is not None
        tally.unfinished += not played.finished and played.failure is None
        if len(played.values) == campaign.max_decisions and played.failure is None and not played.finished:
            tally.endless[decided_most(played.decisions)] += 1
        goals = coverage.reached()
        tally.goals.update(goals)
        if played.failure is not None:
            key = played.failure.key
            tally.failures[key] += 1
            if key not in task.known and (key not in found or (given is None and found[key].given is not None)):
                values = tuple(played.values)
                found[key] = Found(key, played.failure.message, answers, players, given, values, options)
        return goals


def _sequence(length: int) -> st.SearchStrategy[bytes]:
    """Bytes, half of the time fewer: a sequence that ends early plays on with first values for a while.

    What is drawn has a fixed size. Into shorter draws Hypothesis mixes byte literals of the modules that happen to be
    loaded, and the same seed must give the same games in every process.
    """
    size = length + CUT
    return st.binary(min_size=size, max_size=size).map(_cut)


def _cut(drawn: bytes) -> bytes:
    sequence = drawn[CUT:]
    return sequence if drawn[0] % 2 else sequence[: int.from_bytes(drawn[1:CUT], "big") % (len(sequence) + 1)]
