"""Where the bot's words do not arrive: the game goes on, and whom it concerns hears what is missing."""

from __future__ import annotations

import pytest

from bot.game import moderation
from bot.sandbox import Permission
from engine import Phase
from tests.bot.growth import in_phase
from tests.bot.hall import Hall, said

TOLD = {
    Permission.SEND_MESSAGES: "Send Messages",
    Permission.VIEW_CHANNEL: "View Channel",
}


@pytest.mark.parametrize("right", TOLD, ids=str)
async def test_without_the_right_to_write_the_game_goes_on_in_direct_messages(hall: Hall, right: Permission) -> None:
    session = await hall.grown(in_phase(Phase.ANSWER))
    actor = hall.actor(session)
    panel = (await actor.click(hall.table(), "Act")).response
    hall.sandbox.deny(hall.channel, hall.sandbox.bot, right)
    used = await actor.click(panel, "Accept")
    await hall.told(session)
    await hall.sandbox.idle()
    assert session.state.answers.count(True) == 1
    assert TOLD[right] in said(used), "who acted hears what is missing"
    waiting = hall.actor(session)
    word = waiting.dms()[-1]
    assert TOLD[right] in word.content
    assert "accept or reject" in word.content
    [picture] = word.attachments
    assert picture.description
    opened = await waiting.click(word, "Act")
    assert opened.response is not None
    await waiting.click(opened.response, "Accept")
    assert session.state.answers.count(True) >= 2


@pytest.mark.parametrize("right", TOLD, ids=str)
async def test_when_the_right_comes_back_the_table_does_too(hall: Hall, right: Permission) -> None:
    session = await hall.grown(in_phase(Phase.ANSWER))
    hall.sandbox.deny(hall.channel, hall.sandbox.bot, right)
    await session.play(session.waiting or 0, "accept")
    await hall.told(session)
    hall.sandbox.allow(hall.channel, hall.sandbox.bot, right)
    await hall.sandbox.idle()
    answer = said(await hall.mod.slash(hall.channel, "mod repost"))
    assert "cannot" not in answer
    await hall.told(session)
    assert hall.table() == hall.shown[-1]
    assert hall.table().pings == {session.waiting}
    assert "cannot" not in said(await hall.mod.slash(hall.channel, "mod status"))


async def test_a_table_that_takes_no_message_is_left_alone(hall: Hall) -> None:
    """Discord counts what it refuses, and shuts out a bot that does not give in."""
    session = await hall.grown(in_phase(Phase.ANSWER))
    hall.sandbox.deny(hall.channel, hall.sandbox.bot, Permission.SEND_MESSAGES)
    statuses: list[int] = []
    hall.sandbox.rest.observers.append(lambda exchange: statuses.append(exchange.status))
    for _ in range(2):
        await session.play(session.waiting or 0, "accept")
        await hall.told(session)
    assert 0 < statuses.count(403) <= 4, "each play is tried with its picture and then in letters"


async def test_without_the_right_to_attach_the_board_is_written(hall: Hall) -> None:
    session = await hall.grown(in_phase(Phase.ANSWER))
    hall.sandbox.deny(hall.channel, hall.sandbox.bot, Permission.ATTACH_FILES)
    await hall.play(hall.actor(session), "accept")
    await hall.told(session)
    table = hall.table()
    assert table.attachments == []
    assert table.pings == {session.waiting}
    assert "Attach Files" in table.content
    board = table.content.split("```")[1]
    assert board.isascii()
    assert max(map(len, board.splitlines())) <= 40
    hall.sandbox.allow(hall.channel, hall.sandbox.bot, Permission.ATTACH_FILES)
    await hall.sandbox.idle()
    await hall.play(hall.actor(session), "accept")
    await hall.told(session)
    assert hall.table().attachments


async def test_a_written_board_is_kept_up_to_date(hall: Hall) -> None:
    """The next play of the same player cannot be shown by an edit with a picture either."""
    session = await hall.grown(lambda s: s.phase is Phase.ANSWER and s.to_act == s.archon)
    hall.sandbox.deny(hall.channel, hall.sandbox.bot, Permission.ATTACH_FILES)
    await hall.play(hall.actor(session), "accept")
    await hall.told(session)
    assert "Attach Files" in hall.table().content
    assert hall.table().button("Act").custom_id.split(":")[2] == str(session.board_seq)


async def test_a_board_for_all_where_the_bot_may_not_write_is_refused_in_a_sentence(hall: Hall) -> None:
    await hall.grown(in_phase(Phase.ANSWER))
    hall.sandbox.deny(hall.channel, hall.sandbox.bot, Permission.SEND_MESSAGES)
    answer = said(await hall.ann.slash(hall.channel, "board", public=True))
    assert "Send Messages" in answer
    assert "should not" not in answer
    assert said(await hall.ann.slash(hall.channel, "board")), "for oneself it needs no right"


