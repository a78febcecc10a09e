"""The gateway: sessions of the bot, each with its sequence and a memory from which it can be resumed."""

from __future__ import annotations

import asyncio
import json
import secrets
import time
import zlib
from collections import deque
from collections.abc import Callable
from typing import Any, Final

from aiohttp import WSCloseCode, WSMsgType, web

from bot.sandbox.dispatches import (
    GUILD_MEMBERS,
    MESSAGE_CONTENT,
    PRIVILEGED,
    Dispatch,
    dispatches,
    without_content,
)
from bot.sandbox.guild_payloads import guild_create_json
from bot.sandbox.happenings import BotHappened, Happening
from bot.sandbox.nouns import Guild
from bot.sandbox.payloads import member_json, own_user_json
from bot.sandbox.site import Site

Json = dict[str, Any]

HEARTBEAT_INTERVAL: Final = 41_250
ACK_AFTER: Final = 0.05
"""Seconds until a heartbeat is acknowledged."""
_MEMORY: Final = 4096
_SESSIONS_KEPT: Final = 16

DISPATCH, HEARTBEAT, IDENTIFY, PRESENCE, VOICE, RESUME = 0, 1, 2, 3, 4, 6
RECONNECT, REQUEST_MEMBERS, INVALID_SESSION, HELLO, HEARTBEAT_ACK = 7, 8, 9, 10, 11

UNKNOWN_OPCODE, DECODE_ERROR, NOT_AUTHENTICATED, WRONG_TOKEN = 4001, 4002, 4003, 4004
ALREADY_AUTHENTICATED, WRONG_SEQUENCE, INVALID_SHARD, INVALID_VERSION = 4005, 4007, 4010, 4012
INVALID_INTENTS, DISALLOWED_INTENTS = 4013, 4014


class Connection:
    """One WebSocket; what is sent on it is compressed as the client asked."""

    def __init__(self, request: web.Request, socket: web.WebSocketResponse) -> None:
        compress = request.query.get("compress") == "zlib-stream"
        self._request = request
        self._socket = socket
        self._deflate = zlib.compressobj() if compress else None
        self._queue: asyncio.Queue[Json | int] = asyncio.Queue()
        self.session: Session | None = None

    @property
    def is_open(self) -> bool:
        return not self._socket.closed

    def send(self, op: int, data: object = None, *, name: str | None = None, sequence: int | None = None) -> None:
        """Puts a message into the queue of this connection, which `pump` empties in order."""
        self._queue.put_nowait({"op": op, "d": data, "t": name, "s": sequence})

    def close(self, code: int) -> None:
        """Closes once everything sent before has gone out."""
        self._queue.put_nowait(code)

    def cut(self) -> None:
        """Breaks the connection without a word, as a lost network does."""
        if self._request.transport is not None:
            self._request.transport.abort()

    @property
    def is_idle(self) -> bool:
        return self._queue.empty()

    async def pump(self) -> None:
        """Sends what is queued until told to close."""
        while True:
            item = await self._queue.get()
            if isinstance(item, int):
                await self._socket.close(code=item)
                return
            try:
                await self._write(json.dumps(item, separators=(",", ":")))
            except ConnectionError:
                return

    async def _write(self, text: str) -> None:
        if self._deflate is None:
            await self._socket.send_str(text)
            return
        packed = self._deflate.compress(text.encode()) + self._deflate.flush(zlib.Z_SYNC_FLUSH)
        await self._socket.send_bytes(packed)


class Session:
    """An identified bot, connected or not: intents, shard, sequence and the latest dispatches."""

    def __init__(self, intents: int, shard: tuple[int, int]) -> None:
        self.id = secrets.token_hex(16)
        self.intents = intents
        self.shard = shard
        self.sequence = 0
        self.connection: Connection | None = None
        self._memory: deque[tuple[int, str, Json]] = deque(maxlen=_MEMORY)

    def dispatch(self, name: str, data: Json) -> None:
        """Numbers the event, remembers it, and sends it if a connection is there."""
        self.sequence += 1
        self._memory.append((self.sequence, name, data))
        if self.connection is not None:
            self.connection.send(DISPATCH, data, name=name, sequence=self.sequence)

    def takes(self, dispatch: Dispatch) -> bool:
        """Whether shard and intents want the event."""
        number, count = self.shard
        belongs = 0 if dispatch.guild_id is None else (dispatch.guild_id >> 22) % count
        return belongs == number and (dispatch.intent == 0 or bool(self.intents & dispatch.intent))

    def has(self, sequence: int) -> bool:
        """Whether everything after `sequence` is still remembered."""
        oldest = self._memory[0][0] if self._memory else self.sequence + 1
        return oldest - 1 <= sequence <= self.sequence

    def replay(self, after: int) -> None:
        """Sends again what came after the number."""
        if self.connection is not None:
            for sequence, name, data in self._memory:
                if sequence > after:
                    self.connection.send(DISPATCH, data, name=name, sequence=sequence)


