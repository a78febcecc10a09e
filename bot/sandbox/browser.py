"""The page's door: its files, what people do and what the host brings about, and a WebSocket for each window.

Only the page itself may come in. The server answers to 127.0.0.1 alone and checks Host; here Origin has to be the
page's own, and every request carries the key that was drawn at the start and stands only in the page, which no other
site can read. So nobody's website can play, or break, what runs on this machine.
"""

from __future__ import annotations

import asyncio
import contextlib
import json
import mimetypes
import secrets
from collections.abc import AsyncIterator, Awaitable, Callable
from pathlib import Path
from typing import Any, Final

from aiohttp import WSCloseCode, web

from bot.sandbox.acts import ACTS, Asked
from bot.sandbox.backstage import backstage
from bot.sandbox.errors import ApiError
from bot.sandbox.events import Subscription
from bot.sandbox.options import Refused
from bot.sandbox.people import People
from bot.sandbox.process import BotProcess
from bot.sandbox.sandbox import Sandbox
from bot.sandbox.troubles import TROUBLES, Order

Json = dict[str, Any]

FILES: Final = Path(__file__).with_name("page")
KEY_HEADER: Final = "X-Page-Key"

_LOOK: Final = 0.2
"""Seconds between two looks at what is told to nobody: the process, and the faults that are used up."""

_HEADERS: Final = {
    "Cache-Control": "no-store",
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
    "Referrer-Policy": "no-referrer",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Content-Security-Policy": "; ".join(
        (
            "default-src 'none'",
            "script-src 'self'",
            "style-src 'self'",
            "img-src 'self' data:",
            "connect-src 'self'",
            "base-uri 'none'",
            "form-action 'none'",
            "frame-ancestors 'none'",
        )
    ),
}


