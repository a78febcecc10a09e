"""Commands of moderators as they are typed: what they offer, what they refuse, what is said of them."""

from __future__ import annotations

import re
import sqlite3
from contextlib import closing

from bot.game import lobby, moderation, resets
from bot.history.clocks import pace_of
from bot.history.notes import is_note
from bot.sandbox import Permission
from bot.text import announcements
from engine import Phase, Seat
from tests.bot.growth import in_phase
from tests.bot.hall import Hall, said

MIDDLE = in_phase(Phase.ANSWER, turn=2)


async def test_plies_are_offered_in_words_newest_first(hall: Hall) -> None:
    session = await hall.grown(in_phase(Phase.ANSWER, turn=6), supply=16)
    offered = await hall.mod.autocomplete(hall.channel, "mod rewind", option="ply", text="")
    assert [choice.value for choice in offered] == [str(session.ply - n) for n in range(25)]
    assert all(choice.name.startswith(f"{choice.value}: ") for choice in offered)
    by_number = await hall.mod.autocomplete(hall.channel, "mod rewind", option="ply", text="1")
    assert all(str(choice.value).startswith("1") for choice in by_number)
    zero = await hall.mod.autocomplete(hall.channel, "mod rewind", option="ply", text="beginning")
    assert [choice.value for choice in zero] == ["0"]
    secret = [
        choice.name for choice in await hall.mod.autocomplete(hall.channel, "mod rewind", option="ply", text="deal")
    ]
    assert secret
    assert not [name for name in secret if "keeping" in name], "the kept card is sealed to moderators"
    assert await hall.otto.autocomplete(hall.channel, "mod rewind", option="ply", text="") == []


async def test_a_ply_that_is_none_is_refused(hall: Hall) -> None:
    await hall.grown(MIDDLE, supply=12)
    for ply in ("900", "-1", "x", "1.5", "9" * 50, "١"):
        assert "There is no such ply" in said(await hall.mod.slash(hall.channel, "mod rewind", ply=ply))


async def test_replacing_is_refused_with_the_reason(hall: Hall) -> None:
    session = await hall.grown(MIDDLE, supply=12)
    hidden = hall.sandbox.add_channel(hall.guild, "adyton")
    sandbox = hall.sandbox
    blind = sandbox.add_person(hall.guild, "Tiresias")
    sandbox.deny(hall.channel, blind, Permission.VIEW_CHANNEL)
    await sandbox.idle()
    bot = sandbox.person(sandbox.bot)
    for given, reason in (
        ({"by": hall.mod, "user": hall.ann}, "Nobody gives a seat to themselves"),
        ({"by": hall.ben, "user": hall.ann}, "nobody has two"),
        ({"by": bot, "user": hall.ann}, "A bot plays no Syntagma"),
        ({"by": blind, "user": hall.ann}, "do not see the channel"),
        ({"by": hall.otto, "user": hall.mod}, "no such seat"),
        ({"by": hall.otto}, "no such seat"),
    ):
        assert reason in said(await hall.mod.slash(hall.channel, "mod replace", **given))
    other = next(seat.letter for seat in Seat if session.player(seat).user != hall.ann.id)
    assert "no such seat" in said(
        await hall.mod.slash(hall.channel, "mod replace", by=hall.otto, user=hall.ann, seat=other)
    )
    assert hidden.messages == {}


async def test_moving_is_refused_with_the_reason(hall: Hall) -> None:
    await hall.grown(MIDDLE, supply=12)
    sandbox = hall.sandbox
    mute, taken = sandbox.add_channel(hall.guild, "mute"), sandbox.add_channel(hall.guild, "taken")
    away = sandbox.add_channel(hall.guild, "away")
    locked = sandbox.add_thread(hall.channel, "locked", by=hall.ann)
    sandbox.deny(mute, sandbox.bot, Permission.SEND_MESSAGES)
    sandbox.deny(away, hall.mod, Permission.MANAGE_CHANNELS)
    sandbox.set_thread(locked, locked=True)
    await hall.seat(taken, supply=12)
    await sandbox.idle()
    for channel, reason in (
        (mute, "There I lack **Send Messages"),
        (locked, "That thread is locked"),
        (away, "That is for moderators"),
    ):
        assert reason in said(await hall.mod.slash(hall.channel, "mod move", channel=channel))
    for channel, reason in ((taken, "open in this channel already"), (hall.channel, "in that channel already")):
        used = await hall.mod.slash(hall.channel, "mod move", channel=channel)
        assert reason in said(await hall.mod.click(used.response, "Confirm"))


async def test_the_status_is_of_the_games_own_channel(hall: Hall) -> None:
    session = await hall.grown(MIDDLE, supply=12)
    stoa = hall.sandbox.add_channel(hall.guild, "stoa")
    hall.sandbox.deny(hall.channel, hall.sandbox.bot, Permission.ATTACH_FILES)
    await hall.sandbox.idle()
    words = said(await hall.mod.slash(stoa, "mod status", game=str(session.id)))
    assert "Rights that I lack here: Attach Files" in words
    for part in ("Phase answer, turn 2", f"ply {session.ply}", "Waited for:", f"{session.seq} entries", "Scores:"):
        assert part in words


