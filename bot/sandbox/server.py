"""The HTTP server on loopback: Discord's interface, its gateway, the files of messages, and the sandbox's clock."""

from __future__ import annotations

import asyncio
import contextlib
import json
import struct
import zlib
from collections.abc import Awaitable, Callable
from typing import Final

from aiohttp import web

from bot.sandbox.clock import Clock
from bot.sandbox.gateway import Gateway
from bot.sandbox.rest import BODY_LIMIT, Rest
from bot.sandbox.site import Site

HOST: Final = "127.0.0.1"

_AVATARS: Final = (0x5865F2, 0x747F8D, 0x3BA55C, 0xFAA61A, 0xED4245, 0xEB459E)

Handler = Callable[[web.Request], Awaitable[web.StreamResponse]]


class Server:
    """Listens on 127.0.0.1 only, answers only to that name and to no page of another origin."""

    def __init__(self, site: Site, rest: Rest, gateway: Gateway) -> None:
        self._site = site
        self._rest = rest
        self._gateway = gateway
        self._runner: web.AppRunner | None = None
        self._clocks: set[asyncio.Queue[float | None]] = set()
        self.port = 0
        self.application = self._application()

    def _application(self) -> web.Application:
        """May be given more routes (a page) until `start`."""
        application = web.Application(middlewares=[self._check_host], client_max_size=BODY_LIMIT)
        application.router.add_route("*", "/api/v10/{path:.*}", self._rest.serve)
        application.router.add_route("*", "/api/v9/{path:.*}", self._rest.serve)
        application.router.add_get("/gateway", self._gateway.serve)
        application.router.add_get("/gateway/", self._gateway.serve)
        application.router.add_get("/{kind:(?:ephemeral-)?attachments}/{channel}/{number}/{name}", self._attachment)
        application.router.add_get(r"/embed/avatars/{number:\d+}.png", self._avatar)
        application.router.add_get("/sandbox/clock", self._clock)
        application.router.add_get("/sandbox/clock/stream", self._clock_stream)
        return application

    async def start(self, port: int = 0) -> None:
        """Listens on the port, any free one for 0."""
        runner = web.AppRunner(self.application, access_log=None, shutdown_timeout=0.5)
        self._runner = runner
        await runner.setup()
        site = web.TCPSite(runner, HOST, port)
        await site.start()
        self.port = runner.addresses[0][1]
        self._site.url = f"http://{HOST}:{self.port}"

    async def stop(self) -> None:
        for queue in self._clocks:
            queue.put_nowait(None)
        await self._gateway.close()
        if self._runner is not None:
            await self._runner.cleanup()

    @web.middleware
    async def _check_host(self, request: web.Request, handler: Handler) -> web.StreamResponse:
        names = (f"{HOST}:{self.port}", f"localhost:{self.port}")
        origin = request.headers.get("Origin")
        if request.host not in names or origin not in (None, *(f"http://{each}" for each in names)):
            raise web.HTTPForbidden(text="This address is for 127.0.0.1 only.")
        return await handler(request)

    async def _attachment(self, request: web.Request) -> web.StreamResponse:
        number = request.match_info["number"]
        attachment = self._site.world.attachments.get(int(number)) if number.isdigit() else None
        if (
            attachment is None
            or attachment.filename != request.match_info["name"]
            or str(attachment.channel_id) != request.match_info["channel"]
            or attachment.ephemeral != request.match_info["kind"].startswith("ephemeral")
        ):
            raise web.HTTPNotFound
        headers = {
            "X-Content-Type-Options": "nosniff",
            "Content-Security-Policy": "sandbox",
            "Cross-Origin-Resource-Policy": "same-origin",
            # A file never changes under its number, so that a page need not ask for it twice.
            "Cache-Control": "private, max-age=86400, immutable",
        }
        return web.Response(body=attachment.content, content_type=attachment.content_type, headers=headers)

    async def _avatar(self, request: web.Request) -> web.StreamResponse:
        colour = _AVATARS[int(request.match_info["number"]) % len(_AVATARS)]
        return web.Response(body=plain_png(colour, 64), content_type="image/png")

    async def _clock(self, request: web.Request) -> web.StreamResponse:
        del request
        return web.json_response({"now": self._site.world.now()})

    async def _clock_stream(self, request: web.Request) -> web.StreamResponse:
        """Server-sent events: the time at the start and after every jump."""
        response = web.StreamResponse(headers={"Content-Type": "text/event-stream", "Cache-Control": "no-store"})
        await response.prepare(request)
        queue: asyncio.Queue[float | None] = asyncio.Queue()
        self._clocks.add(queue)
        clock: Clock = self._site.world.clock
        unwatch = clock.watch(queue.put_nowait)
        try:
            queue.put_nowait(clock.now())
            with contextlib.suppress(ConnectionError):
                while (now := await queue.get()) is not None:
                    await response.write(f"data: {json.dumps({'now': now})}\n\n".encode())
        finally:
            unwatch()
            self._clocks.discard(queue)
        return response


def plain_png(colour: int, size: int) -> bytes:
    """A square of one colour."""
    row = b"\0" + colour.to_bytes(3, "big") * size

    def chunk(name: bytes, content: bytes) -> bytes:
        checksum = zlib.crc32(name + content)
        return struct.pack(">I", len(content)) + name + content + struct.pack(">I", checksum)

    header = struct.pack(">IIBBBBB", size, size, 8, 2, 0, 0, 0)
    body = zlib.compress(row * size)
    return b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", header) + chunk(b"IDAT", body) + chunk(b"IEND", b"")
