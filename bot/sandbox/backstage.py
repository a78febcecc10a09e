"""What the page shows around the client of one person: everybody's marks, the bot's process, its rights, the faults."""

from __future__ import annotations

import signal
import time
from collections.abc import Iterator
from typing import Any, Final

from bot.sandbox.nouns import Channel
from bot.sandbox.people import People
from bot.sandbox.permissions import Permission
from bot.sandbox.process import BotProcess
from bot.sandbox.sandbox import Sandbox
from bot.sandbox.troubles import REQUESTS, RIGHTS

Json = dict[str, Any]

TAIL: Final = 60
"""Lines of the bot's output that are shown."""


def backstage(sandbox: Sandbox, people: People, process: BotProcess | None) -> Json:
    """The whole, equal to that of before as long as nothing in it has changed. Holds nothing that a player hides."""
    world = sandbox.world
    return {
        "type": "backstage",
        "people": [_person(sandbox, people, each.user.id) for each in people.all()],
        "guilds": [
            {"id": str(each.id), "name": each.name, "has_bot": sandbox.bot.id in each.members}
            for each in world.guilds.values()
        ],
        "channels": [_channel(sandbox, each) for each in _places(sandbox)],
        "process": _process(sandbox, process),
        "faults": [
            {
                "fault": each.trouble.name,
                "requests": next((name for name, it in REQUESTS.items() if it == each.pattern), each.pattern),
                "count": each.count,
                "seconds": each.seconds,
            }
            for each in sandbox.faults.pending
        ],
        "held": sandbox.gateway.paused,
        "twice": sandbox.gateway.twice,
        "skipped": round(world.now() - time.time()),
    }


def _person(sandbox: Sandbox, people: People, number: int) -> Json:
    user = sandbox.world.users[number]
    standing = people.standing(user)
    return {
        "id": str(number),
        "name": user.name,
        "kind": people.kind(user),
        "accepts_dms": user.accepts_dms,
        "guilds": [str(each.id) for each in sandbox.world.guilds.values() if number in each.members],
        "unread": standing.unread,
        "pings": standing.pings,
        "called": standing.called,
    }


def _places(sandbox: Sandbox) -> Iterator[Channel]:
    for guild in sandbox.world.guilds.values():
        yield from sandbox.world.channels_of(guild.id)
        yield from sandbox.world.threads_of(guild.id)


def _channel(sandbox: Sandbox, channel: Channel) -> Json:
    bits = sandbox.world.permissions(sandbox.bot.id, channel)
    return {
        "id": str(channel.id),
        "guild_id": str(channel.guild_id),
        "name": channel.name,
        "thread": channel.is_thread,
        "archived": channel.archived,
        "locked": channel.locked,
        "rights": {str(each.name): bool(bits & each) for each in RIGHTS},
        "bot_sees": bool(bits & Permission.VIEW_CHANNEL),
    }


def _process(sandbox: Sandbox, process: BotProcess | None) -> Json:
    """`state` is online, starting (running, not at the gateway), ended, or none."""
    connected = bool(sandbox.gateway.connected)
    if process is None:
        return {"state": "online" if connected else "none", "ending": None, "output": []}
    state = ("online" if connected else "starting") if process.is_running else "ended"
    ending = None if process.is_running else _ending(process.returncode)
    return {"state": state, "ending": ending, "output": process.output.splitlines()[-TAIL:]}


def _ending(status: int | None) -> str:
    if status is None:
        return "never started"
    if status < 0:
        return f"killed by {signal.Signals(-status).name}"
    return f"exit status {status}"
