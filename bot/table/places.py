"""Where games are played: the channels of all servers, and those of their threads that are archived.

Discord archives a thread by itself after some days of silence, and its library forgets it then; but the game in it goes
on, who may see it stays who sees its channel, and the next message opens it again.
"""

from __future__ import annotations

import discord

Found = discord.abc.GuildChannel | discord.Thread


class Places:
    """One for each bot."""

    def __init__(self, client: discord.Client) -> None:
        self._client = client
        self._archived: dict[int, discord.Thread] = {}

    def note(self, thread: discord.Thread) -> None:
        """Remember a thread while it is archived."""
        if thread.archived:
            self._archived[thread.id] = thread
        else:
            self._archived.pop(thread.id, None)

    def forget(self, channel: int) -> None:
        """A channel or thread is gone."""
        self._archived.pop(channel, None)

    def find(self, guild: int | None, channel: int) -> Found | None:
        """A channel or thread of a server, as far as it is known."""
        server = None if guild is None else self._client.get_guild(guild)
        if server is None:
            return None
        found = self._archived.get(channel)
        if found is not None and found.guild.id == guild:
            # After a new connection the server is another object, which alone knows the rights of now.
            found.guild = server
        return server.get_channel_or_thread(channel) or (found if found and found.guild is server else None)

    async def look_up(self, guild: int | None, channel: int) -> Found | None:
        """The same; a thread that is not known is asked for. None for what is gone."""
        found = self.find(guild, channel)
        if found is None and guild is not None and self._client.get_guild(guild) is not None:
            try:
                asked = await self._client.fetch_channel(channel)
            except (discord.NotFound, discord.Forbidden):
                return None
            if isinstance(asked, discord.Thread):
                self.note(asked)
                found = self.find(guild, channel)
        return found
