"""A server full of strangers with hostile names, and what must hold after whatever one of them does.

Everything is done through clients of the local Discord, the bot runs in this process. After each deed the database is
compared with that of before: no change by somebody without the right, no error that nobody foresaw, no interaction
without an answer, no ping of anybody but those who sit at the table or are invited to it.
"""

from __future__ import annotations

import asyncio
import logging
import sqlite3
from collections.abc import Callable, Iterator
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path

import engine
from bot.client import Syntagma
from bot.sandbox import Channel, Interaction, MessageView, Permission, Person, Sandbox
from bot.sandbox.components import parts_of
from bot.sandbox.messages import Draft, post
from bot.sandbox.nouns import Message
from soak.history import History, histories
from soak.indoors import told

NAMES = (
    "Ann",
    "**Ben** _x_ ~~y~~ `z`",
    "@everyone",
    "{mention} <#1>",
    "\u202eevil\u202c\u200f",
    "\u200b\u200d\u2060",
    "👩‍👩‍👧‍👦🏳️‍🌈🇬🇷" * 2,
    "[free](http://x.example) ||s||",
    "W" * 32,
    "# Head\n> q\n```",
    "Ζεύς 宙斯 זאוס زيوس",
    "\\*\\_\\`\\|",
)
"""Of those who never manage channels; two with that right follow. One is named like a mention of a moderator."""
UNFORESEEN = "Something went wrong"


@dataclass(frozen=True, slots=True)
class Snapshot:
    """The games of the database, who sits in their lobbies, and who is invited."""

    games: dict[int, History]
    channels: dict[int, int]
    seated: dict[int, set[int]]
    invited: dict[int, set[int]]


