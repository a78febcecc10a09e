"""Ending a game because its players want to: it ends when all who sit at the table agree, with or without counting.

With an open seat those who are left may agree after three days in which nobody took it; and if one of them is silent
too, for two weeks, the other alone may end it.
"""

from __future__ import annotations

from bot import text
from bot.game.session import Session
from bot.people import times, wishes
from bot.people.wishes import CONSENT
from bot.refusals import Refusal, Refused
from bot.store.store import NoticeRow


async def agree(session: Session, user: int, counted: bool) -> str:
    """Propose or agree to end the game; returns what came of it, in a sentence. Raises Refused."""
    async with session.lock:
        seat = session.require_seat(user)
        if not session.live:
            raise Refused(Refusal.OVER)
        now, choice = session.now(), "scored" if counted else "void"
        vacant = any(row.user is None for row in session.seats)
        if vacant and now - session.seat_opened_at < times.LOBBY:
            raise Refused(Refusal.SEAT_JUST_OPENED)
        before = await wishes.votes(session.store, session.id, CONSENT, now - times.WISH)
        votes = {**before, user: choice}
        change = session.begin()
        wishes.vote(change.job, session.id, CONSENT, user, choice, now)
        change.note(f"agree {choice}", user)
        agreed = all(votes.get(other) == choice for other in _needed(session, user, vacant))
        if agreed:
            # Brought back, the game goes on until they agree anew.
            wishes.forget_votes(change.job, session.id, CONSENT)
            change.words.append(text.ENDED_BY_CONSENT)
            change.columns.update(status="over", ending=choice, ended=now)
        else:
            change.quiet = True
            if before.get(user) != choice:
                seconds = any(before.get(row.user) == choice for row in session.seats if row.user is not None)
                said = text.would_end_too(session.names, seat, counted)
                change.extra.append(
                    NoticeRow("say", None, said, now) if seconds else NoticeRow("consent", user, choice, now)
                )
        await session.commit(change)
        return text.ENDED if agreed else text.PROPOSED


def _needed(session: Session, user: int, vacant: bool) -> list[int]:
    """Whose consent is needed: of all who sit at the table, but of none who is as long silent as a seat is open."""
    limit = session.now() - times.LONG_SILENCE
    lost = vacant and session.seat_opened_at <= limit
    seated = [row.user for row in session.seats if row.user is not None]
    return [other for other in seated if other == user or not (lost and session.last_act(other) <= limit)]
