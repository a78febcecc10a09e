"""A sandbox for each test, a place in it, and three clients: raw HTTP, raw gateway, and the real discord.py."""

from __future__ import annotations

from collections.abc import AsyncIterator, Awaitable, Callable

import aiohttp
import pytest

from bot.sandbox import Sandbox
from bot.sandbox.connect import point_discord_at
from bot.sandbox.rest import Exchange
from tests.sandbox.description import wrong_answer, wrong_request
from tests.sandbox.rig import Place, Raw, Socket
from tests.sandbox.trial import TrialBot, running


@pytest.fixture
async def sandbox() -> AsyncIterator[Sandbox]:
    """A sandbox whose every answer, and every request that it takes, is checked against Discord's description."""
    wrong: list[str] = []

    def check(exchange: Exchange) -> None:
        complaints = [wrong_answer(exchange)]
        if 200 <= exchange.status < 300:
            complaints.append(wrong_request(exchange))
        wrong.extend(f"{exchange.call.route} {each}" for each in complaints if each is not None)

    async with Sandbox() as each:
        each.rest.observers.append(check)
        yield each
    assert not wrong, "\n".join(wrong)


@pytest.fixture
def place(sandbox: Sandbox) -> Place:
    guild = sandbox.add_guild("Hellas")
    channel = sandbox.add_channel(guild, "agora")
    return Place(sandbox, guild, channel, sandbox.add_person(guild, "Ann"), sandbox.add_person(guild, "Bob"))


@pytest.fixture
async def raw(sandbox: Sandbox) -> AsyncIterator[Raw]:
    async with aiohttp.ClientSession() as session:
        yield Raw(sandbox, session)


@pytest.fixture
async def connect(sandbox: Sandbox, raw: Raw) -> AsyncIterator[Callable[..., Awaitable[Socket]]]:
    """Opens gateway connections, which end with the test."""
    sockets: list[Socket] = []

    async def opened(*, compressed: bool = False, version: int = 10) -> Socket:
        query = f"?v={version}&encoding=json" + ("&compress=zlib-stream" if compressed else "")
        socket = Socket(await raw.session.ws_connect(f"{sandbox.url}/gateway{query}"), compressed=compressed)
        sockets.append(socket)
        return socket

    yield opened
    for each in sockets:
        await each.close()


@pytest.fixture
async def bot(sandbox: Sandbox, place: Place) -> AsyncIterator[TrialBot]:
    """The real discord.py, ready, in the guild of `place`."""
    point_discord_at(sandbox.url)
    async with running(TrialBot(), sandbox.token) as client:
        yield client
