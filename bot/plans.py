"""Plans: what a player who is not to act wants done when the time comes.

A plan is a list of rules, tried in order; the first that fits and is legal is played. A rule is a play in the notation,
perhaps with the cards for which it holds:

    if N,C: accept; reject          accept if it is N or C, else reject
    @e5 e5>f7; pass                 place on e5 and go to f7; if that is not possible, pass

It is carried out a while after the turn has come, by chance, so that nobody can tell a plan from a player.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

import engine
from bot.line import split_actions
from bot.refusals import Refusal, Refused
from bot.session import Session
from engine import Sector

SHORTEST, LONGEST = 40, 900
"""Seconds between which a plan waits."""
RULE = re.compile(r"(?:if\s+(?:it\s+is\s+)?(?P<cards>[A-Z,\s]+|[A-Z]+(?:\s+or\s+[A-Z]+)*)\s*:\s*)?(?P<play>.+)")


@dataclass(frozen=True, slots=True)
class Rule:
    """One rule: the cards for which it holds (none: any), and what is played."""

    cards: frozenset[Sector]
    play: str


def read(words: str) -> tuple[Rule, ...]:
    """The rules of a plan. Raises Refused with a sentence for what is none."""
    rules = []
    for part in words.split(";"):
        match = RULE.fullmatch(" ".join(part.split()))
        if match is None:
            raise Refused(Refusal.BAD_PLAN, detail="A rule of it is empty.")
        try:
            names = re.split(r"[,\s]+|\bor\b", match["cards"] or "")
            cards = frozenset(engine.parse_sector(name) for name in names if name and name != "or")
            for action in split_actions(match["play"]):
                engine.parse_action(action, engine.Seat.RED)
        except engine.NotationError as error:
            raise Refused(Refusal.BAD_PLAN, detail=f"{error}.") from error
        rules.append(Rule(cards, match["play"]))
    return tuple(rules)


async def store(session: Session, user: int, words: str) -> None:
    """Keep a plan in place of the one before. Raises Refused."""
    seat = session.require_seat(user)
    if not session.live:
        raise Refused(Refusal.OVER)
    read(words)
    if session.state.to_act == seat:
        raise Refused(Refusal.PLAN_TOO_LATE)
    await session.store.set_plan(session.id, user, words)


def chosen(session: Session, user: int, words: str) -> str | None:
    """What a plan plays now; none if nothing of it is legal."""
    seat = session.require_seat(user)
    view = session.view(seat)
    for rule in read(words):
        if rule.cards and view.cards[seat] not in rule.cards:
            continue
        try:
            session.preview(user, rule.play)
        except Refused:
            continue
        return rule.play
    return None
