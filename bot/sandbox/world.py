"""The one place where the nouns of the local Discord live.

Nothing here refuses anything: what Discord forbids is decided by the modules of the REST routes and of the driver,
before they change the world. Whoever changes it tells so by `World.publish`, which the gateway and the people's event
streams listen to.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import Final

from bot.sandbox import rights
from bot.sandbox.clock import Clock
from bot.sandbox.happenings import Happening
from bot.sandbox.nouns import Attachment, Channel, Command, Guild, InteractionRecord, Member, Message, Role, User
from bot.sandbox.permissions import EVERYONE, Permission

DISCORD_EPOCH: Final = 1_420_070_400.0


class Channels(dict[int, Channel]):
    """Channels by their id, and those of a guild (or of none: conversations) without a search through all."""

    def __init__(self, channels: Iterable[Channel] = ()) -> None:
        super().__init__()
        self._of: dict[int | None, dict[int, Channel]] = {}
        for each in channels:
            self[each.id] = each

    def __setitem__(self, number: int, channel: Channel) -> None:
        super().__setitem__(number, channel)
        self._of.setdefault(channel.guild_id, {})[number] = channel

    def __delitem__(self, number: int) -> None:
        del self._of[self[number].guild_id][number]
        super().__delitem__(number)

    def of(self, guild_id: int | None) -> Iterable[Channel]:
        return self._of.get(guild_id, {}).values()


class World:
    """Everything there is, and the clock it follows."""

    def __init__(self, clock: Clock) -> None:
        self.clock = clock
        self._latest = 0
        self.users: dict[int, User] = {}
        self.guilds: dict[int, Guild] = {}
        self.channels = Channels()
        self.messages: dict[int, Message] = {}
        self.attachments: dict[int, Attachment] = {}
        self.interactions: dict[int, InteractionRecord] = {}
        self.tokens: dict[str, int] = {}
        self.commands: dict[int | None, dict[int, Command]] = {None: {}}
        self.application_emojis: dict[int, str] = {}
        self._listeners: list[Callable[[Happening], None]] = []
        self.bot = self.add_user("Syntagma", bot=True)
        self.owner = self.add_user("Host")

    @property
    def application_id(self) -> int:
        """The application's id, which is its bot's too."""
        return self.bot.id

    def now(self) -> float:
        return self.clock.now()

    def snowflake(self) -> int:
        """A new identifier of this instant, greater than every one before it."""
        self._latest = max(int((self.now() - DISCORD_EPOCH) * 1000) << 22, self._latest + 1)
        return self._latest

    def listen(self, listener: Callable[[Happening], None]) -> Callable[[], None]:
        """Calls `listener` with everything that happens, at once and in order; returns what ends that."""
        self._listeners.append(listener)
        return lambda: self._listeners.remove(listener)

    def publish(self, happening: Happening) -> None:
        for listener in tuple(self._listeners):
            listener(happening)

    def add_user(self, name: str, *, bot: bool = False) -> User:
        user = User(self.snowflake(), name, bot)
        self.users[user.id] = user
        return user

    def add_guild(self, name: str, owner_id: int) -> Guild:
        """A guild with its @everyone role (whose id is the guild's) and its owner, and nobody else."""
        guild = Guild(self.snowflake(), name, owner_id)
        guild.roles[guild.id] = Role(guild.id, guild.id, "@everyone", EVERYONE, position=0)
        guild.members[owner_id] = Member(owner_id, guild.id, self.now())
        self.guilds[guild.id] = guild
        self.commands[guild.id] = {}
        return guild

    def add_channel(self, channel: Channel) -> Channel:
        self.channels[channel.id] = channel
        return channel

    def channels_of(self, guild_id: int) -> Iterator[Channel]:
        """The guild's channels, its threads not among them."""
        return (each for each in self.channels.of(guild_id) if not each.is_thread)

    def threads_of(self, guild_id: int, parent_id: int | None = None) -> Iterator[Channel]:
        return (each for each in self.channels.of(guild_id) if each.is_thread and parent_id in (None, each.parent_id))

    def dm_between(self, one: int, other: int) -> Channel | None:
        pair = {one, other}
        return next((each for each in self.channels.of(None) if each.is_dm and set(each.recipient_ids) == pair), None)

    def guild_of(self, channel: Channel) -> Guild | None:
        return None if channel.guild_id is None else self.guilds.get(channel.guild_id)

    def is_member(self, guild_id: int, user_id: int) -> bool:
        guild = self.guilds.get(guild_id)
        return guild is not None and user_id in guild.members

    def permissions(self, user_id: int, channel: Channel) -> Permission:
        """What the user may do in the channel, thread (its parent's overwrites count) or direct message."""
        place = self.channels.get(channel.parent_id or 0, channel) if channel.is_thread else channel
        return rights.in_channel(self.guild_of(channel), channel, place, user_id)

    def may(self, user_id: int, channel: Channel, needed: Permission) -> bool:
        """Whether the user has all the bits in the channel."""
        return self.permissions(user_id, channel) & needed == needed

    def may_see(self, user_id: int, message: Message) -> bool:
        """Whether the user's client shows the message."""
        if message.deleted or message.dismissed or message.ephemeral_for not in (None, user_id):
            return False
        channel = self.channels.get(message.channel_id)
        return channel is not None and self.may(user_id, channel, Permission.VIEW_CHANNEL)

    def seen_in(self, user_id: int, channel: Channel) -> list[Message]:
        """The messages of the channel that the user's client shows, oldest first; rights are added up only once."""
        if channel.id not in self.channels or not self.may(user_id, channel, Permission.VIEW_CHANNEL):
            return []
        shown = (None, user_id)
        return [each for each in channel.messages.values() if each.ephemeral_for in shown and not each.dismissed]
