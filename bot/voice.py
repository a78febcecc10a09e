"""Putting messages on Discord: into channels, over old ones, to people.

Nothing here knows a game. What Discord refuses for good comes out as `Unreachable`, passing faults as they are.
"""

from __future__ import annotations

import logging
from dataclasses import dataclass

import aiohttp
import discord

from bot import text
from bot.pictures import Draw, Painter
from bot.store import ShownRow, Store

log = logging.getLogger(__name__)

PASSING = (discord.DiscordServerError, discord.RateLimited, aiohttp.ClientError, TimeoutError, OSError)
"""Faults after which the same call may work."""
NOBODY = discord.AllowedMentions.none()
MISSING_PERMISSIONS = 50013

Channel = discord.TextChannel | discord.Thread | discord.VoiceChannel


class Unreachable(Exception):
    """A channel or person that takes no message from the bot; `code` is Discord's."""

    def __init__(self, code: int) -> None:
        super().__init__(f"refused with code {code}")
        self.code = code


@dataclass(frozen=True, slots=True)
class Poster:
    """What a message is to show."""

    content: str
    buttons: discord.ui.View | None
    draw: Draw | None
    filename: str
    letters: str
    """The picture's place is taken by this where files may not be attached."""
    nonce: str
    """Sent twice with one nonce, a message appears once."""
    pinged: int | None = None
    called: int | None = None
    """A role that is notified."""


class Voice:
    """Sends and edits. One for each bot."""

    def __init__(self, client: discord.Client, store: Store, painter: Painter) -> None:
        self._client = client
        self._store = store
        self._painter = painter

    async def channel(self, number: int) -> Channel:
        """A channel or thread by its number. Raises Unreachable."""
        try:
            found = self._client.get_channel(number) or await self._client.fetch_channel(number)
        except (discord.NotFound, discord.Forbidden) as error:
            raise Unreachable(error.code) from error
        if not isinstance(found, Channel):
            raise Unreachable(10003)
        return found

    async def post(self, number: int, poster: Poster) -> discord.Message:
        """A new message in a channel. Raises Unreachable."""
        channel = await self.channel(number)
        users = [discord.Object(poster.pinged)] if poster.pinged else False
        roles = [discord.Object(poster.called)] if poster.called else False
        mentions = discord.AllowedMentions(everyone=False, roles=roles, users=users, replied_user=False)
        view = poster.buttons or discord.utils.MISSING
        try:
            if poster.draw is None:
                return await channel.send(poster.content, view=view, nonce=poster.nonce, allowed_mentions=mentions)
            file = await self._painter.paint(poster.draw, poster.filename)
            try:
                return await channel.send(
                    poster.content, file=file, view=view, nonce=poster.nonce, allowed_mentions=mentions
                )
            except discord.Forbidden as error:
                if error.code != MISSING_PERMISSIONS:
                    raise
            words = text.fit(poster.content, text.in_letters(poster.letters))
            return await channel.send(words, view=view, nonce=f"{poster.nonce}l", allowed_mentions=mentions)
        except (discord.Forbidden, discord.NotFound) as error:
            raise Unreachable(error.code) from error

    async def edit(self, shown: ShownRow, poster: Poster) -> bool:
        """Make an old message show something else, without a ping. Returns False where it must be sent anew."""
        files = [] if poster.draw is None else [await self._painter.paint(poster.draw, poster.filename)]
        try:
            message = (await self.channel(shown.channel)).get_partial_message(shown.message)
            await message.edit(content=poster.content, attachments=files, view=poster.buttons, allowed_mentions=NOBODY)
        except discord.HTTPException as error:
            if isinstance(error, PASSING):
                raise
            return False
        return True

    async def strip(self, shown: ShownRow) -> None:
        """Take the buttons off an old message. No matter if it cannot be done: their presses are refused anyway."""
        try:
            message = (await self.channel(shown.channel)).get_partial_message(shown.message)
            await message.edit(view=None)
        except (discord.HTTPException, Unreachable) as error:
            log.debug("buttons stay on an old message: %s", error)

    async def direct(self, user: int, poster: Poster) -> bool:
        """A direct message. Returns whether it arrived, which is noted as what is known of that user."""
        view = poster.buttons or discord.utils.MISSING
        file = await self._painter.paint(poster.draw, poster.filename) if poster.draw else discord.utils.MISSING
        try:
            person = self._client.get_user(user) or await self._client.fetch_user(user)
            await person.send(poster.content, file=file, view=view, nonce=poster.nonce, allowed_mentions=NOBODY)
        except (discord.Forbidden, discord.NotFound) as error:
            log.info("a direct message was refused with code %d", error.code)
            await self._store.set_dms(user, False)
            return False
        await self._store.set_dms(user, True)
        return True
