"""What moderators do to a game, and that it tells nobody a secret."""

from __future__ import annotations

import random

import pytest

import engine
from bot.game import absence, lobby, moderation, questions, resets
from bot.game.session import Session
from bot.history import audit
from bot.history.clocks import DAY, pace_of
from bot.refusals import Refusal, Refused
from bot.store.rows import OPEN
from bot.text import announcements
from engine import Phase, Seat
from tests.bot.growth import grow, in_phase
from tests.bot.room import ANN, BEN, CHANNEL, CLEO, GUILD, OTTO, Room, other, told, waiting, why

MOD = 77


async def refusal(doing: object) -> Refusal:
    with pytest.raises(Refused) as refused:
        await doing  # type: ignore[misc]  # a coroutine
    return why(refused.value)


async def table_words(session: Session) -> str:
    """What the last notice says at the table."""
    return [notice.text for notice in await session.store.unsent(session.id) if notice.kind == "table"][-1]


# Rewinding


@pytest.mark.parametrize("ply", [0, 1, 4, 9])
async def test_rewind_leads_to_the_position_of_that_ply(ply: int, room: Room) -> None:
    session = await room.grown(in_phase(Phase.PLAY, turn=3), supply=12)
    before, end, entries = session.states[ply], session.ply, await room.store.entries(session.id)
    await moderation.rewind(session, MOD, ply, session.standing)
    after = session.state
    assert (after.board, after.phase, after.to_act, after.turn) == (
        before.board,
        before.phase,
        before.to_act,
        before.turn,
    )
    assert (await room.store.entries(session.id))[: len(entries)] == entries, "nothing is overwritten"
    assert announcements.went_back(MOD, ply, end) in await table_words(session)
    room.reload()
    assert (await room.games.get(session.id)).state == after


async def test_past_a_draw_all_that_is_not_open_is_shuffled_and_that_is_said(room: Room) -> None:
    session = await room.grown(in_phase(Phase.ANSWER, turn=4), supply=16)
    ply = next(i for i, state in enumerate(session.states) if state.turn == 2 and state.phase is Phase.ANSWER)
    before = session.states[ply]
    drawn = next(state.hand for state in session.states if state.turn == 3 and state.hand)
    await moderation.rewind(session, MOD, ply)
    after = session.state
    assert (after.phase, after.turn, after.to_act) == (before.phase, before.turn, before.to_act)
    assert after.pile != before.pile
    assert sorted(engine.hidden(after)) == sorted(engine.hidden(before)), "the same cards, in another order"
    others = [seat for seat in Seat if seat != after.archon]
    assert [after.cards[seat] for seat in others] == [before.cards[seat] for seat in others], "what lies open stays"
    assert "shuffled anew" in told(session)
    assert after.pile[:3] != drawn
    whispered = [n.user for n in await room.store.unsent(session.id) if n.kind == "whisper"]
    assert whispered[-1] == session.player(after.archon or Seat.RED).user, "the Archon is told of the new card"


async def test_rewinding_and_playing_again_draws_other_cards(room: Room) -> None:
    """Twenty times back to the same ply and forth: what is drawn is not always the same."""
    session = await room.grown(in_phase(Phase.ANSWER, turn=2), supply=16)
    ply = next(i for i, state in enumerate(session.states) if state.turn == 1 and state.phase is Phase.ANSWER)
    hands = set()
    for _ in range(20):
        await grow(session, in_phase(Phase.DEAL, turn=2), random.Random(1))
        hands.add(session.state.hand)
        await moderation.rewind(session, MOD, ply)
    assert len(hands) > 10


async def turned_up(room: Room) -> tuple[Session, int]:
    """A game in which the Archon's kept card has just been turned up, and the ply at which it was to be answered."""

    def shown(state: engine.State) -> bool:
        view, archon = engine.view(state, None), state.archon
        return state.turn >= 2 and archon is not None and view.face_down is None and view.cards[archon] is not None

    session = await room.grown(shown, supply=16)
    turn = session.state.turn
    ply = next(i for i, state in enumerate(session.states) if (state.turn, state.phase) == (turn, Phase.ANSWER))
    return session, ply


async def test_a_card_that_was_turned_up_stays_known_and_that_is_said(room: Room) -> None:
    session, ply = await turned_up(room)
    archon = session.state.archon
    assert archon is not None
    card = session.view(None).cards[archon]
    assert card is not None
    said = f"lies face down again, but is known to all: it is still {card.name}."
    assert said in questions.consequences(session, f"rewind {ply}")
    await moderation.rewind(session, MOD, ply)
    assert session.view(None).face_down == archon
    assert session.view(archon).cards[archon] == card
    assert said in await table_words(session)


