"""Games whose table is out of reach: kept, playable by direct message, and nobody's time runs."""

from __future__ import annotations

from collections.abc import Callable

import pytest

import engine
from bot.game import lobby, moderation
from bot.game.session import Session
from bot.history.clocks import pace_of
from bot.sandbox import Channel, Permission
from bot.sandbox.happenings import RoleHappened
from engine import Phase
from tests.bot.growth import in_phase
from tests.bot.hall import Hall, said

MIDDLE = in_phase(Phase.ANSWER, turn=2)


async def timed(hall: Hall) -> Session:
    session = await hall.grown(MIDDLE, supply=12)
    await lobby.set_pace(session, hall.mod.id, pace_of("days", 3), alone=True)
    await hall.told(session)
    assert session.clocks.running
    return session


async def test_a_deleted_channel_stops_the_clocks_and_the_game_goes_on_by_direct_message(hall: Hall) -> None:
    session = await timed(hall)
    hall.sandbox.delete_channel(hall.channel)
    await hall.sandbox.wait_for(lambda: not session.clocks.running, what="the clocks to stop")
    actor = hall.actor(session)
    await hall.sandbox.wait_for(lambda: "is kept" in actor.dms()[-1].content, what="the word")
    words = engine.format_action(engine.legal_actions(session.state)[0])
    ply = session.ply
    used = await actor.slash(actor.dm, "play", action=words, game=str(session.id))
    assert said(used).startswith("Done")
    assert session.ply > ply
    await hall.told(session)
    following = hall.actor(session)
    await hall.sandbox.wait_for(
        lambda: "Act" in following.dms()[-1].labels, what="the next one to be called by direct message"
    )
    panel = await following.click(following.dms()[-1], "Act")
    assert panel.response is not None
    assert panel.response.attachments


async def test_each_loss_is_told_once(hall: Hall) -> None:
    await hall.grown(MIDDLE, supply=12)
    hall.sandbox.delete_channel(hall.channel)
    await hall.sandbox.wait_for(lambda: "is kept" in hall.ann.dms()[-1].content, what="the word")
    count = len(hall.ann.dms())
    for _ in range(2):
        await hall.stop()
        await hall.start()
        await hall.bot.orphans.look()
        await hall.sandbox.idle()
    assert len(hall.ann.dms()) == count


async def test_what_was_lost_while_the_bot_was_away_is_found_at_the_start(hall: Hall) -> None:
    await hall.grown(MIDDLE, supply=12)
    await hall.stop()
    hall.sandbox.delete_channel(hall.channel)
    await hall.start()
    await hall.sandbox.wait_for(lambda: "is kept" in hall.ann.dms()[-1].content, what="the word")


async def test_an_archived_thread_is_not_lost(hall: Hall) -> None:
    thread = hall.sandbox.add_thread(hall.channel, "game", by=hall.ann)
    session = await hall.seat(thread, supply=12)
    await hall.stop()
    hall.sandbox.set_thread(thread, archived=True)
    await hall.start()
    await hall.bot.orphans.look()
    await hall.sandbox.idle()
    assert not [m for m in hall.ann.dms() if "is kept" in m.content]
    session = await hall.bot.games.get(session.id)
    await moderation.skip(session, hall.mod.id)
    await hall.told(session)
    assert not thread.archived, "the next message opens it again"


async def test_a_lobby_goes_with_its_channel(hall: Hall) -> None:
    said(await hall.ann.slash(hall.channel, "game new"))
    session = await hall.session()
    hall.sandbox.delete_channel(hall.channel)
    await hall.sandbox.wait_for(lambda: session.row.status == "cancelled", what="the lobby to be closed")
    assert "You sit in no game" in said(await hall.ann.slash(hall.ann.dm, "game list"))


async def test_a_channel_takes_its_threads_along(hall: Hall) -> None:
    thread = hall.sandbox.add_thread(hall.channel, "game", by=hall.ann)
    await hall.seat(thread, supply=12)
    hall.sandbox.delete_channel(hall.channel)
    await hall.sandbox.wait_for(lambda: "is kept" in hall.ann.dms()[-1].content, what="the word")


async def test_time_runs_again_when_the_table_is_found_again(hall: Hall) -> None:
    session = await timed(hall)
    left = session.clocks.left(session.now())
    hall.sandbox.deny(hall.channel, hall.sandbox.bot, Permission.SEND_MESSAGES)
    await hall.sandbox.idle()
    await moderation.skip(session, hall.mod.id)
    await hall.told(session)
    assert not session.clocks.running
    hall.clock.set(hall.clock.now() + 86400)
    assert min(session.clocks.left(session.now())) >= min(left) - 5000, "a day in which nobody's time ran"
    hall.sandbox.allow(hall.channel, hall.sandbox.bot, Permission.SEND_MESSAGES)
    await hall.sandbox.wait_for(lambda: session.clocks.running, what="the clocks to run")
    assert "I can write here again" in hall.shown[-1].content


