"""Plans: what a player who is not to act wants done when the time comes.

A plan is a list of rules, tried in order; the first that fits and is legal is played. A rule is a play in the notation,
perhaps with the cards for which it holds. It may be written as one would say it:

    accept if it is N or C, else reject         if N,C: accept; reject         reject unless it is SW
    @e5 e5>f7; pass                             place on e5 and go to f7; if that is not possible, pass

It is carried out a while after the turn has come, by chance, so that nobody can tell a plan from a player. A plan is
for the next time its owner acts: once they have acted, be it without the plan, it is gone.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

import engine
from bot import text
from bot.history.line import split_actions
from bot.refusals import Refusal, Refused
from bot.store.rows import GameRow, SeatRow
from engine import Sector

if TYPE_CHECKING:
    from bot.game.change import Change

SHORTEST, LONGEST = 40, 900
"""Seconds between which a plan waits; less than any bonus, so that it never comes when the time is up."""
MOST_LETTERS, MOST_RULES = 500, 10
"""How long a plan may be, both as it is typed and in the form in which it is kept and read in again."""
ELSE = re.compile(r"[,\s]*\b(?:or\s+)?(?:else|otherwise)\b\s*[:,]?", re.IGNORECASE)
CONDITION = re.compile(r"\b(if|unless)\b", re.IGNORECASE)
TOKEN = re.compile(r"[A-Za-z']+|\S")
FILLING = {"it", "it's", "its", "is", "the", "my", "card", "i", "get", "or", "and", ",", "/"}
"""What may stand in a condition beside the names of cards."""
VERBS = ("accept", "reject", "pass")
SECTORS = {name: Sector[name] for name in ["NW", "N", "NE", "W", "C", "E", "SW", "S", "SE"]}


@dataclass(frozen=True, slots=True)
class Rule:
    """One rule: the cards for which it holds (none: any), and what is played."""

    cards: frozenset[Sector] | None
    play: str

    def __str__(self) -> str:
        if self.cards is None:
            return self.play
        few = len(self.cards) <= len(SECTORS) // 2
        named = [name for name in SECTORS if (SECTORS[name] in self.cards) is few]
        return f"{'if' if few else 'unless'} {' or '.join(named)}: {self.play}"


def read(words: str) -> tuple[Rule, ...]:
    """The rules of a plan. Raises Refused with a sentence for what is none."""
    if len(words) > MOST_LETTERS:
        raise _bad(f"It is longer than {MOST_LETTERS} letters.")
    parts = [" ".join(part.split()) for part in re.split(r"[;\n]", ELSE.sub(";", words))]
    rules = tuple(_rule(part) for part in parts if part)
    if not rules:
        raise _bad("There is no rule in it.")
    if len(rules) > MOST_RULES:
        raise _bad(f"It has more than {MOST_RULES} rules.")
    if len(told(rules)) > MOST_LETTERS:
        raise _bad(f"Written out it is longer than {MOST_LETTERS} letters; let it have fewer rules, or shorter ones.")
    return rules


def told(rules: tuple[Rule, ...]) -> str:
    """A plan in a line, in the form that can be read in again."""
    return "; ".join(str(rule) for rule in rules)


def _rule(words: str) -> Rule:
    before, *condition = CONDITION.split(words, maxsplit=1)
    if not condition:
        return Rule(None, _play(words))
    verb, rest = condition
    cards, rest = _cards(rest, verb.casefold() == "unless")
    if bool(before.strip(" ,")) == bool(rest):
        raise _bad(f"What is to be played in «{words}»?")
    return Rule(cards, _play(rest or before.strip(" ,")))


def _cards(words: str, but: bool) -> tuple[frozenset[Sector], str]:
    """The cards named at the beginning of some words (or, if `but`, all others), and the rest of the words."""
    named: set[Sector] = set()
    end = 0
    for token in TOKEN.finditer(words):
        word = token.group()
        if word.upper() in SECTORS:
            named.add(SECTORS[word.upper()])
        elif word.casefold() == "not" and not named:
            but = not but
        elif word.casefold() not in FILLING:
            end = token.end() if word == ":" or word.casefold() == "then" else token.start()
            break
        end = token.end()
    cards = frozenset(SECTORS.values()) - named if but else frozenset(named)
    if not named or not cards:
        raise _bad(f"After «if» stand the names of cards, of {', '.join(SECTORS)}.")
    return cards, words[end:].strip(" ,")


def _play(words: str) -> str:
    """A play as the engine writes it. Raises Refused for what is none."""
    spelt = " ".join(word.casefold() if word.casefold() in VERBS else word for word in words.split())
    try:
        actions = [engine.parse_action(part, engine.Seat.RED) for part in split_actions(spelt)]
    except engine.NotationError as error:
        raise _bad(f"{str(error)[:200].capitalize()}.") from error
    return " ".join(engine.format_action(action) for action in actions)


def _bad(detail: str) -> Refused:
    return Refused(Refusal.BAD_PLAN, detail=detail)


def settle(change: Change, before: GameRow, after: GameRow, seats: Sequence[SeatRow]) -> None:
    """Drop the plans that a change has overtaken, with a private word to those who have not acted themselves.

    On another board the delay of those that stay begins anew. `before` and `seats` are the game before the change.
    """
    job, game = change.job, before.id
    if after.status not in ("lobby", "live"):
        job.add("DELETE FROM plans WHERE game = ?", game)
        return
    if change.seats != list(seats):
        seated = "SELECT user FROM seats WHERE game = ? AND user IS NOT NULL"
        job.add(f"DELETE FROM plans WHERE game = ? AND user NOT IN ({seated})", game, game)
    for who in change.seats:
        makers = {maker for seat, maker in change.acted if seat is not None and seat == who.seat}
        if who.user is None or not makers:
            continue
        if who.user not in makers:
            job.add(
                "INSERT INTO notices (game, kind, user, text, created)"
                " SELECT game, 'private', user, ?, ? FROM plans WHERE game = ? AND user = ?",
                *(text.PLAN_OVERTAKEN, change.at, game, who.user),
            )
        job.add("DELETE FROM plans WHERE game = ? AND user = ?", game, who.user)
    if any(entry.kind != "note" for entry in change.entries):
        job.add("UPDATE plans SET due = NULL WHERE game = ? AND due IS NOT NULL", game)
