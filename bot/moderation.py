"""What moderators do to a game. Each use is an entry of its log, is said at the table, and shows no secret."""

from __future__ import annotations

from dataclasses import replace

import engine
from bot import text
from bot.games import Games
from bot.lobby import drawn, new_row
from bot.mildest import act_mildly
from bot.refusals import Refusal, Refused
from bot.session import Session
from bot.store import EntryRow, Job, NoticeRow


def require_live(session: Session) -> None:
    """Raises Refused for a lobby and for a game that is over."""
    if session.row.status == "lobby":
        raise Refused(Refusal.IN_LOBBY)
    if not session.live:
        raise Refused(Refusal.OVER)


def require_board(session: Session, seq: int | None) -> None:
    """Refuse what was confirmed for a position that is no more."""
    if seq is not None and seq != session.board_seq:
        raise Refused(Refusal.OUTDATED)


async def repost(session: Session, user: int) -> None:
    """Show the table message again, as a new one. Raises Refused."""
    async with session.lock:
        if session.row.status != "lobby":
            require_live(session)
        change = session.begin()
        session.note(change, "repost", user)
        change.words.append(text.REPOSTED)
        await session.commit(change)


async def undo(session: Session, user: int, seq: int | None = None) -> int:
    """Go back by one play, whoever made it; returns the ply it leads to. Raises Refused."""
    async with session.lock:
        require_live(session)
        require_board(session, seq)
        if not any(entry.kind == "action" for entry in session.line):
            raise Refused(Refusal.NOTHING_TO_UNDO)
        ply = session.last_batch()
        change = session.begin()
        change.words.append(text.moderator_went_back(ply))
        session.note(change, f"undo to ply {ply}", user)
        session.go_back(change, ply, user)
        await session.commit(change)
        return ply


async def skip(session: Session, user: int, seq: int | None = None) -> engine.Seat:
    """Make the mildest legal action for whoever is waited for: first deal listed, accept, pass. Raises Refused."""
    async with session.lock:
        require_live(session)
        require_board(session, seq)
        seat = session.state.to_act
        if seat is None:
            raise Refused(Refusal.OVER)
        change = session.begin()
        change.words.append(text.moderator_skipped(session.names, seat))
        session.note(change, f"skip {seat.letter}", user)
        act_mildly(session, change, user)
        await session.commit(change)
        return seat


async def end(session: Session, user: int, scored: bool, seq: int | None = None) -> None:
    """End a game as it stands, with or without counting its scores. Raises Refused."""
    async with session.lock:
        require_live(session)
        require_board(session, seq)
        change = session.begin()
        session.note(change, "end scored" if scored else "end void", user)
        change.words.append(text.MODERATOR_ENDED)
        now = int(session.clock.now() * 1000)
        change.columns.update(status="over", ending="scored" if scored else "void", ended=now)
        await session.commit(change)


async def reset(games: Games, session: Session, user: int, seq: int | None = None) -> Session:
    """Set a game aside and let the same users start anew in its channel, in one transaction. Raises Refused."""
    async with session.lock:
        require_live(session)
        require_board(session, seq)
        if any(row.user is None for row in session.seats):
            raise Refused(Refusal.NO_OPEN_SEAT, detail="reset")
        now = int(games.clock.now() * 1000)
        note = EntryRow(session.seq, session.seq, "note", "reset", user, now)
        job = Job().entries(session.id, [note])
        job.game(session.id, status="over", ending="reset", ended=now, waiting=None, waiting_since=None)
        job.notices(session.id, [NoticeRow("refresh", None, "", now)])
        seats = drawn(session.seats, session)
        row = new_row(games, session.row.guild, session.row.channel, session.row.creator, session.options, "live")
        first = next(seat.user for seat in seats if seat.seat == engine.Seat.RED)
        names = session.names_of(seats)
        notices = [NoticeRow("whisper", seat.user, "greeting", now) for seat in seats]
        notices.append(NoticeRow("table", None, f"{text.MODERATOR_RESET} {text.begins(names)}", now))
        row = replace(row, waiting=first, waiting_since=now)
        new = await games.create(row, seats, notices, after=job)
        session.row = replace(session.row, status="over", ending="reset", ended=now, waiting=None, waiting_since=None)
        session.seq += 1
        games.on_change(session.id)
        return new
