"""Why an action is not allowed now: one ladder, from whose turn it is down to the last square in the way.

`refusal` says for any action whatever what is wrong with it, or that nothing is. `rules.apply` asks it before each
action, and players get their answer from it. It shares no code with the generation in `moves` beyond the geometry of
`board`; a test proves that both agree.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from typing import assert_never

from engine.actions import (
    Accept,
    Action,
    Deal,
    DissolveJuggernaut,
    Exchange,
    FormJuggernaut,
    MoveJuggernaut,
    MovePhalanx,
    MoveSyntagma,
    Pass,
    Place,
    Reject,
    Setup,
    Shuffle,
)
from engine.board import (
    BOARD,
    CORNERS,
    JUGGERNAUT_SQUARES,
    NEIGHBOURS,
    PHALANXES,
    SECTOR_MASKS,
    blocks,
    is_square,
    juggernaut_squares,
    occupied,
    reach,
    sector_of,
    shift,
    squares,
    strength,
    strong,
)
from engine.cards import CARD_DIRECTIONS, card_sector, hidden
from engine.errors import IllegalAction, Reason
from engine.state import WHITE, Direction, Mask, Phase, Seat, Square, State


def refusal(state: State, action: Action | Shuffle) -> IllegalAction | None:
    """Why the rules do not allow an action in a state; None when they do."""
    if isinstance(action, Shuffle):
        return _shuffle(state, action)
    if state.to_act is None:
        return IllegalAction(Reason.GAME_OVER if state.phase is Phase.OVER else Reason.DEALER_TO_ACT)
    if action.seat != state.to_act:
        return IllegalAction(Reason.NOT_TO_ACT)
    return _LADDERS[state.phase](state, action)


def _names(mask: Mask) -> tuple[Square, ...]:
    return tuple(squares(mask))


def _shuffle(state: State, action: Shuffle) -> IllegalAction | None:
    if state.phase is Phase.OVER:
        return IllegalAction(Reason.GAME_OVER)
    if state.phase is Phase.SETUP:
        return IllegalAction(Reason.WRONG_PHASE)
    if Counter(action.faces) != Counter(hidden(state)):
        return IllegalAction(Reason.NOT_THE_HIDDEN_CARDS)
    return None


def _setup(state: State, action: Action) -> IllegalAction | None:
    if not isinstance(action, Setup):
        return IllegalAction(Reason.WRONG_PHASE)
    mask = action.squares
    if mask < 0 or mask & ~BOARD:
        return IllegalAction(Reason.NO_SUCH_SQUARE)
    if mask.bit_count() != 4:
        return IllegalAction(Reason.NOT_FOUR_SQUARES, _names(mask))
    chosen = _names(mask)
    home = sector_of(chosen[0])
    if home not in CORNERS:
        return IllegalAction(Reason.NOT_A_CORNER, chosen)
    if mask & ~SECTOR_MASKS[home]:
        return IllegalAction(Reason.NOT_A_CORNER, _names(mask & ~SECTOR_MASKS[home]))
    if home in state.homes:
        return IllegalAction(Reason.CORNER_TAKEN, chosen)
    return None


def _deal(state: State, action: Action) -> IllegalAction | None:
    if not isinstance(action, Deal):
        return IllegalAction(Reason.WRONG_PHASE)
    drawn = sorted([card_sector(state, face) for face in state.hand])
    if sorted((action.keep, action.first, action.second)) != drawn:
        return IllegalAction(Reason.CARDS_NOT_DRAWN)
    return None


def _answer(_: State, action: Action) -> IllegalAction | None:
    return None if isinstance(action, Accept | Reject) else IllegalAction(Reason.WRONG_PHASE)


def _play(state: State, action: Action) -> IllegalAction | None:
    """A whole play begins: with the card when it was accepted, with a rejection's options when not."""
    accepted = state.answers[action.seat]
    match action:
        case Place() if accepted:
            return _place(state, action)
        case MoveSyntagma() if not accepted:
            return _move_syntagma(state, action)
        case MovePhalanx() if not accepted:
            return _move_phalanx(state, action)
        case Pass():
            return None
        case MoveJuggernaut() if accepted:
            return _move_juggernaut(state, action)
        case FormJuggernaut() if accepted:
            return _form(state, action)
        case DissolveJuggernaut() if accepted:
            return _dissolve(state, action)
        case Exchange() if not accepted:
            return _exchange(state, action)
        case Place() | MoveJuggernaut() | FormJuggernaut() | DissolveJuggernaut():
            return IllegalAction(Reason.CARD_REJECTED)
        case MoveSyntagma() | MovePhalanx() | Exchange():
            return IllegalAction(Reason.CARD_ACCEPTED)
        case Setup() | Deal() | Accept() | Reject():
            return IllegalAction(Reason.WRONG_PHASE)
        case _:
            assert_never(action)


