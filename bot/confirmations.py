"""Questions before what cannot simply be taken back, and the consent that a moderator needs who plays in the game.

The question names the game and the ply. `Confirm` checks the asker's right anew and is refused once the game has moved
on; `Cancel` changes nothing. A moderator who plays in the game gets a question at the table instead, which another
player or another moderator answers.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

import discord

from bot import components, lobby, moderation, rights, text
from bot.components import Target
from bot.refusals import Refusal, Refused
from bot.session import Session

if TYPE_CHECKING:
    from bot.client import Interaction

QUESTIONS = {
    "resign": "Give up your seat",
    "undo": "Take back the last play",
    "skip": "Act for the player who is waited for",
    "reset": "Set this game aside and start anew with the same players",
    "endscored": "End the game now and count the scores as they stand",
    "endvoid": "End the game now without a result",
}


async def ask(interaction: Interaction, session: Session, what: str) -> None:
    """Ask whether to go on with `what`, naming the game and the ply."""
    words = f"{QUESTIONS[what]}? Game {session.id} in {interaction.client.table.place(session)}, ply {session.ply}."
    shown = components.view(
        [
            components.button(
                "Confirm", Target(session.id, session.board_seq, "yes", what), discord.ButtonStyle.danger
            ),
            components.button("Cancel", Target(session.id, session.board_seq, "no", what)),
        ]
    )
    await interaction.edit_original_response(content=words, view=shown)


async def cancel(interaction: Interaction, session: Session, target: Target, values: Sequence[str]) -> None:
    """`Cancel`: nothing is changed."""
    await interaction.edit_original_response(content=text.CANCELLED, view=None)


async def carry_out(interaction: Interaction, session: Session, target: Target, values: Sequence[str]) -> None:
    """`Confirm`."""
    user = interaction.user.id
    if target.path == "resign":
        moderation.require_board(session, target.seq)
        await lobby.resign(session, user)
        await interaction.edit_original_response(content=text.RESIGNED, view=None)
        return
    rights.require_moderator(interaction, session)
    if session.live and session.seat_of(user) is not None:
        await _ask_the_table(interaction, session, target)
        return
    await _moderate(interaction, session, target.path, user, target.seq)
    await interaction.edit_original_response(content=text.DONE, view=None)
    if trouble := await interaction.client.table.told(session.id):
        await interaction.followup.send(trouble, ephemeral=True)


async def _moderate(interaction: Interaction, session: Session, what: str, user: int, seq: int) -> None:
    match what:
        case "undo":
            await moderation.undo(session, user, seq)
        case "skip":
            await moderation.skip(session, user, seq)
        case "reset":
            await moderation.reset(interaction.client.games, session, user, seq)
        case "endscored" | "endvoid":
            await moderation.end(session, user, what == "endscored", seq)
        case _:
            raise Refused(Refusal.OUTDATED)


async def _ask_the_table(interaction: Interaction, session: Session, target: Target) -> None:
    """Put the wish of a moderator who plays in the game to the others."""
    channel = await interaction.client.voice.channel(session.row.channel)
    asker = interaction.user.id
    path = f"{target.path} {asker}"
    shown = components.view([components.button("Agree", Target(session.id, session.board_seq, "agree", path))])
    who = text.name(interaction.user.display_name)
    await channel.send(
        text.asks_the_table(who, QUESTIONS[target.path], session.id, session.ply),
        view=shown,
        allowed_mentions=discord.AllowedMentions.none(),
    )
    await interaction.edit_original_response(content=text.ASKED, view=None)


async def agree(interaction: Interaction, session: Session, target: Target, values: Sequence[str]) -> None:
    """`Agree`: another player, or a moderator who does not play, consents."""
    what, _, asker = target.path.partition(" ")
    user = interaction.user.id
    if user == int(asker):
        raise Refused(Refusal.MODERATOR_PLAYS)
    if session.seat_of(user) is None:
        rights.require_moderator(interaction, session)
    await _moderate(interaction, session, what, int(asker), target.seq)
    await interaction.edit_original_response(content=text.DONE)
    if interaction.message is not None:
        await interaction.message.edit(view=None)
