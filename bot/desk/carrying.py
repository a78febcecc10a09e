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
    place = destination(interaction, int(rest))
    if not await rights.may_moderate_in(interaction, place.id):
        raise Refused(Refusal.NO_RIGHT)


async def needs_consent(interaction: Interaction, session: Session, what: str) -> bool:
    """Whether somebody else has to agree: the moderator plays in a game concerned, or the game comes from elsewhere."""
    user, (verb, _, rest) = interaction.user.id, what.partition(" ")
    if session.seat_of(user) is not None or session.row.guild != interaction.guild_id:
        return True
    if verb != "restore":
        return False
    there = await interaction.client.store.live_game(int(rest))
    seats = [] if there is None else await interaction.client.store.seats(there.id)
    return any(seat.user == user for seat in seats)


def destination(interaction: Interaction, channel: int) -> permissions.Place:
    """A channel of this server to which a game can be carried. Raises Refused with what is missing there."""
    guild = interaction.guild
    place = guild.get_channel_or_thread(channel) if guild else None
    if place is None and isinstance(interaction.channel, discord.Thread) and interaction.channel.id == channel:
        place = interaction.channel
    if place is None or not isinstance(place, _PLACES):
        raise Refused(Refusal.BAD_OPTION, detail="I cannot see that channel, or it is none in which one can write.")
    if lacking := permissions.missing_in(place):
        raise Refused(Refusal.BAD_OPTION, detail=f"There I lack **{', '.join(lacking)}**. Give me that first.")
    if isinstance(place, discord.Thread) and place.locked:
        raise Refused(Refusal.BAD_OPTION, detail="That thread is locked. Unlock it first.")
    return place


async def carry(interaction: Interaction, session: Session, verb: str, channel: int, user: int, seq: int) -> None:
    """Bring a game to a channel of this server: a running one by `move`, one that is over by `restore`."""
    client = interaction.client
    place = destination(interaction, channel)
    before, old = client.table.place(session), session.row.channel
    if verb == "restore":
        await resets.restore(client.games, session, user, place.guild.id, channel, seq)
        return
    await moderation.move(session, user, place.guild.id, channel, before, seq)
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
    place = member.guild.get_channel_or_thread(session.row.channel)
    if place is not None and not place.permissions_for(member).view_channel:
        raise Refused(Refusal.CANNOT_SEAT, detail="They do not see the channel of the game.")
    return member.display_name
