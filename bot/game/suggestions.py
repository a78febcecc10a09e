"""Autocomplete of `/play`: legal actions that fit what was typed so far.

What was typed is taken as complete actions first and a search after them: each word of the search has to be found in
an action's notation, in its words, or among its effects (`captures`, `exchange`, `scores`).
"""

from __future__ import annotations

import re
from collections.abc import Sequence

import engine
from bot import text
from bot.game.session import Session
from bot.refusals import Refusal, Refused
from bot.text import words
from engine import Action, PlayerView, State

MOST = 25
"""How many entries Discord shows."""
SEARCH = re.compile(r"[\w\s'-]+")
"""What has no sign of the notation in it."""


def suggest(session: Session, user: int, typed: str) -> list[tuple[str, str]]:
    """At most 25 pairs of label and value for the one who is to act. Raises Refused for anybody else."""
    seat = session.require_actor(user)
    done, state, search = _split(session.state, seat, typed)
    view = engine.view(state, seat)
    wanted = search.casefold().split()
    found: list[tuple[str, str]] = []
    # Past a draw nothing is offered: it would show cards that are still in the pile.
    within = state.to_act == seat and state.turn == session.state.turn
    legal = engine.legal_actions(state) if within else ()
    # An action that is typed in full comes first: it is what is sent when nothing else is chosen.
    for action in sorted(legal, key=lambda each: engine.format_action(each) != search):
        label, haystack = _described(state, view, action)
        if all(word in haystack for word in wanted):
            value = f"{done} {engine.format_action(action)}".strip()
            shown = label if not done else f"… then {label[0].lower()}{label[1:]}"
            found.append((shown[:100], value[:100]))
        if len(found) == MOST:
            break
    return found


def explained(session: Session, user: int, typed: str, refused: Refused) -> Refused:
    """Why what was typed cannot be read: if it is nothing but words, they were a search and not an action."""
    if refused.refusal is not Refusal.UNREADABLE or not SEARCH.fullmatch(typed):
        return refused
    seat = session.require_actor(user)
    view = engine.view(session.state, seat)
    wanted = typed.casefold().split()

    def fit(action: Action) -> int:
        haystack = _described(session.state, view, action)[1]
        return sum(word in haystack for word in wanted)

    ranked = sorted(engine.legal_actions(session.state), key=fit, reverse=True)
    found = [action for action in ranked if fit(action) == len(wanted)]
    return Refused(
        Refusal.MERE_SEARCH if found else Refusal.NO_MATCH,
        error=refused.error,
        legal=tuple(found or _of_each_kind(ranked)),
        view=view,
        detail=f"«{text.name(typed)}»",
    )


def _of_each_kind(actions: Sequence[Action]) -> list[Action]:
    """The first action of each kind."""
    return list({type(action): action for action in reversed(actions)}.values())[::-1]


def _split(state: State, seat: engine.Seat, typed: str) -> tuple[str, State, str]:
    """The complete actions at the beginning of what was typed, the state after them, and the rest."""
    done: list[str] = []
    tokens = typed.split()
    while len(tokens) > 1 or (tokens and typed.endswith(" ")):
        try:
            action = engine.parse_action(tokens[0], seat)
            state = engine.apply(state, action)
        except engine.GameError:
            break
        done.append(tokens.pop(0))
        if state.to_act != seat or state.phase not in (engine.Phase.MANOEUVRE, engine.Phase.REDEPLOY):
            break
    return " ".join(done), state, " ".join(tokens)


def _described(state: State, view: PlayerView, action: Action) -> tuple[str, str]:
    """How an action is shown, and all the words it can be found by, in lower case."""
    notation = engine.format_action(action)
    after = engine.view(engine.apply(state, action), None)
    label = f"{words.imperative(action, view, after)} ({notation})"
    effects = []
    if engine.changes(view.board, after.board, action.seat).captured:
        effects.append("captures")
    if after.scores[action.seat] > view.scores[action.seat]:
        effects.append("scores")
    return label, f"{label} {type(action).__name__} {' '.join(effects)}".casefold()
