"""Longer texts: the log in pages, the list of one's games, a game's status, and how to play."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import discord

from bot import text
from bot.game.session import Session
from bot.history import audit
from bot.history.audit import Deed
from bot.history.line import Step
from bot.screens import components
from bot.screens.components import Target
from bot.store.rows import FORMER
from bot.text import announcements, words

if TYPE_CHECKING:
    from bot.store.store import GameRow

PLIES, DEEDS = 20, 12
"""Lines on a page of the log, and of the audit, at most."""


def log_page(session: Session, user: int, page: int) -> tuple[str, discord.ui.View]:
    """A page of the game in words, newest first, as `user` may see it."""
    lines = text.log(session.steps(session.seat_of(user)), session.names)[::-1]
    return _page("**Log**", lines, PLIES, page, Target(session.id, session.board_seq, "page"))


async def audit_page(session: Session, page: int) -> tuple[str, discord.ui.View]:
    """A page of all that was ever done in a game, newest first, with what has been taken back struck through."""
    deeds = audit.deeds(session.options, await session.store.entries(session.id), session.open_record)
    lines = [_deed(deed) for deed in reversed(deeds)]
    title = f"**Audit of game {session.id}** (what is struck through was taken back)"
    return _page(title, lines, DEEDS, page, Target(session.id, 0, "audit"))


def _page(title: str, lines: list[str], most: int, page: int, target: Target) -> tuple[str, discord.ui.View]:
    """One of the pages that the lines fill, newest first, with the buttons to those beside it."""
    if not lines:
        return f"{title}: {text.EMPTY}", components.view([])
    pages = text.filled(lines, most)
    page = min(page, len(pages) - 1)
    content = "\n".join([f"{title}, page {page + 1} of {len(pages)}, newest first.", *pages[page]])
    buttons = []
    if page > 0:
        buttons.append(components.button("Newer", replace(target, page=page - 1)))
    if page + 1 < len(pages):
        buttons.append(components.button("Older", replace(target, page=page + 1)))
    return content, components.view(buttons)


def _deed(deed: Deed) -> str:
    """An entry of the log: when, who, what. Seats go by their colours, for they may have changed hands since."""
    entry = deed.entry
    who = f"<@{entry.user}>" if entry.user else "The bot" if entry.user is None else FORMER
    if deed.seen is not None and deed.before is not None and deed.after is not None:
        step = Step(deed.ply, deed.seen, deed.before, deed.after, entry.kind == "auto")
        said = " ".join(text.happened([step], ("Red", "Blue", "Yellow")))
        said = said if entry.kind == "shuffle" else f"{who}: {said}"
    elif entry.kind == "back":
        said = f"{who}: the game is at ply {deed.ply} again."
    elif entry.kind == "note" and deed.stands:
        said = f"{who} {announcements.noted(entry.text)}."
    else:
        said = f"{who}: a damaged entry."
    return f"`{entry.seq}` {text.timestamp(entry.at, 'f')} {said if deed.stands else f'~~{said}~~'}"


def game_list(rows: list[tuple[GameRow, str, str]], user: int) -> str:
    """One's live games, those that wait for oneself first and longest: whose turn, since when, link."""
    if not rows:
        return "You sit in no game. Open one with `/game new`."
    lines = []

    def order(entry: tuple[GameRow, str, str]) -> tuple[bool, int, int]:
        row = entry[0]
        return row.waiting != user, (row.waiting_since or 0) if row.waiting == user else 0, row.id

    for row, place, link in sorted(rows, key=order):
        since = text.timestamp(row.waiting_since) if row.waiting_since else ""
        if row.status == "lobby":
            state = "a lobby that waits for players"
        elif row.waiting == user:
            state = f"**your turn**, since {since}"
        elif row.waiting:
            state = f"waits for <@{row.waiting}>, since {since}"
        else:
            state = "waits for somebody to take an open seat"
        lines.append(f"Game {row.id} in {place}: {state}. {link}")
    shown = text.filled(lines, len(lines))[0]
    rest = [] if len(shown) == len(lines) else [f"... and {len(lines) - len(shown)} more."]
    return "\n".join([*shown, *rest])


def facts(session: Session) -> str:
    """What `/game info` tells, to anybody."""
    pace = session.clocks.pace.words
    if session.row.status in ("lobby", "cancelled"):
        return text.lobby([text.name(seat.name) for seat in session.seats], session.options, pace, session.row.status)
    lines = [f"**Game {session.id}**", text.facts(session.view(None), session.names, session.options, pace)]
    if session.paused:
        lines.insert(1, announcements.IS_PAUSED)
    if session.row.status == "over":
        lines.insert(1, "**It is over.**")
    return "\n".join(lines)


def status(session: Session, place: str, lacking: list[str], trouble: str | None, unsent: int) -> str:
    """What a moderator needs to know of a game; nothing that is secret."""
    row, names = session.row, session.names
    lines = [f"**Game {session.id}** in {place}: {row.status}" + (f" ({row.ending})" if row.ending else "")]
    if session.live:
        view = session.view(None)
        lines.append(f"Phase {view.phase}, turn {view.turn}, ply {session.ply}.")
        lines.append(f"Scores: {text.standing(view, names)}.")
        if session.waiting and row.waiting_since:
            who = text.player(names, view.to_act) if view.to_act is not None else ""
            lines.append(f"Waited for: {who}, since {text.timestamp(row.waiting_since)}.")
        elif view.to_act is not None:
            lines.append(f"The seat of {words.COLOURS[view.to_act]} is open.")
    lines.append(f"Rights that I lack here: {words.listing(lacking) or 'none'}.")
    lines.append(f"Store: {session.seq} entries, {unsent} message{'s' if unsent != 1 else ''} still to be sent.")
    if session.paused:
        lines.append(announcements.IS_PAUSED)
    if session.damage is not None:
        lines.append(announcements.damaged(session.damage, session.ply))
    if trouble:
        lines.append(trouble)
    return "\n".join(lines)
