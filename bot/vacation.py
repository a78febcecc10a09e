"""Vacations: a player's games stand still while they are away, for a limited number of days in a year."""

from __future__ import annotations

from datetime import UTC, date, datetime, time
from zoneinfo import ZoneInfo

from bot.clocks import DAY
from bot.refusals import Refusal, Refused
from bot.store import Job, Store

DAYS = 30
"""Days of vacation in a year, so that nobody stalls a game for ever."""


def read_until(words: str, now: int, zone: str) -> int:
    """When a vacation ends, from a number of days ("7") or the day of coming back ("2026-12-24", in one's own zone).

    In milliseconds. Raises Refused for what is neither, is past, or is longer than a year's vacation.
    """
    words = words.strip()
    try:
        if words.isascii() and words.isdigit() and len(words) < 4:
            until = now + int(words) * DAY
        else:
            day = datetime.combine(date.fromisoformat(words), time(), ZoneInfo(zone))
            until = int(day.timestamp() * 1000)
    except ValueError as error:
        detail = "Write until when you are away as a day, 2026-12-24, or as a number of days, 7."
        raise Refused(Refusal.NO_VACATION, detail=detail) from error
    if until <= now:
        raise Refused(Refusal.NO_VACATION, detail="That day is past; a vacation ends in the future.")
    return until


async def go(store: Store, user: int, now: int, until: int) -> None:
    """Be away from now on until then (milliseconds). Raises Refused when too few days are left."""
    year = datetime.fromtimestamp(now / 1000, UTC).year
    person = await store.person(user)
    if person.away_until is not None and person.away_until > now:
        raise Refused(Refusal.NO_VACATION, detail="You are away already; `/back` ends that first.")
    used, days = await store.vacation_days(user, year), (until - now) / DAY
    if used + days > DAYS:
        left = max(0, int(DAYS - used))
        raise Refused(Refusal.NO_VACATION, detail=f"Of your {DAYS} days of vacation this year {left} are left.")
    await _spend(store, user, year, days)
    await store.set_person(user, away_from=now, away_until=until)


async def come_back(store: Store, user: int, now: int) -> bool:
    """Be back; days not used are given back. Returns whether the user was away."""
    person = await store.person(user)
    if person.away_until is None or person.away_from is None:
        return False
    year = datetime.fromtimestamp(person.away_from / 1000, UTC).year
    await _spend(store, user, year, -max(0.0, (person.away_until - now) / DAY))
    await store.set_person(user, away_from=None, away_until=None)
    return True


async def _spend(store: Store, user: int, year: int, days: float) -> None:
    sql = (
        "INSERT INTO vacations (user, year, days) VALUES (?, ?, ?)"
        " ON CONFLICT (user, year) DO UPDATE SET days = days + excluded.days"
    )
    await store.write(Job().add(sql, user, year, days))
