"""A whole game in which the bot is killed with -9 after each play, and started again for the next one."""

from __future__ import annotations

import asyncio
import time
from pathlib import Path

from bot.sandbox import BotProcess, Sandbox
from soak.broken import Broken, require
from soak.kills import quiet
from soak.ledger import Ledger
from soak.people import Company
from soak.scratch import scratch


def run(count: int, seed: int, plays: int | None = None) -> str:
    """Play `count` games to their ends, or so many `plays`; returns the figure. Raises Broken."""
    with scratch() as folder:
        return asyncio.run(_run(count, seed, plays, folder / "plies.db"))


async def _run(count: int, seed: int, most: int | None, database: Path) -> str:
    begun, lives = time.monotonic(), 0
    async with Sandbox() as sandbox:
        guild = sandbox.add_guild("Hellas")
        company = Company(sandbox, guild, sandbox.add_channel(guild, "agora"), seed)
        ledger = Ledger(sandbox, database)
        process = BotProcess(sandbox, database, environment={"SYNTAGMA_LOG_LEVEL": "WARNING"})
        before: str | None = None
        while company.overs < count and (most is None or company.plays < most):
            await process.start()
            await process.ready()
            # A life ends with its play, and the table would never be set if the bot were not given the time for that.
            await quiet(ledger)
            lives += 1
            if before not in (None, now := await _shown(company)):
                raise Broken(f"seed {seed}, after kill {lives - 1}: it came back otherwise\n{before}\n{now}")
            await company.step()
            before = await _shown(company)
            await process.kill()
            require(ledger.amiss(), f"seed {seed}, after kill {lives}")
            if "Traceback" in process.output:
                raise Broken(f"seed {seed}: an error nobody foresaw\n{process.output[-3000:]}")
        await process.start()
        await process.ready()
        await quiet(ledger)
        require(ledger.untold(), f"seed {seed}, at the end")
        await process.terminate()
    return (
        f"{count} games with a kill after each of {company.plays} plays: each time the board, the scores and the log "
        f"came back the same, 0 plays lost, 0 twice; {len(ledger.calls)} calls, 0 missing, 0 doubled; "
        f"{time.monotonic() - begun:.0f} s"
    )


async def _shown(company: Company) -> str:
    """What the bot says of the game when asked: the board in letters, how it stands, and the end of its log."""
    told = []
    for command, options in (("board", {"text": True}), ("game info", {}), ("log", {})):
        used = await company.players[0].person.slash(company.channel, command, **options)
        told.append(used.response.content if used.response is not None else "")
    return "\n".join(told)
