"""What people set, plan and ask for in Discord: vacations, plans, invitations, lists, the next game, settings."""

from __future__ import annotations

from datetime import UTC, datetime

import engine
from bot import text
from bot.game.session import Session
from bot.history.clocks import pace_of
from bot.people import wishes
from bot.sandbox import Person
from engine import Seat
from tests.bot.clockwork import play
from tests.bot.growth import in_phase
from tests.bot.hall import Hall, latest, pinged, said

DAYS = pace_of("days", 3)


async def test_a_vacation_is_told_and_ends(hall: Hall) -> None:
    session = await hall.seat(pace=DAYS)
    actor = hall.actor(session)
    assert "until <t:" in said(await actor.slash(hall.channel, "away", until="10"))
    await hall.later()
    assert "is away until <t:" in hall.shown[-1].content
    await hall.later(24 * 9)
    assert not pinged(actor, "⏰")
    assert "One game waits for you" in said(await actor.slash(hall.channel, "back"))
    await hall.later()
    assert "is back" in hall.shown[-1].content
    assert said(await actor.slash(hall.channel, "back")) == text.NOT_AWAY
    assert "are left" in said(await actor.slash(hall.channel, "away", until="30"))


async def test_a_plan_is_kept_shown_cancelled_and_carried_out_in_private(hall: Hall) -> None:
    session = await hall.grown(lambda s: s.phase is engine.Phase.ANSWER and s.turn >= 2 and s.answers.count(None) == 3)
    seat = engine.next_seat(session.state.homes, session.state.to_act or Seat.RED)
    planner = hall.person(session, seat)
    public = [message.content for message in hall.shown]
    kept = said(await planner.slash(hall.channel, "plan", action="Accept if it is N or C, else reject"))
    assert "`if N or C: accept; reject`" in kept
    assert "`/plan` without an action shows it, with a button to cancel it." in kept
    shown = await planner.slash(hall.channel, "plan")
    assert "if N or C" in said(shown)
    assert "I cannot read" in said(await planner.slash(hall.channel, "plan", action="win the game"))
    assert said(await planner.click(shown.response, "Cancel")) == text.PLAN_CANCELLED
    assert said(await planner.slash(hall.channel, "plan")) == text.NO_PLAN
    await planner.slash(hall.channel, "plan", action="reject")
    assert said(await planner.slash(hall.channel, "plan", cancel=True)) == text.PLAN_CANCELLED
    await planner.slash(hall.channel, "plan", action="reject")
    assert [message.content for message in hall.shown] == public
    await hall.play(hall.actor(session), "accept")
    await hall.later()
    assert hall.actor(session) is planner
    await hall.later(0.3)
    assert session.row.waiting != planner.id
    assert "Your plan was carried out" in planner.dms()[-1].content
    assert f"Game {session.id}" in planner.dms()[-1].content
    assert await wishes.plan(hall.store, session.id, planner.id) is None


def planner_is_the_next_archon(state: engine.State) -> bool:
    """The last but one is to play; with the last one's pass the turn ends, and that one is the next Archon."""
    for _ in range(2):
        if state.phase is not engine.Phase.PLAY or state.to_act is None:
            return False
        last, state = state.to_act, engine.apply(state, engine.Pass(state.to_act))
    return state.phase is engine.Phase.DEAL and state.to_act == last


async def test_a_planner_hears_first_of_the_plan_then_of_new_cards_and_what_came_before_it(hall: Hall) -> None:
    session = await hall.grown(planner_is_the_next_archon)
    actor = hall.actor(session)
    planner = hall.person(session, _last(session))
    await planner.slash(hall.channel, "plan", action="pass")
    before = len(planner.dms())
    await hall.play(actor, "pass")
    await hall.later()
    missed = text.since(session.steps(None, session.last_turn_of(_last(session))), session.names)
    assert "passes" in missed
    await hall.later(0.3)
    done, cards = (message.content for message in planner.dms()[before:])
    assert "Your plan was carried out" in done
    assert missed in done
    assert "You are the Archon" in cards


def _last(session: Session) -> Seat:
    """Who plays last in the turn."""
    archon = session.state.archon
    assert archon is not None
    return engine.clockwise(session.state.homes, archon)[-1]


