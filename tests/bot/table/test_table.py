"""The table message: whom it calls, what it carries, and that there is one."""

from __future__ import annotations

import pytest

import engine
from bot.game import lobby, moderation
from bot.sandbox import Person
from engine import Phase
from tests.bot.game.test_undo import ends_turn_for
from tests.bot.growth import in_phase
from tests.bot.hall import Hall, said


def calls(hall: Hall, person: Person) -> int:
    """How often somebody was called in the channel."""
    return sum(message.message.channel_id == hall.channel.id for message in person.notifications())


async def test_it_calls_exactly_who_is_to_act(hall: Hall) -> None:
    session = await hall.grown(in_phase(Phase.ANSWER))
    await hall.play(hall.actor(session), "accept")
    await hall.told(session)
    table, actor = hall.table(), hall.actor(session)
    assert table == hall.shown[-1]
    assert not table.edited
    assert table.pings == {actor.id}
    assert actor.mention in table.content


async def test_whoever_acts_again_is_not_called_again(hall: Hall) -> None:
    """Accepting and then playing is one turn: the message is changed in place, and Discord pings nobody by that."""
    session = await hall.grown(lambda s: s.phase is Phase.ANSWER and s.to_act == s.archon)
    table, actor = hall.table(), hall.actor(session)
    before = calls(hall, actor)
    await hall.play(actor, "accept")
    await hall.told(session)
    assert hall.table() == table
    assert "play the" in table.content
    assert table.edited
    assert calls(hall, actor) == before
    assert table.button("Act").custom_id.split(":")[2] == str(session.board_seq)


async def test_the_end_calls_nobody(hall: Hall) -> None:
    session = await hall.grown(
        lambda s: (
            s.phase is Phase.PLAY
            and 1 in s.supply[:3]
            and s.to_act is not None
            and s.supply[s.to_act] == 1
            and s.answers[s.to_act] is True
        ),
        supply=6,
    )
    actor = hall.actor(session)
    place = next(a for a in engine.legal_actions(session.state) if isinstance(a, engine.Place))
    answer = await hall.play(actor, f"{engine.format_action(place)} pass")
    await hall.told(session)
    assert session.row.status == "over"
    assert "Game over" in hall.shown[-1].content
    assert hall.shown[-1].pings == frozenset()
    assert all("Act" not in message.labels for message in hall.shown)
    assert answer.startswith("Done")


async def test_every_picture_is_described_and_has_a_name_of_its_own(hall: Hall) -> None:
    session = await hall.grown(in_phase(Phase.ANSWER))
    names = set()
    for words in ("accept", "reject", "accept", "pass", "pass"):
        await hall.play(hall.actor(session), words)
        await hall.told(session)
        [picture] = hall.table().attachments
        assert picture.description
        assert len(picture.description) <= 1024
        assert picture.content.startswith(b"\x89PNG")
        names.add(picture.filename)
    assert len(names) == 5


async def test_a_deleted_message_is_posted_anew_by_the_next_event(hall: Hall) -> None:
    session = await hall.grown(lambda s: s.phase is Phase.ANSWER and s.to_act == s.archon)
    hall.sandbox.delete_message(hall.table())
    await hall.play(hall.actor(session), "accept")
    await hall.told(session)
    assert hall.table() == hall.shown[-1]
    hall.sandbox.delete_message(hall.table())
    await hall.play(hall.actor(session), "pass")
    await hall.told(session)
    assert hall.table().pings == {session.waiting}


async def test_an_old_message_is_not_edited_but_posted_anew_without_a_call(hall: Hall) -> None:
    """Edits of messages older than an hour meet a limit of their own."""
    session = await hall.grown(lambda s: s.phase is Phase.ANSWER and s.to_act == s.archon)
    old, actor = hall.table(), hall.actor(session)
    before = calls(hall, actor)
    hall.sandbox.advance(3700)
    hall.clock.set(hall.sandbox.clock.now())
    await hall.play(actor, "accept")
    await hall.told(session)
    assert hall.table() != old
    assert calls(hall, actor) == before


async def test_who_is_waited_for_is_not_called_when_others_come_and_go(hall: Hall) -> None:
    session = await hall.grown(in_phase(Phase.ANSWER))
    actor, leaver = hall.actor(session), hall.idle(session)
    before = calls(hall, actor)
    await lobby.resign(session, leaver.id)
    await hall.told(session)
    assert "gives up the seat" in "".join(message.content for message in hall.shown)
    await lobby.join(session, hall.otto.id, hall.otto.name)
    await hall.told(session)
    assert "takes the open seat" in hall.table().content
    assert calls(hall, actor) == before


async def test_whoever_takes_the_seat_that_is_waited_for_is_called(hall: Hall) -> None:
    session = await hall.grown(in_phase(Phase.ANSWER))
    leaver = hall.actor(session)
    await lobby.resign(session, leaver.id)
    await hall.told(session)
    assert hall.table().pings == frozenset()
    assert "is open" in hall.table().content
    await lobby.join(session, hall.otto.id, hall.otto.name)
    await hall.told(session)
    assert hall.table().pings == {hall.otto.id}


