"""A whole state on one line, and its digest.

Eighteen fields with single spaces between them; `-` stands for nothing. The state after `new_game()` is

    9/9/9/3www3/3www3/3www3/9/9/9 setup R - 0 -,-,- 24,24,24,15 0,0,0,0/0,0,0,0/0,0,0,0
    --- --- --- - 0 - - - - 24,15,-,-

(one line) in this order: board string; phase; seat to act; Archon; turn; homes of red, blue and yellow; supplies in
the order R B Y W; prisoners by capturer, each in that order; the three players' cards as printed; their answers (`a`
accepted, `r` rejected); whose play is complete (`x`); the placed square; cubes in hand; the drawn cards; the pile, next
card first; the discards, oldest first; those of the discards that nobody saw; the options: supply, white supply, `n`
for neutral phalanxes, `f` for finishing the turn.

The line holds secrets: it is the full truth. It is what the digest of a state is taken from, so that two states are
the same exactly when their digests are, in every version of Python.
"""

from __future__ import annotations

import hashlib
from collections import Counter
from collections.abc import Callable
from typing import TypeVar

from engine.board import CORNERS, occupied, squares
from engine.cards import DECK, clockwise
from engine.errors import NotationError
from engine.notation import (
    format_board,
    format_square,
    parse_board,
    parse_faces,
    parse_seat,
    parse_sector,
    parse_square,
    quote,
)
from engine.state import Face, Options, Phase, Seat, State

_T = TypeVar("_T")
_Counts = tuple[int, int, int, int]
_FIELDS = 18
_LONGEST = 600
_ANSWERS = {"-": None, "a": True, "r": False}
_MOST = 999


def format_position(state: State) -> str:
    """The whole state on one line."""
    options = state.options
    return " ".join(
        (
            format_board(state.board),
            state.phase.value,
            state.to_act.letter if state.to_act is not None else "-",
            state.archon.letter if state.archon is not None else "-",
            str(state.turn),
            ",".join("-" if home is None else home.name for home in state.homes),
            ",".join(map(str, state.supply)),
            "/".join(",".join(map(str, held)) for held in state.prisoners),
            "".join("-" if face is None else str(face) for face in state.cards),
            "".join("-" if answer is None else "ra"[answer] for answer in state.answers),
            "".join("-x"[done] for done in state.played),
            "-" if state.placed is None else format_square(state.placed),
            str(state.in_hand),
            _format_faces(state.hand),
            _format_faces(state.pile),
            _format_faces(state.discards),
            _format_faces(state.buried),
            f"{options.supply},{options.white_supply},"
            f"{'n' if options.neutral_phalanxes else '-'},{'f' if options.finish_turn else '-'}",
        )
    )


def digest(state: State) -> str:
    """A fingerprint of the whole state: 32 hexadecimal digits of BLAKE2b of its position line."""
    return hashlib.blake2b(format_position(state).encode("ascii"), digest_size=16).hexdigest()


def parse_position(text: str) -> State:
    """The state that a line writes. One that no game can be in is refused too, but for the number of pieces."""
    fields = text.split(" ") if len(text) <= _LONGEST else []
    if len(fields) != _FIELDS:
        raise NotationError(f"a position has {_FIELDS} fields with single spaces between them, not {quote(text)}")
    (board, phase, to_act, archon, turn, homes, supply, prisoners, cards, answers, played, placed, in_hand) = fields[
        :13
    ]
    hand, pile, discards, buried, options = fields[13:]
    red, blue, yellow = _split(prisoners, "/", 3, "prisoners")
    state = State(
        options=_parse_options(options),
        phase=_parse_phase(phase),
        to_act=_or_none(to_act, parse_seat),
        board=parse_board(board),
        homes=_three([_or_none(home, parse_sector) for home in _split(homes, ",", 3, "homes")]),
        supply=_parse_counts(supply, "supply"),
        prisoners=(
            _parse_counts(red, "prisoners"),
            _parse_counts(blue, "prisoners"),
            _parse_counts(yellow, "prisoners"),
        ),
        archon=_or_none(archon, parse_seat),
        turn=_parse_count(turn, "turn", 10**9),
        pile=_parse_cards(pile),
        discards=_parse_cards(discards),
        buried=_parse_cards(buried),
        hand=_parse_cards(hand),
        cards=_three([_or_none(card, _parse_card) for card in _letters(cards, "cards")]),
        answers=_three([_of(_ANSWERS, answer, "answer") for answer in _letters(answers, "answers")]),
        played=_three([_of({"-": False, "x": True}, done, "play") for done in _letters(played, "plays")]),
        placed=_or_none(placed, parse_square),
        in_hand=_parse_count(in_hand, "cubes in hand", 3),
    )
    contradiction = _contradiction(state)
    if contradiction:
        raise NotationError(f"no game can be in this position: {contradiction}")
    return state