async def dropped(hall: Hall) -> tuple[Session, Person]:
    """A game in which the plan of one whose direct messages are closed did not fit, so that no word arrived."""
    session = await hall.grown(lambda s: s.phase is engine.Phase.ANSWER and s.turn >= 2 and s.answers.count(None) == 3)
    planner = hall.person(session, engine.next_seat(session.state.homes, session.state.to_act or Seat.RED))
    planner.close_dms()
    await planner.slash(hall.channel, "plan", action="@e5 e5>f7")
    await hall.play(hall.actor(session), "accept")
    await hall.later()
    await hall.later(0.3)
    assert session.waiting == planner.id
    assert await wishes.plan(hall.store, session.id, planner.id) is None
    return session, planner


async def test_the_word_of_a_dropped_plan_comes_with_the_next_press_when_direct_messages_are_closed(hall: Hall) -> None:
    _, planner = await dropped(hall)
    assert "is dropped" not in said(await hall.otto.click(hall.table(), "Log"))
    used = await planner.click(hall.table(), "Act")
    await hall.sandbox.wait_for(lambda: len(used.messages) == 2, what="the word beside the panel")
    assert "Your plan `@e5 e5>f7` is dropped, because nothing in it is legal now" in said(used)
    await hall.sandbox.idle()
    assert not await hall.store.select("SELECT * FROM unheard"), "once is enough"


async def test_the_word_of_a_dropped_plan_is_told_where_one_looks_for_the_plan(hall: Hall) -> None:
    _, planner = await dropped(hall)
    used = await planner.slash(hall.channel, "plan")
    await hall.sandbox.wait_for(lambda: len(used.messages) == 2, what="the word beside the answer")
    assert said(used).startswith(text.NO_PLAN)
    assert "is dropped, because" in said(used)


# Lobbies, invitations, lists


async def test_invitations_by_name(hall: Hall) -> None:
    await hall.ann.slash(hall.channel, "game new")
    await hall.ann.slash(hall.channel, "game invite", user=hall.ben)
    await hall.ann.slash(hall.channel, "game invite", user=hall.otto)
    await hall.later()
    invitation = latest(hall, hall.ben.mention)
    assert invitation.pings == {hall.ben.id}
    assert invitation.labels == ["Join", "Decline"]
    assert "You have joined" in said(await hall.ben.click(invitation, "Join"))
    await hall.sandbox.wait_for(lambda: invitation.labels == [], what="the invitation without its buttons")
    other = latest(hall, hall.otto.mention)
    assert "no open invitation" in said(await hall.cleo.click(other, "Decline"))
    assert said(await hall.otto.click(other, "Decline")) == text.DECLINED
    await hall.later()
    assert "Otto" in latest(hall, "has declined").content
    await hall.sandbox.wait_for(lambda: other.labels == [], what="the other one without its buttons")
    assert "not asked again" in said(await hall.ann.slash(hall.channel, "game invite", user=hall.otto))
    await hall.ann.slash(hall.channel, "game invite", user=hall.mod)
    assert said(await hall.mod.slash(hall.channel, "game decline")) == text.DECLINED


async def test_a_lobby_ends_after_three_days_with_a_word(hall: Hall) -> None:
    await hall.ann.slash(hall.channel, "game new")
    await hall.later(72.1)
    assert hall.shown[-1].content == text.LOBBY_EXPIRED
    assert not latest(hall, "This lobby is closed").labels
    assert "open in" in said(await hall.ben.slash(hall.channel, "game new"))


async def test_the_games_that_wait_for_me_come_first_and_next(hall: Hall) -> None:
    channels = [hall.sandbox.add_channel(hall.guild, name) for name in ("stoa", "akademia", "lykeion")]
    sessions = []
    for number, channel in enumerate(channels):
        await hall.later(1)
        session = await hall.seat(channel)
        sessions.append(session)
        assert number < 3
    me = hall.ann
    mine = [session for session in sessions if session.waiting == me.id]
    listed = said(await me.slash(hall.channel, "game list")).splitlines()
    assert len(listed) == 3
    assert ["your turn" in line for line in listed] == [True] * len(mine) + [False] * (3 - len(mine))
    for session in sessions:
        for _ in range(2):
            if session.waiting != me.id:
                await play(session)
    await hall.later()
    assert all(session.waiting == me.id for session in sessions)
    first = sessions[2]
    setup = engine.format_action(engine.legal_actions(first.state)[0])
    done = await me.slash(channels[2], "play", action=setup)
    assert done.response is not None
    longest = min(sessions[:2], key=lambda each: each.row.waiting_since or 0)
    button = done.response.button("Next game")
    shown = await hall.store.shown(longest.id)
    assert shown is not None
    assert (button.url or "").endswith(f"/{shown.channel}/{shown.message}")


