"""Who sits at a table: opening a lobby, joining and leaving it, the start, giving up a seat and taking one."""

from __future__ import annotations

import json
from dataclasses import asdict, replace

import engine
from bot import text
from bot.games import Games
from bot.refusals import Refusal, Refused
from bot.session import Session
from bot.store import GameRow, NoticeRow, SeatRow
from engine import Seat

RULES_VERSION = 1
"""Of the engine: raised when a stored game of before could replay otherwise."""


def milliseconds(games: Games) -> int:
    return int(games.clock.now() * 1000)


def new_row(games: Games, guild: int, channel: int, user: int, options: engine.Options, status: str) -> GameRow:
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
    )


async def open_lobby(games: Games, guild: int, channel: int, user: int, name: str, options: engine.Options) -> Session:
    """Open a lobby in a channel, its opener seated. Raises Refused when the channel has a live game."""
    row = new_row(games, guild, channel, user, options, "lobby")
    notice = NoticeRow("lobby", None, "", row.created)
    return await games.create(row, [SeatRow(0, None, user, name)], [notice])


async def join(session: Session, user: int, name: str) -> None:
    """Take a place in a lobby, or an open seat of a running game. Raises Refused."""
    async with session.lock:
        if any(row.user == user for row in session.seats):
            raise Refused(Refusal.SEATED_ALREADY)
        change = session.begin()
        if session.row.status == "lobby":
            taken = {row.place for row in session.seats}
            place = next((place for place in range(3) if place not in taken), None)
            if place is None:
                raise Refused(Refusal.LOBBY_FULL)
            change.seats.append(SeatRow(place, None, user, name))
        elif session.live:
            empty = next((row for row in session.seats if row.user is None), None)
            if empty is None:
                raise Refused(Refusal.NO_OPEN_SEAT)
            change.seats[change.seats.index(empty)] = replace(empty, user=user, name=name)
            session.note(change, f"sit {Seat(empty.seat or 0).letter}", user)
            change.words.append(text.sat_down(text.name(name), Seat(empty.seat or 0)))
        else:
            raise Refused(Refusal.OVER)
        await session.commit(change)


async def leave(session: Session, user: int) -> None:
    """Leave a lobby; the last to leave closes it. Raises Refused."""
    async with session.lock:
        _require_lobby(session)
        change = session.begin()
        change.seats[:] = [row for row in change.seats if row.user != user]
        if len(change.seats) == len(session.seats):
            raise Refused(Refusal.NOT_SEATED)
        if not change.seats:
            change.columns.update(status="cancelled", ending="cancelled", ended=int(session.clock.now() * 1000))
        await session.commit(change)


async def start(session: Session, user: int) -> None:
    """Begin the game: colours are drawn, setup begins. Any of the three may start it. Raises Refused."""
    async with session.lock:
        _require_lobby(session)
        if all(row.user != user for row in session.seats):
            raise Refused(Refusal.NOT_SEATED)
        if len(session.seats) < 3:
            raise Refused(Refusal.LOBBY_SHORT, detail=str(3 - len(session.seats)))
        change = session.begin()
        change.seats = drawn(session.seats, session)
        change.columns.update(status="live", started=int(session.clock.now() * 1000))
        change.words.append(text.begins(session.names_of(change.seats)))
        await session.commit(change)


def drawn(seats: list[SeatRow], session: Session) -> list[SeatRow]:
    """The same people with colours drawn anew."""
    colours = list(Seat)
    session.dice.shuffle(colours)
    return [replace(row, seat=int(colour)) for row, colour in zip(seats, colours, strict=True)]


async def resign(session: Session, user: int) -> None:
    """Give up a seat, which is then open to anybody; the last resignation ends the game. Raises Refused."""
    async with session.lock:
        if session.row.status == "lobby":
            raise Refused(Refusal.IN_LOBBY)
        if not session.live:
            raise Refused(Refusal.OVER)
        seat = session.seat_of(user)
        if seat is None:
            raise Refused(Refusal.NOT_SEATED)
        change = session.begin()
        mine = session.player(seat)
        change.seats[change.seats.index(mine)] = replace(mine, user=None)
        session.note(change, f"resign {seat.letter}", user)
        change.words.append(text.resigned(session.names, seat))
        if all(row.user is None for row in change.seats):
            change.columns.update(status="over", ending="abandoned", ended=int(session.clock.now() * 1000))
        await session.commit(change)


def _require_lobby(session: Session) -> None:
    if session.row.status != "lobby":
        raise Refused(Refusal.NOT_IN_LOBBY)
