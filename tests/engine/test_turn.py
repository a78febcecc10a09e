"""RULES.md sections 1 to 3: counts, setup, the reading of cards, the turn."""

from __future__ import annotations

import itertools

import pytest

from engine import (
    DECK,
    SECTOR_MASKS,
    Options,
    Phase,
    Seat,
    Sector,
    Shuffle,
    State,
    apply,
    clockwise,
    face_of,
    format_action,
    format_board,
    hidden,
    legal_actions,
    new_game,
    next_seat,
    read_card,
    sector_of,
    squares,
)
from tests.engine.positions import action, after, legal

RED_SW, BLUE_NW, YELLOW_NE = "setup a1,a2,b1,b2", "setup a8,a9,b8,b9", "setup h8,h9,i8,i9"


def settled(*setups: str, faces: tuple[int, ...] = DECK) -> State:
    """A game after its setup and the dealer's first shuffle."""
    state = after(new_game(), *setups)
    return apply(state, Shuffle(faces))


def started(draw: str = "123") -> State:
    """Red in SW, Blue in NW, Yellow in NE: Blue is Archon and has drawn these cards."""
    top = tuple(map(int, draw))
    rest = list(DECK)
    for face in top:
        rest.remove(face)
    return settled(RED_SW, BLUE_NW, YELLOW_NE, faces=(*top, *rest))


# 1 Board and pieces


def test_1_counts() -> None:
    state = new_game()
    assert format_board(state.board) == "9/9/9/3www3/3www3/3www3/9/9/9"
    assert state.supply == (24, 24, 24, 15)
    assert after(state, RED_SW).supply == (20, 24, 24, 15)


def test_1_counts_by_option() -> None:
    assert new_game(Options(supply=5, white_supply=40)).supply == (5, 5, 5, 40)


@pytest.mark.parametrize("wrong", [{"supply": 4}, {"supply": 41}, {"white_supply": -1}, {"white_supply": 41}])
def test_1_options_out_of_range(wrong: dict[str, int]) -> None:
    with pytest.raises(ValueError, match="must be from"):
        Options(**wrong)  # type: ignore[arg-type]


def test_1_deck() -> None:
    assert len(DECK) == 45
    assert all(DECK.count(face) == 5 for face in range(1, 10))


def test_1_sectors() -> None:
    names = {sector.name: set(squares(SECTOR_MASKS[sector])) for sector in Sector}
    assert names["C"] == {rank * 10 + file for rank in (3, 4, 5) for file in (3, 4, 5)}
    assert names["SW"] == {0, 1, 2, 10, 11, 12, 20, 21, 22}
    assert names["NE"] == {66, 67, 68, 76, 77, 78, 86, 87, 88}
    assert all(sector_of(square) is Sector[name] for name, area in names.items() for square in area)


# 2 Seats, clockwise order, orientation


def test_2_setup_in_turn_in_an_empty_corner() -> None:
    state = new_game()
    assert state.to_act is Seat.RED
    assert len(legal(state)) == 4 * 126
    state = after(state, "setup a1,a2,b1,b2")
    assert state.to_act is Seat.BLUE
    assert len(legal(state)) == 3 * 126
    assert not legal(state, "setup a1,")
    state = after(state, "setup a9,b9,c8,c9")
    assert state.to_act is Seat.YELLOW
    assert len(legal(state)) == 2 * 126
    assert state.homes == (Sector.SW, Sector.NW, None)


@pytest.mark.parametrize(
    ("corners", "empty"), [(["SW", "NW", "NE"], "SE"), (["SE", "SW", "NE"], "NW"), (["NE", "SE", "SW"], "NW")]
)
def test_2_first_archon_sits_opposite_the_empty_corner(corners: list[str], empty: str) -> None:
    opposite = {"SE": "NW", "NW": "SE", "SW": "NE", "NE": "SW"}
    four = {"SW": "a1,a2,b1,b2", "NW": "a8,a9,b8,b9", "NE": "h8,h9,i8,i9", "SE": "h1,h2,i1,i2"}
    state = settled(*[f"setup {four[corner]}" for corner in corners])
    assert state.archon is not None
    assert state.homes[state.archon] is Sector[opposite[empty]]
    assert (state.phase, state.to_act, state.turn) == (Phase.DEAL, state.archon, 1)


