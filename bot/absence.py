"""When the one who has to act is silent: the others vote, and nobody is ever moved by a machine.

Once the time is up the two others get a right: to extend it, to skip (the mildest legal action is made), to open the
seat for a substitute, or to end the game with the scores as they stand. It is done when both want the same; until then
the absent one may come back and act, which ends the vote.
"""

from __future__ import annotations

from dataclasses import replace

from bot import text, times
from bot.change import Change
from bot.mildest import act_mildly
from bot.refusals import Refusal, Refused
from bot.rows import OPEN
from bot.session import Session
from bot.store import NoticeRow
from engine import Seat

CHOICES = {"extend": "Extend", "skip": "Skip", "open": "Open the seat", "end": "End the game"}
"""What can be voted for, with the label of its button."""


async def open_vote(session: Session) -> None:
    """Let the others vote about the one who is waited for. The caller holds no lock."""
    async with session.lock:
        seat = session.state.to_act
        if not session.live or seat is None or session.row.vote == session.board_seq:
            return
        change = session.begin()
        change.note(f"vote opens {seat.letter}", None)
        change.columns.update(vote=session.board_seq)
        change.extra.append(NoticeRow("vote", None, str(session.board_seq), session.now()))
        change.quiet = True
        await session.commit(change)


async def cast(session: Session, user: int, choice: str, seq: int) -> str:
    """Vote; returns what came of it, in a sentence. Raises Refused."""
    async with session.lock:
        session.require_seat(user)
        if not session.live:
            raise Refused(Refusal.OVER)
        if seq != session.board_seq or session.row.vote != seq or choice not in CHOICES:
            raise Refused(Refusal.OUTDATED)
        waiting = session.waiting
        if user == waiting:
            raise Refused(Refusal.VOTE_IS_FOR_OTHERS)
        votes = {**await session.store.votes(session.id, seq), user: choice}
        voters = [row.user for row in session.seats if row.user is not None and row.user != waiting]
        change = session.begin()
        change.job.add(
            "INSERT OR REPLACE INTO votes (game, seq, user, choice, at) VALUES (?, ?, ?, ?, ?)",
            *(session.id, seq, user, choice, session.now()),
        )
        change.note(f"vote {choice}", user)
        through = all(votes.get(voter) == choice for voter in voters) or _alone(session, voters, user, choice)
        if through:
            _carry_out(session, change, choice, user)
        else:
            change.quiet = True
        await session.commit(change)
        return text.VOTE_THROUGH if through else text.VOTE_COUNTED


def _alone(session: Session, voters: list[int], user: int, choice: str) -> bool:
    """Whether in a game without deadline the other voter has been silent so long that one may end it alone."""
    if choice != "end" or session.clocks.pace.timed:
        return False
    limit = session.now() - times.LONG_SILENCE
    silent = (session.row.waiting_since or session.now()) <= limit
    return silent and all(session.last_act(other) <= limit for other in voters if other != user)


def _carry_out(session: Session, change: Change, choice: str, user: int) -> None:
    seat = session.state.to_act
    if seat is None:
        raise Refused(Refusal.OUTDATED)
    change.words.append(text.voted(choice, session.names, seat))
    match choice:
        case "extend":
            change.note(f"extend {seat.letter}", user)
            change.columns.update(vote=None, waiting_since=session.now(), reminded=0, reminded_at=None)
        case "skip":
            act_mildly(session, change, user)
        case "open":
            open_seat(session, change, seat, user)
        case _:
            change.columns.update(status="over", ending="scored", ended=session.now())


def open_seat(session: Session, change: Change, seat: Seat, user: int | None) -> None:
    """Take somebody from their seat, and look for a substitute; without players left the game is over."""
    mine = session.player(seat)
    change.seats[change.seats.index(mine)] = replace(mine, user=None, name=OPEN)
    change.note(f"resign {seat.letter}", user)
    change.extra.append(NoticeRow("advert", None, seat.letter, session.now()))
    if all(row.user is None for row in change.seats):
        change.columns.update(status="over", ending="abandoned", ended=session.now())
