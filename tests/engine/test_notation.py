"""NOTATION.md: squares, boards and actions, written and read back; whatever else is written, a NotationError."""

from __future__ import annotations

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from engine import (
    DECK,
    SQUARES,
    Accept,
    Action,
    Board,
    Deal,
    Direction,
    DissolveJuggernaut,
    Exchange,
    FormJuggernaut,
    MoveJuggernaut,
    MovePhalanx,
    MoveSyntagma,
    NotationError,
    Pass,
    Place,
    Reject,
    Seat,
    Sector,
    Setup,
    Shuffle,
    format_action,
    format_board,
    format_direction,
    format_seat,
    format_sector,
    format_square,
    parse_action,
    parse_board,
    parse_direction,
    parse_seat,
    parse_sector,
    parse_shuffle,
    parse_square,
)
from engine.catalogue import ACTIONS

RED = Seat.RED


def test_names_round_trip() -> None:
    assert [format_square(square) for square in (0, 8, 10, 88)] == ["a1", "i1", "a2", "i9"]
    assert all(parse_square(format_square(square)) == square for square in SQUARES)
    assert all(parse_sector(format_sector(sector)) is sector for sector in Sector)
    assert all(parse_direction(format_direction(direction)) is direction for direction in Direction)
    assert all(parse_seat(format_seat(seat)) is seat for seat in Seat)


@pytest.mark.parametrize("text", ["", "a", "a0", "j1", "A1", "a10", " a1", "a1 ", "a1\n", "a١", "ａ1", "1a"])
def test_no_square(text: str) -> None:
    with pytest.raises(NotationError, match="is not a square"):
        parse_square(text)


@pytest.mark.parametrize("text", ["", "n", "CC", "NNE", "N "])
def test_no_sector_direction_or_seat(text: str) -> None:
    for parse in (parse_sector, parse_direction, parse_seat):
        with pytest.raises(NotationError, match="is not a"):
            parse(text)


# Boards


@pytest.mark.parametrize(
    "text",
    [
        "9/9/9/3www3/3www3/3www3/9/9/9",
        "rbywrbywr/9/9/9/9/9/9/9/9",
        "RRBB5/RRBB5/9/9/YYYY5/YYYY5/9/9/9",
        "RR7/RRRR5/2RR5/9/9/9/9/9/9",
    ],
)
def test_board_round_trips(text: str) -> None:
    assert format_board(parse_board(text)) == text


def test_board_masks() -> None:
    board = parse_board("9/9/9/9/9/9/1BB6/1BB6/r1y5w")
    assert board == Board((1, 0, 4, 1 << 8), (0, 1 << 11, 0))


@pytest.mark.parametrize(
    ("text", "about"),
    [
        ("", "nine ranks"),
        ("9/9/9/9/9/9/9/9", "nine ranks"),
        ("9/9/9/9/9/9/9/9/9/9", "nine ranks"),
        ("9/" * 1000, "nine ranks"),
        ("9/9/9/9/8/9/9/9/9", "rank 5 of the board has not nine squares"),
        ("9/9/9/9/9r/9/9/9/9", "rank 5 of the board has not nine squares"),
        ("9/9/9/9/45/9/9/9/9", "rank 5 of the board cannot be read at '5'"),
        ("9/9/9/9/0r8/9/9/9/9", "cannot be read"),
        ("9/9/9/9/x8/9/9/9/9", "cannot be read at 'x8'"),
        ("9/9/9/9/W8/9/9/9/9", "cannot be read"),
        ("9/9/9/9/٩/9/9/9/9", "cannot be read"),
        ("9/9/9/9/R8/9/9/9/9", "the R at a5 is no part of a 2 x 2 juggernaut"),
        ("9/9/9/9/9/9/RR7/9/9", "the R at a3"),
        ("9/9/9/9/9/RB7/RB7/9/9", "the R at a3"),
        ("9/9/9/9/9/RRR6/RRR6/9/9", "the R at c3"),
        ("R8/9/9/9/9/9/9/9/8R", "the R at i1"),
        ("9/9/9/9/9/9/9/9/9\n", "cannot be read"),
    ],
)
def test_no_board(text: str, about: str) -> None:
    with pytest.raises(NotationError, match=about):
        parse_board(text)


# Actions

WRITTEN: list[tuple[str, Action]] = [
    ("setup a1,a2,b1,b2", Setup(RED, 1 | 2 | 1 << 10 | 1 << 11)),
    ("deal N C SE", Deal(RED, Sector.N, Sector.C, Sector.SE)),
    ("accept", Accept(RED)),
    ("reject", Reject(RED)),
    ("pass", Pass(RED)),
    ("@e5", Place(RED, 44)),
    ("e5>f7", MoveSyntagma(RED, 44, 65)),
    ("b2:d2>E", MovePhalanx(RED, (11, 13), Direction.E)),
    ("b2:d2:c3>NE", MovePhalanx(RED, (11, 13, 22), Direction.NE)),
    ("Jd4>NE", MoveJuggernaut(RED, 33, Direction.NE)),
    ("+Jd4", FormJuggernaut(RED, 33)),
    ("-Jd4", DissolveJuggernaut(RED, 33)),
    ("xB", Exchange(RED, Seat.BLUE)),
]


