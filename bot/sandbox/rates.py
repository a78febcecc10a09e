"""Rate limits: buckets in real time, and the headers that tell the client of them."""

from __future__ import annotations

import hashlib
import time
from dataclasses import dataclass, field

from bot.sandbox.limits import GENEROUS, STRICT, Rate
from bot.sandbox.site import Call

_MAJOR = ("channel_id", "guild_id", "application_id", "token")


@dataclass(slots=True)
class Bucket:
    """The requests of a running span of time."""

    rate: Rate
    ends: float = 0.0
    used: int = 0
    name: str = field(default="")

    def take(self, now: float) -> float:
        """Counts a request; returns how long it must wait, 0 if it may pass."""
        if now >= self.ends:
            self.ends, self.used = now + self.rate.span, 0
        if self.used >= self.rate.count:
            return self.ends - now
        self.used += 1
        return 0.0

    def headers(self, now: float) -> dict[str, str]:
        left = max(0.0, self.ends - now)
        return {
            "X-RateLimit-Limit": str(self.rate.count),
            "X-RateLimit-Remaining": str(self.rate.count - self.used),
            "X-RateLimit-Reset": f"{time.time() + left:.3f}",
            "X-RateLimit-Reset-After": f"{left:.3f}",
            "X-RateLimit-Bucket": self.name,
        }


class Rates:
    """A bucket for each route and channel, guild or webhook. `strict`: as tight as Discord's own."""

    def __init__(self, *, strict: bool = False) -> None:
        self.strict = strict
        self._buckets: dict[tuple[str, ...], Bucket] = {}

    def bucket(self, call: Call) -> Bucket:
        """The bucket that the request falls into. Acknowledgements have none of their own that matters."""
        major = [call.params[name] for name in _MAJOR if name in call.params]
        key = (call.route, *major)
        if key not in self._buckets:
            rate = STRICT.get(call.route, STRICT["*"]) if self.strict else GENEROUS
            name = hashlib.md5(call.route.encode(), usedforsecurity=False).hexdigest()
            self._buckets[key] = Bucket(rate, name=name)
        return self._buckets[key]
