"""The board in words and in letters."""

from __future__ import annotations

import re
from dataclasses import replace
from itertools import combinations

import pytest

import engine
import images
from engine import Phase, Seat
from images.draw_plates import STATUS_POINTS, status_room
from images.draw_text import Face, fitted
from images.geometry import layout
from images.words import phase_line
from tests.images.positions import NAMES, archon, plays_of, sample, squares

COLUMNS = 40


def test_alt_text_names_cubes_by_sector_juggernauts_scores_last_play_and_turn() -> None:
    marks = engine.Marks(squares("d2"), squares("d3", "e3"), squares("e3"))
    text = images.alt_text(sample(), NAMES, marks)
    assert "Blue plays" in text
    assert "Red (Leonidas) 38" in text
    assert "left d2, entered d3 e3, captured on e3" in text
    assert "juggernaut h6-i7" in text
    assert "juggernaut a2-b3" in text
    assert "Blue cubes: NW 2, N 2, S 1, SW 1." not in text  # sectors are told in reading order
    counted = re.search(r"White cubes: ([^.]*)\.", text)
    assert counted is not None
    assert sum(map(int, re.findall(r"\d+", counted[1]))) == sample().board.cubes[engine.WHITE].bit_count()
    assert "supply 11" in text
    assert "prisoners 4 blue, 2 yellow, 3 white" in text


def test_alt_text_does_not_tell_a_hidden_card() -> None:
    assert "Red card face down" in images.alt_text(sample())


@pytest.mark.parametrize("names", [None, ("x" * 32,) * 3, ("\N{FIRE}" * 32,) * 3, ("a\nb", "", " ")])
def test_alt_text_fits(names: tuple[str, str, str] | None) -> None:
    for view, marks, _ in plays_of(3)[::5]:
        text = images.alt_text(view, names, marks)
        assert len(text) <= images.ALT_LIMIT
        assert "\n" not in text
        assert text.endswith(".")


def test_alt_text_fits_the_fullest_board() -> None:
    rows = "/".join(("rbywrbywr", "bywrbywrb", "ywrbywrby")[i % 3] for i in range(9))
    everything = engine.BOARD
    text = images.alt_text(
        replace(sample(), board=engine.parse_board(rows)),
        ("y" * 32,) * 3,
        engine.Marks(everything, everything, everything),
    )
    assert len(text) <= images.ALT_LIMIT
    assert "Scores: " in text


def test_text_board_is_plain_and_narrow() -> None:
    for view in (sample(), archon(), *(view for view, _, _ in plays_of(3)[::9])):
        text = images.text_board(view)
        assert text.isascii()
        assert max(map(len, text.splitlines())) <= COLUMNS
        assert "`" not in text


def test_text_board_shows_what_the_notation_writes() -> None:
    for view, _, _ in plays_of(3)[::9]:
        letters = [
            line[3:-3].replace("|", "").split()
            for line in images.text_board(view).splitlines()
            if re.fullmatch(r"(\d) \|.*\| \1", line)
        ]
        expanded = re.sub(r"\d", lambda digit: "." * int(digit[0]), engine.format_board(view.board))
        assert ["".join(row) for row in letters] == expanded.split("/")


def test_text_board_tells_whose_turn_and_who_won() -> None:
    lines = images.text_board(sample()).splitlines()
    assert any(line.startswith(">B") for line in lines)
    assert "Blue plays" in lines
    won = replace(
        sample(),
        phase=Phase.OVER,
        to_act=None,
        outcome=engine.Outcome("supply", (38, 102, 102), (Seat.BLUE, Seat.YELLOW)),
    )
    assert "Blue and Yellow win" in images.text_board(won)


WINNERS = [winners for count in (1, 2, 3) for winners in combinations(Seat, count)]


@pytest.mark.parametrize("winners", WINNERS, ids=lambda winners: "".join(seat.letter for seat in winners))
def test_who_wins_fits_the_plate_whole(winners: tuple[Seat, ...]) -> None:
    """Nothing of it is cut, whoever shares the win: the verb is what one looks for."""
    over = replace(sample(), phase=Phase.OVER, to_act=None, outcome=engine.Outcome("supply", (9, 9, 9), winners))
    line = phase_line(over)[0]
    left, _, right, _ = layout().plates[0]
    assert fitted(line, Face.DISPLAY, STATUS_POINTS, status_room(layout(), right - left))[0] == line
    assert line.endswith((" win", " wins"))


def test_text_board_tells_whose_card_is_which() -> None:
    view = sample()
    text = images.text_board(view)
    for seat in Seat:
        card = view.cards[seat]
        if view.face_down is seat and card is None:
            assert f"{seat.name.capitalize()} card face down" in text
        elif card is not None:
            assert f"{seat.name.capitalize()} card {card.name}" in text
    assert " card " in text
    assert text.isascii()
    assert max(map(len, text.splitlines())) <= 40
    cards = (engine.Sector.SW, engine.Sector.NE, engine.Sector.SE)
    longest = replace(view, cards=cards, face_down=Seat.YELLOW, answers=(True, False, False))
    assert max(map(len, images.text_board(longest).splitlines())) <= 40