def _format_faces(faces: tuple[Face, ...]) -> str:
    return "".join(map(str, faces)) or "-"


def _parse_cards(text: str) -> tuple[Face, ...]:
    if not text:
        raise NotationError("a position writes no cards as '-'")
    return () if text == "-" else parse_faces(text)


def _parse_card(text: str) -> Face:
    return parse_faces(text)[0]


def _parse_phase(text: str) -> Phase:
    if text not in set(Phase):
        raise NotationError(f"{quote(text)} is not a phase")
    return Phase(text)


def _parse_options(text: str) -> Options:
    supply, white_supply, neutral, finish = _split(text, ",", 4, "options")
    try:
        return Options(
            _parse_count(supply, "supply", _MOST),
            _parse_count(white_supply, "white supply", _MOST),
            _of({"-": False, "n": True}, neutral, "option"),
            _of({"-": False, "f": True}, finish, "option"),
        )
    except ValueError as error:
        raise NotationError(f"the options are out of range: {error}") from error


def _or_none(text: str, parse: Callable[[str], _T]) -> _T | None:
    return None if text == "-" else parse(text)


def _of(meanings: dict[str, _T], text: str, what: str) -> _T:
    if text not in meanings:
        raise NotationError(f"{quote(text)} is not one of {' '.join(meanings)}, as the {what} should be")
    return meanings[text]


def _split(text: str, sign: str, number: int, what: str) -> list[str]:
    parts = text.split(sign)
    if len(parts) != number:
        raise NotationError(f"the {what} are {number} entries joined by {sign!r}, not {quote(text)}")
    return parts


def _letters(text: str, what: str) -> list[str]:
    if len(text) != 3:
        raise NotationError(f"the {what} are three characters, not {quote(text)}")
    return list(text)


def _three(entries: list[_T]) -> tuple[_T, _T, _T]:
    first, second, third = entries
    return first, second, third


def _parse_count(text: str, what: str, most: int) -> int:
    # `int` also takes signs, underscores and the digits of other scripts; and numbers are written in one way only.
    if not (text.isascii() and text.isdigit() and len(text) <= 10 and str(int(text)) == text and int(text) <= most):
        raise NotationError(f"the {what} is a number from 0 to {most}, not {quote(text)}")
    return int(text)


def _parse_counts(text: str, what: str) -> _Counts:
    red, blue, yellow, white = (_parse_count(part, what, _MOST) for part in _split(text, ",", 4, what))
    return red, blue, yellow, white


def _contradiction(state: State) -> str:
    """What in a state cannot be so, or nothing. Pieces are not counted: positions made by hand are welcome."""
    homes = [home for home in state.homes if home is not None]
    if len(set(homes)) != len(homes) or not set(homes) <= set(CORNERS):
        return "homes are different corners"
    if state.phase is Phase.SETUP:
        return _setup_contradiction(state, len(homes))
    if len(homes) != 3 or state.archon is None or not state.turn:
        return "after the setup there are three homes, an Archon and a turn"
    order = clockwise(state.homes, state.archon)
    return _card_contradiction(state) or _turn_contradiction(state, order) or _play_contradiction(state, order)


