"""The command line: `python -m engine solve | replay | perft DEPTH | bench` (NOTATION.md, command line).

Cases and games come on standard input, one JSON object a line. At the first line that is none, a message with its
number goes to standard error and the exit status is 2; the lines before it have been answered.
"""

from __future__ import annotations

import argparse
import json
import os
import sys
from collections.abc import Callable

from engine.cases import Json, identity, parse_case, solve
from engine.errors import NotationError
from engine.notation import format_action
from engine.perft import divide, perft
from engine.record import solve_game

_BAD_INPUT = 2


def main(arguments: list[str] | None = None) -> int:
    """Run one command and return the exit status."""
    parser = argparse.ArgumentParser(prog="python -m engine", description="The rules of Syntagma.")
    commands = parser.add_subparsers(dest="command", required=True)
    commands.add_parser("solve", help="cases with their scores, legal actions and what these lead to")
    commands.add_parser("replay", help="games with their states and winners")
    counting = commands.add_parser(
        "perft",
        help="the number of action sequences within the play",
        description="Prints the id and the number of each case; with --divide then each first action and its number.",
    )
    counting.add_argument("depth", type=_depth, metavar="DEPTH", help="the length of the sequences")
    counting.add_argument("--divide", action="store_true", help="also the number under each first action")
    commands.add_parser("bench", help="how fast the engine is")
    chosen = parser.parse_args(arguments)
    if chosen.command == "solve":
        return _answer(lambda case: json.dumps(solve(case), separators=(",", ":")))
    if chosen.command == "replay":
        return _answer(lambda game: json.dumps(solve_game(game), separators=(",", ":")))
    if chosen.command == "perft":
        return _answer(lambda case: _count(case, chosen.depth, chosen.divide))
    # The clock and the random games stay out of the way of whoever only reads cases.
    from engine.bench import report

    for line in report():
        print(line, flush=True)
    return 0


def _depth(text: str) -> int:
    if not (text.isascii() and text.isdigit() and len(text) <= 2):
        raise argparse.ArgumentTypeError(f"{text!a} is not a number from 0 to 99")
    return int(text)


def _count(case: Json, depth: int, divided: bool) -> str:
    """`id count`, and with `--divide` a line `  action count` for each first action."""
    name, state = identity(case), parse_case(case)
    if not divided or not depth:
        return f"{name} {perft(state, depth)}"
    parts = divide(state, depth)
    lines = [f"  {format_action(action)} {number}" for action, number in parts.items()]
    return "\n".join([f"{name} {sum(parts.values())}", *lines])


def _answer(command: Callable[[Json], str]) -> int:
    """Answer each line of standard input, up to the first that is malformed."""
    for number, line in enumerate(sys.stdin.buffer, 1):
        if line.isspace():
            continue
        try:
            answer = command(_read(line))
        except NotationError as error:
            print(f"line {number}: {error}", file=sys.stderr)
            return _BAD_INPUT
        except RecursionError:
            print(f"line {number}: this is nested too deeply", file=sys.stderr)
            return _BAD_INPUT
        # In UTF-8 whatever the locale, as the input is.
        sys.stdout.buffer.write(answer.encode() + b"\n")
    sys.stdout.buffer.flush()
    return 0


def _read(line: bytes) -> Json:
    """The JSON object that a line holds."""
    try:
        found = json.loads(line.decode("utf-8"), parse_constant=_refuse_constant)
    except UnicodeDecodeError as error:
        raise NotationError("this is not UTF-8") from error
    except ValueError as error:
        raise NotationError(f"this is not JSON: {error}") from error
    if not isinstance(found, dict):
        raise NotationError("this is not a JSON object")
    return found


def _refuse_constant(name: str) -> None:
    """Python reads NaN and infinities, JSON has none."""
    raise ValueError(f"{name} is no number")


def _quietly() -> int:
    """Whoever reads the answers may stop reading, as `head` does."""
    try:
        return main()
    except BrokenPipeError:
        # What is still buffered goes nowhere, instead of failing again at exit.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 1


if __name__ == "__main__":
    sys.exit(_quietly())
