"""Words to one player that no direct message could bring: told at the next thing that player does in the game."""

from __future__ import annotations

from typing import Any

import discord

from bot.game.session import Session
from bot.store.rows import Job
from bot.store.store import Store


async def keep(store: Store, game: int, user: int, words: str) -> None:
    """Keep words for somebody in place of those before, which are overtaken."""
    insert = "INSERT OR REPLACE INTO unheard (game, user, text) VALUES (?, ?, ?)"
    await store.write(Job().add(insert, game, user, words))


async def tell(interaction: discord.Interaction[Any], session: Session) -> None:
    """Tell the one who has just done something in a game what they have not heard, if there is anything."""
    mine = session.id, interaction.user.id
    for (words,) in await session.store.select("SELECT text FROM unheard WHERE game = ? AND user = ?", *mine):
        await interaction.followup.send(words, ephemeral=True)
        await session.store.write(Job().add("DELETE FROM unheard WHERE game = ? AND user = ?", *mine))
