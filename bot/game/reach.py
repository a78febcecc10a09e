"""Whether a game's table can be written to, as far as time is concerned: while it cannot, nobody's runs down."""

from __future__ import annotations

from bot.game.session import Session


async def lost(session: Session) -> None:
    """The table cannot be written to: nobody's time runs."""
    async with session.lock:
        if session.live and "mute" not in session.clocks.stops:
            change = session.begin()
            change.note("stop mute", None)
            change.quiet = True
            await session.commit(change)


async def regained(session: Session) -> None:
    """The table was written to: time runs again if it was stopped for that."""
    async with session.lock:
        if "mute" in session.clocks.stops:
            change = session.begin()
            change.note("go mute", None)
            # Where there is a deadline again, the message that was just posted is to show it.
            change.quiet = not session.clocks.pace.timed
            await session.commit(change)
