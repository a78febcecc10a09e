"""What was played, in sentences: for the table, the log, and the one who played."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

import engine
from bot.text import words
from bot.text.names import Names, player, then
from bot.text.table import hidden_cards
from engine import Phase, PlayerView, Seat

if TYPE_CHECKING:
    from bot.history.line import Step


def grouped(steps: Iterable[Step]) -> list[list[Step]]:
    """A run of actions in groups of which each is one player's, or the dealer's, and makes one sentence."""
    groups: list[list[Step]] = []
    whole = True
    for step in steps:
        if whole or step.seen.seat is None or step.seen.seat != groups[-1][-1].seen.seat:
            groups.append([])
        groups[-1].append(step)
        whole = bool(_follows(step))
    return groups


def changed(play: list[Step]) -> bool:
    """Whether a play has changed the board."""
    return play[0].before.board != play[-1].after.board


def happened(steps: Iterable[Step], names: Names) -> list[str]:
    """What a run of actions amounts to, a sentence for each player in it."""
    return [_sentence(play, names) for play in grouped(steps)]


def _sentence(play: list[Step], names: Names) -> str:
    seat, names = play[0].seen.seat, then(names, play[0].former)
    if seat is None:
        return _shuffled(play[-1])
    did: list[str] = []
    for before, step in zip([None, *play[:-1]], play, strict=True):
        did += _turned_up(step)
        told = "leaves it there" if _leaves(before, step) else words.told(step.seen, step.before, step.after)
        did.append(told + (" (nothing else is possible)" if step.auto else ""))
    follows = [f"{verb[0]}{player(names, who)} {verb[1]}" for verb, who in _follows(play[-1])]
    return " ".join([f"{player(names, seat)} {words.listing(did)}.", *follows])


def _anew(play: list[Step]) -> bool:
    """Whether it is the dealer's shuffle in the middle of a turn, after the game was brought back to a position."""
    return play[0].seen.seat is None and play[0].before.to_act is not None


def _shuffled(step: Step) -> str:
    """A shuffle: of the whole deck, or anew of what nobody had seen openly, with what that did to hidden cards.

    Whoever may know the hidden card is told which it was after that, for what was kept in the deal was another.
    """
    if not _anew([step]):
        return "The cards are shuffled."
    why = "The game was brought back to this position, so the cards that nobody had seen openly were shuffled anew"
    hidden, after = hidden_cards(step.before), step.after
    if not hidden:
        return f"{why}."
    one = hidden.endswith("card")
    said = f"{why}; {hidden} went back among them, and {'a new one was' if one else 'new ones were'} drawn."
    card = None if after.face_down is None else after.cards[after.face_down]
    return said if card is None else f"{said} After this shuffle the hidden card was {card.name}."


def _leaves(before: Step | None, step: Step) -> bool:
    """Whether the cube that was placed just before stays where it is."""
    placed = before is not None and before.after.placed is not None and before.after.placed == step.before.placed
    return placed and isinstance(step.seen.action, engine.Pass)


def _turned_up(step: Step) -> list[str]:
    """ "turns up the W card", where the Archon's hidden card is played now (RULES.md section 3.4)."""
    seat = step.seen.seat
    if seat is None or step.before.face_down != seat or step.before.phase is not Phase.PLAY:
        return []
    card = step.after.cards[seat]
    return [f"turns up the {card.name} card"] if step.after.face_down is None and card is not None else []


def since(steps: Iterable[Step], names: Names, whose: Seat | None = None, newcomer: bool = False) -> str:
    """What has happened since somebody's last turn, with the change of the scores.

    If more than one play changed the board, these are numbered as they are on its picture. That it is told since the
    turn of `whose` is said above, for the message before has told others the same; a `newcomer` had no turn yet.
    """
    steps = list(steps)
    if not steps:
        return ""
    groups = grouped(steps)
    # Brought back twice, the cards were shuffled anew twice; it is explained once.
    last = max((number for number, play in enumerate(groups) if _anew(play)), default=0)
    groups = [play for number, play in enumerate(groups) if number == last or not _anew(play)]
    many = sum(changed(play) for play in groups) > 1
    lines, number = [], 0
    if whose is not None and steps[0].ply > 1 and groups[0][0].seen.seat != whose:
        lines.append(f"-# Since the last turn of {player(then(names, [whose] if newcomer else []), whose)}:")
    for play in groups:
        number += changed(play)
        lines.append(f"**{number}** {_sentence(play, names)}" if changed(play) and many else _sentence(play, names))
    scores = change_of_scores(steps[0].before, steps[-1].after, names)
    return "\n".join(lines if "no change" in scores else [*lines, scores])


def receipt(steps: Iterable[Step]) -> str:
    """What one has just done."""
    steps = list(steps)
    mine = [step for step in steps if step.seen.seat == steps[0].seen.seat]
    pairs = zip([None, *mine[:-1]], mine, strict=True)
    said = ["leave it there" if _leaves(before, step) else _you(step) for before, step in pairs]
    return f"Done: you {words.listing(said)}."


def would(step: Step) -> str:
    """An action of one's own in the imperative: "Place a cube on e5"."""
    action = step.seen.action
    if action is None or isinstance(action, engine.Shuffle):
        return "Shuffle"
    return words.imperative(action, step.before, step.after)


def _you(step: Step) -> str:
    said = would(step)
    return f"{said[0].lower()}{said[1:]}"


def _follows(step: Step) -> list[tuple[tuple[str, str], Seat]]:
    """What the rules add to an action, each as words before and after a player: a forced answer, the next Archon."""
    before, after, said = step.before, step.after, []
    archon = before.archon
    if (
        archon is not None
        and step.seen.seat != archon
        and after.answers[archon] is not None
        and before.turn == after.turn
    ) and before.answers[archon] is None:
        said.append((("So ", f"{'accepts' if after.answers[archon] else 'rejects'} the hidden card."), archon))
    if after.turn != before.turn and after.archon is not None:
        stays = "remains" if after.archon == archon else "is the first" if archon is None else "is the next"
        said.append((("", f"{stays} Archon."), after.archon))
    return said


def standing(view: PlayerView, names: Names) -> str:
    """The scores in one line."""
    return " · ".join(f"{player(names, seat)} {view.scores[seat]}" for seat in Seat)


def log(steps: Iterable[Step], names: Names) -> list[str]:
    """The game in words, a line for each ply, oldest first."""
    lines = []
    for step in steps:
        said = " ".join(happened([step], names))
        lines.append(f"`{step.ply:>3}` {said}")
    return lines


def change_of_scores(before: PlayerView, after: PlayerView, names: Names) -> str:
    """The scores of all after a play, with how it would change them; "no change" when it would not."""
    deltas = [after.scores[seat] - before.scores[seat] for seat in Seat]
    if not any(deltas):
        return "Scores: no change."
    changes = [f" ({delta:+d})" if delta else "" for delta in deltas]
    told = [f"{player(names, seat)} {after.scores[seat]}{changes[seat]}" for seat in Seat]
    return f"Scores: {' · '.join(told)}."
