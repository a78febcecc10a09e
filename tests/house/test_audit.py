"""The question for known vulnerabilities: what it says and how it ends, without asking anybody."""

from __future__ import annotations

import importlib.util
import json
import subprocess
from collections.abc import Callable

import pytest

from tests.house.ground import ROOT

Main = Callable[[str], int]
CLEAN = {"name": "aiohttp", "version": "3.0", "vulns": []}
UNKNOWN = {"name": "pillow", "skip_reason": "not found"}
BAD = {"name": "idna", "version": "1.0", "vulns": [{"id": "CVE-1", "fix_versions": ["1.1"]}]}


@pytest.fixture
def main() -> Main:
    spec = importlib.util.spec_from_file_location("audit", ROOT / ".ci/audit.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    found: Main = module.main
    return found


def answer(monkeypatch: pytest.MonkeyPatch, said: str) -> None:
    """Lets whoever is asked say this."""
    done = subprocess.CompletedProcess([], 1, said, "")
    monkeypatch.setattr(subprocess, "run", lambda *_, **__: done)


@pytest.mark.parametrize("said", ["", "no connection", "{}", json.dumps({"dependencies": [UNKNOWN]})])
def test_nobody_to_ask_is_said_and_is_no_failure(
    main: Main, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], said: str
) -> None:
    answer(monkeypatch, said)
    assert main("a.lock") == 0
    assert capsys.readouterr().out.startswith("Skipped")


def test_a_vulnerability_is_named_and_fails(
    main: Main, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    answer(monkeypatch, json.dumps({"dependencies": [CLEAN, BAD, UNKNOWN]}))
    assert main("a.lock") == 1
    assert capsys.readouterr().out == (
        "idna 1.0: CVE-1, mended in 1.1\nKnown vulnerabilities in a.lock: 1; asked for 2 of 3 packages.\n"
    )


def test_none_is_well(main: Main, monkeypatch: pytest.MonkeyPatch) -> None:
    answer(monkeypatch, json.dumps({"dependencies": [CLEAN, UNKNOWN]}))
    assert main("a.lock") == 0
