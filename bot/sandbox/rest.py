"""The way of a request: parse, find the route, check the token, troubles, rate, the route's work, the answer.

A route's work is one synchronous step, so requests never interleave within it.
"""

from __future__ import annotations

import asyncio
import json
import re
import time
from collections import deque
from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Any, Final

from aiohttp import BodyPartReader, web

from bot.sandbox import rest_channels, rest_commands, rest_guilds, rest_interactions, rest_messages, rest_users
from bot.sandbox.errors import ApiError, Refusal
from bot.sandbox.faults import Fault, Faults, Trouble
from bot.sandbox.limits import LIMITS
from bot.sandbox.rates import Rates
from bot.sandbox.site import Answer, Call, Route, Site, Upload

Json = dict[str, Any]

ROUTES: Final[tuple[Route, ...]] = (
    *rest_messages.ROUTES,
    *rest_channels.ROUTES,
    *rest_guilds.ROUTES,
    *rest_users.ROUTES,
    *rest_commands.ROUTES,
    *rest_interactions.ROUTES,
)

EXCHANGES_KEPT: Final = 5000
BODY_LIMIT: Final = (LIMITS.attachments + 1) * LIMITS.attachment_size


@dataclass(frozen=True, slots=True)
class Exchange:
    """One finished request, kept for tests without its files. `status` is 0 for an answer that was lost."""

    call: Call
    status: int
    body: Any
    at: float


class Rest:
    """Discord's REST interface over the site. `observers` see every finished exchange."""

    def __init__(self, site: Site, token: str, *, strict_rates: bool = False) -> None:
        self._site = site
        self._token = token
        self.faults = Faults()
        self.rates = Rates(strict=strict_rates)
        self.in_flight = 0
        self.last_done = time.monotonic()
        self.exchanges: deque[Exchange] = deque(maxlen=EXCHANGES_KEPT)
        self.observers: list[Callable[[Exchange], None]] = []
        self._routes = [(_pattern(route.template), route) for route in ROUTES]

    async def serve(self, request: web.Request) -> web.StreamResponse:
        """The catch-all below /api/v10."""
        self.in_flight += 1
        try:
            return await self._serve(request)
        finally:
            self.in_flight -= 1
            self.last_done = time.monotonic()

    async def _serve(self, request: web.Request) -> web.StreamResponse:
        path = request.match_info["path"]
        found = self._find(request.method, f"/{path}")
        if isinstance(found, Refusal):
            return _refused(ApiError(found))
        route, params = found
        if route.needs_token and request.headers.get("Authorization") != f"Bot {self._token}":
            return _refused(ApiError(Refusal.UNAUTHORIZED))
        try:
            body, files = await _read(request)
        except ApiError as error:
            return _refused(error)
        except ConnectionResetError:
            # Whoever asked has died in the middle of it. Nothing was asked yet, and nobody hears the answer.
            return web.Response(status=400)
        call = Call(request.method, route.template, params, dict(request.query), body, files)
        faults = self.faults.take(call.route, f"{request.method} /{path}")
        for fault in faults:
            if fault.trouble is Trouble.DELAY:
                await asyncio.sleep(fault.seconds)
        return self._answer(request, route, call, faults)

    def quiet_for(self) -> float:
        """Real seconds since the last request ended, 0 while one is under way."""
        return 0.0 if self.in_flight else time.monotonic() - self.last_done

    def _find(self, method: str, path: str) -> tuple[Route, dict[str, str]] | Refusal:
        known = False
        for pattern, route in self._routes:
            match = pattern.fullmatch(path)
            if match:
                if route.method == method:
                    return route, match.groupdict()
                known = True
        return Refusal.METHOD_NOT_ALLOWED if known else Refusal.NOT_FOUND

    def _answer(self, request: web.Request, route: Route, call: Call, faults: list[Fault]) -> web.StreamResponse:
        bucket = self.rates.bucket(call)
        wait = bucket.take(time.monotonic())
        headers = bucket.headers(time.monotonic())
        for fault in faults:
            if fault.trouble is Trouble.RATE_LIMIT:
                return self._done(call, _limited(fault.seconds, headers, everywhere=fault.everywhere))
            if fault.trouble is Trouble.FAIL_BEFORE:
                return self._done(call, _broken(fault.status))
        if wait:
            return self._done(call, _limited(wait, headers))
        try:
            answer = route.work(self._site, call)
            response = _sent(answer, headers)
        except ApiError as error:
            response = _refused(error, headers)
        for fault in faults:
            if fault.trouble is Trouble.FAIL_AFTER:
                return self._done(call, _broken(fault.status))
            if fault.trouble is Trouble.LOSE_ANSWER:
                if request.transport is not None:
                    request.transport.abort()
                return self._done(call, response, lost=True)
        return self._done(call, response)

    def _done(self, call: Call, response: web.Response, *, lost: bool = False) -> web.Response:
        body = json.loads(response.body) if isinstance(response.body, bytes) and response.body else None
        exchange = Exchange(replace(call, files={}), 0 if lost else response.status, body, self._site.world.now())
        self.exchanges.append(exchange)
        for observer in self.observers:
            observer(exchange)
        return response


