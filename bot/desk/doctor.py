"""What is wrong with a table, and what mends it: rights one by one, direct messages, the thread, the store, the backup.

`/doctor` tells all of it whenever asked; when a game starts, what is wrong is told at the table.
"""

from __future__ import annotations

import time
from dataclasses import dataclass
from typing import TYPE_CHECKING

import discord

from bot import __version__, text
from bot.desk import rights
from bot.game.session import Session
from bot.host.upkeep import BACKUP
from bot.store.schema import VERSION
from bot.store.store import Store
from bot.table import permissions
from bot.table.voice import Poster, Unreachable
from bot.text import announcements

if TYPE_CHECKING:
    from bot.client import Interaction, Syntagma

OLD_BACKUP = 7 * 24 * 3600
"""Seconds after which a host is reminded of the last backup."""


@dataclass(frozen=True, slots=True)
class Sign:
    """One thing looked at; `remedy` says what mends it if it is not as it should be."""

    words: str
    remedy: str | None = None

    @property
    def line(self) -> str:
        return f"✅ {self.words}" if self.remedy is None else f"⚠️ {self.words}. {self.remedy}"


async def examine(interaction: Interaction, session: Session | None) -> str:
    """All there is to know about the place of a game, or this place if there is none; in lines.

    Whom direct messages reach, and how the host keeps the store, is for those who may moderate there; a player hears
    whether direct messages reach themselves.
    """
    client, channel = interaction.client, interaction.channel_id if session is None else session.row.channel
    moderates = await rights.may_moderate_in(interaction, channel or 0)
    guild = interaction.guild_id if session is None else session.row.guild
    signs = _place_signs(None if guild is None else await _place(client, guild, channel or 0))
    if session is not None:
        signs += await _game_signs(client, session, None if moderates else interaction.user.id)
    signs += await _store_signs(client.store, session if moderates else None, moderates)
    return "\n".join([f"**Doctor**, {_where(interaction, session)}", *(sign.line for sign in signs)])[:2000]


async def warn(client: Syntagma, session: Session) -> None:
    """At the start of a game, once its greetings were sent: say at the table what is wrong, if anything is."""
    await client.table.told(session.id)
    place = await _place(client, session.row.guild, session.row.channel)
    signs = [*_place_signs(place), *await _game_signs(client, session)]
    wrong = [sign.line for sign in signs if sign.remedy is not None]
    if not wrong:
        return
    words = "\n".join(["Before you begin:", *wrong])
    try:
        await client.voice.post(session.row.channel, Poster(words[:2000], None, None, "", "", f"d{session.id}"))
    except Unreachable:
        return  # who has started the game was told so already


def _where(interaction: Interaction, session: Session | None) -> str:
    return "here" if session is None else f"game {session.id} in {interaction.client.table.place(session)}"


async def _place(client: Syntagma, guild: int, channel: int) -> permissions.Place | Sign:
    """The channel to look at; what is wrong if it cannot be seen."""
    if client.get_guild(guild) is None:
        return Sign("I am no longer in the server", "Invite me again, or carry the game to another: `/mod move`.")
    try:
        return await client.voice.channel(channel)
    except Unreachable as error:
        gone = error.code == 10003
        remedy = "Carry the game elsewhere: `/mod move`" if gone else "Give me the right **View Channel** there"
        return Sign("I cannot see the channel", f"{remedy}.")


def _place_signs(place: permissions.Place | Sign | None) -> list[Sign]:
    """What is to be said of a channel; nothing in direct messages, which are no place for a table."""
    if place is None or isinstance(place, Sign):
        return [place] if place else []
    thread = isinstance(place, discord.Thread)
    have = place.permissions_for(place.guild.me)
    where = f"the thread {text.name(place.name)}" if thread else f"#{text.name(place.name)}"
    signs = []
    for right in permissions.needed(thread):
        name = permissions.title(right)
        if getattr(have, right):
            signs.append(Sign(f"I have the right {name}"))
        else:
            remedy = f"Allow it to me in the channel's permissions ({permissions.WHY[right]})."
            signs.append(Sign(f"I lack the right **{name}** in {where}", remedy))
    if isinstance(place, discord.Thread):
        signs.append(_thread_sign(place))
    return signs


def _thread_sign(thread: discord.Thread) -> Sign:
    if thread.locked:
        return Sign("The thread is locked", "Unlock it, or carry the game elsewhere with `/mod move`.")
    return Sign("The thread is archived; my next message opens it again" if thread.archived else "The thread is open")


async def _game_signs(client: Syntagma, session: Session, reader: int | None = None) -> list[Sign]:
    """`reader`: the only one of whom it is told whether direct messages reach them."""
    signs = []
    for seat in session.seats:
        if seat.user is None:
            signs.append(Sign("A seat is open", "Whoever takes it with `/game join` plays on."))
            continue
        if reader not in (None, seat.user):
            continue
        known = await client.store.select("SELECT dms FROM users WHERE user = ?", seat.user)
        name = text.name(seat.name)
        if known and not known[0][0]:
            signs.append(Sign(f"My direct messages do not reach {name}", announcements.CLOSED_DMS))
        else:
            signs.append(Sign(f"My direct messages reach {name}" if known else f"I have not written to {name} yet"))
    if session.paused:
        signs.append(Sign("The game is paused", "A moderator lets it go on with `/mod resume`."))
    if trouble := client.table.troubles.get(session.id):
        signs.append(Sign(trouble.rstrip("."), "Once that is mended, the table shows itself again."))
    return signs


async def _store_signs(store: Store, session: Session | None, whole: bool) -> list[Sign]:
    begun = time.monotonic()
    await store.set_setting("doctor", str(int(time.time())))
    took = (time.monotonic() - begun) * 1000
    entries = "" if session is None else f", this game has {session.seq} entries"
    version = Sign(f"Syntagma {__version__}, schema {VERSION}, discord.py {discord.__version__}")
    if not whole:
        return [Sign(f"My store writes within {took:.0f} ms"), version]
    size = sum(
        part.stat().st_size for part in (store.path, store.path.with_name(f"{store.path.name}-wal")) if part.exists()
    )
    signs = [Sign(f"My store writes within {took:.0f} ms; it has {size / 2**20:.1f} MiB{entries}")]
    made = int(await store.setting(BACKUP) or 0)
    if made and time.time() - made < OLD_BACKUP:
        signs.append(Sign(f"The last backup was made {text.timestamp(made * 1000)}"))
    else:
        when = f"The last backup was made {text.timestamp(made * 1000)}" if made else "There is no backup yet"
        signs.append(Sign(when, "The host makes one with `python -m bot backup FILE`."))
    return [*signs, version]
