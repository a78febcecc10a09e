"""What players have said that is no action of the game, as the store keeps it: votes, consents, plans, invitations."""

from __future__ import annotations

from bot.store.rows import Job, PlanRow
from bot.store.store import Store

CONSENT, PACE, MODERATOR = 0, -1, -2
"""The `seq` under which consent to an end, wishes for another pace, and those of moderators who play are kept: not for
one board but the game."""


async def votes(store: Store, game: int, seq: int, since: int = 0) -> dict[int, str]:
    """What has been voted on a board of a game from an instant on, by user, the latest vote last."""
    where = "game = ? AND seq = ? AND at >= ? ORDER BY at, rowid"
    rows = await store.select(f"SELECT user, choice FROM votes WHERE {where}", game, seq, since)
    return {row[0]: row[1] for row in rows}


def vote(job: Job, game: int, seq: int, user: int, choice: str, at: int) -> None:
    """Add to a job that somebody votes, in place of their vote before."""
    job.add(
        "INSERT OR REPLACE INTO votes (game, seq, user, choice, at) VALUES (?, ?, ?, ?, ?)",
        *(game, seq, user, choice, at),
    )


def forget_votes(job: Job, game: int, seq: int) -> None:
    """Add to a job that a vote is over."""
    job.add("DELETE FROM votes WHERE game = ? AND seq = ?", game, seq)


async def plan(store: Store, game: int, user: int) -> PlanRow | None:
    """What somebody has planned for a game."""
    rows = await store.select("SELECT text, due FROM plans WHERE game = ? AND user = ?", game, user)
    return PlanRow(*rows[0]) if rows else None


async def set_plan(store: Store, game: int, user: int, words: str | None) -> None:
    """Keep somebody's plan for a game in place of the one before, or drop it."""
    job = Job().add("DELETE FROM plans WHERE game = ? AND user = ?", game, user)
    if words is not None:
        job.add("INSERT INTO plans (game, user, text) VALUES (?, ?, ?)", game, user, words)
    await store.write(job)


async def set_plan_due(store: Store, game: int, user: int, due: int) -> None:
    """Note when a plan is to be carried out, unless that is known already."""
    update = "UPDATE plans SET due = ? WHERE game = ? AND user = ? AND due IS NULL"
    await store.write(Job().add(update, due, game, user))


async def invited(store: Store, game: int) -> dict[int, bool]:
    """Who was invited to a lobby, and whether they have declined: then they are the guest of nobody, 0."""
    rows = await store.select("SELECT user, inviter FROM invitations WHERE game = ? ORDER BY created", game)
    return {row[0]: row[1] == 0 for row in rows}


async def invitations_by(store: Store, user: int) -> int:
    """How many invitations of somebody are open in all lobbies."""
    rows = await store.select(
        "SELECT count(*) FROM invitations JOIN games ON games.id = invitations.game"
        " WHERE inviter = ? AND games.status = 'lobby'",
        user,
    )
    return int(rows[0][0])


def invite(job: Job, game: int, user: int, inviter: int, at: int) -> None:
    """Add to a job that somebody is invited."""
    job.add("INSERT INTO invitations (game, user, inviter, created) VALUES (?, ?, ?, ?)", game, user, inviter, at)


def decline(job: Job, game: int, user: int) -> None:
    """Add to a job that somebody says no to an invitation."""
    job.add("UPDATE invitations SET inviter = 0 WHERE game = ? AND user = ?", game, user)
    job.add("UPDATE asking SET text = '' WHERE game = ? AND kind = 'invite' AND user = ?", game, user)
