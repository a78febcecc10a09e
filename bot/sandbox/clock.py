"""The sandbox's own clock: real time plus what has been skipped. It only goes forward."""

from __future__ import annotations

import asyncio
import contextlib
import heapq
import itertools
import time
from collections.abc import Callable
from datetime import UTC, datetime


class Clock:
    """Unix seconds as `now()`. `advance` skips time and fires, in order, every alarm that comes due."""

    def __init__(self, start: float | None = None) -> None:
        self._offset = 0.0 if start is None else start - time.time()
        self._alarms: list[tuple[float, int, Callable[[], None]]] = []
        self._count = itertools.count()
        self._timer: asyncio.TimerHandle | None = None
        self._watchers: list[Callable[[float], None]] = []

    def now(self) -> float:
        """Seconds since 1970 in the sandbox."""
        return time.time() + self._offset

    def advance(self, seconds: float) -> None:
        """Skips `seconds` (not negative). Alarms due by then fire before this returns."""
        if seconds < 0:
            raise ValueError("the sandbox's clock does not go back")
        self._offset += seconds
        self._fire()
        for watcher in tuple(self._watchers):
            watcher(self.now())

    def call_at(self, when: float, call: Callable[[], None]) -> None:
        """Calls once the clock shows `when`, be it by waiting (in an event loop) or by `advance`."""
        heapq.heappush(self._alarms, (when, next(self._count), call))
        self.start()

    def watch(self, watcher: Callable[[float], None]) -> Callable[[], None]:
        """Calls `watcher` with the new time after each `advance`; returns what ends that."""
        self._watchers.append(watcher)
        return lambda: self._watchers.remove(watcher)

    def start(self) -> None:
        """Waits for the next alarm, if an event loop runs; a world may be built before there is one."""
        with contextlib.suppress(RuntimeError):
            self._arm(asyncio.get_running_loop())

    def stop(self) -> None:
        """Forgets all alarms."""
        self._alarms.clear()
        self.start()

    def _fire(self) -> None:
        while self._alarms and self._alarms[0][0] <= self.now():
            heapq.heappop(self._alarms)[2]()
        self.start()

    def _arm(self, loop: asyncio.AbstractEventLoop) -> None:
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None
        if self._alarms:
            wait = max(0.0, self._alarms[0][0] - self.now())
            self._timer = loop.call_later(wait, self._fire)


def iso(seconds: float) -> str:
    """A time of the clock as Discord writes it."""
    return datetime.fromtimestamp(seconds, UTC).isoformat(timespec="microseconds")