async def test_a_deleted_channel_ends_nothing(hall: Hall) -> None:
    session = await hall.grown(in_phase(Phase.ANSWER))
    hall.sandbox.delete_channel(hall.channel)
    await hall.sandbox.idle()
    await session.play(session.waiting or 0, "accept")
    await hall.told(session)
    waiting = hall.actor(session)
    assert "gone" in waiting.dms()[-1].content
    opened = await waiting.click(waiting.dms()[-1], "Act")
    assert opened.response is not None
    assert "Accept" in opened.response.labels
    used = await waiting.slash(waiting.dm, "play", action="reject", game=str(session.id))
    await hall.sandbox.idle()
    done, trouble = said(used).split("\n")
    assert done.startswith("Done")
    assert "gone" in trouble, "and says that the table cannot be written to"


async def test_closed_direct_messages_stop_nothing(hall: Hall) -> None:
    """The table says, without the cards, how to see them; when they are open again it does not."""
    session = await hall.seat()
    for person in hall.players:
        person.close_dms()
    for corner in ("a1,a2,b1,b2", "h8,h9,i8,i9", "a8,a9,b8,b9"):
        await session.play(session.waiting or 0, f"setup {corner}")
    await hall.told(session)
    archon = hall.actor(session)
    table = hall.table()
    assert "press **My card**" in table.content
    cards = session.view(session.state.archon).hand
    assert not any(f" {card.name}" in table.content.split("please")[1] for card in cards)
    answer = said(await archon.click(table, "My card"))
    assert all(card.name in answer for card in cards)


async def test_open_direct_messages_bring_the_cards(hall: Hall) -> None:
    session = await hall.grown(in_phase(Phase.DEAL, 1))
    archon = hall.actor(session)
    word = archon.dms()[-1]
    cards = session.view(session.state.archon).hand
    assert all(card.name in word.content for card in cards)
    assert f"game {session.id}" in word.content
    assert "Hellas" in word.content
    assert "agora" in word.content
    assert f"https://discord.com/channels/{hall.guild.id}/{hall.channel.id}/" in word.content
    [picture] = word.attachments
    assert all(card.name in (picture.description or "") for card in cards)
    assert "press **My card**" not in hall.table().content
    opened = await archon.click(word, "Act")
    assert opened.response is not None
    assert opened.response.menus


async def test_a_direct_message_that_fails_holds_nobody_up(hall: Hall) -> None:
    """Discord is unwell where direct messages are concerned: the table is told all the same, the whisper later."""
    session = await hall.seat()
    for corner in ("a1,a2,b1,b2", "h8,h9,i8,i9"):
        await session.play(session.waiting or 0, f"setup {corner}")
    await hall.told(session)
    dms = {f"POST /channels/{person.dm.id}/messages" for person in hall.players}
    for pattern in dms:
        hall.sandbox.faults.fail_before(pattern, count=100, status=503)
    await session.play(session.waiting or 0, "setup a8,a9,b8,b9")
    archon = hall.actor(session)
    await hall.sandbox.wait_for(lambda: "deal the three cards" in hall.shown[-1].content, what="the table")
    hall.sandbox.faults.clear()
    await hall.sandbox.wait_for(
        lambda: archon.dms() and "You are the Archon" in archon.dms()[-1].content, what="the whisper"
    )
    await hall.told(session)
    calls = [m for m in hall.shown if "deal the three cards" in m.content]
    assert len(calls) == 1, "and the table is not told twice"


async def test_a_passing_fault_is_tried_again(hall: Hall) -> None:
    session = await hall.grown(in_phase(Phase.ANSWER))
    before = len(hall.shown)
    hall.sandbox.faults.fail_before(f"POST /channels/{hall.channel.id}/messages", status=503)
    await hall.play(hall.actor(session), "accept")
    await hall.told(session)
    assert len(hall.shown) == before + 1
    assert hall.table().pings == {session.waiting}


@pytest.mark.parametrize("trouble", ["lose_answer", "fail_after"])
async def test_what_arrived_though_nobody_said_so_is_not_sent_twice(hall: Hall, trouble: str) -> None:
    session = await hall.grown(in_phase(Phase.ANSWER))
    before = len(hall.shown)
    getattr(hall.sandbox.faults, trouble)(f"POST /channels/{hall.channel.id}/messages")
    await hall.play(hall.actor(session), "accept")
    await hall.told(session)
    assert len(hall.shown) == before + 1
    assert hall.table().pings == {session.waiting}


async def test_a_moderator_sees_what_is_missing(hall: Hall) -> None:
    session = await hall.grown(in_phase(Phase.ANSWER))
    hall.sandbox.deny(hall.channel, hall.sandbox.bot, Permission.SEND_MESSAGES)
    await moderation.repost(session, hall.mod.id)
    await hall.told(session)
    answer = said(await hall.mod.slash(hall.channel, "mod status"))
    assert "Send Messages" in answer
    assert "I cannot write to the table" in answer