def lock(hall: Hall, thread: Channel) -> None:
    hall.sandbox.set_thread(thread, locked=True)


def lock_and_archive(hall: Hall, thread: Channel) -> None:
    hall.sandbox.set_thread(thread, archived=True, locked=True)


def forbid(hall: Hall, thread: Channel) -> None:
    hall.sandbox.deny(hall.channel, hall.sandbox.bot, Permission.SEND_MESSAGES_IN_THREADS)


def send_away(hall: Hall, thread: Channel) -> None:
    hall.sandbox.remove_bot(hall.guild)
    hall.sandbox.set_thread(thread, archived=True)


def open_again(hall: Hall, thread: Channel) -> None:
    if hall.sandbox.bot.id not in hall.guild.members:
        hall.sandbox.add_bot(hall.guild)
        return
    hall.sandbox.allow(hall.channel, hall.sandbox.bot, Permission.SEND_MESSAGES_IN_THREADS)
    if thread.locked:
        hall.sandbox.set_thread(thread, archived=False, locked=False)


@pytest.mark.parametrize("away", ["never", "at the loss", "at the return"])
@pytest.mark.parametrize("shut", [lock, lock_and_archive, forbid, send_away])
async def test_time_stands_still_while_a_thread_is_shut_and_no_longer(
    shut: Callable[[Hall, Channel], None], away: str, hall: Hall
) -> None:
    """However it is shut, and whether or not the bot is there to see it; nothing else happens meanwhile."""
    thread = hall.sandbox.add_thread(hall.channel, "game", by=hall.ann)
    session = await hall.seat(thread, pace_of("days", 1), supply=12)
    await done(hall, lambda: shut(hall, thread), seen=away != "at the loss")
    session = await hall.bot.games.get(session.id)
    await hall.sandbox.wait_for(lambda: not session.clocks.running, what="time to stand still")
    await done(hall, lambda: open_again(hall, thread), seen=away != "at the return")
    again = await hall.bot.games.get(session.id)
    await hall.sandbox.wait_for(lambda: again.clocks.running, what="time to go on")
    assert "Act" in hall.ann.messages(thread)[-1].labels


async def done(hall: Hall, deed: Callable[[], None], *, seen: bool) -> None:
    """Something happens while the bot is there to see it, or is not."""
    await hall.sandbox.idle()
    if seen:
        deed()
        return
    await hall.stop()
    deed()
    await hall.start()


async def test_a_role_can_give_the_right_back(hall: Hall) -> None:
    session = await hall.grown(MIDDLE, supply=12)
    hall.sandbox.deny(hall.channel, hall.guild, Permission.SEND_MESSAGES)
    await hall.sandbox.idle()
    await moderation.skip(session, hall.mod.id)
    await hall.told(session)
    assert session.id in hall.bot.table.troubles
    [own] = (role for role in hall.guild.roles.values() if role.managed)
    own.permissions |= Permission.ADMINISTRATOR
    hall.sandbox.world.publish(RoleHappened("edited", own))
    await hall.sandbox.wait_for(lambda: session.id not in hall.bot.table.troubles, what="the table")


async def test_being_sent_away_stops_the_clocks(hall: Hall) -> None:
    session = await timed(hall)
    hall.sandbox.remove_bot(hall.guild)
    await hall.sandbox.wait_for(lambda: not session.clocks.running, what="the clocks to stop")
    hall.sandbox.add_bot(hall.guild)
    await hall.sandbox.wait_for(lambda: session.clocks.running, what="the clocks to run")


async def test_a_moderator_who_acts_for_somebody_is_told_of_to_them(hall: Hall) -> None:
    session = await hall.grown(MIDDLE, supply=12)
    owner = hall.actor(session)
    await moderation.skip(session, hall.mod.id)
    await hall.told(session)
    assert "has acted for you" in owner.dms()[-1].content
    seat = session.require_seat(owner.id)
    await moderation.put(session, hall.mod.id, seat, hall.otto.id, "Otto")
    await hall.told(session)
    assert "has given your seat to ⁨Otto⁩" in owner.dms()[-1].content


async def test_a_restart_does_not_forget_that_a_table_is_silent(hall: Hall) -> None:
    session = await hall.grown(MIDDLE, supply=12)
    number = session.id
    del session
    hall.sandbox.deny(hall.channel, hall.sandbox.bot, Permission.SEND_MESSAGES)
    await hall.sandbox.idle()
    await hall.stop()
    await hall.start()
    await hall.sandbox.wait_for(lambda: number in hall.bot.table.troubles, what="the trouble")
    assert "I lack a right there" in said(await hall.mod.slash(hall.channel, "mod status"))
    hall.sandbox.allow(hall.channel, hall.sandbox.bot, Permission.SEND_MESSAGES)
    await hall.sandbox.wait_for(lambda: "I can write here again" in hall.shown[-1].content, what="the table")
