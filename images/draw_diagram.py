"""Drawn positions for explanations: boards, or parts of them, each with its words below, and a legend of the signs."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import lru_cache
from typing import Final

from PIL import Image, ImageDraw

from engine import WHITE, Seat, Sector, Square, square_name
from images import draw_art as art
from images.draw import contents_of, squares
from images.draw_cards import Table, small_board
from images.draw_faces import CardLook, card_image, stamp_verdict
from images.draw_ink import Ink, Sheet, ink
from images.draw_overlay import lay, stamp_bars, stamp_crosses
from images.draw_text import Face, base_line, letter_line, paint, size_for, width_of, wrapped
from images.draw_tiles import field
from images.geometry import Layout, bare_layout, sector_place, shown_scale, turn_of
from images.overlay import Diagram, Reading
from images.theme import Colours, Palette, Theme

_CELL: Final = 44
_STRIP: Final = 45
"""Width of the frame at the left and below, where the coordinates are."""
_RIM: Final = 6
"""Width of the frame at the right and above."""
_LABEL: Final = 24
_POINTS: Final = 27
_LINE: Final = 33
_GAP: Final = 26
_CAPTIVE: Final = 36
_MARGIN: Final = 34
_SMALL: Final = 20
"""Side of a square of the boards beside which a card lies."""
_CARD: Final = (80, 106)
_CROWN: Final = 40
_AWAY: Final = 10
"""Between such a board, the card and the crown."""
_WORDS: Final = 260
"""Width of the words beside the pictures of pieces."""

Rows = list[list[Image.Image]]


def draw_diagrams(diagrams: Sequence[Diagram], theme: Theme, palette: Palette) -> Sheet:
    """The sheet of `diagram`."""
    colours = ink(theme, palette)
    read = [_drawn(colours, one) for one in diagrams if one.reading is not None]
    others = [_drawn(colours, one) for one in diagrams if one.reading is None]
    if any(one.key for one in diagrams):
        others.append(_key(colours))
    rows = _arranged(read, others)
    across, down = _size(rows)
    signs = _legend(colours, diagrams, across)
    # 4 % and a little more of the whole on each side.
    width = max(across + 2 * _MARGIN, -(-across * 100 // 91))
    height = down + signs.height + max(2 * _MARGIN, (down + signs.height) // 10)
    height += 8 if width == height else 0
    sheet = Sheet.new(width, height, colours, colours.colours.page)
    left = (width - across) // 2
    top = (height - down - signs.height) // 2
    for row in rows:
        x = left
        for tile in row:
            sheet.paste(tile, (x, top))
            x += tile.width + _GAP
        top += max(tile.height for tile in row) + _GAP
    sheet.paste(signs, (left, top - _GAP))
    return sheet


def _arranged(*kinds: Sequence[Image.Image]) -> Rows:
    """The tiles in rows, with as many beside each other as are seen largest where pictures are shown small.

    Each kind begins a row of its own.
    """
    most = max(len(tiles) for tiles in kinds)
    ways = [
        [list(tiles[i : i + count]) for tiles in kinds for i in range(0, len(tiles), count)]
        for count in range(1, most + 1)
    ]
    return max(ways, key=lambda rows: min(shown_scale(*_size(rows))))


def _size(rows: Rows) -> tuple[int, int]:
    across = max(sum(tile.width + _GAP for tile in row) for row in rows) - _GAP
    return across, sum(max(tile.height for tile in row) + _GAP for row in rows) - _GAP


@lru_cache(maxsize=8)
def _ground(colours: Ink, base: Layout) -> Sheet:
    """The whole board without pieces, at the place where the layout has it."""
    c = colours.colours
    image = Image.new("RGB", (base.width, base.height), c.page)
    for sector in Sector:
        column, row = sector_place(sector, 0)
        image.paste(field(c, sector, base.cell, False), base.cell_box(3 * column, 3 * row)[:2])
    sheet = Sheet.new(base.width, base.height, colours, c.page)
    sheet.paste(colours.press(image), (0, 0))
    return sheet


def _drawn(colours: Ink, diagram: Diagram) -> Image.Image:
    """One diagram as a tile: the board, prisoners if there are any, and the words."""
    c = colours.colours
    board = _board(colours, diagram) if diagram.reading is None else _read(colours, diagram, diagram.reading)
    start = _LINE + 8 if diagram.verdict is not None else 0
    lines = wrapped(diagram.caption, Face.TEXT, _POINTS, board.width - start)
    words = _LINE * len(lines) + 8 if lines else 0
    captive = sorted(
        ((n, colour) for colour, n in enumerate(diagram.prisoners or ()) if n), key=lambda p: (-p[0], p[1])
    )
    pen = _CAPTIVE * len(captive) + 10 if captive else 0
    image = Image.new("RGB", (board.width, board.height + pen + words), c.page)
    image.paste(board, (0, 0))
    for row, (count, colour) in enumerate(captive):
        cube = art.cube(c.sides[colour], colour, _CAPTIVE)
        for place in range(count):
            image.paste(cube, (place * _CAPTIVE, board.height + 10 + row * _CAPTIVE), cube)
    top = board.height + 8 + pen
    if diagram.verdict is not None:
        stamp_verdict(image, (0, top), _LINE, diagram.verdict)
    for number, line in enumerate(lines):
        at = (start, top + number * _LINE + base_line(Face.TEXT, _POINTS, _LINE))
        paint(image, at, line, Face.TEXT, _POINTS, c.ink, "l")
    return colours.press(image)


def _board(colours: Ink, diagram: Diagram) -> Image.Image:
    """The part of the board that a diagram shows, in its frame."""
    c = colours.colours
    base = bare_layout(_CELL)
    sheet = _ground(colours, base).copy()
    contents = contents_of(diagram.board, diagram.marks, (), diagram.lit)
    for at, tile in squares(colours, diagram.board, base, 0, contents):
        sheet.paste(tile, at)
    lay(sheet, base, 0, diagram.overlays)
    west_south, east_north = diagram.area
    left, bottom = base.square_box(west_south, 0)[0], base.square_box(west_south, 0)[3]
    right, top = base.square_box(east_north, 0)[2], base.square_box(east_north, 0)[1]
    part = sheet.rgb((left, top, right, bottom))
    size = (_STRIP + part.width + _RIM, _RIM + part.height + _STRIP)
    image = Image.new("RGB", size, c.frame)
    draw = ImageDraw.Draw(image)
    draw.rectangle((0, 0, size[0] - 1, size[1] - 1), outline=c.frame_edge, width=3)
    image.paste(part, (_STRIP, _RIM))
    box = (_STRIP, _RIM, _STRIP + part.width - 1, _RIM + part.height - 1)
    draw.rectangle(box, outline=c.border, width=2)
    _label(image, colours, diagram.area)
    return image


def laid(colours: Colours, reading: Reading) -> Image.Image:
    """The card as it lies before its Archon, seen with north above: its top is away from the Archon."""
    cell = ((reading.face - 1) % 3, 2 - (reading.face - 1) // 3)
    card = card_image(colours, CardLook(cell), *_CARD, colours.page)
    return card.rotate(-90 * turn_of(reading.homes[reading.archon]), expand=True)


def _read(colours: Ink, diagram: Diagram, reading: Reading) -> Image.Image:
    """A small board with a card's sector lit, and the card at the side where its Archon sits, beside a crown."""
    c = colours.colours
    board = colours.rgb(small_board(colours, reading.sector, Table(diagram.board, reading.homes, 0), _SMALL))
    card, side = laid(c, reading), c.sides[reading.archon]
    turn, room = turn_of(reading.homes[reading.archon]), _CARD[1] + _AWAY
    across = turn % 2 == 1
    left, top = room if turn == 1 else 0, room if turn == 2 else 0
    # As wide as with the card beside the board, so that the words below have room.
    image = Image.new("RGB", (board.width + room, board.height + room * (not across)), c.page)
    image.paste(board, (left, top))
    # The middle of the side, and the card there; the crown at the Archon's left hand.
    middle = (left + board.width // 2, top + board.height // 2)
    reach = (board.width + room + _AWAY) // 2 - _AWAY // 2
    dx, dy = ((0, 1), (-1, 0), (0, -1), (1, 0))[turn]
    x, y = middle[0] + dx * (reach + _AWAY // 2), middle[1] + dy * (reach + _AWAY // 2)
    image.paste(card, (x - card.width // 2, y - card.height // 2))
    far = _CARD[0] // 2 + _AWAY + _CROWN // 2
    x, y = x - dy * far - _CROWN // 2, y + dx * far - _CROWN // 2
    art.rounded(ImageDraw.Draw(image), (x, y, x + _CROWN - 1, y + _CROWN - 1), 6, side.shield)
    art.stamp(image, art.crown(_CROWN - 10), (x + 5, y + 5), side.emblem)
    return image


def _key(colours: Ink) -> Image.Image:
    """What the kinds of pieces are, each with its picture, as a tile."""
    c = colours.colours
    red = c.sides[Seat.RED]
    cube, great = art.cube(red, Seat.RED, _CELL), art.juggernaut(red, Seat.RED, 2 * _CELL)
    pair = Image.new("RGB", (2 * _CELL + 8, _CELL + 8), c.page)
    for at in (4, 4 + _CELL):
        pair.paste(cube, (at, 4), cube)
    entries = [
        (cube, "A cube. Alone it is a syntagma"),
        (pair, "A phalanx: cubes that move together"),
        (great, "A juggernaut: four cubes as one piece"),
        (art.cube(c.sides[WHITE], WHITE, _CELL), "White cubes belong to nobody"),
    ]
    start = 2 * _CELL + 8 + 14
    told = [(piece, wrapped(words, Face.TEXT, _POINTS, _WORDS)) for piece, words in entries]
    heights = [max(piece.height, _LINE * len(lines)) for piece, lines in told]
    image = Image.new("RGB", (start + _WORDS, sum(heights) + _GAP * (len(told) - 1)), c.page)
    top = 0
    for (piece, lines), height in zip(told, heights, strict=True):
        place = ((start - 14 - piece.width) // 2, top + (height - piece.height) // 2)
        image.paste(piece, place, piece if piece.mode == "RGBA" else None)
        line = top + (height - _LINE * len(lines)) // 2 + base_line(Face.TEXT, _POINTS, _LINE)
        for number, words in enumerate(lines):
            paint(image, (start, line + number * _LINE), words, Face.TEXT, _POINTS, c.ink, "l")
        top += height + _GAP
    return colours.press(image)


def _label(image: Image.Image, colours: Ink, area: tuple[Square, Square]) -> None:
    """The coordinates of the part that is shown."""
    digits, letters = size_for(Face.TEXT, "1", _LABEL), size_for(Face.TEXT, "x", _LABEL)
    (low, west), (high, east) = divmod(area[0], 10), divmod(area[1], 10)
    for file in range(west, east + 1):
        at = (_STRIP + (file - west) * _CELL + _CELL // 2, image.height - _STRIP + letter_line(letters, _STRIP))
        paint(image, at, square_name(file)[0], Face.TEXT, letters, colours.colours.label, "m")
    for rank in range(low, high + 1):
        at = (_STRIP // 2, _RIM + (high - rank) * _CELL + (_CELL + _LABEL) // 2)
        paint(image, at, str(rank + 1), Face.TEXT, digits, colours.colours.label, "m")


Stamp = Callable[[Image.Image, tuple[int, int]], None]


def _legend(colours: Ink, diagrams: Sequence[Diagram], width: int) -> Image.Image:
    """What the signs in the diagrams mean, in rows of that width; empty where nothing is judged."""
    c = colours.colours
    verdicts = {diagram.verdict for diagram in diagrams}
    overlays = [overlay for diagram in diagrams for overlay in diagram.overlays]
    half = _LINE // 2
    signs: list[tuple[bool, str, Stamp]] = [
        (True in verdicts, "allowed", lambda image, at: stamp_verdict(image, at, _LINE, True)),
        (False in verdicts, "not allowed", lambda image, at: stamp_verdict(image, at, _LINE, False)),
        (
            any(overlay.crossed for overlay in overlays),
            "is captured",
            lambda image, at: stamp_crosses(image, [(at[0] + half, at[1] + half)], _LINE),
        ),
        (
            any(overlay.blocked for overlay in overlays),
            "stops the move",
            lambda image, at: stamp_bars(image, [(at[0] + half, at[1] + half)], _LINE),
        ),
    ]
    shown = [(words, stamp) for used, words, stamp in signs if used]
    if not shown:
        return Image.new("L", (width, 0))
    places, x, y = [], 0, _GAP
    for words, _ in shown:
        room = _LINE + 6 + width_of(words, Face.TEXT, _POINTS) + _GAP
        if x and x + room - _GAP > width:
            x, y = 0, y + _LINE + 8
        places.append((x, y))
        x += room
    image = Image.new("RGB", (width, y + _LINE), c.page)
    ImageDraw.Draw(image).line((0, _GAP // 2, width, _GAP // 2), fill=c.plate_edge, width=2)
    for (words, stamp), at in zip(shown, places, strict=True):
        stamp(image, at)
        line = at[1] + base_line(Face.TEXT, _POINTS, _LINE)
        paint(image, (at[0] + _LINE + 6, line), words, Face.TEXT, _POINTS, c.muted, "l")
    return colours.press(image)
