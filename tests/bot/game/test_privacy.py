"""What is kept of a person: said, handed out, erased; and the games stay whole."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Awaitable, Callable
from contextlib import closing
from dataclasses import replace
from pathlib import Path

import pytest

import engine
from bot.game import absence, lobby, moderation, privacy, resets, transfers
from bot.game.session import Session
from bot.host.checking import examine
from bot.people import wishes
from bot.store.rows import FORMER, OPEN, Job
from engine import Phase, Seat
from tests.bot.growth import in_phase
from tests.bot.hall import Hall, said
from tests.bot.room import Room, waiting

USER, NAME = 884_200_000_000_000_001, "Theano"
"""A number and a name that stand for nobody else in the whole database."""


async def known(room: Room) -> None:
    """Somebody who has done all that leaves a trace: played, ended, in a lobby, voted, planned, been invited."""
    first = await room.grown(in_phase(Phase.ANSWER, turn=2), supply=12)
    idle = next(row for row in first.seats if row.user != first.waiting)
    await moderation.put(first, 77, Seat(idle.seat or 0), USER, NAME)
    second = await lobby.open_lobby(room.games, 900, 950, USER, NAME, first.options)
    for user in (1, 2):
        await lobby.join(second, user, f"Player {user}")
    await lobby.start(second, USER)
    await moderation.skip(second, 77)
    third = await lobby.open_lobby(room.games, 900, 951, USER, NAME, first.options)
    await lobby.invite(third, USER, NAME, 5)
    fourth = await lobby.open_lobby(room.games, 900, 952, 1, "Ann", first.options)
    await lobby.invite(fourth, 1, "Ann", USER)
    ended = await lobby.open_lobby(room.games, 900, 953, 1, "Ann", first.options)
    for user, name in ((2, "Ben"), (USER, NAME)):
        await lobby.join(ended, user, name)
    await lobby.start(ended, 1)
    for _ in range(3):
        await room.play(ended, engine.format_action(engine.legal_actions(ended.state)[0]))
    await moderation.end(ended, USER, scored=True)
    await room.store.set_person(USER, dms=0, settings='{"zone": "Europe/Athens"}', away_until=1)
    await wishes.set_plan(room.store, first.id, USER, "accept")
    job = Job().add("INSERT INTO vacations (user, year, days) VALUES (?, 2026, 3)", USER)
    wishes.vote(job, first.id, 0, USER, "void", 1)
    wishes.vote(job, first.id, wishes.MODERATOR, 77, f"9 1 2 replace R {USER}", 1)
    await room.store.write(job)


def traces(database: Path) -> list[str]:
    """Every stored value in which the number or the name stands."""
    found = []
    with closing(sqlite3.connect(database)) as db:
        for (table,) in db.execute("SELECT name FROM sqlite_master WHERE type = 'table'").fetchall():
            for row in db.execute(f"SELECT * FROM {table}"):
                found += [f"{table}: {value}" for value in row if str(USER) in str(value) or NAME in str(value)]
    return found


async def tell_all(room: Room) -> None:
    """As if everything had been told: what is still to be said may name people."""
    for game in await room.store.games_with_unsent():
        await room.store.mark_sent(game, [notice.id for notice in await room.store.unsent(game)], 1)


async def test_nothing_is_left_of_who_is_erased(room: Room) -> None:
    await known(room)
    await tell_all(room)
    assert len(traces(room.store.path)) > 15
    before = {row.id: await room.store.entries(row.id) for row in await room.store.games()}
    await privacy.erase(room.games, USER)
    await tell_all(room)
    assert traces(room.store.path) == []
    assert (await examine(room.store.path)).differences == []
    for game, entries in before.items():
        after = await room.store.entries(game)
        assert [(e.seq, e.kind, e.text) for e in after][: len(entries)] == [(e.seq, e.kind, e.text) for e in entries]


async def test_games_stay_whole_and_seats_are_free(room: Room) -> None:
    await known(room)
    await privacy.erase(room.games, USER)
    running = await room.games.get(1)
    [empty] = [row for row in running.seats if row.user is None]
    assert empty.name == OPEN
    await lobby.join(running, 9, "Nike")
    assert running.seat_of(9) is not None
    over = await room.games.get(5)
    assert FORMER in [row.name for row in over.seats]
    assert f"⁨{FORMER}⁩" in over.names
    _, blob = await transfers.export(over)
    assert NAME not in blob.decode()
    room.reload()
    assert (await room.games.get(5)).state == over.state
    closed = await room.games.get(3)
    assert closed.row.status == "cancelled"


async def test_all_of_it_is_handed_out(room: Room) -> None:
    await known(room)
    found = json.loads(await privacy.collect(room.games, USER))
    assert found["user"] == str(USER)
    assert found["person"]["settings"] == '{"zone": "Europe/Athens"}'
    assert [game["game"] for game in found["games"]] == [1, 2, 3, 5]
    assert found["plans"] == [[1, "accept"]]
    assert found["vacations"]
    assert found["votes"]
    assert found["invitations"]
    assert any(entry["text"].startswith("setup") for entry in found["games"][-1]["log"])
    with closing(sqlite3.connect(room.store.path)) as db:
        tables = {row[0] for row in db.execute("SELECT name FROM sqlite_master WHERE type = 'table'")}
        columns = {table: {row[1] for row in db.execute(f"PRAGMA table_info({table})")} for table in tables}
    about_users = {table for table, names in columns.items() if names & {"user", "inviter", "creator", "waiting"}}
    assert about_users == {"games", "seats", "log", "notices", *privacy.TABLES}, "a new table has to be thought of"


async def deals_in_export(room: Room, user: int) -> list[str]:
    found = json.loads(await privacy.collect(room.games, user))
    return [entry["text"] for game in found["games"] for entry in game["log"] if entry["text"].startswith("deal")]


async def dealt_by_vote(room: Room, session: Session) -> int:
    room.clock.set(room.clock.now() + 8 * 24 * 3600)
    await absence.open_vote(session)
    first, second = (row.user or 0 for row in session.seats if row.user != session.waiting)
    await absence.cast(session, first, "skip")
    await absence.cast(session, second, "skip")
    return second


async def dealt_by_moderator(room: Room, session: Session) -> int:
    await moderation.skip(session, 77)
    return 77


async def dealt_and_taken_back(room: Room, session: Session) -> int:
    await moderation.skip(session, 77)
    await moderation.rewind(session, 77, session.ply - 1)
    return 77


async def dealt_and_replaced(room: Room, session: Session) -> int:
    archon = waiting(session)
    await session.play(archon, engine.format_action(engine.legal_actions(session.state)[0]))
    await moderation.put(session, 77, Seat(session.seat_of(archon) or 0), USER, NAME)
    return archon


async def dealt_and_in_another_seat(room: Room, session: Session) -> int:
    """As it could come about before it was refused."""
    archon = await dealt_and_replaced(room, session)
    async with session.lock:
        change = session.begin()
        place = next(i for i, row in enumerate(change.seats) if row.seat == session.state.to_act)
        change.seats[place] = replace(change.seats[place], user=archon, name="Nike")
        await session.commit(change)
    return archon


DEALT = (dealt_by_vote, dealt_by_moderator, dealt_and_taken_back, dealt_and_replaced, dealt_and_in_another_seat)


@pytest.mark.parametrize("dealt", DEALT, ids=lambda dealt: dealt.__name__)
async def test_no_hidden_card_is_handed_out_to_another(
    room: Room, dealt: Callable[[Room, Session], Awaitable[int]]
) -> None:
    session = await room.grown(in_phase(Phase.DEAL, turn=2))
    seat = session.state.to_act
    maker = await dealt(room, session)
    assert session.seat_of(maker) != seat
    *_, last = await deals_in_export(room, maker)
    assert last.startswith("deal ? ")
    await moderation.end(session, 77, scored=True)
    *_, last = await deals_in_export(room, maker)
    assert "?" not in last, "the record of a game that is over is open"


async def test_what_a_seat_knows_is_handed_out_to_its_player(room: Room) -> None:
    session = await room.grown(in_phase(Phase.DEAL, turn=2))
    archon, deal = waiting(session), engine.format_action(engine.legal_actions(session.state)[0])
    await session.play(archon, deal)
    assert deal in await deals_in_export(room, archon)


async def test_a_game_set_aside_keeps_its_cards(room: Room) -> None:
    session = await room.grown(in_phase(Phase.DEAL, turn=2))
    maker = await dealt_by_moderator(room, session)
    await resets.reset(room.games, session, 77)
    *_, last = await deals_in_export(room, maker)
    assert last.startswith("deal ? ")


async def test_a_former_player_can_come_back(room: Room) -> None:
    await known(room)
    await privacy.erase(room.games, USER)
    session = await room.games.get(1)
    await lobby.join(session, USER, NAME)
    assert session.seat_of(USER) is not None


async def test_by_commands_and_buttons(hall: Hall) -> None:
    session = await hall.grown(in_phase(Phase.ANSWER), supply=12)
    about = await hall.ann.slash(hall.channel, "privacy")
    assert "What I keep about you" in said(about)
    assert about.response is not None
    exported = await hall.ann.click(about.response, "Export my data")
    assert exported.response is not None
    [file] = exported.response.attachments
    assert json.loads(file.content)["user"] == str(hall.ann.id)
    asked = await hall.ann.slash(hall.channel, "privacy", what="erase me")
    assert "Your seats in 1 running game will be open" in said(asked)
    assert said(await hall.ann.click(asked.response, "Cancel")) == "Nothing was changed."
    assert session.seat_of(hall.ann.id) is not None
    asked = await hall.ann.slash(hall.channel, "privacy", what="erase me")
    await hall.stop()
    await hall.start()
    said(await hall.ann.click(asked.response, "Erase"))
    session = await hall.session()
    assert session.seat_of(hall.ann.id) is None
    await hall.told(session)
    assert "gives up the seat" in "".join(message.content for message in hall.shown)
    assert said(await hall.ann.slash(hall.ann.dm, "privacy")), "in direct messages, too"


@pytest.mark.parametrize("what", ["about", "erase"])
def test_the_words_fit_a_message(what: str) -> None:
    assert len(privacy.ABOUT if what == "about" else privacy.question(30)) <= 2000
