"""The written form of squares, boards and actions, both directions together (NOTATION.md).

Every `format_*` has a `parse_*` that takes exactly what it writes: one thing has one written form, so texts can be
compared, sorted and stored. Whatever else a text says, `parse_*` raises `NotationError` and nothing else.
"""

from __future__ import annotations

from functools import lru_cache
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
from engine.board import PHALANXES, juggernaut_squares, quarters, square_at, square_name, squares
from engine.cards import DECK
from engine.errors import NotationError
from engine.state import Board, Direction, Mask, Seat, Sector, Square

COLOURS = "RBYW"
"""The letters of the colours, in the order of their indices."""

_SQUARES = {square_name(square_at(file, rank)): square_at(file, rank) for file in range(9) for rank in range(9)}
_NAMES = {square: name for name, square in _SQUARES.items()}
_SEATS = {seat.letter: seat for seat in Seat}
_LONGEST_ACTION = 20
_PIECES = "rbywRBY"


def quote(text: str) -> str:
    """A piece of somebody's text, safe and short enough to stand in a message."""
    return ascii(text if len(text) <= 40 else text[:40] + "...")


def format_square(square: Square) -> str:
    """`a1` to `i9`."""
    return _NAMES[square]


def parse_square(text: str) -> Square:
    """A square from its name."""
    square = _SQUARES.get(text)
    if square is None:
        raise NotationError(f"{quote(text)} is not a square; squares are a1 to i9")
    return square


def format_sector(sector: Sector) -> str:
    """`NW` to `SE`, `C` for the centre."""
    return sector.name


def parse_sector(text: str) -> Sector:
    """A sector from its name."""
    sector = Sector.__members__.get(text)
    if sector is None:
        raise NotationError(f"{quote(text)} is not a sector; sectors are NW N NE W C E SW S SE")
    return sector


def format_direction(direction: Direction) -> str:
    """`N` to `NW`."""
    return direction.name


def parse_direction(text: str) -> Direction:
    """A direction from its name."""
    direction = Direction.__members__.get(text)
    if direction is None:
        raise NotationError(f"{quote(text)} is not a direction; directions are N NE E SE S SW W NW")
    return direction


def format_seat(seat: Seat) -> str:
    """`R`, `B` or `Y`."""
    return seat.letter


def parse_seat(text: str) -> Seat:
    """A seat from its letter."""
    seat = _SEATS.get(text)
    if seat is None:
        raise NotationError(f"{quote(text)} is not a seat; seats are R, B and Y")
    return seat


# Boards


def format_board(board: Board) -> str:
    """The board string: ranks 9 down to 1, joined by `/`."""
    row = ["1"] * 90
    for letter, mask in zip("rbyw", board.cubes, strict=True):
        for square in squares(mask):
            row[square] = letter
    for letter, mask in zip("RBY", board.juggernauts, strict=True):
        for square in squares(quarters(mask)):
            row[square] = letter
    text = "/".join("".join(row[start : start + 9]) for start in range(80, -1, -10))
    for length in range(9, 1, -1):
        text = text.replace("1" * length, str(length))
    return text


def parse_board(text: str) -> Board:
    """The board that a board string shows."""
    ranks = text.split("/") if len(text) <= 89 else []
    if len(ranks) != 9:
        raise NotationError(f"a board has nine ranks joined by '/', not {quote(text)}")
    masks = dict.fromkeys(_PIECES, 0)
    for rank, line in zip(range(8, -1, -1), ranks, strict=True):
        file = 0
        for place, character in enumerate(line):
            if character in masks:
                masks[character] |= 1 << square_at(file, rank)
                file += 1
            elif character in "123456789" and line[place - 1 : place] not in tuple("123456789"):
                file += int(character)
            else:
                raise NotationError(f"rank {rank + 1} of the board cannot be read at {quote(line[place:])}")
            if file > 9:
                break
        if file != 9:
            raise NotationError(f"rank {rank + 1} of the board has not nine squares: {quote(line)}")
    red, blue, yellow = (_south_west_squares(letter, masks[letter]) for letter in "RBY")
    return Board((masks["r"], masks["b"], masks["y"], masks["w"]), (red, blue, yellow))


def _south_west_squares(letter: str, mask: Mask) -> Mask:
    """The juggernauts that these quarters make up.

    The lowest and, in its rank, westernmost quarter can only be a south-west one: so there is one way at most.
    """
    found = 0
    while mask:
        bit = mask & -mask
        block = juggernaut_squares(bit.bit_length() - 1)
        if mask & block != block:
            raise NotationError(
                f"the {letter} at {format_square(bit.bit_length() - 1)} is no part of a 2 x 2 juggernaut"
            )
        found |= bit
        mask ^= block
    return found


# Actions