def _manoeuvre(state: State, action: Action) -> IllegalAction | None:
    """One move with the cube just placed (RULES.md section 4, place)."""
    placed = state.placed
    assert placed is not None
    match action:
        case Pass():
            return None
        case MoveSyntagma(origin=origin):
            if is_square(origin) and origin != placed:
                return IllegalAction(Reason.NOT_THE_PLACED_CUBE, (origin, placed))
            return _move_syntagma(state, action)
        case MovePhalanx(corners=corners):
            if corners in PHALANXES and not PHALANXES[corners].cubes >> placed & 1:
                return IllegalAction(Reason.WITHOUT_PLACED_CUBE, (placed,))
            return _move_phalanx(state, action)
        case _:
            return IllegalAction(Reason.WRONG_PHASE)


def _redeploy(state: State, action: Action) -> IllegalAction | None:
    """A cube in hand is placed as one from supply is (RULES.md section 8)."""
    return _place(state, action) if isinstance(action, Place) else IllegalAction(Reason.WRONG_PHASE)


def _place(state: State, action: Place) -> IllegalAction | None:
    square = action.square
    if not is_square(square):
        return IllegalAction(Reason.NO_SUCH_SQUARE)
    if not state.in_hand and not state.supply[action.seat]:
        return IllegalAction(Reason.NO_SUPPLY)
    empty = BOARD & ~occupied(state.board)
    if not empty >> square & 1:
        return IllegalAction(Reason.SQUARE_OCCUPIED, (square,))
    area = SECTOR_MASKS[_own_sector(state, action.seat)]
    if not area >> square & 1 and empty & area:
        return IllegalAction(Reason.WRONG_SECTOR, (square,))
    return None


def _own_sector(state: State, seat: Seat) -> int:
    face = state.cards[seat]
    assert face is not None
    return card_sector(state, face)


