"""Messages beside the table message: reminders, votes, adverts for open seats, proposals, invitations, plain words.

Each is made when it is sent, from what is true then; one that has been overtaken by the game is not sent at all.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import discord

from bot import text
from bot.game import absence
from bot.game.session import Session
from bot.people import times
from bot.screens import components
from bot.screens.components import Target
from bot.store.store import Job, NoticeRow, Store
from engine import Seat

DECLINED = ""
"""What an invitation is made of that was declined, in place of who invites."""


@dataclass(frozen=True, slots=True)
class Bulletin:
    """What one is to say: to whom it calls out, if to anybody, and the buttons under it."""

    content: str
    pinged: int | None = None
    buttons: discord.ui.View | None = None


def reminder(session: Session, notice: NoticeRow, link: str) -> Bulletin | None:
    """To the one who is waited for: it is still your turn."""
    if notice.user is None or session.waiting != notice.user or str(session.board_seq) != notice.text:
        return None
    buttons = components.view(
        [
            components.button("Act", Target(session.id, session.board_seq, "act"), discord.ButtonStyle.primary),
            components.button("No more reminders this turn", Target(session.id, session.board_seq, "mute")),
        ]
    )
    words = text.still_your_turn(session.view(None), notice.user, session.clocks.deadline, link)
    return Bulletin(words, notice.user, buttons)


def unanswered(session: Session, notice: NoticeRow, link: str) -> Bulletin | None:
    """To the table, after many reminders that were not answered."""
    seat = session.state.to_act
    if seat is None or str(session.board_seq) != notice.text:
        return None
    return Bulletin(text.does_not_answer(session.names, seat))


def vote(session: Session, notice: NoticeRow, link: str) -> Bulletin | None:
    """To the table: the others may vote; the one waited for is called once more, for acting ends the vote."""
    seat = session.state.to_act
    if seat is None or str(session.row.vote) != notice.text or not session.live:
        return None
    buttons = [
        components.button(label, Target(session.id, session.board_seq, "vote", choice))
        for choice, label in absence.CHOICES.items()
    ]
    words = text.vote_is_open(session.names, seat, session.waiting, absence.voters(session), session.clocks.pace.timed)
    return Bulletin(words, session.waiting, components.view(buttons))


def advert(session: Session, notice: NoticeRow, link: str) -> Bulletin | None:
    """To the channel: a seat is to be had."""
    seat = next(seat for seat in Seat if seat.letter == notice.text)
    if not session.live or session.player(seat).user is not None:
        return None
    take = components.button("Take this seat", Target(session.id, 0, "join"), discord.ButtonStyle.success)
    return Bulletin(text.seat_is_open(session.view(None), seat), buttons=components.view([take]))


def proposal(session: Session, notice: NoticeRow, link: str) -> Bulletin | None:
    """To the table: somebody would end the game."""
    seat = session.seat_of(notice.user or 0)
    if not session.live or seat is None:
        return None
    agree = components.button("Agree", Target(session.id, 0, "consent", notice.text))
    words = text.would_end(session.names, seat, notice.text == "scored")
    return Bulletin(words, buttons=components.view([agree]))


def invitation(session: Session, notice: NoticeRow, link: str) -> Bulletin | None:
    """To one invited user, who is the only one called."""
    if session.row.status != "lobby" or notice.user is None or notice.text == DECLINED:
        return None
    if any(row.user == notice.user for row in session.seats):
        return None
    buttons = [
        components.button("Join", Target(session.id, 0, "join"), discord.ButtonStyle.success),
        components.button("Decline", Target(session.id, 0, "decline")),
    ]
    return Bulletin(
        text.invites(notice.text, notice.user, session.row.created + times.LOBBY), notice.user, components.view(buttons)
    )


def plain(session: Session, notice: NoticeRow, link: str) -> Bulletin | None:
    """A sentence, as it is."""
    return Bulletin(notice.text)


def private(session: Session, notice: NoticeRow, link: str) -> Bulletin | None:
    """A sentence about a game to one user, who may sit at several tables."""
    return Bulletin(f"Game {session.id}: {notice.text} {link}")


KINDS: dict[str, Callable[[Session, NoticeRow, str], Bulletin | None]] = {
    "remind": reminder,
    "unanswered": unanswered,
    "vote": vote,
    "advert": advert,
    "consent": proposal,
    "invite": invitation,
    "say": plain,
    "word": plain,
    "private": private,
}
"""The kinds of notices that are bulletins."""
DIRECT = ("word", "private")
"""Those that go to one user by direct message, and nowhere else; all others go to the channel."""
ASKING = ("vote", "advert", "consent", "invite")
"""Those whose buttons go once they are decided: when the same would not be said any more."""


def asks(job: Job, game: int, notice: NoticeRow, message: discord.Message) -> Job:
    """Add to a job that a message now asks what a notice says."""
    insert = "INSERT OR REPLACE INTO asking (message, game, channel, kind, user, text) VALUES (?, ?, ?, ?, ?, ?)"
    # Who invites is a name, and none is kept that is not needed.
    asked = "open" if notice.kind == "invite" else notice.text
    return job.add(insert, message.id, game, message.channel.id, notice.kind, notice.user, asked)


async def asking(store: Store, game: int) -> list[tuple[int, int, NoticeRow]]:
    """The messages of a game that ask something: number, channel, and what they were made of."""
    rows = await store.select("SELECT message, channel, kind, user, text FROM asking WHERE game = ?", game)
    return [(row[0], row[1], NoticeRow(row[2], row[3], row[4], 0)) for row in rows]
