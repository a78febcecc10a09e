"""Where single cubes can move: generation from tables, made for speed (RULES.md section 6).

A syntagma reaches at most 24 squares, those of the five by five around it. Which of them depends on what is empty:
first on its eight neighbours, then on the rest. So each square has three tables: from its empty neighbours to
everything within two steps over them, and from the squares reached to the numbers of the moves, in two halves, those
to squares that come earlier than its own in the order of the notation (by file, then rank) and those to later ones.
The tables are filled as games meet them: some 60,000 entries after a thousand games, and for one square never more than
8,448.
"""

from __future__ import annotations

from typing import NamedTuple

from engine.board import NEIGHBOURS, SQUARES, square_at, square_name, squares
from engine.catalogue import NUMBERS
from engine.state import Mask, Square


class _Beyond(dict[Mask, Mask]):
    """For some neighbours of a square these and everything around them."""

    def __missing__(self, mask: Mask) -> Mask:
        found = mask
        for square in squares(mask):
            found |= NEIGHBOURS[square]
        self[mask] = found
        return found


class _Moves(dict[Mask, tuple[int, ...]]):
    """For some targets of a square the moves there, in order."""

    def __init__(self, square: Square) -> None:
        self._numbers = NUMBERS.syntagmas[square]

    def __missing__(self, mask: Mask) -> tuple[int, ...]:
        self[mask] = found = tuple(sorted([self._numbers[target] for target in squares(mask)]))
        return found


class _Origin(NamedTuple):
    """The tables of one square."""

    near: Mask
    beyond: _Beyond
    earlier: Mask
    earlier_moves: _Moves
    later: Mask
    later_moves: _Moves


def _origin(square: Square) -> _Origin:
    targets = NUMBERS.syntagmas[square]
    earlier = sum(1 << target for target in targets if square_name(target) < square_name(square))
    later = sum(1 << target for target in targets) ^ earlier
    return _Origin(NEIGHBOURS[square], _Beyond(), earlier, _Moves(square), later, _Moves(square))


class _Origins(dict[Mask, tuple[_Origin, ...]]):
    """The tables of some squares of one file."""

    def __init__(self) -> None:
        self._origins = {square: _origin(square) for square in SQUARES}

    def __missing__(self, mask: Mask) -> tuple[_Origin, ...]:
        self[mask] = found = tuple([self._origins[square] for square in squares(mask)])
        return found


_ORIGINS = _Origins()
_FILES = tuple(sum(1 << square_at(file, rank) for rank in range(9)) for file in range(9))


def syntagma_moves(cubes: Mask, empty: Mask) -> list[int]:
    """The numbers of the moves of some cubes as syntagmas, in order."""
    found: list[int] = []
    for file in _FILES:
        if origins := cubes & file:
            for near, beyond, earlier, earlier_moves, later, later_moves in _ORIGINS[origins]:
                targets = beyond[near & empty] & empty
                found += earlier_moves[targets & earlier]
                found += later_moves[targets & later]
    return found
