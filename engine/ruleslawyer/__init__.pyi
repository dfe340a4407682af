# The names of the interface. The package reads here where each of them comes from.

from ruleslawyer.api.checking import fuzz as fuzz, replay as replay, run as run
from ruleslawyer.api.choices import load as load
from ruleslawyer.api.comparing import compare as compare, interactions as interactions, weigh as weigh
from ruleslawyer.api.conforming import (
    Conformed as Conformed,
    Target as Target,
    conform as conform,
    suite_for as suite_for,
)
from ruleslawyer.api.generating import generate as generate
from ruleslawyer.api.logs import check_log_file as check_log_file
from ruleslawyer.api.playing import ask as ask, play as play
from ruleslawyer.api.proving import prove as prove, verify as verify
from ruleslawyer.compare.comparison import Comparison as Comparison
from ruleslawyer.compile import fast_machine as fast_machine
from ruleslawyer.conformance.checked import CheckedLog as CheckedLog, CheckedTrace as CheckedTrace
from ruleslawyer.conformance.testing import (
    adapter_state_machine as adapter_state_machine,
    check_game as check_game,
    connect as connect,
)
from ruleslawyer.features.relations import Interactions as Interactions
from ruleslawyer.fuzz.outcome import Fuzzed as Fuzzed
from ruleslawyer.fuzz.stateful import state_machine as state_machine
from ruleslawyer.fuzz.strategies import (
    decisions as decisions,
    games as games,
    machines as machines,
    positions as positions,
    rulings as rulings,
)
from ruleslawyer.generate.build import Suite as Suite
from ruleslawyer.language.law import Law as Law
from ruleslawyer.machine import (
    IllegalDecision as IllegalDecision,
    Machine as Machine,
    MachineError as MachineError,
    Position as Position,
    Trace as Trace,
)
from ruleslawyer.machine.trace import Moved as Moved
from ruleslawyer.narration.asking import Asked as Asked
from ruleslawyer.narration.game import Game as Game
from ruleslawyer.prove.report import Report as Report
from ruleslawyer.report.scenarios import result_text as result_text
from ruleslawyer.report.verification import Verification as Verification
from ruleslawyer.rulebook.diagnostics import (
    Diagnostic as Diagnostic,
    RulebookError as RulebookError,
    RuleslawyerError as RuleslawyerError,
    UsageError as UsageError,
)
from ruleslawyer.scenario import (
    Scenario as Scenario,
    read_paths as read_paths,
    run_scenario as run_scenario,
    to_json as to_json,
    to_yaml as to_yaml,
)
from ruleslawyer.scenario.results import Result as Result
from ruleslawyer.scenario.shrink import Failing as Failing, shrink as shrink

__version__: str
