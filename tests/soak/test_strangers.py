"""The short form of the trial by strangers, and what it has brought to light."""

from __future__ import annotations

import io
import logging
from collections.abc import Callable
from pathlib import Path
from unittest.mock import Mock

import aiohttp
import discord
import pytest

from bot import text
from bot.sandbox.messages import Draft, post
from soak import strangers
from tests.bot.hall import Hall, said


def test_strangers_who_do_anything_harm_nothing() -> None:
    assert "0 by somebody without the right" in strangers.run(4, seed=1, steps=15)


@pytest.mark.parametrize("custom_id", ["s:1:1000000000:start:0:", "x", "s:1:1:act", "own:everything", "s:" + "9" * 98])
async def test_a_button_of_no_version_is_answered(hall: Hall, custom_id: str, tmp_path: Path) -> None:
    """Nobody shall see a bare failure because a message is older than the form of today's buttons."""
    part = {"type": 2, "style": 2, "label": "?", "custom_id": custom_id}
    row = {"type": 1, "components": [part]}
    message = post(hall.sandbox.site, hall.channel, Draft(content="old", components=[row]))
    assert said(await hall.ann.click(hall.sandbox.view(message), custom_id)) == text.STALE


async def test_somebody_of_another_server_cannot_be_named(hall: Hall) -> None:
    """Discord takes anybody's number for an option that wants a user."""
    far = hall.sandbox.add_person(hall.sandbox.add_guild("Elsewhere"), "Far")
    await hall.ann.slash(hall.channel, "game new")
    assert said(await hall.ann.slash(hall.channel, "game invite", user=far)) == text.NOT_OF_THIS_SERVER


LATE = discord.HTTPException(Mock(status=404, reason="Not Found"), "Unknown interaction")


@pytest.mark.parametrize("fault", [LATE, aiohttp.ServerDisconnectedError(), KeyError()])
def test_choices_that_come_too_late_are_no_error(fault: Exception, host_log: Callable[..., io.StringIO]) -> None:
    """Unless the error is one of our own."""
    written = host_log("INFO")
    try:
        raise fault
    except Exception:
        logging.getLogger("discord.app_commands.tree").exception("Ignoring exception in autocomplete for %r", "play")
    own = isinstance(fault, KeyError)
    assert ("level=error" in written.getvalue()) is own
    assert ("Traceback" in written.getvalue()) is own
