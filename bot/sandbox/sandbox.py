"""The whole sandbox: a world, its server, and what a test or a page does to the world from outside."""

# ruff: noqa: ASYNC109 - a wait that says what it waited for needs a timeout of its own

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable, Iterable
from types import TracebackType
from typing import Self, TypeVar

from bot.sandbox import messages, rest_channels, rest_guilds
from bot.sandbox.clock import Clock
from bot.sandbox.driver import Person
from bot.sandbox.events import Events
from bot.sandbox.faults import Faults
from bot.sandbox.gateway import Gateway
from bot.sandbox.happenings import (
    ChannelHappened,
    GuildHappened,
    MemberHappened,
    RoleHappened,
    ThreadMembersHappened,
)
from bot.sandbox.interactions import Desk
from bot.sandbox.nouns import TEXT, Channel, Guild, Member, Message, Role, User
from bot.sandbox.permissions import NOTHING, Permission
from bot.sandbox.rest import Rest
from bot.sandbox.server import Server
from bot.sandbox.sights import sight
from bot.sandbox.site import Json, Site
from bot.sandbox.threads import archive, open_thread
from bot.sandbox.uses import PATIENCE
from bot.sandbox.views import MessageView
from bot.sandbox.world import World

T = TypeVar("T")

TOKEN = "sandbox.only.not-a-secret"

BOT_PERMISSIONS = (
    Permission.VIEW_CHANNEL
    | Permission.SEND_MESSAGES
    | Permission.SEND_MESSAGES_IN_THREADS
    | Permission.CREATE_PUBLIC_THREADS
    | Permission.EMBED_LINKS
    | Permission.ATTACH_FILES
    | Permission.READ_MESSAGE_HISTORY
)
"""What the bot is invited with unless `add_guild` is told otherwise."""


