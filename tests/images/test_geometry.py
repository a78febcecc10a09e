"""Where things lie, in whole pixels."""

from __future__ import annotations

from itertools import combinations

import pytest

from engine import SECTOR_MASKS, SQUARES, Direction, Sector, square_at
from engine import squares as squares_of
from images.geometry import (
    HOMES,
    Box,
    Layout,
    column_label,
    corner_of,
    large_layout,
    layout,
    place,
    row_label,
    sector_place,
    shown_scale,
    step,
    strip_layout,
)
from images.geometry import square_at as square_shown_at

LAYOUTS = [layout(), large_layout(), layout(44), layout(100), strip_layout(44)]
TURNS = range(4)


def overlap(a: Box, b: Box) -> bool:
    return a[0] < b[2] and b[0] < a[2] and a[1] < b[3] and b[1] < a[3]


@pytest.mark.parametrize("base", LAYOUTS)
def test_nothing_overlaps_and_all_keeps_a_margin_of_4_percent(base: Layout) -> None:
    boxes = [base.frame, *base.plates]
    for a, b in combinations(boxes, 2):
        assert not overlap(a, b)
    for left, top, right, bottom in boxes:
        assert 0.04 * base.width <= left < right <= 0.96 * base.width
        assert 0.04 * base.height <= top < bottom <= 0.96 * base.height


@pytest.mark.parametrize("base", LAYOUTS)
def test_no_picture_is_square(base: Layout) -> None:
    assert base.height > 1.05 * base.width


@pytest.mark.parametrize("base", LAYOUTS)
@pytest.mark.parametrize("turn", TURNS)
def test_the_squares_tile_the_board(base: Layout, turn: int) -> None:
    boxes = [base.square_box(square, turn) for square in SQUARES]
    assert len(set(boxes)) == 81
    assert sum((right - left) * (bottom - top) for left, top, right, bottom in boxes) == (9 * base.cell) ** 2
    assert min(box[0] for box in boxes) == base.board[0]
    assert max(box[3] for box in boxes) == base.board[3]


@pytest.mark.parametrize("turn", TURNS)
def test_place_and_square_are_inverse(turn: int) -> None:
    for square in SQUARES:
        assert square_shown_at(*place(square, turn), turn) == square


@pytest.mark.parametrize("home", HOMES)
def test_a_turned_board_has_the_home_at_the_bottom_left(home: Sector) -> None:
    turn = HOMES.index(home)
    assert corner_of(home, turn) == 0
    assert {place(square, turn) for square in squares_of(SECTOR_MASKS[home])} == {
        (column, row) for column in range(3) for row in range(6, 9)
    }


def test_the_readings_of_a_card_are_those_of_the_rules() -> None:
    """RULES.md section 2: which sector is at the top left, at the top, at the right, for each Archon's home."""
    for home, (top_left, top, right) in {
        Sector.SW: (Sector.NW, Sector.N, Sector.E),
        Sector.NW: (Sector.NE, Sector.E, Sector.S),
        Sector.NE: (Sector.SE, Sector.S, Sector.W),
        Sector.SE: (Sector.SW, Sector.W, Sector.N),
    }.items():
        turn = HOMES.index(home)
        assert sector_place(top_left, turn) == (0, 0)
        assert sector_place(top, turn) == (1, 0)
        assert sector_place(right, turn) == (2, 1)
        assert sector_place(Sector.C, turn) == (1, 1)


@pytest.mark.parametrize("turn", TURNS)
def test_a_step_leads_to_the_next_square(turn: int) -> None:
    middle = place(square_at(4, 4), turn)
    for direction in Direction:
        dx, dy = step(direction, turn)
        assert place(square_at(4, 4) + direction, turn) == (middle[0] + dx, middle[1] + dy)


def test_the_labels_follow_the_turn() -> None:
    assert [column_label(i, 0) for i in range(9)] == list("abcdefghi")
    assert [row_label(i, 0) for i in range(9)] == list("987654321")
    assert [column_label(i, 1) for i in range(9)] == list("987654321")
    assert [row_label(i, 1) for i in range(9)] == list("ihgfedcba")
    assert [column_label(i, 2) for i in range(9)] == list("ihgfedcba")
    assert [row_label(i, 3) for i in range(9)] == list("abcdefghi")


def test_the_large_print_is_larger_where_it_is_shown() -> None:
    """Squares and coordinates in the pixels of a window and of a phone, on which a picture is fitted into its room."""
    normal, large = layout(), large_layout()
    scales = zip(shown_scale(normal.width, normal.height), shown_scale(large.width, large.height), strict=True)
    for (before, after), squares_grow, labels_grow in zip(scales, (1.2, 1.03), (1.5, 1.25), strict=True):
        assert after * large.cell >= squares_grow * before * normal.cell
        assert after * large.label >= labels_grow * before * normal.label


def test_the_large_print_bears_its_labels_at_the_left_and_below() -> None:
    base = large_layout()
    labels = base.label_boxes(0)
    assert len(labels) == 18
    assert all(box[2] <= base.board[0] or box[1] >= base.board[3] for _, box in labels)


@pytest.mark.parametrize("turn", TURNS)
def test_each_side_bears_its_nine_labels(turn: int) -> None:
    base = layout()
    labels = base.label_boxes(turn)
    assert len(labels) == 36
    for _, box in labels:
        assert not overlap(box, base.board)
        assert base.frame[0] <= box[0] < box[2] <= base.frame[2]
        assert base.frame[1] <= box[1] < box[3] <= base.frame[3]