def _setup_contradiction(state: State, settled: int) -> str:
    if settled == 3 or any(home is not None for home in state.homes[settled:]) or state.to_act != settled:
        return "the seats set up in the order R, B, Y"
    if (
        state.archon is not None
        or state.turn
        or any((state.pile, state.hand, state.discards, state.buried, state.in_hand))
        or state.placed is not None
        or state.cards != state.answers
        or state.cards != (None, None, None)
        or any(state.played)
    ):
        return "during setup there is no turn yet"
    return ""


def _card_contradiction(state: State) -> str:
    """The deck is complete, but for the first turn before the dealer has shuffled."""
    dealt = [face for face in state.cards if face is not None]
    cards = Counter((*state.pile, *state.discards, *state.hand, *dealt))
    if cards != Counter(DECK) and not (cards.total() == 0 and state.turn == 1 and state.to_act is None):
        return "the deck has five cards of each face"
    if len(state.pile) % 3 or Counter(state.buried) - Counter(state.discards):
        return "cards are drawn by threes, and only discards can lie unseen among them"
    return ""


def _turn_contradiction(state: State, order: tuple[Seat, Seat, Seat]) -> str:
    """Who has cards, who has answered, who has played, and who is to act."""
    answered = [state.answers[seat] for seat in order]
    if state.phase is Phase.DEAL:
        drawn = (3, order[0]) if state.to_act is not None else (0, None)
        if (len(state.hand), state.to_act) != drawn or (state.to_act is None and state.pile):
            return "the Archon deals three cards, or the dealer shuffles when there are none"
        empty = (None, None, None)
        return "nobody has a card before the deal" if (*state.cards, *answered) != (*empty, *empty) else ""
    if state.hand or None in state.cards:
        return "after the deal everybody has one card"
    if state.phase is Phase.ANSWER:
        waiting = next((seat for seat in (*order[1:], order[0]) if state.answers[seat] is None), None)
        forced = None not in answered[1:] and answered[1] == answered[2]
        late = state.answers[order[0]] is not None or (answered[1] is None and answered[2] is not None)
        return "answers are given in turn" if state.to_act != waiting or forced or late else ""
    if None in answered or (answered[1] == answered[2] and answered[0] != answered[1]):
        return "everybody has answered before the plays"
    return ""


def _play_contradiction(state: State, order: tuple[Seat, Seat, Seat]) -> str:
    played = [state.played[seat] for seat in order]
    if played != sorted(played, reverse=True):
        return "the plays are made in turn"
    if state.phase in (Phase.DEAL, Phase.ANSWER) and any(played):
        return "nobody has played before all have answered"
    if state.phase is Phase.OVER:
        if state.to_act is not None or not any(played) or 0 not in state.supply[:3]:
            return "a game ends after a play, when a supply is empty"
    elif state.phase in (Phase.PLAY, Phase.MANOEUVRE, Phase.REDEPLOY) and (
        all(played) or state.to_act != order[sum(played)]
    ):
        return "the plays are made in turn"
    return _piece_contradiction(state)


def _piece_contradiction(state: State) -> str:
    """The cube just placed and the cubes in hand."""
    if state.phase is not Phase.MANOEUVRE and state.placed is not None:
        return "a placed cube is for the manoeuvre"
    if state.phase not in (Phase.MANOEUVRE, Phase.REDEPLOY):
        return "cubes are in hand only in a juggernaut's play" if state.in_hand else ""
    seat = state.to_act
    if seat is None or not state.answers[seat]:
        return "only who accepted places cubes"
    if state.phase is Phase.REDEPLOY and not state.in_hand:
        return "there is no cube in hand to place"
    if state.phase is Phase.MANOEUVRE and (state.placed is None or not state.board.cubes[seat] >> state.placed & 1):
        return "the placed cube is one of the player's"
    if state.in_hand > (3 if state.phase is Phase.REDEPLOY else 2):
        return "a juggernaut picks up three cubes at most"
    if state.in_hand > 81 - sum(1 for _ in squares(occupied(state.board))):
        return "there is no empty square for the cubes in hand"
    return ""
