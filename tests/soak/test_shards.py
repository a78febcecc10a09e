"""More than one shard: each server belongs to one, direct messages to the first, and one process has them all."""

from __future__ import annotations

from pathlib import Path

import pytest

from bot.client import Syntagma
from bot.sandbox import BotProcess, Guild, Sandbox
from soak.indoors import indoors, told
from soak.stock import EPOCH, NAMES, put, script

SHARDS = 2
SHARDING_REQUIRED = 4011


def shard(guild: Guild) -> int:
    return (guild.id >> 22) % SHARDS


@pytest.fixture(autouse=True)
def at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """Discord wants five seconds between two shards; the local one does not."""

    async def hook(client: Syntagma, shard_id: int | None, *, initial: bool = False) -> None:
        pass

    monkeypatch.setattr(Syntagma, "before_identify_hook", hook)


async def test_games_on_every_shard(tmp_path: Path) -> None:
    async with Sandbox(start_time=EPOCH / 1000 + 86_400, shards=SHARDS) as sandbox:
        guilds: dict[int, Guild] = {}
        while len(guilds) < SHARDS:
            guild = sandbox.add_guild(f"Server {len(guilds)}")
            if guilds.setdefault(shard(guild), guild) is not guild:
                sandbox.remove_bot(guild)
            sandbox.advance(0.001)
        people = [sandbox.add_person(guilds[0], name) for name in NAMES]
        for person in people:
            person.join(guilds[1])
        async with indoors(sandbox, tmp_path / "syntagma.db") as bot:
            assert bot.shard_count == SHARDS
            assert sorted(session.shard for session in sandbox.gateway.connected) == [(0, 2), (1, 2)]
            dealing = next(each for each in (script(1, plies) for plies in range(20, 60)) if each.deals)
            for number in guilds:
                channel = sandbox.add_channel(guilds[number], "agora")
                game = await put(bot.store, channel.id, guilds[number].id, dealing, [person.id for person in people])
                session = await bot.games.get(game)
                archon = people[dealing.to_act]
                panel = await archon.slash(archon.dm, "play", game=str(game))
                assert panel.response is not None
                assert panel.response.menus, "the panel opens in direct messages, which are shard 0's"
                await archon.select(panel.response, 0, "#0")
                await archon.click(panel.response, "Confirm")
                await told(bot)
                assert session.ply == dealing.plies + 1
                table = archon.messages(channel)[-1]
                assert "Act" in table.labels, "the table is in the server, whatever its shard"


@pytest.mark.parametrize("resumable", [True, False], ids=["resumed", "begun anew"])
async def test_the_time_is_watched_while_all_shards_are_there(tmp_path: Path, resumable: bool) -> None:
    """Nobody in the servers of a lost shard can act, so nobody is reminded; when it is back, all goes on."""
    async with Sandbox(shards=SHARDS) as sandbox, indoors(sandbox, tmp_path / "syntagma.db") as bot:
        await sandbox.wait_for(lambda: bot.watch.watching, what="the start to be over")
        for shards in ([1], [0], [0, 1]):
            for number in shards:
                sandbox.drop_gateway(resumable=resumable, shard=number)
            await sandbox.wait_for(lambda: not bot.watch.watching, what="the connection to be lost")
            await sandbox.wait_for(lambda: bot.watch.watching, what="the connection to be back")
            assert len(sandbox.gateway.connected) == SHARDS


async def test_one_shard_that_is_back_is_not_all(tmp_path: Path) -> None:
    async with Sandbox(shards=SHARDS) as sandbox, indoors(sandbox, tmp_path / "syntagma.db") as bot:
        await sandbox.wait_for(lambda: bot.watch.watching, what="the start to be over")
        for number in range(SHARDS):
            bot.dispatch("disconnect")
            bot.dispatch("shard_disconnect", number)
        await sandbox.wait_for(lambda: bot._lost == {0, 1}, what="both to be lost")
        bot.dispatch("resumed")
        bot.dispatch("shard_resumed", 0)
        await sandbox.wait_for(lambda: bot._lost == {1}, what="one to be back")
        assert not bot.watch.watching
        bot.dispatch("shard_resumed", 1)
        await sandbox.wait_for(lambda: bot.watch.watching, what="the connection to be back")


async def test_a_bot_that_has_outgrown_its_shards_takes_more(tmp_path: Path) -> None:
    """Past 2,500 servers Discord closes what is one shard too few; how many there are to be is asked anew."""
    async with Sandbox() as sandbox, BotProcess(sandbox, tmp_path / "syntagma.db") as process:
        await process.ready()
        sandbox.site.shards = SHARDS
        [session] = sandbox.gateway.connected
        assert session.connection is not None
        session.connection.close(SHARDING_REQUIRED)
        await sandbox.wait_for(
            lambda: sorted(each.shard for each in sandbox.gateway.connected) == [(0, 2), (1, 2)], 30, "two shards"
        )
        assert await process.terminate() == 0
