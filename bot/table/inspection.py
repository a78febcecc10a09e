"""After a start: every lobby and running game is looked at once, and what is damaged is told of where it is played."""

from __future__ import annotations

import asyncio
import logging

from bot import metrics
from bot.game.games import Games
from bot.game.quarantine import TOLD
from bot.store.store import StoreError
from bot.table.voice import Poster, Unreachable, Voice

log = logging.getLogger(__name__)


async def inspect(games: Games, voice: Voice) -> list[int]:
    """Load all games that go on; returns those that are damaged. Each is told of once, not at every start."""
    damaged: list[int] = []
    for row in await games.store.games("status IN ('lobby', 'live')"):
        # Replaying a long game takes a while; whoever presses a button meanwhile comes first.
        await asyncio.sleep(0)
        try:
            session = await games.get(row.id, damaged=True)
        except StoreError as error:
            log.error("unreadable: %s", error, extra={"game": row.id})
            damaged.append(row.id)
            continue
        if session.damage is not None:
            damaged.append(row.id)
            await _tell(games, voice, row.id, row.channel)
    metrics.QUARANTINED.set(len(damaged))
    return damaged


async def _tell(games: Games, voice: Voice, game: int, channel: int) -> None:
    told = f"{TOLD}{game}"
    if await games.store.setting(told) is not None:
        return
    words = (
        f"Game {game} is damaged in my store, so nobody can act in it now; all other games go on. A moderator can "
        f"bring back its last good position: `/mod status game:{game}` says how."
    )
    try:
        await voice.post(channel, Poster(words, None, None, "", "", f"q{game}"))
    except Unreachable as error:
        log.info("damage could not be told of (code %d)", error.code, extra={"game": game})
    await games.store.set_setting(told, "told")
