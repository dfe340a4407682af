"""Makes the Python adapter of the repository importable, here and for child processes."""

from __future__ import annotations

import importlib
import os
import sys
from pathlib import Path
from typing import Any

FOLDER = Path(__file__).resolve().parent.parent / "adapters" / "dead_mans_draw" / "python"
COMMAND = (sys.executable, "-m", "dead_mans_draw")

sys.path.insert(0, str(FOLDER))
os.environ["PYTHONPATH"] = os.pathsep.join(filter(None, (str(FOLDER), os.environ.get("PYTHONPATH"))))

Adapter: Any = importlib.import_module("dead_mans_draw.adapter").Adapter
