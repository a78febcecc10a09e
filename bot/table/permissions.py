"""What the bot must be allowed in a channel in which a game is played, and what it lacks there."""

from __future__ import annotations

import discord

NEEDED = ("view_channel", "send_messages", "attach_files", "read_message_history")
"""What the bot must be allowed in a channel in which a game is played; in a thread the second is another one."""
IN_THREADS = "send_messages_in_threads"
WHY = {
    "view_channel": "without it I do not see the game's channel",
    "send_messages": "without it I cannot call anybody",
    IN_THREADS: "without it I cannot call anybody",
    "attach_files": "without it there are boards of letters instead of pictures",
    "read_message_history": "without it I cannot keep the table in order",
}
"""What each right is for."""

Place = discord.TextChannel | discord.Thread | discord.VoiceChannel


def missing_in(place: Place) -> list[str]:
    """The rights that the bot lacks in a channel, in Discord's words."""
    return lacking(place.permissions_for(place.guild.me), isinstance(place, discord.Thread))


def may_write_in(place: Place) -> bool:
    """Whether the bot can show a table there at all, be it in letters."""
    have, thread = place.permissions_for(place.guild.me), isinstance(place, discord.Thread)
    may = have.view_channel and (have.send_messages_in_threads if thread else have.send_messages)
    return may and not (isinstance(place, discord.Thread) and place.locked and not have.manage_threads)


def needed(in_thread: bool) -> list[str]:
    """The names of the rights needed in a channel or a thread."""
    return [IN_THREADS if in_thread and right == "send_messages" else right for right in NEEDED]


def lacking(rights: discord.Permissions, in_thread: bool) -> list[str]:
    """The rights that are needed and not among those given, in Discord's words."""
    return [title(right) for right in needed(in_thread) if not getattr(rights, right)]


def title(right: str) -> str:
    """A right in Discord's words."""
    return right.replace("_", " ").title().replace(" In ", " in ")
