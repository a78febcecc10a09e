"""Setting a game aside for a new start, and bringing back a game that was set aside or ended too soon.

Both games of a channel change in one transaction, so that there are never two live ones, nor none where one should be.
What was set aside comes back just as it was, for nobody has seen its secrets. Of what was ended, everybody may have
seen them: there, all that nobody has seen openly in the position is shuffled anew.
"""

from __future__ import annotations

from contextlib import AsyncExitStack
from dataclasses import replace

from bot import text
from bot.game.change import names_of
from bot.game.games import Games
from bot.game.lobby import drawn, new_row
from bot.game.moderation import require_good, require_live
from bot.game.session import Session
from bot.people.times import RESTORABLE
from bot.refusals import Refusal, Refused
from bot.store.rows import EntryRow, GameRow, Job, NoticeRow
from bot.store.store import LIVE
from bot.text import announcements
from engine import Seat


async def reset(games: Games, session: Session, user: int, standing: int | None = None) -> Session:
    """Set a game aside and let the same users start anew in its channel, in one transaction. Raises Refused."""
    require_good(session)
    async with session.lock:
        session.require_standing(standing)
        require_live(session)
        if any(row.user is None for row in session.seats):
            raise Refused(Refusal.SEAT_OPEN)
        now = session.now()
        job = Job()
        aside = _set_aside(job, session, user)
        row = new_row(games, session.row.guild, session.row.channel, session.row.creator, session.options, "live")
        seats = drawn(session.seats, session)
        first = next(seat.user for seat in seats if seat.seat == Seat.RED)
        row = replace(row, waiting=first, waiting_since=now, pace=session.clocks.pace.to_text())
        notices = [NoticeRow("whisper", seat.user, "greeting", now) for seat in seats]
        words = f"{announcements.by(user, 'reset')} {text.begins(names_of(seats))}"
        notices.append(NoticeRow("table", first, words, now))
        new = await games.create(row, seats, notices, after=job)
        _was_set_aside(session, aside)
        games.on_change(session.id)
        return new


async def restore(
    games: Games,
    session: Session,
    user: int,
    guild: int,
    channel: int,
    standing: int | None = None,
    instead: int | None = None,
) -> Session | None:
    """Bring a game back in a channel; returns what was set aside there for it, if anything.

    `instead`: how the game stood, when it was asked, that has to make room; 0 for none. Raises Refused for what cannot
    be brought back.
    """
    require_good(session)
    require_restorable(session)
    row = await games.store.live_game(channel)
    other = None if row is None else await games.get(row.id, damaged=True)
    async with AsyncExitStack() as locks:
        # Always in the same order, so that two who restore crosswise do not wait for each other.
        for each in sorted({session.id: session, **({other.id: other} if other else {})}.items()):
            await locks.enter_async_context(each[1].lock)
        session.require_standing(standing)
        require_restorable(session)
        if instead is not None and instead != (0 if other is None else other.standing):
            raise Refused(Refusal.OVERTAKEN)
        change = session.begin()
        aside = None
        if other is not None and other.row.channel == channel and other.row.status in LIVE:
            require_good(other)
            aside = _set_aside(change.job, other, user)
        change.note("restore", user)
        change.note(f"down {session.row.ended}", None)
        change.words.append(announcements.by(user, "restore"))
        if session.row.ending != "reset":
            change.go_back(session.ply, user, anew=True)
        change.columns.update(status="live", ending=None, ended=None, guild=guild, channel=channel)
        await session.commit(change)
        if other is not None and aside is not None:
            _was_set_aside(other, aside)
            games.on_change(other.id)
    return other


def require_restorable(session: Session) -> None:
    """Raises Refused for a game that cannot be brought back."""
    row = session.row
    if row.status == "lobby" or session.live:
        raise Refused(Refusal.NOT_RESTORABLE, detail="It is not over.")
    if row.status != "over":
        raise Refused(Refusal.NOT_RESTORABLE, detail="It was a lobby; open a new one with `/game new`.")
    if row.ending == "supply":
        raise Refused(Refusal.NOT_RESTORABLE, detail="It was played to its end, and the end is final.")
    if session.now() >= (row.ended or 0) + RESTORABLE:
        raise Refused(Refusal.NOT_RESTORABLE, detail="It was over more than 14 days ago.")


def _set_aside(job: Job, session: Session, user: int) -> GameRow:
    """Add to a job that a game or lobby is over for another one; returns its row as it is then."""
    now, lobby = session.now(), session.row.status == "lobby"
    job.entries(session.id, [EntryRow(session.seq, session.seq, "note", "reset", user, now)])
    status, ending = ("cancelled", "cancelled") if lobby else ("over", "reset")
    job.game(session.id, status=status, ending=ending, ended=now, waiting=None, waiting_since=None, due=None, vote=None)
    job.notices(session.id, [NoticeRow("lobby" if lobby else "refresh", None, "", now)])
    return replace(
        session.row, status=status, ending=ending, ended=now, waiting=None, waiting_since=None, due=None, vote=None
    )


def _was_set_aside(session: Session, row: GameRow) -> None:
    """After that job was done: let the session show it."""
    session.row = row
    session.seq += 1
    session.arranged_seq = session.seq
