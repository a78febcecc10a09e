"""A state while it is being written.

Filling a frozen dataclass costs more than all the rest of an action. So `rules` writes the next state as a draft: a
class of the very same slots that is not frozen. When it is done it is sealed, which makes the same object a `State`;
nobody else has seen it before.
"""

from __future__ import annotations

from engine.state import State


class Draft:
    """A copy of a state that may still be changed."""

    __slots__ = State.__slots__

    def __init__(self, state: State) -> None:
        self.options = state.options
        self.phase = state.phase
        self.to_act = state.to_act
        self.board = state.board
        self.homes = state.homes
        self.supply = state.supply
        self.prisoners = state.prisoners
        self.archon = state.archon
        self.turn = state.turn
        self.pile = state.pile
        self.discards = state.discards
        self.buried = state.buried
        self.hand = state.hand
        self.cards = state.cards
        self.answers = state.answers
        self.played = state.played
        self.placed = state.placed
        self.in_hand = state.in_hand

    def seal(self) -> State:
        """The finished state. The draft is no draft any more."""
        self.__class__ = State  # type: ignore[assignment]
        return self  # type: ignore[return-value]
