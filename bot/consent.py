"""Ending a game because its players want to: it ends when all who sit at the table agree, with or without counting.

With an open seat those who are left may agree after three days in which nobody took it.
"""

from __future__ import annotations

from bot import text, times
from bot.refusals import Refusal, Refused
from bot.session import Session
from bot.store import NoticeRow

CONSENT = 0
"""The `seq` under which consent is stored: it holds for the game, not for one board."""


async def agree(session: Session, user: int, counted: bool) -> str:
    """Propose or agree to end the game; returns what came of it, in a sentence. Raises Refused."""
    async with session.lock:
        session.require_seat(user)
        if not session.live:
            raise Refused(Refusal.OVER)
        seated = [row.user for row in session.seats if row.user is not None]
        if len(seated) < len(session.seats) and session.now() - session.seat_opened_at < times.LOBBY:
            raise Refused(Refusal.SEAT_JUST_OPENED)
        choice = "scored" if counted else "void"
        votes = {**await session.store.votes(session.id, CONSENT), user: choice}
        change = session.begin()
        change.job.add(
            "INSERT OR REPLACE INTO votes (game, seq, user, choice, at) VALUES (?, ?, ?, ?, ?)",
            *(session.id, CONSENT, user, choice, session.now()),
        )
        change.note(f"agree {choice}", user)
        agreed = all(votes.get(other) == choice for other in seated)
        if agreed:
            change.words.append(text.ENDED_BY_CONSENT)
            change.columns.update(status="over", ending=choice, ended=session.now())
        else:
            change.quiet = True
            change.extra.append(NoticeRow("consent", user, choice, session.now()))
        await session.commit(change)
        return text.ENDED if agreed else text.PROPOSED
