"""Taking back: until somebody else acts or a card is seen, and past a draw only with the cards shuffled anew."""

from __future__ import annotations

import random
from collections import Counter

import pytest

import engine
from bot import text
from bot.game import lobby, moderation, news, questions
from bot.game.session import Session
from bot.refusals import Refusal, Refused
from engine import Phase, Seat, State
from tests.bot.growth import Condition, builder, grow, in_phase
from tests.bot.room import ANN, BEN, CLEO, OTTO, Room, other, told, waiting, why


def refused_undo(session: Session, user: int) -> Refusal:
    with pytest.raises(Refused) as refused:
        session.undo_ply(user)
    return why(refused.value)


def ends_turn_for(mine: bool) -> Condition:
    """Whether a pass ends the turn, and the one who passes is (not) the next Archon."""

    def fits(state: State) -> bool:
        if state.phase is not Phase.PLAY or state.to_act is None or not state.pile:
            return False
        after = engine.apply(state, engine.Pass(state.to_act))
        return after.phase is Phase.DEAL and (after.to_act == state.to_act) is mine

    return fits


async def test_the_latest_play_is_taken_back_whole(room: Room) -> None:
    session = await room.grown(lambda s: s.phase is Phase.PLAY and s.to_act is not None and bool(s.answers[s.to_act]))
    before, actor = session.state, waiting(session)
    place = next(a for a in engine.legal_actions(before) if isinstance(a, engine.Place))
    await room.play(session, f"{engine.format_action(place)} pass")
    assert session.state != before
    await session.undo(actor)
    assert session.state == before
    assert session.waiting == actor


async def test_one_s_actions_are_taken_back_one_play_after_the_other(room: Room) -> None:
    session = await room.grown(lambda s: s.phase is Phase.ANSWER and s.to_act == s.archon)
    actor, before = waiting(session), session.state
    await room.play(session, "accept")
    assert session.waiting == actor
    await room.play(session, "pass")
    await session.undo(actor)
    assert session.state.phase is Phase.PLAY
    await session.undo(actor)
    assert session.state == before


async def test_nothing_to_take_back_before_one_has_played(room: Room) -> None:
    session = await room.seat()
    assert refused_undo(session, waiting(session)) is Refusal.NOTHING_TO_UNDO
    assert refused_undo(session, OTTO) is Refusal.NOT_SEATED


async def test_not_after_somebody_else_has_acted(room: Room) -> None:
    session = await room.grown(in_phase(Phase.ANSWER))
    actor = waiting(session)
    await room.play(session, "accept")
    await room.play(session, "accept")
    assert refused_undo(session, actor) is Refusal.OTHER_ACTED


async def test_not_what_a_moderator_did_in_one_s_place(room: Room) -> None:
    """Nor can a moderator who plays take back what they did for somebody else: that is `/mod undo`."""
    session = await room.grown(in_phase(Phase.ANSWER))
    skipped, player = waiting(session), other(session)
    await moderation.skip(session, player)
    assert refused_undo(session, skipped) is Refusal.OTHER_ACTED
    assert refused_undo(session, player) is Refusal.OTHER_ACTED


async def test_not_after_new_cards_were_seen(room: Room) -> None:
    session = await room.grown(ends_turn_for(mine=True))
    actor = waiting(session)
    await room.play(session, "pass")
    assert session.waiting == actor
    assert refused_undo(session, actor) is Refusal.CARD_SEEN


async def test_past_a_draw_that_another_saw_the_cards_are_shuffled_anew(room: Room) -> None:
    session = await room.grown(ends_turn_for(mine=False))
    actor, before = waiting(session), session.state
    await room.play(session, "pass")
    seen = session.state.hand
    await session.undo(actor)
    state = session.state
    assert (state.phase, state.to_act, state.board) == (before.phase, before.to_act, before.board)
    assert session.line[-1].kind == "shuffle"
    assert Counter(state.pile) == Counter(before.pile)
    assert state.pile != before.pile, "the pile lies as it did"
    assert seen
    assert "were shuffled anew" in told(session)


async def test_what_followed_by_itself_is_taken_back_too(room: Room) -> None:
    """Passes of players who can do nothing else, and the Archon's forced answer, are nobody's acting."""
    session = await room.grown(
        lambda s: (
            s.phase is Phase.ANSWER and s.to_act != s.archon and sum(answer is not None for answer in s.answers) == 1
        )
    )
    before, actor = session.state, waiting(session)
    words = "accept" if True in before.answers else "reject"
    await room.play(session, words)
    assert session.state.answers.count(None) == 0, "the Archon's answer is forced"
    await session.undo(actor)
    assert session.state == before


async def test_automatic_passes_are_taken_back_with_the_play_before_them(room: Room) -> None:
    session = await room.grown(lambda s: s.phase is Phase.PLAY and s.turn > 1 and s.played.count(True) < 2)
    actor, before = waiting(session), session.state
    async with session.lock:
        change = session.begin()
        change.apply([engine.Pass(before.to_act or engine.Seat.RED)], actor)
        follower = change.state.to_act
        assert follower is not None
        # As `carry_on` does for one who can only pass.
        change.states.append(engine.apply(change.state, engine.Pass(follower)))
        change._enter("auto", "pass", session.player(follower).user, change.entries[-1].batch)
        await session.commit(change)
    await session.undo(actor)
    assert session.state == before


async def test_the_end_is_final(room: Room) -> None:
    session = await room.grown(lambda s: s.phase is Phase.OVER, choose=builder(random.Random(1)), supply=6)
    assert session.row.status == "over"
    for user in (ANN, BEN, CLEO):
        assert refused_undo(session, user) is Refusal.END_IS_FINAL


