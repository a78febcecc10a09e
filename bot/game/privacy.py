"""What is kept of a person: said, handed out as a file, erased.

Erasing takes a person's number and name out of everything. Their games stay whole: a game is its log, and in that they
are then nobody in particular; their seats in running games are open to others.
"""

from __future__ import annotations

import asyncio
import json
from dataclasses import asdict, replace
from typing import Any

from bot import text
from bot.game.absence import open_seat
from bot.game.games import Games
from bot.game.session import Session
from bot.history import audit
from bot.history.exports import stamp
from bot.people.wishes import MODERATOR
from bot.refusals import Refusal, Refused
from bot.store.rows import FORMER, Job
from bot.store.store import Store
from engine import Seat

ABOUT = """\
**What I keep about you**
- Your number at Discord and the name you had when you sat down: in the games you play or played, with every action \
you made and its time.
- Whether my direct messages reach you, your `/settings`, vacations, plans, votes and invitations, and a word to you \
that could not be sent.
- Nothing else. I read no messages but the commands and buttons you use, and give nothing to anybody.
Your secret cards are in my store like everything of a game; I show them to you alone until the rules open them.
`/privacy what:export` gives you all of it as a file. `/privacy what:erase` takes your number and your name out of all \
of it: your games stay, their seat says *former player*, and running ones go on with an open seat. Copies that the \
host has made before keep you until the host deletes them; messages in channels are Discord's."""
EXPORTED = "That is all I keep about you."
EXPORTED_FILE = "All that is kept about you, as a JSON file."
ERASED = "Erased. I know nothing of you any more; your seats in running games are open to others."
TABLES = ("users", "vacations", "votes", "plans", "invitations", "unheard", "asking")
"""The tables that have nothing but what concerns one user."""


async def collect(games: Games, user: int) -> bytes:
    """Everything that is kept about a user, as JSON.

    What they did in a game is written as they may see it from the seat that they have now: who made an action for
    somebody else, or sits elsewhere since, learns nothing by it.
    """
    store = games.store
    found: dict[str, Any] = {"user": str(user)}
    found["person"] = asdict(await store.person(user))
    found["vacations"] = await store.select("SELECT year, days FROM vacations WHERE user = ?", user)
    found["votes"] = await store.select("SELECT game, choice, at FROM votes WHERE user = ?", user)
    found["plans"] = await store.select("SELECT game, text FROM plans WHERE user = ?", user)
    found["unheard"] = await store.select("SELECT game, text FROM unheard WHERE user = ?", user)
    found["invitations"] = await store.select("SELECT game, created FROM invitations WHERE user = ?", user)
    found["games"] = [await _game(games, user, *row) for row in await _games(store, user)]
    return json.dumps(found, ensure_ascii=False, indent=1).encode()


async def _games(store: Store, user: int) -> list[tuple[int, str]]:
    rows = await store.select(
        "SELECT id, status FROM games WHERE creator = ? OR id IN (SELECT game FROM seats WHERE user = ?)"
        " OR id IN (SELECT game FROM log WHERE user = ?) ORDER BY id",
        *(user, user, user),
    )
    return [(row[0], row[1]) for row in rows]


async def _game(games: Games, user: int, game: int, status: str) -> dict[str, Any]:
    session = await games.get(game, damaged=True)
    seats = [seat for seat in await games.store.seats(game) if seat.user == user]
    view = session.options, await games.store.entries(game), session.open_record, session.seat_of(user)
    mine = [deed for deed in await asyncio.to_thread(audit.deeds, *view) if deed.entry.user == user]
    return {
        "game": game,
        "status": status,
        "seats": [{"seat": None if row.seat is None else Seat(row.seat).letter, "name": row.name} for row in seats],
        "log": [
            {"seq": deed.entry.seq, "kind": deed.entry.kind, "text": deed.text, "at": stamp(deed.entry.at)}
            for deed in mine
        ],
    }


def question(running: int) -> str:
    """What `Erase` would do to somebody who sits in so many running games."""
    games = f"{running} running game{'s' if running != 1 else ''}"
    seats = f" Your seats in {games} will be open to others." if running else ""
    return f"Take your number and your name out of everything I keep? This cannot be taken back.{seats}"


async def erase(games: Games, user: int) -> None:
    """Take a user out of everything that is kept. Raises Refused when the store cannot be written."""
    for game, _ in await _games(games.store, user):
        try:
            session = await games.get(game, damaged=True)
        except Refused as refused:
            if refused.refusal is not Refusal.NO_SUCH_GAME:
                raise
            continue
        async with session.lock:
            await _leave(session, user)
            await _forget(session, user)
    job = Job()
    for table in TABLES:
        job.add(f"DELETE FROM {table} WHERE user = ?", user)
    job.add("DELETE FROM invitations WHERE inviter = ?", user)
    job.add("DELETE FROM votes WHERE seq = ? AND choice LIKE ?", MODERATOR, f"%replace%{user}%")
    job.add("DELETE FROM notices WHERE user = ?", user)
    await games.store.write(job)


async def _leave(session: Session, user: int) -> None:
    """Give up a seat of a lobby or a running game the usual way, so that the others are told."""
    if session.damage is not None or all(row.user != user for row in session.seats):
        return
    change = session.begin()
    seat = session.seat_of(user)
    if session.row.status == "lobby":
        change.seats[:] = [row for row in change.seats if row.user != user]
        if not change.seats:
            change.columns.update(status="cancelled", ending="cancelled", ended=session.now())
    elif session.live and seat is not None:
        change.words.append(text.resigned(session.names, seat))
        open_seat(session, change, seat, user)
    else:
        return
    await session.commit(change)


async def _forget(session: Session, user: int) -> None:
    """Take a user out of a game's rows, in the store and in memory."""
    game = session.id
    seats = [replace(row, user=None, name=FORMER) if row.user == user else row for row in session.seats]
    job = Job().seats(game, seats)
    job.add("UPDATE log SET user = 0 WHERE game = ? AND user = ?", game, user)
    job.add("UPDATE games SET creator = 0 WHERE id = ? AND creator = ?", game, user)
    # What was said may hold the name, and has been said.
    job.add("UPDATE notices SET text = '' WHERE game = ? AND sent IS NOT NULL", game)
    await session.store.write(job)
    session.seats = seats
    session.line = [replace(entry, user=0) if entry.user == user else entry for entry in session.line]
    session.acts.pop(user, None)
    session.row = replace(session.row, creator=0 if session.row.creator == user else session.row.creator)
