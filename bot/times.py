"""When somebody is to be reminded, when a vote over an absent player opens: pure functions of times in milliseconds."""

from __future__ import annotations

from bot.clocks import DAY, HOUR
from bot.people import Preferences, awake

BEFORE = (24 * HOUR, 8 * HOUR, HOUR)
"""How long before a deadline the waited for is warned, besides at half of the time."""
MOST = 10
"""After so many unanswered reminders the table is told instead."""
SILENCE = 7 * DAY
"""After so long a silence in a game without deadline the others may vote."""
LONG_SILENCE = 14 * DAY
"""After so long, if two are silent, the third alone may end such a game."""
RESTORABLE = 14 * DAY
"""For how long a game that was set aside can be brought back."""
LOBBY = 3 * DAY
"""How long a lobby or an invitation stays open, and an open seat before the others may end the game."""


def next_reminder(
    preferences: Preferences, since: int, reminded_at: int | None, reminded: int, deadline: int | None
) -> int | None:
    """When the one waited for since `since` is to be reminded next; none if not any more.

    What was missed is not made up for: of several due reminders one comes. Quiet hours delay it, never past a deadline.
    """
    last = since if reminded_at is None else max(since, reminded_at)
    if deadline is None:
        return None if reminded > MOST else awake(preferences, last + preferences.interval * HOUR)
    planned = sorted({since + (deadline - since) // 2, *(deadline - before for before in BEFORE)})
    coming = next((at for at in planned if at > last), None)
    return None if coming is None else min(awake(preferences, coming), deadline)


def vote_opens(since: int, deadline: int | None, timed: bool) -> int | None:
    """When the others may vote about the one waited for since `since`; none while a timed clock stands still."""
    return deadline if timed else since + SILENCE
