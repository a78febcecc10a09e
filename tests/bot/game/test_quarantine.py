"""Damaged games harm no other, and go on from their last good position."""

from __future__ import annotations

import sqlite3
from contextlib import closing

import pytest

import engine
from bot.game import moderation, resets, transfers
from bot.game.session import Session
from bot.history.line import RULES_VERSIONS
from bot.host.checking import examine
from bot.host.upkeep import backup, restore
from bot.refusals import Refusal, Refused
from engine import Phase
from tests.bot.growth import in_phase
from tests.bot.room import ANN, CHANNEL, GUILD, Room, waiting, why

MOD = 77
SEQ = 9
DAMAGE = {
    "an entry that the rules refuse": ("UPDATE log SET text = 'setup a1,a2,b1,b2' WHERE game = 1 AND seq = ?", SEQ),
    "an entry that cannot be read": ("UPDATE log SET text = 'nonsense' WHERE game = 1 AND seq = ?", SEQ),
    "an entry that is missing": ("DELETE FROM log WHERE game = 1 AND seq = ?", SEQ),
    "many that are missing": ("DELETE FROM log WHERE game = 1 AND seq BETWEEN ? AND 14", SEQ),
    "a way back to nowhere": ("UPDATE log SET kind = 'back', text = '900' WHERE game = 1 AND seq = ?", SEQ),
    "a seat that is missing": ("DELETE FROM seats WHERE game = 1 AND place = ?", 1),
    "two seats of one colour": ("UPDATE seats SET seat = 0 WHERE game = ?", 1),
    "options that cannot be read": ("UPDATE games SET options = 'x' WHERE id = ?", 1),
    "a pace that cannot be read": ("UPDATE games SET pace = '{}{}' WHERE id = ?", 1),
}


async def damaged(room: Room, what: str) -> Session:
    """A game in the middle, damaged on the disk and loaded anew; beside it one that is sound."""
    await room.grown(in_phase(Phase.PLAY, turn=3), supply=16)
    await room.seat(950)
    sql, value = DAMAGE[what]
    with closing(sqlite3.connect(room.store.path)) as db, db:
        assert db.execute(sql, (value,)).rowcount
    room.reload()
    return await room.games.get(1, damaged=True)


def is_damaged(session: Session) -> bool:
    return session.damage is not None


@pytest.mark.parametrize("what", DAMAGE)
async def test_a_damaged_game_is_set_aside_and_mended(what: str, room: Room) -> None:
    session = await damaged(room, what)
    assert is_damaged(session)
    for doing in (room.games.get(1), room.games.here(CHANNEL), room.games.find(ANN, CHANNEL, None)):
        with pytest.raises(Refused) as refused:
            await doing
        assert why(refused.value) is Refusal.DAMAGED
    sound = await room.games.get(2)
    await room.play(sound, engine.format_action(engine.legal_actions(sound.state)[0]))
    entries = await room.store.entries(1)
    await moderation.rewind(session, MOD, session.ply, session.standing)
    assert not is_damaged(session)
    assert (await room.store.entries(1))[: len(entries)] == entries, "what is damaged stays where it is"
    state = session.state
    room.reload()
    session = await room.games.get(1)
    assert session.state == state
    if session.waiting is None:
        open_seat = next(row for row in session.seats if row.user is None)
        await moderation.put(session, MOD, engine.Seat(open_seat.seat or 0), 99, "Otto")
    await session.play(waiting(session), engine.format_action(engine.legal_actions(session.state)[0]))
    assert (await examine(room.store.path)).differences == []


@pytest.mark.parametrize("what", DAMAGE)
async def test_a_damaged_game_can_be_ended(what: str, room: Room) -> None:
    session = await damaged(room, what)
    await moderation.end(session, MOD, scored=True)
    assert (session.row.status, session.row.ending) == ("over", "void")
    await room.seat(CHANNEL)
    assert (await examine(room.store.path)).differences == []


