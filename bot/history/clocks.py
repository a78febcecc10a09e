"""The players' clocks: how much time each has left, folded from a game's log like the position itself.

Each player has a bank of time, and gets a bonus for each play, up to a cap. Only the time of the one who is to act
runs, and not while something stops it: a moderator's pause, a vacation, an open seat, a table that the bot cannot write
to. Time in which the bot did not run is given back. Going back to an earlier ply brings back the banks of it, with the
time of all that was taken back: so nobody ever has less than was promised, and nobody wins time by taking back. In a
game without deadline the same clock tells for how long somebody has been waited for.
"""

from __future__ import annotations

import json
from dataclasses import dataclass, replace

from engine import Seat

HOUR = 3600 * 1000
DAY = 24 * HOUR
LONGEST = 1000 * DAY
"""What a time of a pace is at most, in milliseconds."""
Banks = tuple[int, int, int]


@dataclass(frozen=True, slots=True)
class Pace:
    """How fast a game is to be played. Times in milliseconds; `relaxed` has none."""

    kind: str = "relaxed"
    bank: int = 0
    bonus: int = 0
    cap: int = 0

    @property
    def timed(self) -> bool:
        return self.kind != "relaxed"

    def to_text(self) -> str:
        if not self.timed:
            return json.dumps({"kind": self.kind})
        return json.dumps({"kind": self.kind, "bank": self.bank, "bonus": self.bonus, "cap": self.cap})

    @classmethod
    def from_text(cls, text: str) -> Pace:
        """Raises ValueError for a text that is no pace."""
        return cls.read(json.loads(text))

    @classmethod
    def read(cls, found: object) -> Pace:
        """A pace out of JSON. Raises ValueError for what is none."""
        if not isinstance(found, dict) or found.keys() - {"kind", "bank", "bonus", "cap"}:
            raise ValueError("that is no pace")
        kind = found.get("kind")
        bank, bonus, cap = times = [found.get(name, 0) for name in ("bank", "bonus", "cap")]
        if kind not in ("relaxed", "days", "fast") or not all(type(t) is int and 0 <= t <= LONGEST for t in times):
            raise ValueError("that is no pace")
        return cls(kind, bank, bonus, cap)

    @property
    def words(self) -> str:
        """As one says it at the table."""
        if not self.timed:
            return "relaxed (no deadline)"
        unit, name = (DAY, "day") if self.kind == "days" else (HOUR, "hour")
        number = self.bank / unit
        return f"{number:g} {name}{'s' if number != 1 else ''} each, {self.bonus / HOUR:g} h more for each play"


