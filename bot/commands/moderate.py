"""`/mod`: what unsticks a game. Rights are checked here, for Discord would block holders of a mere role before."""

from __future__ import annotations

from typing import TYPE_CHECKING

from discord import app_commands

from bot import confirmations, moderation, pages, rights, text
from bot.commands.choose import games, session_of

if TYPE_CHECKING:
    from bot.client import Interaction


@app_commands.guild_only()
class Moderate(app_commands.Group, name="mod", description="Look after games: for those who may manage the channel"):
    """The group `/mod`."""

    @app_commands.command(name="status", description="Phase, who is waited for, rights that I lack, state of the store")
    @app_commands.autocomplete(game=games)
    async def status(self, interaction: Interaction, game: str | None = None) -> None:
        session = await session_of(interaction, game)
        rights.require_moderator(interaction, session)
        client = interaction.client
        await interaction.edit_original_response(
            content=pages.status(
                session,
                client.table.place(session),
                rights.missing(interaction),
                client.table.troubles.get(session.id),
                len(await client.store.unsent(session.id)),
            )
        )

    @app_commands.command(name="repost", description="Post the table message again")
    @app_commands.autocomplete(game=games)
    async def repost(self, interaction: Interaction, game: str | None = None) -> None:
        session = await session_of(interaction, game)
        rights.require_moderator(interaction, session)
        await moderation.repost(session, interaction.user.id)
        await interaction.edit_original_response(content=await interaction.client.table.told(session.id) or text.DONE)

    @app_commands.command(name="undo", description="Take back the last play, whoever made it; asks first")
    @app_commands.autocomplete(game=games)
    async def undo(self, interaction: Interaction, game: str | None = None) -> None:
        await _ask(interaction, game, "undo")

    @app_commands.command(name="skip", description="The mildest legal action for whoever is waited for; asks first")
    @app_commands.autocomplete(game=games)
    async def skip(self, interaction: Interaction, game: str | None = None) -> None:
        await _ask(interaction, game, "skip")

    @app_commands.command(name="reset", description="The same players start anew; asks first, the old game is kept")
    @app_commands.autocomplete(game=games)
    async def reset(self, interaction: Interaction, game: str | None = None) -> None:
        await _ask(interaction, game, "reset")

    @app_commands.command(name="end", description="End the game as it stands; asks first")
    @app_commands.describe(count="Count the scores as they stand (default), or end without a result")
    @app_commands.autocomplete(game=games)
    async def end(self, interaction: Interaction, count: bool = True, game: str | None = None) -> None:
        await _ask(interaction, game, "endscored" if count else "endvoid")


async def _ask(interaction: Interaction, game: str | None, what: str) -> None:
    session = await session_of(interaction, game)
    rights.require_moderator(interaction, session)
    moderation.require_live(session)
    await confirmations.ask(interaction, session, what)
