"""Who sits at a table: opening a lobby, joining and leaving it, the start, giving up a seat and taking one."""

from __future__ import annotations

import json
from collections.abc import Collection
from dataclasses import asdict, replace

import engine
from bot import text
from bot.game import absence
from bot.game.change import names_of
from bot.game.games import Games
from bot.game.session import Session
from bot.history.clocks import Clocks, Pace
from bot.people import times, wishes
from bot.people.wishes import PACE
from bot.refusals import Refusal, Refused
from bot.store.store import GameRow, NoticeRow, SeatRow
from bot.text import announcements
from engine import Seat

RULES_VERSION = 1
"""Of the engine: raised when a stored game of before could replay otherwise."""
RELAXED = Pace().to_text()
INVITATIONS = 5
"""How many invitations of a lobby may be open at once."""
INVITATIONS_BY = 10
"""How many invitations of one user may be open at once, in all lobbies."""


def milliseconds(games: Games) -> int:
    return int(games.clock.now() * 1000)


def new_row(
    games: Games, guild: int, channel: int, user: int, options: engine.Options, status: str, pace: str = RELAXED
) -> GameRow:
    """A game's row before it is stored."""
    now = milliseconds(games)
    return GameRow(
        id=0,
        guild=guild,
        channel=channel,
        status=status,
        ending=None,
        options=json.dumps(asdict(options)),
        rules=RULES_VERSION,
        creator=user,
        created=now,
        started=now if status == "live" else None,
        ended=None,
        waiting=None,
        waiting_since=None,
        pace=pace,
        due=now,
    )


async def open_lobby(
    games: Games,
    guild: int,
    channel: int,
    user: int,
    name: str,
    options: engine.Options,
    pace: str = RELAXED,
    called: int | None = None,
) -> Session:
    """Open a lobby in a channel, its opener seated; its first message calls the role `called`, if one is given.

    Raises Refused when the channel has a live game.
    """
    row = new_row(games, guild, channel, user, options, "lobby", pace)
    notice = NoticeRow("lobby", None, str(called or ""), row.created)
    return await games.create(row, [SeatRow(0, None, user, name)], [notice])


async def join(session: Session, user: int, name: str) -> None:
    """Take a place in a lobby, or an open seat of a running game. Raises Refused."""
    async with session.lock:
        if any(row.user == user for row in session.seats):
            raise Refused(Refusal.SEATED_ALREADY)
        change = session.begin()
        if session.row.status == "lobby":
            if len(session.seats) == 3:
                raise Refused(Refusal.LOBBY_FULL)
            # Whoever sat down first stays first, also where somebody has left.
            change.seats[:] = [replace(row, place=place) for place, row in enumerate(session.seats)]
            change.seats.append(SeatRow(len(change.seats), None, user, name))
            change.job.add("DELETE FROM invitations WHERE game = ? AND user = ?", session.id, user)
        elif session.live:
            vacant = [row for row in session.seats if row.user is None]
            if not vacant:
                raise Refused(Refusal.NO_OPEN_SEAT)
            if held := session.tenures.held(user):
                vacant = [row for row in vacant if row.seat in held]
            if not vacant:
                raise Refused(Refusal.HELD_ANOTHER)
            given_up = [row for row in vacant if (f"resign {Seat(row.seat or 0).letter}", user) in session.given_up]
            empty = (given_up or vacant)[0]
            change.seats[change.seats.index(empty)] = replace(empty, user=user, name=name)
            # Who takes up again the seat that they gave up finds the clock as it was.
            change.note(f"{'return' if given_up else 'sit'} {Seat(empty.seat or 0).letter}", user)
            change.words.append(text.sat_down(text.name(name), Seat(empty.seat or 0)))
            change.calls = False
        else:
            raise Refused(Refusal.LOBBY_CLOSED if session.row.status == "cancelled" else Refusal.OVER)
        await session.commit(change)


def welcome(session: Session, user: int) -> str:
    """What one is told who has joined."""
    seat = session.seat_of(user)
    return text.joined(3 - len(session.seats)) if seat is None else text.seated(session.view(seat), seat)


