"""Positions for tests, written as briefly as the rule that is tested allows."""

from __future__ import annotations

from engine import Action, Options, State, apply, format_action, format_board, legal_actions, parse_action, parse_next
from engine.cases import Json, parse_case

EMPTY = "9/9/9/9/9/9/9/9/9"
"""Red is at home in SW and the Archon, so that cards are read as the map lies; Yellow in NW, Blue in NE."""


def counts(**given: int) -> dict[str, int]:
    """Supplies, 10 of each colour that is not named."""
    return {letter: given.get(letter, 10) for letter in "RBYW"}


def position(
    board: str = EMPTY,
    card: str | None = None,
    *,
    phase: str = "play",
    to_act: str = "R",
    archon: str = "R",
    seats: dict[str, str] | None = None,
    placed: str | None = None,
    in_hand: int = 0,
    supply: dict[str, int] | None = None,
    prisoners: dict[str, dict[str, int]] | None = None,
    **options: bool,
) -> State:
    """A position in which `to_act` plays: a card's sector, or None for a card that was rejected."""
    held = {letter: {other: 0 for other in "RBYW" if other != letter} for letter in "RBY"}
    for letter, captured in (prisoners or {}).items():
        held[letter] |= captured
    case: Json = {
        "board": board,
        "seats": seats or {"R": "SW", "B": "NE", "Y": "NW"},
        "archon": archon,
        "to_act": to_act,
        "phase": phase,
        "card": card,
        "placed": placed,
        "in_hand": in_hand,
        "supply": supply or counts(),
        "prisoners": held,
        "options": options,
    }
    return parse_case(case)


def legal(state: State, start: str = "") -> list[str]:
    """The legal actions in the notation, those that begin with `start`."""
    return [text for text in map(format_action, legal_actions(state)) if text.startswith(start)]


def action(state: State, text: str) -> Action:
    """An action of the seat to act."""
    assert state.to_act is not None
    return parse_action(text, state.to_act)


def after(state: State, *texts: str) -> State:
    """The state after some actions, each by the seat to act then, or by the dealer."""
    for text in texts:
        state = apply(state, parse_next(state, text))
    return state


def board_after(state: State, *texts: str) -> str:
    """The board string after some actions."""
    return format_board(after(state, *texts).board)


def rows(*ranks: str) -> str:
    """A board of its upper ranks from 9 down; the rest is empty."""
    return "/".join([*ranks, *["9"] * (9 - len(ranks))])


def low(*ranks: str) -> str:
    """A board of its lower ranks, the last of which is rank 1; the rest is empty."""
    return "/".join([*["9"] * (9 - len(ranks)), *ranks])


OPTIONS = (Options(), Options(neutral_phalanxes=True), Options(finish_turn=True), Options(supply=5, white_supply=0))
"""Different games to try something in."""
