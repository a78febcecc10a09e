"""What time brings to a game: whom it reminds, when others may vote, and what it leaves alone."""

from __future__ import annotations

import pytest

import engine
from bot import absence, lobby, moderation, text, vacation
from bot.clocks import DAY, HOUR
from bot.people import Preferences
from bot.refusals import Refusal, Refused
from bot.session import Session
from bot.store import Job
from engine import Seat
from tests.bot.clockwork import Clockwork, lobby_of, play
from tests.bot.room import ANN, BEN, CHANNEL, CLEO, OTTO, Room, other, waiting, why

MOD = 99


@pytest.fixture
async def clockwork(room: Room) -> Clockwork:
    return Clockwork(room)


async def prefer(clockwork: Clockwork, user: int, **settings: object) -> None:
    """What `/settings` does."""
    await clockwork.room.store.set_person(user, settings=Preferences(**settings).to_text())  # type: ignore[arg-type]
    await clockwork.watch.concern(user)
    await clockwork.watch.tick()


# Reminders


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


# Votes


@pytest.mark.parametrize(
    ("kind", "time", "hours"), [("days", 3, 72), ("days", 1, 24), ("fast", 2, 2), ("relaxed", None, 7 * 24)]
)
async def test_the_vote_opens_when_the_time_is_up(
    clockwork: Clockwork, kind: str, time: int | None, hours: int
) -> None:
    session = await clockwork.open(kind, time)
    await clockwork.passes(hours - 0.1)
    with pytest.raises(Refused) as refused:
        await absence.cast(session, other(session), "skip")
    assert why(refused.value) is Refusal.NO_VOTE
    assert await clockwork.told("vote") == []
    await clockwork.passes(0.2)
    assert len(await clockwork.told("vote")) == 1
    await clockwork.goes_by(24, every=6)
    assert await clockwork.told("vote") == [], "it opens once"


async def voting(clockwork: Clockwork, kind: str = "days", time: int | None = 1) -> tuple[Session, int, list[int]]:
    """A game in which a vote is open: the absent one, and the two others."""
    session = await clockwork.open(kind, time)
    await clockwork.passes(30 if kind != "relaxed" else 7 * 24 + 1)
    assert session.row.vote == session.board_seq
    await clockwork.told()
    absent = waiting(session)
    return session, absent, [user for user in (ANN, BEN, CLEO) if user != absent]


@pytest.mark.parametrize("choice", absence.CHOICES)
async def test_both_must_agree_and_then_it_is_done(clockwork: Clockwork, choice: str) -> None:
    session, absent, (first, second) = await voting(clockwork)
    seat, seq = session.seat_of(absent), session.board_seq
    assert await absence.cast(session, first, choice, seq) == text.VOTE_COUNTED
    assert session.waiting == absent
    [said] = await clockwork.told("say", "table")
    assert session.name_of(first) in said.text, "the other hears of it"
    assert await absence.cast(session, second, choice, seq) == text.VOTE_THROUGH
    await clockwork.watch.tick()
    kinds = [notice.kind for notice in await clockwork.told()]
    assert "table" in kinds
    if choice == "extend":
        assert session.waiting == absent
        assert (session.clocks.deadline or 0) - clockwork.now() > 12 * HOUR - 60_000
        assert session.row.vote is None
    elif choice == "skip":
        assert session.waiting not in (absent, None)
        assert session.seat_of(absent) == seat, "they keep their seat"
    elif choice == "open":
        assert session.seat_of(absent) is None
        assert "advert" in kinds
    else:
        assert (session.row.status, session.row.ending) == ("over", "scored")


async def test_a_vote_may_be_changed_and_two_that_differ_decide_nothing(clockwork: Clockwork) -> None:
    session, absent, (first, second) = await voting(clockwork)
    await absence.cast(session, first, "skip")
    await absence.cast(session, second, "end")
    assert session.waiting == absent
    await absence.cast(session, first, "open")
    assert session.live
    assert await absence.cast(session, first, "end") == text.VOTE_THROUGH
    assert session.row.status == "over"


async def test_the_same_vote_again_says_nothing_new(clockwork: Clockwork) -> None:
    session, _, (first, _) = await voting(clockwork)
    for _ in range(3):
        await absence.cast(session, first, "skip")
    assert len(await clockwork.told("say")) == 1


async def test_the_absent_may_act_and_the_vote_is_void(clockwork: Clockwork) -> None:
    session, absent, (first, second) = await voting(clockwork)
    seq = session.board_seq
    await absence.cast(session, first, "end", seq)
    await play(session, absent)
    assert session.row.vote is None
    for seq_pressed, name in ((seq, Refusal.OUTDATED), (None, Refusal.NO_VOTE)):
        with pytest.raises(Refused) as refused:
            await absence.cast(session, second, "end", seq_pressed)
        assert why(refused.value) is name
    await clockwork.passes(1)
    assert session.live
    assert await clockwork.told("vote") == []


