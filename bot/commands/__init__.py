"""The slash commands. Each reads what was typed, asks the game, and answers; none decides anything."""

from __future__ import annotations

from discord import app_commands

from bot.client import Syntagma
from bot.commands import chapters, game, moderate, personal, play, privacy


def add_to(tree: app_commands.CommandTree[Syntagma]) -> None:
    """Put all commands into the tree."""
    tree.add_command(game.Game())
    tree.add_command(moderate.Moderate())
    for command in (*play.COMMANDS, *personal.COMMANDS, *privacy.COMMANDS, chapters.help_command):
        tree.add_command(command)
