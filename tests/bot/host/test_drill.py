"""The drill of a host: a backup while three people play, a lost database, the copy in its place, and on they play."""

from __future__ import annotations

import asyncio
import os
import sys
from pathlib import Path

from bot.demo import Evening
from bot.sandbox import BotProcess
from tests.bot.conftest import Run

ROOT = Path(__file__).resolve().parents[3]


async def command(database: Path, *words: str) -> tuple[int, str]:
    """`python -m bot ...` as a host types it; its exit status and all that it says."""
    process = await asyncio.create_subprocess_exec(
        *(sys.executable, "-m", "bot", *words),
        cwd=ROOT,
        env={**os.environ, "SYNTAGMA_DB": str(database), "DISCORD_TOKEN": ""},
        stdout=asyncio.subprocess.PIPE,
        stderr=asyncio.subprocess.STDOUT,
    )
    said, _ = await process.communicate()
    assert process.returncode is not None
    return process.returncode, said.decode()


def lose(folder: Path) -> None:
    """The database with all that belongs to it is gone."""
    for part in folder.glob("syntagma.db*"):
        part.unlink()


async def test_a_backup_is_made_while_people_play_and_put_back(run: Run, tmp_path: Path) -> None:
    database, copy = tmp_path / "syntagma.db", tmp_path / "copy.db"
    process, evening = await run(21, ("words", "words", "words"))
    await evening.open()
    await evening.play(plays=4)
    (status, said), _ = await asyncio.gather(command(database, "backup", str(copy)), evening.play(plays=6))
    assert status == 0, said
    assert await command(database, "check") == (0, "1 games, 0 differences\n")
    assert await command(database, "health") == (0, "well\n")
    status, said = await command(database, "restore", str(copy))
    assert (status, "stop that one first" in said) == (2, True)
    await process.terminate()
    lose(tmp_path)
    status, said = await command(database, "restore", str(copy))
    assert status == 0, said
    await goes_on(process, evening)
    assert await command(database, "check") == (0, "1 games, 0 differences\n")


async def goes_on(process: BotProcess, evening: Evening) -> None:
    """After the copy is in place the table is shown as it is in it, and is played on."""
    await process.restart()
    guild = next(iter(evening.sandbox.world.guilds.values()))
    owner = evening.sandbox.person(evening.sandbox.world.users[guild.owner_id])
    await owner.slash(evening.channel, "mod repost")
    await evening.called()
    await evening.sandbox.idle()
    assert await evening.play(plays=3) == 3
    await process.terminate()
    assert "Traceback" not in process.output
