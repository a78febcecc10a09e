"""A `PlayerView` becomes bytes. This is the only door of the room.

Everything here is a pure function: equal arguments give equal bytes. All may be called from several threads at once.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from engine import Marks, Mask, PlayerView, Seat, Sector, Square
from images.draw import draw
from images.draw_cards import draw_cards
from images.draw_diagram import draw_diagrams
from images.draw_replay import GIF_LIMIT, draw_replay
from images.geometry import reading_order, turn_of
from images.lessons import LESSONS, diagrams, lesson_words
from images.overlay import Diagram, Frame, Overlay, overlay, trail
from images.theme import Palette, Theme
from images.words import ALT_LIMIT, COLOUR_NAMES, alt_text, text_board

__all__ = [
    "ALT_LIMIT",
    "GIF_LIMIT",
    "LESSONS",
    "Diagram",
    "Frame",
    "Overlay",
    "Palette",
    "Theme",
    "alt_text",
    "cards",
    "diagram",
    "lesson",
    "lesson_words",
    "overlay",
    "reading_order",
    "render",
    "replay",
    "text_board",
    "trail",
]


def render(
    view: PlayerView,
    *,
    names: tuple[str, str, str] | None = None,
    marks: Marks | None = None,
    theme: Theme = Theme.LIGHT,
    palette: Palette = Palette.DEFAULT,
    orientation: Seat | None = None,
    large: bool = False,
    numbers: Mapping[Square, Sequence[int]] | None = None,
    since: Sequence[Marks] = (),
    lit: Mask | None = None,
    overlays: Sequence[Overlay] = (),
) -> bytes:
    """The board as a PNG, made from what the view shows and nothing else.

    - `names`: the players by seat, as they come; without, the colours' names.
    - `marks`: the last play. `since`: the plays before it since one's last turn, oldest first; when there are any, all
      are numbered 1, 2, ...
    - `orientation`: whose home lies at the bottom left; without, or before that seat has a home, south is below.
    - `large`: the large print.
    - `numbers`: the candidates of a menu by their squares, over all else.
    - `lit`: squares to light up; without, the sector of the card being played, as far as the view shows it (0: none).
    - `overlays`: moves that are meant, drawn with their paths, outlines and arrows (see `overlay`), or the
      trails of those that were made (see `trail`).
    """
    return draw(
        view,
        names=names,
        marks=marks,
        theme=theme,
        palette=palette,
        orientation=orientation,
        large=large,
        numbers=numbers,
        since=since,
        lit=lit,
        overlays=overlays,
    ).png()


def cards(
    view: PlayerView,
    *,
    theme: Theme = Theme.LIGHT,
    palette: Palette = Palette.DEFAULT,
    orientation: Seat | None = None,
    receivers: Sequence[Seat] = (),
) -> bytes:
    """The viewer's cards as a PNG: the Archon's three before the deal, else the one card that the viewer holds.

    Each with its sector's name, and the sector lit on a small board, turned to `orientation` as the board of `render`
    is. When the viewer has no card that may be seen, a back. `receivers`: who is to get each card of the hand.
    """
    return draw_cards(view, theme, palette, orientation, receivers).png()


def replay(
    frames: Iterable[Frame],
    *,
    names: tuple[str, str, str] | None = None,
    theme: Theme = Theme.LIGHT,
    palette: Palette = Palette.DEFAULT,
    home: Sector | None = None,
    pace: float = 1.0,
    limit: int = GIF_LIMIT,
) -> bytes:
    """A game, or its last plays, as an animated GIF of at most `limit` bytes that runs for ever.

    A play is a few frames of the file, one blink after the other: its words, then the parts of the board that changed.

    `home`: the corner at the bottom left, south below without. `pace`: seconds a frame; the last stands four times as
    long. When the file would be too large the board is drawn smaller, then every second play is left out. Without a
    frame: ValueError.
    """
    chosen = tuple(frames)
    if not chosen:
        raise ValueError("a replay needs at least one frame")
    return draw_replay(chosen, names or COLOUR_NAMES[:3], theme, palette, turn_of(home), pace, limit)


def diagram(*diagrams: Diagram, theme: Theme = Theme.LIGHT, palette: Palette = Palette.DEFAULT) -> bytes:
    """Drawn positions as a PNG, each with its words below, small ones side by side. Without one: ValueError."""
    if not diagrams:
        raise ValueError("a picture needs at least one diagram")
    return draw_diagrams(diagrams, theme, palette).png()


def lesson(topic: str, *, theme: Theme = Theme.LIGHT, palette: Palette = Palette.DEFAULT) -> tuple[bytes, str] | None:
    """The examples of a chapter of the help (see `LESSONS`) as a PNG, and in words; none when it has no examples."""
    chosen = diagrams(topic)
    return (diagram(*chosen, theme=theme, palette=palette), lesson_words(topic)[:ALT_LIMIT]) if chosen else None