def format_action(action: Action | Shuffle) -> str:
    """The written form of an action, which does not name its seat."""
    match action:
        case Place(square=square):
            return "@" + _NAMES[square]
        case MoveSyntagma(origin=origin, target=target):
            return f"{_NAMES[origin]}>{_NAMES[target]}"
        case MovePhalanx(corners=corners, direction=direction):
            return f"{':'.join([_NAMES[corner] for corner in corners])}>{direction.name}"
        case Pass():
            return "pass"
        case Accept():
            return "accept"
        case Reject():
            return "reject"
        case Deal(keep=keep, first=first, second=second):
            return f"deal {keep.name} {first.name} {second.name}"
        case MoveJuggernaut(square=square, direction=direction):
            return f"J{_NAMES[square]}>{direction.name}"
        case FormJuggernaut(square=square):
            return "+J" + _NAMES[square]
        case DissolveJuggernaut(square=square):
            return "-J" + _NAMES[square]
        case Exchange(owner=owner):
            return "x" + owner.letter
        case Setup(squares=mask):
            return "setup " + ",".join(sorted(_NAMES[square] for square in squares(mask)))
        case Shuffle(faces=faces):
            return f"shuffle {''.join(map(str, faces))}".rstrip()
        case _:
            assert_never(action)


def parse_action(text: str, seat: Seat) -> Action:
    """The action of this seat that a text writes."""
    if len(text) > _LONGEST_ACTION:
        raise NotationError(f"{quote(text)} is too long for an action")
    return _parse_action(text, seat)


# The same few thousand texts come again and again when games are replayed.
@lru_cache(maxsize=1 << 15)
def _parse_action(text: str, seat: Seat) -> Action:
    match text[:1]:
        case "@":
            return Place(seat, parse_square(text[1:]))
        case "+" | "-":
            if text[1:2] != "J":
                raise NotationError(f"{quote(text)} lacks a J after its first sign, as in {text[0]}Jd4")
            square = parse_square(text[2:])
            return FormJuggernaut(seat, square) if text[0] == "+" else DissolveJuggernaut(seat, square)
        case "J":
            square_text, direction_text = _halves(text[1:])
            return MoveJuggernaut(seat, parse_square(square_text), parse_direction(direction_text))
        case "x":
            return Exchange(seat, parse_seat(text[1:]))
    match text.split(" "):
        case ["accept"]:
            return Accept(seat)
        case ["reject"]:
            return Reject(seat)
        case ["pass"]:
            return Pass(seat)
        case ["deal", keep, first, second]:
            return Deal(seat, parse_sector(keep), parse_sector(first), parse_sector(second))
        case ["setup", names]:
            return Setup(seat, _parse_setup(names))
    return _parse_move(text, seat)


def _halves(text: str) -> tuple[str, str]:
    """What stands before and after the one `>`."""
    before, sign, after = text.partition(">")
    if not sign:
        raise NotationError(f"{quote(text)} is no action that is known")
    return before, after


def _parse_setup(text: str) -> Mask:
    names = text.split(",")
    mask = sum(1 << square for square in {parse_square(name) for name in names})
    if len(names) != 4 or mask.bit_count() != 4:
        raise NotationError(f"a setup names four different squares, not {quote(text)}")
    if names != sorted(names):
        raise NotationError(f"the squares of a setup are sorted by file, then rank: {','.join(sorted(names))}")
    return mask


def _parse_move(text: str, seat: Seat) -> Action:
    """A syntagma's or a phalanx's move.

    Corners that are no phalanx's are left to the rules to refuse, unless they are a phalanx's in another order.
    """
    before, after = _halves(text)
    corners = tuple([parse_square(name) for name in before.split(":")])
    match corners:
        case [origin]:
            return MoveSyntagma(seat, origin, parse_square(after))
        case [_, _] | [_, _, _]:
            direction = parse_direction(after)
            if corners not in PHALANXES and (written := _reordered(corners)):
                raise NotationError(f"the corners of this phalanx are written {written}, not {before}")
            return MovePhalanx(seat, corners, direction)
        case _:
            raise NotationError(f"a phalanx has two or three corners in its name, not {quote(before)}")


def _reordered(corners: tuple[Square, ...]) -> str:
    """The right way to write the phalanx that these corners make in some other order, or nothing."""
    for first in corners:
        rest = tuple(corner for corner in corners if corner != first)
        for candidate in ((first, *rest), (first, *rest[::-1])):
            if candidate in PHALANXES:
                return ":".join(map(format_square, candidate))
    return ""


def parse_shuffle(text: str) -> Shuffle:
    """The dealer's action: `shuffle` and the faces as digits."""
    word, space, digits = text.partition(" ")
    if word != "shuffle" or bool(space) != bool(digits):
        raise NotationError(f"a shuffle is written 'shuffle' and the faces, not {quote(text)}")
    return Shuffle(parse_faces(digits))


def parse_faces(digits: str) -> tuple[int, ...]:
    """Cards as printed, from their digits."""
    if len(digits) > len(DECK):
        raise NotationError(f"there are only {len(DECK)} cards, and {quote(digits)} has more")
    for digit in digits:
        if digit not in "123456789":
            raise NotationError(f"{quote(digit)} is not a card; cards are the digits 1 to 9")
    return tuple(map(int, digits))