async def test_who_may_not_vote(clockwork: Clockwork) -> None:
    session, absent, _ = await voting(clockwork)
    for user, name in ((absent, Refusal.VOTE_IS_FOR_OTHERS), (OTTO, Refusal.NOT_SEATED), (MOD, Refusal.NOT_SEATED)):
        with pytest.raises(Refused) as refused:
            await absence.cast(session, user, "end")
        assert why(refused.value) is name
    with pytest.raises(Refused):
        await absence.cast(session, other(session), "eat the cake")
    assert session.live


async def test_a_voter_who_is_replaced_meanwhile_does_not_count(clockwork: Clockwork) -> None:
    session, absent, (first, second) = await voting(clockwork)
    await absence.cast(session, first, "end")
    await moderation.put(session, MOD, session.seat_of(first) or Seat.RED, OTTO, "Otto")
    await absence.cast(session, second, "end")
    assert session.live, "the vote of who is gone is gone"
    with pytest.raises(Refused):
        await absence.cast(session, first, "end")
    await absence.cast(session, OTTO, "end")
    assert session.row.status == "over"
    assert absent


async def test_an_extended_time_may_run_out_too_and_old_votes_count_no_more(clockwork: Clockwork) -> None:
    session, absent, (first, second) = await voting(clockwork)
    for user in (first, second):
        await absence.cast(session, user, "extend")
    assert [notice.kind for notice in await clockwork.told("vote")] == []
    await clockwork.goes_by(11)
    assert len(await clockwork.told("remind")) == 3, "half, 8 and 1 h of the 12 h given"
    await clockwork.passes(2)
    assert len(await clockwork.told("vote")) == 1
    await absence.cast(session, first, "extend")
    assert session.row.vote == session.board_seq, "the other's vote of before is forgotten"
    assert session.waiting == absent


async def test_going_on_vacation_ends_the_vote(clockwork: Clockwork) -> None:
    session, absent, (first, second) = await voting(clockwork)
    await absence.cast(session, first, "end")
    await vacation.go(clockwork.room.store, absent, clockwork.now(), clockwork.now() + 3 * DAY)
    await clockwork.watch.concern(absent)
    await clockwork.watch.tick()
    with pytest.raises(Refused) as refused:
        await absence.cast(session, second, "end")
    assert why(refused.value) is Refusal.NO_VOTE
    await clockwork.passes(3 * 24 + 1)
    assert session.row.vote == session.board_seq, "their time was up before"
    await absence.cast(session, second, "end")
    assert session.live


async def test_a_moderator_overrules(clockwork: Clockwork) -> None:
    session, absent, (first, second) = await voting(clockwork)
    await absence.cast(session, first, "end")
    await moderation.skip(session, MOD)
    assert session.waiting != absent
    with pytest.raises(Refused):
        await absence.cast(session, second, "end")


@pytest.mark.parametrize("kind", ["relaxed", "days"])
async def test_when_two_are_silent_for_two_weeks_the_third_alone_may_end_it(clockwork: Clockwork, kind: str) -> None:
    session, _, (silent, third) = await voting(clockwork, kind)
    await absence.cast(session, third, "end")
    assert session.live
    await clockwork.goes_by(24 * 13, every=24)
    await absence.cast(session, third, "skip")
    assert session.live, "alone one may only end it"
    await clockwork.passes(24 * 2)
    assert await absence.cast(session, third, "end") == text.VOTE_THROUGH
    assert session.row.ending == "scored"
    assert silent


async def test_who_has_done_something_is_not_silent(clockwork: Clockwork) -> None:
    session, _, (second, third) = await voting(clockwork, "relaxed")
    await clockwork.passes(24 * 5)
    await absence.cast(session, second, "extend")
    await clockwork.passes(24 * 5)
    await absence.cast(session, third, "end")
    assert session.live


async def test_with_an_open_seat_the_one_other_decides_but_not_at_once_about_the_end(clockwork: Clockwork) -> None:
    session = await clockwork.open("days", 1)
    second, third = (user for user in (ANN, BEN, CLEO) if user != waiting(session))
    await lobby.resign(session, second)
    await clockwork.passes(25)
    with pytest.raises(Refused) as refused:
        await absence.cast(session, third, "end")
    assert why(refused.value) is Refusal.SEAT_JUST_OPENED
    assert await absence.cast(session, third, "skip") == text.VOTE_THROUGH


# Lobbies


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


# What may go wrong


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
