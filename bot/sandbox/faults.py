"""Troubles on demand: what shall go wrong with the bot's next requests."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum, auto
from fnmatch import fnmatchcase


class Trouble(Enum):
    """What can go wrong with a request."""

    DELAY = auto()
    RATE_LIMIT = auto()
    FAIL_BEFORE = auto()
    FAIL_AFTER = auto()
    LOSE_ANSWER = auto()


@dataclass(slots=True)
class Fault:
    """One trouble for the next `count` requests of the routes that the pattern names."""

    trouble: Trouble
    pattern: str
    count: int
    seconds: float = 0.0
    status: int = 500
    everywhere: bool = False

    def concerns(self, route: str, path: str) -> bool:
        return self.count > 0 and (fnmatchcase(route, self.pattern) or fnmatchcase(path, self.pattern))


class Faults:
    """The troubles that are still to come.

    A pattern is matched, with `*` and `?`, against the route's name (`POST /channels/{channel_id}/messages`) and
    against the request itself (`POST /channels/1234/messages`). `count` requests are hit, then the fault is used up.
    """

    def __init__(self) -> None:
        self._faults: list[Fault] = []

    def delay(self, pattern: str = "*", *, seconds: float, count: int = 1) -> Fault:
        """Waits (real) seconds before the request has its effect."""
        return self._add(Fault(Trouble.DELAY, pattern, count, seconds))

    def rate_limit(self, pattern: str = "*", *, retry_after: float, count: int = 1, everywhere: bool = False) -> Fault:
        """Answers 429 without effect; `everywhere` makes it the global limit."""
        return self._add(Fault(Trouble.RATE_LIMIT, pattern, count, retry_after, everywhere=everywhere))

    def fail_before(self, pattern: str = "*", *, count: int = 1, status: int = 500) -> Fault:
        """Answers an error of Discord's own without effect."""
        return self._add(Fault(Trouble.FAIL_BEFORE, pattern, count, status=status))

    def fail_after(self, pattern: str = "*", *, count: int = 1, status: int = 500) -> Fault:
        """Answers an error although the effect has happened."""
        return self._add(Fault(Trouble.FAIL_AFTER, pattern, count, status=status))

    def lose_answer(self, pattern: str = "*", *, count: int = 1) -> Fault:
        """Lets the effect happen and breaks the connection instead of answering."""
        return self._add(Fault(Trouble.LOSE_ANSWER, pattern, count))

    @property
    def pending(self) -> tuple[Fault, ...]:
        """The troubles that are still to come, oldest first."""
        return tuple(self._faults)

    def clear(self) -> None:
        """No more troubles."""
        self._faults.clear()

    def take(self, route: str, path: str) -> list[Fault]:
        """The troubles of this request, counted off."""
        hit = [each for each in self._faults if each.concerns(route, path)]
        for each in hit:
            each.count -= 1
        self._faults = [each for each in self._faults if each.count > 0]
        return hit

    def _add(self, fault: Fault) -> Fault:
        self._faults.append(fault)
        return fault
