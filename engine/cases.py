"""States and positions as JSON, in the form of NOTATION.md's case files.

What is read may come from anybody: whatever is wrong with it is a `NotationError` that names the key.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from typing import Any

from engine.board import BOARD, CORNERS, occupied
from engine.cards import DECK, card_sector, face_of
from engine.errors import NotationError
from engine.moves import legal_actions
from engine.notation import (
    COLOURS,
    format_action,
    format_board,
    format_square,
    parse_board,
    parse_seat,
    parse_sector,
    parse_square,
    quote,
)
from engine.rules import apply, scores
from engine.state import Face, Options, Phase, Seat, Sector, Square, State

Json = dict[str, Any]
"""A JSON object."""

_PLAYS = (Phase.PLAY, Phase.MANOEUVRE, Phase.REDEPLOY)
_Counts = tuple[int, int, int, int]
_MOST = 999


# Reading single entries


def entry(source: Json, key: str) -> Any:
    """An entry that must be there."""
    if key not in source:
        raise NotationError(f"the key {key!r} is missing")
    return source[key]


def text_entry(source: Json, key: str) -> str:
    """An entry that is a string."""
    value = entry(source, key)
    if not isinstance(value, str):
        raise NotationError(f"{key!r} is not a string")
    return value


def list_entry(source: Json, key: str) -> list[Any]:
    """An entry that is a list."""
    value = entry(source, key)
    if not isinstance(value, list):
        raise NotationError(f"{key!r} is not a list")
    return value


def object_entry(source: Json, key: str, keys: Iterable[str]) -> Json:
    """An entry that is an object with exactly these keys."""
    value = entry(source, key)
    if not isinstance(value, dict):
        raise NotationError(f"{key!r} is not an object")
    if set(value) != set(keys):
        raise NotationError(f"{key!r} has not exactly the keys {' '.join(keys)}")
    return value


def count_entry(source: Json, key: str, most: int = _MOST) -> int:
    """An entry that is a whole number from 0 to `most`."""
    value = entry(source, key)
    if type(value) is not int or not 0 <= value <= most:
        raise NotationError(f"{key!r} is not a whole number from 0 to {most}")
    return value


def identity(source: Json) -> str | int:
    """The `id` of a case or a game: a number or some printable text."""
    value = entry(source, "id")
    if type(value) is int or (isinstance(value, str) and value and value.isprintable()):
        return value
    raise NotationError("'id' is neither a number nor a printable string")


def parse_options(source: Json) -> Options:
    """The entry `options`. What it does not name has its default; what it names must be an option."""
    value = entry(source, "options")
    if not isinstance(value, dict):
        raise NotationError("'options' is not an object")
    for key, setting in value.items():
        if key in ("supply", "white_supply"):
            if type(setting) is not int:
                raise NotationError(f"the option {key!r} is not a whole number")
        elif key in ("neutral_phalanxes", "finish_turn"):
            if type(setting) is not bool:
                raise NotationError(f"the option {key!r} is neither true nor false")
        else:
            raise NotationError(f"{quote(key)} is not an option")
    try:
        return Options(**value)
    except ValueError as error:
        raise NotationError(f"the options are out of range: {error}") from error


def options_json(options: Options) -> Json:
    """The entry `options`."""
    return {
        "supply": options.supply,
        "white_supply": options.white_supply,
        "neutral_phalanxes": options.neutral_phalanxes,
        "finish_turn": options.finish_turn,
    }


# Cases


def parse_case(case: Json) -> State:
    """The state of a case: a position in play, manoeuvre or redeploy, the player to act the last of the turn.

    What a case does not tell is filled up: the other two have played, and their cards are some of the deck's.
    """
    options = parse_options(case)
    homes = _parse_homes(case)
    archon = parse_seat(text_entry(case, "archon"))
    seat = parse_seat(text_entry(case, "to_act"))
    phase = text_entry(case, "phase")
    if phase not in _PLAYS:
        raise NotationError(f"the phase of a case is play, manoeuvre or redeploy, not {quote(phase)}")
    card = None if entry(case, "card") is None else parse_sector(text_entry(case, "card"))
    face = 5 if card is None else face_of(card, homes[archon])
    first, second, *discards = (Counter(DECK) - Counter([face])).elements()
    cards: list[Face] = [first, second]
    cards.insert(seat, face)
    board = parse_board(text_entry(case, "board"))
    state = State(
        options=options,
        phase=Phase(phase),
        to_act=seat,
        board=board,
        homes=homes,
        supply=_parse_counts(object_entry(case, "supply", COLOURS)),
        prisoners=_parse_prisoners(case),
        archon=archon,
        turn=1,
        pile=(),
        discards=tuple(discards),
        buried=(),
        hand=(),
        cards=(cards[0], cards[1], cards[2]),
        answers=(seat != 0 or card is not None, seat != 1 or card is not None, seat != 2 or card is not None),
        played=(seat != 0, seat != 1, seat != 2),
        placed=None if entry(case, "placed") is None else parse_square(text_entry(case, "placed")),
        in_hand=count_entry(case, "in_hand", 3),
    )
    _check_play(state, seat)
    return state


def _parse_homes(case: Json) -> tuple[Sector, Sector, Sector]:
    seats = object_entry(case, "seats", COLOURS[:3])
    red, blue, yellow = (parse_sector(text_entry(seats, letter)) for letter in COLOURS[:3])
    if len({red, blue, yellow}) < 3 or not {red, blue, yellow} <= set(CORNERS):
        raise NotationError("'seats' are not three different corners")
    return red, blue, yellow


def _parse_counts(counts: Json) -> _Counts:
    red, blue, yellow, white = (count_entry(counts, letter) if letter in counts else 0 for letter in COLOURS)
    return red, blue, yellow, white


def _parse_prisoners(case: Json) -> tuple[_Counts, _Counts, _Counts]:
    prisoners = object_entry(case, "prisoners", COLOURS[:3])
    red, blue, yellow = (
        _parse_counts(object_entry(prisoners, letter, COLOURS.replace(letter, ""))) for letter in COLOURS[:3]
    )
    return red, blue, yellow


def _check_play(state: State, seat: Seat) -> None:
    """The phase, the card, the placed cube and the cubes in hand agree."""
    if state.phase is not Phase.PLAY and not state.answers[seat]:
        raise NotationError(f"a {state.phase} needs a card that was accepted")
    if (state.phase is Phase.MANOEUVRE) != (state.placed is not None):
        raise NotationError("'placed' is a square in manoeuvre, and null in the other phases")
    if state.placed is not None and not state.board.cubes[seat] >> state.placed & 1:
        raise NotationError(f"there is no cube of {seat.letter} on the placed square {format_square(state.placed)}")
    lowest, highest = {Phase.REDEPLOY: (1, 3), Phase.MANOEUVRE: (0, 2)}.get(state.phase, (0, 0))
    if not lowest <= state.in_hand <= highest:
        raise NotationError(f"'in_hand' is from {lowest} to {highest} in {state.phase}")
    if state.in_hand > (BOARD & ~occupied(state.board)).bit_count():
        raise NotationError("there is no empty square for the cubes in hand")


def solve(case: Json) -> Json:
    """A case with its scores, all legal actions, and what each of them leads to."""
    name, state = identity(case), parse_case(case)
    actions = legal_actions(state)
    seat = state.to_act
    return {
        **case,
        "id": name,
        "scores": scores_json(state),
        "legal": [format_action(action) for action in actions],
        "after": {format_action(action): _after(apply(state, action), seat) for action in actions},
    }


def _after(state: State, seat: Seat | None) -> Json:
    """What a case tells of the state after an action of `seat`."""
    after: Json = {"phase": state.phase.value}
    going_on = state.phase in (Phase.MANOEUVRE, Phase.REDEPLOY)
    if going_on and seat is not None:
        after["to_act"] = seat.letter
    after |= pieces_json(state)
    if going_on:
        after["placed"] = placed_json(state.placed)
        after["in_hand"] = state.in_hand
    return after


# Writing states


def scores_json(state: State) -> Json:
    """The entry `scores`."""
    return dict(zip(COLOURS[:3], scores(state), strict=True))


def placed_json(placed: Square | None) -> str | None:
    """The entry `placed`."""
    return None if placed is None else format_square(placed)


def pieces_json(state: State) -> Json:
    """The entries about pieces, on the board and beside it."""
    return {
        "board": format_board(state.board),
        "supply": dict(zip(COLOURS, state.supply, strict=True)),
        "prisoners": {
            letter: {colour: count for colour, count in zip(COLOURS, held, strict=True) if colour != letter}
            for letter, held in zip(COLOURS, state.prisoners, strict=False)
        },
        "scores": scores_json(state),
    }


def state_json(state: State) -> Json:
    """A state as game files hold it: the full truth, the Archon's kept card included."""
    cards = (
        None if face is None or answer is False else card_sector(state, face).name
        for face, answer in zip(state.cards, state.answers, strict=True)
    )
    return {
        "phase": state.phase.value,
        "to_act": None if state.to_act is None else state.to_act.letter,
        "archon": None if state.archon is None else state.archon.letter,
        "seats": {
            letter: None if home is None else home.name for letter, home in zip(COLOURS, state.homes, strict=False)
        },
        "card": dict(zip(COLOURS, cards, strict=False)),
        "placed": placed_json(state.placed),
        "in_hand": state.in_hand,
        **pieces_json(state),
    }
