"""The nouns of the local Discord: what there is, without what becomes of it.

Identifiers are integers here and strings in JSON. All times are of the sandbox's clock.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any, Final, Literal

from bot.sandbox.permissions import NOTHING, Permission

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
