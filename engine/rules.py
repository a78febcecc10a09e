"""How a game goes from one state to the next (RULES.md sections 2 to 9).

    setup, setup, setup -> (shuffle) -> deal -> answer, answer, (answer) -> play, play, play -> next turn or over

A play is one action, but for two kinds: a placing is followed by a manoeuvre, and a juggernaut that picks up cubes by
a placing with its manoeuvre for each of them. All of it is a pure function of state and action: the dealer's shuffles
are actions too, so a game is the fold of its actions and nothing else.
"""

from __future__ import annotations

from dataclasses import fields, make_dataclass
from operator import attrgetter
from typing import TYPE_CHECKING, Any, TypeVar, assert_never

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
from engine.board import CORNERS, PHALANXES, SECTOR_MASKS, juggernaut_squares, sector_of, shift
from engine.cards import clockwise, face_of, kept_hidden, next_seat
from engine.refusals import refusal
from engine.state import WHITE, Board, Face, Mask, Options, Outcome, Phase, Seat, Sector, State

_T = TypeVar("_T")
_Counts = tuple[int, int, int, int]
_Prisoners = tuple[_Counts, _Counts, _Counts]

if TYPE_CHECKING:
    from dataclasses import replace as _evolve
else:
    # `dataclasses.replace` to a type checker, but five times as fast: every action of every game passes through here.
    # Filling a frozen dataclass is slow. So a state is written as a draft, a class of the same slots that is not
    # frozen, and then becomes a State.
    _PLACES = {field.name: place for place, field in enumerate(fields(State))}
    _values = attrgetter(*_PLACES)
    _Draft = make_dataclass("_Draft", _PLACES, slots=True)

    def _evolve(state: State, **changes: Any) -> State:
        values = list(_values(state))
        for name, value in changes.items():
            values[_PLACES[name]] = value
        draft = _Draft(*values)
        draft.__class__ = State
        return draft


_NONE = (None, None, None)


def new_game(options: Options | None = None) -> State:
    """The start: nine white cubes on sector C, Red to choose a corner (RULES.md sections 1 and 2)."""
    options = options or Options()
    return State(
        options=options,
        phase=Phase.SETUP,
        to_act=Seat.RED,
        board=Board((0, 0, 0, SECTOR_MASKS[Sector.C]), (0, 0, 0)),
        homes=_NONE,
        supply=(options.supply, options.supply, options.supply, options.white_supply),
        prisoners=((0, 0, 0, 0), (0, 0, 0, 0), (0, 0, 0, 0)),
        archon=None,
        turn=0,
        pile=(),
        discards=(),
        buried=(),
        hand=(),
        cards=_NONE,
        answers=_NONE,
        played=(False, False, False),
        placed=None,
        in_hand=0,
    )


def apply(state: State, action: Action | Shuffle) -> State:
    """The state after an action. Raises `IllegalAction` when the rules do not allow it, and nothing else."""
    refused = refusal(state, action)
    if refused is not None:
        raise refused
    match action:
        case Place():
            return _place(state, action)
        case Pass(seat=seat):
            return _go_on(state, seat)
        case MoveSyntagma(seat=seat, origin=origin, target=target):
            return _go_on(state, seat, _with_cubes(state.board, seat, 1 << origin | 1 << target))
        case MovePhalanx():
            return _move_phalanx(state, action)
        case Accept(seat=seat):
            return _answer(state, seat, True)
        case Reject(seat=seat):
            return _answer(state, seat, False)
        case Deal():
            return _deal(state, action)
        case MoveJuggernaut():
            return _move_juggernaut(state, action)
        case FormJuggernaut(seat=seat, square=square) | DissolveJuggernaut(seat=seat, square=square):
            board = _with_cubes(state.board, seat, juggernaut_squares(square))
            return _go_on(state, seat, _with_juggernauts(board, seat, 1 << square))
        case Exchange():
            return _exchange(state, action)
        case Setup():
            return _setup(state, action)
        case Shuffle():
            return _shuffle(state, action)
        case _:
            assert_never(action)


def scores(state: State) -> tuple[int, int, int]:
    """The score of each seat now (RULES.md section 9)."""
    red, blue, yellow = (_score(state, seat) for seat in Seat)
    return red, blue, yellow


def _score(state: State, seat: Seat) -> int:
    held = state.prisoners[seat]
    most, middle, least = sorted((held[colour] for colour in range(4) if colour != seat), reverse=True)
    cubes = state.board.cubes[seat].bit_count() + 4 * state.board.juggernauts[seat].bit_count()
    return most + 2 * middle + 3 * least + 2 * cubes


