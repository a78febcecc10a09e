"""`/mod`: what unsticks a game. Rights are checked here, for Discord would block holders of a mere role before."""

from __future__ import annotations

from typing import TYPE_CHECKING

import discord
from discord import app_commands

from bot import text
from bot.commands import keep
from bot.commands.choose import GAME
from bot.commands.moderated import here, plies, restorable, session_of
from bot.desk import carrying, confirmations, rights
from bot.game import moderation, resets
from bot.game.session import Session
from bot.refusals import Refusal, Refused
from bot.screens import pages
from engine import Seat

if TYPE_CHECKING:
    from bot.client import Interaction

COLOURS = [app_commands.Choice(name=seat.name.capitalize(), value=seat.letter) for seat in Seat]


@app_commands.guild_only()
class Moderate(app_commands.Group, name="mod", description="Look after games: for those who may manage the channel"):
    """The group `/mod`."""

    def __init__(self) -> None:
        super().__init__()
        for command in keep.COMMANDS:
            self.add_command(command)

    @app_commands.command(name="status", description="Phase, who is waited for, rights that I lack, state of the store")
    @app_commands.autocomplete(game=here)
    @app_commands.describe(game=GAME)
    async def status(self, interaction: Interaction, game: str | None = None) -> None:
        session = await session_of(interaction, game)
        client = interaction.client
        await interaction.edit_original_response(
            content=pages.status(
                session,
                client.table.place(session),
                await rights.missing_at(interaction, session),
                client.table.troubles.get(session.id),
                len(await client.store.unsent(session.id)),
            )
        )

    @app_commands.command(name="repost", description="Post the table message again")
    @app_commands.autocomplete(game=here)
    @app_commands.describe(game=GAME)
    async def repost(self, interaction: Interaction, game: str | None = None) -> None:
        session = await session_of(interaction, game)
        await moderation.repost(session, interaction.user.id)
        await interaction.edit_original_response(content=await interaction.client.table.told(session.id) or text.DONE)

    @app_commands.command(name="undo", description="Take back the last play, whoever made it; asks first")
    @app_commands.autocomplete(game=here)
    @app_commands.describe(game=GAME)
    async def undo(self, interaction: Interaction, game: str | None = None) -> None:
        await _ask(interaction, game, "undo")

    @app_commands.command(name="rewind", description="Back to any earlier ply, which is shown first; asks first")
    @app_commands.describe(ply="The ply to go back to: the position after what is said beside its number")
    @app_commands.autocomplete(ply=plies, game=here)
    @app_commands.describe(game=GAME)
    async def rewind(self, interaction: Interaction, ply: str, game: str | None = None) -> None:
        session = await session_of(interaction, game)
        moderation.require_live(session)
        number = int(ply) if ply.isascii() and ply.isdigit() and len(ply) < 7 else -1
        if not 0 <= number <= session.ply:
            raise Refused(Refusal.NO_SUCH_PLY, detail=str(session.ply))
        await confirmations.ask(interaction, session, f"rewind {number}", number)

    @app_commands.command(name="skip", description="The mildest legal action for whoever is waited for; asks first")
    @app_commands.autocomplete(game=here)
    @app_commands.describe(game=GAME)
    async def skip(self, interaction: Interaction, game: str | None = None) -> None:
        await _ask(interaction, game, "skip")

    @app_commands.command(name="replace", description="Put another user in a seat; asks first")
    @app_commands.describe(
        by="Who is to sit there; they get the seat's hidden card",
        user="Who sits there now",
        seat="The colour of the seat, instead of who sits there",
    )
    @app_commands.choices(seat=COLOURS)
    @app_commands.autocomplete(game=here)
    @app_commands.describe(game=GAME)
    async def replace(
        self,
        interaction: Interaction,
        by: discord.Member,
        user: discord.User | None = None,
        seat: str | None = None,
        game: str | None = None,
    ) -> None:
        session = await session_of(interaction, game)
        moderation.require_live(session)
        chosen = _seat(session, user, seat)
        moderation.require_seatable(session, interaction.user.id, chosen, by.id)
        await carrying.member_name(interaction, session, by.id)
        await confirmations.ask(interaction, session, f"replace {chosen.letter} {by.id}")

    @app_commands.command(name="pause", description="Stop the game and everybody's time, until it is resumed")
    @app_commands.autocomplete(game=here)
    @app_commands.describe(game=GAME)
    async def pause(self, interaction: Interaction, game: str | None = None) -> None:
        await _settle(interaction, game, "pause")

    @app_commands.command(name="resume", description="Let a paused game go on")
    @app_commands.autocomplete(game=here)
    @app_commands.describe(game=GAME)
    async def resume(self, interaction: Interaction, game: str | None = None) -> None:
        await _settle(interaction, game, "resume")

    @app_commands.command(name="reset", description="The same players start anew; asks first, the old game is kept")
    @app_commands.autocomplete(game=here)
    @app_commands.describe(game=GAME)
    async def reset(self, interaction: Interaction, game: str | None = None) -> None:
        await _ask(interaction, game, "reset")

    @app_commands.command(name="restore", description="Bring back a game that was reset or ended; asks first")
    @app_commands.autocomplete(game=restorable)
    @app_commands.describe(game=GAME)
    async def restore(self, interaction: Interaction, game: str) -> None:
        session = await session_of(interaction, game)
        resets.require_restorable(session)
        there = await interaction.client.places.look_up(interaction.guild_id, session.row.channel)
        channel = session.row.channel if there else interaction.channel_id or 0
        await _ask_to_carry(interaction, session, f"restore {channel} {await carrying.instead(interaction, channel)}")

    @app_commands.command(name="end", description="End the game as it stands, or close the lobby; asks first")
    @app_commands.describe(count="Count the scores as they stand (default), or end without a result")
    @app_commands.autocomplete(game=here)
    @app_commands.describe(game=GAME)
    async def end(self, interaction: Interaction, count: bool = True, game: str | None = None) -> None:
        session = await session_of(interaction, game)
        if session.row.status != "lobby" and session.damage is None:
            moderation.require_live(session)
        what = "endscored" if count and session.damage is None else "endvoid"
        await confirmations.ask(interaction, session, "close" if session.row.status == "lobby" else what)

    @app_commands.command(name="move", description="Carry the game to another channel or thread; asks first")
    @app_commands.describe(channel="Where to (default: here)", game="Which game; needed where its channel is gone")
    @app_commands.autocomplete(game=here)
    async def move(
        self,
        interaction: Interaction,
        channel: discord.TextChannel | discord.Thread | discord.VoiceChannel | None = None,
        game: str | None = None,
    ) -> None:
        session = await session_of(interaction, game, orphans=True)
        if session.row.status != "lobby":
            moderation.require_live(session)
        target = interaction.channel_id or 0 if channel is None else channel.id
        await _ask_to_carry(interaction, session, f"move {target}")


async def _ask(interaction: Interaction, game: str | None, what: str) -> None:
    session = await session_of(interaction, game)
    moderation.require_live(session)
    moderation.require_good(session)
    await confirmations.ask(interaction, session, what)


async def _ask_to_carry(interaction: Interaction, session: Session, what: str) -> None:
    moderation.require_good(session)
    await carrying.require_right(interaction, session, what)
    await confirmations.ask(interaction, session, what)


async def _settle(interaction: Interaction, game: str | None, what: str) -> None:
    """What destroys nothing is done without a question."""
    session = await session_of(interaction, game)
    moderation.require_live(session)
    await confirmations.settle(interaction, session, what, session.standing)


def _seat(session: Session, user: discord.User | None, letter: str | None) -> Seat:
    """The seat that is meant, by who sits there or by its colour. Raises Refused."""
    by_colour = next((seat for seat in Seat if seat.letter == letter), None)
    seat = by_colour if user is None else session.seat_of(user.id)
    if seat is None or (by_colour is not None and seat != by_colour):
        raise Refused(Refusal.NO_SUCH_SEAT)
    return seat