def pace_of(kind: str, time: int | None = None) -> Pace:
    """The pace of that kind with a bank of `time` days or hours. Raises ValueError for a time out of range."""
    if kind == "relaxed":
        return Pace()
    unit, default, least, most, bonus = (DAY, 3, 1, 30, 12 * HOUR) if kind == "days" else (HOUR, 8, 1, 72, HOUR // 2)
    number = default if time is None else time
    if not least <= number <= most:
        raise ValueError(f"The time must be from {least} to {most} {'days' if kind == 'days' else 'hours'}.")
    return Pace(kind, number * unit, bonus, number * unit)


@dataclass(frozen=True, slots=True)
class Past:
    """The banks before each action of the line, the latest first."""

    banks: Banks
    before: Past | None


@dataclass(frozen=True, slots=True)
class Clocks:
    """The clocks of a game at an instant. Times in milliseconds since 1970."""

    pace: Pace
    banks: Banks
    """What each had when it was last their turn, and the one who is to act when this turn came."""
    seat: Seat | None
    """Whose time runs, if nothing stops it."""
    since: int
    """From when on the time of that seat is still to be counted."""
    spent: int = 0
    """For how long that seat had been waited for by then."""
    stops: frozenset[str] = frozenset()
    """What stops all clocks (`pause`, `mute`) or one (`away R`, `open B`)."""
    past: Past | None = None
    given_back: int = 0
    """The end of the last time in which the bot did not run that was taken into account."""

    @classmethod
    def start(cls, pace: Pace, seat: Seat | None, at: int) -> Clocks:
        """The clocks at the start of a game."""
        return cls(pace, (pace.bank,) * 3, seat, at)

    @property
    def active(self) -> bool:
        """Whether somebody is waited for and nothing stops that, be there a deadline or not."""
        if self.seat is None:
            return False
        own = {f"away {self.seat.letter}", f"open {self.seat.letter}"}
        return not any(stop in own or " " not in stop for stop in self.stops)

    @property
    def running(self) -> bool:
        """Whether somebody's time is running down."""
        return self.pace.timed and self.active

    def waited(self, at: int) -> int:
        """For how long the one who is to act has been waited for, what stopped the clock left out."""
        return self.spent + (max(0, at - self.since) if self.active else 0)

    def reaches(self, waited: int) -> int | None:
        """When the one who is to act will have been waited for so long; none while the clock stands still."""
        return self.since + waited - self.spent if self.active else None

    def left(self, at: int) -> Banks:
        """What each has left at an instant; below zero when time is up."""
        if self.seat is None or not self.pace.timed:
            return self.banks
        return _put(self.banks, self.seat, self.banks[self.seat] - self.waited(at))

    @property
    def deadline(self) -> int | None:
        """When the time of the one who is to act is up; none while it does not run."""
        return self.reaches(self.banks[self.seat]) if self.running and self.seat is not None else None

    @property
    def halted(self) -> Clocks:
        """The clocks of a game that does not run: nobody is waited for."""
        return replace(self, seat=None)

    def moved(self, actor: Seat | None, to_act: Seat | None, at: int, bonus: bool) -> Clocks:
        """After an action of the line; `bonus` if a player's play was completed by it.

        Who acts although the time was up goes on with a bonus, or the vote would be open again at once.
        """
        banks = self.left(at)
        past = Past(banks, self.past)
        if actor is not None and self.pace.timed and (bonus or banks[actor] <= 0):
            banks = _put(banks, actor, min(max(banks[actor], 0) + self.pace.bonus, max(self.pace.cap, banks[actor])))
        return replace(self, banks=banks, seat=to_act, since=at, spent=0, past=past)

    def back(self, plies: int, to_act: Seat | None, at: int) -> Clocks:
        """After so many actions were taken back."""
        banks, past = self.left(at), self.past
        for _ in range(plies):
            if past is not None:
                banks, past = past.banks, past.before
        return replace(self, banks=banks, seat=to_act, since=at, spent=0, past=past)

    def noted(self, words: str, at: int) -> Clocks:
        """After an entry that is no action, of which some concern the clocks."""
        verb, _, rest = words.partition(" ")
        settled = replace(self, spent=self.waited(at), since=at)
        match verb:
            case "stop":
                return replace(settled, stops=self.stops | {rest})
            case "go":
                return replace(settled, stops=self.stops - {rest})
            case "resign":
                return replace(settled, stops=self.stops | {f"open {rest}"})
            case "return":
                # Who takes up again the seat that they gave up has the time that they had.
                return replace(settled, stops=self.stops - {f"open {rest}"})
            case "sit":
                stops = self.stops - {f"open {rest}", f"away {rest}"}
                fresh = replace(settled, stops=stops, past=_since_then(self.past, _seat(rest), self.pace.bank))
                return fresh._given(_seat(rest), self.pace.bank)
            case "extend":
                seat = _seat(rest)
                return settled._given(seat, max(settled.left(at)[seat], 0) + self.pace.bank // 2)
            case "down":
                # The bot did not run from one instant to another (or until now): that time counts for nobody.
                began, _, ended = rest.partition(" ")
                until = min(int(ended or at), at)
                lost = max(0, until - max(int(began), self.since))
                return replace(self, since=self.since + lost, given_back=max(self.given_back, until))
            case "pace":
                # From here on nothing of before counts: a bank of another pace is none of this one.
                pace = Pace.from_text(rest)
                return replace(settled, pace=pace, banks=(pace.bank,) * 3, spent=0, past=None)
            case _:
                return self

    def _given(self, seat: Seat, bank: int) -> Clocks:
        """With another bank for a seat, which for the one who is to act begins now."""
        banks = _put(self.banks, seat, bank)
        return replace(self, banks=banks, spent=0) if seat == self.seat else replace(self, banks=banks)


def _seat(letter: str) -> Seat:
    return next(seat for seat in Seat if seat.letter == letter)


def _put(banks: Banks, seat: Seat, value: int) -> Banks:
    red, blue, yellow = (value if seat == other else banks[other] for other in Seat)
    return red, blue, yellow


def _since_then(past: Past | None, seat: Seat, bank: int) -> Past | None:
    """The past with another bank for a seat: whoever sits there now has a full one at every ply gone back to."""
    older = []
    while past is not None:
        older.append(_put(past.banks, seat, bank))
        past = past.before
    for banks in reversed(older):
        past = Past(banks, past)
    return past
