"""Whoever is not to act changes nothing by any button or command of play, and hears in private who is."""

from __future__ import annotations

import pytest

from bot.game import lobby, moderation
from bot.game.session import Session
from bot.sandbox import MessageView, Person
from engine import Phase
from tests.bot.growth import in_phase
from tests.bot.hall import Hall, said

WHO = ("outsider", "moderator", "waiting player", "player who gave up", "replaced player", "substitute")
ACTS = ("play", "panel", "accept", "act", "menu")
LOOKS = ("hand", "card", "board", "log", "logs", "list")


async def somebody(hall: Hall, session: Session, who: str) -> Person:
    """A person of a kind, who is not the one to act."""
    idle = hall.idle(session)
    seat = session.seat_of(idle.id)
    assert seat is not None
    match who:
        case "outsider":
            return hall.otto
        case "moderator":
            return hall.mod
        case "waiting player":
            return idle
        case "player who gave up":
            await lobby.resign(session, idle.id)
        case "replaced player":
            await moderation.put(session, hall.mod.id, seat, hall.otto.id, hall.otto.name)
        case "substitute":
            await lobby.resign(session, idle.id)
            await lobby.join(session, hall.otto.id, hall.otto.name)
            idle = hall.otto
    await hall.told(session)
    return idle


async def use(hall: Hall, person: Person, what: str, panel: MessageView) -> str:
    """What is said to one use of a button or command."""
    table = hall.table()
    match what:
        case "play":
            used = await person.slash(hall.channel, "play", action="accept")
        case "panel":
            used = await person.slash(hall.channel, "play")
        case "accept":
            used = await person.forge(hall.channel, panel.button("Accept").custom_id, panel).settled()
        case "act":
            used = await person.click(table, "Act")
        case "menu":
            custom_id = panel.button("Accept").custom_id.replace(":do:", ":p:")
            row = panel.message.components[0]
            button = row["components"][0]
            panel.message.components = [row | {"components": [button | {"custom_id": custom_id}]}]
            used = await person.forge(hall.channel, custom_id, panel).settled()
        case "card":
            used = await person.click(table, "My card")
        case "logs":
            used = await person.click(table, "Log")
        case "list":
            used = await person.slash(hall.channel, "game list")
        case _:
            used = await person.slash(hall.channel, what)
    return said(used)


@pytest.mark.parametrize("who", WHO)
async def test_who_is_not_to_act_changes_nothing_and_hears_who_is(hall: Hall, who: str) -> None:
    session = await hall.grown(in_phase(Phase.ANSWER))
    person = await somebody(hall, session, who)
    opened = await hall.actor(session).click(hall.table(), "Act")
    panel = opened.response
    assert panel is not None
    seat = session.state.to_act
    assert seat is not None
    shown, before = panel.content, (session.seq, session.state, len(hall.shown))
    for what in ACTS:
        answer = await use(hall, person, what, panel)
        assert session.names[seat] in answer, f"{what}: {answer}"
        assert "accept or reject" in answer, f"{what}: {answer}"
    assert panel.content == shown, "somebody else's panel was changed"
    assert (session.seq, session.state, len(hall.shown)) == before
    assert session.waiting == hall.actor(session).id


@pytest.mark.parametrize("who", WHO)
async def test_who_is_not_to_act_may_look_but_at_own_cards_alone(hall: Hall, who: str) -> None:
    session = await hall.grown(in_phase(Phase.ANSWER))
    person = await somebody(hall, session, who)
    opened = await hall.actor(session).click(hall.table(), "Act")
    assert opened.response is not None
    before = (session.seq, session.state)
    archon = session.state.archon
    assert archon is not None
    kept = session.view(archon).cards[archon]
    assert kept is not None
    for what in LOOKS:
        answer = await use(hall, person, what, opened.response)
        assert answer
        if what in ("hand", "card") and session.seat_of(person.id) is None:
            assert "no seat" in answer
        if session.seat_of(person.id) != archon:
            assert f"keep the {kept.name}" not in answer
    assert (session.seq, session.state) == before


async def test_nobody_can_act_when_the_game_is_over(hall: Hall) -> None:
    session = await hall.grown(in_phase(Phase.ANSWER))
    panel = (await hall.actor(session).click(hall.table(), "Act")).response
    assert panel is not None
    actor = hall.actor(session)
    await moderation.end(session, hall.mod.id, scored=True)
    await hall.told(session)
    for used in (
        await actor.slash(hall.channel, "play", action="accept"),
        await actor.slash(hall.channel, "play"),
        await actor.click(panel, "Accept"),
        await actor.slash(hall.channel, "undo"),
        await actor.slash(hall.channel, "game resign"),
    ):
        assert "over" in said(used) or "moved on" in said(used)
    assert not session.live
    assert await actor.autocomplete(hall.channel, "play", option="action", text="") == []


async def test_nobody_can_act_in_a_lobby(hall: Hall) -> None:
    await hall.ann.slash(hall.channel, "game new")
    for line in ("play", "undo", "hand", "board", "game resign"):
        assert "lobby" in said(await hall.ann.slash(hall.channel, line)), line


async def test_where_there_is_no_game_it_is_said_how_to_open_one(hall: Hall) -> None:
    for line in ("play", "undo", "hand", "board", "log", "game join", "game leave", "game start", "game resign"):
        assert "`/game new`" in said(await hall.ann.slash(hall.channel, line)), line
