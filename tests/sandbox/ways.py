"""Ways that tests of Discord's refusals take: rights given and taken, something said, a command that waits."""

from __future__ import annotations

from bot.sandbox import Permission
from bot.sandbox.nouns import COMMAND
from tests.sandbox.rig import Place, Raw

SOMETHING = {"content": "x"}


def deny(place: Place, what: Permission) -> None:
    place.sandbox.deny(place.channel, place.sandbox.bot, what)


def allow(place: Place, what: Permission) -> None:
    place.sandbox.allow(place.channel, place.sandbox.bot, what)


def messages(place: Place) -> str:
    return f"/channels/{place.channel.id}/messages"


async def said(place: Place, raw: Raw) -> str:
    """The path of a new message of the bot's."""
    reply = await raw("POST", messages(place), SOMETHING)
    return f"{messages(place)}/{reply.body['id']}"


def called(place: Place) -> tuple[str, str]:
    """A command that waits for its answer: the paths of its callback and of its webhook."""
    sent = place.sandbox.site.desk.send(COMMAND, place.ann.id, place.channel, {"name": "x"}, name="x")
    return f"/interactions/{sent.id}/{sent.token}/callback", f"/webhooks/{place.sandbox.bot.id}/{sent.token}"
