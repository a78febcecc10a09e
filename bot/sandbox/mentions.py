"""Whom a message mentions, and whom its sending really notifies."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any, Final

from bot.sandbox.forms import Form, Path
from bot.sandbox.limits import LIMITS
from bot.sandbox.nouns import Channel, Message
from bot.sandbox.permissions import Permission
from bot.sandbox.world import World

Json = dict[str, Any]

_USER: Final = re.compile(r"<@!?(\d+)>")
_ROLE: Final = re.compile(r"<@&(\d+)>")
_EVERYONE: Final = re.compile(r"@(everyone|here)\b")
_CODE: Final = re.compile(r"```.*?```|`[^`\n]*`", re.DOTALL)


@dataclass(frozen=True, slots=True)
class Allowed:
    """Which mentions of a content count. The default (no `allowed_mentions` at all) is all of them."""

    parse: frozenset[str] = frozenset({"users", "roles", "everyone"})
    users: frozenset[int] = frozenset()
    roles: frozenset[int] = frozenset()
    replied_user: bool = True


@dataclass(frozen=True, slots=True)
class Mentions:
    """What the message shows as mentioned (`users`, `roles`, `everyone`) and who is notified by it."""

    users: tuple[int, ...] = ()
    roles: tuple[int, ...] = ()
    everyone: bool = False
    notified: frozenset[int] = frozenset()


def read_allowed(form: Form, path: Path, value: object) -> Allowed:
    """The `allowed_mentions` of a request."""
    if value is None:
        return Allowed()
    body = form.table(path, value)
    parse = form.items((*path, "parse"), body.get("parse"), high=3)
    for index, kind in enumerate(parse):
        if kind not in ("users", "roles", "everyone"):
            message = "Value must be one of {'users', 'everyone', 'roles'}."
            form.wrong((*path, "parse", index), "BASE_TYPE_CHOICES", message)
    named: dict[str, frozenset[int]] = {}
    for key in ("users", "roles"):
        numbers = form.items((*path, key), body.get(key), high=LIMITS.allowed_mentions)
        read = [form.snowflake((*path, key, index), each) for index, each in enumerate(numbers)]
        named[key] = frozenset(each for each in read if each is not None)
        if numbers and key in parse:
            message = f'parse:["{key}"] and {key}: [ids...] are mutually exclusive.'
            form.wrong(path, "MESSAGE_ALLOWED_MENTIONS_PARSE_EXCLUSIVE", message)
    replied = form.flag((*path, "replied_user"), body.get("replied_user"))
    return Allowed(frozenset(map(str, parse)), named["users"], named["roles"], replied)


def resolve(world: World, channel: Channel, author_id: int, content: str, allowed: Allowed) -> Mentions:
    """The mentions of a content. @everyone and unmentionable roles need a permission; code blocks mention nobody."""
    text = _CODE.sub("", content)
    named = _unique(int(each) for each in _USER.findall(text))
    users = tuple(each for each in named if each in world.users and ("users" in allowed.parse or each in allowed.users))
    guild = world.guild_of(channel)
    if guild is None:
        return Mentions(users=users)
    may_all = world.may(author_id, channel, Permission.MENTION_EVERYONE)
    roles = tuple(
        each
        for each in _unique(int(each) for each in _ROLE.findall(text))
        if each in guild.roles
        and ("roles" in allowed.parse or each in allowed.roles)
        and (may_all or guild.roles[each].mentionable)
    )
    everyone = bool(may_all and "everyone" in allowed.parse and _EVERYONE.search(text))
    notified = {each for each in users if each in guild.members}
    for member in guild.members.values():
        if everyone or member.role_ids & set(roles):
            notified.add(member.user_id)
    seen = {each for each in notified if each != author_id and world.may(each, channel, Permission.VIEW_CHANNEL)}
    return Mentions(users, roles, everyone, frozenset(seen))


def resolve_reply(world: World, mentions: Mentions, channel: Channel, referred: Message, allowed: Allowed) -> Mentions:
    """Adds the author of the message that is replied to, if that is allowed."""
    author = referred.author_id
    if not allowed.replied_user or author in mentions.users:
        return mentions
    notified = mentions.notified
    if world.may(author, channel, Permission.VIEW_CHANNEL) and not world.users[author].bot:
        notified |= {author}
    return Mentions((*mentions.users, author), mentions.roles, mentions.everyone, notified)


def _unique(numbers: Iterable[int]) -> list[int]:
    return list(dict.fromkeys(numbers))