async def test_each_use_is_said_at_the_table(hall: Hall) -> None:
    session = await hall.grown(MIDDLE, supply=12)
    uses = (
        moderation.undo(session, hall.mod.id),
        moderation.skip(session, hall.mod.id),
        moderation.pause(session, hall.mod.id),
        moderation.resume(session, hall.mod.id),
        moderation.repost(session, hall.mod.id),
        moderation.rewind(session, hall.mod.id, 4),
        resets.reset(hall.bot.games, session, hall.mod.id),
    )
    for use in uses:
        before = len(hall.shown)
        await use
        for row in await hall.store.games():
            await hall.told(await hall.bot.games.get(row.id))
        new = "\n".join(message.content for message in hall.shown[before:])
        assert f"Moderator {hall.mod.mention} " in new, use


async def test_only_the_one_who_is_to_act_is_called(hall: Hall) -> None:
    session = await hall.grown(MIDDLE, supply=12)
    for doing in (moderation.pause, moderation.resume, moderation.skip):
        before = {person.id: len(person.notifications()) for person in (*hall.players, hall.mod, hall.otto)}
        await doing(session, hall.mod.id)
        await hall.told(session)
        called = {
            person.id
            for person in (*hall.players, hall.mod, hall.otto)
            if any(m.channel == hall.channel for m in person.notifications()[before[person.id] :])
        }
        assert called <= {session.waiting}
        assert (doing is moderation.pause) == (called == set())


async def test_the_trail_has_pages_and_every_entry(hall: Hall) -> None:
    session = await hall.grown(in_phase(Phase.ANSWER, turn=4), supply=12)
    await moderation.rewind(session, hall.mod.id, 6)
    used = await hall.mod.slash(hall.channel, "mod audit")
    assert used.response is not None
    seen: list[int] = []
    while True:
        assert used.response is not None
        seen += [int(number) for number in re.findall(r"^`(\d+)`", used.response.content, re.MULTILINE)]
        if "Older" not in used.response.labels:
            break
        used = await hall.mod.click(used.response, "Older")
    assert used.response is not None
    assert seen == list(range(session.seq))[::-1]
    assert "Newer" in used.response.labels
    first = said(await hall.mod.slash(hall.channel, "mod audit"))
    assert "~~" in first, "what was taken back is struck through"
    assert f"<@{hall.mod.id}> takes the game back, to ply 6." in first


def test_every_note_has_words() -> None:
    for note in (
        "stop pause",
        "go pause",
        "stop mute",
        "go mute",
        "stop away R",
        "go away B",
        "vote opens Y",
        "vote skip",
        "sit R",
        "return R",
        "resign R",
        "left R",
        "replace R",
        "lost 123",
        "found",
        "down 1 2",
        "mend 4",
        "move",
        "import",
        "end void",
        "agree scored",
        "extend R",
        "undo to ply 4",
        "rewind to ply 4",
        "skip R",
        "repost",
    ):
        assert is_note(note)
        assert not announcements.noted(note).startswith("has a note that means nothing")
    assert announcements.noted("stop away R") == "stops the clock of red, who is away"
    assert announcements.noted("vote open") == "votes to open the seat"
    assert announcements.noted("end void") == "ends the game without a result"
    assert announcements.noted(f"pace {pace_of('days', 2).to_text()}").startswith("sets the pace: 2 days each")
    assert announcements.noted("vote opens Y") == "lets the others vote about yellow"


async def test_a_lobby_can_be_moved_and_closed(hall: Hall) -> None:
    stoa = hall.sandbox.add_channel(hall.guild, "stoa")
    said(await hall.ann.slash(hall.channel, "game new"))
    session = await hall.session()
    await hall.told(session)
    used = await hall.mod.slash(hall.channel, "mod move", channel=stoa)
    said(await hall.mod.click(used.response, "Confirm"))
    await hall.told(session)
    [there] = hall.ann.messages(stoa)
    assert "Join" in there.labels
    said(await hall.ben.click(there, "Join"))
    assert [row.name for row in session.seats] == ["Ann", "Ben"]
    used = await hall.mod.slash(stoa, "mod end")
    assert used.response is not None
    assert "Close this lobby" in used.response.content
    said(await hall.mod.click(used.response, "Confirm"))
    assert session.row.status == "cancelled"


async def test_a_paused_game_is_left_alone_by_time(hall: Hall) -> None:
    session = await hall.grown(MIDDLE, supply=12)
    await moderation.pause(session, hall.mod.id)
    await hall.told(session)
    before = len(hall.shown)
    hall.clock.set(hall.clock.now() + 20 * 86400)
    await hall.bot.watch.tick()
    await hall.told(session)
    assert len(hall.shown) == before, "no reminder and no vote"
    await moderation.resume(session, hall.mod.id)
    await lobby.resign(session, session.waiting or 0)
    assert session.live


async def test_a_game_of_a_newer_program_is_said_to_be_one(hall: Hall) -> None:
    session = await hall.grown(MIDDLE, supply=12)
    number = session.id
    del session
    await hall.stop()
    with closing(sqlite3.connect(hall.database)) as db, db:
        db.execute("UPDATE games SET rules = 99 WHERE id = ?", (number,))
    await hall.start()
    words = said(await hall.mod.slash(hall.channel, "mod status"))
    assert "a newer version of me" in words
    assert "/mod rewind" not in words
