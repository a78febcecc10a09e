"""Overlays: drawn smoothly over the finished squares, then pressed into the palette."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from functools import lru_cache
from itertools import pairwise
from math import hypot
from typing import Final

from PIL import Image, ImageChops, ImageDraw

from engine import PHALANXES, Mask, Square
from engine import squares as squares_of
from images import draw_art as art
from images.draw_ink import Ink, Sheet
from images.draw_text import Face, cap_height, paint
from images.geometry import Box, Layout, place, step
from images.overlay import Overlay
from images.theme import Rgb

_SCALE: Final = 3
_SIGN: Final = 0.62
"""Size of the sign on a piece, of one that fills a square."""
_SHORT: Final = 0.24
"""By how much of a square an arrow that meets pieces ends before the middle of its square."""
_LANDED: Final = 0.44
"""The same, of an arrow to where its own piece stands by now."""
_CHALK: Final[Rgb] = (255, 255, 255)
_JUDGED: Final[dict[bool | None, tuple[Rgb, Rgb]]] = {
    None: ((255, 250, 235), (30, 20, 12)),
    True: ((40, 140, 62), (255, 255, 255)),
    False: ((200, 36, 36), (255, 255, 255)),
}
"""Fill and edge."""

_PHALANXES: Final = frozenset(phalanx.cubes for phalanx in PHALANXES.values())

Point = tuple[float, float]
Paint = Callable[[ImageDraw.ImageDraw], None]


def lay(sheet: Sheet, base: Layout, turn: int, overlays: Sequence[Overlay]) -> None:
    """Draws overlays on a board's squares, in their order."""
    for overlay in overlays:
        box = _extent(base, turn, overlay)
        if box is None:
            continue
        if overlay.landed:
            tile, mask = _sign(sheet.ink, base, turn, _in_the_corner(overlay))
            sheet.paste(tile, box[:2], mask)
        else:
            image = sheet.rgb(box)
            _Pen(image, _origin(base, box), base.cell, turn, overlay).draw()
            sheet.paste(sheet.ink.press(image), box[:2])


def _origin(base: Layout, box: Box) -> tuple[int, int]:
    return box[0] - base.board[0], box[1] - base.board[1]


