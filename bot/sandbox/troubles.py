"""What a host brings about from the page's drawer, as JSON: everything that can go wrong around the bot."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass
from typing import Any, Final

from bot.sandbox.acts import identifier
from bot.sandbox.driver import Person
from bot.sandbox.nouns import Channel, Guild
from bot.sandbox.options import Refused
from bot.sandbox.people import People
from bot.sandbox.permissions import Permission
from bot.sandbox.process import BotProcess
from bot.sandbox.sandbox import Sandbox

Json = dict[str, Any]

RIGHTS: Final = (
    Permission.VIEW_CHANNEL,
    Permission.SEND_MESSAGES,
    Permission.SEND_MESSAGES_IN_THREADS,
    Permission.CREATE_PUBLIC_THREADS,
    Permission.EMBED_LINKS,
    Permission.ATTACH_FILES,
    Permission.READ_MESSAGE_HISTORY,
    Permission.MANAGE_MESSAGES,
)
"""The bot's rights in a channel that the drawer gives and takes."""

REQUESTS: Final[Mapping[str, str]] = {
    "all": "*",
    "messages": "POST /channels/*/messages",
    "edits": "PATCH /channels/*/messages/*",
    "acknowledgements": "POST /interactions/*",
    "replies": "* /webhooks/*",
}
"""Kinds of the bot's requests, by the patterns of `Faults`."""

LONGEST: Final = 366 * 86_400.0
"""Seconds that may be skipped at once: a slip of the finger should not end all deadlines of a demonstration."""


@dataclass(frozen=True, slots=True)
class Order:
    """A trouble that the host has chosen; `process` is none where the bot is not a process of the sandbox's."""

    sandbox: Sandbox
    people: People
    process: BotProcess | None
    body: Json

    def _named(self, name: str, known: Mapping[int, Any]) -> Any:
        found = known.get(identifier(self.body.get(name)))
        if found is None:
            raise LookupError(f"there is no such {name}")
        return found

    def person(self) -> Person:
        return self.people.person(str(self.body.get("person")))

    def channel(self) -> Channel:
        channel: Channel = self._named("channel", self.sandbox.world.channels)
        return channel

    def guild(self) -> Guild:
        guild: Guild = self._named("guild", self.sandbox.world.guilds)
        return guild

    def flag(self, name: str) -> bool:
        return self.body.get(name) is True

    def amount(self, name: str, low: float, high: float) -> float:
        """A number of the body. Raises `Refused` if it is out of bounds."""
        value = self.body.get(name)
        if isinstance(value, bool) or not isinstance(value, int | float) or not low <= value <= high:
            raise Refused(f"{name} takes {low:g} to {high:g}")
        return float(value)

    def bot(self) -> BotProcess:
        if self.process is None:
            raise Refused("the bot is not a process of this page")
        return self.process


Trouble = Callable[[Order], Awaitable[None]]


async def messages(order: Order) -> None:
    """Somebody closes or opens their direct messages."""
    person = order.person()
    if order.flag("open"):
        person.open_dms()
    else:
        person.close_dms()


async def right(order: Order) -> None:
    """A right of the bot in a channel is given or taken."""
    names = {str(each.name): each for each in RIGHTS}
    bit = names.get(str(order.body.get("right")))
    channel = order.channel()
    if bit is None or channel.guild_id is None:
        raise LookupError("there is no such right")
    # A thread has its parent's overwrites.
    place = order.sandbox.world.channels.get(channel.parent_id or 0, channel) if channel.is_thread else channel
    change = order.sandbox.allow if order.flag("given") else order.sandbox.deny
    change(place, order.sandbox.bot, bit)


async def delete_channel(order: Order) -> None:
    channel = order.channel()
    if channel.is_dm:
        raise Refused("a conversation cannot be deleted")
    order.sandbox.delete_channel(channel)


async def add_channel(order: Order) -> None:
    name = "-".join(str(order.body.get("name", "")).lower().split())
    if not 1 <= len(name) <= 100:
        raise Refused("a channel's name has 1 to 100 characters")
    order.sandbox.add_channel(order.guild(), name)