class Browser:
    """The page on a sandbox that has not been started yet; `process` is the bot's, if it is the sandbox's to end."""

    def __init__(self, sandbox: Sandbox, people: People, process: BotProcess | None = None) -> None:
        self.sandbox = sandbox
        self.people = people
        self.process = process
        self.key = secrets.token_urlsafe(24)
        self._windows: set[Subscription] = set()
        self._sockets: set[web.WebSocketResponse] = set()
        self._told: Json = {}
        application = sandbox.server.application
        application.router.add_get("/", self._index)
        application.router.add_get("/page/stream", self._stream)
        application.router.add_get("/page/{name}", self._file)
        application.router.add_post("/page/act", self._act)
        application.router.add_post("/page/trouble", self._trouble)
        application.cleanup_ctx.append(self._watching)
        application.on_shutdown.append(self._close)

    # Files.

    async def _index(self, request: web.Request) -> web.StreamResponse:
        del request
        first = next((str(each.id) for each in self.people.all()), "")
        text = (FILES / "index.html").read_text(encoding="utf-8")
        text = text.replace("{{key}}", self.key).replace("{{person}}", first)
        return web.Response(text=text, content_type="text/html", headers=_HEADERS)

    async def _file(self, request: web.Request) -> web.StreamResponse:
        name = request.match_info["name"]
        known = {each.name: each for each in FILES.iterdir() if each.suffix in (".js", ".css", ".svg")}
        if name not in known:
            raise web.HTTPNotFound
        kind = mimetypes.guess_type(name)[0] or "application/octet-stream"
        # Some systems' tables call modules text/plain, which browsers refuse.
        kind = "text/javascript" if name.endswith(".js") else kind
        return web.Response(body=known[name].read_bytes(), content_type=kind, charset="utf-8", headers=_HEADERS)

    # Who may come in.

    def _check(self, request: web.Request, key: str) -> None:
        if request.headers.get("Origin") != f"http://{request.host}":
            raise web.HTTPForbidden(text="Only the sandbox's own page may do that.")
        if not secrets.compare_digest(key.encode(), self.key.encode()):
            raise web.HTTPForbidden(text="The sandbox was started anew: please reload the page.")

    async def _body(self, request: web.Request) -> Json:
        """The JSON of a checked request. Raises what aiohttp answers with."""
        self._check(request, request.headers.get(KEY_HEADER, ""))
        if request.content_type != "application/json":
            raise web.HTTPUnsupportedMediaType
        try:
            body = await request.json()
        except ValueError as error:
            raise web.HTTPBadRequest(text="That is no JSON.") from error
        if not isinstance(body, dict):
            raise web.HTTPBadRequest(text="That is no JSON object.")
        return body

    # What is done.

    async def _act(self, request: web.Request) -> web.StreamResponse:
        """POST {as, do, ...}: a person does something."""
        body = await self._body(request)
        act = ACTS.get(str(body.get("do")))

        async def done() -> Json:
            if act is None:
                raise LookupError("there is no such act")
            person = self.people.person(str(body.get("as")))
            answer = await act(Asked(self.sandbox, self.people, person, body))
            if body["do"] == "dismiss":
                self._forget(person.id, body)
            return answer

        return await self._answer(done)

    async def _trouble(self, request: web.Request) -> web.StreamResponse:
        """POST {do, ...}: the host brings something about."""
        body = await self._body(request)
        trouble = TROUBLES.get(str(body.get("do")))

        async def done() -> Json:
            if trouble is None:
                raise LookupError("there is no such trouble")
            await trouble(Order(self.sandbox, self.people, self.process, body))
            return {}

        return await self._answer(done)

    async def _answer(self, done: Callable[[], Awaitable[Json]]) -> web.Response:
        """What was done, or in words why it was not (409)."""
        try:
            return web.json_response(await done(), headers=_HEADERS)
        except (Refused, TimeoutError, ApiError) as error:
            words = str(error)
        except LookupError as error:
            words = str(error.args[0]) if error.args else "there is no such thing"
        finally:
            self._tell()
        return web.json_response({"error": f"{words[:1].upper()}{words[1:]}."}, status=409, headers=_HEADERS)

    def _forget(self, user_id: int, body: Json) -> None:
        """A dismissed message goes from every window of its person; the bot hears nothing of that."""
        event = {"type": "message_removed", "channel_id": body.get("channel"), "message_id": body["message"]}
        for each in self._windows:
            if each.user.id == user_id:
                each.put(event)

    # What is seen.

    async def _stream(self, request: web.Request) -> web.StreamResponse:
        """A WebSocket: all that the person sees, then what changes in it; and what is backstage."""
        self._check(request, request.query.get("key", ""))
        try:
            user = self.people.person(request.query.get("as", "")).user
        except LookupError as error:
            raise web.HTTPNotFound(text="There is no such person.") from error
        socket = web.WebSocketResponse(heartbeat=30.0)
        await socket.prepare(request)
        window = self.sandbox.events.subscribe(user)
        self._told = backstage(self.sandbox, self.people, self.process)
        window.put(self._told)
        window.put(self.sandbox.view_for(user) | {"type": "sight", "read": self.people.marks.of(user.id)})
        self._windows.add(window)
        self._sockets.add(socket)
        writing = asyncio.create_task(_write(window, socket))
        try:
            async for _ in socket:
                continue
        finally:
            self._windows.discard(window)
            self._sockets.discard(socket)
            window.close()
            with contextlib.suppress(ConnectionError):
                await writing
        return socket

    def _tell(self) -> None:
        """Tells every window what is backstage, if it is not what was told last."""
        if not self._windows:
            return
        now = backstage(self.sandbox, self.people, self.process)
        if now != self._told:
            self._told = now
            for each in self._windows:
                each.put(now)

    async def _watching(self, application: web.Application) -> AsyncIterator[None]:
        """Looks after what changes backstage for as long as the server runs."""
        del application

        async def look() -> None:
            while True:
                self._tell()
                await asyncio.sleep(_LOOK)

        looking = asyncio.create_task(look())
        yield
        looking.cancel()

    async def _close(self, application: web.Application) -> None:
        del application
        for each in tuple(self._sockets):
            await each.close(code=WSCloseCode.GOING_AWAY)


async def _write(window: Subscription, socket: web.WebSocketResponse) -> None:
    async for event in window:
        await socket.send_str(json.dumps(event, separators=(",", ":")))
