"""The sandbox's clock: it follows real time, skips it, and tells of that."""

from __future__ import annotations

import asyncio
import json
import time

import pytest

from bot.sandbox import Sandbox
from bot.sandbox.clock import Clock
from bot.sandbox.world import DISCORD_EPOCH
from tests.sandbox.rig import Place, Raw


def test_it_starts_now_or_when_it_is_told_to() -> None:
    assert abs(Clock().now() - time.time()) < 1
    assert abs(Clock(1_000_000_000).now() - 1_000_000_000) < 1


def test_it_does_not_go_back() -> None:
    with pytest.raises(ValueError, match="does not go back"):
        Clock().advance(-1)


async def test_alarms_ring_in_order_by_waiting_or_skipping() -> None:
    clock = Clock()
    rung: list[str] = []
    now = clock.now()
    clock.call_at(now + 500, lambda: rung.append("late"))
    clock.call_at(now + 100, lambda: rung.append("early"))
    clock.call_at(now + 0.05, lambda: rung.append("soon"))
    clock.call_at(now + 9999, lambda: rung.append("never"))
    await asyncio.sleep(0.1)
    assert rung == ["soon"]
    clock.advance(600)
    assert rung == ["soon", "early", "late"]
    clock.stop()


async def test_watchers_are_told_until_they_stop() -> None:
    clock = Clock()
    told: list[float] = []
    stop = clock.watch(told.append)
    clock.advance(10)
    stop()
    clock.advance(10)
    assert len(told) == 1


async def test_ids_and_timestamps_follow_it(place: Place, raw: Raw) -> None:
    where = f"/channels/{place.channel.id}/messages"
    first = await raw("POST", where, {"content": "x"})
    place.sandbox.advance(86_400)
    second = await raw("POST", where, {"content": "x"})
    apart = (int(second.body["id"]) >> 22) - (int(first.body["id"]) >> 22)
    assert 86_400_000 <= apart < 86_402_000
    seconds = (int(second.body["id"]) >> 22) / 1000 + DISCORD_EPOCH
    assert abs(seconds - place.sandbox.clock.now()) < 1
    assert second.body["timestamp"] > first.body["timestamp"]


def test_ids_grow_within_an_instant() -> None:
    world = Sandbox().world
    ids = [world.snowflake() for _ in range(10_000)]
    assert ids == sorted(set(ids))


async def test_a_bot_can_follow_it(place: Place, raw: Raw) -> None:
    async with raw.session.get(f"{place.sandbox.url}/sandbox/clock") as response:
        body = await response.json()
    assert abs(body["now"] - place.sandbox.clock.now()) < 1
    async with raw.session.get(f"{place.sandbox.url}/sandbox/clock/stream") as response:
        assert response.content_type == "text/event-stream"
        lines = []
        for _ in range(2):
            line = await response.content.readline()
            await response.content.readline()
            lines.append(json.loads(line.removeprefix(b"data: "))["now"])
            place.sandbox.advance(3600)
    assert 3600 <= lines[1] - lines[0] < 3602


async def test_a_stream_ends_with_the_sandbox() -> None:
    sandbox = Sandbox()
    await sandbox.start()
    reader, writer = await asyncio.open_connection("127.0.0.1", sandbox.port)
    writer.write(f"GET /sandbox/clock/stream HTTP/1.1\r\nHost: 127.0.0.1:{sandbox.port}\r\n\r\n".encode())
    await reader.readuntil(b"data:")
    start = time.monotonic()
    await sandbox.stop()
    assert time.monotonic() - start < 2
    writer.close()
