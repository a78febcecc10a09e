"""What a person does on the page, as JSON: one function for each act, all on the driver's `Person`.

What the real client would not let the person do comes out as `Refused` or `LookupError`, whose text they may read.
"""

from __future__ import annotations

import base64
import binascii
from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass
from typing import Any, Final

from bot.sandbox import options as command_options
from bot.sandbox.commands import ATTACHMENT, CHANNEL, MENTIONABLE, ROLE, USER
from bot.sandbox.components import CHANNEL_SELECT, STRING_SELECT
from bot.sandbox.driver import Person
from bot.sandbox.limits import LIMITS
from bot.sandbox.nouns import Channel, Role, User
from bot.sandbox.options import Refused
from bot.sandbox.people import People
from bot.sandbox.permissions import Permission
from bot.sandbox.sandbox import Sandbox
from bot.sandbox.sights import channel_sight, commands_sight
from bot.sandbox.uses import Interaction
from bot.sandbox.views import MessageView

Json = dict[str, Any]


@dataclass(frozen=True, slots=True)
class Asked:
    """An act: who does it, and the rest of what the page sent."""

    sandbox: Sandbox
    people: People
    person: Person
    body: Json

    def text(self, name: str) -> str:
        """A text of the body. Raises `LookupError` if there is none."""
        value = self.body.get(name)
        if not isinstance(value, str):
            raise LookupError(f"{name!r} is missing")
        return value

    def number(self, name: str) -> int:
        return identifier(self.text(name))

    def table(self, name: str) -> Json:
        value = self.body.get(name, {})
        if not isinstance(value, dict):
            raise LookupError(f"{name!r} is no table")
        return value

    def channel(self) -> Channel:
        """The channel that is named, if the person sees it."""
        channel = self.sandbox.world.channels.get(self.number("channel"))
        if channel is None or not self.sandbox.world.may(self.person.id, channel, Permission.VIEW_CHANNEL):
            raise LookupError("there is no such channel for this person")
        return channel

    def message(self) -> MessageView:
        """The message that is named, if the person sees it."""
        message = self.sandbox.world.messages.get(self.number("message"))
        if message is None or not self.sandbox.world.may_see(self.person.id, message):
            raise LookupError("there is no such message for this person")
        return self.sandbox.view(message)

    def target(self, value: object, *kinds: type[User] | type[Role] | type[Channel]) -> object:
        """The user, role or channel of that number, as the driver takes them."""
        number = identifier(value)
        world = self.sandbox.world
        if User in kinds and number in world.users:
            return world.users[number]
        if Channel in kinds and number in world.channels:
            return world.channels[number]
        for guild in world.guilds.values():
            if Role in kinds and number in guild.roles:
                return guild.roles[number]
        raise LookupError(f"nothing here has the number {number}")


Act = Callable[[Asked], Awaitable[Json]]


def identifier(value: object) -> int:
    """A snowflake as JSON has it. Raises `LookupError`."""
    if not isinstance(value, str) or not value.isascii() or not value.isdigit():
        raise LookupError(f"{value!r} is no number of anything")
    return int(value)


def _sent(interaction: Interaction) -> Json:
    return {"interaction": str(interaction.record.id)}


_REFERRED: Final[Mapping[int, tuple[type[User] | type[Role] | type[Channel], ...]]] = {
    USER: (User,),
    ROLE: (Role,),
    CHANNEL: (Channel,),
    MENTIONABLE: (User, Role),
}


def _values(asked: Asked, channel: Channel, line: str, given: Json) -> Json:
    """The options' values, numbers of people, roles and channels made into those."""
    _, _, known = command_options.find(asked.sandbox.site, channel, asked.person.id, line)
    kinds = {each["name"]: each["type"] for each in known}
    read: Json = {}
    for name, value in given.items():
        kind = kinds.get(name, 0)
        if kind in _REFERRED:
            read[name] = asked.target(value, *_REFERRED[kind])
        else:
            read[name] = _file(asked, value) if kind == ATTACHMENT else value
    return read


