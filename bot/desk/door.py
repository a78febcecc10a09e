"""The one door by which commands and presses come in and errors go out.

Whatever comes in is acknowledged before anything is done for it; whatever goes wrong leaves as a private sentence.
"""

from __future__ import annotations

import contextlib
import logging
import secrets
from collections.abc import AsyncIterator

import discord
from discord import app_commands

import engine
from bot import metrics, text
from bot.client import Interaction, Syntagma
from bot.refusals import Refused
from bot.screens import components
from bot.store.store import StoreError
from bot.table.acknowledgement import LOST, acknowledge, answer
from bot.table.voice import Unreachable
from bot.text import reasons

log = logging.getLogger(__name__)

GONE = (10008, 10015, 50027)
"""Discord's codes for a message that is not there any more, for an answer whose message is not, and for an interaction
that is too old to be answered."""


class Tree(app_commands.CommandTree[Syntagma]):
    """All slash commands. Each is acknowledged before anything is done for it, and only the caller sees the answer."""

    async def interaction_check(self, interaction: Interaction) -> bool:
        if interaction.type is discord.InteractionType.application_command:
            return await acknowledge(interaction.client.received, interaction, opens=True)
        # Choices can be given once; delivered a second time, there is nothing left to answer.
        return not interaction.client.received.again(interaction.id)

    async def on_error(self, interaction: Interaction, error: app_commands.AppCommandError) -> None:
        if interaction.type is discord.InteractionType.autocomplete:
            log.warning("autocomplete failed", exc_info=error)
            return
        await explain(interaction, error.original if isinstance(error, app_commands.CommandInvokeError) else error)


@contextlib.asynccontextmanager
async def door(interaction: Interaction) -> AsyncIterator[None]:
    """Let nothing that goes wrong with a press leave without a word."""
    try:
        yield
    except Exception as error:
        await explain(interaction, error)


async def explain(interaction: Interaction, error: Exception) -> None:
    """Tell the one who asked, privately, why it was not done; what nobody foresaw goes to the log with a reference."""
    if isinstance(error, Refused):
        metrics.REFUSALS.labels(error.refusal.value).inc()
        words = reasons.refused(error)
        if error.link_needed:
            # Only beside the reason, which is told also where the store cannot say where the board is.
            with contextlib.suppress(Refused, StoreError):
                words = f"{words} {await _present(interaction)}"
    elif isinstance(error, engine.GameError):
        words = text.STALE
    elif isinstance(error, (app_commands.CommandSignatureMismatch, app_commands.CommandNotFound)):
        words = text.UPDATED
    elif isinstance(error, app_commands.TransformerError):
        words = text.NOT_OF_THIS_SERVER
    elif isinstance(error, (Unreachable, discord.Forbidden)):
        words = text.cannot_post(error.code)
    elif isinstance(error, StoreError):
        words = text.STORE_TROUBLE
        log.error("the store refused: %s", error)
    elif isinstance(error, discord.HTTPException) and error.code in GONE:
        # It was dismissed or deleted while it was being answered, or answered too late.
        words = text.ANSWER_GONE
        log.info("what was to be changed is gone: %s", error)
    elif isinstance(error, (discord.DiscordServerError, *LOST)):
        words = text.UNCERTAIN
        log.warning("an answer was broken off: %s", error)
    else:
        reference = secrets.token_hex(4)
        metrics.UNFORESEEN.inc()
        log.error("unforeseen", exc_info=error, extra={"reference": reference})
        words = text.unforeseen(reference)
    await answer(interaction, words)


async def _present(interaction: Interaction) -> str:
    """Where the present board of the pressed message's game is, in a sentence."""
    target = components.target_of(interaction)
    if target is None:
        return ""
    session = await interaction.client.games.get(target.game, damaged=True)
    # The present message may be on its way only now.
    await interaction.client.table.told(session.id)
    return f"The present board: {await interaction.client.table.link(session)}"
