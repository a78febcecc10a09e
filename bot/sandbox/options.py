"""A person's command line, checked as the real client checks it before anything is sent."""

from __future__ import annotations

import mimetypes
from collections.abc import Mapping
from typing import Any

from bot.sandbox import commands, permissions
from bot.sandbox.commands import (
    ATTACHMENT,
    BOOLEAN,
    CHANNEL,
    INTEGER,
    MENTIONABLE,
    NUMBER,
    ROLE,
    STRING,
    USER,
)
from bot.sandbox.nouns import Attachment, Channel, Command, Guild, Role, User
from bot.sandbox.payloads import attachment_json, channel_json, member_json, role_json, user_json
from bot.sandbox.site import Site

Json = dict[str, Any]


class Refused(Exception):
    """The real client, or Discord, would not let this person do that. Nothing was sent to the bot."""


def offered(site: Site, channel: Channel, user_id: int) -> list[Command]:
    """The slash commands that the person's client lists in the channel; a doubly registered one is there twice."""
    world = site.world
    bits = world.permissions(user_id, channel)
    if not bits & permissions.Permission.USE_APPLICATION_COMMANDS:
        return []
    scopes: list[int | None] = [None]
    if channel.guild_id is not None:
        if not world.is_member(channel.guild_id, world.bot.id):
            return []
        scopes.insert(0, channel.guild_id)
    return [
        command
        for scope in scopes
        for command in world.commands[scope].values()
        if command.kind == commands.CHAT and commands.permits(command.body, int(bits), in_dm=channel.is_dm)
    ]


def find(site: Site, channel: Channel, user_id: int, line: str) -> tuple[Command, tuple[str, ...], list[Json]]:
    """The command of a line (`game new`), its words and its options. Raises `Refused` if it is not offered."""
    words = tuple(line.removeprefix("/").split())
    for command in offered(site, channel, user_id):
        for path, options in commands.leaves(command.body):
            if path == words:
                return command, words, options
    raise Refused(f"there is no /{' '.join(words)} here for this person")


def nest(body: Json, words: tuple[str, ...], values: list[Json]) -> list[Json]:
    """The options of an interaction: the values wrapped into their subcommand and group."""
    if len(words) == 1:
        return values
    inner = next(each for each in body["options"] if each["name"] == words[1])
    return [{"type": inner["type"], "name": inner["name"], "options": nest(inner, words[1:], values)}]


class OptionReader:
    """Turns a person's values into an interaction's options and the objects that they refer to."""

    def __init__(self, site: Site, channel: Channel) -> None:
        self._site = site
        self._channel = channel
        self.resolved: Json = {}

    def read(self, options: list[Json], given: Mapping[str, object], *, focus: str | None = None) -> list[Json]:
        """The values as the interaction carries them. With `focus` (autocomplete) required ones may be missing.

        Raises `Refused` for an unknown, missing or unfit value.
        """
        known = {each["name"]: each for each in options}
        for name in given:
            if name not in known:
                raise Refused(f"there is no option {name!r}, only {sorted(known)}")
        if focus is not None and not known.get(focus, {}).get("autocomplete"):
            raise Refused(f"option {focus!r} has no autocomplete")
        read: list[Json] = []
        for option in options:
            name = option["name"]
            if name not in given or given[name] is None:
                if option.get("required") and focus is None:
                    raise Refused(f"option {name!r} is required")
                continue
            if name == focus:
                read.append({"type": option["type"], "name": name, "value": given[name], "focused": True})
            else:
                value = self._value(option, given[name])
                read.append({"type": option["type"], "name": name, "value": value})
        return read

    def _value(self, option: Json, value: object) -> object:
        kind, name = option["type"], option["name"]
        if choices := option.get("choices"):
            for choice in choices:
                if value in (choice["value"], choice["name"]):
                    return choice["value"]
            raise Refused(f"option {name!r} takes one of {[each['name'] for each in choices]}, not {value!r}")
        if kind == STRING:
            return self._text(option, value)
        if kind in (INTEGER, NUMBER):
            return self._number(option, value)
        if kind == BOOLEAN:
            if not isinstance(value, bool):
                raise Refused(f"option {name!r} takes True or False, not {value!r}")
            return value
        if kind == ATTACHMENT:
            return self._attach(name, value)
        kinds = option.get("channel_types")
        if kinds and isinstance(value, Channel) and value.kind not in kinds:
            raise Refused(f"option {name!r} takes channels of the types {kinds}")
        return self.refer(kind, value, where=f"option {name!r}")

    def _attach(self, name: str, value: object) -> str:
        """The id of an uploaded file: one of a message, or (name, bytes)."""
        if isinstance(value, Attachment):
            value = (value.filename, value.content)
        match value:
            case (str(filename), bytes(content)):
                kind = mimetypes.guess_type(filename)[0] or "application/octet-stream"
                number = self._site.world.snowflake()
                file = Attachment(number, filename, content, None, kind, self._channel.id, ephemeral=True)
            case _:
                raise Refused(f"option {name!r} takes a file, not {value!r}")
        self._site.world.attachments[file.id] = file
        self.resolved.setdefault("attachments", {})[str(file.id)] = attachment_json(file, self._site.url)
        return str(file.id)

    def _text(self, option: Json, value: object) -> str:
        if not isinstance(value, str) or not value:
            raise Refused(f"option {option['name']!r} takes a text, not {value!r}")
        low, high = option.get("min_length", 0), option.get("max_length", 6000)
        if not low <= len(value) <= high:
            raise Refused(f"option {option['name']!r} takes {low} to {high} characters")
        return value

    def _number(self, option: Json, value: object) -> int | float:
        name = option["name"]
        whole = option["type"] == INTEGER
        if isinstance(value, bool) or not isinstance(value, int if whole else (int, float)):
            raise Refused(f"option {name!r} takes a {'whole ' if whole else ''}number, not {value!r}")
        low, high = option.get("min_value", -(2**53)), option.get("max_value", 2**53)
        if not low <= value <= high:
            raise Refused(f"option {name!r} takes {low} to {high}")
        return value

    def refer(self, kind: int, value: object, *, where: str) -> str:
        """The id of a user, role or channel, whose JSON goes to `resolved`. Raises `Refused`."""
        target = getattr(value, "user", value)
        guild = self._site.world.guild_of(self._channel)
        if isinstance(target, User) and kind in (USER, MENTIONABLE):
            self._resolve_user(guild, target)
            return str(target.id)
        if isinstance(target, Role) and kind in (ROLE, MENTIONABLE) and guild and target.id in guild.roles:
            self.resolved.setdefault("roles", {})[str(target.id)] = role_json(target)
            return str(target.id)
        if isinstance(target, Channel) and kind == CHANNEL and guild and target.guild_id == guild.id:
            self.resolved.setdefault("channels", {})[str(target.id)] = self._partial_channel(target)
            return str(target.id)
        raise Refused(f"{where} does not take {value!r}")

    def _resolve_user(self, guild: Guild | None, user: User) -> None:
        self.resolved.setdefault("users", {})[str(user.id)] = user_json(user)
        member = None if guild is None else guild.members.get(user.id)
        if guild is not None and member is not None:
            body = member_json(self._site.world, member, with_user=False)
            body["permissions"] = str(int(self._site.world.permissions(user.id, self._channel)))
            self.resolved.setdefault("members", {})[str(user.id)] = body

    def _partial_channel(self, channel: Channel) -> Json:
        body = channel_json(self._site.world, channel)
        body.pop("permission_overwrites", None)
        return body | {"permissions": str(int(self._site.world.permissions(self._site.world.bot.id, channel)))}