def outcome(state: State) -> Outcome | None:
    """How the game ended, or None while it goes on. Whoever has the highest score wins; a tie is shared (section 9)."""
    if state.phase is not Phase.OVER:
        return None
    final = scores(state)
    return Outcome("supply", final, tuple(seat for seat in Seat if final[seat] == max(final)))


# Setup, deck, deal and answers


def _setup(state: State, action: Setup) -> State:
    seat = action.seat
    homes = _put(state.homes, seat, sector_of(action.squares.bit_length() - 1))
    supply = _add(state.supply, seat, -4)
    board = _with_cubes(state.board, seat, action.squares)
    if seat is not Seat.YELLOW:
        return _evolve(state, to_act=Seat(seat + 1), board=board, homes=homes, supply=supply)
    # The first Archon sits opposite the empty corner.
    empty = next(corner for corner in CORNERS if corner not in homes)
    opposite = CORNERS[(CORNERS.index(empty) + 2) % 4]
    archon = Seat(homes.index(opposite))
    ready = _evolve(state, board=board, homes=homes, supply=supply)
    return _new_turn(ready, archon)


def _new_turn(state: State, archon: Seat) -> State:
    """The Archon draws three cards; with none left, the dealer has to shuffle first (RULES.md section 3.1)."""
    pile = state.pile
    return _evolve(
        state,
        phase=Phase.DEAL,
        to_act=archon if pile else None,
        archon=archon,
        turn=state.turn + 1,
        pile=pile[3:],
        hand=pile[:3],
        cards=_NONE,
        answers=_NONE,
        played=(False, False, False),
    )


def _shuffle(state: State, action: Shuffle) -> State:
    faces = action.faces
    if state.to_act is None:
        return _evolve(state, to_act=state.archon, hand=faces[:3], pile=faces[3:], discards=(), buried=())
    if state.hand:
        return _evolve(state, hand=faces[:3], pile=faces[3:])
    if kept_hidden(state) is not None:
        assert state.archon is not None
        return _evolve(state, cards=_put(state.cards, state.archon, faces[0]), pile=faces[1:])
    return _evolve(state, pile=faces)


def _deal(state: State, action: Deal) -> State:
    """Each gets a card; the one after the Archon answers first (RULES.md sections 3.2 and 3.3)."""
    archon, first, second = clockwise(state)
    home = state.homes[archon]
    assert home is not None
    cards: list[Face | None] = [None, None, None]
    cards[archon] = face_of(action.keep, home)
    cards[first] = face_of(action.first, home)
    cards[second] = face_of(action.second, home)
    return _evolve(state, phase=Phase.ANSWER, to_act=first, hand=(), cards=(cards[0], cards[1], cards[2]))


def _answer(state: State, seat: Seat, accepted: bool) -> State:
    """The other two answer; the Archon only when exactly one of them has rejected (RULES.md section 3.3)."""
    archon, first, second = clockwise(state)
    answers = _put(state.answers, seat, accepted)
    if seat == first:
        return _evolve(state, to_act=second, answers=answers)
    if seat == second:
        if answers[first] != accepted:
            return _evolve(state, to_act=archon, answers=answers)
        answers = _put(answers, archon, accepted)
    return _evolve(state, phase=Phase.PLAY, to_act=archon, answers=answers)


# Plays


def _place(state: State, action: Place) -> State:
    seat = action.seat
    board = _with_cubes(state.board, seat, 1 << action.square)
    if state.in_hand:
        return _evolve(state, phase=Phase.MANOEUVRE, board=board, placed=action.square, in_hand=state.in_hand - 1)
    supply = _add(state.supply, seat, -1)
    return _evolve(state, phase=Phase.MANOEUVRE, board=board, placed=action.square, supply=supply)


def _move_phalanx(state: State, action: MovePhalanx) -> State:
    """The whole phalanx moves one square and captures every cube on its path (RULES.md section 7, path)."""
    phalanx = PHALANXES[action.corners]
    captured, prisoners = _capture(state, action.seat, phalanx.path(action.direction))
    moved = phalanx.cubes ^ shift(phalanx.cubes, action.direction)
    return _go_on(state, action.seat, _with_cubes(captured, action.seat, moved), prisoners)


