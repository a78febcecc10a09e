"""Vacations: a player's games stand still while they are away, for a limited number of days in a year."""

from __future__ import annotations

from datetime import UTC, date, datetime, time
from zoneinfo import ZoneInfo

from bot.history.clocks import DAY
from bot.refusals import Refusal, Refused
from bot.store.store import Job, Store

DAYS = 30
"""Days of vacation in a year, so that nobody stalls a game for ever."""
ROUNDING = 1e-6
"""Of a day; less than this is no overdraft."""


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
    except (ValueError, OverflowError) as error:
        detail = "Write until when you are away as a day, 2026-12-24, or as a number of days, 7."
        raise Refused(Refusal.NO_VACATION, detail=detail) from error
    if until <= now or until > now + 2 * DAYS * DAY:
        detail = f"A vacation ends in the future, and lasts at most {DAYS} days in a year."
        raise Refused(Refusal.NO_VACATION, detail=detail)
    return until


async def go(store: Store, user: int, now: int, until: int) -> None:
    """Be away from now on until then (milliseconds). Raises Refused when too few days are left."""
    async with store.settling:
        person = await store.person(user)
        if person.away_until is not None and person.away_until > now:
            raise Refused(Refusal.NO_VACATION, detail="You are away already; `/back` ends that first.")
        wanted = _days_by_year(now, until)
        for year, days in wanted.items():
            left = DAYS - await store.vacation_days(user, year)
            if days > left + ROUNDING:
                detail = f"Of your {DAYS} days of vacation in {year} {max(0, int(left + ROUNDING))} are left."
                raise Refused(Refusal.NO_VACATION, detail=detail)
        await store.write(_spent(Job(), user, wanted).person(user, away_from=now, away_until=until))


async def come_back(store: Store, user: int, now: int) -> bool:
    """Be back; days not used are given back. Returns whether the user was away."""
    async with store.settling:
        person = await store.person(user)
        if person.away_until is None or person.away_from is None:
            return False
        unused = {year: -days for year, days in _days_by_year(max(now, person.away_from), person.away_until).items()}
        await store.write(_spent(Job(), user, unused).person(user, away_from=None, away_until=None))
        return True


def _days_by_year(began: int, ended: int) -> dict[int, float]:
    """How many days of some time (milliseconds) lie in each year, which begins and ends in UTC for everybody."""
    days = {}
    while began < ended:
        year = datetime.fromtimestamp(began / 1000, UTC).year
        end = min(ended, int(datetime(year + 1, 1, 1, tzinfo=UTC).timestamp() * 1000))
        days[year] = (end - began) / DAY
        began = end
    return days


def _spent(job: Job, user: int, days: dict[int, float]) -> Job:
    for year, number in days.items():
        job.add(
            "INSERT INTO vacations (user, year, days) VALUES (?, ?, ?)"
            " ON CONFLICT (user, year) DO UPDATE SET days = max(0, days + excluded.days)",
            *(user, year, number),
        )
    return job
