"""Questions before what cannot simply be taken back, and the consent that a moderator needs who plays in the game.

The question names the game and the ply. `Confirm` checks the asker's right anew and is refused once the game stands
otherwise than when it was asked (`Session.standing`); `Cancel` changes nothing. A moderator who plays in the game gets
a question at the table instead, which another player or another moderator answers. Such a wish lapses in the same way,
after three days, and when the asker has lost the right to it.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

import discord

from bot import text
from bot.desk import carrying, rights
from bot.game import lobby, moderation, questions, resets
from bot.game.session import Session
from bot.people import times, wishes
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

_ID = r"[1-8]?\d{1,18}"
_DEED = re.compile(
    rf"undo|skip|pause|resume|reset|close|endscored|endvoid|rewind \d{{1,6}}|replace [RBY] {_ID}|move {_ID}"
    rf"|restore {_ID} \d{{1,9}}"
)
"""The forms of what is asked, as a button carries it. One of another version of the bot may carry anything."""


async def ask(interaction: Interaction, session: Session, what: str, ply: int | None = None) -> None:
    """Ask whether to go on with `what`, naming the game and the ply; with `ply`, that position is shown."""
    place, standing = interaction.client.table.place(session), session.standing
    asked = f"**{questions.head(session, what)}?** Game {session.id} in {place}, ply {session.ply}."
    words = f"{asked}\n{await _consequences(interaction, session, what)}"
    files = []
    if ply is not None:
        words += f"\n{announcements.SHOWN_BELOW}"
        name = f"rewind-{session.id}-{session.board_seq}-{ply}.png"
        files = [await interaction.client.painter.paint(board_of(session, None, ply), name)]
    at = Target(session.id, standing, "yes", what)
    shown = components.view(
        [
            components.button("Confirm", at, discord.ButtonStyle.danger),
            components.button("Cancel", Target(session.id, standing, "no", what)),
        ]
    )
    await interaction.edit_original_response(content=words, view=shown, attachments=files)


async def _consequences(interaction: Interaction, session: Session, what: str) -> str:
    verb, _, rest = what.partition(" ")
    games = interaction.client.games
    row = await games.store.live_game(carrying.first_number(rest)) if verb == "restore" else None
    return questions.consequences(session, what, None if row is None else await games.get(row.id, damaged=True))


async def cancel(interaction: Interaction, session: Session, target: Target, values: Sequence[str]) -> None:
    """`Cancel`: nothing is changed."""
    await interaction.edit_original_response(content=text.CANCELLED, view=None, attachments=[])


async def carry_out(interaction: Interaction, session: Session, target: Target, values: Sequence[str]) -> None:
    """`Confirm`."""
    if target.path == "resign":
        await lobby.resign(session, interaction.user.id, target.seq)
        await interaction.edit_original_response(content=text.RESIGNED, view=None)
        return
    _require_deed(target.path)
    await carrying.require_right(interaction, session, target.path)
    await settle(interaction, session, target.path, target.seq)


def _require_deed(what: str) -> None:
    """Raises Refused for what this version of the bot does not ask."""
    if not _DEED.fullmatch(what):
        raise Refused(Refusal.OUTDATED)


async def settle(interaction: Interaction, session: Session, what: str, standing: int) -> None:
    """Do what a moderator wants, or put it to the table where they play themselves."""
    user = interaction.user.id
    session.require_standing(standing)
    if await carrying.needs_consent(interaction, session, what):
        await _ask_the_table(interaction, session, what, standing)
        return
    await moderate(interaction, session, what, user, standing)
    await interaction.edit_original_response(content=text.DONE, view=None, attachments=[])
    if trouble := await interaction.client.table.told(session.id):
        await interaction.followup.send(trouble, ephemeral=True)


async def moderate(interaction: Interaction, session: Session, what: str, user: int, standing: int) -> None:
    """Do it. `user` is the moderator who wanted it. Raises Refused."""
    verb, _, rest = what.partition(" ")
    match verb:
        case "undo":
            await moderation.undo(session, user, standing)
        case "rewind":
            await moderation.rewind(session, user, int(rest), standing)
        case "skip":
            await moderation.skip(session, user, standing)
        case "pause":
            await moderation.pause(session, user, standing)
        case "resume":
            await moderation.resume(session, user, standing)
        case "replace":
            letter, _, by = rest.partition(" ")
            seat = next(seat for seat in Seat if seat.letter == letter)
            name = await carrying.member_name(interaction, session, int(by))
            await moderation.put(session, user, seat, int(by), name, standing)
        case "reset":
            await resets.reset(interaction.client.games, session, user, standing)
        case "restore" | "move":
            await carrying.carry(interaction, session, what, user, standing)
        case "close":
            await moderation.close(session, user, standing)
        case "endscored" | "endvoid":
            await moderation.end(session, user, verb == "endscored", standing)
        case _:
            raise Refused(Refusal.OUTDATED)


async def _ask_the_table(interaction: Interaction, session: Session, what: str, standing: int) -> None:
    """Put the wish of a moderator who plays in the game to the others, at the table or, if that is gone, here.

    It stands in place of what they wished before.
    """
    target = Target(session.id, standing, "agree", f"{what} {interaction.user.id}")
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
    before = (await _wishes(session)).get(interaction.user.id)
    wish = Wish(interaction.user.id, what, standing, ShownRow(message.channel.id, message.id, 0))
    job = Job()
    wishes.vote(job, session.id, wishes.MODERATOR, wish.asker, wish.kept, session.now())
    await session.store.write(job)
    await interaction.edit_original_response(content=text.ASKED, view=None, attachments=[])
    if before is not None:
        await voice.strip(before.message)


@dataclass(frozen=True, slots=True)
class Wish:
    """What a moderator who plays has asked the others for."""

    asker: int
    what: str
    standing: int
    """How the game stood when it was asked; when it stands otherwise, the wish has lapsed."""
    message: ShownRow

    @property
    def kept(self) -> str:
        """How the store keeps it."""
        return f"{self.standing} {self.message.channel} {self.message.message} {self.what}"


async def _wishes(session: Session) -> dict[int, Wish]:
    """What has been asked lately, by asker, the latest last; each has asked for one thing at most."""
    found = {}
    kept = await wishes.votes(session.store, session.id, wishes.MODERATOR, session.now() - times.LOBBY)
    for asker, words in kept.items():
        standing, channel, message, what = words.split(" ", 3)
        found[asker] = Wish(asker, what, int(standing), ShownRow(int(channel), int(message), 0))
    return found


async def agree(interaction: Interaction, session: Session, target: Target, values: Sequence[str]) -> None:
    """`Agree`: another player, or a moderator who does not play, consents."""
    what, _, asker = target.path.rpartition(" ")
    _require_deed(what)
    if not re.fullmatch(_ID, asker):
        raise Refused(Refusal.OUTDATED)
    wish = (await _wishes(session)).get(int(asker))
    if wish is None or (wish.what, wish.standing) != (what, target.seq):
        raise Refused(Refusal.WISH_LAPSED)
    await _consent(interaction, session, wish)


async def agree_to_what_is_asked(interaction: Interaction, session: Session) -> None:
    """`/game agree`: the same for what is asked of the game as it is now; of several one is chosen. Raises Refused."""
    found = [wish for wish in (await _wishes(session)).values() if wish.standing == session.standing]
    if not found:
        raise Refused(Refusal.NOTHING_ASKED)
    if len(found) == 1:
        await _consent(interaction, session, found[0])
        return
    asked = [(questions.head(session, wish.what), wish.asker) for wish in found[: components.LIMIT]]
    shown = components.view(
        [
            components.button(
                f"Agree to {number}", Target(session.id, wish.standing, "agree", f"{wish.what} {wish.asker}")
            )
            for number, wish in enumerate(found[: components.LIMIT], 1)
        ]
    )
    await interaction.edit_original_response(content=text.choose_wish(asked), view=shown)


async def _consent(interaction: Interaction, session: Session, wish: Wish) -> None:
    user = interaction.user.id
    if user == wish.asker:
        raise Refused(Refusal.MODERATOR_PLAYS)
    if session.seat_of(user) is None:
        await rights.require_moderator(interaction, session)
    if wish.standing != session.standing or not await carrying.asker_may(interaction, session, wish.what, wish.asker):
        raise Refused(Refusal.WISH_LAPSED)
    if wish.what.startswith("replace") and wish.what.endswith(f" {user}"):
        raise Refused(Refusal.CANNOT_SEAT, detail="It is your own seat that was asked for: somebody else has to agree.")
    head = questions.head(session, wish.what)
    await moderate(interaction, session, wish.what, wish.asker, wish.standing)
    # The game stands otherwise now, so whatever else was asked has lapsed with it.
    lapsed = await _wishes(session)
    job = Job()
    wishes.forget_votes(job, session.id, wishes.MODERATOR)
    await session.store.write(job)
    await interaction.edit_original_response(content=text.agreed(head))
    for each in lapsed.values():
        await interaction.client.voice.strip(each.message)
