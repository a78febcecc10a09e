"""What time brings to a game: whom it reminds, when a lobby ends, and what it leaves alone."""

from __future__ import annotations

import asyncio

import pytest

import engine
from bot import text
from bot.game import lobby, moderation
from bot.game.session import Session
from bot.history.clocks import DAY, HOUR
from bot.people import vacation, wishes
from bot.people.preferences import Preferences
from bot.refusals import Refusal, Refused
from bot.store.store import Job, StoreError
from bot.table import watch
from tests.bot.clockwork import Clockwork, lobby_of, play
from tests.bot.room import ANN, CHANNEL, Room, other, waiting

MOD = 99


@pytest.fixture
async def clockwork(room: Room) -> Clockwork:
    return Clockwork(room)


async def prefer(clockwork: Clockwork, user: int, **settings: object) -> None:
    """What `/settings` does."""
    await clockwork.room.store.set_person(user, settings=Preferences(**settings).to_text())  # type: ignore[arg-type]
    await clockwork.watch.concern(user)
    await clockwork.watch.tick()


async def test_only_the_one_waited_for_is_reminded_each_interval(clockwork: Clockwork) -> None:
    session = await clockwork.open()
    await clockwork.goes_by(23)
    assert await clockwork.told() == []
    await clockwork.goes_by(50)
    told = await clockwork.told()
    assert [(notice.kind, notice.user) for notice in told] == [("remind", waiting(session))] * 3


async def test_nobody_is_reminded_who_has_acted(clockwork: Clockwork) -> None:
    session = await clockwork.open()
    await clockwork.goes_by(20)
    first = waiting(session)
    await play(session)
    await clockwork.goes_by(23)
    assert await clockwork.told("remind") == []
    await clockwork.goes_by(2)
    [told] = await clockwork.told("remind")
    assert told.user == waiting(session) != first


