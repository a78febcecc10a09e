"""What the tests of the sandbox share: a raw HTTP client and a raw gateway client."""

from __future__ import annotations

import io
import json
import zlib
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import aiohttp

from bot.sandbox import Channel, Guild, Person, Sandbox
from bot.sandbox.site import Json


@dataclass(frozen=True, slots=True)
class Reply:
    """An answer of the REST interface."""

    status: int
    body: Any
    headers: Mapping[str, str]

    @property
    def code(self) -> int | None:
        """Discord's error code, none for an answer without one."""
        return self.body.get("code") if isinstance(self.body, dict) else None


class Raw:
    """Requests without any library's care, with the bot's token unless told otherwise."""

    def __init__(self, sandbox: Sandbox, session: aiohttp.ClientSession) -> None:
        self._sandbox = sandbox
        self._session = session

    async def __call__(
        self,
        method: str,
        path: str,
        body: object = None,
        *,
        files: Mapping[str, bytes] | None = None,
        token: str | None = None,
        text: str | None = None,
    ) -> Reply:
        """One request below /api/v10; `files` makes it multipart, `text` sends exactly that as its body."""
        headers = {"Authorization": f"Bot {self._sandbox.token if token is None else token}"}
        content: Any = text
        if files is not None:
            content = aiohttp.FormData(quote_fields=False)
            content.add_field("payload_json", json.dumps(body))
            for index, (name, each) in enumerate(files.items()):
                content.add_field(
                    f"files[{index}]", io.BytesIO(each), filename=name, content_type="application/octet-stream"
                )
        elif text is None and body is not None:
            content = json.dumps(body)
            headers["Content-Type"] = "application/json"
        url = f"{self._sandbox.url}/api/v10{path}"
        async with self._session.request(method, url, data=content, headers=headers) as response:
            raw = await response.read()
            return Reply(response.status, json.loads(raw) if raw else None, response.headers)

    @property
    def session(self) -> aiohttp.ClientSession:
        return self._session


class Socket:
    """A gateway connection, read message by message."""

    def __init__(self, socket: aiohttp.ClientWebSocketResponse, *, compressed: bool) -> None:
        self._socket = socket
        self._inflate = zlib.decompressobj() if compressed else None

    async def send(self, op: int, data: object) -> None:
        await self._socket.send_json({"op": op, "d": data})

    async def send_text(self, text: str) -> None:
        await self._socket.send_str(text)

    async def next(self) -> Json:
        """The next message. Raises `ConnectionError` with the close code if there is none."""
        message = await self._socket.receive(timeout=5)
        if message.type is aiohttp.WSMsgType.TEXT:
            body: Json = json.loads(message.data)
            return body
        if message.type is aiohttp.WSMsgType.BINARY and self._inflate is not None:
            unpacked: Json = json.loads(self._inflate.decompress(message.data))
            return unpacked
        raise ConnectionError(self._socket.close_code)

    async def until(self, name: str) -> Json:
        """The content of the next event of that name."""
        while True:
            message = await self.next()
            if message["t"] == name:
                data: Json = message["d"]
                return data

    async def closed(self) -> int | None:
        """Waits for the end and returns its code."""
        try:
            while True:
                await self.next()
        except ConnectionError:
            return self._socket.close_code

    async def close(self, code: int = 1000) -> None:
        await self._socket.close(code=code)


@dataclass(frozen=True, slots=True)
class Place:
    """A guild with the bot in it, a channel, and two people."""

    sandbox: Sandbox
    guild: Guild
    channel: Channel
    ann: Person
    bob: Person
