"""More of `/mod`: files, the audit trail, and what a server has set for itself."""

from __future__ import annotations

import io
from typing import TYPE_CHECKING, Any

import discord
from discord import app_commands

from bot import text
from bot.commands.choose import GAME
from bot.commands.game import PACES
from bot.commands.moderated import here, session_of
from bot.desk import rights
from bot.game import transfers
from bot.history import imports
from bot.people import servers
from bot.refusals import Refusal, Refused
from bot.screens import pages
from bot.text import announcements

if TYPE_CHECKING:
    from bot.client import Interaction


@app_commands.command(name="export", description="The whole game as a file; of a running one the secrets are sealed")
@app_commands.autocomplete(game=here)
@app_commands.describe(game=GAME)
async def export(interaction: Interaction, game: str | None = None) -> None:
    session = await session_of(interaction, game)
    name, blob = await transfers.export(session)
    file = discord.File(io.BytesIO(blob), filename=name, description=announcements.EXPORTED_FILE)
    words = announcements.EXPORTED if session.open_record else announcements.EXPORTED_SEALED
    await interaction.edit_original_response(content=words, attachments=[file])


@app_commands.command(name="import", description="Bring a game here from a file; every action of it is replayed first")
@app_commands.describe(file="What /mod export or /game export made")
async def bring(interaction: Interaction, file: discord.Attachment) -> None:
    channel, guild = interaction.channel_id, interaction.guild_id
    if channel is None or guild is None:
        raise Refused(Refusal.NOT_IN_SERVER)
    if not await rights.may_moderate_in(interaction, channel):
        raise Refused(Refusal.NO_RIGHT)
    if lacking := rights.missing(interaction):
        raise Refused(Refusal.MISSING_RIGHTS, detail=", ".join(lacking))
    if file.size > imports.LARGEST:
        raise Refused(Refusal.BAD_FILE, detail=announcements.TOO_LARGE)
    client = interaction.client
    try:
        blob = await file.read()
    except discord.HTTPException as error:
        raise Refused(Refusal.BAD_FILE, detail=announcements.UNFETCHED) from error
    session = await transfers.bring(client.games, blob, guild, channel, interaction.user.id)
    await interaction.edit_original_response(content=announcements.imported(session.id, session.ply, session.live))


@app_commands.command(name="audit", description="All that was ever done in the game, by whom, taken back plays too")
@app_commands.describe(page="The page, 1 the newest")
@app_commands.autocomplete(game=here)
@app_commands.describe(game=GAME)
async def audit(interaction: Interaction, page: app_commands.Range[int, 1, 999] = 1, game: str | None = None) -> None:
    session = await session_of(interaction, game)
    content, shown = await pages.audit_page(session, page - 1)
    await interaction.edit_original_response(content=content, view=shown)


@app_commands.command(name="role", description="Let the holders of a role moderate, too")
@app_commands.describe(role="Who holds it may use /mod", remove="Nobody may by a role any more")
async def role(interaction: Interaction, role: discord.Role | None = None, remove: bool = False) -> None:
    guild = rights.require_own_right(interaction)
    store = interaction.client.store
    _require_some_hold(role)
    if role is not None or remove:
        await servers.change(store, guild, role=None if role is None else role.id)
    words = announcements.moderators((await servers.settings_of(store, guild)).role)
    await interaction.edit_original_response(content=words)


@app_commands.command(name="settings", description="What new games in this server start from, and who may open them")
@app_commands.describe(
    supply="Cubes of each player",
    white_supply="White cubes for exchanges",
    neutral_phalanxes="White cubes stand by each other like a player's",
    finish_turn="The last turn is played to its end",
    pace="How fast",
    time="For a pace with a deadline: how many days or hours each player has",
    openers="Who may open games",
    openers_role="A role whose holders may open games, beside moderators",
    lobby_role="A role that is called once for each lobby",
    clear="Set something back to how it was at first",
)
@app_commands.choices(
    pace=PACES,
    openers=[app_commands.Choice(name=who, value=who) for who in (servers.EVERYBODY, servers.MODERATORS)],
    clear=[
        app_commands.Choice(name="the role that is called", value="lobby_role"),
        app_commands.Choice(name="the role of openers", value="openers_role"),
        app_commands.Choice(name="everything but the moderators' role", value="all"),
    ],
)
async def settings(
    interaction: Interaction,
    supply: app_commands.Range[int, 5, 40] | None = None,
    white_supply: app_commands.Range[int, 0, 40] | None = None,
    neutral_phalanxes: bool | None = None,
    finish_turn: bool | None = None,
    pace: str | None = None,
    time: app_commands.Range[int, 1, 72] | None = None,
    openers: str | None = None,
    openers_role: discord.Role | None = None,
    lobby_role: discord.Role | None = None,
    clear: str | None = None,
) -> None:
    guild = rights.require_own_right(interaction)
    _require_some_hold(openers_role, lobby_role)
    wishes: dict[str, Any] = {
        "supply": supply,
        "white_supply": white_supply,
        "neutral_phalanxes": neutral_phalanxes,
        "finish_turn": finish_turn,
        "pace": pace,
        "time": time,
        "openers": openers,
        "openers_role": None if openers_role is None else openers_role.id,
        "lobby_role": None if lobby_role is None else lobby_role.id,
    }
    changed = {name: value for name, value in wishes.items() if value is not None}
    # A time is one of a pace: with another pace it says nothing any more.
    changed = {**servers.cleared(clear), **({"time": None} if pace else {}), **changed}
    before = await servers.settings_of(interaction.client.store, guild)
    try:
        now = await servers.change(interaction.client.store, guild, **changed)
    except ValueError as error:
        raise Refused(Refusal.BAD_OPTION, detail=str(error)) from error
    unheard = lobby_role is not None and not (lobby_role.mentionable or interaction.app_permissions.mention_everyone)
    said = announcements.server_settings(now, unheard)
    if changed:
        said = f"{text.settings_changed(announcements.by_option(before), announcements.by_option(now))}\n{said}"
    await interaction.edit_original_response(content=said)


def _require_some_hold(*roles: discord.Role | None) -> None:
    """Raises Refused for the role of everybody, which tells nobody apart and cannot be called."""
    if any(role is not None and role.is_default() for role in roles):
        raise Refused(Refusal.BAD_OPTION, detail="Everybody holds that role; choose another one.")


COMMANDS: tuple[app_commands.Command[Any, ..., None], ...] = (export, bring, audit, role, settings)
