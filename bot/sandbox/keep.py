"""A world kept in a file, so that a demonstration goes on tomorrow.

The file is a zip archive of `world.json` and the messages' files. It holds everything but ephemeral messages, which a
Discord client forgets too. It is written beside its place and then moved there, so that a crash leaves the old one.
"""

from __future__ import annotations

import json
import os
import time
import zipfile
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from bot.sandbox.nouns import Attachment, Channel, Command, Guild, InteractionRecord, Message, User
from bot.sandbox.records import RecordError, pack, unpack
from bot.sandbox.world import Channels, World

Json = dict[str, Any]

FORMAT: Final = "syntagma-sandbox"
VERSION: Final = 1

_APART: Final = frozenset({"Channel.messages", "Attachment.content"})


class KeepError(Exception):
    """A file that cannot be read as a kept world, or not be written; the text says why."""


@dataclass(frozen=True, slots=True)
class Kept:
    """A world as it is written: its JSON, its files by number, and in `extra` what the page knows besides."""

    body: Json
    files: dict[int, bytes]

    @property
    def extra(self) -> Json:
        extra = self.body.get("extra")
        return extra if isinstance(extra, dict) else {}

    def start_time(self) -> float:
        """The sandbox's time now if it went on while the file lay there; never before the time of the saving."""
        saved, skipped = float(self.body["now"]), float(self.body["skipped"])
        # A second more, so that no new identifier can equal a kept one.
        return max(saved + 1.0, time.time() + skipped)


def snapshot(world: World, extra: Json) -> Kept:
    """The world of this instant, in which nothing changes any more: another thread may write it."""
    lasting = [each for each in world.messages.values() if _lasts(world, each)]
    body: Json = {
        "format": FORMAT,
        "version": VERSION,
        "now": world.now(),
        "skipped": max(0.0, world.now() - time.time()),
        "bot": world.bot.id,
        "owner": world.owner.id,
        "users": _packed(world.users.values()),
        "guilds": _packed(world.guilds.values()),
        "channels": _packed(world.channels.values()),
        "messages": _packed(lasting),
        "interactions": _packed(_origins(world, lasting)),
        "commands": _packed(each for scope in world.commands.values() for each in scope.values()),
        "emojis": pack(world.application_emojis),
        "extra": extra,
    }
    return Kept(body, {file.id: file.content for each in lasting for file in each.attachments})


def _packed(records: Iterable[object]) -> list[Json]:
    return [pack(each, _APART) for each in records]


def _lasts(world: World, message: Message) -> bool:
    return not message.deleted and message.ephemeral_for is None and message.channel_id in world.channels


def _origins(world: World, messages: list[Message]) -> Iterator[InteractionRecord]:
    """The interactions that these messages tell of, each once and after the one whose modal it filled in."""
    seen: set[int] = set()
    for message in messages:
        chain = []
        number = message.interaction_id
        while number is not None and number not in seen:
            record = world.interactions[number]
            chain.append(record)
            seen.add(number)
            number = record.modal_of
        yield from reversed(chain)


def restore(world: World, kept: Kept) -> None:
    """Puts what was kept into a world in which nothing has been built yet. Raises `KeepError`."""
    try:
        _restore(world, kept)
    except (RecordError, KeyError, TypeError, AttributeError) as error:
        raise KeepError(f"the kept world is damaged: {error!r}") from error


def _restore(world: World, kept: Kept) -> None:
    body = kept.body
    world.users = {each.id: each for each in (unpack(User, body) for body in body["users"])}
    world.bot, world.owner = world.users[body["bot"]], world.users[body["owner"]]
    world.guilds = {each.id: each for each in (unpack(Guild, one) for one in body["guilds"])}
    world.channels = Channels(unpack(Channel, one) for one in body["channels"])
    world.commands = {None: {}} | {guild: {} for guild in world.guilds}
    for one in body["commands"]:
        command = unpack(Command, one)
        world.commands[command.guild_id][command.id] = command
    for one in body["interactions"]:
        record = unpack(InteractionRecord, one)
        # Its three seconds and its token are long over.
        record.state = "failed" if record.state in ("waiting", "thinking") else record.state
        world.interactions[record.id] = record
    world.application_emojis = {int(key): name for key, name in body["emojis"].items()}
    for one in body["messages"]:
        _restore_message(world, one, kept.files)


def _restore_message(world: World, body: Json, files: dict[int, bytes]) -> None:
    attachments = [unpack(Attachment, each, content=files[each["id"]]) for each in body["attachments"]]
    message = unpack(Message, body | {"attachments": []})
    message.attachments = attachments
    world.attachments |= {each.id: each for each in attachments}
    world.messages[message.id] = message
    world.channels[message.channel_id].messages[message.id] = message


def write(kept: Kept, path: Path) -> None:
    """Writes the file as a whole or not at all. Raises `KeepError`."""
    beside = path.with_name(f".{path.name}.part")
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        with beside.open("wb") as stream:
            with zipfile.ZipFile(stream, "w", zipfile.ZIP_STORED) as archive:
                archive.writestr("world.json", json.dumps(kept.body), zipfile.ZIP_DEFLATED)
                for number, content in kept.files.items():
                    archive.writestr(f"files/{number}", content)
            stream.flush()
            os.fsync(stream.fileno())
        beside.replace(path)
    except OSError as error:
        raise KeepError(f"{path} cannot be written: {error.strerror or error}") from error


def read(path: Path) -> Kept:
    """What `write` wrote. Raises `KeepError` for anything else."""
    try:
        with zipfile.ZipFile(path) as archive:
            body = json.loads(archive.read("world.json"))
            names = [each for each in archive.namelist() if each.startswith("files/")]
            files = {int(each.removeprefix("files/")): archive.read(each) for each in names}
    except OSError as error:
        raise KeepError(f"{path} cannot be read: {error.strerror or error}") from error
    except (zipfile.BadZipFile, KeyError, ValueError) as error:
        raise KeepError(f"{path} is no kept world of the sandbox, or a damaged one") from error
    if not isinstance(body, dict) or body.get("format") != FORMAT or not isinstance(body.get("now"), float):
        raise KeepError(f"{path} is no kept world of the sandbox")
    if body.get("version") != VERSION:
        raise KeepError(f"{path} was kept by another version of the sandbox")
    return Kept(body, files)