def _file(asked: Asked, value: object) -> object:
    """A file that the person sees somewhere, by its number, or the file itself with its bytes in base 64."""
    if isinstance(value, dict):
        try:
            return str(value["name"]), base64.b64decode(str(value["content"]), validate=True)
        except (KeyError, binascii.Error, UnicodeEncodeError) as error:
            raise LookupError("there is no such file") from error
    number, world = identifier(value), asked.sandbox.world
    for message in world.messages.values():
        for file in message.attachments:
            if file.id == number and world.may_see(asked.person.id, message):
                return file
    raise LookupError("there is no such file")


async def commands(asked: Asked) -> Json:
    """What may be called in a channel."""
    return {"commands": commands_sight(asked.sandbox.site, asked.person.user, asked.channel())}


async def channel(asked: Asked) -> Json:
    """A channel with its messages, for a page that has only now come to see it."""
    return {"channel": channel_sight(asked.sandbox.site, asked.person.user, asked.channel())}


async def slash(asked: Asked) -> Json:
    where, line = asked.channel(), asked.text("line")
    values = _values(asked, where, line, asked.table("options"))
    return _sent(asked.person.send_slash(where, line, **values))


async def autocomplete(asked: Asked) -> Json:
    """What is offered while something is typed into `option`; `options` holds what stands in the others."""
    where, line, option = asked.channel(), asked.text("line"), asked.text("option")
    others = _values(asked, where, line, {k: v for k, v in asked.table("options").items() if k != option})
    choices = await asked.person.autocomplete(where, line, option=option, text=asked.body.get("text", ""), **others)
    return {"choices": [{"name": each.name, "value": each.value} for each in choices]}


async def click(asked: Asked) -> Json:
    return _sent(asked.person.send_click(asked.message(), asked.text("custom_id")))


async def select(asked: Asked) -> Json:
    message, custom_id, values = asked.message(), asked.text("custom_id"), asked.body.get("values")
    if not isinstance(values, list):
        raise LookupError("'values' is no list")
    menu = message.menu(custom_id)
    if menu.kind != STRING_SELECT:
        kinds = (Channel,) if menu.kind == CHANNEL_SELECT else (User, Role)
        values = [asked.target(each, *kinds) for each in values]
    return _sent(asked.person.send_select(message, custom_id, *values))


async def submit(asked: Asked) -> Json:
    """Sends the modal that an interaction of this person has opened."""
    record = asked.sandbox.world.interactions.get(asked.number("interaction"))
    if record is None or record.user_id != asked.person.id:
        raise LookupError("no such modal is open for this person")
    values = {name: str(value) for name, value in asked.table("values").items()}
    return _sent(asked.person.send_submit(Interaction(asked.sandbox, record), values))


async def say(asked: Asked) -> Json:
    content = asked.text("content").strip()
    if not 1 <= len(content) <= LIMITS.content:
        raise Refused(f"a message has 1 to {LIMITS.content} characters")
    return {"message": str(asked.person.say(asked.channel(), content).id)}


async def dismiss(asked: Asked) -> Json:
    """The person's client forgets an ephemeral message."""
    message = asked.message().message
    if message.ephemeral_for != asked.person.id:
        raise Refused("only a message that you alone see can be dismissed")
    message.dismissed = True
    return {"message": str(message.id)}


async def converse(asked: Asked) -> Json:
    """Opens the conversation with the bot."""
    return {"channel": str(asked.person.dm.id)}


async def read(asked: Asked) -> Json:
    """Notes how far the person has read a channel."""
    where, number = asked.channel(), asked.number("message")
    asked.people.marks.read(asked.person.id, where.id, number)
    return {}


ACTS: Final[Mapping[str, Act]] = {
    each.__name__: each
    for each in (commands, channel, slash, autocomplete, click, select, submit, say, dismiss, converse, read)
}
