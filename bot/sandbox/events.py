"""Streams of what happens, as one person sees it: what a client in a browser lives on.

Every event is a JSON object with a `type`:

- `guild` / `guild_removed`: a guild appeared or changed (whole, as in `view_for`) / is gone for this person.
- `channel` / `channel_removed`: a channel, thread or conversation (without its messages) / its id.
- `channels`: all channels of a guild anew, because a right changed and with it what the person sees.
- `message` / `message_removed`: a message as it is now (sent or edited: `change`) / its id and channel.
- `interaction`: a step of the person's own interaction (waiting, thinking, answered, modal, choices, failed).
- `me`: the person's own settings; `commands`: commands changed; `bot`: whether it is online; `clock`: time was skipped.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable, Iterator
from typing import Any

from bot.sandbox import sights
from bot.sandbox.happenings import (
    BotHappened,
    ChannelHappened,
    CommandsHappened,
    GuildHappened,
    Happening,
    InteractionHappened,
    MemberHappened,
    MessageHappened,
    PinsHappened,
    ReactionHappened,
    RoleHappened,
    ThreadMembersHappened,
    UserHappened,
)
from bot.sandbox.nouns import Channel, User
from bot.sandbox.permissions import Permission
from bot.sandbox.site import Site

Json = dict[str, Any]


class Subscription:
    """One person's stream: `async for event in subscription`, or `next` in tests. Ends with `close`."""

    def __init__(self, user: User, end: Callable[[Subscription], None]) -> None:
        self.user = user
        self._end = end
        self._queue: asyncio.Queue[Json | None] = asyncio.Queue()

    def put(self, event: Json) -> None:
        self._queue.put_nowait(event)

    def close(self) -> None:
        """No more events; who iterates is let go."""
        self._end(self)
        self._queue.put_nowait(None)

    def waiting(self) -> list[Json]:
        """The events that nobody has taken yet, taken."""
        events: list[Json] = []
        while not self._queue.empty():
            event = self._queue.get_nowait()
            if event is not None:
                events.append(event)
        return events

    async def __aiter__(self) -> AsyncIterator[Json]:
        while (event := await self._queue.get()) is not None:
            yield event


class Events:
    """All streams. Only people's clients use them; the bot has the gateway."""

    def __init__(self, site: Site) -> None:
        self._site = site
        self._subscriptions: set[Subscription] = set()
        site.world.listen(self._hear)
        site.world.clock.watch(self._skip)

    def subscribe(self, user: User) -> Subscription:
        """A stream of what this user sees from now on."""
        subscription = Subscription(user, self._subscriptions.discard)
        self._subscriptions.add(subscription)
        return subscription

    def close(self) -> None:
        for each in tuple(self._subscriptions):
            each.close()

    def _hear(self, happening: Happening) -> None:
        for subscription in tuple(self._subscriptions):
            for event in self._seen(subscription.user, happening):
                subscription.put(event)

    def _skip(self, now: float) -> None:
        for subscription in tuple(self._subscriptions):
            subscription.put({"type": "clock", "now": now})

    def _seen(self, user: User, happening: Happening) -> Iterator[Json]:
        match happening:
            case MessageHappened():
                yield from self._message(user, happening)
            case ReactionHappened(_, message):
                yield from self._message(user, MessageHappened("edited", message))
            case InteractionHappened(interaction):
                if interaction.user_id == user.id:
                    yield {"type": "interaction", "interaction": sights.interaction_sight(interaction)}
            case ChannelHappened():
                yield from self._channel(user, happening)
            case PinsHappened(channel) | ThreadMembersHappened(channel):
                yield from self._channel(user, ChannelHappened("edited", channel))
            case RoleHappened(_, role):
                yield from self._guild(user, role.guild_id)
            case MemberHappened(change, member):
                if change == "deleted" and member.user_id == user.id:
                    yield {"type": "guild_removed", "guild_id": str(member.guild_id)}
                else:
                    yield from self._guild(user, member.guild_id)
            case GuildHappened(_, guild):
                yield from self._guild(user, guild.id)
            case UserHappened(changed):
                if changed is user:
                    yield {"type": "me", "me": sights.own_sight(user)}
            case CommandsHappened():
                yield {"type": "commands"}
            case BotHappened(online):
                yield {"type": "bot", "online": online}

    def _message(self, user: User, happening: MessageHappened) -> Iterator[Json]:
        message, world = happening.message, self._site.world
        channel = world.channels.get(message.channel_id)
        if channel is None:
            return
        if happening.change != "deleted":
            if world.may_see(user.id, message):
                shown = sights.message_sight(self._site, user, message)
                yield {"type": "message", "change": happening.change, "message": shown}
        elif message.ephemeral_for in (None, user.id) and self._sees(user, channel):
            yield {"type": "message_removed", "channel_id": str(channel.id), "message_id": str(message.id)}

    def _channel(self, user: User, happening: ChannelHappened) -> Iterator[Json]:
        channel, world = happening.channel, self._site.world
        if happening.change == "deleted":
            if self._sees(user, channel):
                yield {"type": "channel_removed", "channel_id": str(channel.id)}
        elif happening.change == "edited" and channel.guild_id is not None:
            # An overwrite may have shown or hidden the channel, and a thread goes with its parent.
            guild = world.guilds[channel.guild_id]
            if user.id in guild.members:
                seen = sights.seen_channels(self._site, user, guild)
                channels = [sights.channel_sight(self._site, user, each, with_messages=False) for each in seen]
                yield {"type": "channels", "guild_id": str(guild.id), "channels": channels}
        elif self._sees(user, channel):
            shown = sights.channel_sight(self._site, user, channel, with_messages=False)
            yield {"type": "channel", "channel": shown}

    def _guild(self, user: User, guild_id: int) -> Iterator[Json]:
        guild = self._site.world.guilds[guild_id]
        if user.id in guild.members:
            yield {"type": "guild", "guild": sights.guild_sight(self._site, user, guild)}

    def _sees(self, user: User, channel: Channel) -> bool:
        return self._site.world.may(user.id, channel, Permission.VIEW_CHANNEL)
