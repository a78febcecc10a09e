"""The board in words: the description for those who do not see pictures, and the board in letters."""

from __future__ import annotations

import unicodedata
from typing import Final

from engine import SECTOR_MASKS, WHITE, Marks, Phase, PlayerView, Seat, Sector, quarters, square_name, squares

COLOUR_NAMES: Final = ("Red", "Blue", "Yellow", "White")
ALT_LIMIT: Final = 1024
"""Discord's limit for the description of an attachment."""

_UNSEEN: Final = ("Cc", "Cf", "Cs", "Co", "Cn")

_VERBS: Final = {
    Phase.SETUP: "sets up",
    Phase.DEAL: "deals",
    Phase.ANSWER: "answers",
    Phase.PLAY: "plays",
    Phase.MANOEUVRE: "manoeuvres",
    Phase.REDEPLOY: "redeploys",
}
_READING: Final = (Sector.NW, Sector.N, Sector.NE, Sector.W, Sector.C, Sector.E, Sector.SW, Sector.S, Sector.SE)


def tidy(text: str) -> str:
    """A name without controls, formatting characters and line breaks, its white space as single spaces."""
    if text.isascii() and text.isprintable():
        return " ".join(text.split())
    text = unicodedata.normalize("NFC", text)
    kept = "".join(" " if c.isspace() else c for c in text if c.isspace() or unicodedata.category(c) not in _UNSEEN)
    return " ".join("".join(c for c in kept if not "\ufe00" <= c <= "\ufe0f").split())


def phase_line(view: PlayerView) -> tuple[str, str]:
    """How the game stands in two short lines: who does what, and turn and cards left."""
    second = f"Turn {view.turn} · {view.pile} cards" if view.turn else "Setup"
    if view.outcome is not None:
        winners = [COLOUR_NAMES[seat] for seat in view.outcome.winners]
        if not winners:
            return "Game over", f"Turn {view.turn}"
        if len(winners) == len(Seat):
            # All their names have no room on the plate.
            return "All three win", f"Turn {view.turn}"
        verb = "wins" if len(winners) == 1 else "win"
        return f"{' and '.join(winners)} {verb}", f"Turn {view.turn}"
    if view.to_act is None:
        return "Game over" if view.phase is Phase.OVER else "Shuffling", second
    return f"{COLOUR_NAMES[view.to_act]} {_VERBS.get(view.phase, 'acts')}", second


def side_line(home: Sector | None) -> str:
    """How a board lies whose viewer sits at a home; without one, as all see it."""
    if home in (None, Sector.SW):
        return "North is above, as at the table"
    return f"Turned to you: your home {home.name} lies at the bottom left"


def alt_text(
    view: PlayerView,
    names: tuple[str, str, str] | None = None,
    marks: Marks | None = None,
    limit: int = ALT_LIMIT,
) -> str:
    """The board in words, from the view alone, in at most `limit` characters.

    Most needed first: whose turn, scores, the last play, then each side's pieces by sector, supplies and prisoners.
    When names are too long they are cut first; what still does not fit is left out from the end, by whole sentences.
    """
    for room in (32, 16, 8, 0):
        sentences = _sentences(view, names, marks, room)
        text = " ".join(sentences)
        if len(text) <= limit:
            return text
    while len(" ".join(sentences)) > limit:
        sentences.pop()
    return " ".join(sentences)


