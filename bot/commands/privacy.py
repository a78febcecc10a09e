"""`/privacy` and `/doctor`: what is kept of oneself, and what is wrong here."""

from __future__ import annotations

import io
import re
from typing import Any, Self

import discord
from discord import app_commands

from bot import text
from bot.client import Interaction
from bot.commands.choose import GAME, games, session_of
from bot.desk import doctor
from bot.desk.door import door
from bot.game import privacy
from bot.refusals import Refusal, Refused
from bot.screens import components
from bot.table.acknowledgement import acknowledge

WHAT = [
    app_commands.Choice(name="say what is stored", value="about"),
    app_commands.Choice(name="export my data as a file", value="export"),
    app_commands.Choice(name="erase me", value="erase"),
]


class Own(discord.ui.DynamicItem[discord.ui.Button[Any]], template=r"own:(?P<what>export|erase|erased|keep)"):
    """A button about what is kept of the one who presses it. It works after a restart, and for nobody else."""

    def __init__(self, what: str) -> None:
        label, style = {
            "export": ("Export my data", discord.ButtonStyle.secondary),
            "erase": ("Erase me", discord.ButtonStyle.danger),
            "erased": ("Erase", discord.ButtonStyle.danger),
            "keep": ("Cancel", discord.ButtonStyle.secondary),
        }[what]
        super().__init__(discord.ui.Button(label=label, custom_id=f"own:{what}", style=style))
        self.what = what

    @classmethod
    async def from_custom_id(
        cls, interaction: discord.Interaction, item: discord.ui.Item[Any], match: re.Match[str], /
    ) -> Self:
        return cls(match["what"])

    async def callback(self, interaction: Interaction) -> None:  # type: ignore[override]
        async with door(interaction):
            if await acknowledge(interaction.client.received, interaction, opens=False):
                await _do(interaction, self.what)


async def _do(interaction: Interaction, what: str) -> None:
    client, user = interaction.client, interaction.user.id
    match what:
        case "export":
            blob = await privacy.collect(client.games, user)
            file = discord.File(io.BytesIO(blob), filename="about-you.json", description=privacy.EXPORTED_FILE)
            await interaction.edit_original_response(content=privacy.EXPORTED, attachments=[file], view=None)
        case "erase":
            running = sum(row.status == "live" for row in await client.store.games_of(user))
            shown = components.view([Own("erased"), Own("keep")])
            await interaction.edit_original_response(content=privacy.question(running), view=shown)
        case "erased":
            await privacy.erase(client.games, user)
            await interaction.edit_original_response(content=privacy.ERASED, view=None)
        case "keep":
            await interaction.edit_original_response(content=text.CANCELLED, view=None)
        case _:
            shown = components.view([Own("export"), Own("erase")])
            await interaction.edit_original_response(content=privacy.ABOUT, view=shown)


@app_commands.command(name="privacy", description="What I keep about you; have it as a file, or have it erased")
@app_commands.describe(what="Say it (default), export it, or erase it; erasing asks first")
@app_commands.choices(what=WHAT)
async def privacy_command(interaction: Interaction, what: str = "about") -> None:
    await _do(interaction, what)


@app_commands.command(name="doctor", description="What is wrong here, and what mends it")
@app_commands.autocomplete(game=games)
@app_commands.describe(game=GAME)
async def doctor_command(interaction: Interaction, game: str | None = None) -> None:
    try:
        session = await session_of(interaction, game)
    except Refused as refused:
        if game is not None or refused.refusal not in (Refusal.NO_GAME, Refusal.WHICH_GAME):
            raise
        session = None
    await interaction.edit_original_response(content=await doctor.examine(interaction, session))


COMMANDS: tuple[app_commands.Command[Any, ..., None], ...] = (privacy_command, doctor_command)
