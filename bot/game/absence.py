"""When the one who has to act is silent: the others vote, and nobody is ever moved by a machine.

Once the time is up the two others get a right: to extend it, to skip (the mildest legal action is made), to open the
seat for a substitute, or to end the game with the scores as they stand. It is done when both want the same; until then
the absent one may come back and act, which ends the vote.
"""

from __future__ import annotations

from dataclasses import replace

from bot import text
from bot.game.change import Change
from bot.game.mildest import act_mildly
from bot.game.session import Session
from bot.people import times, wishes
from bot.refusals import Refusal, Refused
from bot.store.rows import OPEN
from bot.store.store import NoticeRow
from engine import Seat

CHOICES = {"extend": "Extend", "skip": "Skip", "open": "Open the seat", "end": "End the game"}
"""What can be voted for, with the label of its button."""


async def open_vote(session: Session) -> None:
    """Let the others vote about the one who is waited for. The caller holds no lock."""
    async with session.lock:
        seat, opens = session.state.to_act, times.vote_opens(session.clocks)
        if seat is None or session.row.vote == session.board_seq or opens is None or opens > session.now():
            return
        change = session.begin()
        change.note(f"vote opens {seat.letter}", None)
        change.columns.update(vote=session.board_seq)
        change.extra.append(NoticeRow("vote", None, str(session.board_seq), session.now()))
        change.quiet = True
        await session.commit(change)


def void_vote(session: Session, change: Change) -> None:
    """End a vote that is open, though the board stays the same; what was voted is forgotten."""
    if session.row.vote is not None:
        change.columns.update(vote=None)
        wishes.forget_votes(change.job, session.id, session.row.vote)


def voters(session: Session) -> list[Seat]:
    """Who may vote: all who sit at the table but the one waited for."""
    return [
        Seat(row.seat)
        for row in session.seats
        if row.user is not None and row.seat is not None and row.seat != session.state.to_act
    ]


async def cast(session: Session, user: int, choice: str, seq: int | None = None) -> str:
    """Vote, on the board that was pressed upon; returns what came of it, in a sentence. Raises Refused."""
    async with session.lock:
        mine = _require_voter(session, user, choice, seq)
        seq = session.board_seq
        cast_so_far = await wishes.votes(session.store, session.id, seq)
        votes = {**cast_so_far, user: choice}
        change = session.begin()
        wishes.vote(change.job, session.id, seq, user, choice, session.now())
        change.note(f"vote {choice}", user)
        others = [session.player(seat).user or 0 for seat in voters(session)]
        through = all(votes.get(other) == choice for other in others) or _alone(session, others, user, choice)
        if through:
            _carry_out(session, change, choice, user)
        else:
            change.quiet = True
            if cast_so_far.get(user) != choice:
                said = text.has_voted(session.names, mine, choice)
                change.extra.append(NoticeRow("say", None, said, session.now()))
        await session.commit(change)
        return text.VOTE_THROUGH if through else text.VOTE_COUNTED


def _require_voter(session: Session, user: int, choice: str, seq: int | None) -> Seat:
    seat = session.require_seat(user)
    if not session.live:
        raise Refused(Refusal.OVER)
    if session.paused:
        raise Refused(Refusal.PAUSED)
    if choice not in CHOICES or (seq is not None and seq != session.board_seq):
        raise Refused(Refusal.OUTDATED)
    if session.row.vote != session.board_seq:
        raise Refused(Refusal.NO_VOTE)
    if seat == session.state.to_act:
        raise Refused(Refusal.VOTE_IS_FOR_OTHERS)
    vacant = any(row.user is None for row in session.seats)
    if choice == "end" and vacant and session.now() - session.seat_opened_at < times.LOBBY:
        raise Refused(Refusal.SEAT_JUST_OPENED)
    return seat


def _alone(session: Session, others: list[int], user: int, choice: str) -> bool:
    """Whether the other voter has been silent for so long as well that one may end the game alone."""
    now = session.now()
    if choice != "end" or session.clocks.waited(now) < times.LONG_SILENCE:
        return False
    return all(now - session.last_act(other) >= times.LONG_SILENCE for other in others if other != user)


def _carry_out(session: Session, change: Change, choice: str, user: int) -> None:
    seat = session.state.to_act
    if seat is None:
        raise Refused(Refusal.OUTDATED)
    change.words.append(text.voted(choice, session.names, seat))
    match choice:
        case "extend":
            change.note(f"extend {seat.letter}", user)
            void_vote(session, change)
            change.columns.update(reminded=0, reminded_at=None)
        case "skip":
            act_mildly(session, change, user)
        case "open":
            open_seat(session, change, seat, None)
        case _:
            change.columns.update(status="over", ending="scored", ended=session.now())


def open_seat(session: Session, change: Change, seat: Seat, user: int | None) -> None:
    """Take somebody from their seat, and look for a substitute; without players left the game is over.

    `user`: who gives up their own seat; none when it is taken from them.
    """
    mine = session.player(seat)
    change.seats[change.seats.index(mine)] = replace(mine, user=None, name=OPEN)
    if user is None and mine.user is not None:
        change.note(f"left {seat.letter}", mine.user)
    change.note(f"resign {seat.letter}", user)
    change.extra.append(NoticeRow("advert", None, seat.letter, session.now()))
    change.calls = False
    if all(row.user is None for row in change.seats):
        change.columns.update(status="over", ending="abandoned", ended=session.now())
