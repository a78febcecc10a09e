"""A lobby that was closed before its game began: nothing of a game is in it, and it hides no game that was played."""

from __future__ import annotations

from collections.abc import Mapping

import pytest

from bot.game import moderation
from engine import Phase
from tests.bot.growth import in_phase
from tests.bot.hall import Hall, said

CLOSED = "This lobby is closed."
ANYBODY: tuple[tuple[str, Mapping[str, object]], ...] = (
    *(("board", given) for given in ({}, {"public": True}, {"ply": 0}, {"ply": 3}, {"text": True})),
    *((name, {}) for name in ("log", "replay", "hand", "play", "undo", "plan", "doctor")),
    *(("play", {"action": words}) for words in ("pass", "@e5")),
    *((f"game {name}", {}) for name in ("join", "leave", "start", "resign", "cancel", "end", "info", "mute", "export")),
    *((f"game {name}", {}) for name in ("rematch", "agree", "decline", "list")),
    ("plan", {"action": "pass"}),
    ("game pace", {"pace": "fast", "time": 2}),
    *(("game vote", {"choice": choice}) for choice in ("skip", "open", "end")),
)
MODERATORS: tuple[tuple[str, Mapping[str, object]], ...] = (
    *((f"mod {name}", {}) for name in ("status", "repost", "undo", "skip", "pause", "resume", "reset", "end")),
    *((f"mod {name}", {}) for name in ("export", "audit")),
    ("mod rewind", {"ply": "0"}),
    ("mod restore", {"game": "1"}),
)
NO_BOARD = {"board", "hand", "play", "undo", "game export"}
"""What is about a board or cards."""


async def closed(hall: Hall, how: str) -> None:
    """A lobby of Ann and Ben that is closed."""
    await hall.ann.slash(hall.channel, "game new")
    await hall.ben.slash(hall.channel, "game join")
    match how:
        case "cancelled":
            said(await hall.ann.slash(hall.channel, "game cancel"))
        case "expired":
            await hall.later(73)
        case "ended by a moderator":
            asked = await hall.mod.slash(hall.channel, "mod end")
            said(await hall.mod.click(asked.response, "Confirm"))
    assert (await hall.session()).row.status == "cancelled"


@pytest.mark.parametrize("how", ["cancelled", "expired", "ended by a moderator"])
async def test_every_command_is_answered(hall: Hall, how: str) -> None:
    await closed(hall, how)
    uses = [(hall.ann, *use) for use in ANYBODY] + [(hall.mod, *use) for use in MODERATORS]
    answers = [(line, given, said(await person.slash(hall.channel, line, **given))) for person, line, given in uses]
    assert not [answer for answer in answers if "went wrong" in answer[2]]
    assert not [answer for answer in answers if answer[0] in NO_BOARD and not answer[2].startswith(CLOSED)]


async def test_it_hides_no_game_that_was_played(hall: Hall) -> None:
    session = await hall.grown(in_phase(Phase.ANSWER, turn=2))
    await moderation.end(session, hall.mod.id, scored=True)
    await hall.told(session)
    hall.sandbox.advance(60)
    await hall.otto.slash(hall.channel, "game new")
    said(await hall.otto.slash(hall.channel, "game cancel"))
    assert await hall.session() is session
    for line in ("log", "board", "replay", "hand", "game info", "game export"):
        answer = said(await hall.ann.slash(hall.channel, line))
        assert CLOSED not in answer, line
        assert "no seat" not in answer, line
    assert "is over" in said(await hall.ann.slash(hall.channel, "play", action="pass"))
    said(await hall.ann.slash(hall.channel, "game rematch"))
    rematch = await hall.session()
    assert rematch.row.status == "lobby"
    assert [row.user for row in rematch.seats] == [hall.ann.id]