@pytest.mark.parametrize(("text", "action"), WRITTEN, ids=lambda value: value if isinstance(value, str) else "")
def test_action(text: str, action: Action) -> None:
    assert parse_action(text, RED) == action
    assert format_action(action) == text


def test_all_actions_round_trip_and_are_written_in_one_way() -> None:
    for seat in Seat:
        texts = [format_action(action) for action in ACTIONS[seat]]
        assert texts == sorted(set(texts))
        assert [parse_action(text, seat) for text in texts] == list(ACTIONS[seat])


@pytest.mark.parametrize(
    ("text", "about"),
    [
        ("", "is no action that is known"),
        ("pas", "is no action that is known"),
        ("pass ", "is no action that is known"),
        ("PASS", "is no action that is known"),
        ("@", "'' is not a square"),
        ("@e5 ", "is not a square"),
        ("@@e5", "is not a square"),
        ("@e٥", "is not a square"),
        ("+d4", "lacks a J"),
        ("-K", "lacks a J"),
        ("+Jd4>N", "is not a square"),
        ("Jd4", "is no action"),
        ("Jd4>", "is not a direction"),
        ("Jd4>C", "is not a direction"),
        ("xW", "is not a seat"),
        ("x", "is not a seat"),
        ("e5>", "is not a square"),
        ("e5>f7>g8", "'f7>g8' is not a square"),
        ("b2:d2", "is no action"),
        ("b2:d2>", "is not a direction"),
        ("b2:d2>e5", "is not a direction"),
        ("b2:c2:d2:e2>E", "two or three corners"),
        ("setup", "is no action"),
        ("setup a1,a2,b1", "four different squares"),
        ("setup a1,a1,b1,b2", "four different squares"),
        ("setup a1,a2,b1,b2,c3", "four different squares"),
        ("setup a1,b1,a2,b2", "sorted by file, then rank: a1,a2,b1,b2"),
        ("setup a1,a2,b1,x9", "'x9' is not a square"),
        ("deal N C", "is no action"),
        ("deal N  C SE", "is no action"),
        ("deal N C X", "is not a sector"),
        ("d2:b2>E", "written b2:d2, not d2:b2"),
        ("b2:c3:d2>NE", "written b2:d2:c3, not b2:c3:d2"),
        ("c3:b2:d2>NE", "written b2:d2:c3"),
        ("a1\n", "is no action"),
        ("pass" * 10_000, "too long for an action"),
        ("\0", "no action"),
    ],
)
def test_no_action(text: str, about: str) -> None:
    with pytest.raises(NotationError, match=about) as raised:
        parse_action(text, RED)
    assert len(str(raised.value)) < 200
    assert str(raised.value).isprintable()


def test_corners_that_are_no_phalanx_are_for_the_rules_to_refuse() -> None:
    assert parse_action("b2:d5>E", RED) == MovePhalanx(RED, (11, 43), Direction.E)
    assert parse_action("b2:b2>E", RED) == MovePhalanx(RED, (11, 11), Direction.E)


# Shuffles


def test_shuffle_round_trips() -> None:
    text = f"shuffle {''.join(map(str, DECK))}"
    assert parse_shuffle(text) == Shuffle(DECK)
    assert format_action(Shuffle(DECK)) == text
    assert parse_shuffle("shuffle") == Shuffle(())
    assert format_action(Shuffle(())) == "shuffle"


@pytest.mark.parametrize("text", ["", "shuffle ", "shuffel 1", "shuffle 0", "shuffle 1 2", "shuffle ٣", "shuffle -1"])
def test_no_shuffle(text: str) -> None:
    with pytest.raises(NotationError):
        parse_shuffle(text)


def test_shuffle_too_long() -> None:
    with pytest.raises(NotationError, match="only 45 cards"):
        parse_shuffle("shuffle " + "1" * 1_000_000)


# Anything at all

NEARLY = st.text(alphabet="abcdefghi123456789@>:+-JxRBYW NESWCpasdelrtu,\n٣", max_size=24)


@given(st.one_of(st.text(max_size=60), NEARLY))
@example("setup ,,,")
@example("deal   ")
@example(":>")
@example("a1:>N")
def test_any_text_is_an_action_written_just_so_or_a_notation_error(text: str) -> None:
    try:
        action = parse_action(text, RED)
    except NotationError:
        return
    assert format_action(action) == text


@given(st.one_of(st.text(max_size=100), st.text(alphabet="123456789/rbywRBY", max_size=90)))
def test_any_text_is_a_board_written_just_so_or_a_notation_error(text: str) -> None:
    try:
        board = parse_board(text)
    except NotationError:
        return
    assert format_board(board) == text
