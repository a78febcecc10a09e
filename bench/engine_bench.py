"""How fast the engine is, beside python-chess in the same run: `python bench/engine_bench.py`.

Both do the same kind of work in one process, by turns in short slices, so that whatever else the machine does falls
on both; of each the best slices count. A random game goes on to its end under its rules, which each library is asked
for before every choice: python-chess by `is_game_over()`. A line beside it shows how python-chess does when it need
not look further than for a legal move.
"""

from __future__ import annotations

import sys
from collections.abc import Callable
from itertools import cycle
from pathlib import Path
from random import Random
from time import perf_counter

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

import chess

from engine.bench import count_legal, fastest, long_record, random_games, rejected_plays
from engine.record import parse_record, record_json

SLICES = 40
LONGEST = 200
"""Plies after which a random chess game is broken off: most draws of bare kings come later."""

Work = Callable[[int], int]
"""Does a piece of work, of which there are several, and says how much it was."""


def chess_positions(number: int, seed: int) -> list[chess.Board]:
    """Positions of random games, ten to thirty moves in."""
    random = Random(seed)
    found: list[chess.Board] = []
    while len(found) < number:
        board = chess.Board()
        for _ in range(random.randrange(20, 60)):
            if moves := list(board.legal_moves):
                board.push(random.choice(moves))
        if not board.is_game_over():
            found.append(board)
    return found


def chess_games(seed: int, ends: Callable[[chess.Board], bool]) -> int:
    """Play two games by lot, and count the plies."""
    random = Random(seed)
    plies = 0
    for _ in range(2):
        board = chess.Board()
        while board.ply() < LONGEST and not ends(board):
            if not (moves := list(board.legal_moves)):
                break
            board.push(random.choice(moves))
            plies += 1
    return plies


def speeds(*works: Work) -> list[float]:
    """How much per second each of some works does, in slices by turns."""
    for work in works:
        work(0)
    best = [0.0] * len(works)
    for number, _ in zip(cycle(range(4)), range(SLICES), strict=False):
        for place, work in enumerate(works):
            start = perf_counter()
            done = work(number)
            best[place] = max(best[place], done / (perf_counter() - start))
    return best


def ratio(what: str, engine: float, yardstick: float, aim: str = "") -> str:
    """One line: both speeds, and how they compare."""
    speeds = f"{engine:12,.0f} /s   python-chess {yardstick:10,.0f} /s"
    return f"{what:34} {speeds}   {engine / yardstick:5.2f} x   {aim}".rstrip()


def main() -> None:
    """Print the measurements."""
    plays = [rejected_plays(60, seed) for seed in range(4)]
    boards = [chess_positions(60, seed) for seed in range(4)]
    sizes = [len(list(board.legal_moves)) for part in boards for board in part]
    print(
        f"a list: {sum(map(count_legal, plays)) / 240:.1f} actions of a rejected play,"
        f" {sum(sizes) / len(sizes):.1f} moves of a chess position"
    )
    legal, moves = speeds(
        lambda number: count_legal(plays[number]),
        lambda number: sum([len(list(board.legal_moves)) for board in boards[number]]),
    )
    print(ratio("legal actions generated", legal, moves, "(target 2 x)"))
    actions, plies, unasked = speeds(
        lambda number: random_games(3, number),
        lambda number: chess_games(number, chess.Board.is_game_over),
        lambda number: chess_games(number, lambda _: False),
    )
    print(ratio("actions of random games", actions, plies, "(target 3 x)"))
    print(ratio("  if chess need not ask for its end", actions, unasked))
    stored = record_json(long_record(400, seed=4))
    count, seconds = fastest(lambda: len(parse_record(stored).actions), 20)
    print(f"{f'replay of a stored game of {count} actions':34} {seconds * 1000:12.2f} ms   (target 10 ms)")


if __name__ == "__main__":
    main()
