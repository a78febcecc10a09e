"""What moderators are asked before they confirm, and that the table hears who did it."""

from __future__ import annotations

import re

import pytest

from bot import text
from bot.game import lobby, moderation, questions, resets
from bot.history.clocks import pace_of
from bot.sandbox import Interaction, MessageView, Permission
from engine import Phase, Seat
from tests.bot.growth import in_phase
from tests.bot.hall import Hall, latest, said
from tests.bot.room import GUILD, Room

MIDDLE = in_phase(Phase.ANSWER, turn=3)
MOD = 77


def asked(used: Interaction) -> str:
    assert used.response is not None
    assert {"Confirm", "Cancel"} <= set(used.response.labels)
    return said(used)


async def test_undo_names_the_play_whose_it_is_and_what_is_kept(hall: Hall) -> None:
    session = await hall.grown(MIDDLE, supply=12)
    ply = session.last_batch()
    last = session.steps(None, ply)
    who = session.names[last[0].seen.seat or 0]
    words = asked(await hall.mod.slash(hall.channel, "mod undo"))
    assert f"Take back the last play, that of {text.player(session.names, last[0].seen.seat or Seat.RED)}?" in words
    assert "1 play (" in words
    for sentence in text.happened([step for step in last if step.seen.seat is not None], session.names):
        assert sentence in words
    assert f"Kept: all up to ply {ply}" in words
    assert who in words
    assert f"ply {session.ply}" in words


async def test_rewind_counts_the_plays_and_tells_the_latest(hall: Hall) -> None:
    session = await hall.grown(MIDDLE, supply=12)
    words = asked(await hall.mod.slash(hall.channel, "mod rewind", ply="4"))
    plays = [play for play in text.grouped(session.steps(None, 4)) if play[0].seen.seat is not None]
    assert f"Taken back: {len(plays)} plays (plies 5 to {session.ply})" in words
    assert f"{len(plays) - questions.MOST} earlier ones, the first of ply 5" in words
    assert text.happened(plays[-1], session.names)[0] in words
    assert "Kept: all up to ply 4" in words
    assert "shuffled anew" in words, "it goes back past a draw"
    assert len(words) < 2000


async def test_skip_says_what_would_be_done_and_never_what_would_be_dealt(hall: Hall) -> None:
    session = await hall.grown(MIDDLE, supply=12)
    assert ": accept the " in asked(await hall.mod.slash(hall.channel, "mod skip"))
    await moderation.rewind(session, hall.mod.id, session.ply - 1)
    assert session.state.phase is Phase.DEAL
    words = asked(await hall.mod.slash(hall.channel, "mod skip"))
    assert ": make the first deal of the list?" in words
    assert not re.search(r"\b[NS]?[EW]?\b to ", words)


async def test_the_other_questions_say_what_they_concern(hall: Hall) -> None:
    session = await hall.grown(MIDDLE, supply=12)
    stoa = hall.sandbox.add_channel(hall.guild, "stoa")
    await hall.sandbox.idle()
    standing = text.standing(session.view(None), session.names)
    actor = session.state.to_act
    assert actor is not None
    for line, given, parts in (
        ("mod replace", {"by": hall.otto, "user": hall.actor(session)}, ("plays", "loses the seat", standing)),
        ("mod reset", {}, (f"{session.ply} plies so far", standing, "14 days")),
        ("mod end", {}, (standing, "14 days")),
        ("mod end", {"count": False}, (standing, "Nobody wins")),
        ("mod move", {"channel": stoa}, (f"from <#{hall.channel.id}> to <#{stoa.id}>", "stay as they are")),
    ):
        words = asked(await hall.mod.slash(hall.channel, line, **given))
        assert [part for part in parts if part not in words] == [], line
    words = asked(await hall.actor(session).slash(hall.channel, "game resign"))
    assert "open to anybody" in words


async def test_what_makes_room_for_a_game_that_is_restored_is_named(hall: Hall) -> None:
    session = await hall.grown(MIDDLE, supply=12)
    new = await resets.reset(hall.bot.games, session, hall.mod.id)
    words = asked(await hall.mod.slash(hall.channel, "mod restore", game=str(session.id)))
    assert f"game {new.id}, which is played there now (ply 0), is set aside" in words
    assert f"at ply {session.ply}" in words


async def test_the_table_is_asked_in_the_same_words(hall: Hall) -> None:
    session = await hall.grown(MIDDLE, supply=12)
    hall.sandbox.allow(hall.channel, hall.ann, Permission.MANAGE_CHANNELS)
    await hall.sandbox.idle()
    used = await hall.ann.slash(hall.channel, "mod undo")
    meant = asked(used).partition("\n")[2]
    await hall.ann.click(used.response, "Confirm")
    assert meant in latest(hall, "a moderator who plays here").content
    assert questions.head(session, "undo") in latest(hall, "a moderator who plays here").content


@pytest.mark.parametrize("doing", ["undo", "rewind", "skip", "put", "pause", "resume", "repost", "move", "end"])
async def test_every_announcement_names_the_moderator(room: Room, doing: str) -> None:
    session = await room.grown(MIDDLE, supply=12)
    if doing == "resume":
        await moderation.pause(session, MOD)
    more = {
        "rewind": (4,),
        "put": (Seat.RED, 4, "Otto"),
        "move": (GUILD, 950, "#agora"),
        "end": (True,),
    }.get(doing, ())
    await getattr(moderation, doing)(session, MOD, *more)
    notices = [notice.text for notice in await room.store.unsent(session.id) if notice.kind == "table"]
    assert f"Moderator <@{MOD}> " in notices[-1]


async def test_a_moderator_who_is_named_is_not_notified(hall: Hall) -> None:
    session = await hall.grown(MIDDLE, supply=12)
    for use in (moderation.undo, moderation.pause, moderation.resume):
        await use(session, hall.mod.id)
        await hall.told(session)
    newest: MessageView = hall.shown[-1]
    assert hall.mod.mention in newest.content
    assert hall.mod.notifications() == []


async def test_closing_a_lobby_is_said(hall: Hall) -> None:
    await hall.ann.slash(hall.channel, "game new")
    await hall.ben.slash(hall.channel, "game join")
    used = await hall.mod.slash(hall.channel, "mod end")
    assert re.search(r"Ann.* and .*Ben.* sit in it", asked(used))
    await hall.mod.click(used.response, "Confirm")
    session = await hall.bot.games.get(1)
    await hall.told(session)
    assert any(f"Moderator {hall.mod.mention} has closed this lobby." in each.content for each in hall.shown)


async def test_a_pace_set_by_a_moderator_is_theirs(room: Room) -> None:
    session = await room.seat()
    await lobby.set_pace(session, MOD, pace_of("days", 3), alone=True)
    notices = await room.store.unsent(session.id)
    assert f"Moderator <@{MOD}> has set the pace" in notices[-1].text