async def test_the_interval_and_the_quiet_hours_are_one_s_own(clockwork: Clockwork) -> None:
    session = await clockwork.open()
    night = {"quiet": "0-23", "zone": "Asia/Kolkata"}
    await prefer(clockwork, waiting(session), interval=5, **night)
    await prefer(clockwork, other(session), interval=1)
    await clockwork.goes_by(48, every=0.5)
    told = await clockwork.told("remind")
    assert len(told) == 2, "one in each hour of the day that is not quiet"
    assert all((notice.created + 5 * HOUR + HOUR // 2) // HOUR % 24 == 23 for notice in told)


async def test_no_more_come_in_a_turn_that_was_muted(clockwork: Clockwork) -> None:
    session = await clockwork.open()
    await clockwork.goes_by(25)
    assert len(await clockwork.told("remind")) == 1
    await session.mute()
    await clockwork.goes_by(100, every=5)
    assert await clockwork.told("remind") == []
    await play(session)
    await clockwork.goes_by(25)
    assert len(await clockwork.told("remind")) == 1, "it held for that turn"


async def test_after_ten_the_table_is_told_instead_and_then_nothing(clockwork: Clockwork) -> None:
    session = await clockwork.open()
    await prefer(clockwork, waiting(session), interval=2)
    await clockwork.goes_by(100)
    kinds = [notice.kind for notice in await clockwork.told()]
    assert kinds == ["remind"] * 10 + ["unanswered"]


async def test_one_comes_after_a_restart_of_a_week_and_not_a_bunch(clockwork: Clockwork) -> None:
    session = await clockwork.open()
    await clockwork.goes_by(30)
    assert len(await clockwork.told("remind")) == 1
    session = await clockwork.restarts(7 * 24, session)
    assert len(await clockwork.told("remind")) == 1
    await clockwork.watch.tick()
    session = await clockwork.restarts(0.01, session)
    assert await clockwork.told("remind") == [], "none twice"
    assert session.row.vote is None, "nobody was silent for the week in which they could not speak"


async def test_one_that_could_not_be_sent_before_a_crash_is_not_sent_beside_the_next(clockwork: Clockwork) -> None:
    session = await clockwork.open()
    clockwork.delivers = False
    await clockwork.goes_by(24)
    unsent = [notice for notice in await clockwork.room.store.unsent(session.id) if notice.kind == "remind"]
    assert len(unsent) == 1
    session = await clockwork.restarts(7 * 24, session)
    unsent = [notice for notice in await clockwork.room.store.unsent(session.id) if notice.kind == "remind"]
    assert len(unsent) == 1
    assert clockwork.now() - unsent[0].created < HOUR
    assert session.row.reminded == 1


async def test_while_one_is_untold_no_other_is_added(clockwork: Clockwork) -> None:
    session = await clockwork.open()
    clockwork.delivers = False
    await clockwork.goes_by(24 * 5, every=2)
    assert [notice.kind for notice in await clockwork.room.store.unsent(session.id)] == ["remind"]


@pytest.mark.parametrize(("kind", "time", "hours"), [("days", 3, [36, 48, 64, 71]), ("fast", 12, [4, 6, 11])])
async def test_a_deadline_is_warned_of_at_half_and_before(
    clockwork: Clockwork, kind: str, time: int, hours: list[int]
) -> None:
    session = await clockwork.open(kind, time)
    began = session.clocks.since
    await clockwork.goes_by(80, every=0.5)
    told = await clockwork.told("remind")
    assert [(notice.created - began) // HOUR for notice in told] == hours
    assert {notice.user for notice in told} == {waiting(session)}


async def test_what_was_missed_before_a_deadline_comes_as_one(clockwork: Clockwork) -> None:
    session = await clockwork.open("days", 3)
    await clockwork.passes(70)
    assert len(await clockwork.told("remind")) == 1
    await clockwork.passes(1.5)
    assert len(await clockwork.told("remind")) == 1
    await clockwork.passes(10)
    assert await clockwork.told("remind") == []
    assert session.row.vote == session.board_seq


@pytest.mark.parametrize("stop", ["pause", "vacation", "mute", "end"])
async def test_nothing_comes_while_time_stands_still(clockwork: Clockwork, stop: str) -> None:
    session = await clockwork.open("days", 3)
    await clockwork.goes_by(10)
    deadline = session.clocks.deadline or 0
    if stop == "pause":
        await moderation.pause(session, MOD)
    elif stop == "vacation":
        await vacation.go(clockwork.room.store, waiting(session), clockwork.now(), clockwork.now() + 20 * DAY)
        await clockwork.watch.concern(waiting(session))
    elif stop == "mute":
        async with session.lock:
            change = session.begin()
            change.note("stop mute", None)
            await session.commit(change)
    else:
        await moderation.end(session, MOD, scored=True)
    await clockwork.watch.tick()
    await clockwork.told()
    await clockwork.goes_by(24 * 18, every=12)
    assert await clockwork.told("remind", "vote", "unanswered") == []
    assert not session.clocks.running
    if stop == "pause":
        await moderation.resume(session, MOD)
        assert abs((session.clocks.deadline or 0) - deadline - 24 * 18 * HOUR) < HOUR


async def test_a_short_turn_among_friends_tells_nothing(clockwork: Clockwork) -> None:
    session = await clockwork.open("fast", 8)
    for _ in range(10):
        await play(session)
        await clockwork.passes(0.2)
    assert await clockwork.told("remind", "vote", "say", "unanswered") == []


async def test_a_lobby_expires_with_a_word(clockwork: Clockwork) -> None:
    session = await lobby.open_lobby(clockwork.room.games, 900, CHANNEL, ANN, "Ann", engine.Options())
    await clockwork.passes(3 * 24 - 1)
    assert session.row.status == "lobby"
    await clockwork.told()
    await clockwork.passes(1.1)
    assert (session.row.status, session.row.ending) == ("cancelled", "expired")
    assert [(notice.kind, notice.text) for notice in await clockwork.told()] == [
        ("lobby", ""),
        ("say", text.LOBBY_EXPIRED),
    ]
    await lobby_of(clockwork.room, session.clocks.pace)


async def test_one_game_that_cannot_be_looked_at_holds_up_no_other(
    clockwork: Clockwork, monkeypatch: pytest.MonkeyPatch
) -> None:
    bad, good = await clockwork.open(), await clockwork.open(channel=CHANNEL + 1)
    examine = clockwork.watch._examine

    async def stumble(session: Session) -> int | None:
        if session.id == bad.id:
            raise ZeroDivisionError
        return await examine(session)

    monkeypatch.setattr(clockwork.watch, "_examine", stumble)
    await clockwork.passes(25)
    assert [notice.user for notice in await clockwork.told("remind")] == [waiting(good)]
    monkeypatch.undo()
    await clockwork.passes(minutes=6)
    assert [notice.user for notice in await clockwork.told("remind")] == [waiting(bad)]


async def test_a_damaged_game_is_left_alone(clockwork: Clockwork) -> None:
    session = await clockwork.open()
    await clockwork.room.store.write(
        Job().add("UPDATE log SET text = 'setup z9' WHERE game = ? AND seq = 0", session.id)
        if session.seq
        else Job().add("UPDATE games SET rules = 77 WHERE id = ?", session.id)
    )
    clockwork.room.reload()
    clockwork.watch = clockwork._watch()
    await clockwork.passes(25)
    assert await clockwork.told() == []
    assert await clockwork.room.store.due(clockwork.now()) == []


async def test_what_was_asked_for_while_a_game_was_looked_at_is_looked_at_again(
    clockwork: Clockwork, monkeypatch: pytest.MonkeyPatch
) -> None:
    session = await clockwork.open()
    user = waiting(session)
    ask = clockwork.server.fetch_member

    async def meanwhile(member: int) -> object:
        monkeypatch.undo()
        await vacation.go(clockwork.room.store, user, clockwork.now(), clockwork.now() + DAY)
        await clockwork.watch.concern(user)
        return await ask(member)

    monkeypatch.setattr(clockwork.server, "fetch_member", meanwhile)
    await clockwork.passes(25)
    assert "away" in "".join(session.clocks.stops)


async def test_only_games_that_are_due_are_looked_at(clockwork: Clockwork, monkeypatch: pytest.MonkeyPatch) -> None:
    """Two thousand games go on; a look at what is due takes as many questions as games that are due, not more."""
    session = await clockwork.open()
    copy = (
        "INSERT INTO games (guild, channel, status, options, rules, creator, created, started, waiting, waiting_since,"
        " pace, due) SELECT guild, ? + value, 'live', options, rules, creator, created, started, waiting,"
        " waiting_since, pace, ? FROM games, json_each(?) WHERE games.id = ?"
    )
    numbers = str(list(range(2000)))
    job = Job().add(copy, CHANNEL + 10, clockwork.now() + 100 * DAY, numbers, session.id)
    job.add(
        "INSERT INTO seats SELECT games.id, place, seat, seats.user, name FROM games, seats"
        " WHERE seats.game = ? AND games.id != ?",
        *(session.id, session.id),
    )
    await clockwork.room.store.write(job)
    asked: list[str] = []
    rows = clockwork.room.store._rows

    async def counted(sql: str, *values: object) -> list[object]:
        asked.append(sql)
        return await rows(sql, *values)

    monkeypatch.setattr(clockwork.room.store, "_rows", counted)
    await clockwork.passes(1)
    assert len(asked) == 2, asked
    asked.clear()
    await clockwork.passes(24)
    assert [notice.user for notice in await clockwork.told("remind")] == [waiting(session)]
    assert len(asked) < 15, asked


async def test_two_looks_at_the_same_instant_do_everything_once(clockwork: Clockwork) -> None:
    await clockwork.open()
    clockwork.room.clock.set(clockwork.room.clock.now() + 25 * 3600)
    await asyncio.gather(*(clockwork.watch.tick() for _ in range(5)))
    assert len(await clockwork.told("remind")) == 1


async def test_a_member_who_cannot_be_asked_for_holds_up_nothing(
    clockwork: Clockwork, monkeypatch: pytest.MonkeyPatch
) -> None:
    session = await clockwork.open()
    monkeypatch.setattr(watch, "PATIENCE", 0.01)
    monkeypatch.setattr(clockwork.server, "fetch_member", lambda user: asyncio.sleep(60))
    await clockwork.passes(25)
    assert [notice.user for notice in await clockwork.told("remind")] == [waiting(session)]


async def test_the_watch_ends_when_it_is_told_to_whatever_it_is_just_waiting_for(
    clockwork: Clockwork, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A wait that swallows the end, because what it waited for came in the same instant, would leave the bot undead."""
    await clockwork.open()
    answer: asyncio.Future[object] = asyncio.get_running_loop().create_future()
    asked = asyncio.Event()

    async def fetch(user: int) -> object:
        asked.set()
        return await answer

    monkeypatch.setattr(clockwork.server, "fetch_member", fetch)
    clockwork.room.clock.set(clockwork.room.clock.now() + 25 * 3600)
    running = asyncio.create_task(clockwork.watch.run())
    await asked.wait()
    answer.set_result(None)
    await asyncio.sleep(0)
    running.cancel()
    done, _ = await asyncio.wait([running], timeout=5)
    assert done


async def test_one_is_asked_for_once_when_the_turn_comes_and_not_while_it_goes_on(clockwork: Clockwork) -> None:
    session = await clockwork.open()
    went_on = False
    for _ in range(30):
        before, asked = session.waiting, len(clockwork.server.asked)
        await play(session)
        await clockwork.passes(minutes=1)
        same = session.waiting == before
        went_on |= same
        assert clockwork.server.asked[asked:] == ([] if same else [session.waiting])
        if same:
            await clockwork.passes(25)
            assert clockwork.server.asked[asked:] == [session.waiting], "at the reminder they are"
    assert went_on


STEPS = {"_vacations": "say", "_departed": "advert", "_plan": "private", "_vote": "vote", "_remind": "remind"}
"""What time brings to a game, with the kind of notice by which it is known to have come."""


@pytest.mark.parametrize("error", [RuntimeError(), StoreError("locked"), Refused(Refusal.BUSY)], ids=repr)
@pytest.mark.parametrize("broken", STEPS)
async def test_what_fails_of_a_game_keeps_nothing_else_of_it(
    clockwork: Clockwork, monkeypatch: pytest.MonkeyPatch, broken: str, error: Exception
) -> None:
    room = clockwork.room
    session = await clockwork.open()
    user = session.waiting or 0
    away = next(row.user for row in session.seats if row.user != user)
    await wishes.set_plan(room.store, session.id, user, "@e5")
    tried = 0

    async def fails(self: watch.Watch, *given: object) -> None:
        nonlocal tried
        tried += 1
        raise error.with_traceback(None)

    monkeypatch.setattr(watch.Watch, broken, fails)
    await room.store.set_person(away or 0, away_until=clockwork.now() + 30 * DAY)
    await clockwork.goes_by(24 * 7 + 6, every=6)
    clockwork.server.left = {user}
    await clockwork.goes_by(30, every=6)
    kinds = {notice.kind for notice in await clockwork.told()}
    assert {kind for step, kind in STEPS.items() if step != broken} - kinds == set()
    assert tried > 5, "it is tried again"
