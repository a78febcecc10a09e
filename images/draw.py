"""The board picture: layers in a fixed order.

1. the ground: page, meander, frame with coordinates, fields, and the marks of homes; kept once drawn;
2. the squares: a tile for each that holds a piece or a mark, or is lit;
3. the plates;
4. what a play adds across squares: paths, outlines, arrows;
5. signs that nothing may hide: of captures, and the numbers of candidates.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import Final, NamedTuple

from PIL import Image, ImageDraw

from engine import (
    SECTOR_MASKS,
    WHITE,
    Board,
    Marks,
    Mask,
    Phase,
    PlayerView,
    Seat,
    Sector,
    Square,
    juggernaut_squares,
    occupied,
)
from engine import squares as squares_of
from images import draw_art as art
from images import draw_tiles as tiles
from images.draw_faces import CardLook
from images.draw_ink import Ink, Sheet, ink
from images.draw_overlay import lay
from images.draw_plates import Head, plate, status, tally
from images.draw_text import Face, letter_line, paint, size_for
from images.geometry import BASE, Layout, corner_of, large_layout, layout, place, sector_place, turn_of
from images.overlay import Overlay
from images.theme import Palette, Rgb, Theme
from images.words import COLOUR_NAMES, phase_line, tidy


class Content(NamedTuple):
    """What can be seen on one square: a colour or -1, marks, the number of a play, and whether lit."""

    colour: int
    flags: int
    badge: int
    lit: bool


BARE: Final = Content(-1, 0, 0, False)

Homes = tuple[Sector | None, Sector | None, Sector | None]


def draw(
    view: PlayerView,
    *,
    names: tuple[str, str, str] | None,
    marks: Marks | None,
    theme: Theme,
    palette: Palette,
    orientation: Seat | None,
    large: bool,
    numbers: Mapping[Square, Sequence[int]] | None,
    since: Sequence[Marks],
    lit: Mask | None,
    overlays: Sequence[Overlay],
    cell: int = BASE,
) -> Sheet:
    """The finished sheet of `render`."""
    base, turn = large_layout(cell) if large else layout(cell), 0
    if orientation is not None:
        turn = turn_of(view.homes[orientation])
    colours = ink(theme, palette)
    sheet = ground(colours, base, turn, view.homes).copy()
    if lit is None:
        lit = lit_by(view)
    contents = contents_of(view.board, marks, since, lit, large)
    for at, tile in squares(colours, view.board, base, turn, contents):
        sheet.paste(tile, at)
    lay(sheet, base, turn, overlays)
    if overlays:
        taken = {square: [tiles.captured(colours, cell)] for square, c in contents.items() if c.flags & tiles.CAPTURED}
        _over(sheet, base, turn, taken)
    full = occupied(view.board)
    candidates = (numbers or {}).items()
    _over(sheet, base, turn, {at: tiles.numbered(colours, n, cell, bool(full >> at & 1)) for at, n in candidates})
    plates(sheet, view, base, turn, names)
    return sheet


def _over(sheet: Sheet, base: Layout, turn: int, signs: Mapping[Square, Sequence[tiles.Sign]]) -> None:
    """Signs that nothing may hide, on their squares."""
    for square, found in signs.items():
        left, top = base.square_box(square, turn)[:2]
        for at, tile, mask in found:
            sheet.paste(tile, (left + at[0], top + at[1]), mask)


def lit_by(view: PlayerView) -> Mask:
    """The sector of the card that is being played, as far as the viewer may see it."""
    seat = view.to_act
    if seat is None or view.phase not in (Phase.PLAY, Phase.MANOEUVRE, Phase.REDEPLOY) or not view.answers[seat]:
        return 0
    sector = view.cards[seat]
    return 0 if sector is None else SECTOR_MASKS[sector]


@lru_cache(maxsize=64)
def ground(colours: Ink, base: Layout, turn: int, homes: Homes) -> Sheet:
    """Everything that does not change from play to play."""
    c = colours.colours
    image = Image.new("RGB", (base.width, base.height), c.page)
    _border(ImageDraw.Draw(image), base, c.meander)
    frame(image, base, turn, homes, colours)
    for sector in Sector:
        column, row = sector_place(sector, turn)
        image.paste(tiles.field(c, sector, base.cell, False), base.cell_box(3 * column, 3 * row)[:2])
    sheet = Sheet.new(base.width, base.height, colours, c.page)
    sheet.paste(colours.press(image), (0, 0))
    return sheet


def frame(image: Image.Image, base: Layout, turn: int, homes: Homes, colours: Ink) -> None:
    """The frame: the coordinates, and each home's colour along its side and its emblem in its corner."""
    c = colours.colours
    draw = ImageDraw.Draw(image)
    left, top, right, bottom = base.frame
    rim = base.scaled(6)
    draw.rectangle((left, top, right - 1, bottom - 1), fill=c.frame)
    sides = (
        (left, bottom - rim, right, bottom),
        (left, top, left + rim, bottom),
        (left, top, right, top + rim),
        (right - rim, top, right, bottom),
    )
    for box in sides:
        draw.rectangle((box[0], box[1], box[2] - 1, box[3] - 1), fill=c.frame_edge)
    for seat, home in enumerate(homes):
        if home is not None:
            box = sides[corner_of(home, turn)]
            draw.rectangle((box[0], box[1], box[2] - 1, box[3] - 1), fill=c.sides[seat].face)
    _labels(image, base, turn, colours)
    for seat, home in enumerate(homes):
        if home is not None:
            _emblem(image, base, corner_of(home, turn), seat, colours)


