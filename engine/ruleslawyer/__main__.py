"""`python -m ruleslawyer` is the command `ruleslawyer`."""

from ruleslawyer.cli.main import main

main(prog_name="ruleslawyer")