def _pattern(template: str) -> re.Pattern[str]:
    return re.compile(re.sub(r"\{(\w+)\}", r"(?P<\1>[^/]+)", template))


async def _read(request: web.Request) -> tuple[Any, dict[int, Upload]]:
    """The JSON body, and the files of a multipart one. Raises 50109 or 40005."""
    try:
        if request.content_type == "multipart/form-data":
            return await _read_parts(request)
        raw = await request.read()
        return (json.loads(raw) if raw else None), {}
    except ValueError as error:
        raise ApiError(Refusal.INVALID_JSON) from error
    except web.HTTPRequestEntityTooLarge as error:
        raise ApiError(Refusal.ENTITY_TOO_LARGE) from error


async def _read_parts(request: web.Request) -> tuple[Any, dict[int, Upload]]:
    body: Any = None
    files: dict[int, Upload] = {}
    async for part in await request.multipart():
        if not isinstance(part, BodyPartReader):
            continue
        content = bytes(await part.read())
        number = re.fullmatch(r"files\[(\d+)\]", part.name or "")
        if part.name == "payload_json":
            body = json.loads(content)
        elif number:
            files[int(number[1])] = Upload(part.filename or "unknown", content)
    return body, files


def _json(body: Any, status: int, headers: dict[str, str]) -> web.Response:
    # discord.py reads JSON only where the type has no charset, and Discord sends none.
    headers = headers | {"Content-Type": "application/json"}
    return web.Response(body=json.dumps(body).encode(), status=status, headers=headers)


def _common() -> dict[str, str]:
    # discord.py takes an answer without Via for a ban by the network in front of Discord.
    return {"Via": "1.1 sandbox"}


def _sent(answer: Answer, headers: dict[str, str]) -> web.Response:
    headers = headers | _common()
    if answer.body is None:
        return web.Response(status=204, headers=headers)
    return _json(answer.body, answer.status, headers)


def _refused(error: ApiError, headers: dict[str, str] | None = None) -> web.Response:
    extra = dict(headers or {}) | _common()
    if error.retry_after is not None:
        extra["Retry-After"] = f"{error.retry_after:.3f}"
    return _json(error.body(), error.refusal.status, extra)


def _limited(seconds: float, headers: dict[str, str], *, everywhere: bool = False) -> web.Response:
    body = {"message": Refusal.RATE_LIMITED.message, "retry_after": round(seconds, 3), "global": everywhere, "code": 0}
    extra = headers | _common() | {"Retry-After": f"{seconds:.3f}"}
    extra["X-RateLimit-Scope"] = "global" if everywhere else "user"
    if everywhere:
        extra["X-RateLimit-Global"] = "true"
    return _json(body, 429, extra)


def _broken(status: int) -> web.Response:
    body = {"message": Refusal.INTERNAL.message, "code": 0}
    return _json(body, status, _common())