async def test_an_earlier_ply_can_be_chosen_too(room: Room) -> None:
    session = await damaged(room, "an entry that is missing")
    board = session.states[4].board
    await moderation.rewind(session, MOD, 4)
    assert session.state.board == board
    assert session.damage is None


async def test_nothing_else_touches_a_damaged_game(room: Room) -> None:
    session = await damaged(room, "an entry that is missing")
    for doing in (
        moderation.undo(session, MOD),
        moderation.skip(session, MOD),
        moderation.repost(session, MOD),
        moderation.pause(session, MOD),
        moderation.put(session, MOD, engine.Seat.RED, 99, "Otto"),
        moderation.move(session, MOD, GUILD, 960, "here"),
        resets.reset(room.games, session, MOD),
        transfers.export(session),
    ):
        with pytest.raises(Refused) as refused:
            await doing
        assert why(refused.value) is Refusal.DAMAGED


async def test_a_game_that_is_over_and_damaged_is_mended_by_ending_it(room: Room) -> None:
    session = await room.grown(in_phase(Phase.PLAY, turn=2), supply=12)
    await moderation.end(session, MOD, scored=True)
    with closing(sqlite3.connect(room.store.path)) as db, db:
        db.execute("DELETE FROM log WHERE game = 1 AND seq = 5")
    room.reload()
    session = await room.games.get(1, damaged=True)
    ended = session.row.ended
    await moderation.end(session, MOD, scored=True)
    assert (session.row.ending, session.row.ended) == ("void", ended)
    assert (await examine(room.store.path)).differences == []


async def test_rules_of_a_newer_program_are_not_touched(room: Room) -> None:
    await room.grown(in_phase(Phase.PLAY, turn=2), supply=12)
    newer = max(RULES_VERSIONS) + 1
    with closing(sqlite3.connect(room.store.path)) as db, db:
        db.execute("UPDATE games SET rules = ? WHERE id = 1", (newer,))
    room.reload()
    session = await room.games.get(1, damaged=True)
    assert f"version {newer} of the rules" in str(session.damage)
    for doing in (moderation.rewind(session, MOD, 0), moderation.end(session, MOD, scored=True)):
        with pytest.raises(Refused) as refused:
            await doing
        assert why(refused.value) is Refusal.DAMAGED
    with closing(sqlite3.connect(room.store.path)) as db, db:
        db.execute("UPDATE games SET rules = 1 WHERE id = 1")
    room.reload()
    assert (await room.games.get(1)).damage is None, "the program that knows them finds the game as it was"


async def test_after_mending_nobody_knows_what_is_drawn(room: Room) -> None:
    session = await damaged(room, "an entry that is missing")
    before = session.state
    await moderation.rewind(session, MOD, session.ply)
    assert session.state.board == before.board
    assert session.state.pile != before.pile


async def test_a_mended_game_is_damaged_again_and_mended_again(room: Room) -> None:
    session = await damaged(room, "an entry that is missing")
    await moderation.rewind(session, MOD, session.ply)
    for _ in range(3):
        await session.play(waiting(session), engine.format_action(engine.legal_actions(session.state)[0]))
    with closing(sqlite3.connect(room.store.path)) as db, db:
        db.execute("DELETE FROM log WHERE game = 1 AND seq = ?", (session.seq - 2,))
    room.reload()
    session = await room.games.get(1, damaged=True)
    assert session.damage is not None
    await moderation.rewind(session, MOD, session.ply)
    room.reload()
    await room.games.get(1)


async def test_a_backup_with_a_mended_game_can_be_put_back(
    room: Room, tmp_path_factory: pytest.TempPathFactory
) -> None:
    session = await damaged(room, "an entry that cannot be read")
    folder = tmp_path_factory.mktemp("backups")
    assert await backup(room.store.path, folder / "before.db") == 1
    assert await restore(folder / "new.db", folder / "before.db") == 1
    await moderation.rewind(session, MOD, session.ply)
    assert await backup(room.store.path, folder / "after.db") == 0
    assert await restore(folder / "new.db", folder / "after.db") == 0
