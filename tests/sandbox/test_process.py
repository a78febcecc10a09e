"""The bot as a process: ready, killed, started again, ended in order."""

from __future__ import annotations

from pathlib import Path

import pytest

from bot.sandbox import BotProcess
from tests.sandbox.rig import Place

PROGRAM = """
import os, sys
import discord
from bot.sandbox.connect import point_discord_at

point_discord_at(os.environ["SYNTAGMA_SANDBOX"])
client = discord.Client(intents=discord.Intents(guilds=True))
tree = discord.app_commands.CommandTree(client)

@tree.command(name="where", description="Where the games are kept")
async def where(interaction):
    await interaction.response.send_message(os.environ["SYNTAGMA_DB"] + " " + os.environ["EXTRA"])

@client.event
async def setup_hook():
    print("starting", flush=True)
    await tree.sync()

client.run(os.environ["DISCORD_TOKEN"], log_handler=None)
"""


async def test_its_life(place: Place, tmp_path: Path) -> None:
    database = tmp_path / "games.db"
    async with BotProcess(place.sandbox, database, environment={"EXTRA": "more"}, command=("-c", PROGRAM)) as bot:
        await bot.ready()
        answered = await place.ann.slash(place.channel, "where")
        assert answered.response is not None
        assert answered.response.content == f"{database} more"
        assert await bot.kill() == -9
        sent = place.ann.send_slash(place.channel, "where")
        place.sandbox.advance(3)
        assert sent.failed
        await bot.restart()
        assert (await place.ann.slash(place.channel, "where")).response is not None
        assert bot.output.count("starting") == 2
        await bot.terminate()
        assert not bot.is_running


async def test_one_that_ends_at_once_is_told(place: Place, tmp_path: Path) -> None:
    bot = BotProcess(place.sandbox, tmp_path / "x", command=("-c", "print('no token'); raise SystemExit(2)"))
    await bot.start()
    with pytest.raises(RuntimeError, match=r"(?s)ended with 2.*no token"):
        await bot.ready()
    assert bot.returncode == 2
