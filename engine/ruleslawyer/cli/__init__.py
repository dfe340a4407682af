"""The command line: `ruleslawyer COMMAND`, one module for each command, loaded only when it is used."""