async def test_a_repost_calls_anew(hall: Hall) -> None:
    session = await hall.grown(in_phase(Phase.ANSWER))
    old = hall.table()
    await moderation.repost(session, hall.mod.id)
    await hall.told(session)
    assert hall.table() != old
    assert hall.table().pings == {session.waiting}
    assert old.labels == []


async def test_after_an_undo_the_right_one_is_called(hall: Hall) -> None:
    session = await hall.grown(in_phase(Phase.ANSWER))
    actor = hall.actor(session)
    await hall.play(actor, "accept")
    await hall.told(session)
    handed_over = hall.table()
    await actor.slash(hall.channel, "undo")
    await hall.told(session)
    assert hall.table().pings == {actor.id}
    assert handed_over.labels == []
    assert actor.mention in hall.table().content


async def test_an_undo_past_a_draw_says_that_the_cards_were_shuffled(hall: Hall) -> None:
    session = await hall.grown(ends_turn_for(mine=False))
    actor = hall.actor(session)
    await hall.play(actor, "pass")
    await hall.told(session)
    await actor.slash(hall.channel, "undo")
    await hall.told(session)
    assert "shuffled anew" in hall.table().content
    assert hall.table().pings == {actor.id}


async def test_several_events_before_it_is_told_make_one_message(hall: Hall) -> None:
    session = await hall.grown(in_phase(Phase.ANSWER))
    before = len(hall.shown)
    games = hall.bot.games
    wake, games.on_change = games.on_change, lambda game: None
    for words in ("accept", "reject"):
        await session.play(session.waiting or 0, words)
    games.on_change = wake
    wake(session.id)
    await hall.told(session)
    assert len(hall.shown) == before + 1
    assert hall.table().pings == {session.waiting}


async def test_the_lobby_becomes_the_table(hall: Hall) -> None:
    await hall.deal_out()
    await hall.told(await hall.session())
    lobby_message, table = hall.shown
    assert lobby_message.labels == []
    assert table.labels == ["Act", "My card", "Log"]


async def test_one_s_card_is_shown_as_often_as_one_asks(hall: Hall) -> None:
    """By button or command, in the channel or in the direct messages, always the same and never to others."""
    session = await hall.grown(in_phase(Phase.DEAL))
    archon = hall.actor(session)
    answers, pictures = set(), set()
    for _ in range(2):
        for used in (
            await archon.click(hall.table(), "My card"),
            await archon.slash(hall.channel, "hand"),
            await archon.slash(archon.dm, "hand", game=str(session.id)),
        ):
            answers.add(said(used))
            assert used.response is not None
            pictures |= {picture.content for picture in used.response.attachments}
    assert len(answers) == len(pictures) == 1
    view = session.view(session.state.archon)
    assert all(card.name in answers.copy().pop() for card in view.hand)


async def test_no_two_boards_bear_one_file_name(hall: Hall) -> None:
    """Clients keep pictures by their names, and a ply may come again with another board."""
    session = await hall.seat()
    actor = hall.actor(session)
    pictures: dict[str, set[bytes]] = {}
    for corner in ("a1,a2,b1,b2", "h8,h9,i8,i9"):
        await hall.play(actor, f"setup {corner}")
        await hall.told(session)
        for person in (actor, hall.otto):
            for options in ({}, {"ply": 0}, {"ply": 1}, {"public": True}):
                await person.slash(hall.channel, "board", **options)
        await actor.slash(hall.channel, "undo")
        await hall.told(session)
    for message in hall.sandbox.world.messages.values():
        for picture in message.attachments:
            pictures.setdefault(picture.filename, set()).add(picture.content)
    assert len(pictures) > 4
    assert [name for name, seen in pictures.items() if len(seen) > 1] == []


@pytest.mark.parametrize("coming", ["a press", "a command"])
async def test_what_could_not_be_told_is_told_when_somebody_comes(
    coming: str, hall: Hall, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whoever comes shows that Discord is there again; nobody is kept waiting for the end of a pause."""
    monkeypatch.setattr("bot.table.table.PAUSES", (3600,))
    session = await hall.grown(in_phase(Phase.ANSWER))
    before, actor = hall.table(), hall.actor(session)
    hall.sandbox.faults.lose_answer("POST /channels/*/messages", count=1)
    await hall.play(actor, "accept")
    await hall.sandbox.wait_for(lambda: session.id in hall.bot.table._pausing, what="the pause")
    assert await hall.store.unsent(session.id)
    if coming == "a press":
        await hall.ann.click(before, "My card")
    else:
        await hall.ann.slash(hall.channel, "hand")
    await hall.told(session)
    assert sum(message.content == hall.table().content for message in hall.shown) == 1
