"""How a game goes from one state to the next (RULES.md sections 2 to 9).

    setup, setup, setup -> (shuffle) -> deal -> answer, answer, (answer) -> play, play, play -> next turn or over

A play is one action, but for two kinds: a placing is followed by a manoeuvre, and a juggernaut that picks up cubes by
a placing with its manoeuvre for each of them. All of it is a pure function of state and action: the dealer's shuffles
are actions too, so a game is the fold of its actions and nothing else.
"""

from __future__ import annotations

from typing import TypeVar, assert_never

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
from engine.cards import clockwise, face_of, kept_hidden
from engine.draft import Draft
from engine.refusals import refusal
from engine.state import WHITE, Board, Face, Mask, Options, Outcome, Phase, Seat, Sector, State

_T = TypeVar("_T")
_Counts = tuple[int, int, int, int]
_Prisoners = tuple[_Counts, _Counts, _Counts]

# A member is found slowly in its class, and every action needs one.
DEAL, ANSWER, PLAY = Phase.DEAL, Phase.ANSWER, Phase.PLAY
MANOEUVRE, REDEPLOY, OVER = Phase.MANOEUVRE, Phase.REDEPLOY, Phase.OVER
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
    draft = Draft(state)
    match action:
        case Accept(seat=seat):
            _answer(draft, seat, True)
        case Reject(seat=seat):
            _answer(draft, seat, False)
        case Place():
            _place(draft, action)
        case Pass(seat=seat):
            _go_on(draft, seat)
        case MoveSyntagma():
            _move_syntagma(draft, action)
        case MovePhalanx():
            _move_phalanx(draft, action)
        case Deal():
            _deal(draft, action)
        case MoveJuggernaut():
            _move_juggernaut(draft, action)
        case FormJuggernaut(seat=seat, square=square) | DissolveJuggernaut(seat=seat, square=square):
            _change_cubes(draft, seat, juggernaut_squares(square))
            _change_juggernauts(draft, seat, 1 << square)
            _go_on(draft, seat)
        case Exchange():
            _exchange(draft, action)
        case Setup():
            _setup(draft, action)
        case Shuffle(faces=faces):
            _shuffle(draft, faces, kept_hidden(state) is not None)
        case _:
            assert_never(action)
    return draft.seal()


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


# Setup, deck, deal and answers. Each of these writes a part of the next state.


def _setup(draft: Draft, action: Setup) -> None:
    seat = action.seat
    _change_cubes(draft, seat, action.squares)
    draft.supply = _add(draft.supply, seat, -4)
    draft.homes = _put(draft.homes, seat, sector_of(action.squares.bit_length() - 1))
    if seat is not Seat.YELLOW:
        draft.to_act = Seat(seat + 1)
        return
    # The first Archon sits opposite the empty corner.
    empty = next(corner for corner in CORNERS if corner not in draft.homes)
    opposite = CORNERS[(CORNERS.index(empty) + 2) % 4]
    _begin_turn(draft, Seat(draft.homes.index(opposite)))


def _begin_turn(draft: Draft, archon: Seat) -> None:
    """The Archon draws three cards; with none left, the dealer has to shuffle first (RULES.md section 3.1)."""
    draft.phase = DEAL
    draft.to_act = archon if draft.pile else None
    draft.archon = archon
    draft.turn += 1
    draft.hand = draft.pile[:3]
    draft.pile = draft.pile[3:]
    draft.cards = draft.answers = _NONE
    draft.played = (False, False, False)


def _shuffle(draft: Draft, faces: tuple[Face, ...], kept: bool) -> None:
    """A new pile; or, in the middle of a turn, the hidden cards dealt anew (RULES.md section 3.1)."""
    if draft.to_act is None:
        draft.to_act = draft.archon
        draft.discards = draft.buried = ()
        draft.hand, draft.pile = faces[:3], faces[3:]
    elif draft.hand:
        draft.hand, draft.pile = faces[:3], faces[3:]
    elif kept and draft.archon is not None:
        draft.cards = _put(draft.cards, draft.archon, faces[0])
        draft.pile = faces[1:]
    else:
        draft.pile = faces


def _deal(draft: Draft, action: Deal) -> None:
    """Each gets a card; the one after the Archon answers first (RULES.md sections 3.2 and 3.3)."""
    archon, first, second = clockwise(draft.homes, action.seat)
    home = draft.homes[archon]
    assert home is not None
    cards: list[Face | None] = [None, None, None]
    cards[archon] = face_of(action.keep, home)
    cards[first] = face_of(action.first, home)
    cards[second] = face_of(action.second, home)
    draft.phase = ANSWER
    draft.to_act = first
    draft.hand = ()
    draft.cards = cards[0], cards[1], cards[2]


def _answer(draft: Draft, seat: Seat, accepted: bool) -> None:
    """The other two answer; the Archon only when exactly one of them has rejected (RULES.md section 3.3)."""
    assert draft.archon is not None
    archon, first, second = clockwise(draft.homes, draft.archon)
    draft.answers = _put(draft.answers, seat, accepted)
    if seat == first:
        draft.to_act = second
        return
    draft.to_act = archon
    if seat == second:
        if draft.answers[first] != accepted:
            return
        draft.answers = _put(draft.answers, archon, accepted)
    draft.phase = PLAY