def _move_juggernaut(state: State, action: MoveJuggernaut) -> State:
    """It captures the others' cubes and picks up the player's own, which are then placed (RULES.md section 8)."""
    seat, square = action.seat, action.square
    target = square + action.direction
    entered = juggernaut_squares(target) & ~juggernaut_squares(square)
    own = entered & state.board.cubes[seat]
    board, prisoners = _capture(state, seat, entered & ~own)
    board = _with_juggernauts(_with_cubes(board, seat, own), seat, 1 << square | 1 << target)
    if own:
        return _evolve(state, phase=Phase.REDEPLOY, board=board, prisoners=prisoners, in_hand=own.bit_count())
    return _go_on(state, seat, board, prisoners)


def _exchange(state: State, action: Exchange) -> State:
    """A prisoner goes back to its owner's supply, a white cube comes from the white supply (RULES.md section 5)."""
    held = _add(_add(state.prisoners[action.seat], action.owner, -1), WHITE, 1)
    supply = _add(_add(state.supply, action.owner, 1), WHITE, -1)
    return _go_on(_evolve(state, supply=supply), action.seat, prisoners=_put(state.prisoners, action.seat, held))


def _go_on(state: State, seat: Seat, board: Board | None = None, prisoners: _Prisoners | None = None) -> State:
    """After a move or a pass: the next cube in hand, or else the end of this play (RULES.md sections 3 and 9)."""
    board = board or state.board
    prisoners = prisoners or state.prisoners
    if state.in_hand:
        return _evolve(state, phase=Phase.REDEPLOY, board=board, prisoners=prisoners, placed=None)
    played = _put(state.played, seat, True)
    ended = 0 in state.supply[:3]
    last = all(played)
    if ended and (last or not state.options.finish_turn):
        return _evolve(
            state, phase=Phase.OVER, to_act=None, board=board, prisoners=prisoners, played=played, placed=None
        )
    if not last:
        following = next_seat(state.homes, seat)
        return _evolve(
            state, phase=Phase.PLAY, to_act=following, board=board, prisoners=prisoners, played=played, placed=None
        )
    return _end_turn(state, board, prisoners)


def _end_turn(state: State, board: Board, prisoners: _Prisoners) -> State:
    """The cards go to the discards; who first rejected is the next Archon (RULES.md section 3.5)."""
    archon, first, second = clockwise(state)
    cards, answers = state.cards, state.answers
    kept, given, other = cards[archon], cards[first], cards[second]
    assert kept is not None
    assert given is not None
    assert other is not None
    discards = (*state.discards, kept, given, other)
    buried = state.buried if answers[archon] else (*state.buried, kept)
    following = archon if answers[first] and answers[second] else second if answers[first] else first
    return _new_turn(
        _evolve(state, board=board, prisoners=prisoners, placed=None, discards=discards, buried=buried), following
    )


# Small changes


def _put(three: tuple[_T, _T, _T], seat: Seat, value: _T) -> tuple[_T, _T, _T]:
    """One entry of three replaced."""
    first, second, third = three
    if seat == 0:
        return value, second, third
    if seat == 1:
        return first, value, third
    return first, second, value


def _add(counts: _Counts, colour: int, number: int) -> _Counts:
    """One of four counts changed."""
    changed = list(counts)
    changed[colour] += number
    return changed[0], changed[1], changed[2], changed[3]


def _with_cubes(board: Board, seat: Seat, mask: Mask) -> Board:
    """The board with a seat's cubes put on or taken off these squares."""
    changed = list(board.cubes)
    changed[seat] ^= mask
    return Board((changed[0], changed[1], changed[2], changed[3]), board.juggernauts)


def _with_juggernauts(board: Board, seat: Seat, mask: Mask) -> Board:
    """The board with a seat's juggernauts put on or taken off these south-west squares."""
    return Board(board.cubes, _put(board.juggernauts, seat, board.juggernauts[seat] ^ mask))


def _capture(state: State, seat: Seat, path: Mask) -> tuple[Board, _Prisoners]:
    """Everything on the path taken prisoner by a seat."""
    board = state.board
    red, blue, yellow, white = board.cubes
    if not path & (red | blue | yellow | white):
        return board, state.prisoners
    held = state.prisoners[seat]
    for colour, cubes in enumerate(board.cubes):
        taken = cubes & path
        if taken:
            held = _add(held, colour, taken.bit_count())
    cleared = Board((red & ~path, blue & ~path, yellow & ~path, white & ~path), board.juggernauts)
    return cleared, _put(state.prisoners, seat, held)