class Stage:
    """The server, its people and the bot; `errors` grows by what is logged as one."""

    def __init__(self, sandbox: Sandbox, bot: Syntagma, database: Path, errors: list[logging.LogRecord]) -> None:
        self.sandbox, self.bot, self.database = sandbox, bot, database
        self.guild = sandbox.add_guild("**Hellas** @here")
        self.elsewhere = sandbox.add_guild("Elsewhere")
        rights = Permission.MANAGE_CHANNELS
        self.moderators = [sandbox.add_person(self.guild, name, permissions=rights) for name in ("Mod", "`Mod`")]
        mention = self.moderators[0].mention
        self.strangers = [sandbox.add_person(self.guild, name.replace("{mention}", mention)) for name in NAMES]
        self.people = [*self.strangers, *self.moderators, sandbox.add_person(self.elsewhere, "Far")]
        self.channels: list[Channel] = []
        self.foreign = sandbox.add_channel(self.elsewhere, "far-away")
        self.custom_ids: set[str] = set()
        self.deeds = 0
        self.changes = 0
        self._errors = errors
        self._seen = 0

    def open_channel(self) -> Channel:
        """A new channel with a name that is no better than those of the people."""
        channel = self.sandbox.add_channel(self.guild, f"agora-{len(self.channels)}-**x**")
        # So that what the bot does not call is not called because the bot does not, and not for want of a right.
        self.sandbox.allow(channel, self.sandbox.bot, Permission.MENTION_EVERYONE)
        self.channels.append(channel)
        return channel

    def person(self, number: int) -> Person:
        return self.people[number % len(self.people)]

    def sees(self, person: Person, channel: Channel) -> bool:
        return self.sandbox.world.may(person.id, channel, Permission.VIEW_CHANNEL)

    def buttons(self) -> list[tuple[MessageView, str]]:
        """Every button that was ever on a message of the bot and can still be sent a press for."""
        found = []
        for message in self._messages():
            if message.channel_id in self.sandbox.world.channels:
                view = self.sandbox.view(message)
                found += [(view, part["custom_id"]) for part in parts_of(message.components) if "custom_id" in part]
        return found

    def plant(self, channel: Channel, custom_id: str, values: list[str] | None) -> MessageView:
        """A message of the bot's that bears that button or menu, as old ones do whose buttons could not be removed."""
        part: dict[str, object] = {"type": 2, "style": 2, "label": "?", "custom_id": custom_id}
        if values is not None:
            option = {"label": "?", "value": "?"}
            part = {"type": 3, "custom_id": custom_id, "options": [option], "min_values": 1, "max_values": 1}
        row = {"type": 1, "components": [part]}
        return self.sandbox.view(post(self.sandbox.site, channel, Draft(content="planted", components=[row])))

    def _messages(self) -> list[Message]:
        world = self.sandbox.world
        return [each for each in world.messages.values() if each.author_id == world.bot.id and not each.deleted]

    # Before and after

    def snapshot(self) -> Snapshot:
        with closing(sqlite3.connect(f"file:{self.database}?mode=ro", uri=True, timeout=10)) as db:
            games = histories(db)
            seated: dict[int, set[int]] = {game: set() for game in games}
            invited: dict[int, set[int]] = {game: set() for game in games}
            for game, user in db.execute("SELECT game, user FROM seats WHERE user IS NOT NULL"):
                seated[game].add(user)
            for game, user in db.execute("SELECT game, user FROM invitations"):
                invited[game].add(user)
            channels = dict(db.execute("SELECT id, channel FROM games"))
        return Snapshot(games, channels, seated, invited)

    async def done(self, deed: Callable[[], Interaction]) -> Interaction:
        """Do something, and wait until it is answered and all that it led to is told. Raises Refused."""
        used = await deed().settled()
        # A replay is announced before it is drawn; if hours went by meanwhile, it could not be shown any more.
        if begun := self.bot.received.begun:
            await asyncio.wait(begun, timeout=60)
        await told(self.bot)
        self.deeds += 1
        return used

    async def wait(self, hours: float) -> None:
        """Let time go by, and wait until all is told that it brings."""
        self.sandbox.advance(hours * 3600)
        await self.bot.watch.tick()
        await told(self.bot)

    def amiss(self, actor: Person, used: Interaction, before: Snapshot, after: Snapshot) -> Iterator[str]:
        """What was wrong with what somebody's deed brought about."""
        for error in self._errors:
            yield f"{error.name}: {error.getMessage()} {error.exc_info[1] if error.exc_info else ''}"
        self._errors.clear()
        if used.failed:
            yield f"it was not answered: {used!r}"
        new = self._messages()[self._seen :]
        self._seen += len(new)
        for message in new:
            yield from self._amiss_in(message, before, after)
        for game, history in after.games.items():
            yield from (f"game {game}: {each}" for each in self._wrongs(actor, game, history, before))

    def _amiss_in(self, message: Message, before: Snapshot, after: Snapshot) -> Iterator[str]:
        self.custom_ids |= {part["custom_id"] for part in parts_of(message.components) if "custom_id" in part}
        if UNFORESEEN in message.content:
            yield f"an error nobody foresaw: {message.content}"
        if message.mention_everyone or message.mention_role_ids:
            yield f"a message calls everybody, or a role: {message.content!r}"
        welcome = {
            user
            for snapshot in (before, after)
            for game, channel in snapshot.channels.items()
            if channel == message.channel_id
            for user in snapshot.seated[game] | snapshot.invited[game]
        }
        channel = self.sandbox.world.channels.get(message.channel_id)
        if channel is not None and not channel.is_dm and message.pings - welcome:
            yield f"a message pings {message.pings - welcome}: {message.content!r}"

    def _wrongs(self, actor: Person, game: int, history: History, before: Snapshot) -> Iterator[str]:
        old = before.games.get(game)
        if old is None:
            return
        if history.entries[: len(old.entries)] != old.entries:
            yield "its log is not what it was"
        new = history.entries[len(old.entries) :]
        moderators = {each.id for each in self.moderators}
        self.changes += len(new)
        if new or history.status != old.status or history.users != old.users:
            if history.status != "lobby" or old.status != "lobby":
                yield from history.amiss()
            takes_seat = all(entry.kind == "note" and entry.text.startswith("sit ") for entry in new)
            joins = old.status in ("lobby", "live") and takes_seat and history.status == old.status
            if actor.id not in before.seated[game] | moderators and not joins:
                yield f"{actor.name!r} does not play in it and has changed it: {[entry.text for entry in new]}"
        to_act = old.positions()[-1].to_act
        acts = next((entry for entry in new if entry.kind == "action"), None)
        if acts is not None:
            called = None if to_act is None else old.users.get(to_act)
            went_back = any(entry.kind == "back" and entry.seq < acts.seq for entry in new)
            if acts.user not in {called} | moderators and not went_back:
                yield f"{acts.user} has acted while {called} was to act: {acts.text}"
        went = next((entry for entry in new if entry.kind == "back"), None)
        if went is not None and went.user not in moderators:
            own = next((entry.user for entry in reversed(old.entries) if entry.kind == "action"), None)
            if went.user != own:
                yield f"{went.user} has taken back what was {own}'s"
        for entry in new:
            if entry.kind != "auto" and entry.user is not None and entry.user not in {actor.id} | moderators:
                yield f"an entry is {entry.user}'s, and {actor.id} made it: {entry.text}"

    def legal(self, channel: Channel, after: Snapshot) -> tuple[Person, str] | None:
        """Who is to act in a channel, and something they may do."""
        for game, where in after.channels.items():
            history = after.games[game]
            if where == channel.id and history.status == "live":
                state = history.positions()[-1]
                user = history.users.get(state.to_act) if state.to_act is not None else None
                person = next((each for each in self.people if each.id == user), None)
                if person is not None:
                    return person, engine.format_action(engine.legal_actions(state)[0])
        return None