def _emblem(image: Image.Image, base: Layout, corner: int, seat: int, colours: Ink) -> None:
    """A home's emblem in its corner, where the frame is wide enough on both sides."""
    x = base.frame[0] if corner in (0, 1) else base.board[2]
    y = base.frame[1] if corner in (1, 2) else base.board[3]
    across = base.board[0] - x if corner in (0, 1) else base.frame[2] - x
    down = base.board[1] - y if corner in (1, 2) else base.frame[3] - y
    if min(across, down) < base.strip:
        return
    side = colours.colours.sides[seat]
    image.paste(side.shield, (x, y, x + base.strip, y + base.strip))
    size = base.strip * 7 // 10
    inset = (base.strip - size) // 2
    art.stamp(image, art.emblem(seat, size), (x + inset, y + inset), side.emblem)


def _border(draw: ImageDraw.ImageDraw, base: Layout, colour: Rgb) -> None:
    """The meander in the margin."""
    stroke = base.scaled(2)
    band = 9 * stroke
    x, y = (base.margin_x - band) // 2, (base.margin_y - band) // 2
    wide, high = base.width - 2 * (x + band + stroke), base.height - 2 * (y + band + stroke)
    art.meander(draw, (x + band + stroke, y), wide, stroke, 0, colour)
    art.meander(draw, (base.width - x - band, y + band + stroke), high, stroke, 1, colour)
    art.meander(draw, (x + band + stroke, base.height - y - band), wide, stroke, 2, colour)
    art.meander(draw, (x, y + band + stroke), high, stroke, 3, colour)
    for left in (x, base.width - x - band):
        for top in (y, base.height - y - band):
            # A boss in each corner: a frame, a thin frame in it, and its heart.
            for inset, width in ((0, stroke), (2 * stroke, max(1, stroke // 2)), (4 * stroke, band)):
                box = (left + inset, top + inset, left + band - 1 - inset, top + band - 1 - inset)
                draw.rectangle(box, outline=colour, width=min(width, (band - 2 * inset + 1) // 2))


def _labels(image: Image.Image, base: Layout, turn: int, colours: Ink) -> None:
    height = base.label
    digits, letters = size_for(Face.TEXT, "1", height), size_for(Face.TEXT, "x", height)
    for text, box in base.label_boxes(turn):
        size = digits if text.isdigit() else letters
        base_line = letter_line(size, box[3] - box[1]) if text.isalpha() else (box[3] - box[1] + height) // 2
        paint(image, ((box[0] + box[2]) // 2, box[1] + base_line), text, Face.TEXT, size, colours.colours.label, "m")


def squares(
    colours: Ink, board: Board, base: Layout, turn: int, contents: Mapping[Square, Content]
) -> list[tuple[tuple[int, int], Image.Image]]:
    """A tile, with its place, for each square that is not bare ground, and one for each juggernaut."""
    result: list[tuple[tuple[int, int], Image.Image]] = []
    hidden = 0
    for seat in Seat:
        for square in squares_of(board.juggernauts[seat]):
            hidden |= juggernaut_squares(square)
            at, tile = great(colours, base, turn, seat, square, contents)
            result.append((at, tile))
    for square, content in contents.items():
        if not hidden >> square & 1:
            result.append((base.square_box(square, turn)[:2], tile_of(colours, base, turn, square, content)))
    return result


def tile_of(colours: Ink, base: Layout, turn: int, square: Square, content: Content) -> Image.Image:
    """The tile of one square."""
    return tiles.cell(colours, cell_of(turn, square, content), base.cell)


def great(
    colours: Ink, base: Layout, turn: int, seat: Seat, square: Square, contents: Mapping[Square, Content]
) -> tuple[tuple[int, int], Image.Image]:
    """The tile of a juggernaut, and its place."""
    four, (a, b, c, d) = great_cells(turn, square, contents)
    if base.large:
        d = d._replace(flags=d.flags | tiles.LETTER)
    return base.square_box(four[0], turn)[:2], tiles.great(colours, seat, (a, b, c, d), base.cell)


def great_cells(
    turn: int, square: Square, contents: Mapping[Square, Content]
) -> tuple[list[Square], tuple[tiles.Cell, tiles.Cell, tiles.Cell, tiles.Cell]]:
    """The four squares of a juggernaut, from the top left, row by row, and what can be seen on each."""
    four = sorted((square, square + 1, square + 10, square + 11), key=lambda s: place(s, turn)[::-1])
    a, b, c, d = (cell_of(turn, s, contents.get(s, BARE)) for s in four)
    return four, (a, b, c, d)


@lru_cache(maxsize=8192)
def cell_of(turn: int, square: Square, content: Content) -> tiles.Cell:
    """What can be seen on a square, with the ground there."""
    colour, flags, badge, lit = content
    return tiles.Cell(tiles.ground(square, turn, lit), colour, flags, badge)


def contents_of(
    board: Board,
    marks: Marks | None,
    since: Sequence[Marks] = (),
    lit: Mask = 0,
    letters: bool = False,
) -> dict[Square, Content]:
    """What there is on each square that is not bare ground, juggernauts left out."""
    flags, badges = _flags(marks, since)
    colours: dict[Square, int] = {}
    for colour in (*Seat, WHITE):
        for square in squares_of(board.cubes[colour]):
            colours[square] = colour
            if letters and colour != WHITE:
                flags[square] = flags.get(square, 0) | tiles.LETTER
    shown = dict.fromkeys((*colours, *flags, *badges, *squares_of(lit)))
    return {
        square: Content(
            colours.get(square, -1),
            flags.get(square, 0),
            badges.get(square, 0),
            bool(lit >> square & 1),
        )
        for square in shown
    }


def _flags(marks: Marks | None, since: Sequence[Marks]) -> tuple[dict[Square, int], dict[Square, int]]:
    flags: dict[Square, int] = {}
    badges: dict[Square, int] = {}
    for play in (*since, *([marks] if marks is not None else [])):
        for mask, flag in ((play.left, tiles.LEFT), (play.entered, tiles.ENTERED), (play.captured, tiles.CAPTURED)):
            for square in squares_of(mask):
                flags[square] = flags.get(square, 0) | flag
    for square, flag in flags.items():
        if flag & tiles.ENTERED:
            flags[square] = flag & ~tiles.LEFT
    plays = (*since, *([marks] if marks is not None and since else []))
    for number, play in enumerate(plays, 1):
        for mask in (play.entered, play.captured, play.left):
            if mask:
                badges[max(squares_of(mask))] = number
                break
    return flags, badges


def plates(sheet: Sheet, view: PlayerView, base: Layout, turn: int, names: tuple[str, str, str] | None) -> None:
    """The four plates. Who has no home yet gets a free corner in the order of the seats."""
    if base.large:
        _tallies(sheet, view, base)
        return
    taken = {corner_of(home, turn): Seat(seat) for seat, home in enumerate(view.homes) if home is not None}
    free = [corner for corner in range(4) if corner not in taken]
    for seat in Seat:
        if view.homes[seat] is None:
            taken[free.pop(0)] = seat
    winners = view.outcome.winners if view.outcome is not None else ()
    for corner, seat in taken.items():
        name = tidy(names[seat]) if names is not None else ""
        head = Head(
            seat,
            name or COLOUR_NAMES[seat],
            view.to_act is seat,
            view.archon is seat and view.outcome is None,
            seat in winners,
            corner in (2, 3),
        )
        box = base.plates[corner]
        size = (box[2] - box[0], box[3] - box[1])
        card = card_of(view, seat, turn)
        tile = plate(sheet.ink, base, size, head, card, view.scores[seat], view.supply[seat], view.prisoners[seat])
        sheet.paste(tile, box[:2])
    for corner in free[:1]:
        box = base.plates[corner]
        right = corner in (2, 3)
        lines = phase_line(view)
        sheet.paste(status(sheet.ink, base, (box[2] - box[0], box[3] - box[1]), turn, lines, right), box[:2])


def _tallies(sheet: Sheet, view: PlayerView, base: Layout) -> None:
    """The scores and supplies below the large print."""
    winners = view.outcome.winners if view.outcome is not None else ()
    for seat in Seat:
        head = Head(
            seat, "", view.to_act is seat, view.archon is seat and view.outcome is None, seat in winners, right=False
        )
        box = base.plates[seat]
        size = (box[2] - box[0], box[3] - box[1])
        sheet.paste(tally(sheet.ink, base, size, head, view.scores[seat], view.supply[seat]), box[:2])


def card_of(view: PlayerView, seat: Seat, turn: int) -> CardLook | None:
    """How a player's card lies on the table, for this viewer; none when there is none."""
    sector, secret = view.cards[seat], view.face_down is seat
    if sector is None and not secret:
        return None
    face = sector_place(sector, turn) if sector is not None else None
    return CardLook(face, secret, view.answers[seat], view.played[seat])
