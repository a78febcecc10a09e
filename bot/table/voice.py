"""Putting messages on Discord: into channels, over old ones, to people.

Nothing here knows a game. What Discord refuses for good comes out as `Unreachable`, passing faults as they are.
"""

from __future__ import annotations

import asyncio
import functools
import logging
from dataclasses import dataclass
from datetime import UTC, datetime

import aiohttp
import discord

from bot import text
from bot.clock import Clock
from bot.screens.pictures import Draw, Painter
from bot.store.store import ShownRow, Store

log = logging.getLogger(__name__)

PASSING = (discord.DiscordServerError, discord.RateLimited, aiohttp.ClientError, TimeoutError, OSError)
"""Faults after which the same call may work."""
NOBODY = discord.AllowedMentions.none()
MISSING_PERMISSIONS = 50013
NONCE_MEMORY = 2 * 60 * 1000
"""Milliseconds for which Discord surely knows a nonce again."""
SKEW = 60
"""Seconds by which the host's clock may differ from Discord's."""
STRIPPING = 10
"""Seconds in which the buttons come off an old message, or stay on it."""
SOUGHT = 30
"""How many messages are looked through for what may have been said before."""

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
    since: int | None = None
    """When it was first to be said, in milliseconds: perhaps an earlier run has said it and could not note that."""
    silent: bool = False
    """Whether it is shown without a sound, for the one it calls is asleep."""


def _says(message: discord.Message, poster: Poster) -> bool:
    """Whether a message is what the poster shows: by its buttons, which name game and board, or by its words."""
    if poster.buttons is None:
        return message.content == poster.content.strip()
    rows = [row for row in message.components if isinstance(row, discord.ActionRow)]
    there = {each.custom_id for row in rows for each in row.children}
    return there == {getattr(each, "custom_id", None) for each in poster.buttons.children}


class Voice:
    """Sends and edits. One for each bot."""

    def __init__(self, client: discord.Client, store: Store, painter: Painter, clock: Clock) -> None:
        self._clock = clock
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

    async def post(self, number: int, poster: Poster, old: int | None = None) -> discord.Message:
        """A new message in a channel, beside an `old` one that says the same. Raises Unreachable."""
        channel = await self.channel(number)
        if found := await self._said_before(channel, poster, old):
            return found
        users = [discord.Object(poster.pinged)] if poster.pinged else False
        roles = [discord.Object(poster.called)] if poster.called else False
        mentions = discord.AllowedMentions(everyone=False, roles=roles, users=users, replied_user=False)
        view = poster.buttons or discord.utils.MISSING
        send = functools.partial(channel.send, view=view, allowed_mentions=mentions, silent=poster.silent)
        try:
            if poster.draw is None:
                return await send(poster.content, nonce=poster.nonce)
            file = await self._painter.paint(poster.draw, poster.filename)
            try:
                return await send(poster.content, file=file, nonce=poster.nonce)
            except discord.Forbidden as error:
                if error.code != MISSING_PERMISSIONS:
                    raise
            words = text.fit(poster.content, text.in_letters(poster.letters))
            return await send(words, nonce=f"{poster.nonce}l")
        except (discord.Forbidden, discord.NotFound) as error:
            raise Unreachable(error.code) from error

    async def _said_before(
        self, place: Channel | discord.User, poster: Poster, old: int | None = None
    ) -> discord.Message | None:
        """What an earlier run sent without living to note it, where Discord may have forgotten the nonce by now."""
        if poster.since is None or self._clock.now() * 1000 - poster.since < NONCE_MEMORY:
            return None
        began = datetime.fromtimestamp(poster.since / 1000 - SKEW, UTC)
        try:
            async for message in place.history(limit=SOUGHT, after=began, oldest_first=False):
                if message.id != old and message.author == self._client.user and _says(message, poster):
                    return message
        except (discord.Forbidden, discord.NotFound) as error:
            log.info("what was said before cannot be looked at (code %d)", error.code)
        return None

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
            # Old messages meet a special limit (30046), for which the library would wait and try again and again.
            async with asyncio.timeout(STRIPPING):
                await message.edit(view=None)
        except (discord.HTTPException, TimeoutError, Unreachable) as error:
            log.debug("buttons stay on an old message: %s", error)

    async def direct(self, user: int, poster: Poster) -> bool:
        """A direct message. Returns whether it arrived, which is noted as what is known of that user."""
        view = poster.buttons or discord.utils.MISSING
        file = await self._painter.paint(poster.draw, poster.filename) if poster.draw else discord.utils.MISSING
        try:
            person = self._client.get_user(user) or await self._client.fetch_user(user)
            if await self._said_before(person, poster):
                return True
            await person.send(poster.content, file=file, view=view, nonce=poster.nonce, allowed_mentions=NOBODY)
        except (discord.Forbidden, discord.NotFound) as error:
            log.info("a direct message was refused with code %d", error.code)
            await self._store.set_dms(user, False)
            return False
        await self._store.set_dms(user, True)
        return True
