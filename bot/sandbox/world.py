"""The nouns of the local Discord and the one place where they live.

Identifiers are integers here and strings in JSON. All times are of the sandbox's clock. Nothing here refuses anything:
what Discord forbids is decided by the modules of the REST routes and of the driver, before they change the world.
Whoever changes it tells so by `World.publish`, which the gateway and the people's event streams listen to.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from typing import Any, Final, Literal

from bot.sandbox import permissions
from bot.sandbox.clock import Clock
from bot.sandbox.happenings import Happening
from bot.sandbox.permissions import EVERYONE, NOTHING, Permission

Json = dict[str, Any]

TEXT: Final = 0
DM: Final = 1
CATEGORY: Final = 4
PUBLIC_THREAD: Final = 11
PRIVATE_THREAD: Final = 12

EPHEMERAL: Final = 1 << 6
LOADING: Final = 1 << 7
SUPPRESS_EMBEDS: Final = 1 << 2
SUPPRESS_NOTIFICATIONS: Final = 1 << 12

DISCORD_EPOCH: Final = 1_420_070_400.0


@dataclass(eq=False, slots=True)
class User:
    """A person or the bot. `accepts_dms` is the privacy setting of the person."""

    id: int
    name: str
    bot: bool = False
    accepts_dms: bool = True

    @property
    def mention(self) -> str:
        return f"<@{self.id}>"


@dataclass(eq=False, slots=True)
class Role:
    id: int
    guild_id: int
    name: str
    permissions: Permission = NOTHING
    mentionable: bool = False
    managed: bool = False
    position: int = 1
    color: int = 0


@dataclass(eq=False, slots=True)
class Member:
    user_id: int
    guild_id: int
    joined: float
    role_ids: set[int] = field(default_factory=set)
    nick: str | None = None


@dataclass(frozen=True, slots=True)
class Overwrite:
    """What a channel allows and denies to one role or member."""

    target_id: int
    is_role: bool
    allow: Permission = NOTHING
    deny: Permission = NOTHING


@dataclass(eq=False, slots=True)
class Channel:
    """A text channel, a category, a thread or a direct message (no guild, two recipients)."""

    id: int
    kind: int
    name: str = ""
    guild_id: int | None = None
    parent_id: int | None = None
    position: int = 0
    topic: str | None = None
    overwrites: dict[int, Overwrite] = field(default_factory=dict)
    recipient_ids: tuple[int, ...] = ()
    messages: dict[int, Message] = field(default_factory=dict)
    last_message_id: int | None = None
    last_pin: float | None = None
    old_edits: list[float] = field(default_factory=list)
    # Threads only.
    owner_id: int = 0
    thread_members: dict[int, float] = field(default_factory=dict)
    archived: bool = False
    archived_at: float = 0.0
    active: float = 0.0
    locked: bool = False
    auto_archive: int = 1440

    @property
    def is_thread(self) -> bool:
        return self.kind in (10, PUBLIC_THREAD, PRIVATE_THREAD)

    @property
    def is_private_thread(self) -> bool:
        return self.kind == PRIVATE_THREAD

    @property
    def is_dm(self) -> bool:
        return self.kind == DM

    @property
    def mention(self) -> str:
        return f"<#{self.id}>"


@dataclass(eq=False, slots=True)
class Guild:
    id: int
    name: str
    owner_id: int
    roles: dict[int, Role] = field(default_factory=dict)
    members: dict[int, Member] = field(default_factory=dict)
    emojis: dict[int, str] = field(default_factory=dict)


@dataclass(eq=False, slots=True)
class Attachment:
    """A file of a message."""

    id: int
    filename: str
    content: bytes
    description: str | None
    content_type: str
    channel_id: int
    ephemeral: bool = False


@dataclass(eq=False, slots=True)
class Message:
    """A message, ephemeral ones included (`ephemeral_for` names the only user who sees it).

    `pings` are the users whom its sending notified by a mention; in a direct message it is the recipient. An edit
    never adds to them. `silent` says that it was sent without a notification (the mention counts all the same).
    `dismissed` is an ephemeral one that its user's client has forgotten; the bot may still edit it.
    """

    id: int
    channel_id: int
    author_id: int
    created: float
    content: str = ""
    embeds: list[Json] = field(default_factory=list)
    components: list[Json] = field(default_factory=list)
    attachments: list[Attachment] = field(default_factory=list)
    flags: int = 0
    tts: bool = False
    edited: float | None = None
    pinned: float | None = None
    nonce: str | int | None = None
    mention_ids: list[int] = field(default_factory=list)
    mention_role_ids: list[int] = field(default_factory=list)
    mention_everyone: bool = False
    pings: frozenset[int] = frozenset()
    ephemeral_for: int | None = None
    interaction_id: int | None = None
    followup_of: int | None = None
    reference: tuple[int, int] | None = None
    reactions: dict[str, list[int]] = field(default_factory=dict)
    thread_id: int | None = None
    deleted: bool = False
    dismissed: bool = False

    @property
    def silent(self) -> bool:
        return bool(self.flags & SUPPRESS_NOTIFICATIONS)

    @property
    def is_loading(self) -> bool:
        return bool(self.flags & LOADING)


InteractionState = Literal["waiting", "thinking", "deferred", "answered", "modal", "choices", "failed"]

COMMAND: Final = 2
COMPONENT: Final = 3
AUTOCOMPLETE: Final = 4
MODAL: Final = 5


@dataclass(eq=False, slots=True)
class InteractionRecord:
    """One use of a command, component or modal, and how far the bot has got with it.

    `waiting` until acknowledged; `thinking` (type 5) until the deferred message is filled in; `deferred` (type 6);
    `failed` when nobody acknowledged it in time. `acknowledged_after` is in real seconds since it was delivered.
    `message_ids` are the messages that it made, `effects` all that it made or changed, in order.
    """

    id: int
    token: str
    kind: int
    user_id: int
    channel_id: int
    guild_id: int | None
    data: Json
    created: float
    sent: float
    message_id: int | None = None
    name: str = ""
    option_type: int | None = None
    state: InteractionState = "waiting"
    response_type: int | None = None
    acknowledged_after: float | None = None
    original_id: int | None = None
    message_ids: list[int] = field(default_factory=list)
    effects: list[int] = field(default_factory=list)
    modal: Json | None = None
    choices: list[Json] = field(default_factory=list)
    modal_of: int | None = None


@dataclass(eq=False, slots=True)
class Command:
    """A registered application command; `body` is what Discord answers for it."""

    id: int
    guild_id: int | None
    body: Json

    @property
    def name(self) -> str:
        return str(self.body["name"])

    @property
    def kind(self) -> int:
        return int(self.body["type"])


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

    def may(self, user_id: int, channel: Channel, needed: Permission) -> bool:
        """Whether the user has all the bits in the channel."""
        return permissions.in_channel(self, channel, user_id) & needed == needed

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
