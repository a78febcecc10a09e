"""What `make run` starts, with a Python in its environment that only notes how it was called."""

from __future__ import annotations

import os
import shutil
import subprocess
from pathlib import Path

import pytest

from tests.house.ground import ROOT

PYTHON = """#!/bin/sh
if [ "$1" = -c ]; then exit {status}; fi
echo "$@"
"""
"""`-c` asks whether there is a token: 0 there is one, 3 there is none, else the settings cannot be read."""


@pytest.mark.skipif(shutil.which("make") is None, reason="there is no make here")
@pytest.mark.parametrize(("status", "started"), [(3, "-m bot sandbox"), (0, "-m bot"), (1, "-m bot")])
def test_make_run_starts_the_bot_or_the_sandbox(tmp_path: Path, status: int, started: str) -> None:
    """Without a token the bot is tried here; settings that cannot be read are for the bot to complain of."""
    python = tmp_path / "bin" / "python"
    python.parent.mkdir()
    python.write_text(PYTHON.format(status=status), encoding="ascii")
    python.chmod(0o755)
    installed = tmp_path / ".runtime-installed"
    installed.touch()
    later = (ROOT / "requirements.lock").stat().st_mtime + 1
    os.utime(installed, (later, later))
    command = ["make", "--no-print-directory", "run", f"VENV={tmp_path}", "ARGS=--port 1"]
    # Under `make test` this would be a make within a make, with the options of the outer one.
    alone = {name: value for name, value in os.environ.items() if name not in ("MAKEFLAGS", "MAKELEVEL", "MFLAGS")}
    done = subprocess.run(command, cwd=ROOT, env=alone, capture_output=True, text=True, check=True)
    assert done.stdout.splitlines()[-1] == f"{started} --port 1"
