"""RULES.md section 8, juggernaut, and section 9, end and score: from position to position."""

from __future__ import annotations

import pytest

from engine import Options, Phase, Seat, State, format_board, new_game, outcome, scores
from tests.engine.positions import after, board_after, counts, legal, position

ALONE = "9/9/9/9/3RR4/3RR4/9/9/9"


# 8 Juggernaut


def test_8_moves_one_square() -> None:
    assert board_after(position(ALONE, "C"), "Jd4>E") == "9/9/9/9/4RR3/4RR3/9/9/9"
    assert board_after(position(ALONE, "C"), "Jd4>NE") == "9/9/9/4RR3/4RR3/9/9/9/9"


def test_8_blocked_by_the_edge() -> None:
    assert legal(position("RR7/RR7/9/9/9/9/9/9/9", "C"), "J") == ["Ja8>E", "Ja8>S", "Ja8>SE"]


@pytest.mark.parametrize("other", ["R", "B"])
def test_8_blocked_by_any_juggernaut(other: str) -> None:
    board = f"9/9/9/5{other}{other}2/3RR{other}{other}2/3RR4/9/9/9"
    ways = {text[4:] for text in legal(position(board, "C"), "Jd4")}
    assert ways == {"N", "NW", "W", "SW", "S", "SE"}


def test_8_captures_enemy_and_white_cubes() -> None:
    state = after(position("9/9/9/9/3RRb3/3RRw3/9/9/9", "E"), "Jd4>E")
    assert state.prisoners[Seat.RED] == (0, 1, 0, 1)
    assert format_board(state.board) == "9/9/9/9/4RR3/4RR3/9/9/9"
    assert state.phase is Phase.DEAL


def test_8_blocked_by_a_cube_of_strength_2_on_the_axis_of_movement() -> None:
    assert legal(position("9/9/9/9/3RRbb2/3RR4/9/9/9", "E"), "J") == []


def test_8_a_run_across_the_axis_does_not_block() -> None:
    """f4 and f5 are a column: strength 2 on the north-south axis, 1 on the east-west one."""
    state = after(position("9/9/9/9/3RRb3/3RRb3/9/9/9", "E"), "Jd4>E")
    assert state.prisoners[Seat.RED] == (0, 2, 0, 0)


def test_8_enters_three_squares_diagonally() -> None:
    state = after(position("9/9/9/4bw3/3RRy3/3RR4/9/9/9", "NE"), "Jd4>NE")
    assert state.prisoners[Seat.RED] == (0, 1, 1, 1)


def test_8_the_axis_of_a_diagonal_move_is_the_diagonal() -> None:
    """f6 and g7 stand on the diagonal of the move: strength 2, and so f6 blocks."""
    assert legal(position("9/9/6b2/5b3/3RR4/3RR4/9/9/9", "NE"), "J") == []
    assert legal(position("9/9/5b3/5b3/3RR4/3RR4/9/9/9", "NE"), "J") == ["Jd4>NE"]


def test_8_white_runs_block_by_option_only() -> None:
    board = "9/9/9/9/3RRww2/3RR4/9/9/9"
    assert legal(position(board, "E"), "J") == ["Jd4>E"]
    assert legal(position(board, "E", neutral_phalanxes=True), "J") == []


def test_8_picks_up_own_cubes_of_any_strength() -> None:
    state = after(position("9/9/9/9/3RRrrr1/3RRr3/9/9/9", "E"), "Jd4>E")
    assert (state.phase, state.in_hand, state.to_act) == (Phase.REDEPLOY, 2, Seat.RED)
    assert format_board(state.board) == "9/9/9/9/4RRrr1/4RR3/9/9/9"
    assert state.supply == (10, 10, 10, 10)


def test_8_each_cube_is_placed_with_the_same_card_then_optionally_manoeuvred() -> None:
    state = after(position("9/9/9/9/3RRr3/3RRr3/9/9/9", "E"), "Jd4>E")
    assert legal(state) == [f"@{file}{rank}" for file in "ghi" for rank in (4, 5, 6)]
    state = after(state, "@i6")
    assert (state.phase, state.in_hand, state.supply[0]) == (Phase.MANOEUVRE, 1, 10)
    state = after(state, "i6>i7")
    assert (state.phase, state.in_hand, state.placed) == (Phase.REDEPLOY, 1, None)
    state = after(state, "@i6", "i6:i7>N")
    assert state.phase is Phase.DEAL
    assert format_board(state.board) == "9/8r/8r/9/4RR3/4RR3/9/9/9"


def test_8_the_placing_is_compulsory_the_manoeuvre_is_not() -> None:
    state = after(position("9/9/9/9/3RRr3/3RR4/9/9/9", "E"), "Jd4>E")
    assert "pass" not in legal(state)
    state = after(state, "@g4")
    assert "pass" in legal(state)


def test_8_anywhere_when_the_sector_is_full() -> None:
    state = after(position("9/9/9/6yby/3RRryby/3RR1yby/9/9/9", "E"), "Jd4>E")
    assert "@a1" in legal(state)