def test_2_clockwise() -> None:
    for homes in itertools.permutations([Sector.NW, Sector.NE, Sector.SE, Sector.SW], 3):
        seats = clockwise((homes[0], homes[1], homes[2]), Seat.RED)
        corners = [["NW", "NE", "SE", "SW"].index(homes[seat].name) for seat in seats]
        turned = [(corner - corners[0]) % 4 for corner in corners]
        assert turned == sorted(turned)
        assert next_seat((homes[0], homes[1], homes[2]), Seat.RED) is seats[1]


@pytest.mark.parametrize(
    ("home", "top_left", "top", "right", "left"),
    [
        ("SW", "NW", "N", "E", "W"),
        ("NW", "NE", "E", "S", "N"),
        ("NE", "SE", "S", "W", "E"),
        ("SE", "SW", "W", "N", "S"),
    ],
)
def test_2_orientation(home: str, top_left: str, top: str, right: str, left: str) -> None:
    """On a keypad 7 is the top left, 8 the top, 6 the right, 4 the left."""
    read = {face: read_card(face, Sector[home]).name for face in range(1, 10)}
    assert (read[7], read[8], read[6], read[4], read[5]) == (top_left, top, right, left, "C")
    assert sorted(read.values()) == sorted(Sector.__members__)
    assert all(face_of(read_card(face, Sector[home]), Sector[home]) == face for face in range(1, 10))


def test_2_orientation_is_the_archons_for_all_cards() -> None:
    """Blue is Archon at home in NW: its faces 7, 8, 4 are NE, E, N, and so they are for everybody."""
    assert legal(started("784")) == [
        f"deal {' '.join(three)}" for three in sorted(itertools.permutations(["E", "N", "NE"]))
    ]


# 3.1 Draw


def test_3_1_the_archon_draws_three() -> None:
    state = started("123")
    assert (state.hand, len(state.pile)) == ((1, 2, 3), 42)


def test_3_1_the_dealer_acts_when_the_pile_is_empty() -> None:
    state = after(new_game(), RED_SW, BLUE_NW, YELLOW_NE)
    assert (state.phase, state.to_act, state.hand) == (Phase.DEAL, None, ())
    assert legal_actions(state) == ()
    assert hidden(state) == DECK


def test_3_1_used_and_rejected_cards_are_discarded_and_shuffled_again() -> None:
    state = started("123")
    for turn in range(1, 16):
        assert (state.turn, len(state.pile), len(state.discards)) == (turn, 45 - 3 * turn, 3 * (turn - 1))
        first = legal_actions(state)[0]
        state = after(state, format_action(first), "reject", "reject", "pass", "pass", "pass")
    assert (state.to_act, state.hand, len(state.discards)) == (None, (), 45)
    state = apply(state, Shuffle(DECK[::-1]))
    assert (state.hand, len(state.pile), state.discards, state.buried) == ((9, 9, 9), 42, (), ())


# 3.2 Deal


@pytest.mark.parametrize(("draw", "number"), [("123", 6), ("122", 3), ("111", 1)])
def test_3_2_equal_cards_merge(draw: str, number: int) -> None:
    assert len(legal(started(draw))) == number


def test_3_2_who_gets_which() -> None:
    """Blue in NW is Archon: 1, 2, 3 are NW, W, SW. Yellow in NE is next clockwise, then Red in SW."""
    state = after(started("123"), "deal W SW NW")
    assert state.cards == (1, 2, 3)
    assert (state.hand, state.to_act) == ((), Seat.YELLOW)


# 3.3 Answer


def dealt() -> State:
    return after(started("123"), "deal W SW NW")


def test_3_3_without_rejection_the_archon_accepts() -> None:
    state = after(dealt(), "accept", "accept")
    assert state.answers == (True, True, True)
    assert (state.phase, state.to_act) == (Phase.PLAY, Seat.BLUE)


def test_3_3_with_two_rejections_the_archon_rejects() -> None:
    state = after(dealt(), "reject", "reject")
    assert state.answers == (False, False, False)
    assert (state.phase, state.to_act) == (Phase.PLAY, Seat.BLUE)


@pytest.mark.parametrize("answers", [("accept", "reject"), ("reject", "accept")])
@pytest.mark.parametrize("own", ["accept", "reject"])
def test_3_3_with_one_rejection_the_archon_chooses(answers: tuple[str, str], own: str) -> None:
    state = after(dealt(), *answers)
    assert (state.phase, state.to_act) == (Phase.ANSWER, Seat.BLUE)
    assert legal(state) == ["accept", "reject"]
    state = after(state, own)
    assert state.answers[Seat.BLUE] is (own == "accept")
    assert (state.phase, state.to_act) == (Phase.PLAY, Seat.BLUE)


