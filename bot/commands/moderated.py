"""The option `game` of `/mod`: the games of this server that the caller may moderate, damaged ones included."""

from __future__ import annotations

from typing import TYPE_CHECKING

from discord import app_commands

from bot import text
from bot.desk import carrying, rights
from bot.game.session import Session
from bot.people.times import RESTORABLE
from bot.refusals import Refusal, Refused
from bot.store.rows import GameRow

if TYPE_CHECKING:
    from bot.client import Interaction

_MOST, _LOOKED_AT = 25, 300
"""How many entries Discord shows, and how many games or plies are looked at for them."""


async def session_of(interaction: Interaction, chosen: str | None, *, orphans: bool = False) -> Session:
    """The game that a command of a moderator is about: the one chosen by number, or this channel's. Raises Refused.

    That there is a game in a channel that one does not see stays unseen. With `orphans` it may be a game of a server in
    which the bot is no longer.
    """
    games = interaction.client.games
    if not chosen:
        session = await games.here(interaction.channel_id or 0, damaged=True)
        await rights.require_moderator(interaction, session)
        return session
    if not (chosen.isascii() and chosen.isdigit() and len(chosen) < 16):
        raise Refused(Refusal.NO_SUCH_GAME)
    session = await games.get(int(chosen), damaged=True)
    if (orphans and carrying.is_orphan(interaction, session)) or await rights.may_moderate(interaction, session):
        return session
    seen = session.row.channel == interaction.channel_id or session.seat_of(interaction.user.id) is not None
    raise Refused(Refusal.NO_RIGHT if seen else Refusal.NO_SUCH_GAME)


async def here(interaction: Interaction, current: str) -> list[app_commands.Choice[str]]:
    """Lobbies and running games first, then those that are over, the newest first."""
    return await _choices(interaction, current, "status IN ('lobby', 'live', 'over')")


async def restorable(interaction: Interaction, current: str) -> list[app_commands.Choice[str]]:
    """Games that can be brought back."""
    since = int(interaction.client.clock.now() * 1000) - RESTORABLE
    return await _choices(interaction, current, f"status = 'over' AND ending <> 'supply' AND ended > {since}")


async def _choices(interaction: Interaction, current: str, where: str) -> list[app_commands.Choice[str]]:
    newest = f"SELECT id FROM games WHERE guild = ? AND {where} ORDER BY id DESC LIMIT {_LOOKED_AT}"
    rows = await interaction.client.store.games(f"id IN ({newest})", interaction.guild_id or 0)
    role = await rights.moderators_role(interaction)
    rows.sort(key=lambda row: (row.status == "over", row.channel != interaction.channel_id, -row.id))
    found: list[app_commands.Choice[str]] = []
    for row in rows:
        label = _label(interaction, row)
        # Of a channel that is not known just now nobody can tell who sees it.
        known = interaction.client.places.find(row.guild, row.channel) is not None
        moderates = rights.moderates(interaction, row.channel, role if known else None)
        if moderates and current.casefold() in label.casefold():
            found.append(app_commands.Choice(name=label[:100], value=str(row.id)))
        if len(found) == _MOST:
            break
    return found


def _label(interaction: Interaction, row: GameRow) -> str:
    channel = interaction.client.places.find(interaction.guild_id, row.channel)
    state = {"lobby": "a lobby", "live": "running"}.get(row.status, f"over: {row.ending}")
    return f"Game {row.id}: #{channel.name if channel else 'a channel that is gone'}, {state}"


async def plies(interaction: Interaction, current: str) -> list[app_commands.Choice[str]]:
    """The plies of a game in words, the newest first: found by number, or by what was done."""
    chosen = interaction.namespace.game
    try:
        session = await session_of(interaction, chosen if isinstance(chosen, str) else None)
    except Refused:
        return []
    if not session.live:
        return []
    found = []
    wanted = current.strip().casefold()
    # A ply is where the game would stand: after what is said beside its number.
    for ply in range(session.ply, -1, -1):
        if not wanted.isdigit() and session.ply - ply > _LOOKED_AT:
            break
        if wanted.isdigit() and not str(ply).startswith(wanted):
            continue
        said = (
            " ".join(text.happened(session.steps(None, ply - 1, ply), session.plain_names)) if ply else "the beginning"
        )
        if wanted.isdigit() or wanted in said.casefold():
            found.append(app_commands.Choice(name=f"{ply}: {said}"[:100], value=str(ply)))
        if len(found) == _MOST:
            break
    return found