async def leave(session: Session, user: int) -> None:
    """Leave a lobby; the last to leave closes it. Raises Refused."""
    async with session.lock:
        _require_lobby(session)
        _require_place(session, user)
        change = session.begin()
        change.seats[:] = [row for row in change.seats if row.user != user]
        if not change.seats:
            change.columns.update(status="cancelled", ending="cancelled", ended=session.now())
        await session.commit(change)


async def start(session: Session, user: int, departed: Collection[int] = ()) -> None:
    """Begin the game: colours are drawn, setup begins. Any of the three may start it. Raises Refused.

    `departed`: who of them has left the server, and so leaves the lobby.
    """
    async with session.lock:
        _require_lobby(session)
        _require_place(session, user)
        change = session.begin()
        if gone := [row for row in session.seats if row.user in departed]:
            change.seats = [row for row in session.seats if row not in gone]
            said = " ".join(text.has_left_lobby(text.name(row.name)) for row in gone)
            change.extra.append(NoticeRow("say", None, said, session.now()))
            await session.commit(change)
        if len(session.seats) < 3:
            raise Refused(Refusal.LOBBY_SHORT, detail=str(3 - len(session.seats)))
        change.seats = drawn(session.seats, session)
        change.clocks = Clocks.start(session.clocks.pace, Seat.RED, change.at)
        change.columns.update(status="live", started=change.at)
        change.words.append(text.begins(names_of(change.seats)))
        await session.commit(change)


async def cancel(session: Session, user: int) -> None:
    """Close a lobby, by whoever opened it or sits in it. Raises Refused."""
    async with session.lock:
        _require_lobby(session)
        if user != session.row.creator:
            _require_place(session, user)
        change = session.begin()
        change.columns.update(status="cancelled", ending="cancelled", ended=session.now())
        await session.commit(change)


async def invite(session: Session, user: int, name: str, invited: int) -> None:
    """Ask somebody to join a lobby; it binds nobody, and only the invited is called. Raises Refused."""
    async with session.lock:
        _require_lobby(session)
        _require_place(session, user)
        if any(row.user == invited for row in session.seats):
            raise Refused(Refusal.SITS_THERE)
        asked = await wishes.invited(session.store, session.id)
        if invited in asked:
            raise Refused(Refusal.HAS_DECLINED if asked[invited] else Refusal.INVITED_ALREADY)
        open_ones = len(asked) - sum(asked.values())
        if open_ones >= INVITATIONS or await wishes.invitations_by(session.store, user) >= INVITATIONS_BY:
            raise Refused(Refusal.INVITED_TOO_MANY)
        change = session.begin()
        wishes.invite(change.job, session.id, invited, user, change.at)
        change.extra.append(NoticeRow("invite", invited, text.name(name), session.now()))
        await session.commit(change)


async def decline(session: Session, user: int, name: str) -> None:
    """Say no to an invitation, which makes room for another; nobody can ask again in this lobby. Raises Refused."""
    async with session.lock:
        _require_lobby(session)
        if (await wishes.invited(session.store, session.id)).get(user) is not False:
            raise Refused(Refusal.NOT_INVITED)
        change = session.begin()
        wishes.decline(change.job, session.id, user)
        said = text.has_declined(text.name(name))
        change.extra.append(NoticeRow("say", None, said, session.now()))
        await session.commit(change)


async def rematch(games: Games, session: Session, user: int, name: str) -> Session:
    """A lobby for the same three after a game, with its options and pace; the others are invited. Raises Refused."""
    if all(row.user != user for row in session.seats):
        raise Refused(Refusal.NOT_SEATED, detail="`/game new` opens one of your own.")
    # One after another, so that of those who ask at the same moment one opens the lobby and the others join it.
    async with session.lock:
        row = session.row
        if row.status != "over":
            raise Refused(Refusal.NOT_OVER)
        here = await games.store.live_game(row.channel)
        if here is not None and here.status == "lobby":
            # Another of the three has asked for the same already.
            lobby = await games.get(here.id)
            if user in await wishes.invited(games.store, lobby.id):
                await join(lobby, user, name)
                return lobby
        others = [other.user for other in session.seats if other.user is not None and other.user != user]
        if await wishes.invitations_by(games.store, user) + len(others) > INVITATIONS_BY:
            raise Refused(Refusal.INVITED_TOO_MANY)
        new = new_row(games, row.guild, row.channel, user, session.options, "lobby", session.clocks.pace.to_text())
        notices = [NoticeRow("lobby", None, "", new.created)]
        notices += [NoticeRow("invite", other, text.name(name), new.created) for other in others]
        return await games.create(new, [SeatRow(0, None, user, name)], notices, invited=others)


