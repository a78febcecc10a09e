"""NOTATION.md, command line of the engine: `python -m engine solve | replay | perft | bench`."""

from __future__ import annotations

import copy
import io
import json
import re
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from engine import bench
from engine.__main__ import main
from engine.cases import Json

ROOT = Path(__file__).parent.parent.parent
CASES = (ROOT / "tests/cases/cases.jsonl").read_bytes().splitlines(keepends=True)
GAMES = (ROOT / "tests/cases/games.jsonl").read_bytes().splitlines(keepends=True)
CASE: Json = json.loads(next(line for line in CASES if b'"phase":"manoeuvre"' in line))
GAME: Json = json.loads(GAMES[3])

Run = Callable[..., tuple[int, bytes, str]]


@pytest.fixture
def run(monkeypatch: pytest.MonkeyPatch, capfdbinary: pytest.CaptureFixture[bytes]) -> Run:
    """Run a command on some bytes: exit status, standard output, standard error."""

    def run_it(given: bytes, *arguments: str) -> tuple[int, bytes, str]:
        output = io.TextIOWrapper(io.BytesIO(), write_through=True)
        with monkeypatch.context() as patched:
            patched.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(given)))
            patched.setattr(sys, "stdout", output)
            status = main(list(arguments))
            written = output.buffer
            assert isinstance(written, io.BytesIO)
            found = written.getvalue()
        return status, found, capfdbinary.readouterr().err.decode()

    return run_it


def as_line(value: Any) -> bytes:
    return json.dumps(value).encode() + b"\n"


def program(
    given: bytes, *arguments: str, python: tuple[str, ...] = (sys.executable,)
) -> subprocess.CompletedProcess[bytes]:
    return subprocess.run(
        [*python, "-m", "engine", *arguments], input=given, capture_output=True, cwd=ROOT, check=False
    )


# Answers


def test_solve(run: Run) -> None:
    given = b"".join(CASES[:30])
    status, output, errors = run(given, "solve")
    assert (status, errors) == (0, "")
    for line, expected in zip(output.splitlines(), CASES[:30], strict=True):
        answer, case = json.loads(line), json.loads(expected)
        assert answer["legal"] == case["legal"] == list(answer["after"])
        assert case["after"].items() <= answer["after"].items()
        assert {**answer, "after": None} == {**case, "after": None}


def test_solve_ignores_what_it_computes(run: Run) -> None:
    without = {key: value for key, value in CASE.items() if key not in ("scores", "legal", "after")}
    wrong = {**CASE, "scores": 5, "legal": ["@z9"], "after": None}
    assert run(as_line(without), "solve")[1] != b""
    assert json.loads(run(as_line(without), "solve")[1]) == json.loads(run(as_line(wrong), "solve")[1])


def test_replay(run: Run) -> None:
    status, output, errors = run(b"".join(GAMES[:3]), "replay")
    assert (status, errors) == (0, "")
    for line, game in zip(output.splitlines(), GAMES[:3], strict=True):
        assert json.loads(line) == json.loads(game)


def test_perft(run: Run) -> None:
    assert run(as_line(CASE), "perft", "1")[1].decode() == f"{CASE['id']} {len(CASE['legal'])}\n"
    assert run(as_line(CASE), "perft", "0")[1].decode() == f"{CASE['id']} 1\n"
    status, output, _ = run(as_line(CASE), "perft", "2", "--divide")
    first, *parts = output.decode().splitlines()
    assert status == 0
    assert [part.split()[0] for part in parts] == CASE["legal"]
    assert first == f"{CASE['id']} {sum(int(part.split()[1]) for part in parts)}"


@pytest.mark.parametrize(
    "arguments", [["perft"], ["perft", "x"], ["perft", "-1"], ["perft", "٣"], ["perft", "1000"], ["nothing"], []]
)
def test_wrong_arguments(run: Run, arguments: list[str]) -> None:
    with pytest.raises(SystemExit) as stopped:
        run(b"", *arguments)
    assert stopped.value.code == 2


def test_nothing_to_answer(run: Run) -> None:
    for command in (["solve"], ["replay"], ["perft", "1"]):
        assert run(b"", *command) == (0, b"", "")
        assert run(b"\n  \n", *command) == (0, b"", "")


