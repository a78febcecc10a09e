"""The people of the page: the sample world, who is called what there, and how far everybody has read."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Final, Literal

from bot.sandbox.driver import Person
from bot.sandbox.messages import Draft, post
from bot.sandbox.nouns import Channel, Guild, Message, User
from bot.sandbox.options import Refused
from bot.sandbox.permissions import Permission
from bot.sandbox.rights import in_guild
from bot.sandbox.sandbox import Sandbox
from bot.sandbox.world import World

Json = dict[str, Any]
Kind = Literal["player", "moderator", "outsider"]

PLAYERS: Final = ("Ann", "Ben", "Cleo")
MODERATOR: Final = "Solon"
OUTSIDER: Final = "Xenia"

_KINDS: Final = ("player", "moderator", "outsider")

WELCOME: Final = """\
# Welcome to Hellas
This is a **local Discord**: the real bot, and people whom you can be. Choose one of them at the top of the page; \
each sees only what that person would see. With *Ctrl* (or ⌘) and a click one opens in a window of its own.

1. As **Ann**, type `/game new` below (or press the slash).
2. As **Ben** and as **Cleo**, press `Join`; then anyone of the three presses `Start`.
3. A golden ring (*to act*) tells whose turn it is: be that person, and press `Act` on the newest message.

-# The lightning bolt opens the troubles: closed messages, missing rights, lost connections, passing time. \
When the sandbox ends (Ctrl-C), all this is gone, unless it was started with `--keep FILE`."""


def build_sample(sandbox: Sandbox) -> People:
    """The world to begin with: the server Hellas with two channels, three players, a moderator and an outsider."""
    guild = sandbox.add_guild("Hellas")
    agora = sandbox.add_channel(guild, "agora")
    sandbox.add_channel(guild, "stoa")
    people = People(sandbox)
    for name in PLAYERS:
        people.add(name, "player", guild)
    people.add(MODERATOR, "moderator", guild)
    people.add(OUTSIDER, "outsider", guild)
    welcome = post(sandbox.site, agora, Draft(content=WELCOME), author_id=sandbox.world.owner.id)
    for person in people.all():
        people.marks.read(person.id, agora.id, welcome.id)
    return people


class Marks:
    """How far each person has read each channel: the number of the last message that they have seen."""

    def __init__(self, world: World, read: dict[tuple[int, int], int] | None = None) -> None:
        self._world = world
        self._read = dict(read or {})

    def read(self, user_id: int, channel_id: int, message_id: int) -> None:
        """Notes that all up to the message is read; what is read stays read."""
        key = (user_id, channel_id)
        self._read[key] = max(message_id, self._read.get(key, 0))

    def of(self, user_id: int) -> dict[str, str]:
        """The person's marks as JSON, by channel."""
        return {str(channel): str(mark) for (user, channel), mark in self._read.items() if user == user_id}

    def new(self, user: User, channel: Channel) -> list[Message]:
        """What others have written there since, newest first, that this person sees."""
        mark = self._read.get((user.id, channel.id), 0)
        found: list[Message] = []
        if not self._world.may(user.id, channel, Permission.VIEW_CHANNEL):
            return found
        for message in reversed(channel.messages.values()):
            if message.id <= mark:
                break
            if message.ephemeral_for is None and message.author_id != user.id:
                found.append(message)
        return found

    def pack(self) -> Json:
        return {f"{user} {channel}": mark for (user, channel), mark in self._read.items()}


@dataclass(frozen=True, slots=True)
class Standing:
    """What is new to somebody: anything at all, how many messages that call them, and whether a table waits for them.

    A table waits for whom a message has called whose buttons can still be pressed.
    """

    unread: bool
    pings: int
    called: bool


class People:
    """Everybody one can be on the page, with a word for what each is there for."""

    def __init__(self, sandbox: Sandbox, extra: Json | None = None) -> None:
        extra = extra or {}
        self._sandbox = sandbox
        self._kinds: dict[int, str] = {int(user): kind for user, kind in extra.get("kinds", {}).items()}
        read = {}
        for key, mark in extra.get("read", {}).items():
            user, channel = key.split()
            read[int(user), int(channel)] = int(mark)
        self.marks = Marks(sandbox.world, read)

    def pack(self) -> Json:
        """What a kept world needs besides the world itself."""
        return {"kinds": {str(user): kind for user, kind in self._kinds.items()}, "read": self.marks.pack()}

    def add(self, name: str, kind: str, guild: Guild | None) -> Person:
        """Somebody new, in the guild if one is given. Raises `Refused` for a name that is none."""
        name = " ".join(name.split())
        if not 1 <= len(name) <= 32 or not name.isprintable():
            raise Refused("a name has 1 to 32 characters")
        if any(each.user.name.casefold() == name.casefold() for each in self.all()):
            raise Refused(f"there is somebody called {name} already")
        if kind not in _KINDS:
            raise Refused(f"one can be a {', '.join(_KINDS)}, not {kind!r}")
        rights = Permission.MANAGE_CHANNELS if kind == "moderator" else Permission(0)
        person = self._sandbox.add_person(guild, name, permissions=rights)
        self._kinds[person.id] = kind
        return person

    def all(self) -> list[Person]:
        """Everybody but the bot and the server's owner, oldest first."""
        return [self._sandbox.person(self._sandbox.world.users[each]) for each in self._kinds]

    def person(self, number: str) -> Person:
        """The person of that number. Raises `LookupError` if it is nobody's."""
        if not number.isascii() or not number.isdigit() or int(number) not in self._kinds:
            raise LookupError("there is no such person")
        return self._sandbox.person(self._sandbox.world.users[int(number)])

    def kind(self, user: User) -> str:
        """What the person is, as things stand: who may manage channels is a moderator, whatever they came as."""
        guilds = self._sandbox.world.guilds.values()
        if any(in_guild(each, user.id) & Permission.MANAGE_CHANNELS for each in guilds):
            return "moderator"
        kind = self._kinds.get(user.id, "player")
        return "player" if kind == "moderator" else kind

    def standing(self, user: User) -> Standing:
        """What is new to the person."""
        unread, pings, called = False, 0, False
        for channel in tuple(self._sandbox.world.channels.values()):
            new = self.marks.new(user, channel)
            unread = unread or bool(new)
            pings += sum(user.id in each.pings for each in new)
            if channel.guild_id is not None:
                called = called or _calls(channel, user)
        return Standing(unread, pings, called)


def _calls(channel: Channel, user: User) -> bool:
    """Whether the channel's newest message that called anybody called this person, and can still be answered."""
    for message in reversed(channel.messages.values()):
        if message.pings and message.components:
            return user.id in message.pings
    return False
