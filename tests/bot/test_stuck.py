"""Twenty kinds of stuck games. A moderator who has read `/help topic:stuck` brings each back to life or to an end.

Whatever is typed here is named there; the first test holds it to that.
"""

from __future__ import annotations

import inspect
import re
import sqlite3
import sys
from contextlib import closing

import engine
from bot.game import lobby
from bot.game.session import Session
from bot.sandbox import Channel, Permission, Person
from bot.text.chapters import CHAPTERS
from engine import Phase
from tests.bot.growth import in_phase
from tests.bot.hall import Hall, said

MIDDLE = in_phase(Phase.ANSWER, turn=2)


async def confirm(
    hall: Hall, line: str, where: Channel | None = None, who: Person | None = None, **given: object
) -> str:
    """A command of a moderator with its question, answered by Confirm."""
    person, channel = who or hall.mod, where or hall.channel
    used = await person.slash(channel, line, **given)
    assert used.response is not None
    assert "Confirm" in used.response.labels, used.response.content
    return said(await person.click(used.response, "Confirm"))


async def goes_on(hall: Hall, session: Session, where: Channel | None = None) -> None:
    """Whoever is waited for is called at the table and can play from there."""
    channel = where or hall.channel
    await hall.told(session)
    waiting = session.waiting
    assert waiting is not None
    person = hall.sandbox.person(hall.sandbox.world.users[waiting])
    message = next(each for each in reversed(person.messages(channel)) if "Act" in each.labels)
    assert person.mention in message.content
    assert person.notifications(), "called by a mention, now or when the turn came"
    panel = await person.click(message, "Act")
    assert panel.response is not None
    assert panel.response.attachments, panel.response.content
    ply = session.ply
    words = engine.format_action(engine.legal_actions(session.state)[0])
    answer = said(await person.slash(channel, "play", action=words))
    assert answer.startswith("Done"), answer
    assert session.ply > ply


def test_all_that_is_used_here_is_in_the_help() -> None:
    """The names of this file's commands, against the chapter that a moderator has read."""
    chapter = CHAPTERS["stuck"][1]
    used = set(re.findall(r'"((?:mod|game|doctor)(?: \w+)?)"', inspect.getsource(sys.modules[__name__])))
    used -= {"game", "mod", "game new"}
    assert len(used) > 12
    assert not [line for line in used if f"`/{line}" not in chapter]


def test_there_are_twenty_kinds() -> None:
    here = sys.modules[__name__]
    kinds = [name for name in vars(here) if re.match(r"test_\d\d_", name)]
    assert [int(name[5:7]) for name in kinds] == list(range(1, len(kinds) + 1))
    assert len(kinds) >= 20


async def test_01_somebody_does_not_act(hall: Hall) -> None:
    session = await hall.grown(MIDDLE, supply=12)
    silent = session.waiting
    assert await confirm(hall, "mod skip") == "Done."
    assert session.waiting != silent
    await goes_on(hall, session)


async def test_02_somebody_is_not_coming_back(hall: Hall) -> None:
    session = await hall.grown(MIDDLE, supply=12)
    silent = hall.actor(session)
    await confirm(hall, "mod replace", by=hall.otto, user=silent)
    assert session.waiting == hall.otto.id
    await goes_on(hall, session)
    assert "no seat in this game" in said(await silent.slash(hall.channel, "hand"))


async def test_03_a_seat_is_open_and_nobody_takes_it(hall: Hall) -> None:
    session = await hall.grown(MIDDLE, supply=12)
    seat = session.state.to_act
    assert seat is not None
    await lobby.resign(session, session.waiting or 0)
    await confirm(hall, "mod replace", by=hall.otto, seat=seat.letter)
    await goes_on(hall, session)


async def test_04_a_players_account_is_gone(hall: Hall) -> None:
    session = await hall.grown(MIDDLE, supply=12)
    gone = hall.actor(session)
    gone.leave(hall.guild)
    await confirm(hall, "mod skip")
    seat = session.require_seat(gone.id) if session.seat_of(gone.id) is not None else None
    if seat is not None:
        await confirm(hall, "mod replace", by=hall.otto, seat=seat.letter)
    else:
        said(await hall.otto.slash(hall.channel, "game join"))
    assert session.seat_of(hall.otto.id) is not None
    await goes_on(hall, session)


async def test_05_two_players_are_gone(hall: Hall) -> None:
    session = await hall.grown(MIDDLE, supply=12)
    rhea = hall.sandbox.add_person(hall.guild, "Rhea")
    for user, new in ((hall.ann, hall.otto), (hall.ben, rhea)):
        await confirm(hall, "mod replace", by=new, user=user)
    assert {row.user for row in session.seats} == {hall.otto.id, rhea.id, hall.cleo.id}
    await goes_on(hall, session)