async def set_pace(session: Session, user: int, pace: Pace, *, alone: bool = False) -> bool:
    """Change the pace: in a lobby at once, in a game when all players want the same one. Raises Refused.

    Returns whether it is that now. To ask for the pace that it has
    takes an earlier wish back. `alone`: a moderator needs nobody's consent.
    """
    async with session.lock:
        change = session.begin()
        words = f"pace {pace.to_text()}"
        as_it_is = pace == session.clocks.pace
        if as_it_is and (alone or session.row.status == "lobby"):
            raise Refused(Refusal.PACE_ALREADY, detail=pace.words)
        if session.row.status == "lobby":
            change.columns.update(pace=pace.to_text())
            change.clocks = Clocks.start(pace, Seat.RED, session.now())
            await session.commit(change)
            return True
        if not alone:
            session.require_seat(user)
        if not session.live:
            raise Refused(Refusal.OVER)
        now = session.now()
        before = await wishes.votes(session.store, session.id, PACE, now - times.WISH)
        if as_it_is and before.get(user, words) == words:
            raise Refused(Refusal.PACE_ALREADY, detail=pace.words)
        votes = {**before, user: words}
        seated = [row.user for row in session.seats if row.user is not None]
        agreed = alone or all(votes.get(other) == words for other in seated)
        if agreed:
            change.note(words, user)
            wishes.forget_votes(change.job, session.id, PACE)
            absence.void_vote(session, change)
            change.columns.update(reminded=0, reminded_at=None)
            by_moderator = announcements.by(user, f"has set the pace of this game: {pace.words}.")
            change.words.append(by_moderator if alone else text.pace_is(pace.words))
            change.calls = False
        else:
            change.quiet = True
            wishes.vote(change.job, session.id, PACE, user, words, now)
            who = session.name_of(user)
            said = text.pace_may_stay(who) if as_it_is else text.wants_pace(who, pace.words)
            change.extra.append(NoticeRow("say", None, said, now))
        await session.commit(change)
        return agreed or as_it_is


def drawn(seats: list[SeatRow], session: Session) -> list[SeatRow]:
    """The same people with colours drawn anew."""
    colours = list(Seat)
    session.dice.shuffle(colours)
    return [replace(row, seat=int(colour)) for row, colour in zip(seats, colours, strict=True)]


async def resign(session: Session, user: int, standing: int | None = None) -> None:
    """Give up a seat, which is then open to anybody; the last resignation ends the game. Raises Refused."""
    async with session.lock:
        session.require_standing(standing)
        seat = session.require_seat(user)
        if not session.live:
            raise Refused(Refusal.OVER)
        change = session.begin()
        change.words.append(text.resigned(session.names, seat))
        absence.open_seat(session, change, seat, user)
        await session.commit(change)


def _require_lobby(session: Session) -> None:
    if session.row.status != "lobby":
        others = {"cancelled": Refusal.LOBBY_CLOSED, "over": Refusal.OVER}
        raise Refused(others.get(session.row.status, Refusal.NOT_IN_LOBBY))


def _require_place(session: Session, user: int) -> None:
    """Raises Refused for who does not sit in a lobby, with what they can do."""
    if all(row.user != user for row in session.seats):
        free = len(session.seats) < 3
        raise Refused(Refusal.NOT_IN_THIS_LOBBY, detail=text.PRESS_JOIN if free else text.ALL_TAKEN)