async def set_thread(order: Order) -> None:
    """A thread is archived, locked, or opened again."""
    thread = order.channel()
    if not thread.is_thread:
        raise Refused("only a thread is archived or locked")
    order.sandbox.set_thread(thread, archived=order.flag("archived"), locked=order.flag("locked"))


async def delete_message(order: Order) -> None:
    message = order.sandbox.world.messages.get(identifier(order.body.get("message")))
    if message is None or message.deleted or message.ephemeral_for is not None:
        raise LookupError("there is no such message any more")
    order.sandbox.delete_message(order.sandbox.view(message))


async def leave(order: Order) -> None:
    order.person().leave(order.guild())


async def join(order: Order) -> None:
    order.person().join(order.guild())


async def remove_bot(order: Order) -> None:
    guild = order.guild()
    if order.sandbox.bot.id not in guild.members:
        raise Refused("the bot is not there")
    order.sandbox.remove_bot(guild)


async def add_bot(order: Order) -> None:
    guild = order.guild()
    if order.sandbox.bot.id in guild.members:
        raise Refused("the bot is there already")
    order.sandbox.add_bot(guild)


async def drop(order: Order) -> None:
    """The bot's connection to the gateway breaks; `resumable` says whether its session is remembered."""
    order.sandbox.drop_gateway(resumable=order.flag("resumable"))


async def hold(order: Order) -> None:
    """Events are held back, or let go."""
    if order.flag("held"):
        order.sandbox.pause_delivery()
    else:
        order.sandbox.resume_delivery()


async def twice(order: Order) -> None:
    """The next press or command reaches the bot two times."""
    order.sandbox.deliver_twice()


async def fault(order: Order) -> None:
    """The bot's next requests of a kind go wrong."""
    pattern = REQUESTS.get(str(order.body.get("requests")))
    if pattern is None:
        raise LookupError("there are no such requests")
    faults, count = order.sandbox.faults, int(order.amount("count", 1, 1000))
    match order.body.get("fault"):
        case "delay":
            faults.delay(pattern, seconds=order.amount("seconds", 0.1, 60), count=count)
        case "limit":
            faults.rate_limit(pattern, retry_after=order.amount("seconds", 0.1, 60), count=count)
        case "before":
            faults.fail_before(pattern, count=count)
        case "after":
            faults.fail_after(pattern, count=count)
        case "lost":
            faults.lose_answer(pattern, count=count)
        case _:
            raise LookupError("there is no such fault")


async def clear_faults(order: Order) -> None:
    order.sandbox.faults.clear()


async def skip(order: Order) -> None:
    """Lets time pass."""
    order.sandbox.advance(order.amount("seconds", 1, LONGEST))


async def kill(order: Order) -> None:
    """The bot's process is ended as by a power cut."""
    await _running(order).kill()


async def terminate(order: Order) -> None:
    """The bot's process is asked to end."""
    await _running(order).terminate()


async def start(order: Order) -> None:
    process = order.bot()
    if process.is_running:
        raise Refused("the bot is running")
    await process.start()


async def restart(order: Order) -> None:
    """Killed, and started again at once."""
    process = order.bot()
    if process.is_running:
        await process.kill()
        # So that the page shows that it was gone.
        await asyncio.sleep(0.3)
    if not process.is_running:
        await process.start()


def _running(order: Order) -> BotProcess:
    process = order.bot()
    if not process.is_running:
        raise Refused("the bot is not running")
    return process


async def add_person(order: Order) -> None:
    """Somebody new, in the guild if one is named."""
    guild = None if order.body.get("guild") is None else order.guild()
    order.people.add(str(order.body.get("name", "")), str(order.body.get("kind")), guild)


TROUBLES: Final[Mapping[str, Trouble]] = {
    each.__name__: each
    for each in (
        messages,
        right,
        delete_channel,
        add_channel,
        set_thread,
        delete_message,
        leave,
        join,
        remove_bot,
        add_bot,
        drop,
        hold,
        twice,
        fault,
        clear_faults,
        skip,
        kill,
        terminate,
        start,
        restart,
        add_person,
    )
}
