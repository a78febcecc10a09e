"""Answering interactions: at once and but once, whatever happens to the word of it.

Discord wants to be answered within three seconds, so each interaction is acknowledged before anything is done for it.
Discord may deliver one twice, and the answer to an acknowledgement may be lost: then Discord says that it is
acknowledged already. Who comes back with that is told apart by what this process has seen.
"""

from __future__ import annotations

import asyncio
import logging
from collections import OrderedDict
from typing import Any

import aiohttp
import discord

from bot import text

log = logging.getLogger(__name__)

ALREADY = 40060
"""Discord's code for an interaction that has been acknowledged."""
LOST = (aiohttp.ClientError, ConnectionError, TimeoutError)
"""Faults after which nobody knows whether a request has had its effect."""
REMEMBERED = 10_000
ATTEMPTS = 3


class Received:
    """The interactions that came to this process: the last of them, and those that are being carried out."""

    def __init__(self) -> None:
        self._seen: OrderedDict[int, None] = OrderedDict()
        self.begun: set[asyncio.Task[None]] = set()
        """What carries them out."""
        self.closed = False
        """Whether no more are taken."""

    def begin(self) -> None:
        """The task that calls this carries one out."""
        task = asyncio.current_task()
        if task is not None:
            self.begun.add(task)
            task.add_done_callback(self.begun.discard)

    async def close(self, seconds: float) -> None:
        """Take no more, and let those that have begun come to their end, for so many seconds."""
        self.closed = True
        if self.begun:
            await asyncio.wait(self.begun, timeout=seconds)

    def again(self, interaction: int) -> bool:
        """Note an interaction; returns whether it had come before."""
        if interaction in self._seen:
            return True
        self._seen[interaction] = None
        if len(self._seen) > REMEMBERED:
            self._seen.popitem(last=False)
        return False


async def acknowledge(received: Received, interaction: discord.Interaction[Any], *, opens: bool) -> bool:
    """Acknowledge an interaction; returns whether it is to be carried out now.

    It is not when it came before, when the bot is about to end, nor when Discord no longer takes the acknowledgement:
    then its user is shown a failure. `opens`: the answer is to be a new private message, not a change of the pressed
    one.
    """
    if received.closed:
        return False
    received.begin()
    again = received.again(interaction.id)
    if not await _defer(interaction, opens):
        return False
    interaction.extras["opens"] = opens
    if again:
        log.info("an interaction was delivered twice")
        if not opens:
            await answer(interaction, text.TWICE)
    return not again


async def _defer(interaction: discord.Interaction[Any], opens: bool) -> bool:
    """Whether the interaction is acknowledged."""
    for attempt in range(ATTEMPTS):
        try:
            await interaction.response.defer(ephemeral=True, thinking=opens)
        except discord.HTTPException as error:
            if error.code == ALREADY:
                return True
            log.warning("an interaction could not be acknowledged: %s", error)
            return False
        except LOST as error:
            # It may or may not have arrived; asking again tells.
            log.warning("no word of an acknowledgement (%s), attempt %d", type(error).__name__, attempt + 1)
        else:
            return True
    return False


async def answer(interaction: discord.Interaction[Any], words: str) -> None:
    """A private sentence, whether or not the interaction was acknowledged already; if it cannot be said, a log line."""
    opens = interaction.extras.get("opens")
    try:
        if opens is None:
            await interaction.response.send_message(words, ephemeral=True)
        elif opens:
            await interaction.edit_original_response(content=words, attachments=[], view=None)
        else:
            await interaction.followup.send(words, ephemeral=True)
    except (discord.HTTPException, *LOST) as error:
        log.warning("a sentence could not be told: %s", error)