async def test_06_a_play_was_a_slip_and_others_have_acted_since(hall: Hall) -> None:
    session = await hall.grown(in_phase(Phase.PLAY, turn=3), supply=12)
    choices = await hall.mod.autocomplete(hall.channel, "mod rewind", option="ply", text="deals")
    assert choices, "the log is searched by words"
    ply = int(choices[-1].value)
    used = await hall.mod.slash(hall.channel, "mod rewind", ply=str(ply))
    assert used.response is not None
    assert used.response.attachments[0].description, "the picture of that position has its words, too"
    said(await hall.mod.click(used.response, "Confirm"))
    assert session.states[ply].turn < 3
    await goes_on(hall, session)


async def test_07_the_last_play_was_a_slip(hall: Hall) -> None:
    session = await hall.grown(MIDDLE, supply=12)
    ply = session.ply
    await confirm(hall, "mod undo")
    assert session.ply < ply or session.line[-1].kind == "shuffle"
    await goes_on(hall, session)


async def test_08_the_game_has_begun_all_wrong(hall: Hall) -> None:
    session = await hall.seat(supply=12)
    await confirm(hall, "mod reset")
    new = await hall.session()
    assert new is not session
    await goes_on(hall, new)


async def test_09_it_was_reset_by_mistake(hall: Hall) -> None:
    session = await hall.grown(MIDDLE, supply=12)
    state = session.state
    await confirm(hall, "mod reset")
    [choice] = await hall.mod.autocomplete(hall.channel, "mod restore", option="game", text="")
    await confirm(hall, "mod restore", game=choice.value)
    assert session.state == state
    await goes_on(hall, session)


async def test_10_it_was_ended_by_mistake(hall: Hall) -> None:
    session = await hall.grown(MIDDLE, supply=12)
    await confirm(hall, "mod end")
    assert not session.live
    await confirm(hall, "mod restore", game=str(session.id))
    await goes_on(hall, session)


async def test_11_nobody_wants_to_go_on(hall: Hall) -> None:
    session = await hall.grown(MIDDLE, supply=12)
    await confirm(hall, "mod end", count=False)
    await hall.told(session)
    assert session.row.ending == "void"
    assert "without a result" in hall.shown[-1].content
    assert "The lobby is open" in said(await hall.ann.slash(hall.channel, "game new"))


async def test_12_a_lobby_blocks_the_channel(hall: Hall) -> None:
    await hall.ann.slash(hall.channel, "game new")
    assert "open in this channel already" in said(await hall.ben.slash(hall.channel, "game new"))
    await confirm(hall, "mod end")
    assert "The lobby is open" in said(await hall.ben.slash(hall.channel, "game new"))


async def test_13_the_table_message_is_gone(hall: Hall) -> None:
    session = await hall.grown(MIDDLE, supply=12)
    hall.sandbox.delete_message(hall.table())
    said(await hall.mod.slash(hall.channel, "mod repost"))
    await goes_on(hall, session)


async def test_14_the_bot_lacks_a_right(hall: Hall) -> None:
    session = await hall.grown(MIDDLE, supply=12)
    hall.sandbox.deny(hall.channel, hall.sandbox.bot, Permission.SEND_MESSAGES)
    await hall.sandbox.idle()
    said(await hall.actor(session).slash(hall.channel, "play", action="accept"))
    await hall.told(session)
    assert "Send Messages" in said(await hall.mod.slash(hall.channel, "mod status"))
    assert "⚠️ I lack the right **Send Messages**" in said(await hall.mod.slash(hall.channel, "doctor"))
    hall.sandbox.allow(hall.channel, hall.sandbox.bot, Permission.SEND_MESSAGES)
    await hall.sandbox.wait_for(lambda: "I can write here again" in hall.shown[-1].content, what="the table")
    await goes_on(hall, session)


async def test_15_the_channel_is_deleted(hall: Hall) -> None:
    session = await hall.grown(MIDDLE, supply=12)
    stoa = hall.sandbox.add_channel(hall.guild, "stoa")
    hall.sandbox.delete_channel(hall.channel)
    await hall.sandbox.wait_for(lambda: all("is kept" in p.dms()[-1].content for p in hall.players), what="the word")
    [choice] = await hall.mod.autocomplete(stoa, "mod move", option="game", text="")
    await confirm(hall, "mod move", stoa, game=choice.value)
    await goes_on(hall, session, stoa)


async def test_16_the_thread_is_deleted(hall: Hall) -> None:
    thread = hall.sandbox.add_thread(hall.channel, "game", by=hall.ann)
    session = await hall.seat(thread, supply=12)
    hall.sandbox.delete_channel(thread)
    await hall.sandbox.wait_for(lambda: "is kept" in hall.ann.dms()[-1].content, what="the word")
    await confirm(hall, "mod move", game=str(session.id))
    await goes_on(hall, session)


async def test_17_the_thread_is_locked(hall: Hall) -> None:
    thread = hall.sandbox.add_thread(hall.channel, "game", by=hall.ann)
    session = await hall.seat(thread, supply=12)
    hall.sandbox.set_thread(thread, archived=True, locked=True)
    await hall.sandbox.idle()
    await confirm(hall, "mod skip", game=str(session.id))
    await hall.told(session)
    assert "locked" in said(await hall.mod.slash(hall.channel, "mod status", game=str(session.id)))
    await confirm(hall, "mod move", game=str(session.id))
    await goes_on(hall, session)