def _in_the_corner(overlay: Overlay) -> Overlay:
    """The same as far to the south-west as it goes: such come back all over the board."""
    touched = [*overlay.path, *squares_of(overlay.group)]
    by = min(square // 10 for square in touched) * 10 + min(square % 10 for square in touched)
    return replace(overlay, path=tuple(square - by for square in overlay.path), group=overlay.group >> by)


@lru_cache(maxsize=512)
def _sign(ink: Ink, base: Layout, turn: int, overlay: Overlay) -> tuple[Image.Image, Image.Image]:
    """An overlay as a tile and the tile's mask, without shades at its edge: it is on nearly every board."""
    box = _extent(base, turn, overlay)
    assert box is not None
    size = box[2] - box[0], box[3] - box[1]
    drawn = [Image.new("RGB", size, ground) for ground in (_JUDGED[overlay.good][1], (0, 0, 0), _CHALK)]
    for image in drawn:
        _Pen(image, _origin(base, box), base.cell, turn, overlay).draw()
    # The ground shows through where black and white ones differ.
    through = ImageChops.difference(drawn[1], drawn[2]).convert("L")
    return ink.press(drawn[0]), through.point([255 if value < 128 else 0 for value in range(256)])


def _extent(base: Layout, turn: int, overlay: Overlay) -> Box | None:
    """The pixels of the board that an overlay can touch; none when it draws nothing."""
    touched = [*overlay.path, *squares_of(overlay.group | overlay.crossed | overlay.blocked)]
    if not touched:
        return None
    cells = [place(square, turn) for square in touched]
    grow = 1 if overlay.direction is not None else 0
    left, top = (max(0, min(cell[axis] for cell in cells) - grow) for axis in (0, 1))
    right, bottom = (min(8, max(cell[axis] for cell in cells) + grow) for axis in (0, 1))
    return (*base.cell_box(left, top)[:2], *base.cell_box(right, bottom)[2:])


class _Pen:
    """Draws one overlay on an image of a part of the board; `origin` is where that part begins."""

    def __init__(self, image: Image.Image, origin: tuple[int, int], cell: int, turn: int, overlay: Overlay) -> None:
        self.image, self.origin, self.cell, self.turn, self.overlay = image, origin, cell, turn, overlay
        self.fill, self.edge = _JUDGED[overlay.good]

    def draw(self) -> None:
        overlay = self.overlay
        if overlay.group:
            self._group()
        if len(overlay.path) > 1:
            self._arrow([self._centre(square) for square in overlay.path], ring=not overlay.landed)
        stamp_crosses(self.image, [self._corner(square) for square in squares_of(overlay.crossed)], self.cell * _SIGN)
        stamp_bars(self.image, [self._corner(square) for square in squares_of(overlay.blocked)], self.cell * _SIGN)

    def _centre(self, square: Square) -> Point:
        column, row = place(square, self.turn)
        return (column + 0.5) * self.cell - self.origin[0], (row + 0.5) * self.cell - self.origin[1]

    def _corner(self, square: Square) -> Point:
        """Where a sign stands that is said of a piece: at its top right, so that one sees whose it is."""
        x, y = self._centre(square)
        return x + 0.25 * self.cell, y - 0.25 * self.cell

    def _group(self) -> None:
        overlay, cell = self.overlay, self.cell
        squares = list(squares_of(overlay.group))
        centres = [self._centre(square) for square in squares]
        hull = _hull(centres)
        if overlay.direction is None:
            self._outline([hull] if _is_one(overlay.group) else [[centre] for centre in centres])
            return
        dx, dy = step(overlay.direction, self.turn)
        moved = [(x + dx * cell, y + dy * cell) for x, y in centres]
        sweep = self._mask(_shapes([_hull(centres + moved)], cell * 0.84))
        sweep = sweep.point([value * 2 // 5 for value in range(256)])
        for square in squares_of(overlay.met):
            x, y = self._centre(square)
            left, top = round(x - cell / 2), round(y - cell / 2)
            sweep.paste(0, (left, top, left + cell, top + cell))
        sweep.paste(0, (0, 0, *sweep.size), self._mask(_shapes([hull], cell * 0.84)))
        art.stamp(self.image, sweep, (0, 0), self.fill)
        self._outline([hull])
        middle = (sum(x for x, _ in centres) / len(centres), sum(y for _, y in centres) / len(centres))
        # An arrow for each line of a phalanx, from its front; a juggernaut goes as one.
        fronts = [
            self._centre(square) for square in squares if not overlay.group >> max(0, square + overlay.direction) & 1
        ]
        if _is_solid(overlay.group) and not overlay.strength:
            fronts = [(middle[0] + dx * cell * 0.4, middle[1] + dy * cell * 0.4)]
        for x, y in fronts:
            start = (x + dx * cell * 0.15, y + dy * cell * 0.15)
            self._arrow([start, (x + dx * cell * 0.98, y + dy * cell * 0.98)], ring=False)
        if overlay.strength:
            self._badge(middle, str(overlay.strength))

    def _outline(self, hulls: list[list[Point]]) -> None:
        cell = self.cell
        for outer, inner, colour in ((0.98, 0.78, self.edge), (0.94, 0.82, self.fill)):
            mask = self._mask(_shapes(hulls, cell * outer))
            mask.paste(0, (0, 0, *mask.size), self._mask(_shapes(hulls, cell * inner)))
            art.stamp(self.image, mask, (0, 0), colour)

    def _arrow(self, points: list[Point], ring: bool = True) -> None:
        cell = self.cell
        (ax, ay), (bx, by) = points[-2:]
        length = hypot(bx - ax, by - ay) or 1.0
        ux, uy = (bx - ax) / length, (by - ay) / length
        short = _LANDED if self.overlay.landed else _SHORT if self.overlay.met else 0.0
        bx, by = bx - ux * cell * short, by - uy * cell * short
        head = 0.36 * cell

        def outline(grow: float) -> Paint:
            def draw_arrow(draw: ImageDraw.ImageDraw) -> None:
                neck = (bx - ux * head, by - uy * head)
                _thick(draw, [*points[:-1], neck], 0.15 * cell + 2 * grow, closed=False)
                half = 0.25 * cell + grow * 1.5
                tip = (bx + ux * grow * 2, by + uy * grow * 2)
                back = (neck[0] - ux * grow, neck[1] - uy * grow)
                wings = [tip, (back[0] - uy * half, back[1] + ux * half), (back[0] + uy * half, back[1] - ux * half)]
                draw.polygon([(x * _SCALE, y * _SCALE) for x, y in wings], fill=255)
                for point in points[1:-1]:
                    _thick(draw, [point], 0.26 * cell + 2 * grow)
                if ring:
                    _thick(draw, [points[0]], 0.3 * cell + 2 * grow)

            return draw_arrow

        for grow, colour in ((0.035 * cell, self.edge), (0.0, self.fill)):
            art.stamp(self.image, self._mask(outline(grow)), (0, 0), colour)

    def _badge(self, at: Point, text: str) -> None:
        cell = self.cell
        for width, colour in ((0.54, self.edge), (0.48, self.fill)):
            art.stamp(self.image, self._mask(_shapes([[at]], cell * width)), (0, 0), colour)
        size = round(cell * 0.36)
        base = round(at[1] + cap_height(Face.TEXT, size) / 2)
        paint(self.image, (round(at[0]), base), text, Face.TEXT, size, self.edge, "m")

    def _mask(self, draw_on: Paint) -> Image.Image:
        return _mask(self.image.size, draw_on)


def _mask(size: tuple[int, int], draw_on: Paint) -> Image.Image:
    big = Image.new("L", (size[0] * _SCALE, size[1] * _SCALE), 0)
    draw_on(ImageDraw.Draw(big))
    return art.stepped(big.resize(size, Image.Resampling.BOX), 3)


def stamp_crosses(image: Image.Image, centres: Sequence[Point], cell: float) -> None:
    """Red crosses over what is captured."""
    reach = 0.3 * cell
    for grow, colour in ((0.04 * cell, _CHALK), (0.0, _JUDGED[False][0])):

        def crosses(draw: ImageDraw.ImageDraw, grow: float = grow) -> None:
            for x, y in centres:
                for sign in (1, -1):
                    ends = [(x - reach, y - sign * reach), (x + reach, y + sign * reach)]
                    _thick(draw, ends, 0.13 * cell + 2 * grow, closed=False)

        if centres:
            art.stamp(image, _mask(image.size, crosses), (0, 0), colour)


def stamp_bars(image: Image.Image, centres: Sequence[Point], cell: float) -> None:
    """Red discs with a white bar over what stops a move."""
    for width, colour in ((0.78, _CHALK), (0.7, _JUDGED[False][0])):
        if centres:
            discs = _mask(image.size, _shapes([[centre] for centre in centres], cell * width))
            art.stamp(image, discs, (0, 0), colour)

    def bars(draw: ImageDraw.ImageDraw) -> None:
        for x, y in centres:
            _thick(draw, [(x - 0.18 * cell, y), (x + 0.18 * cell, y)], 0.14 * cell, closed=False)

    if centres:
        art.stamp(image, _mask(image.size, bars), (0, 0), _CHALK)


def _shapes(hulls: list[list[Point]], width: float) -> Paint:
    def draw_shapes(draw: ImageDraw.ImageDraw) -> None:
        for hull in hulls:
            _thick(draw, hull, width)

    return draw_shapes


def _thick(draw: ImageDraw.ImageDraw, points: list[Point], width: float, closed: bool = True) -> None:
    """A polygon, or a line, with round corners: everything within half the width of it."""
    scaled = [(x * _SCALE, y * _SCALE) for x, y in points]
    radius = width * _SCALE / 2
    if len(scaled) > 2 and closed:
        draw.polygon(scaled, fill=255)
    for (ax, ay), (bx, by) in pairwise([*scaled, scaled[0]] if closed else scaled):
        length = hypot(bx - ax, by - ay)
        if length:
            nx, ny = (by - ay) / length * radius, (ax - bx) / length * radius
            draw.polygon([(ax + nx, ay + ny), (bx + nx, by + ny), (bx - nx, by - ny), (ax - nx, ay - ny)], fill=255)
    for x, y in scaled:
        draw.ellipse((x - radius, y - radius, x + radius, y + radius), fill=255)


def _hull(points: Iterable[Point]) -> list[Point]:
    """The convex hull of points, in order."""
    ordered = sorted(set(points))
    if len(ordered) < 3:
        return ordered

    def half(these: Iterable[Point]) -> list[Point]:
        chain: list[Point] = []
        for p in these:
            while len(chain) > 1 and _turn(chain[-2], chain[-1], p) <= 0:
                chain.pop()
            chain.append(p)
        return chain[:-1]

    return half(ordered) + half(reversed(ordered))


def _turn(a: Point, b: Point, c: Point) -> float:
    return (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0])


def _is_one(group: Mask) -> bool:
    """Whether squares are outlined as one: those of a phalanx, and so of a juggernaut."""
    return group in _PHALANXES


def _is_solid(group: Mask) -> bool:
    """Whether squares fill a two by two block, as a juggernaut does."""
    low = (group & -group).bit_length() - 1
    return group == (3 << low | 3 << low + 10)
