"""The slash commands. Each reads what was typed, asks the game, and answers; none decides anything."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bot.commands import chapters, game, moderate, personal, play, privacy

if TYPE_CHECKING:
    from bot.client import Tree


def add_to(tree: Tree) -> None:
    """Put all commands into the tree."""
    tree.add_command(game.Game())
    tree.add_command(moderate.Moderate())
    for command in (*play.COMMANDS, *personal.COMMANDS, *privacy.COMMANDS, chapters.help_command):
        tree.add_command(command)
