"""What a REST route works with: the site (world and address), the call, the answer, and the table of routes."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from bot.sandbox.errors import ApiError, Refusal
from bot.sandbox.forms import refuse
from bot.sandbox.nouns import Channel, Guild, Message
from bot.sandbox.world import World

if TYPE_CHECKING:
    from bot.sandbox.interactions import Desk

Json = dict[str, Any]


@dataclass(frozen=True, slots=True)
class Upload:
    """A file of a multipart request."""

    filename: str
    content: bytes
    content_type: str = "application/octet-stream"


@dataclass(slots=True)
class Site:
    """The local Discord as its routes see it.

    `url` is its address without a slash at the end, `privileged` the privileged intents granted to the application,
    `shards` in how many parts the bot is told to take its events.
    """

    world: World
    desk: Desk
    url: str = ""
    privileged: int = 0
    shards: int = 1

    @property
    def gateway_url(self) -> str:
        return f"{self.url.replace('http', 'ws', 1)}/gateway"


@dataclass(frozen=True, slots=True)
class Call:
    """One request: its route's template, what the path and the query say, its JSON body and its files by number."""

    method: str
    template: str
    params: dict[str, str]
    query: dict[str, str] = field(default_factory=dict)
    body: Any = None
    files: dict[int, Upload] = field(default_factory=dict)

    @property
    def route(self) -> str:
        """Method and template, the name by which faults and rates know the route."""
        return f"{self.method} {self.template}"

    def id(self, name: str) -> int:
        """An identifier in the path. Raises 50035 if it is none."""
        text = self.params[name]
        if not text.isascii() or not text.isdigit():
            raise refuse((name,), "NUMBER_TYPE_COERCE", f'Value "{text}" is not snowflake.')
        return int(text)

    def table(self) -> Json:
        """The body as a JSON object. Raises 50109 for anything else."""
        if self.body is None:
            return {}
        if not isinstance(self.body, dict):
            raise ApiError(Refusal.INVALID_JSON)
        return self.body

    def count(self, name: str, default: int, high: int) -> int:
        """A number from 1 to `high` in the query."""
        text = self.query.get(name)
        if text is None:
            return default
        if not text.isdigit() or not 1 <= int(text) <= high:
            raise refuse((name,), "NUMBER_TYPE_MAX", f"int value should be between 1 and {high}.")
        return int(text)


@dataclass(frozen=True, slots=True)
class Answer:
    """What a route answers; a body of None is sent as 204."""

    body: Any = None
    status: int = 200


Work = Callable[[Site, Call], Answer]


@dataclass(frozen=True, slots=True)
class Route:
    """A method and path template (`/channels/{channel_id}`) and the function that does it, in one step.

    `needs_token` is false where the path itself carries a secret (interactions and their webhooks).
    """

    method: str
    template: str
    work: Work
    needs_token: bool = True


Routes = Iterable[Route]


def channel_of(site: Site, call: Call) -> Channel:
    """The channel that the path names. Raises 10003, or 50001 where the bot is not in its guild or conversation."""
    channel = site.world.channels.get(call.id("channel_id"))
    if channel is None:
        raise ApiError(Refusal.UNKNOWN_CHANNEL)
    bot = site.world.bot.id
    if channel.guild_id is None and bot not in channel.recipient_ids:
        raise ApiError(Refusal.MISSING_ACCESS)
    if channel.guild_id is not None and not site.world.is_member(channel.guild_id, bot):
        raise ApiError(Refusal.MISSING_ACCESS)
    return channel


def message_of(site: Site, call: Call, channel: Channel) -> Message:
    """The message that the path names, if it is in the channel and not ephemeral. Raises 10008."""
    message = channel.messages.get(call.id("message_id"))
    if message is None or message.ephemeral_for is not None:
        raise ApiError(Refusal.UNKNOWN_MESSAGE)
    return message


def guild_of(site: Site, call: Call) -> Guild:
    """The guild that the path names, if the bot is in it. Raises 10004."""
    guild = site.world.guilds.get(call.id("guild_id"))
    if guild is None or site.world.bot.id not in guild.members:
        raise ApiError(Refusal.UNKNOWN_GUILD)
    return guild