def test_8_a_full_board_has_room_for_the_cubes_picked_up() -> None:
    """The move vacates as many squares as it enters."""
    full = ["rbrbrbrbr"] * 9
    full[4], full[5] = "rbrRRrrbr", "rbrRRrrbr"
    state = after(position("/".join(full), "E", supply=counts(R=5)), "Jd4>E")
    assert legal(state) == ["@d4", "@d5"]
    state = after(state, "@d4", "pass")
    assert legal(state) == ["@d5"]


def test_8_a_cube_in_hand_does_not_score_until_placed() -> None:
    state = position("9/9/9/9/3RRr3/3RR4/9/9/9", "E")
    assert scores(state)[0] == 10
    picked = after(state, "Jd4>E")
    assert scores(picked)[0] == 8
    assert scores(after(picked, "@g4"))[0] == 10


def test_8_a_juggernaut_cannot_be_captured() -> None:
    """Not by a phalanx however strong; nor by a juggernaut."""
    assert "a5:f5>E" not in legal(position("9/9/9/9/rrrrrrBB1/6BB1/9/9/9"))
    assert legal(position("9/9/9/9/4RRBB1/4RRBB1/9/9/9", "E"), "J") == []


# 9 End


def test_9_ends_when_a_play_is_complete_and_a_supply_is_empty() -> None:
    state = after(position(card="C", supply=counts(R=1)), "@e5")
    assert state.phase is Phase.MANOEUVRE
    state = after(state, "e5>e7")
    assert (state.phase, state.to_act, legal(state)) == (Phase.OVER, None, [])


def test_9_any_players_supply() -> None:
    assert after(position(supply=counts(B=0), finish_turn=True), "pass").phase is Phase.OVER
    assert after(position(supply=counts(W=0)), "pass").phase is Phase.DEAL


def test_9_cubes_picked_up_are_placed_before_the_end() -> None:
    board = "9/9/9/9/3RRr3/3RR4/9/9/9"
    state = after(position(board, "E", supply=counts(B=0), finish_turn=True), "Jd4>E")
    assert state.phase is Phase.REDEPLOY
    assert after(state, "@g4", "pass").phase is Phase.OVER


def to_last_cube(options: Options) -> State:
    """Archon Blue has just placed the last cube of its supply, with the other two still to play."""
    state = after(new_game(options), "setup a1,a2,b1,b2", "setup a8,a9,b8,b9", "setup h8,h9,i8,i9")
    state = after(state, "shuffle 789789789789789123123123123123456456456456456")
    return after(state, "deal E NE SE", "accept", "accept", "@i6", "pass")


def test_9_ends_at_once_in_the_middle_of_a_turn() -> None:
    state = to_last_cube(Options(supply=5))
    assert (state.phase, state.played) == (Phase.OVER, (False, True, False))


def test_9_the_rest_of_the_turn_is_played_by_option() -> None:
    state = to_last_cube(Options(supply=5, finish_turn=True))
    assert (state.phase, state.to_act) == (Phase.PLAY, Seat.YELLOW)
    assert after(state, "pass", "pass").phase is Phase.OVER


def test_9_an_exchange_later_in_the_turn_can_prevent_the_end_by_option() -> None:
    state = position(supply=counts(B=0), prisoners={"R": {"B": 1}}, finish_turn=True)
    assert after(state, "xB").phase is Phase.DEAL
    assert after(state, "pass").phase is Phase.OVER


def test_9_who_has_no_cube_left_cannot_place() -> None:
    assert legal(position(card="C", supply=counts(R=0), finish_turn=True), "@") == []


# 9 Score


def test_9_prisoners_by_colour_sorted() -> None:
    state = position(prisoners={"R": {"B": 4, "Y": 2, "W": 3}, "B": {"R": 1}, "Y": {"W": 5, "B": 5}})
    assert scores(state) == (4 + 2 * 3 + 3 * 2, 1, 5 + 2 * 5)


def test_9_example() -> None:
    """4 red, 3 white and 2 yellow prisoners are 16; nine cubes and a juggernaut are 26."""
    state = position("bbbbbbbbb/BB7/BB7/9/9/9/9/9/9", prisoners={"B": {"R": 4, "Y": 2, "W": 3}})
    assert scores(state)[Seat.BLUE] == 42


def test_9_highest_score_wins() -> None:
    ended = outcome(after(position("rr7/b8/9/9/9/9/9/9/9", supply=counts(Y=0), finish_turn=True), "pass"))
    assert ended is not None
    assert (ended.scores, ended.winners, ended.termination) == ((4, 2, 0), (Seat.RED,), "supply")


def test_9_a_tie_is_a_shared_win() -> None:
    ended = outcome(after(position("rr7/bb7/9/9/9/9/9/9/9", supply=counts(Y=0), finish_turn=True), "pass"))
    assert ended is not None
    assert ended.winners == (Seat.RED, Seat.BLUE)


def test_9_no_outcome_while_it_goes_on() -> None:
    assert outcome(new_game()) is None