def _move_syntagma(state: State, action: MoveSyntagma) -> IllegalAction | None:
    origin, target = action.origin, action.target
    if not (is_square(origin) and is_square(target)):
        return IllegalAction(Reason.NO_SUCH_SQUARE)
    if not state.board.cubes[action.seat] >> origin & 1:
        return IllegalAction(Reason.NOT_OWN_CUBE, (origin,))
    empty = BOARD & ~occupied(state.board)
    if reach(origin, empty) >> target & 1:
        return None
    if origin == target:
        return IllegalAction(Reason.NO_MOVE, (origin,))
    if abs(target % 10 - origin % 10) > 2 or abs(target // 10 - origin // 10) > 2:
        return IllegalAction(Reason.TOO_FAR, (origin, target))
    if not empty >> target & 1:
        return IllegalAction(Reason.TARGET_OCCUPIED, (target,))
    return IllegalAction(Reason.NO_FREE_PATH, _names(NEIGHBOURS[origin] & NEIGHBOURS[target]))


def _move_phalanx(state: State, action: MovePhalanx) -> IllegalAction | None:
    corners, direction = action.corners, action.direction
    phalanx = PHALANXES.get(corners)
    if phalanx is None:
        known = all(map(is_square, corners))
        return IllegalAction(Reason.NO_SUCH_PHALANX if known else Reason.NO_SUCH_SQUARE, corners if known else ())
    own = state.board.cubes[action.seat]
    if phalanx.cubes & ~own:
        return IllegalAction(Reason.NOT_OWN_CUBES, _names(phalanx.cubes & ~own))
    power = phalanx.strength(direction)
    if not power:
        return IllegalAction(Reason.SIDEWAYS, corners, direction)
    path = phalanx.path(direction)
    if path.bit_count() * power != phalanx.cubes.bit_count():
        return IllegalAction(Reason.PATH_OFF_BOARD, _names(phalanx.leaving(direction)), direction)
    if path & own:
        return IllegalAction(Reason.PATH_OWN_CUBE, _names(path & own), direction)
    wall = path & blocks(state.board)
    if wall:
        return IllegalAction(Reason.PATH_JUGGERNAUT, _names(wall), direction)
    return _too_strong(state, action.seat, path, direction, power, Reason.PATH_ENEMY_STRONG)


def _too_strong(
    state: State, seat: Seat, path: Mask, direction: Direction, power: int, reason: Reason
) -> IllegalAction | None:
    """Refused when a cube on the path is as strong as the phalanx, or too strong for a juggernaut."""
    board, options, axis = state.board, state.options, abs(direction)
    if not path & (board.cubes[0] | board.cubes[1] | board.cubes[2] | board.cubes[3]):
        return None
    blocking = path & strong(board, seat, axis, power, options)
    if not blocking:
        return None
    against = 1
    for colour, cubes in enumerate(board.cubes):
        if colour != WHITE or options.neutral_phalanxes:
            against = max([against, *(strength(cubes, square, axis) for square in squares(blocking & cubes))])
    return IllegalAction(reason, _names(blocking), direction, (power, against))


def _move_juggernaut(state: State, action: MoveJuggernaut) -> IllegalAction | None:
    square, direction = action.square, action.direction
    if not is_square(square):
        return IllegalAction(Reason.NO_SUCH_SQUARE)
    if not state.board.juggernauts[action.seat] >> square & 1:
        return IllegalAction(Reason.NO_JUGGERNAUT, (square,))
    if direction not in CARD_DIRECTIONS[_own_sector(state, action.seat)]:
        return IllegalAction(Reason.WRONG_DIRECTION, (), direction)
    body = juggernaut_squares(square)
    entered = shift(body, direction) & ~body
    leaving = body & ~shift(shift(body, direction) & BOARD, -direction)
    if leaving:
        return IllegalAction(Reason.JUGGERNAUT_OFF_BOARD, _names(leaving), direction)
    wall = entered & blocks(state.board)
    if wall:
        return IllegalAction(Reason.JUGGERNAUT_BLOCKED, _names(wall), direction)
    return _too_strong(state, action.seat, entered, direction, 2, Reason.JUGGERNAUT_ENEMY_STRONG)


def _form(state: State, action: FormJuggernaut) -> IllegalAction | None:
    square = action.square
    if not is_square(square):
        return IllegalAction(Reason.NO_SUCH_SQUARE)
    if square not in JUGGERNAUT_SQUARES:
        return IllegalAction(Reason.JUGGERNAUT_OFF_BOARD, (square,))
    body = juggernaut_squares(square)
    missing = body & ~state.board.cubes[action.seat]
    if missing:
        return IllegalAction(Reason.NOT_FOUR_OWN_CUBES, _names(missing))
    if not body & SECTOR_MASKS[_own_sector(state, action.seat)]:
        return IllegalAction(Reason.FORM_OUTSIDE_SECTOR, _names(body))
    return None


def _dissolve(state: State, action: DissolveJuggernaut) -> IllegalAction | None:
    square = action.square
    if not is_square(square):
        return IllegalAction(Reason.NO_SUCH_SQUARE)
    if not state.board.juggernauts[action.seat] >> square & 1:
        return IllegalAction(Reason.NO_JUGGERNAUT, (square,))
    body = juggernaut_squares(square)
    if not body & SECTOR_MASKS[_own_sector(state, action.seat)]:
        return IllegalAction(Reason.DISSOLVE_OUTSIDE_SECTOR, _names(body))
    return None


def _exchange(state: State, action: Exchange) -> IllegalAction | None:
    if action.owner not in range(3) or not state.prisoners[action.seat][action.owner]:
        return IllegalAction(Reason.NO_PRISONER)
    if not state.supply[WHITE]:
        return IllegalAction(Reason.NO_WHITE_SUPPLY)
    return None


_LADDERS: dict[Phase, Callable[[State, Action], IllegalAction | None]] = {
    Phase.SETUP: _setup,
    Phase.DEAL: _deal,
    Phase.ANSWER: _answer,
    Phase.PLAY: _play,
    Phase.MANOEUVRE: _manoeuvre,
    Phase.REDEPLOY: _redeploy,
}
"""What is asked of an action in each phase in which a player acts."""
