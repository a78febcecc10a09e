"""The fast engine and the slow reference of `naive` find the same actions, on boards of games and on any board."""

from __future__ import annotations

from dataclasses import replace
from random import Random

import pytest

from engine import Phase, Seat, State, format_board, square_name, squares, strength
from engine.board import runs, strong
from engine.state import Direction
from tests.engine import naive
from tests.engine.games import random_board, sample
from tests.engine.positions import legal, position

CARDS = [None, None, None, "C", "N", "NE", "E", "SE", "S", "SW", "W", "NW"]


def any_position(random: Random) -> State:
    """Any board, any phase of a play, any card."""
    board = random_board(random)
    seat = random.randrange(3)
    neutral = random.random() < 0.3
    own = [square for square in range(89) if board.cubes[seat] >> square & 1]
    state = position(
        card=random.choice(CARDS), to_act="RBY"[seat], prisoners={"B": {"R": 1}}, neutral_phalanxes=neutral
    )
    if state.answers[seat] and own and random.random() < 0.5:
        return replace(state, board=board, phase=Phase.MANOEUVRE, placed=random.choice(own))
    return replace(state, board=board)


@pytest.mark.parametrize("seed", range(60))
def test_any_board(seed: int) -> None:
    random = Random(seed)
    for _ in range(5):
        state = any_position(random)
        assert legal(state) == naive.legal(state)


@pytest.mark.parametrize("phase", [Phase.PLAY, Phase.MANOEUVRE, Phase.REDEPLOY])
def test_boards_of_games(phase: Phase) -> None:
    found = [state for state in sample() if state.phase is phase]
    for state in Random(7).sample(found, min(60, len(found))):
        assert legal(state) == naive.legal(state)


def test_strength() -> None:
    """The run through a cube is the greatest strength of the phalanxes it is part of."""
    random = Random(1)
    edges = {"E": Direction.E, "NE": Direction.NE, "N": Direction.N, "NW": Direction.NW}
    for _ in range(6):
        state = replace(position(), board=random_board(random))
        slow = naive.pieces(format_board(state.board))
        for spot, piece in slow.items():
            if piece.isupper():
                continue
            cubes = state.board.cubes["rbyw".index(piece)]
            square = spot[0] + 10 * spot[1]
            for edge, axis in edges.items():
                expected = naive.strength(slow, spot, edge, neutral=True)
                assert strength(cubes, square, axis) == expected
                assert runs(cubes, axis, expected) >> square & 1
                assert not runs(cubes, axis, expected + 1) >> square & 1


@pytest.mark.parametrize(("neutral", "expected"), [(False, "c5 d5 g5 h5"), (True, "c5 d5 e5 f5 g5 h5")])
def test_strong(neutral: bool, expected: str) -> None:
    state = position("9/9/9/9/rrbbwwyy1/9/9/9/9")
    found = strong(state.board, Seat.RED, Direction.E, 2, replace(state.options, neutral_phalanxes=neutral))
    assert " ".join(map(square_name, squares(found))) == expected
