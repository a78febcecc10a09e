"""What moderators do to a game. Each use is an entry of its log, is said at the table, and shows no secret."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from bot import text
from bot.game import absence, quarantine
from bot.game.change import Change
from bot.game.mildest import act_mildly
from bot.game.session import Session
from bot.refusals import Refusal, Refused
from bot.store.rows import NoticeRow, SeatRow
from bot.text import announcements
from engine import Seat


def require_live(session: Session) -> None:
    """Raises Refused for a lobby and for a game that is over."""
    session.require_begun()
    if not session.live:
        raise Refused(Refusal.OVER)


@asynccontextmanager
async def changing(session: Session, standing: int | None = None, *, live: bool = True) -> AsyncIterator[Change]:
    """A change of a game that stands as it did when it was asked for, stored at the end. Raises Refused."""
    async with session.lock:
        session.require_standing(standing)
        if live:
            require_live(session)
        change = session.begin()
        yield change
        await session.commit(change)
        quarantine.mended(session)


def require_good(session: Session) -> None:
    """Raises Refused for a damaged game: that has to be mended first, by going back to a ply, or ended."""
    if session.damage is not None:
        raise Refused(Refusal.DAMAGED, detail=str(session.id))


async def repost(session: Session, user: int) -> None:
    """Show the table message again, as a new one. Raises Refused."""
    require_good(session)
    async with changing(session, live=session.row.status != "lobby") as change:
        change.note("repost", user)
        change.words.append(announcements.by(user, "repost"))


async def undo(session: Session, user: int, standing: int | None = None) -> int:
    """Go back by one play, whoever made it; returns the ply it leads to. Raises Refused."""
    require_good(session)
    async with changing(session, standing) as change:
        if not any(entry.kind == "action" for entry in session.line):
            raise Refused(Refusal.NOTHING_TO_UNDO)
        ply = session.last_batch()
        change.words.append(announcements.undone(user, session.steps(None, ply), session.names, ply))
        change.note(f"undo to ply {ply}", user)
        change.go_back(ply, user)
        return ply


async def rewind(session: Session, user: int, ply: int, standing: int | None = None) -> None:
    """Go back to a ply; a damaged game is mended by it. Raises Refused."""
    async with changing(session, standing) as change:
        if not 0 <= ply <= session.ply or (ply == session.ply and session.damage is None):
            raise Refused(Refusal.NO_SUCH_PLY, detail=str(session.ply))
        if quarantine.mend(session, change, user, ply):
            change.words.append(announcements.by(user, "mend"))
            return
        change.words.append(announcements.went_back(user, ply, session.ply))
        change.note(f"rewind to ply {ply}", user)
        change.go_back(ply, user)


async def skip(session: Session, user: int, standing: int | None = None) -> Seat:
    """Make the mildest legal action for whoever is waited for: first deal listed, accept, pass. Raises Refused."""
    require_good(session)
    async with changing(session, standing) as change:
        seat = session.state.to_act
        if seat is None:
            raise Refused(Refusal.OVER)
        change.words.append(announcements.skipped(user, session.names, seat))
        change.note(f"skip {seat.letter}", user)
        if (owner := session.player(seat).user) is not None:
            words = announcements.acted_for_you(user, session.id)
            change.extra.append(NoticeRow("word", owner, words, session.now()))
        act_mildly(session, change, user)
        return seat


async def put(session: Session, user: int, seat: Seat, by: int, name: str, standing: int | None = None) -> None:
    """Put somebody in a seat, in place of whoever sits there. Raises Refused."""
    require_good(session)
    async with changing(session, standing) as change:
        require_seatable(session, user, seat, by)
        old = session.player(seat)
        change.words.append(announcements.seated(user, session.names, seat, text.name(name)))
        change.note(f"replace {seat.letter}", user)
        if old.user is not None:
            change.note(f"left {seat.letter}", old.user)
            words = announcements.seat_given_away(user, session.id, text.name(name))
            change.extra.append(NoticeRow("word", old.user, words, session.now()))
        change.note(f"sit {seat.letter}", by)
        change.seats[change.seats.index(old)] = SeatRow(old.place, old.seat, by, name)
        change.calls = False


def require_seatable(session: Session, user: int, seat: Seat, by: int) -> None:
    """Raises Refused when the moderator `user` may not put `by` into a seat of this game."""
    if by == user:
        raise Refused(Refusal.CANNOT_SEAT, detail="Nobody gives a seat to themselves; ask another moderator.")
    if session.seat_of(by) is not None:
        raise Refused(Refusal.CANNOT_SEAT, detail="They have a seat in this game already; nobody has two.")
    if (held := session.tenures.held(by)) and seat not in held:
        raise Refused(Refusal.CANNOT_SEAT, detail="They have held another seat of this game, and may know its cards.")


async def pause(session: Session, user: int, standing: int | None = None) -> None:
    """Stop the game and all its clocks. Raises Refused."""
    require_good(session)
    async with changing(session, standing) as change:
        if session.paused:
            raise Refused(Refusal.PAUSED)
        change.note("stop pause", user)
        absence.void_vote(session, change)
        change.words.append(announcements.by(user, "pause"))


async def resume(session: Session, user: int, standing: int | None = None) -> None:
    """Let a paused game go on; whoever is waited for is called anew. Raises Refused."""
    require_good(session)
    async with changing(session, standing) as change:
        if not session.paused:
            raise Refused(Refusal.NOT_PAUSED)
        change.note("go pause", user)
        change.words.append(announcements.by(user, "resume"))


async def close(session: Session, user: int, standing: int | None = None) -> None:
    """Close a lobby. Raises Refused for what is none any more."""
    async with changing(session, standing, live=False) as change:
        if session.row.status != "lobby":
            raise Refused(Refusal.NOT_IN_LOBBY)
        quarantine.mend(session, change, user)
        change.note("end void", user)
        change.columns.update(status="cancelled", ending="cancelled", ended=session.now())
        change.extra.append(NoticeRow("say", None, announcements.by(user, "close"), session.now()))


async def end(session: Session, user: int, scored: bool, standing: int | None = None) -> None:
    """End a game as it stands, with or without counting its scores. Raises Refused.

    What is damaged ends without a result. A damaged game that is over is mended by it.
    """
    broken = session.damage is not None
    async with changing(session, standing, live=not broken) as change:
        if session.row.status == "lobby":
            raise Refused(Refusal.IN_LOBBY)
        quarantine.mend(session, change, user)
        ending = "scored" if scored and not broken else "void"
        change.note(f"end {ending}", user)
        change.words.append(announcements.by(user, "end"))
        change.columns.update(status="over", ending=ending, ended=session.row.ended or session.now())


async def move(session: Session, user: int, guild: int, channel: int, before: str, standing: int | None = None) -> None:
    """Carry a game or lobby to another channel; `before` is where it was, in words. Raises Refused."""
    require_good(session)
    async with changing(session, standing, live=session.row.status != "lobby") as change:
        if channel == session.row.channel:
            raise Refused(Refusal.BAD_OPTION, detail="The game is in that channel already.")
        if await session.store.live_game(channel) is not None:
            raise Refused(Refusal.CHANNEL_TAKEN)
        change.note("move", user)
        change.columns.update(guild=guild, channel=channel)
        change.words.append(announcements.moved(user, before))
