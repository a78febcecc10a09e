"""Vacations: a player's games stand still, for a limited number of days in each year."""

from __future__ import annotations

import asyncio
from datetime import UTC, datetime

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bot.game import lobby
from bot.history.clocks import DAY, HOUR
from bot.people import vacation
from bot.refusals import Refusal, Refused
from bot.store.store import Store
from tests.bot.clockwork import Clockwork, lobby_of, play
from tests.bot.room import ANN, OTTO, Room, other, waiting, why


@pytest.fixture
async def clockwork(room: Room) -> Clockwork:
    return Clockwork(room)


def day(*moment: int) -> int:
    return int(datetime(*moment, tzinfo=UTC).timestamp() * 1000)  # type: ignore[misc,arg-type]


async def used(store: Store, year: int) -> float:
    return round(await store.vacation_days(ANN, year), 6)


async def refused(store: Store, now: int, days: float) -> str:
    with pytest.raises(Refused) as caught:
        await vacation.go(store, ANN, now, now + int(days * DAY))
    assert why(caught.value) is Refusal.NO_VACATION
    return caught.value.detail


async def test_thirty_days_in_a_year(store: Store) -> None:
    now = day(2027, 3, 1)
    await vacation.go(store, ANN, now, now + 20 * DAY)
    assert "already" in await refused(store, now + DAY, 1)
    now += 20 * DAY
    assert "10 are left" in await refused(store, now, 11)
    await vacation.go(store, ANN, now, now + 10 * DAY)
    assert "0 are left" in await refused(store, now + 11 * DAY, 0.5)
    assert (await store.person(ANN)).away_until == now + 10 * DAY
    now = day(2028, 1, 1)
    await vacation.go(store, ANN, now, now + 30 * DAY)


async def test_days_not_used_are_given_back(store: Store) -> None:
    now = day(2027, 3, 1)
    await vacation.go(store, ANN, now, now + 20 * DAY)
    assert await vacation.come_back(store, ANN, now + 5 * DAY)
    assert await used(store, 2027) == 5
    assert not await vacation.come_back(store, ANN, now + 6 * DAY)
    assert await used(store, 2027) == 5


async def test_each_day_counts_for_the_year_in_which_it_lies(store: Store) -> None:
    now = day(2027, 12, 12)
    await vacation.go(store, ANN, now, now + 50 * DAY)
    assert (await used(store, 2027), await used(store, 2028)) == (20, 30)
    await vacation.come_back(store, ANN, day(2028, 1, 11))
    assert (await used(store, 2027), await used(store, 2028)) == (20, 10)
    now = day(2028, 2, 1)
    assert "in 2028 20 are left" in await refused(store, now, 21)


async def test_over_the_new_year_neither_year_gives_more_than_its_own(store: Store) -> None:
    assert "in 2028" in await refused(store, day(2027, 12, 31), 32)
    assert "in 2027" in await refused(store, day(2027, 12, 1), 35)
    assert await used(store, 2027) == 0


@settings(max_examples=40, deadline=None)
@given(st.lists(st.tuples(st.floats(0.01, 20), st.floats(0, 25)), min_size=1, max_size=30))
def test_however_often_one_goes_no_year_has_more_than_thirty_days(trips: list[tuple[float, float]]) -> None:
    """Told by the ledger of days alone, without a store."""
    spent: dict[int, float] = {}
    now = day(2027, 10, 1)
    for wanted, back_after in trips:
        until = now + int(wanted * DAY)
        days = vacation._days_by_year(now, until)
        assert sum(days.values()) == pytest.approx((until - now) / DAY)
        if any(spent.get(year, 0) + number > vacation.DAYS for year, number in days.items()):
            now += DAY
            continue
        back = min(until, now + int(back_after * DAY))
        for year, number in days.items():
            spent[year] = spent.get(year, 0) + number
        for year, number in vacation._days_by_year(back, until).items():
            spent[year] -= number
        now = back
    assert all(-1e-6 <= number <= vacation.DAYS + 1e-6 for number in spent.values())


async def test_two_at_the_same_instant_are_one(store: Store) -> None:
    now = day(2027, 3, 1)
    results = await asyncio.gather(
        *(vacation.go(store, ANN, now, now + 20 * DAY) for _ in range(5)), return_exceptions=True
    )
    assert [result is None for result in results].count(True) == 1
    assert await used(store, 2027) == 20


