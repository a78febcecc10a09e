"""Every Reason has a case that provokes it, with the squares, the direction and the strengths to blame."""

from __future__ import annotations

import re
from dataclasses import dataclass

import pytest

from engine import (
    DECK,
    Accept,
    Action,
    Deal,
    Direction,
    DissolveJuggernaut,
    FormJuggernaut,
    IllegalAction,
    MoveJuggernaut,
    MovePhalanx,
    MoveSyntagma,
    Pass,
    Place,
    Reason,
    Seat,
    Sector,
    Setup,
    Shuffle,
    State,
    apply,
    new_game,
    parse_square,
    refusal,
    square_name,
)
from tests.engine.positions import EMPTY, action, after, counts, low, position

RED = Seat.RED


@dataclass(frozen=True)
class Case:
    """An action that is refused: where, why, and what is to blame."""

    reason: Reason
    state: State
    tried: str | Action | Shuffle
    squares: str = ""
    direction: str = ""
    strengths: tuple[int, int] | None = None


def in_setup() -> State:
    return after(new_game(), "setup a1,a2,b1,b2")


def in_deal() -> State:
    state = after(in_setup(), "setup a8,a9,b8,b9", "setup h8,h9,i8,i9")
    return apply(state, Shuffle(DECK))


def in_answer() -> State:
    return after(in_deal(), "deal NW NW NW")


def over() -> State:
    return after(position(supply=counts(B=0), finish_turn=True), "pass")


def mask(*names: str) -> int:
    return sum(1 << parse_square(name) for name in names)


LINE = "9/9/9/9/3rr4/9/9/9/9"
PAIR_AND_BLUE = "9/9/9/9/3rrbbb1/9/9/9/9"
JUGGERNAUT = "9/9/9/9/3RR4/3RR4/9/9/9"

