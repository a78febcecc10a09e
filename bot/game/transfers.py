"""Games out to files and in from files."""

from __future__ import annotations

import asyncio
import json
import secrets
from dataclasses import asdict, replace

from bot.game.games import Games
from bot.game.lobby import new_row
from bot.game.moderation import require_good
from bot.game.session import Session
from bot.history import exports, imports, sealing
from bot.history.imports import Imported
from bot.refusals import Refusal, Refused
from bot.store.rows import EntryRow, GameRow, Job, NoticeRow
from bot.store.store import Store, StoreError
from bot.text import announcements

IDENTITY = "identity"


async def export(session: Session) -> tuple[str, bytes]:
    """A game as a file, with its name: in the clear if it is over for good, else sealed. Raises Refused."""
    session.require_begun()
    require_good(session)
    store = session.store
    game = exports.Stored(session.row, list(session.seats), await store.entries(session.id))
    if session.open_record:
        blob = await asyncio.to_thread(exports.written, game)
    else:
        key = await asyncio.to_thread(_key, store)
        blob = await asyncio.to_thread(exports.sealed, game, key, await identity(store))
    return f"syntagma-{session.id}-{session.seq}.json", blob


def _key(store: Store) -> bytes:
    try:
        return sealing.key_beside(store.path)
    except sealing.SealError as error:
        raise StoreError(str(error)) from error


async def identity(store: Store) -> str:
    """A name for this database, by which its own games are known again."""
    known = await store.setting(IDENTITY)
    if known is None:
        # Two may ask for the first time at once: whichever name comes first is that of all files.
        insert = "INSERT OR IGNORE INTO settings (name, value) VALUES (?, ?)"
        await store.write(Job().add(insert, IDENTITY, secrets.token_hex(16)))
        return await identity(store)
    return known


async def bring(games: Games, blob: bytes, guild: int, channel: int, user: int) -> Session:
    """A new game in a channel out of a file. Raises Refused with a sentence for a file that is not believed.

    One that may go on goes on just as it was, unless it was played or looked into since: then what nobody has seen
    openly is shuffled anew.
    """
    now = int(games.clock.now() * 1000)
    found = await asyncio.to_thread(imports.read, blob, lambda: _key(games.store), now)
    row = replace(
        new_row(games, guild, channel, user, found.options, "over", found.pace.to_text()),
        rules=found.rules,
        created=found.created,
        started=found.started,
    )
    if found.ending is not None:
        return await _show_finished(games, row, found, user)
    if any(seat.user == user for seat in found.seats):
        raise Refused(Refusal.CANNOT_SEAT, detail="You play in that game yourself; another moderator has to bring it.")
    assert found.origin is not None
    async with games.bringing:
        return await _resume(games, row, found, user, anew=await _known(games, found.origin))


async def _show_finished(games: Games, row: GameRow, found: Imported, user: int) -> Session:
    now = int(games.clock.now() * 1000)
    seq = found.entries[-1].seq + 1 if found.entries else 0
    entries = [*found.entries, EntryRow(seq, seq, "note", "import", user, now)]
    row = replace(row, ending=found.ending, ended=found.ended or found.started, due=None)
    notices = [NoticeRow("say", None, announcements.by(user, "import over"), now)]
    return await games.create(row, found.seats, notices, entries=entries)


async def _known(games: Games, origin: tuple[str, int]) -> bool:
    """Whether the game of a file has been here since it was written.

    Raises Refused if it still goes on, or is set aside and can come back just as it was: a second one of it would tell
    its secrets.
    """
    bot, number = origin
    where = "origin = ? OR (id = ? AND ?)"
    rows = await games.store.games(where, _origin(origin), number, int(bot == await identity(games.store)))
    for row in rows:
        session = await games.get(row.id, damaged=True)
        if session.live:
            raise Refused(Refusal.BAD_FILE, detail=f"That game still goes on, as game {row.id}: use `/mod move`.")
        if session.set_aside:
            raise Refused(Refusal.BAD_FILE, detail=f"That game was set aside, as game {row.id}: use `/mod restore`.")
    return bool(rows)


def _origin(origin: tuple[str, int]) -> str:
    return f"{origin[0]}/{origin[1]}"


async def _resume(games: Games, row: GameRow, found: Imported, user: int, *, anew: bool) -> Session:
    now = int(games.clock.now() * 1000)
    assert found.origin is not None
    row = replace(row, status="live", origin=_origin(found.origin), options=json.dumps(asdict(found.options)))
    draft = Session(games.store, games.clock, games.dice, row, found.seats, found.entries)
    change = draft.begin()
    change.note("import", user)
    change.note(f"down {found.ended or max((entry.at for entry in found.entries), default=now)}", None)
    change.words.append(announcements.by(user, "import"))
    if anew:
        change.go_back(draft.ply, user, anew=True)
    seat = change.state.to_act
    waiting = None if seat is None else draft.player(seat).user
    notices = [NoticeRow("whisper", each.user, "greeting", now) for each in found.seats if each.user]
    archon = next((each for each in found.seats if each.seat == change.state.archon and each.user), None)
    if archon is not None:
        notices.append(NoticeRow("whisper", archon.user, "cards", now))
    notices.append(NoticeRow("table", waiting, " ".join(change.words), now))
    row = replace(row, waiting=waiting, waiting_since=now if waiting else None)
    return await games.create(row, found.seats, notices, entries=[*found.entries, *change.entries])