async def test_a_card_that_nobody_has_seen_is_not_told(room: Room) -> None:
    session = await room.grown(in_phase(Phase.ANSWER, turn=2), supply=16)
    ply = session.ply
    await session.play(waiting(session), "accept")
    assert "known to all" not in questions.consequences(session, f"rewind {ply}")
    await moderation.rewind(session, MOD, ply)
    assert "known to all" not in await table_words(session)


async def test_back_over_a_shuffle_of_the_same_turn_is_shuffled_again(room: Room) -> None:
    """What was drawn before the first rewind is known; it is not drawn again after the second."""
    session = await room.grown(in_phase(Phase.ANSWER, turn=3), supply=16)
    ply = next(i for i, state in enumerate(session.states) if (state.turn, state.phase) == (2, Phase.ANSWER))
    known = session.states[ply].pile
    await moderation.rewind(session, MOD, ply)
    assert session.ply == ply + 1, "the shuffle is a ply"
    assert "shuffled anew" in questions.consequences(session, f"rewind {ply}")
    await moderation.rewind(session, MOD, ply)
    assert session.state.pile != known
    assert session.line[-1].kind == "shuffle", "of which the table is told"


async def test_no_draw_no_shuffle(room: Room) -> None:
    session = await room.grown(in_phase(Phase.PLAY, turn=2), supply=12)
    ply = next(i for i, state in enumerate(session.states) if state.turn == 2 and state.phase is Phase.ANSWER)
    before = session.states[ply]
    await moderation.rewind(session, MOD, ply)
    assert session.state == before


async def test_there_is_no_rewinding_forward_nor_of_what_is_over(room: Room) -> None:
    session = await room.grown(in_phase(Phase.ANSWER), supply=12)
    for ply in (-1, session.ply, session.ply + 1):
        assert await refusal(moderation.rewind(session, MOD, ply)) is Refusal.NO_SUCH_PLY
    assert await refusal(moderation.rewind(session, MOD, 1, standing=3)) is Refusal.OVERTAKEN
    await moderation.end(session, MOD, scored=True)
    for doing in (
        moderation.rewind(session, MOD, 1),
        moderation.undo(session, MOD),
        moderation.skip(session, MOD),
        moderation.pause(session, MOD),
        moderation.end(session, MOD, scored=True),
        moderation.put(session, MOD, Seat.RED, OTTO, "Otto"),
        moderation.move(session, MOD, GUILD, 950, "elsewhere"),
    ):
        assert await refusal(doing) is Refusal.OVER


# Seats


async def test_a_replaced_player_is_out_and_the_new_one_has_everything(room: Room) -> None:
    session = await room.grown(in_phase(Phase.ANSWER, turn=2), supply=12)
    archon = session.state.archon
    assert archon is not None
    old = session.player(archon).user
    assert old is not None
    hand = session.view(archon).cards[archon]
    await moderation.put(session, MOD, archon, OTTO, "Otto")
    assert session.seat_of(OTTO) == archon
    assert session.view(session.require_seat(OTTO)).cards[archon] == hand
    with pytest.raises(Refused):
        session.require_seat(old)
    whispers = [(n.user, n.text) for n in await room.store.unsent(session.id) if n.kind == "whisper"][-2:]
    assert whispers == [(OTTO, "greeting"), (OTTO, "cards")]
    assert await refusal(session.undo(OTTO)) in (Refusal.OTHER_ACTED, Refusal.NOTHING_TO_UNDO)
    notes = [(e.text, e.user) for e in await room.store.entries(session.id)][-3:]
    assert notes == [(f"replace {archon.letter}", MOD), (f"left {archon.letter}", old), (f"sit {archon.letter}", OTTO)]


async def test_nobody_sits_by_their_own_hand_nor_twice(room: Room) -> None:
    session = await room.grown(in_phase(Phase.ANSWER), supply=12)
    assert await refusal(moderation.put(session, MOD, Seat.RED, MOD, "Mod")) is Refusal.CANNOT_SEAT
    assert await refusal(moderation.put(session, MOD, Seat.RED, BEN, "Ben")) is Refusal.CANNOT_SEAT


async def test_an_open_seat_is_filled(room: Room) -> None:
    session = await room.grown(in_phase(Phase.ANSWER), supply=12)
    seat = session.require_seat(CLEO)
    await lobby.resign(session, CLEO)
    assert session.player(seat).name == OPEN
    await moderation.put(session, MOD, seat, OTTO, "Otto")
    assert session.player(seat).name == "Otto"
    assert f"left {seat.letter}" not in [entry.text for entry in await room.store.entries(session.id)]


# Pausing


