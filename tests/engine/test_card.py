"""RULES.md section 4, playing a card, and section 5, rejecting: from position to position."""

from __future__ import annotations

import pytest

from engine import Phase, Seat, format_board, parse_square
from tests.engine.positions import EMPTY, after, board_after, counts, legal, low, position, rows

# 4 Place


def test_4_place_on_an_empty_square_of_the_sector() -> None:
    state = position(low("r8", "1b7"), "SW")
    assert legal(state, "@") == ["@a1", "@a3", "@b2", "@b3", "@c1", "@c2", "@c3"]


def test_4_place_takes_from_supply_and_leads_to_the_manoeuvre() -> None:
    state = after(position(card="C"), "@e5")
    assert (state.phase, state.to_act, state.placed) == (Phase.MANOEUVRE, Seat.RED, parse_square("e5"))
    assert state.supply == (9, 10, 10, 10)
    assert format_board(state.board) == "9/9/9/9/4r4/9/9/9/9"


def test_4_place_anywhere_when_the_sector_is_full() -> None:
    state = position("9/9/9/9/9/9/rrr6/bYY6/wYY6", "SW")
    assert len(legal(state, "@")) == 72


def test_4_place_needs_a_cube_in_supply() -> None:
    assert legal(position(card="C", supply=counts(R=0), finish_turn=True)) == ["pass"]


def test_4_place_on_a_full_board() -> None:
    assert legal(position("/".join(["rbrbrbrbr"] * 9), "C", supply=counts(R=5))) == ["pass"]


def test_4_manoeuvre_with_the_placed_cube_only() -> None:
    """The cube on e5, alone or in any phalanx that contains it; not the phalanx a1:b1, nor the cube on d5 alone."""
    state = after(position("9/9/9/9/3r5/9/9/9/rr7", "C"), "@e5")
    assert format_board(state.board) == "9/9/9/9/3rr4/9/9/9/rr7"
    moves = legal(state)
    assert [text for text in moves if ":" in text] == ["d5:e5>E", "d5:e5>W"]
    assert {text[:2] for text in moves if ":" not in text} == {"e5", "pa"}


def test_4_manoeuvre_not_moving_is_allowed() -> None:
    state = after(position(card="C"), "@e5", "pass")
    assert state.phase is Phase.DEAL
    assert format_board(state.board) == "9/9/9/9/4r4/9/9/9/9"


def test_4_place_always_leads_to_a_manoeuvre_even_where_only_pass_is_left() -> None:
    """a1 is walled in."""
    state = after(position(low("bb7", "1b7"), "SW"), "@a1")
    assert state.phase is Phase.MANOEUVRE
    assert legal(state) == ["pass"]


def test_4_manoeuvre_by_syntagma_and_by_phalanx() -> None:
    state = position("9/9/9/9/3r5/9/9/9/9", "C")
    assert board_after(state, "@e5", "e5>g7") == "9/9/6r2/9/3r5/9/9/9/9"
    assert board_after(state, "@e5", "d5:e5>E") == "9/9/9/9/4rr3/9/9/9/9"


# 4 Juggernauts with a card


@pytest.mark.parametrize("card", ["N", "NE", "E", "SE", "S", "SW", "W", "NW"])
def test_4_move_a_juggernaut_in_the_cards_direction(card: str) -> None:
    state = position("9/9/9/3RR4/3RR4/9/9/9/9", card)
    assert legal(state, "Jd5") == [f"Jd5>{card}"]


def test_4_move_a_juggernaut_in_any_direction_with_a_centre_card() -> None:
    state = position("9/9/9/3RR4/3RR4/9/9/9/9", "C")
    assert legal(state, "J") == [f"Jd5>{way}" for way in sorted(["N", "NE", "E", "SE", "S", "SW", "W", "NW"])]


def test_4_the_direction_is_the_cards_sector_as_the_archon_reads_it() -> None:
    """Not where the juggernaut stands: it may be anywhere."""
    assert legal(position(low("RR7", "RR7"), "NE"), "J") == ["Ja1>NE"]


