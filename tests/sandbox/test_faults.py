"""Troubles on demand, as discord.py and a raw client meet them."""

from __future__ import annotations

import asyncio
import time

import aiohttp
import discord
import pytest

from bot.sandbox import Sandbox
from bot.sandbox.connect import point_discord_at
from tests.sandbox.rig import Place, Raw
from tests.sandbox.trial import TrialBot, running

SEND = "POST /channels/{channel_id}/messages"


def channel_of(bot: TrialBot, place: Place) -> discord.TextChannel:
    channel = bot.get_channel(place.channel.id)
    assert isinstance(channel, discord.TextChannel)
    return channel


async def test_an_error_before_the_effect_is_retried(bot: TrialBot, place: Place) -> None:
    place.sandbox.faults.fail_before(SEND)
    await channel_of(bot, place).send("once")
    assert [each.content for each in place.ann.messages(place.channel)] == ["once"]
    assert [each.status for each in place.sandbox.rest.exchanges if each.call.route == SEND] == [500, 200]


async def test_an_error_after_the_effect_is_retried_without_a_second_message(bot: TrialBot, place: Place) -> None:
    place.sandbox.faults.fail_after(SEND, status=502)
    await channel_of(bot, place).send("once")
    assert [each.content for each in place.ann.messages(place.channel)] == ["once"]


async def test_a_lost_answer_leaves_its_effect(bot: TrialBot, place: Place) -> None:
    place.sandbox.faults.lose_answer(SEND)
    with pytest.raises(aiohttp.ClientError):
        await channel_of(bot, place).send("once")
    assert [each.content for each in place.ann.messages(place.channel)] == ["once"]
    assert place.sandbox.rest.exchanges[-1].status == 0


@pytest.mark.parametrize("everywhere", [False, True])
async def test_a_rate_limit_is_waited_for(everywhere: bool, bot: TrialBot, place: Place) -> None:
    place.sandbox.faults.rate_limit(SEND, retry_after=0.2, everywhere=everywhere)
    start = time.monotonic()
    await channel_of(bot, place).send("once")
    assert time.monotonic() - start >= 0.2
    assert len(place.ann.messages(place.channel)) == 1


async def test_rate_limits_tell_of_themselves(place: Place, raw: Raw) -> None:
    place.sandbox.faults.rate_limit(SEND, retry_after=1.5, everywhere=True)
    where = f"/channels/{place.channel.id}/messages"
    limited = await raw("POST", where, {"content": "x"})
    assert limited.status == 429
    assert limited.body["global"] is True
    assert limited.body["retry_after"] == 1.5
    assert limited.headers["X-RateLimit-Global"] == "true"
    assert limited.headers["X-RateLimit-Scope"] == "global"
    passed = await raw("POST", where, {"content": "x"})
    assert int(passed.headers["X-RateLimit-Remaining"]) == int(passed.headers["X-RateLimit-Limit"]) - 2
    assert passed.headers["X-RateLimit-Bucket"]


async def test_strict_rates_are_as_tight_as_discord_s() -> None:
    async with Sandbox(strict_rates=True) as sandbox, aiohttp.ClientSession() as session:
        guild = sandbox.add_guild("Hellas")
        first, second = (sandbox.add_channel(guild, name) for name in ("agora", "stoa"))
        raw = Raw(sandbox, session)
        replies = [await raw("POST", f"/channels/{first.id}/messages", {"content": "x"}) for _ in range(6)]
        assert [each.status for each in replies] == [200] * 5 + [429]
        assert replies[4].headers["X-RateLimit-Remaining"] == "0"
        assert 0 < replies[5].body["retry_after"] <= 5
        assert (await raw("POST", f"/channels/{second.id}/messages", {"content": "x"})).status == 200


async def test_a_delay_comes_before_the_effect(place: Place, raw: Raw) -> None:
    place.sandbox.faults.delay(f"POST /channels/{place.channel.id}/*", seconds=0.2)
    request = asyncio.create_task(raw("POST", f"/channels/{place.channel.id}/messages", {"content": "x"}))
    await asyncio.sleep(0.1)
    before = list(place.ann.messages(place.channel))
    assert place.sandbox.rest.in_flight == 1
    await request
    assert (len(before), len(place.ann.messages(place.channel))) == (0, 1)


async def test_a_slow_acknowledgement_is_too_late(bot: TrialBot, place: Place) -> None:
    place.sandbox.faults.delay("POST /interactions/*", seconds=0.3)
    sent = place.ann.send_slash(place.channel, "game new")
    await place.sandbox.wait_for(lambda: place.sandbox.rest.in_flight)
    place.sandbox.advance(3)
    await place.sandbox.idle()
    assert sent.failed
    assert isinstance(bot.failures[0], discord.NotFound)
    assert bot.failures[0].code == 10062


async def test_faults_are_counted_and_cleared(place: Place, raw: Raw) -> None:
    place.sandbox.faults.fail_before("GET /users/*", count=2, status=503)
    statuses = [(await raw("GET", "/users/@me")).status for _ in range(3)]
    assert statuses == [503, 503, 200]
    assert (await raw("GET", "/gateway")).status == 200
    place.sandbox.faults.fail_before(count=5)
    place.sandbox.faults.clear()
    assert (await raw("GET", "/users/@me")).status == 200


async def test_a_refused_login_says_so(sandbox: Sandbox) -> None:
    point_discord_at(sandbox.url)
    sandbox.faults.fail_before("GET /users/@me", status=401)
    with pytest.raises(discord.LoginFailure):
        async with running(TrialBot(), sandbox.token):
            pass