async def test_in_a_paused_game_nobody_can_act(room: Room) -> None:
    session = await room.grown(in_phase(Phase.ANSWER), supply=12)
    actor = waiting(session)
    await moderation.pause(session, MOD)
    for doing in (session.play(actor, "accept"), session.undo(actor), moderation.pause(session, MOD)):
        assert await refusal(doing) is Refusal.PAUSED
    room.reload()
    session = await room.games.get(session.id)
    assert session.paused, "a restart does not end a pause"
    await moderation.resume(session, MOD)
    assert await refusal(moderation.resume(session, MOD)) is Refusal.NOT_PAUSED
    await session.play(actor, "accept")


async def test_a_pause_stops_every_clock_and_gives_no_time(room: Room) -> None:
    session = await room.grown(in_phase(Phase.ANSWER), supply=12)
    await lobby.set_pace(session, MOD, pace_of("days", 3), alone=True)
    total = sum(session.clocks.left(session.now()))
    for _ in range(50):
        await moderation.pause(session, MOD)
        room.clock.set(room.clock.now() + 86400)
        await moderation.resume(session, MOD)
    left = sum(session.clocks.left(session.now()))
    assert total - 1000 < left <= total
    assert session.clocks.left(session.now())[session.state.to_act or 0] > 2 * DAY


# Setting aside and bringing back


