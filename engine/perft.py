"""Counting the action sequences within a play, which tests generation and measures it (NOTATION.md, command line)."""

from __future__ import annotations

from engine.actions import Action
from engine.moves import legal_actions
from engine.rules import apply
from engine.state import Phase, State


def perft(state: State, depth: int) -> int:
    """The number of action sequences of this length within the play. A finished play is a leaf, at any depth."""
    if depth == 0:
        return 1
    actions = legal_actions(state)
    if depth == 1:
        return len(actions)
    return sum(_below(apply(state, action), depth - 1) for action in actions)


def divide(state: State, depth: int) -> dict[Action, int]:
    """The same number under each first action. `depth` is at least 1."""
    return {action: _below(apply(state, action), depth - 1) for action in legal_actions(state)}


def _below(state: State, depth: int) -> int:
    return perft(state, depth) if state.phase in (Phase.MANOEUVRE, Phase.REDEPLOY) else 1
