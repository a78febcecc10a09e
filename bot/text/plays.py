"""What was played, in sentences: for the table, the log, and the one who played."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

import engine
from bot import words
from bot.text.names import Names, player
from engine import Phase, PlayerView, Seat

if TYPE_CHECKING:
    from bot.line import Step


def happened(steps: Iterable[Step], names: Names) -> list[str]:
    """What a run of actions amounts to, a sentence for each player in it."""
    sentences: list[str] = []
    last: Seat | None = None
    for step in steps:
        seat = step.seen.seat
        if seat is None:
            sentences.append("The cards are shuffled.")
            last = None
            continue
        did = f"{_turned_up(step)}{words.told(step.seen, step.before, step.after)}"
        if step.auto:
            did += " (nothing else is possible)"
        if seat == last:
            sentences[-1] = f"{sentences[-1][:-1]}, {did}."
        else:
            sentences.append(f"{player(names, seat)} {did}.")
        follows = _follows(step, names)
        sentences[-1] = " ".join([sentences[-1], *follows])
        last = None if follows else seat
    return sentences


def _turned_up(step: Step) -> str:
    """ "turns up the W card and ", where the Archon's hidden card is played now (RULES.md section 3.4)."""
    seat = step.seen.seat
    if seat is None or step.before.face_down != seat or step.before.phase is not Phase.PLAY:
        return ""
    card = step.after.cards[seat]
    return f"turns up the {card.name} card and " if step.after.face_down is None and card is not None else ""


def since(steps: Iterable[Step], names: Names) -> str:
    """What has happened since somebody's last turn, numbered if it is more than one play, with the scores."""
    steps = list(steps)
    if not steps:
        return ""
    sentences = happened(steps, names)
    if len({step.seen.seat for step in steps if step.seen.seat is not None}) < 2:
        return " ".join(sentences)
    told = "\n".join(f"{number}. {sentence}" for number, sentence in enumerate(sentences, 1))
    scores = change_of_scores(steps[0].before, steps[-1].after, names)
    return f"{told}\n{scores}" if "no change" not in scores else told


def receipt(steps: Iterable[Step]) -> str:
    """What one has just done."""
    steps = list(steps)
    mine = [step for step in steps if step.seen.seat == steps[0].seen.seat]
    return f"Done: you {words.listing([_you(step) for step in mine])}."


def would(step: Step) -> str:
    """An action of one's own in the imperative: "Place a cube on e5"."""
    action = step.seen.action
    if action is None or isinstance(action, engine.Shuffle):
        return "Shuffle"
    return words.imperative(action, step.before, step.after)


def _you(step: Step) -> str:
    said = would(step)
    return f"{said[0].lower()}{said[1:]}"


def _follows(step: Step, names: Names) -> list[str]:
    """What the rules add to an action: a forced answer of the Archon, the next Archon."""
    before, after, said = step.before, step.after, []
    archon = before.archon
    if (
        archon is not None
        and step.seen.seat != archon
        and after.answers[archon] is not None
        and before.turn == after.turn
    ) and before.answers[archon] is None:
        verb = "accepts" if after.answers[archon] else "rejects"
        said.append(f"So {player(names, archon)} {verb} the hidden card.")
    if after.turn != before.turn and after.archon is not None:
        stays = "remains" if after.archon == before.archon else "is the next"
        said.append(f"{player(names, after.archon)} {stays} Archon.")
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
    """How a play would change the scores; "no change" when it would not."""
    deltas = [(seat, after.scores[seat] - before.scores[seat]) for seat in Seat]
    changed = [f"{player(names, seat)} {delta:+d} ({after.scores[seat]})" for seat, delta in deltas if delta]
    return f"Scores: {', '.join(changed) or 'no change'}."