# Plays


def _place(draft: Draft, action: Place) -> None:
    """From the hand when a juggernaut has picked cubes up, else from supply; a manoeuvre may follow (section 4)."""
    _change_cubes(draft, action.seat, 1 << action.square)
    draft.phase = MANOEUVRE
    draft.placed = action.square
    if draft.in_hand:
        draft.in_hand -= 1
    else:
        draft.supply = _add(draft.supply, action.seat, -1)


def _move_syntagma(draft: Draft, action: MoveSyntagma) -> None:
    _change_cubes(draft, action.seat, 1 << action.origin | 1 << action.target)
    _go_on(draft, action.seat)


def _move_phalanx(draft: Draft, action: MovePhalanx) -> None:
    """The whole phalanx moves one square and captures every cube on its path (RULES.md section 7, path)."""
    phalanx = PHALANXES[action.corners]
    _capture(draft, action.seat, phalanx.path(action.direction))
    _change_cubes(draft, action.seat, phalanx.cubes ^ shift(phalanx.cubes, action.direction))
    _go_on(draft, action.seat)


def _move_juggernaut(draft: Draft, action: MoveJuggernaut) -> None:
    """It captures the others' cubes and picks up the player's own, which are then placed (RULES.md section 8)."""
    seat, square = action.seat, action.square
    target = square + action.direction
    entered = juggernaut_squares(target) & ~juggernaut_squares(square)
    own = entered & draft.board.cubes[seat]
    _capture(draft, seat, entered & ~own)
    _change_cubes(draft, seat, own)
    _change_juggernauts(draft, seat, 1 << square | 1 << target)
    draft.in_hand = own.bit_count()
    _go_on(draft, seat)


def _exchange(draft: Draft, action: Exchange) -> None:
    """A prisoner goes back to its owner's supply, a white cube comes from the white supply (RULES.md section 5)."""
    held = _add(_add(draft.prisoners[action.seat], action.owner, -1), WHITE, 1)
    draft.prisoners = _put(draft.prisoners, action.seat, held)
    draft.supply = _add(_add(draft.supply, action.owner, 1), WHITE, -1)
    _go_on(draft, action.seat)


def _go_on(draft: Draft, seat: Seat) -> None:
    """After a move or a pass: the next cube in hand, or else the end of this play (RULES.md sections 3.4, 8 and 9)."""
    draft.placed = None
    if draft.in_hand:
        draft.phase = REDEPLOY
        return
    draft.played = played = _put(draft.played, seat, True)
    turn_over = False not in played
    if 0 in draft.supply[:3] and (turn_over or not draft.options.finish_turn):
        draft.phase = OVER
        draft.to_act = None
    elif turn_over:
        _end_turn(draft)
    else:
        draft.phase = PLAY
        draft.to_act = clockwise(draft.homes, seat)[1]


def _end_turn(draft: Draft) -> None:
    """The cards go to the discards; who first rejected is the next Archon (RULES.md sections 3.1 and 3.5)."""
    assert draft.archon is not None
    archon, first, second = clockwise(draft.homes, draft.archon)
    cards, answers = draft.cards, draft.answers
    kept, given, other = cards[archon], cards[first], cards[second]
    assert kept is not None
    assert given is not None
    assert other is not None
    draft.discards = (*draft.discards, kept, given, other)
    if not answers[archon]:
        draft.buried = (*draft.buried, kept)
    _begin_turn(draft, archon if answers[first] and answers[second] else second if answers[first] else first)


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


def _change_cubes(draft: Draft, seat: Seat, mask: Mask) -> None:
    """A seat's cubes put on these squares where there are none, and taken off where there are."""
    cubes, juggernauts = draft.board
    red, blue, yellow, white = cubes
    if seat == 0:
        cubes = red ^ mask, blue, yellow, white
    elif seat == 1:
        cubes = red, blue ^ mask, yellow, white
    else:
        cubes = red, blue, yellow ^ mask, white
    draft.board = Board(cubes, juggernauts)


def _change_juggernauts(draft: Draft, seat: Seat, mask: Mask) -> None:
    """A seat's juggernauts put on these south-west squares where there are none, and taken off where there are."""
    cubes, juggernauts = draft.board
    draft.board = Board(cubes, _put(juggernauts, seat, juggernauts[seat] ^ mask))


def _capture(draft: Draft, seat: Seat, path: Mask) -> None:
    """Everything on the path taken prisoner by a seat."""
    cubes, juggernauts = draft.board
    red, blue, yellow, white = cubes
    if not path & (red | blue | yellow | white):
        return
    held = draft.prisoners[seat]
    for colour, mask in enumerate(cubes):
        taken = mask & path
        if taken:
            held = _add(held, colour, taken.bit_count())
    draft.prisoners = _put(draft.prisoners, seat, held)
    draft.board = Board((red & ~path, blue & ~path, yellow & ~path, white & ~path), juggernauts)