class Gateway:
    """All sessions of the bot."""

    def __init__(self, site: Site, token: str) -> None:
        self._site = site
        self._token = token
        self.sessions: dict[str, Session] = {}
        self.identifies = 0
        self.resumes = 0
        self.paused = False
        self._held: list[Dispatch] = []
        self.twice = 0
        self.last_sent = time.monotonic()
        self._connections: set[Connection] = set()
        self._stop: Callable[[], None] = site.world.listen(self._hear)

    # What happens in the world.

    def _hear(self, happening: Happening) -> None:
        for dispatch in dispatches(self._site, happening):
            copies = 1
            if dispatch.name == "INTERACTION_CREATE" and self.twice > 0:
                self.twice -= 1
                copies = 2
            for _ in range(copies):
                if self.paused:
                    self._held.append(dispatch)
                else:
                    self._deliver(dispatch)

    def _deliver(self, dispatch: Dispatch) -> None:
        self.last_sent = time.monotonic()
        for session in self.sessions.values():
            if session.takes(dispatch):
                bare = dispatch.hides_content and not session.intents & MESSAGE_CONTENT
                session.dispatch(dispatch.name, without_content(dispatch.data) if bare else dispatch.data)

    def pause(self) -> None:
        """Holds events back until `unpause`."""
        self.paused = True

    def unpause(self) -> None:
        self.paused = False
        held, self._held = self._held, []
        for dispatch in held:
            self._deliver(dispatch)

    @property
    def connected(self) -> list[Session]:
        """The sessions with a living connection."""
        return [each for each in self.sessions.values() if each.connection is not None and each.connection.is_open]

    def quiet_for(self) -> float:
        """Real seconds since the last event went out, 0 while one still waits to."""
        waits = any(not each.connection.is_idle for each in self.connected if each.connection is not None)
        return 0.0 if waits else time.monotonic() - self.last_sent

    # Troubles.

    def reconnect(self) -> None:
        """Asks every connection to come back (opcode 7)."""
        for session in self.connected:
            if session.connection is not None:
                session.connection.send(RECONNECT)

    def drop(self, *, resumable: bool = True, shard: int | None = None) -> None:
        """Breaks every connection, or that of one shard.

        Not resumable: sessions are forgotten too, and the bot must identify anew.
        """
        for key, session in list(self.sessions.items()):
            if shard is None or session.shard[0] == shard:
                if session.connection is not None:
                    session.connection.cut()
                    session.connection = None
                if not resumable:
                    del self.sessions[key]
        self._tell()

    def invalidate(self, *, resumable: bool = False) -> None:
        """Tells every connection that its session is invalid (opcode 9)."""
        for session in self.connected:
            if session.connection is not None:
                session.connection.send(INVALID_SESSION, resumable)
                if not resumable:
                    session.connection = None
                    self.sessions.pop(session.id, None)

    async def close(self) -> None:
        """Ends all connections, as a server that shuts down does."""
        self._stop()
        for connection in tuple(self._connections):
            connection.close(WSCloseCode.GOING_AWAY)
        await asyncio.sleep(0)

    def _tell(self) -> None:
        self._site.world.publish(BotHappened(online=bool(self.connected)))

    # The protocol.

    async def serve(self, request: web.Request) -> web.StreamResponse:
        """The WebSocket route."""
        socket = web.WebSocketResponse(max_msg_size=4096 * 4, autoping=True)
        await socket.prepare(request)
        connection = Connection(request, socket)
        self._connections.add(connection)
        pump = asyncio.create_task(connection.pump())
        try:
            if request.query.get("v", "10") not in ("9", "10"):
                connection.close(INVALID_VERSION)
                await pump
                return socket
            connection.send(HELLO, {"heartbeat_interval": HEARTBEAT_INTERVAL, "_trace": []})
            await self._read(socket, connection)
            return socket
        finally:
            pump.cancel()
            self._connections.discard(connection)
            self._left(connection, socket.close_code)

    async def _read(self, socket: web.WebSocketResponse, connection: Connection) -> None:
        async for message in socket:
            if message.type is not WSMsgType.TEXT:
                connection.close(DECODE_ERROR)
                continue
            try:
                body = json.loads(message.data)
                op, data = body["op"], body.get("d")
            except (ValueError, TypeError, KeyError):
                connection.close(DECODE_ERROR)
                continue
            self._take(connection, op, data)

    def _left(self, connection: Connection, code: int | None) -> None:
        """A client that closes with 1000 or 1001 has ended its session; any other way it may come back."""
        session = connection.session
        if session is None or session.connection is not connection:
            return
        session.connection = None
        if code in (1000, 1001):
            self.sessions.pop(session.id, None)
        self._tell()

    def _take(self, connection: Connection, op: object, data: Any) -> None:
        if op == HEARTBEAT:
            # On loopback the answer could overtake discord.py's note of when it asked, which it then takes for a lag.
            asyncio.get_running_loop().call_later(ACK_AFTER, connection.send, HEARTBEAT_ACK)
        elif op == IDENTIFY:
            self._identify(connection, data)
        elif op == RESUME:
            self._resume(connection, data)
        elif op not in (PRESENCE, VOICE, REQUEST_MEMBERS):
            connection.close(UNKNOWN_OPCODE)
        elif connection.session is None:
            connection.close(NOT_AUTHENTICATED)
        elif op == REQUEST_MEMBERS:
            self._send_members(connection.session, data)

    def _identify(self, connection: Connection, data: Json) -> None:
        if connection.session is not None:
            connection.close(ALREADY_AUTHENTICATED)
            return
        if data.get("token") != self._token:
            connection.close(WRONG_TOKEN)
            return
        intents = data.get("intents")
        shard = data.get("shard", [0, 1])
        if not isinstance(intents, int) or intents < 0 or intents >= 1 << 32:
            connection.close(INVALID_INTENTS)
        elif intents & ~self._site.privileged & PRIVILEGED:
            connection.close(DISALLOWED_INTENTS)
        elif len(shard) != 2 or not 0 <= shard[0] < shard[1]:
            connection.close(INVALID_SHARD)
        else:
            self._open(connection, intents, (shard[0], shard[1]))

    def _open(self, connection: Connection, intents: int, shard: tuple[int, int]) -> None:
        """READY and, one after the other, the guilds."""
        world = self._site.world
        session = Session(intents, shard)
        session.connection = connection
        connection.session = session
        for old in [each for each in self.sessions.values() if each.connection is None][:-_SESSIONS_KEPT]:
            del self.sessions[old.id]
        self.sessions[session.id] = session
        self.identifies += 1
        guilds = [each for each in world.guilds.values() if world.bot.id in each.members and _on(each, shard)]
        session.dispatch(
            "READY",
            {
                "v": 10,
                "user": own_user_json(world.bot),
                "guilds": [{"id": str(each.id), "unavailable": True} for each in guilds],
                "session_id": session.id,
                "resume_gateway_url": self._site.gateway_url,
                "shard": list(shard),
                "application": {"id": str(world.application_id), "flags": 0},
                "private_channels": [],
                "relationships": [],
            },
        )
        for guild in guilds:
            session.dispatch("GUILD_CREATE", guild_create_json(world, guild))
        self._tell()

    def _resume(self, connection: Connection, data: Json) -> None:
        if data.get("token") != self._token:
            connection.close(WRONG_TOKEN)
            return
        session = self.sessions.get(str(data.get("session_id")))
        sequence = data.get("seq")
        if session is None or not isinstance(sequence, int) or not session.has(sequence):
            if session is not None and isinstance(sequence, int) and sequence > session.sequence:
                connection.close(WRONG_SEQUENCE)
                return
            connection.send(INVALID_SESSION, False)
            return
        if session.connection is not None:
            session.connection.close(WSCloseCode.GOING_AWAY)
        session.connection = connection
        connection.session = session
        self.resumes += 1
        session.replay(sequence)
        session.dispatch("RESUMED", {"_trace": []})
        self._tell()

    def _send_members(self, session: Session, data: Json) -> None:
        """GUILD_MEMBERS_CHUNK for a prefix or for named users; the whole list needs the members intent."""
        world = self._site.world
        guild = world.guilds.get(int(data.get("guild_id", 0)))
        if guild is None or world.bot.id not in guild.members:
            return
        wanted = data.get("user_ids")
        if wanted is not None:
            wanted = [int(each) for each in (wanted if isinstance(wanted, list) else [wanted])]
            found = [guild.members[each] for each in wanted if each in guild.members]
            missing = [str(each) for each in wanted if each not in guild.members]
        else:
            start, limit, missing = str(data.get("query", "")).lower(), int(data.get("limit", 0)), []
            if not start and not session.intents & GUILD_MEMBERS:
                return
            found = [
                each for each in guild.members.values() if world.users[each.user_id].name.lower().startswith(start)
            ]
            found = found[: limit or None]
        body = {
            "guild_id": str(guild.id),
            "members": [member_json(world, each) for each in found],
            "chunk_index": 0,
            "chunk_count": 1,
            "not_found": missing,
        }
        session.dispatch("GUILD_MEMBERS_CHUNK", body | ({"nonce": data["nonce"]} if "nonce" in data else {}))


def _on(guild: Guild, shard: tuple[int, int]) -> bool:
    return (guild.id >> 22) % shard[1] == shard[0]