class Sandbox:
    """A local Discord. Use it as `async with Sandbox() as sandbox:`, or `start` and `stop` it.

    `privileged_intents` are those granted to the application; `strict_rates` makes rate limits as tight as Discord's,
    `shards` is in how many parts the bot is told to take its events.
    """

    def __init__(
        self,
        *,
        token: str = TOKEN,
        start_time: float | None = None,
        privileged_intents: int = 0,
        strict_rates: bool = False,
        shards: int = 1,
    ) -> None:
        self.token = token
        self.clock = Clock(start_time)
        self.world = World(self.clock)
        self.site = Site(self.world, Desk(self.world), privileged=privileged_intents, shards=shards)
        self.rest = Rest(self.site, token, strict_rates=strict_rates)
        self.gateway = Gateway(self.site, token)
        self.server = Server(self.site, self.rest, self.gateway)
        self.events = Events(self.site)
        self._changed = asyncio.Event()
        self.world.listen(lambda _: self._changed.set())
        self.rest.observers.append(lambda _: self._changed.set())

    async def __aenter__(self) -> Self:
        await self.start()
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        await self.stop()

    async def start(self, port: int = 0) -> None:
        """Listens on 127.0.0.1, on any free port for 0."""
        self.clock.start()
        await self.server.start(port)

    async def stop(self) -> None:
        self.clock.stop()
        self.events.close()
        await self.server.stop()

    @property
    def port(self) -> int:
        return self.server.port

    @property
    def url(self) -> str:
        """`http://127.0.0.1:port`, what `point_discord_at` and SYNTAGMA_SANDBOX take."""
        return self.site.url

    @property
    def faults(self) -> Faults:
        """What shall go wrong with the bot's requests."""
        return self.rest.faults

    @property
    def bot(self) -> User:
        return self.world.bot

    def advance(self, seconds: float) -> None:
        """Lets time pass for everybody who follows the sandbox's clock."""
        self.clock.advance(seconds)

    # Building the world.

    def add_guild(
        self, name: str, *, owner: Person | None = None, bot_permissions: Permission | None = BOT_PERMISSIONS
    ) -> Guild:
        """A guild, with the bot in it unless its permissions are None."""
        guild = self.world.add_guild(name, self.world.owner.id if owner is None else owner.id)
        if bot_permissions is not None:
            self.add_bot(guild, bot_permissions)
        return guild

    def add_bot(self, guild: Guild, permissions: Permission = BOT_PERMISSIONS) -> None:
        """Invites the bot, with its own role as Discord makes one."""
        role = Role(self.world.snowflake(), guild.id, self.bot.name, permissions, managed=True)
        guild.roles[role.id] = role
        guild.members[self.bot.id] = Member(self.bot.id, guild.id, self.world.now(), {role.id})
        self.world.publish(GuildHappened("created", guild))

    def remove_bot(self, guild: Guild) -> None:
        """Sends the bot away from the guild."""
        rest_guilds.remove_bot(self.world, guild)

    def add_role(
        self, guild: Guild, name: str, permissions: Permission = NOTHING, *, mentionable: bool = False
    ) -> Role:
        role = Role(self.world.snowflake(), guild.id, name, permissions, mentionable, position=len(guild.roles))
        guild.roles[role.id] = role
        self.world.publish(RoleHappened("created", role))
        return role

    def add_channel(self, guild: Guild, name: str) -> Channel:
        """A text channel."""
        position = sum(1 for _ in self.world.channels_of(guild.id))
        channel = Channel(self.world.snowflake(), TEXT, name, guild.id, position=position)
        self.world.add_channel(channel)
        self.world.publish(ChannelHappened("created", channel))
        return channel

    def add_thread(self, channel: Channel, name: str, *, by: Person | None = None, private: bool = False) -> Channel:
        """A thread that a person (the owner of the guild by default) opens."""
        owner = self.world.owner.id if by is None else by.id
        return open_thread(self.world, channel, owner, name, private=private)

    def add_person(
        self,
        guild: Guild | None,
        name: str,
        *,
        permissions: Permission = NOTHING,
        roles: Iterable[Role] = (),
    ) -> Person:
        """Somebody new, a member of the guild if one is given; `permissions` come on top of @everyone's."""
        person = Person(self, self.world.add_user(name))
        if guild is not None:
            person.join(guild)
            given = [each.id for each in roles]
            if permissions:
                given.append(self.add_role(guild, f"{name}'s rights", permissions).id)
            if given:
                member = guild.members[person.id]
                member.role_ids |= set(given)
                self.world.publish(MemberHappened("edited", member))
        return person

    def person(self, user: User) -> Person:
        """A client for a user that exists already."""
        return Person(self, user)

    # Changing it.

    def allow(self, channel: Channel, who: Person | Role | User, what: Permission) -> None:
        """Allows bits to a person, role or the bot (`sandbox.bot`) in the channel."""
        rest_channels.change_overwrite(self.world, channel, who.id, allow=what)

    def deny(self, channel: Channel, who: Person | Role | User | Guild, what: Permission) -> None:
        """Denies bits to a person, role, the bot, or everybody (the guild) in the channel."""
        rest_channels.change_overwrite(self.world, channel, who.id, deny=what)

    def delete_channel(self, channel: Channel) -> None:
        rest_channels.remove_channel(self.world, channel)

    def delete_message(self, message: MessageView) -> None:
        """Deletes the message, as a moderator would."""
        messages.delete(self.site, message.message)

    def set_thread(self, thread: Channel, *, archived: bool | None = None, locked: bool | None = None) -> None:
        """Archives, reopens, locks or unlocks a thread, as a moderator would."""
        if archived is not None:
            archive(self.world, thread, archived)
        if locked is not None:
            thread.locked = locked
        self.world.publish(ChannelHappened("edited", thread))

    def add_to_thread(self, thread: Channel, person: Person) -> None:
        thread.thread_members[person.id] = self.world.now()
        self.world.publish(ThreadMembersHappened(thread, added=(person.id,)))

    # Trouble with the gateway.

    def drop_gateway(self, *, resumable: bool = True, shard: int | None = None) -> None:
        """Breaks the bot's connection, or that of one shard; not `resumable`, its session is forgotten too."""
        self.gateway.drop(resumable=resumable, shard=shard)

    def pause_delivery(self) -> None:
        """Holds all gateway events back until `resume_delivery`."""
        self.gateway.pause()

    def resume_delivery(self) -> None:
        self.gateway.unpause()

    def deliver_twice(self, count: int = 1) -> None:
        """Delivers each of the next interactions two times."""
        self.gateway.twice += count

    # Looking at it.

    def view_for(self, who: Person | User) -> Json:
        """Everything that this person may see, as JSON; `events.subscribe` tells what changes from then on."""
        return sight(self.site, who.user if isinstance(who, Person) else who)

    # Waiting.

    def view(self, message: Message) -> MessageView:
        return MessageView(self.world, message)

    async def wait_for(self, predicate: Callable[[], T], timeout: float = PATIENCE, what: str = "that") -> T:
        """Waits until the predicate is true of the world and returns its value. Raises `TimeoutError`."""
        until = time.monotonic() + timeout
        while not (value := predicate()):
            if time.monotonic() > until:
                raise TimeoutError(f"waited {timeout:g} s in vain for {what}")
            self._changed.clear()
            try:
                # Not everything that can be waited for is published, so it looks again now and then.
                await asyncio.wait_for(self._changed.wait(), 0.02)
            except TimeoutError:
                continue
        return value

    async def idle(self, quiet: float = 0.05, timeout: float = PATIENCE) -> None:
        """Waits until for `quiet` seconds neither a request of the bot was under way nor an event went out to it.

        A bot that thinks for longer between two requests seems idle.
        """

        def is_quiet() -> bool:
            return min(self.rest.quiet_for(), self.gateway.quiet_for()) >= quiet

        await self.wait_for(is_quiet, timeout, "a quiet bot")

    async def connected(self, timeout: float = 30.0) -> None:
        """Waits until a bot has identified itself at the gateway and is still there."""
        await self.wait_for(lambda: bool(self.gateway.connected), timeout, "the bot at the gateway")
