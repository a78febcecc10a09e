"""Actions in words: for the log, for menus, for autocomplete.

A phrase is a verb in its base form and the rest, so that one text serves the log's "Ann places a cube on e5" as well as
the menu's "Place a cube on e5". What is said of an action is what can be seen of it: captures are read off the
views before and after it, and a kept card is named only where the viewer knows it.
"""

from __future__ import annotations

from typing import assert_never

import engine
from engine import PlayerView, Sector

COLOURS = ("red", "blue", "yellow", "white")
MARKS = ("🟥", "🟦", "🟨", "⬜")
COMPASS = {
    engine.Direction.N: "north",
    engine.Direction.NE: "north-east",
    engine.Direction.E: "east",
    engine.Direction.SE: "south-east",
    engine.Direction.S: "south",
    engine.Direction.SW: "south-west",
    engine.Direction.W: "west",
    engine.Direction.NW: "north-west",
}
THIRD = {"pass": "passes", "set up": "sets up"}
"""Third persons that are not the verb and an s."""


def squares(mask: engine.Mask) -> str:
    """Squares in a row of words: a1, a2 and b1."""
    return listing([engine.square_name(square) for square in engine.squares(mask)])


def listing(parts: list[str]) -> str:
    """a, b and c."""
    return " and ".join([", ".join(parts[:-1]), parts[-1]]) if len(parts) > 1 else "".join(parts)


def captures(marks: engine.Marks, before: PlayerView) -> str:
    """ ", capturing e2 (white) and e3 (blue)", or nothing."""
    taken = []
    for square in engine.squares(marks.captured):
        colour = next(c for c, mask in enumerate(before.board.cubes) if mask >> square & 1)
        taken.append(f"{engine.square_name(square)} ({COLOURS[colour]})")
    return f", capturing {listing(taken)}" if taken else ""


def phrase(action: engine.Action, before: PlayerView, after: PlayerView | None = None) -> tuple[str, str]:
    """The verb and the rest of what `action` does. Without the view after it, captures are left unsaid."""
    taken = "" if after is None else captures(engine.changes(before.board, after.board, action.seat), before)
    name = engine.square_name
    match action:
        case engine.Setup(_, mask):
            # File by file, as the notation has them.
            return "set up", f"on {listing(sorted(name(square) for square in engine.squares(mask)))}"
        case engine.Deal(seat, keep, first, second):
            return "deal", f"{deal_of(seat, (first, second), before)}, keeping {keep.name}"
        case engine.Accept(seat):
            return "accept", _card(before.cards[seat])
        case engine.Reject(seat):
            return "reject", _card(before.cards[seat])
        case engine.Place(_, square):
            return "place", f"a cube on {name(square)}"
        case engine.MoveSyntagma(_, origin, target):
            return "move", f"{name(origin)} to {name(target)}"
        case engine.MovePhalanx(_, corners, direction):
            return "move", f"{_phalanx(corners)} {COMPASS[direction]}{taken}"
        case engine.MoveJuggernaut(_, square, direction):
            return "move", f"the juggernaut on {_block(square)} {COMPASS[direction]}{taken}{_picked(before, after)}"
        case engine.FormJuggernaut(_, square):
            return "form", f"a juggernaut on {_block(square)}"
        case engine.DissolveJuggernaut(_, square):
            return "dissolve", f"the juggernaut on {_block(square)}"
        case engine.Exchange(_, owner):
            return "exchange", f"a {COLOURS[owner]} prisoner for a white one"
        case engine.Pass():
            if before.phase is engine.Phase.MANOEUVRE and before.placed is not None:
                return "leave", f"the cube on {name(before.placed)}"
            return "pass", ""
        case _:
            assert_never(action)


def imperative(action: engine.Action, before: PlayerView, after: PlayerView | None = None) -> str:
    """ "Place a cube on e5"."""
    verb, rest = phrase(action, before, after)
    return f"{verb.capitalize()} {rest}".rstrip()


def third(action: engine.Action, before: PlayerView, after: PlayerView | None = None) -> str:
    """ "places a cube on e5"."""
    verb, rest = phrase(action, before, after)
    return f"{THIRD.get(verb, verb + 's')} {rest}".rstrip()


def told(seen: engine.SeenAction, before: PlayerView, after: PlayerView) -> str:
    """An action as its viewer sees it: "deals N to Blue and SE to Yellow", the kept card only if it may be known."""
    if seen.action is None or isinstance(seen.action, engine.Shuffle):
        if seen.given is None or seen.seat is None:
            return "shuffles the cards"
        return f"deals {deal_of(seen.seat, seen.given, before)}"
    return third(seen.action, before, after)


def deal_of(archon: engine.Seat, given: tuple[Sector, Sector], before: PlayerView) -> str:
    """ "N to Blue and SE to Yellow"."""
    first = engine.next_seat(before.homes, archon)
    second = engine.next_seat(before.homes, first)
    pairs = [f"{card.name} to {COLOURS[seat].capitalize()}" for card, seat in zip(given, (first, second), strict=True)]
    return listing(pairs)


def _card(sector: Sector | None) -> str:
    return f"the {sector.name} card" if sector is not None else "the hidden card"


def _block(square: engine.Square) -> str:
    return f"{engine.square_name(square)}-{engine.square_name(square + 11)}"


def _phalanx(corners: tuple[engine.Square, ...]) -> str:
    """A line by its ends, a rectangle by two opposite corners, a skewed one by its first and its last line.

    "the line b2-d2", "the block b2-d3 (6 cubes)", "the skewed block b2-d2 to c3-e3 (6 cubes)".
    """
    name = engine.square_name
    if len(corners) == 2:
        return f"the line {name(corners[0])}-{name(corners[1])}"
    first, one, other = corners
    far, count = one + other - first, engine.PHALANXES[corners].cubes.bit_count()
    # Rows go east, columns north; where both edges do, it is a rectangle (NOTATION.md gives the edges' order).
    one_is_straight, other_is_straight = _straight(one - first), _straight(other - first)
    if one_is_straight and other_is_straight:
        return f"the block {name(first)}-{name(far)} ({count} cubes)"
    end, start = (one, other) if one_is_straight else (other, one)
    return f"the skewed block {name(first)}-{name(end)} to {name(start)}-{name(far)} ({count} cubes)"


def _straight(edge: int) -> bool:
    """Whether an edge, as a difference of squares, goes east or north."""
    return 0 < edge < 9 or edge % 10 == 0


def _picked(before: PlayerView, after: PlayerView | None) -> str:
    if after is None or after.in_hand == before.in_hand:
        return ""
    count = after.in_hand - before.in_hand
    return f", picking up {count} own cube{'s' if count > 1 else ''}"
