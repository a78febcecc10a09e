"""The mildest legal play for somebody who is not there: the first deal listed, accept, pass."""

from __future__ import annotations

import engine
from bot.game.change import Change
from bot.game.session import Session
from bot.text import words


def mildest(state: engine.State) -> engine.Action:
    """The legal action that changes least."""
    legal = engine.legal_actions(state)
    for kind in (engine.Pass, engine.Accept):
        for action in legal:
            if isinstance(action, kind):
                return action
    return legal[0]


def act_mildly(session: Session, change: Change, user: int) -> None:
    """Let `user` act for whoever is to act, until that play is complete."""
    seat = change.state.to_act
    while change.state.to_act == seat and change.state.phase is not engine.Phase.OVER:
        change.apply([mildest(change.state)], user)
        if change.state.phase not in (engine.Phase.MANOEUVRE, engine.Phase.REDEPLOY):
            break
    change.carry_on()


def foretold(session: Session) -> str:
    """What that would be, in words that everybody may read: of a deal no card is named."""
    state = session.state
    if state.phase is engine.Phase.DEAL:
        return "make the first deal of the list"
    if state.to_act is None:
        return ""
    said = words.imperative(mildest(state), session.view(None))
    return f"{said[0].lower()}{said[1:]}"