def _sentences(view: PlayerView, names: tuple[str, str, str] | None, marks: Marks | None, room: int) -> list[str]:
    titles = []
    for seat in Seat:
        name = tidy(names[seat]) if names is not None else ""
        if len(name) > room:
            name = name[: room - 1] + "…" if room else ""
        titles.append(f"{COLOUR_NAMES[seat]} ({name})" if name else COLOUR_NAMES[seat])
    first, second = phase_line(view)
    sentences = [f"Syntagma board. {second}. {first}."]
    if view.archon is not None and view.outcome is None:
        sentences[0] += f" Archon: {COLOUR_NAMES[view.archon]}."
    sentences.append("Scores: " + ", ".join(f"{titles[s]} {view.scores[s]}" for s in Seat) + ".")
    if marks is not None:
        parts = [
            f"{verb} {_squares(mask)}"
            for verb, mask in (("left", marks.left), ("entered", marks.entered), ("captured on", marks.captured))
            if mask
        ]
        if parts:
            sentences.append("Last play: " + ", ".join(parts) + ".")
    sentences += [line for line in (_card(view, seat) for seat in Seat) if line]
    for colour in (*Seat, WHITE):
        sentences.append(_pieces(view, colour))
    for seat in Seat:
        taken = ", ".join(
            f"{count} {COLOUR_NAMES[colour].lower()}" for colour, count in enumerate(view.prisoners[seat]) if count
        )
        home = view.homes[seat]
        at = f", home {home.name}" if home is not None else ""
        sentences.append(f"{COLOUR_NAMES[seat]}: supply {view.supply[seat]}, prisoners {taken or 'none'}{at}.")
    return sentences


def _card(view: PlayerView, seat: Seat) -> str:
    sector, answer = view.cards[seat], view.answers[seat]
    if view.face_down is seat:
        what = "card face down" if sector is None else f"card {sector.name}, face down"
    elif sector is not None:
        what = f"card {sector.name}"
    else:
        return ""
    if answer is not None:
        what += ", accepted" if answer else ", rejected"
    return f"{COLOUR_NAMES[seat]} {what}."


def _pieces(view: PlayerView, colour: int) -> str:
    board = view.board
    cubes = [
        f"{sector.name} {count}"
        for sector in _READING
        if (count := (board.cubes[colour] & SECTOR_MASKS[sector]).bit_count())
    ]
    text = f"{COLOUR_NAMES[colour]} cubes: {', '.join(cubes) or 'none'}"
    if colour != WHITE and board.juggernauts[colour]:
        places = [f"{square_name(s)}-{square_name(s + 11)}" for s in squares(board.juggernauts[colour])]
        text += f"; juggernaut{'s' if len(places) > 1 else ''} {', '.join(places)}"
    return text + "."


def _squares(mask: int) -> str:
    found = [square_name(square) for square in squares(mask)]
    return " ".join(found) if len(found) <= 12 else " ".join(found[:12]) + f" and {len(found) - 12} more"


def text_board(view: PlayerView) -> str:
    """The board in plain letters, at most 40 columns: r b y w cubes, R B Y quarters of juggernauts, south below.

    Sectors are parted by lines; a legend of scores, supplies and prisoners follows, and whose card is which.
    """
    rule = "  +-------+-------+-------+"
    head = "    " + "   ".join(" ".join("abcdefghi"[i : i + 3]) for i in (0, 3, 6))
    lines = [head, rule]
    for rank in range(8, -1, -1):
        cells = [_letter(view, 10 * rank + file) for file in range(9)]
        row = " | ".join(" ".join(cells[i : i + 3]) for i in (0, 3, 6))
        lines.append(f"{rank + 1} | {row} | {rank + 1}")
        if rank % 3 == 0:
            lines.append(rule)
    lines += [head, "", "   score supply prisoners"]
    for seat in Seat:
        mark = ">" if view.to_act is seat else " "
        taken = " ".join(
            f"{'rbyw'[colour]}{view.prisoners[seat][colour]}" for colour in (*Seat, WHITE) if colour != seat
        )
        archon = " Archon" if view.archon is seat and view.outcome is None else ""
        lines.append(f"{mark}{seat.letter} {view.scores[seat]:>5} {view.supply[seat]:>6} {taken}{archon}")
    lines += [line for seat in Seat if (line := _card(view, seat))]
    lines += phase_line(view)
    return "\n".join(line.replace("·", "-").rstrip() for line in lines)


def _letter(view: PlayerView, square: int) -> str:
    bit = 1 << square
    for colour in (*Seat, WHITE):
        if view.board.cubes[colour] & bit:
            return "rbyw"[colour]
    for seat in Seat:
        if quarters(view.board.juggernauts[seat]) & bit:
            return seat.letter
    return "."
