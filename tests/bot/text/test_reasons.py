"""What is said when something is refused: the reason by rule, the square to blame, what is legal, or who is next."""

from __future__ import annotations

import ast
import re
from pathlib import Path

import pytest

import bot
import engine
from bot.game import lobby
from bot.game.session import Session
from bot.refusals import Refusal, Refused
from bot.text import reasons
from engine import NotationError, Phase, Reason
from tests.bot.growth import in_phase
from tests.bot.room import OTTO, Room, other, session_of, waiting, why
from tests.engine.test_reasons import CASES, Case

TYPED = [case for case in CASES if isinstance(case.tried, str) and case.state.to_act is not None]
BOT = Path(bot.__file__).parent
HOLES = re.compile(r"\{\w*\}|None(?! of)|\(\)|  |<|: \.|\*\*\*\*")
"""Signs of a sentence that was not filled in."""


def at(case: Case) -> Session:
    """A game that stands as in a case."""
    session = session_of([], case.state.options)
    session.states = [case.state]
    return session


def refusal(session: Session, user: int, words: str) -> Refused:
    with pytest.raises(Refused) as refused:
        session.preview(user, words)
    return refused.value


@pytest.mark.parametrize("case", TYPED, ids=lambda case: f"{case.reason}-{case.tried}")
def test_an_illegal_action_gets_its_reason_its_squares_and_what_is_legal(case: Case) -> None:
    session = at(case)
    assert isinstance(case.tried, str)
    refused = refusal(session, waiting(session), case.tried)
    assert isinstance(refused.error, engine.IllegalAction)
    assert refused.error.reason is case.reason
    said = reasons.refused(refused)
    assert case.reason.paragraph in said
    named = case.squares.split()
    if case.reason is Reason.NOT_THE_PLACED_CUBE:
        named = named[:1]
    if case.reason not in (Reason.NOT_FOUR_SQUARES, Reason.CORNER_TAKEN, Reason.SIDEWAYS):
        assert [square for square in named if square not in said] == []
    assert not HOLES.search(said), said
    legal = {engine.format_action(action) for action in engine.legal_actions(case.state)}
    offered = re.findall(r"`([^`]+)`", said)
    assert offered
    assert set(offered) <= legal
    assert len(said) < 2000


def test_every_reason_that_can_be_typed_is_among_them() -> None:
    """The others are the dealer's, or said before an action is looked at."""
    untyped = {Reason.GAME_OVER, Reason.DEALER_TO_ACT, Reason.NOT_TO_ACT, Reason.NO_SUCH_SQUARE}
    untyped |= {Reason.NOT_FOUR_SQUARES, Reason.NOT_THE_HIDDEN_CARDS}
    assert {case.reason for case in TYPED} >= set(Reason) - untyped


@pytest.mark.parametrize("reason", Reason)
def test_every_reason_has_a_sentence_whatever_it_blames(reason: Reason) -> None:
    for squares in ((), (0,), (0, 1), (0, 1, 10)):
        said = reasons.sentence(engine.IllegalAction(reason, squares, None, (2, 3)))
        assert said.endswith(f"(Rules, {reason.paragraph}.)")
        if squares:
            assert not HOLES.search(said), said


def test_a_refused_action_names_first_what_is_of_its_kind_and_near() -> None:
    case = next(case for case in TYPED if case.reason is Reason.SQUARE_OCCUPIED and case.tried == "@d5")
    session = at(case)
    said = reasons.refused(refusal(session, waiting(session), "@d5"))
    offered = re.findall(r"`([^`]+)`", said)
    assert all(words.startswith("@") for words in offered)
    assert all(max(abs(ord(words[1]) - ord("d")), abs(int(words[2]) - 5)) == 1 for words in offered)


@pytest.mark.parametrize(
    "words", ["", " ", "hello", "@z9", "e5>", "deal N", "setup a1", "@e5>>", "pass please", "\N{SNOWMAN}"]
)
async def test_what_cannot_be_read_is_not_called_illegal(words: str, room: Room) -> None:
    session = await room.grown(in_phase(Phase.PLAY))
    refused = refusal(session, waiting(session), words)
    assert why(refused) is Refusal.UNREADABLE
    assert isinstance(refused.error, NotationError)
    said = reasons.refused(refused)
    assert said.startswith("I cannot read that")
    assert not HOLES.search(said), said
    first = re.findall(r"`([^`]+)`", said)
    legal = [engine.format_action(action) for action in engine.legal_actions(session.state)]
    assert [each for each in first if each in legal], "it shows how it could be said"


async def test_a_very_long_text_is_refused_in_a_message_that_fits(room: Room) -> None:
    session = await room.grown(in_phase(Phase.PLAY))
    for words in ("x" * 6000, "`" * 6000, "@e5 " * 1500, "@everyone " * 600):
        said = reasons.refused(refusal(session, waiting(session), words))
        assert len(said) < 2000
        assert "@everyone" not in said


@pytest.mark.parametrize("phase", [Phase.SETUP, Phase.DEAL, Phase.ANSWER, Phase.PLAY, Phase.MANOEUVRE])
async def test_who_is_not_to_act_is_told_who_is_and_what_for(phase: Phase, room: Room) -> None:
    session = await room.grown(in_phase(phase, 0 if phase is Phase.SETUP else 1))
    seat = session.state.to_act
    assert seat is not None
    for user in (other(session), OTTO):
        refused = refusal(session, user, "pass")
        said = reasons.refused(refused)
        assert session.names[seat] in said, "who is to act"
        assert ("no seat" in said) is (user == OTTO)
        assert not HOLES.search(said), said


async def test_who_has_left_is_told_so(room: Room) -> None:

    session = await room.grown(in_phase(Phase.ANSWER))
    leaver = waiting(session)
    await lobby.resign(session, leaver)
    said = reasons.refused(refusal(session, leaver, "accept"))
    assert "no seat" in said
    assert not HOLES.search(said), said


def test_every_refusal_has_a_sentence() -> None:
    assert set(reasons.REFUSALS) == set(Refusal)
    for refusal in Refusal:
        said = reasons.refused(Refused(refusal, detail="Thing", error=NotationError("what it is")))
        assert said
        assert said == said.strip()


def test_every_refusal_is_used() -> None:
    """A name for what cannot happen is a promise that nobody keeps."""
    used = set()
    for file in BOT.rglob("*.py"):
        if file.name in ("refusals.py", "reasons.py") or "sandbox" in file.parts:
            continue
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name) and node.value.id == "Refusal":
                used.add(node.attr)
    assert {refusal.name for refusal in Refusal} - used == set()


def test_an_outdated_board_is_a_whole_sentence_without_its_link() -> None:
    """In a command there may be no link to add."""
    assert reasons.refused(Refused(Refusal.OUTDATED)).endswith(".")