@pytest.mark.parametrize(
    ("typed", "until"),
    [
        ("7", day(2027, 3, 8, 12)),
        (" 1 ", day(2027, 3, 2, 12)),
        ("2027-03-20", day(2027, 3, 19, 22)),
        ("0", None),
        ("-3", None),
        ("2027-03-01", None),
        ("2026-12-24", None),
        ("yesterday", None),
        ("", None),
        ("9999-12-31", None),
        ("0001-01-01", None),
        ("999", None),
        ("٧", None),
    ],
)
def test_the_end_as_it_is_typed(typed: str, until: int | None) -> None:
    now = day(2027, 3, 1, 12)
    if until is not None:
        assert vacation.read_until(typed, now, "Europe/Athens") == until
        return
    with pytest.raises(Refused) as caught:
        vacation.read_until(typed, now, "Europe/Athens")
    assert why(caught.value) is Refusal.NO_VACATION


async def goes(clockwork: Clockwork, user: int, days: float) -> None:
    """What `/away` does."""
    now = clockwork.now()
    await vacation.go(clockwork.room.store, user, now, now + int(days * DAY))
    await clockwork.watch.concern(user)
    await clockwork.passes()


async def returns(clockwork: Clockwork, user: int) -> None:
    """What `/back` does."""
    await vacation.come_back(clockwork.room.store, user, clockwork.now())
    await clockwork.watch.concern(user)
    await clockwork.passes()


async def test_all_tables_are_told_and_stand_still(clockwork: Clockwork) -> None:
    games = [await clockwork.open("days", 3, channel) for channel in (950, 951, 952)]
    user = waiting(games[0])
    mine = [session for session in games if session.waiting == user]
    lefts = {session.id: session.clocks.deadline for session in games}
    await goes(clockwork, user, 5)
    told = await clockwork.told("say", "table", "remind")
    assert [notice.kind for notice in told] == ["say"] * 3
    assert all("<t:" in notice.text for notice in told), "the end is shown in each reader's own time"
    assert all(not session.clocks.active for session in mine)
    assert all(session.clocks.deadline == lefts[session.id] for session in games if session not in mine)
    await clockwork.passes(24 * 5 + 1)
    assert ["is back" in notice.text for notice in await clockwork.told("say")] == [True] * 3
    for session in mine:
        given_back = (session.clocks.deadline or 0) - (lefts[session.id] or 0)
        assert 5 * DAY <= given_back <= 5 * DAY + 2 * HOUR


async def test_coming_back_lets_clocks_and_reminders_go_on(clockwork: Clockwork) -> None:
    session = await clockwork.open()
    user = waiting(session)
    await clockwork.goes_by(20)
    await goes(clockwork, user, 10)
    await clockwork.goes_by(72, every=12)
    await returns(clockwork, user)
    assert await clockwork.told("remind") == []
    assert not session.clocks.stops
    await clockwork.goes_by(23)
    assert await clockwork.told("remind") == [], "they were told when they came back themselves"
    await clockwork.goes_by(2)
    assert len(await clockwork.told("remind")) == 1


async def test_one_who_is_not_to_act_stops_nobody(clockwork: Clockwork) -> None:
    session = await clockwork.open("days", 1)
    deadline = session.clocks.deadline
    await goes(clockwork, other(session), 20)
    assert session.clocks.deadline == deadline


async def test_a_turn_that_comes_while_one_is_away_waits_for_them(clockwork: Clockwork) -> None:
    session = await clockwork.open("days", 1)
    later = other(session)
    await goes(clockwork, later, 10)
    while session.waiting != later:
        await play(session)
    await clockwork.passes(24 * 9)
    assert not session.clocks.running
    assert await clockwork.told("remind", "vote") == []
    await clockwork.passes(25)
    assert (session.clocks.deadline or 0) > clockwork.now() + 20 * HOUR


async def test_a_game_joined_while_away_stands_still_too(clockwork: Clockwork) -> None:
    await goes(clockwork, ANN, 10)
    session = await lobby_of(clockwork.room, (await clockwork.open("days", 1, 970)).clocks.pace, 971)
    await lobby.start(session, ANN)
    await clockwork.passes()
    seat = session.seat_of(ANN)
    assert seat is not None
    assert f"away {seat.letter}" in session.clocks.stops
    await lobby.resign(session, ANN)
    await lobby.join(session, OTTO, "Otto")
    assert seat == session.seat_of(OTTO)
    assert not session.clocks.stops, "the substitute is not away"


async def test_a_substitute_who_is_away_is_away_here_too(clockwork: Clockwork) -> None:
    session = await clockwork.open("days", 1)
    await goes(clockwork, OTTO, 10)
    await lobby.resign(session, waiting(session))
    await lobby.join(session, OTTO, "Otto")
    await clockwork.passes()
    assert not session.clocks.active


async def test_a_vacation_that_ended_while_the_bot_was_down(clockwork: Clockwork) -> None:
    session = await clockwork.open("days", 3)
    await goes(clockwork, waiting(session), 2)
    session = await clockwork.restarts(24 * 5, session)
    assert session.clocks.active
    assert (session.clocks.deadline or 0) - clockwork.now() > 3 * DAY - HOUR
