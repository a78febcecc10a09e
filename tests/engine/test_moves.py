"""RULES.md sections 6 and 7, syntagma and phalanx: from position to position."""

from __future__ import annotations

import pytest

from engine import PHALANXES, Seat, parse_square, squares, strength
from engine.board import runs
from engine.state import Direction
from tests.engine.positions import after, board_after, legal, low, position

MIDDLE = "9/9/9/9/{}/9/9/9/9"


def targets(board: str, origin: str) -> set[str]:
    return {text[3:] for text in legal(position(board), f"{origin}>")}


# 6 Syntagma


def test_6_one_or_two_steps_in_any_directions() -> None:
    reached = targets(MIDDLE.format("4r4"), "e5")
    assert reached == {f"{file}{rank}" for file in "cdefg" for rank in range(3, 8)} - {"e5"}


def test_6_at_the_edge() -> None:
    assert targets(low("r8"), "a1") == {"a2", "a3", "b1", "b2", "b3", "c1", "c2", "c3"}


def test_6_each_square_stepped_on_must_be_empty() -> None:
    """From a1 only b1 is free: beyond it c1 and c2, but not the squares behind the wall."""
    assert targets(low("bb7", "r8"), "a1") == {"b1", "c1", "c2"}


def test_6_captures_nothing() -> None:
    assert targets(low("ww7", "rw7"), "a1") == set()


def test_6_its_own_square_is_empty_for_nobody() -> None:
    """Ending on the starting square is no move and not listed."""
    assert "a1" not in targets(low("r8"), "a1")


def test_6_many_paths_are_one_action() -> None:
    assert legal(position(MIDDLE.format("4r4")), "e5>e7") == ["e5>e7"]


def test_6_whatever_stands_beside_it() -> None:
    """A cube of a phalanx moves as a syntagma too."""
    assert board_after(position(MIDDLE.format("3rrr3")), "e5>e7") == "9/9/4r4/9/3r1r3/9/9/9/9"


def test_6_not_a_part_of_a_juggernaut() -> None:
    assert legal(position("9/9/9/9/3RR4/3RR4/9/9/9")) == ["pass"]


# 7 Phalanx: shapes


def moves(board: str) -> list[str]:
    """The phalanx moves of Red."""
    return [text for text in legal(position(board)) if ":" in text]


def test_7_a_line_moves_along_itself_only() -> None:
    assert moves(MIDDLE.format("3rrr3")) == ["d5:e5>W", "d5:f5>E", "d5:f5>W", "e5:f5>E"]


@pytest.mark.parametrize(
    ("board", "expected"),
    [
        (low("9", "9", "1r7", "1r7", "9"), ["b2:b3>N", "b2:b3>S"]),
        (low("9", "9", "2r6", "1r7", "9"), ["b2:c3>NE", "b2:c3>SW"]),
        (low("9", "9", "1r7", "2r6", "9"), ["c2:b3>NW", "c2:b3>SE"]),
    ],
)
def test_7_lines_along_the_other_axes(board: str, expected: list[str]) -> None:
    assert moves(board) == expected


def test_7_rectangle_moves_along_both_axes() -> None:
    assert {text for text in moves(low("9", "1rrr5", "1rrr5", "9")) if text.startswith("b2:d2:b3")} == {
        "b2:d2:b3>E",
        "b2:d2:b3>N",
        "b2:d2:b3>S",
        "b2:d2:b3>W",
    }


@pytest.mark.parametrize(
    ("board", "shape", "ways"),
    [
        (low("9", "2rrr4", "1rrr5", "9"), "b2:d2:c3", {"E", "W", "NE", "SW"}),
        (low("9", "1rrr5", "2rrr4", "9"), "c2:e2:b3", {"E", "W", "NW", "SE"}),
        (low("2r6", "1rr6", "1rr6", "1r7", "9"), "b2:c3:b4", {"N", "S", "NE", "SW"}),
        (low("1r7", "1rr6", "1rr6", "2r6", "9"), "c2:c4:b3", {"N", "S", "NW", "SE"}),
    ],
)
def test_7_skewed_rectangles(board: str, shape: str, ways: set[str]) -> None:
    assert {text.split(">")[1] for text in moves(board) if text.startswith(f"{shape}>")} == ways


def test_7_a_turned_rectangle_is_no_phalanx() -> None:
    """c2, b3, d3, c4: four diagonal lines of two, but no phalanx of four."""
    diamond = low("2r6", "1r1r5", "2r6", "9")
    assert {text.split(">")[0] for text in moves(diamond)} == {"c2:b3", "c2:d3", "b3:c4", "d3:c4"}


def test_7_any_sub_phalanx_may_move() -> None:
    names = {text.split(">")[0] for text in moves(MIDDLE.format("3rrr3"))}
    assert names == {"d5:e5", "d5:f5", "e5:f5"}


def test_7_juggernaut_squares_belong_to_no_phalanx() -> None:
    assert moves("9/9/9/9/2rRR4/3RR4/9/9/9") == []


def test_7_white_cubes_belong_to_no_players_phalanx() -> None:
    assert moves(MIDDLE.format("3rw4")) == []