async def test_18_the_thread_is_archived(hall: Hall) -> None:
    thread = hall.sandbox.add_thread(hall.channel, "game", by=hall.ann)
    session = await hall.seat(thread, supply=12)
    hall.sandbox.set_thread(thread, archived=True)
    await hall.sandbox.idle()
    said(await hall.mod.slash(hall.channel, "mod repost", game=str(session.id)))
    await goes_on(hall, session, thread)


async def test_19_the_bot_was_sent_away_and_is_back(hall: Hall) -> None:
    session = await hall.grown(MIDDLE, supply=12)
    hall.sandbox.remove_bot(hall.guild)
    await hall.sandbox.idle()
    hall.sandbox.add_bot(hall.guild)
    await hall.sandbox.wait_for(lambda: "I can write here again" in hall.shown[-1].content, what="the table")
    await goes_on(hall, session)


async def test_20_the_bot_was_sent_away_for_good(hall: Hall) -> None:
    session = await hall.grown(MIDDLE, supply=12)
    sparta = hall.sandbox.add_guild("Sparta")
    acropolis = hall.sandbox.add_channel(sparta, "acropolis")
    for person in (*hall.players, hall.otto):
        person.join(sparta)
    leo = hall.sandbox.add_person(sparta, "Leo", permissions=Permission.MANAGE_CHANNELS)
    hall.sandbox.remove_bot(hall.guild)
    await hall.sandbox.idle()
    assert "I asked at the table" in await confirm(hall, "mod move", acropolis, leo, game=str(session.id))
    asked = leo.messages(acropolis)[-1]
    before = session.row.guild
    await hall.otto.click(asked, "Agree")
    assert session.row.guild == before, "somebody who does not play has no say"
    said(await hall.cleo.click(asked, "Agree"))
    await hall.told(session)
    assert (session.row.guild, session.row.channel) == (sparta.id, acropolis.id)
    await goes_on(hall, session, acropolis)


async def test_21_it_was_paused_and_forgotten(hall: Hall) -> None:
    session = await hall.grown(MIDDLE, supply=12)
    said(await hall.mod.slash(hall.channel, "mod pause"))
    await hall.told(session)
    assert "Act" not in hall.shown[-1].labels
    assert "paused" in said(await hall.mod.slash(hall.channel, "mod status"))
    said(await hall.mod.slash(hall.channel, "mod resume"))
    await goes_on(hall, session)


async def test_22_the_game_is_damaged_in_the_store(hall: Hall) -> None:
    session = await hall.grown(MIDDLE, supply=12)
    number, seq = session.id, session.seq - 2
    del session
    await hall.stop()
    with closing(sqlite3.connect(hall.database)) as db, db:
        db.execute("DELETE FROM log WHERE game = ? AND seq = ?", (number, seq))
    await hall.start()
    await hall.sandbox.wait_for(lambda: "is damaged in my store" in hall.shown[-1].content, what="the word")
    status = said(await hall.mod.slash(hall.channel, "mod status"))
    named = re.search(r"`/mod rewind ply:(\d+)`", status)
    assert named is not None, status
    await confirm(hall, "mod rewind", ply=named[1])
    await goes_on(hall, await hall.session())


async def test_23_the_only_moderator_plays(hall: Hall) -> None:
    hall.guild.members[hall.ben.id].role_ids |= hall.guild.members[hall.mod.id].role_ids
    session = await hall.grown(MIDDLE, supply=12)
    answer = await confirm(hall, "mod skip", who=hall.ben)
    assert "another player or another moderator has to agree" in answer
    asked = next(message for message in reversed(hall.shown) if "Agree" in message.labels)
    ply = session.ply
    said(await hall.cleo.click(asked, "Agree"))
    assert session.ply > ply
    await goes_on(hall, session)


async def test_24_the_store_is_lost(hall: Hall) -> None:
    session = await hall.grown(MIDDLE, supply=12)
    used = await hall.mod.slash(hall.channel, "mod export")
    assert used.response is not None
    [file] = used.response.attachments
    state = session.state
    await hall.stop()
    hall.database = hall.database.with_name("new.db")
    hall.database.with_name("new.db.key").write_bytes(hall.database.with_name("syntagma.db.key").read_bytes())
    await hall.start()
    assert "it goes on here" in said(await hall.mod.slash(hall.channel, "mod import", file=file))
    new = await hall.session()
    assert new.state == state, "just as it was, its secrets too"
    await goes_on(hall, new)


async def test_25_it_is_in_the_wrong_channel(hall: Hall) -> None:
    session = await hall.grown(MIDDLE, supply=12)
    stoa = hall.sandbox.add_channel(hall.guild, "stoa")
    await confirm(hall, "mod move", channel=stoa)
    await hall.told(session)
    assert f"<#{stoa.id}>" in hall.shown[-1].content
    assert not [message for message in hall.shown if "Act" in message.labels]
    await goes_on(hall, session, stoa)
