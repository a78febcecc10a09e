"""The host's own time zone: it changes nothing of what is found, stored and told."""

from __future__ import annotations

import os
import time
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import datetime
from pathlib import Path

import pytest

from bot.game import absence, lobby, planning
from bot.game.games import Games
from bot.history.clocks import DAY, HOUR
from bot.people import vacation
from bot.people.preferences import Preferences, awake, read_zone, zones
from bot.people.times import warnings
from bot.store.store import open_store
from tests.bot.clockwork import Clockwork, play
from tests.bot.room import OTTO, Room, other, waiting

ZONES = ("UTC", "Asia/Kolkata", "America/Los_Angeles")
START = 1_830_000_000


class Still:
    """A clock that stands still until it is set."""

    def __init__(self) -> None:
        self.time = float(START)

    def now(self) -> float:
        return self.time

    def set(self, now: float) -> None:
        self.time = now


@contextmanager
def host_in(zone: str) -> Iterator[None]:
    """This process with another time zone."""
    before = os.environ.get("TZ")
    os.environ["TZ"] = zone
    time.tzset()
    try:
        yield
    finally:
        del os.environ["TZ"]
        if before is not None:
            os.environ["TZ"] = before
        time.tzset()


async def stored(path: Path) -> dict[str, list[tuple[object, ...]]]:
    """All that is in the store after some days with reminders at night, a vacation, a vote, a plan and a substitute."""
    store = await open_store(path)
    room = Room(store)
    room.clock = Still()  # type: ignore[assignment]  # it tells and takes the time
    room.games = Games(store, room.clock, room.dice)
    clockwork = Clockwork(room)
    session = await clockwork.open("days", 3)
    night = Preferences(quiet="22-7", zone="America/New_York")
    await store.set_person(waiting(session), settings=night.to_text())
    await planning.store(session, other(session), "pass")
    await clockwork.goes_by(80, every=2)
    for seat in absence.voters(session):
        await absence.cast(session, session.player(seat).user or 0, "extend")
    until = vacation.read_until("2028-01-14", clockwork.now(), "Australia/Lord_Howe")
    await vacation.go(store, waiting(session), clockwork.now(), until)
    await clockwork.watch.concern(waiting(session))
    await clockwork.goes_by(200, every=10)
    await play(session)
    await lobby.resign(session, waiting(session))
    await lobby.join(session, OTTO, "Otto")
    await clockwork.goes_by(30, every=3)
    tables = [name for (name,) in await store.select("SELECT name FROM sqlite_master WHERE type = 'table'")]
    found = {name: [tuple(row) for row in await store.select(f"SELECT * FROM {name}")] for name in sorted(tables)}
    await store.close()
    return found


async def test_equal_days_are_stored_equally_in_three_zones(tmp_path: Path) -> None:
    found = []
    for number, zone in enumerate(ZONES):
        with host_in(zone):
            found.append(await stored(tmp_path / str(number) / "syntagma.db"))
    assert found[0]["notices"]
    assert any(row for row in found[0]["vacations"])
    assert found[0] == found[1] == found[2]


@pytest.mark.parametrize("name", ["localtime", "Factory", "LOCALTIME", "factory"])
def test_what_is_no_zone_of_anybody_is_refused(name: str) -> None:
    with pytest.raises(ValueError, match="no such time zone"):
        read_zone(name)
    assert name.casefold() not in [zone.casefold() for zone in zones(name)]


@pytest.mark.parametrize(("typed", "kept"), [("UTC", "UTC"), ("utc", "UTC"), ("Etc/UTC", "Etc/UTC"), ("GMT", "GMT")])
def test_a_zone_typed_by_its_whole_name_is_that_one(typed: str, kept: str) -> None:
    assert read_zone(typed) == kept


@pytest.mark.parametrize("zone", ZONES)
def test_nights_and_warnings_are_the_player_s_own(zone: str) -> None:
    person = Preferences(quiet="22-7", zone="America/New_York")
    at = START * 1000
    here = [awake(person, at + hour * HOUR) for hour in range(48)], warnings(person, at + 3 * DAY, 3 * DAY)
    with host_in(zone):
        assert datetime.fromtimestamp(at / 1000).astimezone().tzinfo is not None
        there = [awake(person, at + hour * HOUR) for hour in range(48)], warnings(person, at + 3 * DAY, 3 * DAY)
    assert here == there
