"""What players have set for themselves: when they want to be reminded, and how they want to see things."""

from __future__ import annotations

import json
from dataclasses import asdict, dataclass, fields
from datetime import UTC, datetime, time, timedelta, tzinfo
from functools import cache
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError, available_timezones

MINUTE = 60 * 1000
PALETTES = ("default", "red-green", "blue-yellow")
"""Those of the pictures; all can be told apart in grey as well."""


@dataclass(frozen=True, slots=True)
class Preferences:
    """Somebody's settings. The defaults are those of one who has never set anything."""

    interval: int = 24
    """Hours between reminders in games without deadline."""
    quiet: str = ""
    """Hours of the night in which no reminder comes, as "22-7" in the own zone; empty: none."""
    zone: str = "UTC"
    pings: str = "channel"
    """Where reminders come: "channel" or "dm"."""
    palette: str = "default"
    theme: str = "light"
    turned: bool = True
    """Whether private boards have the own home at the bottom left."""
    letters: bool = False
    """Whether private boards are text instead of pictures."""
    large: bool = False

    def to_text(self) -> str:
        """Only what differs from the defaults."""
        return json.dumps({k: v for k, v in asdict(self).items() if v != getattr(_DEFAULTS, k)})

    @classmethod
    def from_text(cls, text: str) -> Preferences:
        known = {field.name for field in fields(cls)}
        return cls(**{key: value for key, value in json.loads(text).items() if key in known})


_DEFAULTS = Preferences()


def read_quiet(text: str) -> str:
    """A night as "22-7" from what somebody typed; empty for none. Raises ValueError with a sentence."""
    if text.strip().casefold() in ("", "none", "off", "no"):
        return ""
    first, dash, last = text.replace(":00", "").replace("–", "-").partition("-")
    parts = (first.strip(), last.strip())
    if not dash or not all(part.isascii() and part.isdigit() and len(part) < 3 and int(part) <= 24 for part in parts):
        raise ValueError("Write the quiet hours as 22-7, or none.")
    start, end = int(parts[0]) % 24, int(parts[1]) % 24
    if start == end:
        raise ValueError("The quiet hours must begin and end at different hours.")
    return f"{start}-{end}"


@cache
def _zones() -> tuple[str, ...]:
    # Of these two the one is wherever the host is, the other nowhere.
    return tuple(sorted(available_timezones() - {"localtime", "Factory"}))


def zones(typed: str) -> list[str]:
    """The time zones of the tz database whose names contain what somebody types, those that begin with it first."""
    wanted = typed.strip().casefold().replace(" ", "_")
    found = [name for name in _zones() if wanted in name.casefold()]
    return sorted(found, key=lambda name: (not name.casefold().split("/")[-1].startswith(wanted), name))


def read_zone(text: str) -> str:
    """A time zone by its name in the tz database, or by its city. Raises ValueError with a sentence."""
    wanted = text.strip().casefold().replace(" ", "_")
    found = zones(text) if len(wanted) < 50 else []
    for part in (0, -1):
        for name in found:
            if wanted == (name.casefold(), name.casefold().split("/")[-1])[part]:
                return name
    raise ValueError(
        "I know no such time zone. Type your city, or a large one near it, as Athens, and choose from the list."
    )


def awake(preferences: Preferences, at: int) -> int:
    """The first instant from `at` on (milliseconds) that lies in no quiet hour of somebody's own zone.

    Quiet hours are read off the clock on the wall there, so they last an hour more or less when that is changed.
    """
    night = _night(preferences, at)
    return at if night is None else _instant(night[1])


def dusk(preferences: Preferences, at: int) -> int:
    """The last minute before the quiet hours in which `at` lies; `at` itself where it lies in none."""
    night = _night(preferences, at)
    return at if night is None else _instant(night[0]) - MINUTE


def _night(preferences: Preferences, at: int) -> tuple[datetime, datetime] | None:
    """Beginning and end of the quiet hours in which an instant lies, on the wall there; none where it lies in none."""
    if not preferences.quiet:
        return None
    first, _, last = preferences.quiet.partition("-")
    start, end = int(first), int(last)
    zone = _zone(preferences.zone)
    local = datetime.fromtimestamp(at / 1000, zone)
    hour, today = local.hour, local.date()
    if start < end:
        if not start <= hour < end:
            return None
        began = ended = today
    elif hour >= start:
        began, ended = today, today + timedelta(days=1)
    elif hour < end:
        began, ended = today - timedelta(days=1), today
    else:
        return None
    return datetime.combine(began, time(start), zone), datetime.combine(ended, time(end), zone)


def _instant(local: datetime) -> int:
    return int(local.astimezone(UTC).timestamp() * 1000)


def _zone(name: str) -> tzinfo:
    """The zone of that name; UTC where this host's tz database does not have it."""
    try:
        return ZoneInfo(name)
    except (ZoneInfoNotFoundError, ValueError, OSError):
        return UTC