def test_7_every_shape_is_named_once() -> None:
    shapes = [phalanx.cubes for phalanx in PHALANXES.values()]
    assert len(set(shapes)) == len(shapes) == 4536
    for phalanx in PHALANXES.values():
        lowest = min(squares(phalanx.cubes))
        assert phalanx.corners[0] == lowest
        assert [axis for axis, _ in phalanx.axes] == [axis for axis in _EDGES if axis in dict(phalanx.axes)]


_EDGES = (Direction.E, Direction.NE, Direction.N, Direction.NW)

# 7 Strength


def test_7_strength_is_the_run_through_the_cube_along_the_axis() -> None:
    board = position("9/9/9/9/1rrr1r3/2r6/2r6/9/9").board.cubes[Seat.RED]
    for square, axis, expected in [
        ("c5", Direction.E, 3),
        ("b5", Direction.E, 3),
        ("f5", Direction.E, 1),
        ("c5", Direction.N, 3),
        ("b5", Direction.N, 1),
        ("c4", Direction.NE, 2),
        ("c4", Direction.NW, 2),
        ("d5", Direction.NW, 1),
    ]:
        assert strength(board, parse_square(square), axis) == expected, square
        assert runs(board, axis, expected) >> parse_square(square) & 1
        assert not runs(board, axis, expected + 1) >> parse_square(square) & 1


# 7 Path


def test_7_path_off_the_board() -> None:
    assert moves(low("rr7")) == ["a1:b1>E"]


def test_7_path_holds_an_own_cube() -> None:
    """d5:e5 cannot push f5 on."""
    assert "d5:e5>E" not in moves(MIDDLE.format("3rrr3"))


def test_7_path_holds_a_juggernaut_of_anybody() -> None:
    assert moves("9/9/9/9/3rrBB2/5BB2/9/9/9") == ["d5:e5>W"]
    assert moves("9/9/9/9/3rrRR2/5RR2/9/9/9") == ["d5:e5>W"]


def test_7_captures_a_weaker_cube() -> None:
    state = after(position(MIDDLE.format("3rrb3")), "d5:e5>E")
    assert state.prisoners[Seat.RED] == (0, 1, 0, 0)
    assert board_after(position(MIDDLE.format("3rrb3")), "d5:e5>E") == MIDDLE.format("4rr3")


def test_7_not_one_as_strong() -> None:
    assert moves(MIDDLE.format("3rrbb2")) == ["d5:e5>W"]
    assert "c5:e5>E" in moves(MIDDLE.format("2rrrbb2"))
    assert "d5:e5>E" not in moves(MIDDLE.format("2rrrbb2"))


def test_7_strength_counts_on_the_axis_of_movement_only() -> None:
    """A column of blue cubes has strength 1 from the west."""
    assert "d5:e5>E" in moves("9/9/9/5b3/3rrb3/5b3/9/9/9")


def test_7_runs_of_different_colours_do_not_add_up() -> None:
    assert "d5:e5>E" in moves(MIDDLE.format("3rrbyb1"))


def test_7_strengths_are_those_before_the_move() -> None:
    """f5 and g5 are two, though one of them would be taken."""
    assert "d5:e5>E" not in moves(MIDDLE.format("3rrbb2"))


def test_7_the_strength_on_an_axis_is_the_length_of_the_lines_on_it() -> None:
    """Two lines of three: strength 3 going east, 2 going north."""
    board = "9/9/9/4b4/1brrrbb2/2rrr4/9/9/9"
    assert "c4:e4:c5>E" in moves(board)
    assert "c4:e4:c5>N" in moves(board)
    assert "c4:e4:c5>N" not in moves("9/9/4b4/4b4/1brrrbb2/2rrr4/9/9/9")


def test_7_one_blocking_square_blocks_the_whole_move() -> None:
    """f4 is free, f5 is too strong: the two lines cannot go, the lower one can."""
    board = "9/9/9/9/3rrbb2/3rr4/9/9/9"
    assert "d4:e4:d5>E" not in moves(board)
    assert "d4:e4>E" in moves(board)


def test_7_captures_every_cube_on_the_path() -> None:
    state = after(position("9/9/9/9/3rrb3/3rry3/9/9/9"), "d4:e4:d5>E")
    assert state.prisoners[Seat.RED] == (0, 1, 1, 0)


# 7 White


def test_7_white_cubes_have_strength_1() -> None:
    assert "d5:e5>E" in moves(MIDDLE.format("3rrwww1"))


def test_7_white_cubes_have_the_strength_of_their_runs_by_option() -> None:
    state = position(MIDDLE.format("3rrwww1"), neutral_phalanxes=True)
    assert "d5:e5>E" not in legal(state)
    assert "b5:e5>E" in legal(position(MIDDLE.format("1rrrrwww1"), neutral_phalanxes=True))


def test_7_captured_white_cubes_are_prisoners() -> None:
    assert after(position(MIDDLE.format("3rrw3")), "d5:e5>E").prisoners[Seat.RED] == (0, 0, 0, 1)
