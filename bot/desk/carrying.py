"""Carrying games to other channels: who may, where to, and whose consent it takes.

A game belongs to its server. Only when the bot is no longer in that server can it be carried to another one: then
nobody's rights there can be asked for any more, and a player of the game has to agree.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import discord

from bot.desk import rights
from bot.game import moderation, resets
from bot.game.session import Session
from bot.refusals import Refusal, Refused
from bot.table import permissions
from bot.table.voice import Poster, Unreachable
from bot.text import announcements

if TYPE_CHECKING:
    from bot.client import Interaction

_PLACES = (discord.TextChannel, discord.Thread, discord.VoiceChannel)


def is_orphan(interaction: Interaction, session: Session) -> bool:
    """Whether the bot is no longer in the server of a game."""
    return interaction.client.get_guild(session.row.guild) is None


async def require_right(interaction: Interaction, session: Session, what: str) -> None:
    """Raises Refused unless the one who asks may do `what` with a game."""
    verb, _, rest = what.partition(" ")
    if verb not in ("move", "restore"):
        await rights.require_moderator(interaction, session)
        return
    if not is_orphan(interaction, session):
        await rights.require_moderator(interaction, session)
    place = destination(interaction, first_number(rest))
    if not await rights.may_moderate_in(interaction, place.id):
        raise Refused(Refusal.NO_RIGHT)


async def asker_may(interaction: Interaction, session: Session, what: str, asker: int) -> bool:
    """Whether the one who asked for `what` some time ago may still do it."""
    verb, _, rest = what.partition(" ")
    guild = interaction.client.get_guild(session.row.guild)
    channels = [] if guild is None else [session.row.channel]
    channels += [first_number(rest)] if verb in ("move", "restore") else []
    guild = guild or interaction.guild
    return guild is not None and await rights.still_moderates(interaction, asker, guild, channels)


async def needs_consent(interaction: Interaction, session: Session, what: str) -> bool:
    """Whether somebody else has to agree: the moderator plays in a game concerned, or the game comes from elsewhere."""
    user, (verb, _, rest) = interaction.user.id, what.partition(" ")
    if session.seat_of(user) is not None or session.row.guild != interaction.guild_id:
        return True
    if verb != "restore":
        return False
    there = await interaction.client.store.live_game(first_number(rest))
    seats = [] if there is None else await interaction.client.store.seats(there.id)
    return any(seat.user == user for seat in seats)


def destination(interaction: Interaction, channel: int) -> permissions.Place:
    """A channel of this server to which a game can be carried. Raises Refused with what is missing there."""
    place = interaction.client.places.find(interaction.guild_id, channel)
    if place is None and isinstance(interaction.channel, discord.Thread) and interaction.channel.id == channel:
        place = interaction.channel
    if place is None or not isinstance(place, _PLACES):
        raise Refused(Refusal.BAD_OPTION, detail="I cannot see that channel, or it is none in which one can write.")
    if lacking := permissions.missing_in(place):
        raise Refused(Refusal.BAD_OPTION, detail=f"There I lack **{', '.join(lacking)}**. Give me that first.")
    if isinstance(place, discord.Thread) and place.locked:
        raise Refused(Refusal.BAD_OPTION, detail="That thread is locked. Unlock it first.")
    return place


def first_number(words: str) -> int:
    """The channel in what follows `move` or `restore`."""
    return int(words.partition(" ")[0])


async def instead(interaction: Interaction, channel: int) -> int:
    """How the game or lobby stands that has to make room in a channel for one that is brought back; 0 for none."""
    row = await interaction.client.store.live_game(channel)
    return 0 if row is None else (await interaction.client.games.get(row.id, damaged=True)).standing


async def carry(interaction: Interaction, session: Session, what: str, user: int, standing: int) -> None:
    """Bring a game to a channel of this server: a running one by `move`, one that is over by `restore`."""
    client, (verb, _, rest) = interaction.client, what.partition(" ")
    channel = first_number(rest)
    place = destination(interaction, channel)
    before, old = client.table.place(session), session.row.channel
    if verb == "restore":
        there = int(rest.split()[1])
        await resets.restore(client.games, session, user, place.guild.id, channel, standing, there)
        return
    await moderation.move(session, user, place.guild.id, channel, before, standing)
    farewell = Poster(announcements.moved_away(user, channel), None, None, "", "", f"m{session.id}-{session.seq}")
    try:
        await client.voice.post(old, farewell)
    except Unreachable:
        return  # the usual reason for carrying a game elsewhere


async def member_name(interaction: Interaction, session: Session, user: int) -> str:
    """What a member of the game's server is called. Raises Refused for bots, and for who does not see the game."""
    guild = interaction.client.get_guild(session.row.guild)
    try:
        member = None if guild is None else await guild.fetch_member(user)
    except discord.NotFound:
        member = None
    if member is None:
        raise Refused(Refusal.CANNOT_SEAT, detail="They are not in this server.")
    if member.bot:
        raise Refused(Refusal.CANNOT_SEAT, detail="A bot plays no Syntagma.")
    place = await interaction.client.places.look_up(member.guild.id, session.row.channel)
    if place is not None and not place.permissions_for(member).view_channel:
        raise Refused(Refusal.CANNOT_SEAT, detail="They do not see the channel of the game.")
    return member.display_name
