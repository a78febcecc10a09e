"""`/game`: lobbies, seats, and the list of one's games."""

from __future__ import annotations

import io
from typing import TYPE_CHECKING

import discord
from discord import app_commands

import engine
from bot import text
from bot.commands.choose import GAME, games, session_of
from bot.desk import confirmations, doctor, rights, threads
from bot.game import absence, consent, lobby, transfers
from bot.history.clocks import Pace, pace_of
from bot.people import servers
from bot.refusals import Refusal, Refused
from bot.screens import pages
from bot.text import announcements

if TYPE_CHECKING:
    from bot.client import Interaction


PACES = [
    app_commands.Choice(name="relaxed: no deadline, reminders only", value="relaxed"),
    app_commands.Choice(name="days: a bank of days for each player", value="days"),
    app_commands.Choice(name="fast: a bank of hours for each player", value="fast"),
]


class Game(app_commands.Group, name="game", description="Open, join, leave and list games of Syntagma"):
    """The group `/game`."""

    @app_commands.command(name="new", description="Open a lobby for a game here, or in a new thread")
    @app_commands.guild_only()
    @app_commands.describe(
        supply="Cubes of each player, the four of the setup included (default 24)",
        white_supply="White cubes for exchanges (default 15)",
        neutral_phalanxes="White cubes stand by each other like a player's (default off)",
        finish_turn="The last turn is played to its end (default off)",
        thread="Open a thread for the game (default off)",
        pace="How fast: without deadline (default), or days or hours for each player",
        time="For a pace with a deadline: how many days or hours each player has",
    )
    @app_commands.choices(pace=PACES)
    async def new(
        self,
        interaction: Interaction,
        supply: app_commands.Range[int, 5, 40] | None = None,
        white_supply: app_commands.Range[int, 0, 40] | None = None,
        neutral_phalanxes: bool | None = None,
        finish_turn: bool | None = None,
        thread: bool = False,
        pace: str | None = None,
        time: app_commands.Range[int, 1, 72] | None = None,
    ) -> None:
        if lacking := rights.missing(interaction, for_thread=thread):
            raise Refused(Refusal.MISSING_RIGHTS, detail=", ".join(lacking))
        await rights.require_opener(interaction)
        client, user = interaction.client, interaction.user
        usual = await servers.settings_of(client.store, interaction.guild_id)
        try:
            options = engine.Options(
                usual.supply if supply is None else supply,
                usual.white_supply if white_supply is None else white_supply,
                usual.neutral_phalanxes if neutral_phalanxes is None else neutral_phalanxes,
                usual.finish_turn if finish_turn is None else finish_turn,
            )
        except ValueError as error:
            raise Refused(Refusal.BAD_OPTION, detail=f"{error}.") from error
        channel = interaction.channel_id
        if interaction.guild_id is None or channel is None:
            raise Refused(Refusal.NOT_IN_SERVER)
        chosen = _pace(usual.pace, usual.time if time is None else time) if pace is None else _pace(pace, time)
        if thread:
            channel = await threads.open_thread(interaction)
        session = await lobby.open_lobby(
            client.games,
            interaction.guild_id,
            channel,
            user.id,
            user.display_name,
            options,
            chosen.to_text(),
            called=usual.lobby_role,
        )
        await interaction.edit_original_response(content=text.lobby_opened(session.row.channel))
        if thread:
            await threads.point_to(interaction, channel)
        if trouble := await client.table.told(session.id):
            await interaction.followup.send(trouble, ephemeral=True)

    @app_commands.command(name="join", description="Take a seat in the lobby, or an open seat of the game")
    @app_commands.autocomplete(game=games)
    @app_commands.describe(game=GAME)
    async def join(self, interaction: Interaction, game: str | None = None) -> None:
        session = await session_of(interaction, game)
        await lobby.join(session, interaction.user.id, interaction.user.display_name)
        await interaction.edit_original_response(content=lobby.welcome(session, interaction.user.id))

    @app_commands.command(name="leave", description="Leave the lobby")
    @app_commands.autocomplete(game=games)
    @app_commands.describe(game=GAME)
    async def leave(self, interaction: Interaction, game: str | None = None) -> None:
        session = await session_of(interaction, game)
        await lobby.leave(session, interaction.user.id)
        await interaction.edit_original_response(content=text.LEFT)

    @app_commands.command(name="start", description="Start the game when three have joined")
    @app_commands.autocomplete(game=games)
    @app_commands.describe(game=GAME)
    async def start(self, interaction: Interaction, game: str | None = None) -> None:
        session = await session_of(interaction, game)
        departed = await interaction.client.watch.gone(
            session.row.guild, [row.user for row in session.seats if row.user]
        )
        await lobby.start(session, interaction.user.id, departed)
        await interaction.edit_original_response(content=text.STARTED)
        if trouble := await interaction.client.table.told(session.id):
            await interaction.followup.send(trouble, ephemeral=True)
        await doctor.warn(interaction.client, session)

    @app_commands.command(name="resign", description="Give up your seat; somebody else may take it")
    @app_commands.autocomplete(game=games)
    @app_commands.describe(game=GAME)
    async def resign(self, interaction: Interaction, game: str | None = None) -> None:
        session = await session_of(interaction, game)
        session.require_seat(interaction.user.id)
        if not session.live:
            raise Refused(Refusal.OVER)
        await confirmations.ask(interaction, session, "resign")

    @app_commands.command(name="invite", description="Ask somebody to join the lobby")
    @app_commands.describe(user="Whom you invite; it binds them to nothing")
    @app_commands.autocomplete(game=games)
    @app_commands.describe(game=GAME)
    async def invite(self, interaction: Interaction, user: discord.Member, game: str | None = None) -> None:
        session = await session_of(interaction, game)
        if user.bot:
            raise Refused(Refusal.BAD_OPTION, detail="A bot plays no Syntagma.")
        await lobby.invite(session, interaction.user.id, interaction.user.display_name, user.id)
        await interaction.edit_original_response(content=text.DONE)

    @app_commands.command(name="decline", description="Say no to an invitation")
    @app_commands.autocomplete(game=games)
    @app_commands.describe(game=GAME)
    async def decline(self, interaction: Interaction, game: str | None = None) -> None:
        session = await session_of(interaction, game)
        await lobby.decline(session, interaction.user.id, interaction.user.display_name)
        await interaction.edit_original_response(content=text.DECLINED)

    @app_commands.command(name="cancel", description="Close the lobby")
    @app_commands.autocomplete(game=games)
    @app_commands.describe(game=GAME)
    async def cancel(self, interaction: Interaction, game: str | None = None) -> None:
        session = await session_of(interaction, game)
        await lobby.cancel(session, interaction.user.id)
        await interaction.edit_original_response(content=text.DONE)

    @app_commands.command(name="end", description="Propose to end the game; it ends when all players agree")
    @app_commands.describe(count="With the scores as they stand (default), or without a result")
    @app_commands.autocomplete(game=games)
    @app_commands.describe(game=GAME)
    async def end(self, interaction: Interaction, count: bool = True, game: str | None = None) -> None:
        session = await session_of(interaction, game)
        said = await consent.agree(session, interaction.user.id, count)
        await interaction.edit_original_response(content=said)

    @app_commands.command(name="vote", description="Vote about a player whose time is up; both others must agree")
    @app_commands.describe(choice="What is to be done")
    @app_commands.choices(
        choice=[app_commands.Choice(name=label, value=value) for value, label in absence.CHOICES.items()]
    )
    @app_commands.autocomplete(game=games)
    @app_commands.describe(game=GAME)
    async def vote(self, interaction: Interaction, choice: str, game: str | None = None) -> None:
        session = await session_of(interaction, game)
        await interaction.edit_original_response(content=await absence.cast(session, interaction.user.id, choice))

    @app_commands.command(name="mute", description="No more reminders in this turn of yours")
    @app_commands.autocomplete(game=games)
    @app_commands.describe(game=GAME)
    async def mute(self, interaction: Interaction, game: str | None = None) -> None:
        session = await session_of(interaction, game)
        session.require_actor(interaction.user.id)
        await session.mute()
        await interaction.edit_original_response(content=text.MUTED)

    @app_commands.command(name="rematch", description="A new lobby here for the players of a game that is over")
    @app_commands.autocomplete(game=games)
    @app_commands.describe(game=GAME)
    async def rematch(self, interaction: Interaction, game: str | None = None) -> None:
        await rights.require_opener(interaction)
        session, user = await session_of(interaction, game), interaction.user
        new = await lobby.rematch(interaction.client.games, session, user.id, user.display_name)
        await interaction.edit_original_response(content=text.lobby_opened(new.row.channel))

    @app_commands.command(name="pace", description="Change how fast the game is played; all players have to ask for it")
    @app_commands.describe(pace="How fast", time="How many days or hours each player has")
    @app_commands.choices(pace=PACES)
    @app_commands.autocomplete(game=games)
    @app_commands.describe(game=GAME)
    async def pace(
        self,
        interaction: Interaction,
        pace: str,
        time: app_commands.Range[int, 1, 72] | None = None,
        game: str | None = None,
    ) -> None:
        session = await session_of(interaction, game)
        chosen = _pace(pace, time)
        seated = any(row.user == interaction.user.id for row in session.seats)
        if not seated:
            await rights.require_moderator(interaction, session)
        changed = await lobby.set_pace(session, interaction.user.id, chosen, alone=not seated)
        await interaction.edit_original_response(content=text.DONE if changed else text.PACE_ASKED)

    @app_commands.command(name="info", description="Turn, players, scores, options, pace, cards seen and left")
    @app_commands.autocomplete(game=games)
    @app_commands.describe(game=GAME)
    async def info(self, interaction: Interaction, game: str | None = None) -> None:
        session = await session_of(interaction, game)
        await interaction.edit_original_response(content=pages.facts(session))

    @app_commands.command(name="agree", description="Agree to what a moderator who plays here has asked for")
    @app_commands.autocomplete(game=games)
    @app_commands.describe(game=GAME)
    async def agree(self, interaction: Interaction, game: str | None = None) -> None:
        await confirmations.agree_to_what_is_asked(interaction, await session_of(interaction, game))

    @app_commands.command(name="export", description="A game of yours that is over, as a file")
    @app_commands.autocomplete(game=games)
    @app_commands.describe(game=GAME)
    async def export(self, interaction: Interaction, game: str | None = None) -> None:
        session = await session_of(interaction, game)
        session.require_seat(interaction.user.id)
        if not session.open_record:
            raise Refused(Refusal.STILL_SECRET)
        name, blob = await transfers.export(session)
        file = discord.File(io.BytesIO(blob), filename=name, description=announcements.EXPORTED_FILE)
        await interaction.edit_original_response(content=announcements.EXPORTED, attachments=[file])

    @app_commands.command(name="list", description="Your games everywhere, those that wait for you first")
    async def list(self, interaction: Interaction) -> None:
        client = interaction.client
        mine = await client.store.games_of(interaction.user.id)
        rows = [(row, client.table.place(row), await client.table.link(row)) for row in mine]
        await interaction.edit_original_response(content=pages.game_list(rows, interaction.user.id))


def _pace(kind: str, time: int | None) -> Pace:
    try:
        return pace_of(kind, time)
    except ValueError as error:
        raise Refused(Refusal.BAD_OPTION, detail=str(error)) from error