async def test_a_substitute_takes_back_nothing_of_the_predecessor(room: Room) -> None:
    session = await room.grown(in_phase(Phase.ANSWER))
    actor = waiting(session)
    await room.play(session, "accept")
    await lobby.resign(session, actor)
    await lobby.join(session, OTTO, "Otto")
    assert refused_undo(session, OTTO) is Refusal.NOTHING_TO_UNDO
    assert refused_undo(session, actor) is Refusal.NOT_SEATED


async def test_a_moderator_s_undo_past_a_draw_shuffles_anew_and_says_so(room: Room) -> None:
    session = await room.grown(ends_turn_for(mine=True))
    before = session.state
    await room.play(session, "pass")
    await moderation.undo(session, OTTO)
    assert session.state.board == before.board
    assert session.state.pile != before.pile
    assert "were shuffled anew" in told(session)


async def test_within_a_turn_nothing_is_shuffled(room: Room) -> None:
    session = await room.grown(in_phase(Phase.ANSWER))
    pile, actor = session.state.pile, waiting(session)
    await room.play(session, "reject")
    await session.undo(actor)
    assert session.state.pile == pile
    assert session.line[-1].kind != "shuffle"


async def test_an_archon_whose_kept_card_is_dealt_anew_is_told(room: Room) -> None:
    """Going back into a turn after a later draw deals the hidden card anew; only its owner hears of it."""
    session = await room.grown(lambda s: s.phase is Phase.ANSWER and s.turn > 1 and len(s.pile) > 5)
    ply, archon = session.ply, session.state.archon
    assert archon is not None
    turn = session.state.turn
    await grow(session, lambda s: s.turn > turn and s.phase is Phase.DEAL, random.Random(3))
    for notice in await room.store.unsent(session.id):
        await room.store.mark_sent(session.id, [notice.id], 0)
    async with session.lock:
        change = session.begin()
        change.go_back(ply, OTTO)
        await session.commit(change)
    whispers = [notice for notice in await room.store.unsent(session.id) if notice.kind == "whisper"]
    assert [(notice.user, notice.text) for notice in whispers] == [(session.player(archon).user, news.EXCHANGED)]
    said = text.whisper(session.view(archon), "game 1", "", anew=True)
    assert "The game was brought back" in said
    assert "the card that you had kept went back among them, and this one is new" in said
    assert "the Archon's hidden card went back among them, and a new one was drawn." in told(session)


async def test_the_log_tells_which_card_was_hidden_after_a_shuffle(room: Room) -> None:
    """To the Archon at once, to everybody after the end; the deal tells what was kept then, which was another card."""
    session = await room.grown(lambda s: s.phase is Phase.ANSWER and s.turn > 1 and len(s.pile) > 5, supply=30)
    ply, archon = session.ply, session.state.archon
    assert archon is not None
    turn = session.state.turn
    await grow(session, lambda s: s.turn > turn and s.phase is Phase.DEAL, random.Random(3))
    for _ in range(2):
        async with session.lock:
            change = session.begin()
            change.go_back(ply, OTTO)
            change.go_back(len(change.line), OTTO, anew=True)
            await session.commit(change)
    card = session.view(archon).cards[archon]
    assert card is not None
    for seat in (None, *Seat):
        log = " ".join(text.log(session.steps(seat), session.names))
        assert (f"After this shuffle the hidden card was {card.name}." in log) is (seat == archon)
    since = text.since(session.steps(None, ply), session.names)
    assert since.count("shuffled anew") == 1, "shuffled twice, explained once"
    await moderation.end(session, OTTO, scored=False)
    assert f"After this shuffle the hidden card was {card.name}." in text.since(session.steps(None, ply), session.names)


async def test_the_question_says_that_the_hidden_card_is_exchanged(room: Room) -> None:
    session = await room.grown(in_phase(Phase.ANSWER, 2))
    ply = session.ply
    await grow(session, in_phase(Phase.DEAL, 3), random.Random(3))
    asked = questions.consequences(session, f"rewind {ply}")
    assert "shuffled anew, and the Archon's hidden card too is exchanged for another." in asked
    deal = next(at for at, state in enumerate(session.states) if state.phase is Phase.DEAL and state.turn == 2)
    asked = questions.consequences(session, f"rewind {deal}")
    assert "and the Archon's three cards too are exchanged for others." in asked


async def test_going_back_to_a_shuffle_that_is_due_shuffles(room: Room) -> None:
    """The turn is the same before it and after it, but the cards were drawn by it; and nobody else deals them."""
    session = await room.grown(in_phase(Phase.DEAL, 1))
    shuffled = next(ply for ply, entry in enumerate(session.line) if entry.kind == "shuffle")
    hand = session.state.pile
    async with session.lock:
        change = session.begin()
        change.go_back(shuffled, OTTO)
        await session.commit(change)
    assert session.state.phase is Phase.DEAL
    assert session.waiting is not None
    assert session.state.pile != hand
    assert told(session).endswith("The cards are shuffled.")


async def test_going_back_within_a_turn_whispers_nothing(room: Room) -> None:
    session = await room.grown(in_phase(Phase.ANSWER))
    actor = waiting(session)
    await room.play(session, "accept")
    for notice in await room.store.unsent(session.id):
        await room.store.mark_sent(session.id, [notice.id], 0)
    await session.undo(actor)
    assert [n for n in await room.store.unsent(session.id) if n.kind == "whisper"] == []
