"""Keeping somebody's plan for a game, and what it plays when the time comes."""

from __future__ import annotations

from bot.game.plans import read, told
from bot.game.session import Session
from bot.people import wishes
from bot.refusals import Refusal, Refused


async def store(session: Session, user: int, words: str) -> str:
    """Keep a plan in place of the one before; returns it as it was understood. Raises Refused."""
    async with session.lock:
        seat = session.require_seat(user)
        if not session.live:
            raise Refused(Refusal.OVER)
        kept = told(read(words))
        if session.state.to_act == seat:
            raise Refused(Refusal.PLAN_TOO_LATE)
        await wishes.set_plan(session.store, session.id, user, kept)
        return kept


def chosen(session: Session, user: int, words: str) -> str | None:
    """What a plan plays now, a whole play; none if nothing of it is legal."""
    seat = session.require_seat(user)
    card = session.view(seat).cards[seat]
    for rule in read(words):
        if rule.cards is not None and card not in rule.cards:
            continue
        for play in (rule.play, f"{rule.play} pass"):
            try:
                if session.preview(user, play).complete:
                    return play
            except Refused:
                continue
    return None
