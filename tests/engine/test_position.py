"""The position line: every state round-trips, what no game can be in is refused, and the digest follows it."""

from __future__ import annotations

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from engine import NotationError, State, digest, format_position, new_game, parse_position
from tests.engine.games import sample, states

START = (
    "9/9/9/3www3/3www3/3www3/9/9/9 setup R - 0 -,-,- 24,24,24,15 0,0,0,0/0,0,0,0/0,0,0,0 "
    "--- --- --- - 0 - - - - 24,15,-,-"
)


def test_the_start() -> None:
    assert format_position(new_game()) == START
    assert parse_position(START) == new_game()


def test_every_state_of_a_game_round_trips() -> None:
    for state in sample():
        line = format_position(state)
        assert parse_position(line) == state
        assert len(line) < 600


def test_digest() -> None:
    assert digest(new_game()) == "3e2c5ddfdaec70ac3aeb4a5944d918e1"
    assert len({digest(state) for state in sample()}) == len(set(sample()))


def altered(field: int, value: str, line: str = START) -> str:
    fields = line.split(" ")
    fields[field] = value
    return " ".join(fields)


def in_play() -> State:
    return next(state for state in sample() if state.phase == "manoeuvre" and state.in_hand == 0)


@pytest.mark.parametrize(
    ("field", "value", "about"),
    [
        (0, "9/9", "nine ranks"),
        (1, "start", "is not a phase"),
        (2, "W", "is not a seat"),
        (2, "B", "set up in the order"),
        (3, "R", "no turn yet"),
        (4, "01", "is a number from 0"),
        (4, "-1", "is a number from 0"),
        (4, "٣", "is a number from 0"),
        (4, "9" * 500, "18 fields"),
        (4, "99999999999", "is a number from 0"),
        (5, "-,-", "3 entries"),
        (5, "N,-,-", "different corners"),
        (5, "-,NW,-", "set up in the order"),
        (6, "24,24,24", "4 entries"),
        (6, "24,24,24,1000", "from 0 to 999"),
        (7, "0,0,0,0/0,0,0,0", "3 entries"),
        (8, "--", "three characters"),
        (8, "--0", "is not a card"),
        (9, "--x", "is not one of"),
        (10, "--a", "is not one of"),
        (11, "j5", "is not a square"),
        (12, "4", "from 0 to 3"),
        (13, "12a", "is not a card"),
        (14, "1" * 46, "only 45 cards"),
        (17, "24,15,-", "4 entries"),
        (17, "4,15,-,-", "out of range"),
        (17, "24,15,x,-", "is not one of"),
    ],
)
def test_no_position(field: int, value: str, about: str) -> None:
    with pytest.raises(NotationError, match=about):
        parse_position(altered(field, value))


@pytest.mark.parametrize(
    ("field", "value", "about"),
    [
        (2, "-", "made in turn"),
        (3, "-", "an Archon and a turn"),
        (4, "0", "an Archon and a turn"),
        (5, "SW,SE,-", "three homes"),
        (8, "---", "five cards of each face"),
        (9, "rrr", "only who accepted places"),
        (9, "a--", "everybody has answered"),
        (10, "xxx", "made in turn"),
        (11, "-", "the placed cube"),
        (12, "3", "picks up three"),
        (13, "123", "five cards"),
        (16, "1", "only discards can lie unseen"),
    ],
)
def test_no_position_of_a_manoeuvre(field: int, value: str, about: str) -> None:
    with pytest.raises(NotationError, match=about):
        parse_position(altered(field, value, format_position(in_play())))


@pytest.mark.parametrize(
    "text", ["", " ", START + " ", START + " -", START.replace(" ", "  "), "x" * 100_000, START + "\n"]
)
def test_no_line(text: str) -> None:
    with pytest.raises(NotationError):
        parse_position(text)


@given(states(), st.integers(0, 17), st.one_of(st.text(max_size=12), st.sampled_from(["-", "0", "R", "---", "xx-"])))
@example(new_game(), 2, "-")
@example(new_game(), 13, "")
def test_any_change_is_a_state_written_just_so_or_a_notation_error(state: State, field: int, value: str) -> None:
    line = altered(field, value, format_position(state))
    try:
        changed = parse_position(line)
    except NotationError:
        return
    assert format_position(changed) == line


@given(states(), states(), st.integers(0, 17))
def test_a_field_of_another_state_is_read_or_refused(one: State, other: State, field: int) -> None:
    line = altered(field, format_position(other).split(" ")[field], format_position(one))
    try:
        changed = parse_position(line)
    except NotationError:
        return
    assert format_position(changed) == line