async def test_a_rematch_from_the_end_card(hall: Hall) -> None:
    session = await hall.grown(in_phase(engine.Phase.DEAL, 3))
    for person in hall.players:
        await person.slash(hall.channel, "game end")
    await hall.later(50)
    card = hall.shown[-1]
    assert "Rematch" in card.labels
    assert "no seat" in said(await hall.otto.click(card, "Rematch")).casefold()
    assert session.row.ending == "scored"
    await hall.ben.click(card, "Rematch")
    await hall.later()
    for person in (hall.ann, hall.cleo):
        assert pinged(person, "invites you")
    assert "seat" in said(await hall.cleo.click(card, "Rematch"))
    await hall.ann.click(latest(hall, hall.ann.mention), "Join")
    await hall.later()
    assert "Press **Start**" in latest(hall, "A game of Syntagma").content


async def test_settings_go_round(hall: Hall) -> None:
    wished = {"interval": 12, "quiet": "22-7", "zone": "Europe/Athens", "pings": "dm", "text": True, "large": True}
    shown = said(await hall.ann.slash(hall.channel, "settings", **wished))
    for words in ("12", "22-7", "Europe/Athens", "by direct message", "yes"):
        assert words in shown
    changed, page = shown.split("\n", 1)
    assert changed.startswith("Changed: `interval` from 24 to **12**, `quiet` from none to **22-7**, ")
    assert "`text` from no to **yes**" in changed
    assert "turned" not in changed
    assert "as text instead of pictures: **yes** (`text`)" in page
    shown = said(await hall.ann.slash(hall.channel, "settings"))
    assert shown == page
    same = said(await hall.ann.slash(hall.channel, "settings", interval=12))
    assert same == f"Nothing was changed: it was so already.\n{page}"
    assert said(await hall.ben.slash(hall.channel, "settings")) != shown
    for bad in ({"quiet": "often"}, {"zone": "Mars"}):
        assert said(await hall.ann.slash(hall.channel, "settings", **bad)) != shown
        assert said(await hall.ann.slash(hall.channel, "settings")) == shown
    offered = await hall.ann.autocomplete(hall.channel, "settings", option="zone", text="ath")
    assert "Europe/Athens" in [choice.value for choice in offered]


async def test_a_turn_that_comes_at_night_calls_without_a_sound(hall: Hall) -> None:
    """Only reminders wait for the morning; the call is there when one looks, and pings when it is day."""
    session = await hall.seat()
    later = [person for person in hall.players if person is not hall.actor(session)]
    for person in later:
        await person.slash(hall.channel, "settings", quiet="1-0", zone="UTC")
    now = datetime.fromtimestamp(hall.clock.now(), UTC)
    await hall.later((24 + 12 - now.hour) % 24)
    await play(session)
    await hall.told(session)
    table = hall.table()
    assert table.silent
    assert table.pings == {session.waiting}
    for person in later:
        await person.slash(hall.channel, "settings", quiet="none")
    await play(session)
    await hall.told(session)
    assert not hall.table().silent


async def test_a_board_turned_to_its_viewer_says_so(hall: Hall) -> None:
    session = await hall.grown(in_phase(engine.Phase.ANSWER))
    actor = hall.actor(session)
    home = session.state.homes[session.state.to_act or Seat.RED]
    assert home is not None
    assert home is not engine.Sector.SW, "choose another seed"
    note = f"your home {home.name} is at the bottom left"
    assert note in said(await actor.click(hall.table(), "Act"))
    assert note in said(await actor.slash(hall.channel, "board"))
    film = await actor.slash(hall.channel, "replay", last=1)
    await hall.sandbox.wait_for(lambda: note in said(film), what="the replay's words")
    assert note not in hall.table().content
    await actor.slash(hall.channel, "settings", turned=False)
    assert note not in said(await actor.click(hall.table(), "Act"))
    assert note not in said(await actor.slash(hall.channel, "board"))


async def test_what_the_large_print_leaves_out_is_said_beside_it(hall: Hall) -> None:
    session = await hall.grown(in_phase(engine.Phase.PLAY, 4))
    actor, view = hall.actor(session), session.view(session.state.to_act)
    beside = text.counts(view, session.names)
    assert beside not in said(await actor.click(hall.table(), "Act"))
    await actor.slash(hall.channel, "settings", large=True)
    assert beside in said(await actor.click(hall.table(), "Act"))
    assert beside in said(await actor.slash(hall.channel, "board"))
    other = text.counts(session.view(None), session.names)
    assert all(str(view.supply[seat]) in other for seat in Seat)
    assert ("face down" in other) == (view.face_down is not None)
