"""What time it is. Everything that reads the time takes a clock, so that tests and the sandbox can move it."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Protocol


class Clock(Protocol):
    """A source of the present, in seconds since 1970 UTC."""

    def now(self) -> float: ...


class SystemClock:
    """The host's clock."""

    def now(self) -> float:
        return time.time()


class SetClock:
    """A clock that shows what it was last set to and runs on from there."""

    def __init__(self, now: float) -> None:
        self._offset = now - time.time()
        self.on_set: Callable[[], None] = lambda: None

    def now(self) -> float:
        return time.time() + self._offset

    def set(self, now: float) -> None:
        """Show another time from now on; whoever has set `on_set` hears of it."""
        self._offset = now - time.time()
        self.on_set()
