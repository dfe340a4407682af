"""`python -m ruleslawyer` is the command `ruleslawyer`."""

from ruleslawyer.cli.main import run

run()
