"""A child process that answers once, politely, and then does what its argument says.

It knows no game: it is for the tests of the process around an implementation.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
import time

MANNER = sys.argv[1]


def answer(line: str, result: object = "fine") -> None:
    print(json.dumps({"jsonrpc": "2.0", "id": json.loads(line)["id"], "result": result}), flush=True)


answer(sys.stdin.readline(), os.getpid())
for line in sys.stdin:
    if MANNER == "exits":
        print("out of cards", file=sys.stderr, flush=True)
        sys.exit(7)
    elif MANNER == "dies":
        os.kill(os.getpid(), 9)
    elif MANNER == "sleeps":
        time.sleep(3600)
    elif MANNER == "mutters":
        print("hello", flush=True)
    elif MANNER == "shouts":
        sys.stdout.write("A" * (3 << 20))
        sys.stdout.flush()
    elif MANNER == "complains":
        sys.stderr.write("warning\n" * 200_000)
        sys.stderr.flush()
        answer(line)
    elif MANNER == "rages":
        while True:
            sys.stderr.write("no!\n" * 10_000)
    elif MANNER == "answers another":
        print(json.dumps({"jsonrpc": "2.0", "id": 99, "result": 1}), flush=True)
    elif MANNER == "is old":
        print(json.dumps({"id": json.loads(line)["id"], "result": 1}), flush=True)
    elif MANNER == "nests":
        print("[" * 100_000, flush=True)
    elif MANNER == "closes":
        os.close(1)
        time.sleep(3600)
    elif MANNER == "fails":
        question = json.loads(line)
        error = {"code": -32603, "message": "division by zero"}
        print(json.dumps({"jsonrpc": "2.0", "id": question["id"], "error": error}), flush=True)
    elif MANNER == "refuses":
        question = json.loads(line)
        error = {"code": -32001, "message": "not for three"}
        print(json.dumps({"jsonrpc": "2.0", "id": question["id"], "error": error}), flush=True)
    elif MANNER == "has a child":
        child = subprocess.Popen([sys.executable, "-c", "import time; time.sleep(3600)"])
        answer(line, child.pid)
        time.sleep(3600)
    else:
        answer(line)