async def test_a_game_whose_move_was_overtaken_is_played_on_in_one_place_only(
    room: Room, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Somebody opens a lobby in the other channel at the same moment, and somebody else waits to play."""
    session = await room.grown(in_phase(Phase.ANSWER), supply=12)
    await lobby.open_lobby(room.games, GUILD, 950, OTTO, "Otto", session.options)

    async def none_yet(channel: int) -> None:
        return None

    monkeypatch.setattr(room.store, "live_game", none_yet)
    assert await refusal(moderation.move(session, MOD, GUILD, 950, "agora")) is Refusal.OUTDATED
    fresh = await room.games.get(session.id)
    assert await refusal(room.play(session, "accept")) is Refusal.OUTDATED
    await room.play(fresh, "accept")
    room.reload()
    assert (await room.games.get(session.id)).state == fresh.state


async def test_reset_and_restore_change_places(room: Room) -> None:
    session = await room.grown(in_phase(Phase.ANSWER, turn=2), supply=12)
    state, users = session.state, {row.user for row in session.seats}
    new = await resets.reset(room.games, session, MOD, session.standing)
    assert (session.row.status, session.row.ending) == ("over", "reset")
    assert {row.user for row in new.seats} == users
    assert new.options == session.options
    assert (await room.games.here(CHANNEL)) is new
    await grow(new, in_phase(Phase.ANSWER, turn=1), random.Random(3))
    aside = await resets.restore(room.games, session, MOD, GUILD, CHANNEL, session.standing)
    assert aside is new
    assert (new.row.status, new.row.ending) == ("over", "reset")
    assert session.live
    assert session.state == state, "it comes back just as it was"
    assert session.waiting == session.row.waiting is not None
    again = await resets.restore(room.games, new, MOD, GUILD, CHANNEL)
    assert again is session
    assert len(await room.store.games("status = 'live'")) == 1
    room.reload()
    assert (await room.games.here(CHANNEL)).id == new.id


async def test_a_reset_game_tells_nothing_while_it_may_come_back(room: Room) -> None:
    session = await room.grown(in_phase(Phase.ANSWER, turn=3), supply=12)
    await resets.reset(room.games, session, MOD)
    assert session.set_aside
    for seat in (None, *Seat):
        texts = [step.seen.text for step in session.steps(seat)]
        assert "shuffle ?" in texts
        assert seat is not None or all(text[5] == "?" for text in texts if text.startswith("deal"))
    room.clock.set(room.clock.now() + 14 * 86400 + 1)
    assert session.open_record
    assert await refusal(resets.restore(room.games, session, MOD, GUILD, CHANNEL)) is Refusal.NOT_RESTORABLE


async def test_what_ended_openly_comes_back_with_other_cards(room: Room) -> None:
    session = await room.grown(in_phase(Phase.ANSWER, turn=2), supply=12)
    before = session.state
    await moderation.end(session, MOD, scored=True)
    assert session.open_record
    await resets.restore(room.games, session, MOD, GUILD, CHANNEL)
    assert session.live
    assert session.state.pile != before.pile
    assert session.state.board == before.board
    assert "shuffled anew" in told(session)


async def test_what_cannot_come_back(room: Room) -> None:
    running = await room.seat(950)
    assert await refusal(resets.restore(room.games, running, MOD, GUILD, 950)) is Refusal.NOT_RESTORABLE
    done = await room.seat(951, supply=5)
    await grow(done, lambda state: state.phase is Phase.OVER, random.Random(1))
    assert await refusal(resets.restore(room.games, done, MOD, GUILD, 951)) is Refusal.NOT_RESTORABLE
    closed = await lobby.open_lobby(room.games, GUILD, 952, ANN, "Ann", engine.Options())
    await moderation.close(closed, MOD)
    assert closed.row.status == "cancelled"
    assert await refusal(resets.restore(room.games, closed, MOD, GUILD, 952)) is Refusal.NOT_RESTORABLE


async def test_a_lobby_makes_room_for_a_game_that_comes_back(room: Room) -> None:
    session = await room.grown(in_phase(Phase.ANSWER), supply=12)
    await moderation.end(session, MOD, scored=False)
    waiting_lobby = await lobby.open_lobby(room.games, GUILD, CHANNEL, OTTO, "Otto", engine.Options())
    await resets.restore(room.games, session, MOD, GUILD, CHANNEL)
    assert waiting_lobby.row.status == "cancelled"
    assert session.live


async def test_a_game_that_everybody_left_comes_back_with_open_seats(room: Room) -> None:
    session = await room.grown(in_phase(Phase.ANSWER), supply=12)
    for user in (ANN, BEN, CLEO):
        await lobby.resign(session, user)
    assert session.row.ending == "abandoned"
    await resets.restore(room.games, session, MOD, GUILD, CHANNEL)
    for user, name in ((CLEO, "Cleo"), (ANN, "Ann"), (OTTO, "Otto")):
        await lobby.join(session, user, name)
    assert session.waiting in (CLEO, OTTO, ANN)


async def test_time_set_aside_is_nobodys(room: Room) -> None:
    session = await room.grown(in_phase(Phase.ANSWER), supply=12)
    await lobby.set_pace(session, MOD, pace_of("days", 3), alone=True)
    await resets.reset(room.games, session, MOD)
    room.clock.set(room.clock.now() + 10 * 86400)
    await resets.restore(room.games, session, MOD, GUILD, CHANNEL)
    assert min(session.clocks.left(session.now())) > 2.9 * DAY


# Channels


async def test_a_game_moves_and_leaves_its_channel_free(room: Room) -> None:
    session = await room.grown(in_phase(Phase.ANSWER), supply=12)
    taken = await room.seat(950)
    assert await refusal(moderation.move(session, MOD, GUILD, 950, "here")) is Refusal.CHANNEL_TAKEN
    assert await refusal(moderation.move(session, MOD, GUILD, CHANNEL, "here")) is Refusal.BAD_OPTION
    await moderation.move(session, MOD, GUILD, 951, "the agora")
    assert (await room.games.here(951)) is session
    assert "the agora" in await table_words(session)
    assert taken.row.channel == 950
    await room.seat(CHANNEL)


# All of them


async def test_every_use_is_written_down_with_who_did_it(room: Room) -> None:
    session = await room.grown(in_phase(Phase.PLAY, turn=2), supply=12)
    before = session.seq
    await moderation.repost(session, MOD)
    await moderation.undo(session, MOD)
    await moderation.rewind(session, MOD, 5)
    await moderation.skip(session, MOD)
    await moderation.put(session, MOD, Seat.RED, OTTO, "Otto")
    await moderation.pause(session, MOD)
    await moderation.resume(session, MOD)
    await moderation.move(session, MOD, GUILD, 950, "the agora")
    await resets.reset(room.games, session, MOD)
    await resets.restore(room.games, session, MOD, GUILD, 950)
    await moderation.end(session, MOD, scored=True)
    entries = (await room.store.entries(session.id))[before:]
    notes = [entry.text for entry in entries if entry.kind == "note" and entry.user == MOD]
    verbs = [note.split()[0] for note in notes]
    assert verbs == ["repost", "undo", "rewind", "skip", "replace", "stop", "go", "move", "reset", "restore", "end"]
    assert not [note for note in notes if "means nothing" in announcements.noted(note)], "the trail has words for each"
    found = audit.deeds(session.options, await room.store.entries(session.id))
    assert [deed.entry.seq for deed in found] == list(range(session.seq))
    assert any(not deed.stands for deed in found), "what was taken back is in the trail"


async def test_moderators_never_see_a_secret(room: Room) -> None:
    """The trail of a running game is the same for two games that look the same to everybody."""
    session = await room.grown(in_phase(Phase.ANSWER, turn=3), supply=12)
    await moderation.rewind(session, MOD, 8)
    shown = audit.deeds(session.options, await room.store.entries(session.id))
    for deed in shown:
        if deed.seen is not None:
            assert "shuffle " not in deed.seen.text.replace("shuffle ?", "")
            assert not deed.seen.text.startswith("deal ") or deed.seen.text.startswith("deal ? ")


async def test_a_vote_is_off_when_the_game_is_paused(room: Room) -> None:
    session = await room.grown(in_phase(Phase.ANSWER), supply=12)
    await absence.open_vote(session)
    seq = session.board_seq
    await moderation.pause(session, MOD)
    assert await refusal(absence.cast(session, other(session), "skip", seq)) is Refusal.PAUSED
