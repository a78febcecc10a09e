"""`/help`: how to play."""

from __future__ import annotations

from typing import TYPE_CHECKING

from discord import app_commands

import images
from bot.screens.boards import look_of
from bot.text.chapters import CHAPTERS

if TYPE_CHECKING:
    from bot.client import Interaction


@app_commands.command(name="help", description="How to play: the rules in short chapters, and the commands")
@app_commands.describe(topic="The chapter (default: what the game is)")
@app_commands.choices(
    topic=[app_commands.Choice(name=f"{name} · {title}", value=name) for name, (title, _) in CHAPTERS.items()]
)
async def help_command(interaction: Interaction, topic: str = "overview") -> None:
    title, words = CHAPTERS[topic]
    others = ", ".join(f"`{name}`" for name in CHAPTERS if name != topic)
    look = look_of((await interaction.client.store.person(interaction.user.id)).settings)
    files = []

    def draw() -> tuple[bytes, str]:
        return images.lesson(topic, theme=look.theme, palette=look.palette) or (b"", "")

    if topic in images.LESSONS and look.letters:
        words = f"{words}\n{images.lesson_words(topic)}"
    elif topic in images.LESSONS:
        files = [await interaction.client.painter.paint(draw, f"help-{topic}.png")]
    content = f"## {title}\n{words}\n\nMore: `/help topic:` {others}"
    await interaction.edit_original_response(content=content, attachments=files)
