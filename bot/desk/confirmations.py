"""Questions before what cannot simply be taken back, and the consent that a moderator needs who plays in the game.

The question names the game and the ply. `Confirm` checks the asker's right anew and is refused once the game has moved
on; `Cancel` changes nothing. A moderator who plays in the game gets a question at the table instead, which another
player or another moderator answers.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

import discord

from bot import text
from bot.desk import carrying, rights
from bot.game import lobby, moderation, questions, resets
from bot.game.session import Session
from bot.people import wishes
from bot.refusals import Refusal, Refused
from bot.screens import components
from bot.screens.boards import board_of
from bot.screens.components import Target
from bot.store.rows import Job, ShownRow
from bot.table.voice import Unreachable
from bot.text import announcements
from engine import Seat

if TYPE_CHECKING:
    from bot.client import Interaction


async def ask(interaction: Interaction, session: Session, what: str, ply: int | None = None) -> None:
    """Ask whether to go on with `what`, naming the game and the ply; with `ply`, that position is shown."""
    place = interaction.client.table.place(session)
    asked = f"**{questions.head(session, what)}?** Game {session.id} in {place}, ply {session.ply}."
    words = f"{asked}\n{await _consequences(interaction, session, what)}"
    files = []
    if ply is not None:
        words += f"\n{announcements.SHOWN_BELOW}"
        name = f"rewind-{session.id}-{session.board_seq}-{ply}.png"
        files = [await interaction.client.painter.paint(board_of(session, None, ply), name)]
    at = Target(session.id, session.board_seq, "yes", what)
    shown = components.view(
        [
            components.button("Confirm", at, discord.ButtonStyle.danger),
            components.button("Cancel", Target(session.id, session.board_seq, "no", what)),
        ]
    )
    await interaction.edit_original_response(content=words, view=shown, attachments=files)


async def _consequences(interaction: Interaction, session: Session, what: str) -> str:
    verb, _, rest = what.partition(" ")
    games = interaction.client.games
    row = await games.store.live_game(int(rest)) if verb == "restore" else None
    return questions.consequences(session, what, None if row is None else await games.get(row.id, damaged=True))


async def cancel(interaction: Interaction, session: Session, target: Target, values: Sequence[str]) -> None:
    """`Cancel`: nothing is changed."""
    await interaction.edit_original_response(content=text.CANCELLED, view=None, attachments=[])


async def carry_out(interaction: Interaction, session: Session, target: Target, values: Sequence[str]) -> None:
    """`Confirm`."""
    if target.path == "resign":
        moderation.require_board(session, target.seq)
        await lobby.resign(session, interaction.user.id)
        await interaction.edit_original_response(content=text.RESIGNED, view=None)
        return
    await carrying.require_right(interaction, session, target.path)
    await settle(interaction, session, target.path, target.seq)


async def settle(interaction: Interaction, session: Session, what: str, seq: int) -> None:
    """Do what a moderator wants, or put it to the table where they play themselves."""
    user = interaction.user.id
    moderation.require_board(session, seq)
    if await carrying.needs_consent(interaction, session, what):
        await _ask_the_table(interaction, session, what, seq)
        return
    await moderate(interaction, session, what, user, seq)
    await interaction.edit_original_response(content=text.DONE, view=None, attachments=[])
    if trouble := await interaction.client.table.told(session.id):
        await interaction.followup.send(trouble, ephemeral=True)


async def moderate(interaction: Interaction, session: Session, what: str, user: int, seq: int) -> None:
    """Do it. `user` is the moderator who wanted it. Raises Refused."""
    verb, _, rest = what.partition(" ")
    match verb:
        case "undo":
            await moderation.undo(session, user, seq)
        case "rewind":
            await moderation.rewind(session, user, int(rest), seq)
        case "skip":
            await moderation.skip(session, user, seq)
        case "pause":
            await moderation.pause(session, user, seq)
        case "resume":
            await moderation.resume(session, user, seq)
        case "replace":
            letter, _, by = rest.partition(" ")
            seat = next(seat for seat in Seat if seat.letter == letter)
            name = await carrying.member_name(interaction, session, int(by))
            await moderation.put(session, user, seat, int(by), name, seq)
        case "reset":
            await resets.reset(interaction.client.games, session, user, seq)
        case "restore" | "move":
            await carrying.carry(interaction, session, verb, int(rest), user, seq)
        case "endscored" | "endvoid" | "close":
            await moderation.end(session, user, verb == "endscored", seq)
        case _:
            raise Refused(Refusal.OUTDATED)


async def _ask_the_table(interaction: Interaction, session: Session, what: str, seq: int) -> None:
    """Put the wish of a moderator who plays in the game to the others, at the table or, if that is gone, here."""
    target = Target(session.id, seq, "agree", f"{what} {interaction.user.id}")
    who = text.name(interaction.user.display_name)
    meant = await _consequences(interaction, session, what)
    words = text.asks_the_table(who, questions.head(session, what), meant, session.id, session.ply)
    shown = components.view([components.button("Agree", target)])
    voice = interaction.client.voice
    nobody = discord.AllowedMentions.none()
    try:
        channel = await voice.channel(session.row.channel)
        message = await channel.send(words, view=shown, allowed_mentions=nobody)
    except (Unreachable, discord.Forbidden, discord.NotFound):
        here = await voice.channel(interaction.channel_id or 0)
        message = await here.send(words, view=shown, allowed_mentions=nobody)
    job = Job()
    kept = f"{seq} {message.channel.id} {message.id} {what}"
    wishes.vote(job, session.id, wishes.MODERATOR, interaction.user.id, kept, session.now())
    await session.store.write(job)
    await interaction.edit_original_response(content=text.ASKED, view=None, attachments=[])


async def agree(interaction: Interaction, session: Session, target: Target, values: Sequence[str]) -> None:
    """`Agree`: another player, or a moderator who does not play, consents."""
    what, _, asker = target.path.rpartition(" ")
    await _consent(interaction, session, what, int(asker), target.seq)
    if interaction.message is not None:
        await interaction.message.edit(view=None)


async def agree_to_last(interaction: Interaction, session: Session) -> None:
    """`/game agree`: the same for whatever was asked last of the game as it is now. Raises Refused."""
    asked = await wishes.votes(session.store, session.id, wishes.MODERATOR)
    for asker, kept in reversed(asked.items()):
        seq, channel, message, what = kept.split(" ", 3)
        if int(seq) == session.board_seq:
            await _consent(interaction, session, what, asker, int(seq))
            await interaction.client.voice.strip(ShownRow(int(channel), int(message), 0))
            return
    raise Refused(Refusal.NOTHING_ASKED)


async def _consent(interaction: Interaction, session: Session, what: str, asker: int, seq: int) -> None:
    user = interaction.user.id
    if user == asker:
        raise Refused(Refusal.MODERATOR_PLAYS)
    if session.seat_of(user) is None:
        await rights.require_moderator(interaction, session)
    await moderate(interaction, session, what, asker, seq)
    job = Job()
    wishes.forget_votes(job, session.id, wishes.MODERATOR)
    await session.store.write(job)
    await interaction.edit_original_response(content=text.DONE)