# 3.4 Play


def test_3_4_archon_first_then_clockwise() -> None:
    state = after(dealt(), "reject", "reject")
    order = []
    while state.phase is Phase.PLAY:
        assert state.to_act is not None
        order.append(state.to_act)
        state = after(state, "pass")
    assert order == [Seat.BLUE, Seat.YELLOW, Seat.RED]


def test_3_4_who_accepted_plays_the_card_and_who_rejected_moves() -> None:
    state = after(dealt(), "accept", "reject", "accept")
    assert {text[0] for text in legal(state)} == {"@", "p"}
    state = after(state, "pass")
    assert {text[0] for text in legal(state)} == {"@", "p"}
    state = after(state, "pass")
    assert not {"@", "+"} & {text[0] for text in legal(state)}
    assert "a1:b1>E" in legal(state)


def test_3_4_a_rejected_archon_card_is_discarded_unseen() -> None:
    state = after(dealt(), "reject", "reject", "pass", "pass", "pass")
    assert (state.discards, state.buried) == ((2, 3, 1), (2,))


def test_3_4_an_accepted_archon_card_is_discarded_open() -> None:
    state = after(dealt(), "accept", "accept", "pass", "pass", "pass")
    assert (state.discards, state.buried) == ((2, 3, 1), ())


def test_3_pass_is_always_legal() -> None:
    accepted = after(dealt(), "accept", "accept")
    rejected = after(dealt(), "reject", "reject")
    assert "pass" in legal(accepted)
    assert "pass" in legal(rejected)
    assert "pass" in legal(after(accepted, "@a6"))


# 3.5 Next Archon


@pytest.mark.parametrize(
    ("answers", "following"),
    [
        (["accept", "accept"], Seat.BLUE),
        (["reject", "accept", "accept"], Seat.YELLOW),
        (["accept", "reject", "reject"], Seat.RED),
        (["reject", "reject"], Seat.YELLOW),
    ],
)
def test_3_5_next_archon(answers: list[str], following: Seat) -> None:
    """Yellow answers first, then Red; Blue is the Archon."""
    state = after(dealt(), *answers, "pass", "pass", "pass")
    assert (state.archon, state.to_act, state.phase, state.turn) == (following, following, Phase.DEAL, 2)
    assert state.cards == state.answers == (None, None, None)


# Dealing the hidden cards anew (the dealer's second kind of shuffle)


def test_hidden_cards_while_the_archon_deals() -> None:
    state = started("123")
    assert hidden(state) == DECK
    anew = apply(state, Shuffle(DECK[::-1]))
    assert (anew.hand, anew.pile) == ((9, 9, 9), DECK[::-1][3:])
    assert (anew.to_act, anew.phase) == (state.to_act, state.phase)


def test_hidden_cards_before_the_kept_card_is_played() -> None:
    state = dealt()
    assert hidden(state) == tuple(sorted((2, *state.pile)))
    anew = apply(state, Shuffle((9, *(face for face in reversed(hidden(state)[:-1])))))
    assert anew.cards == (1, 9, 3)
    assert sorted((9, *anew.pile)) == list(hidden(state))


@pytest.mark.parametrize("texts", [["accept", "accept", "pass"], ["accept", "accept", "@a6"], ["reject", "reject"]])
def test_hidden_cards_when_the_kept_card_is_open_or_rejected(texts: list[str]) -> None:
    state = after(dealt(), *texts)
    assert hidden(state) == tuple(sorted(state.pile))
    anew = apply(state, Shuffle(tuple(sorted(state.pile, reverse=True))))
    assert anew.cards == state.cards
    assert anew.pile == tuple(sorted(state.pile, reverse=True))


def test_the_pile_itself_may_be_shuffled_when_it_is_empty() -> None:
    """In the last turn of a deck nothing may be hidden any more: then a shuffle changes nothing."""
    state = started("123")
    for _ in range(14):
        state = after(state, format_action(legal_actions(state)[0]), "accept", "accept", "pass", "pass", "pass")
    state = after(state, format_action(legal_actions(state)[0]), "accept", "accept", "pass")
    assert hidden(state) == ()
    assert apply(state, Shuffle(())) == state


def test_an_action_carries_its_seat() -> None:
    state = new_game()
    assert action(state, RED_SW).seat is Seat.RED