def test_bench(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    """A speed with its unit on each line."""
    monkeypatch.setattr(bench, "fastest", lambda work: (work(), 0.5))
    status, output, errors = run(b"", "bench")
    assert (status, errors) == (0, "")
    for line in output.decode().splitlines():
        assert re.search(r"\d (legal lists/s|actions/s|games/s|leaves/s|ms)\b", line)


def test_as_a_program_in_a_bare_python() -> None:
    """With no package installed, isolated from the environment, in any locale."""
    done = program(CASES[0], "solve", python=(sys.executable, "-S", "-X", "utf8=0", "-W", "error"))
    assert (done.returncode, done.stderr) == (0, b"")
    assert json.loads(done.stdout)["legal"] == json.loads(CASES[0])["legal"]
    done = program(CASES[0] + b"{\n" + CASES[1], "solve")
    assert done.returncode == 2
    assert done.stderr.startswith(b"line 2: this is not JSON")
    assert len(done.stderr.splitlines()) == 1
    assert len(done.stdout.splitlines()) == 1


def test_a_reader_that_stops_early_sees_no_traceback() -> None:
    pipe = f"'{sys.executable}' -m engine solve < tests/cases/cases.jsonl | head -c 100"
    done = subprocess.run(["sh", "-c", pipe], capture_output=True, cwd=ROOT, check=False)
    assert len(done.stdout) == 100
    assert done.stderr == b""


# Malformed lines

REMOVED = object()


def changed(source: Json, path: str, value: Any) -> bytes:
    """A line in which the entry at a dotted path is another, or is gone."""
    copied = copy.deepcopy(source)
    *parents, last = path.split(".")
    place = copied
    for parent in parents:
        place = place[parent]
    if value is REMOVED:
        del place[last]
    else:
        place[last] = value
    return as_line(copied)


NOT_JSON = [
    b"{",
    b"[]",
    b"null",
    b"3",
    b'"text"',
    b"\xff\xfe{}",
    b"\xef\xbb\xbf{}",
    b'{"id": NaN}',
    b'{"id": Infinity}',
    b"[" * 100_000,
    b'{"id":' * 50_000,
    b"1" * 10_000,
    b"\x00",
    "{“id”: 1}".encode(),
]

WRONG_IN_CASE: list[tuple[str, Any]] = [
    *[(key, REMOVED) for key in CASE if key not in ("scores", "legal", "after")],
    *[(key, None) for key in CASE if key not in ("scores", "legal", "after", "card", "placed")],
    *[(key, 1.5) for key in CASE if key not in ("scores", "legal", "after")],
    *[(key, []) for key in CASE if key not in ("scores", "legal", "after")],
    ("id", "two\nlines"),
    ("id", "\ud800"),
    ("board", "9/9/9/9/9/9/9/9"),
    ("board", "9/9/9/9/9/9/9/9/8"),
    ("board", "R8/9/9/9/9/9/9/9/9"),
    ("board", "x8/9/9/9/9/9/9/9/9"),
    ("board", "9/9/9/9/9/9/9/9/9"),
    ("seats", {"R": "NW", "B": "NW", "Y": "SE"}),
    ("seats", {"R": "NW", "B": "C", "Y": "SE"}),
    ("seats", {"R": "NW", "B": "NE"}),
    ("seats.R", None),
    ("archon", "W"),
    ("to_act", "r"),
    ("to_act", ""),
    ("phase", "deal"),
    ("phase", "over"),
    ("phase", "play"),
    ("phase", "redeploy"),
    ("card", "X"),
    ("card", None),
    ("card", 5),
    ("placed", "j1"),
    ("placed", None),
    ("placed", "i1"),
    ("in_hand", -1),
    ("in_hand", 3),
    ("in_hand", True),
    ("in_hand", 10**400),
    ("supply.R", -1),
    ("supply.R", 10**30),
    ("supply.R", "3"),
    ("supply.R", None),
    ("supply.R", False),
    ("supply.W", REMOVED),
    ("supply.X", 1),
    ("prisoners.R.R", 1),
    ("prisoners.B", REMOVED),
    ("prisoners.B.W", REMOVED),
    ("prisoners.B.W", 2.0),
    ("options.neutral_phalanxes", 1),
    ("options.finish_turn", "yes"),
    ("options.supply", 4),
    ("options.supply", None),
    ("options.white_supply", 41),
    ("options.other", True),
]


@pytest.mark.parametrize("line", NOT_JSON, ids=lambda line: ascii(line[:20]))
@pytest.mark.parametrize("command", [["solve"], ["replay"], ["perft", "1"]], ids=lambda command: command[0])
def test_no_json(run: Run, command: list[str], line: bytes) -> None:
    good = GAMES[15] if command == ["replay"] else CASES[0]
    check_malformed(run(b"\n" + good + line + b"\n" + good, *command), 3)


def check_malformed(result: tuple[int, bytes, str], number: int) -> None:
    """The lines before are answered, the message is one line that names the number."""
    status, output, errors = result
    assert status == 2
    assert errors.startswith(f"line {number}: ")
    assert errors.count("\n") == 1
    assert len(errors) < 300
    assert len(output.splitlines()) == 1


@pytest.mark.parametrize(("path", "value"), WRONG_IN_CASE, ids=lambda value: ascii(value)[:20])
@pytest.mark.parametrize("command", [["solve"], ["perft", "1"]], ids=lambda command: command[0])
def test_malformed_case(run: Run, command: list[str], path: str, value: Any) -> None:
    check_malformed(run(CASES[0] + changed(CASE, path, value) + CASES[1], *command), 2)


WRONG_IN_GAME: list[tuple[str, Any]] = [
    *[(key, REMOVED) for key in ("id", "options", "faces", "actions")],
    *[(key, None) for key in ("id", "options", "faces", "actions")],
    *[(key, 7.5) for key in ("id", "options", "faces", "actions")],
    ("faces", ["12"]),
    ("faces", [123]),
    ("faces", ["12x"]),
    ("faces", ["120"]),
    ("faces", ["111", "111"]),
    ("actions", ["setup a1,a2,b1,b2", "setup a1,a2,b1,b3"]),
    ("actions", ["pass"]),
    ("actions", [None]),
    ("actions", ["nonsense"]),
    ("actions", ["x" * 100_000]),
    ("actions", [*GAME["actions"], "pass"]),
    ("actions", "pass"),
    ("options.supply", 1000),
]


@pytest.mark.parametrize(("path", "value"), WRONG_IN_GAME, ids=lambda value: ascii(value)[:20])
def test_malformed_game(run: Run, path: str, value: Any) -> None:
    check_malformed(run(GAMES[15] + changed(GAME, path, value) + GAMES[15], "replay"), 2)


def test_an_action_that_is_refused_is_named(run: Run) -> None:
    _, _, errors = run(changed(GAME, "actions", [*GAME["actions"][:9], "@z9"]), "replay")
    assert errors == "line 1: action 10: 'z9' is not a square; squares are a1 to i9\n"
    _, _, errors = run(changed(GAME, "actions", ["setup a1,a2,b1,b2", "pass"]), "replay")
    assert errors == "line 1: action 2, 'pass', is refused: wrong-phase (RULES.md section 3)\n"


ANY_JSON = st.recursive(
    st.none()
    | st.booleans()
    | st.integers()
    | st.floats()
    | st.text(max_size=8)
    | st.sampled_from(["R", "NW", "a1", "play"]),
    lambda inner: (
        st.lists(inner, max_size=3)
        | st.dictionaries(st.sampled_from(["R", "B", "Y", "W", "supply"]), inner, max_size=4)
    ),
    max_leaves=6,
)


@given(st.sampled_from(sorted(CASE)), ANY_JSON)
@settings(suppress_health_check=[HealthCheck.function_scoped_fixture], max_examples=150)
def test_anything_in_a_case_is_answered_or_refused(run: Run, key: str, value: Any) -> None:
    status, output, errors = run(as_line({**CASE, key: value}), "solve")
    assert (status, bool(output), errors.count("\n")) in [(0, True, 0), (2, False, 1)]


@given(st.sampled_from(sorted(GAME)), ANY_JSON)
@settings(suppress_health_check=[HealthCheck.function_scoped_fixture], max_examples=60)
def test_anything_in_a_game_is_answered_or_refused(run: Run, key: str, value: Any) -> None:
    status, output, errors = run(as_line({**GAME, key: value}), "replay")
    assert (status, bool(output), errors.count("\n")) in [(0, True, 0), (2, False, 1)]