def test_4_form_a_juggernaut_of_four_own_cubes() -> None:
    state = position("9/9/9/9/3rr4/3rr4/9/9/9", "C")
    assert legal(state, "+") == ["+Jd4"]
    formed = after(state, "+Jd4")
    assert format_board(formed.board) == "9/9/9/9/3RR4/3RR4/9/9/9"
    assert formed.phase is Phase.DEAL
    assert formed.supply == state.supply


@pytest.mark.parametrize("board", ["9/9/9/9/3rr4/3rb4/9/9/9", "9/9/9/9/3rr4/3r5/9/9/9", "9/9/9/9/3RR4/3RR4/9/9/9"])
def test_4_form_needs_four_own_cubes(board: str) -> None:
    assert legal(position(board, "C"), "+") == []


def test_4_form_at_least_one_in_the_sector() -> None:
    """Cubes on c3, d3, c4, d4: one in each of SW, S, W and C."""
    board = "9/9/9/9/9/2rr5/2rr5/9/9"
    assert [card for card in ("SW", "S", "W", "C", "N", "E") if legal(position(board, card), "+")] == [
        "SW",
        "S",
        "W",
        "C",
    ]


def test_4_dissolve_into_four_cubes() -> None:
    state = position("9/9/9/9/9/2RR5/2RR5/9/9", "W")
    assert board_after(state, "-Jc3") == "9/9/9/9/9/2rr5/2rr5/9/9"


def test_4_dissolve_at_least_one_in_the_sector() -> None:
    board = "9/9/9/9/9/2RR5/2RR5/9/9"
    assert [card for card in ("SW", "S", "W", "C", "N", "E") if legal(position(board, card), "-")] == [
        "SW",
        "S",
        "W",
        "C",
    ]


def test_4_others_juggernauts_are_not_yours() -> None:
    assert legal(position("9/9/9/9/3BB4/3BB4/9/9/9", "C"), "J") == []
    assert legal(position("9/9/9/9/3BB4/3BB4/9/9/9", "C"), "-") == []


def test_4_no_move_with_an_accepted_card() -> None:
    state = position(low("rr7"), "C")
    assert not [text for text in legal(state) if ">" in text]


def test_4_pass() -> None:
    state = position(card="N")
    assert board_after(state, "pass") == EMPTY


# 5 Rejecting


def test_5_move_any_syntagma_or_phalanx() -> None:
    state = position(low("rr7", "9", "8r"))
    moves = legal(state)
    assert "a3:b3>E" in moves
    assert {text[:2] for text in moves} == {"a3", "b3", "i1", "pa"}


def test_5_no_juggernaut_moves() -> None:
    assert legal(position("9/9/9/3RR4/3RR4/9/9/9/9")) == ["pass"]


def test_5_exchange() -> None:
    state = position(prisoners={"R": {"B": 2, "W": 1}})
    assert legal(state) == ["pass", "xB"]
    exchanged = after(state, "xB")
    assert exchanged.supply == (10, 11, 10, 9)
    assert exchanged.prisoners[Seat.RED] == (0, 1, 0, 2)


def test_5_exchange_needs_a_white_cube_in_supply() -> None:
    assert legal(position(prisoners={"R": {"B": 2}}, supply=counts(W=0))) == ["pass"]


def test_5_exchange_not_of_white_prisoners() -> None:
    assert legal(position(prisoners={"R": {"W": 2}})) == ["pass"]


def test_5_exchange_of_either_colour() -> None:
    assert legal(position(prisoners={"R": {"B": 1, "Y": 1}})) == ["pass", "xB", "xY"]


def test_5_exchange_not_with_an_accepted_card() -> None:
    assert "xB" not in legal(position(card="C", prisoners={"R": {"B": 2}}))


def test_5_pass() -> None:
    assert board_after(position(rows("r8")), "pass") == rows("r8")
