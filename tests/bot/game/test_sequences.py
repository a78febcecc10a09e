"""Several actions in one play: whole or not at all, and never past a draw, which would tell what will be drawn."""

from __future__ import annotations

import pytest

import engine
from bot.game import guide, suggestions
from bot.game.session import Session
from bot.refusals import Refused
from bot.text import reasons
from engine import Phase, State
from tests.bot.growth import in_phase
from tests.bot.room import Room, waiting


def draws_next(state: State) -> bool:
    """Whether who is to act ends the turn with a pass, and then draws three cards."""
    if state.phase is not Phase.PLAY or state.to_act is None:
        return False
    after = engine.apply(state, engine.Pass(state.to_act))
    return after.phase is Phase.DEAL and after.to_act == state.to_act


async def refusal(session: Session, words: str) -> str:
    """What is said to a play that is refused, having checked that it changes nothing."""
    before = (session.seq, session.ply, engine.digest(session.state))
    with pytest.raises(Refused) as refused:
        await session.play(waiting(session), words)
    assert (session.seq, session.ply, engine.digest(session.state)) == before
    return reasons.refused(refused.value)


def next_deals(session: Session) -> list[str]:
    """The deals that will be legal after a pass: known to the test, not to the players."""
    assert session.state.to_act is not None
    after = engine.apply(session.state, engine.Pass(session.state.to_act))
    return [engine.format_action(action) for action in engine.legal_actions(after)]


async def test_a_play_with_its_manoeuvre_is_one_sequence(room: Room) -> None:
    session = await room.grown(lambda s: s.phase is Phase.PLAY and s.to_act is not None and bool(s.answers[s.to_act]))
    place = next(a for a in engine.legal_actions(session.state) if isinstance(a, engine.Place))
    ply = session.ply
    await room.play(session, f"{engine.format_action(place)} pass")
    assert session.line[ply].batch == session.line[ply + 1].batch
    assert session.ply == ply + 2


async def test_accepting_and_playing_is_one_sequence(room: Room) -> None:
    """The Archon who answers last plays first, and sees no new card in between."""
    session = await room.grown(lambda s: s.phase is Phase.ANSWER and s.to_act == s.archon)
    turn = session.state.turn
    await room.play(session, "accept pass")
    assert session.state.turn == turn
    assert session.state.phase is Phase.PLAY


async def test_a_sequence_with_one_bad_action_does_nothing(room: Room) -> None:
    session = await room.grown(lambda s: s.phase is Phase.PLAY and s.to_act is not None and bool(s.answers[s.to_act]))
    place = next(a for a in engine.legal_actions(session.state) if isinstance(a, engine.Place))
    assert await refusal(session, f"{engine.format_action(place)} a1>i9")


async def test_a_deal_cannot_be_tried_before_the_cards_are_drawn(room: Room) -> None:
    """A right guess is answered like a wrong one, so that nobody can look into the pile by guessing."""
    session = await room.grown(draws_next)
    right = next_deals(session)[0]
    wrong = next(
        f"deal {a.name} {b.name} {c.name}"
        for a in engine.Sector
        for b in engine.Sector
        for c in engine.Sector
        if f"deal {a.name} {b.name} {c.name}" not in next_deals(session)
    )
    answers = {(await refusal(session, f"pass {deal}")).replace(deal, "…") for deal in (right, wrong)}
    assert len(answers) == 1


async def test_a_preview_does_not_reach_past_a_draw(room: Room) -> None:
    session = await room.grown(draws_next)
    path = f"pass {next_deals(session)[0]}"
    with pytest.raises(Refused):
        session.preview(waiting(session), path)
    with pytest.raises(Refused):
        guide.screen(session, waiting(session), path)


async def test_autocomplete_offers_no_deal_of_cards_not_drawn_yet(room: Room) -> None:
    session = await room.grown(draws_next)
    for typed in ("pass ", "pass d", "pass deal", "pass deal "):
        assert suggestions.suggest(session, waiting(session), typed) == []


async def test_autocomplete_offers_what_follows_within_the_turn(room: Room) -> None:
    session = await room.grown(lambda s: s.phase is Phase.ANSWER and s.to_act == s.archon)
    offered = [value for _, value in suggestions.suggest(session, waiting(session), "accept ")]
    assert "accept pass" in offered
    assert all(value.startswith("accept ") for value in offered)


async def test_the_dealer_cannot_be_played(room: Room) -> None:
    session = await room.grown(in_phase(Phase.DEAL))
    faces = "".join(str(face) for face in sorted(engine.DECK))
    assert await refusal(session, f"shuffle {faces}")
