"""When somebody is to be reminded, when a vote over an absent player opens: pure functions of times in milliseconds."""

from __future__ import annotations

from dataclasses import dataclass

from bot.history.clocks import DAY, HOUR, Clocks
from bot.people.preferences import Preferences, awake, dusk

BEFORE = (24 * HOUR, 8 * HOUR, HOUR)
"""How long before a deadline the one waited for is warned, besides at half of the time."""
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
WISH = 7 * DAY
"""For how long a player's wish to end the game, or to change its pace, holds if the others say nothing."""


@dataclass(frozen=True, slots=True)
class Due:
    """What is to be done now about the reminders of the one who is to act."""

    passed: int = 0
    """How many of them have come due."""
    send: bool = False
    """Whether one of those, for all of them, is to be sent."""
    next: int | None = None
    """When to look again; none if nothing more comes while nothing changes."""


def reminders(preferences: Preferences, clocks: Clocks, reminded: int, reminded_at: int | None, now: int) -> Due:
    """The reminders that are due when `reminded` have been before, the last of them at `reminded_at`.

    What was missed is not made up for: of several that are due one is sent, and none once the time is up. Quiet hours
    delay it; where they last until the deadline or longer, it comes before they begin.
    """
    if not clocks.active or clocks.seat is None:
        return Due()
    deadline = clocks.deadline
    if deadline is None:
        return _relaxed(preferences, clocks.since - clocks.spent, reminded, reminded_at, now)
    bank = clocks.banks[clocks.seat]
    coming = warnings(preferences, deadline, bank)[reminded:]
    late = [at for at in coming if at <= now]
    # One planned for before the turn came is none: the call itself has just been.
    wanted = any(at > deadline - bank for at in late) and now < deadline
    later = awake(preferences, now)
    if wanted and now < later < deadline:
        return Due(next=later)
    return Due(len(late), wanted, next((at for at in coming if at > now), None))


def warnings(preferences: Preferences, deadline: int, bank: int) -> list[int]:
    """When a deadline is warned of, if there was so much time to begin with: at half of it, and at each of `BEFORE`."""
    ahead = sorted({bank // 2, *(before for before in BEFORE if before < bank)}, reverse=True)
    planned = [(deadline - before, awake(preferences, deadline - before)) for before in ahead]
    return [later if later < deadline else dusk(preferences, at) for at, later in planned]


def _relaxed(preferences: Preferences, since: int, reminded: int, reminded_at: int | None, now: int) -> Due:
    if reminded > MOST:
        return Due()
    interval = preferences.interval * HOUR
    last = since if reminded_at is None else max(since, reminded_at)
    due = awake(preferences, max(last + interval, now))
    if due > now:
        return Due(next=due)
    return Due(1, True, awake(preferences, now + interval) if reminded < MOST else None)


def vote_opens(clocks: Clocks) -> int | None:
    """When the others may vote about the one who is to act; none while the clock stands still."""
    return clocks.deadline if clocks.pace.timed else clocks.reaches(SILENCE)
