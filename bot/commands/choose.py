"""The option `game` that every command has: which game is meant where the channel alone does not tell."""

from __future__ import annotations

from typing import TYPE_CHECKING

from discord import app_commands

from bot.game.session import Session

if TYPE_CHECKING:
    from bot.client import Interaction


GAME = "Which game, where the channel does not tell: in direct messages, or an older one"
"""What the option is called to do, in every command that has it."""


async def games(interaction: Interaction, current: str) -> list[app_commands.Choice[str]]:
    """My live games, then the ended ones of this channel, by number."""
    client = interaction.client
    rows = await client.store.games_of(interaction.user.id)
    if interaction.channel_id is not None:
        seen = {row.id for row in rows}
        here = await client.store.games("channel = ? AND status = 'over'", interaction.channel_id)
        rows += [row for row in reversed(here) if row.id not in seen]
    choices = []
    for row in rows:
        guild = client.get_guild(row.guild)
        channel = client.places.find(row.guild, row.channel)
        label = f"Game {row.id}: {guild.name if guild else 'a server I left'}, #{channel.name if channel else 'gone'}"
        label += "" if row.status != "over" else " (over)"
        if current.casefold() in label.casefold():
            choices.append(app_commands.Choice(name=label[:100], value=str(row.id)))
    return choices[:25]


async def session_of(interaction: Interaction, chosen: str | None) -> Session:
    """The game that a command is about. Raises Refused."""
    session = await interaction.client.games.find(interaction.user.id, interaction.channel_id, chosen)
    interaction.client.table.hurry(session.id)
    return session
