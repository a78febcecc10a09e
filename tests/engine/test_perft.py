"""Perft: the number of action sequences within a play, against numbers that the slow reference counted too."""

from __future__ import annotations

import pytest

from engine import Phase, State, apply, divide, format_action, perft
from tests.engine import naive
from tests.engine.positions import action, after, counts, position

OPENING = "9/9/9/3www3/3www3/3www3/9/rr7/rr7"
CROWD = "9/2bb5/2bbrr3/3rrrw2/3wRRw2/2rrRR3/2ry5/1yyy5/9"
PICK_UP = "9/9/9/4rr3/3RRr3/3RRr3/9/9/9"

# board, card, depth, number
NUMBERS = [
    (OPENING, None, 1, 33),
    (OPENING, "SW", 1, 7),
    (OPENING, "SW", 2, 87),
    (OPENING, "SW", 3, 87),
    (CROWD, None, 1, 82),
    (CROWD, None, 2, 82),
    (CROWD, "C", 1, 68),
    (CROWD, "C", 2, 766),
    (CROWD, "C", 3, 888),
    (PICK_UP, "NE", 1, 11),
    (PICK_UP, "NE", 2, 146),
    (PICK_UP, "NE", 3, 272),
    (PICK_UP, "NE", 4, 1_271),
]


@pytest.mark.parametrize(("board", "card", "depth", "number"), NUMBERS)
def test_perft(board: str, card: str | None, depth: int, number: int) -> None:
    assert perft(position(board, card), depth) == number


def slowly(state: State, depth: int) -> int:
    """The same, by the reference's legal actions."""
    if depth == 0 or state.phase not in (Phase.PLAY, Phase.MANOEUVRE, Phase.REDEPLOY):
        return 1
    texts = naive.legal(state)
    return len(texts) if depth == 1 else sum(slowly(apply(state, action(state, text)), depth - 1) for text in texts)


@pytest.mark.parametrize(("board", "card", "depth", "number"), [case for case in NUMBERS if case[2] < 3])
def test_the_numbers_are_the_references(board: str, card: str | None, depth: int, number: int) -> None:
    assert slowly(position(board, card), depth) == number


def test_depth_0_is_one_sequence() -> None:
    assert perft(position(OPENING), 0) == 1


def test_a_finished_play_is_a_leaf_whatever_depth_is_left() -> None:
    assert perft(position(OPENING), 9) == perft(position(OPENING), 1)
    assert perft(position(OPENING, "SW"), 9) == perft(position(OPENING, "SW"), 2)


def test_the_end_of_the_game_is_a_leaf() -> None:
    state = position(OPENING, "SW", supply=counts(R=1))
    assert perft(state, 3) == perft(state, 2)
    assert after(state, "@a3", "pass").phase is Phase.OVER


def test_divide() -> None:
    state = position(CROWD, "C")
    for depth in (1, 2, 3):
        parts = divide(state, depth)
        assert [format_action(first) for first in parts] == naive.legal(state)
        assert sum(parts.values()) == perft(state, depth)
        assert parts[action(state, "pass")] == 1
