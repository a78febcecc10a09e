"""What can happen in the world: a small record each, published once, for the gateway and for people's streams."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from bot.sandbox.nouns import Channel, Guild, InteractionRecord, Member, Message, Role, User

Change = Literal["created", "edited", "deleted"]


@dataclass(frozen=True, slots=True)
class GuildHappened:
    """The bot joined (`created`) or left (`deleted`) the guild, or the guild was edited."""

    change: Change
    guild: Guild


@dataclass(frozen=True, slots=True)
class RoleHappened:
    change: Change
    role: Role


@dataclass(frozen=True, slots=True)
class MemberHappened:
    """Somebody joined, changed or left."""

    change: Change
    member: Member


@dataclass(frozen=True, slots=True)
class UserHappened:
    """A user's own settings changed (the openness to direct messages)."""

    user: User


@dataclass(frozen=True, slots=True)
class ChannelHappened:
    """A channel, thread or direct message."""

    change: Change
    channel: Channel


@dataclass(frozen=True, slots=True)
class ThreadMembersHappened:
    channel: Channel
    added: tuple[int, ...] = ()
    removed: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class MessageHappened:
    change: Change
    message: Message


@dataclass(frozen=True, slots=True)
class PinsHappened:
    channel: Channel


@dataclass(frozen=True, slots=True)
class ReactionHappened:
    change: Literal["created", "deleted"]
    message: Message
    user_id: int
    emoji: str


@dataclass(frozen=True, slots=True)
class InteractionHappened:
    """An interaction was sent, or went from one state to the next."""

    interaction: InteractionRecord


@dataclass(frozen=True, slots=True)
class CommandsHappened:
    """The commands of one guild, or the global ones, were replaced."""

    guild_id: int | None


@dataclass(frozen=True, slots=True)
class BotHappened:
    """The bot came to the gateway, or left it."""

    online: bool


Happening = (
    BotHappened
    | GuildHappened
    | RoleHappened
    | MemberHappened
    | UserHappened
    | ChannelHappened
    | ThreadMembersHappened
    | MessageHappened
    | PinsHappened
    | ReactionHappened
    | InteractionHappened
    | CommandsHappened
)