CASES = [
    Case(Reason.GAME_OVER, over(), Pass(RED)),
    Case(Reason.GAME_OVER, over(), Shuffle(DECK)),
    Case(Reason.DEALER_TO_ACT, after(in_setup(), "setup a8,a9,b8,b9", "setup h8,h9,i8,i9"), Pass(RED)),
    Case(Reason.NOT_TO_ACT, in_setup(), Setup(RED, mask("a8", "a9", "b8", "b9"))),
    Case(Reason.NOT_TO_ACT, in_answer(), Accept(Seat.BLUE)),
    # Phases
    Case(Reason.WRONG_PHASE, in_setup(), "pass"),
    Case(Reason.WRONG_PHASE, in_setup(), Shuffle(DECK)),
    Case(Reason.WRONG_PHASE, in_deal(), "accept"),
    Case(Reason.WRONG_PHASE, in_answer(), "pass"),
    Case(Reason.WRONG_PHASE, position(), "deal N N N"),
    Case(Reason.WRONG_PHASE, after(position(card="C"), "@e5"), "@e6"),
    Case(Reason.WRONG_PHASE, after(position("9/9/9/9/3RRr3/3RR4/9/9/9", "E"), "Jd4>E"), "pass"),
    Case(Reason.CARD_ACCEPTED, position(LINE, "C"), "d5:e5>E"),
    Case(Reason.CARD_ACCEPTED, position(LINE, "C"), "d5>d6"),
    Case(Reason.CARD_ACCEPTED, position(LINE, "C"), "xB"),
    Case(Reason.CARD_REJECTED, position(), "@e5"),
    Case(Reason.CARD_REJECTED, position(JUGGERNAUT), "Jd4>E"),
    Case(Reason.CARD_REJECTED, position(JUGGERNAUT), "-Jd4"),
    Case(Reason.CARD_REJECTED, position(JUGGERNAUT), "+Jd4"),
    # Squares that do not exist, which no text can name
    Case(Reason.NO_SUCH_SQUARE, position(card="C"), Place(RED, 9)),
    Case(Reason.NO_SUCH_SQUARE, position(card="C"), Place(RED, -1)),
    Case(Reason.NO_SUCH_SQUARE, position(LINE), MoveSyntagma(RED, 43, 500)),
    Case(Reason.NO_SUCH_SQUARE, position(LINE), MovePhalanx(RED, (43, 99), Direction.E)),
    Case(Reason.NO_SUCH_SQUARE, position(JUGGERNAUT, "C"), MoveJuggernaut(RED, 90, Direction.E)),
    Case(Reason.NO_SUCH_SQUARE, position(JUGGERNAUT, "C"), FormJuggernaut(RED, 19)),
    Case(Reason.NO_SUCH_SQUARE, position(JUGGERNAUT, "C"), DissolveJuggernaut(RED, -11)),
    Case(Reason.NO_SUCH_SQUARE, in_setup(), Setup(Seat.BLUE, 1 << 89)),
    Case(Reason.NO_SUCH_SQUARE, in_setup(), Setup(Seat.BLUE, -1)),
    # Setup, deck and deal
    Case(Reason.NOT_FOUR_SQUARES, in_setup(), Setup(Seat.BLUE, mask("a8", "a9", "b8")), "a8 b8 a9"),
    Case(Reason.NOT_FOUR_SQUARES, in_setup(), Setup(Seat.BLUE, 0)),
    Case(Reason.NOT_A_CORNER, in_setup(), "setup d1,d2,e1,e2", "d1 e1 d2 e2"),
    Case(Reason.NOT_A_CORNER, in_setup(), "setup a7,b7,c7,d7", "d7"),
    Case(Reason.CORNER_TAKEN, in_setup(), "setup a1,a2,b1,b3", "a1 b1 a2 b3"),
    Case(Reason.NOT_THE_HIDDEN_CARDS, in_deal(), Shuffle(DECK[1:])),
    Case(Reason.NOT_THE_HIDDEN_CARDS, in_answer(), Shuffle(DECK)),
    Case(Reason.CARDS_NOT_DRAWN, in_deal(), "deal N NW NW"),
    Case(Reason.CARDS_NOT_DRAWN, in_deal(), Deal(Seat.BLUE, Sector.C, Sector.C, Sector.C)),
    # Placing
    Case(Reason.NO_SUPPLY, position(card="C", supply=counts(R=0), finish_turn=True), "@e5"),
    Case(Reason.SQUARE_OCCUPIED, position(LINE, "C"), "@d5", "d5"),
    Case(Reason.SQUARE_OCCUPIED, position(JUGGERNAUT, "C"), "@e5", "e5"),
    Case(Reason.WRONG_SECTOR, position(card="C"), "@a1", "a1"),
    Case(Reason.WRONG_SECTOR, after(position("9/9/9/9/3RRr3/3RR4/9/9/9", "E"), "Jd4>E"), "@a1", "a1"),
    # Syntagma
    Case(Reason.NOT_THE_PLACED_CUBE, after(position(LINE, "C"), "@f6"), "d5>d6", "d5 f6"),
    Case(Reason.NOT_OWN_CUBE, position(PAIR_AND_BLUE), "f5>f6", "f5"),
    Case(Reason.NOT_OWN_CUBE, position(JUGGERNAUT), "d4>c3", "d4"),
    Case(Reason.NO_MOVE, position(LINE), "d5>d5", "d5"),
    Case(Reason.TOO_FAR, position(LINE), "d5>d8", "d5 d8"),
    Case(Reason.TARGET_OCCUPIED, position(LINE), "d5>e5", "e5"),
    Case(Reason.NO_FREE_PATH, position(low("bbb6", "r8")), "a1>a3", "a2 b2"),
    # Phalanx
    Case(Reason.NO_SUCH_PHALANX, position(LINE), "d5:e7>E", "d5 e7"),
    Case(Reason.NO_SUCH_PHALANX, position(LINE), MovePhalanx(RED, (), Direction.E)),
    Case(Reason.NOT_OWN_CUBES, position(PAIR_AND_BLUE), "d5:g5>E", "f5 g5"),
    Case(Reason.WITHOUT_PLACED_CUBE, after(position(LINE, "C"), "@e6"), "d5:e5>E", "e6"),
    Case(Reason.SIDEWAYS, position(LINE), "d5:e5>N", "d5 e5", "N"),
    Case(Reason.SIDEWAYS, position("9/9/9/9/3rr4/3rr4/9/9/9"), "d4:e4:d5>NE", "d4 e4 d5", "NE"),
    Case(Reason.PATH_OFF_BOARD, position(low("rr7")), "a1:b1>W", "a1", "W"),
    Case(Reason.PATH_OFF_BOARD, position("rr7/rr7/9/9/9/9/9/9/9"), "a8:b8:a9>N", "a9 b9", "N"),
    Case(Reason.PATH_OWN_CUBE, position("9/9/9/9/3rrr3/9/9/9/9"), "d5:e5>E", "f5", "E"),
    Case(Reason.PATH_JUGGERNAUT, position("9/9/9/9/3rrBB2/5BB2/9/9/9"), "d5:e5>E", "f5", "E"),
    Case(Reason.PATH_ENEMY_STRONG, position(PAIR_AND_BLUE), "d5:e5>E", "f5", "E", (2, 3)),
    Case(
        Reason.PATH_ENEMY_STRONG,
        position("9/9/9/9/3rrww2/9/9/9/9", neutral_phalanxes=True),
        "d5:e5>E",
        "f5",
        "E",
        (2, 2),
    ),
    # Juggernaut
    Case(Reason.NO_JUGGERNAUT, position(JUGGERNAUT, "E"), "Je4>E", "e4"),
    Case(Reason.NO_JUGGERNAUT, position("9/9/9/9/3BB4/3BB4/9/9/9", "E"), "Jd4>E", "d4"),
    Case(Reason.NO_JUGGERNAUT, position(card="E"), "-Jd4", "d4"),
    Case(Reason.WRONG_DIRECTION, position(JUGGERNAUT, "E"), "Jd4>N", "", "N"),
    Case(Reason.JUGGERNAUT_OFF_BOARD, position(low("RR7", "RR7"), "W"), "Ja1>W", "a1 a2", "W"),
    Case(Reason.JUGGERNAUT_OFF_BOARD, position(low("RR7", "RR7"), "SW"), "Ja1>SW", "a1 b1 a2", "SW"),
    Case(Reason.JUGGERNAUT_OFF_BOARD, position(card="E"), "+Ji5", "i5"),
    Case(Reason.JUGGERNAUT_OFF_BOARD, position(card="E"), "+Ja9", "a9"),
    Case(Reason.JUGGERNAUT_BLOCKED, position("9/9/9/9/3RRBB2/3RRBB2/9/9/9", "E"), "Jd4>E", "f4 f5", "E"),
    Case(Reason.JUGGERNAUT_ENEMY_STRONG, position("9/9/9/9/3RRbbb1/3RR4/9/9/9", "E"), "Jd4>E", "f5", "E", (2, 3)),
    Case(Reason.NOT_FOUR_OWN_CUBES, position("9/9/9/9/3rr4/3rb4/9/9/9", "C"), "+Jd4", "e4"),
    Case(Reason.FORM_OUTSIDE_SECTOR, position("9/9/9/9/3rr4/3rr4/9/9/9", "N"), "+Jd4", "d4 e4 d5 e5"),
    Case(Reason.DISSOLVE_OUTSIDE_SECTOR, position(JUGGERNAUT, "N"), "-Jd4", "d4 e4 d5 e5"),
    # Exchange
    Case(Reason.NO_PRISONER, position(prisoners={"R": {"W": 3}}), "xB"),
    Case(Reason.NO_PRISONER, position(prisoners={"R": {"B": 3}}), "xR"),
    Case(Reason.NO_WHITE_SUPPLY, position(prisoners={"R": {"B": 3}}, supply=counts(W=0)), "xB"),
]


@pytest.mark.parametrize("case", CASES, ids=lambda case: f"{case.reason}-{case.tried}")
def test_refusal(case: Case) -> None:
    tried = action(case.state, case.tried) if isinstance(case.tried, str) else case.tried
    refused = refusal(case.state, tried)
    assert refused is not None
    assert refused.reason is case.reason
    assert " ".join(map(square_name, refused.squares)) == case.squares
    assert ("" if refused.direction is None else refused.direction.name) == case.direction
    assert refused.strengths == case.strengths
    with pytest.raises(IllegalAction) as raised:
        apply(case.state, tried)
    assert raised.value.args == refused.args


def test_every_reason_is_provoked() -> None:
    assert {case.reason for case in CASES} == set(Reason)


def test_every_reason_names_its_paragraph() -> None:
    for reason in Reason:
        assert re.fullmatch(r"section \d(\.\d)?(, [a-z ]+)?", reason.paragraph)
        assert str(IllegalAction(reason)) == f"{reason.value} (RULES.md {reason.paragraph})"


def test_a_refusal_changes_nothing() -> None:
    state = position(EMPTY, "C")
    copy = position(EMPTY, "C")
    with pytest.raises(IllegalAction):
        apply(state, action(state, "@a1"))
    assert state == copy
