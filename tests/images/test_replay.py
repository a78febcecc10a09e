"""A game as an animated picture."""

from __future__ import annotations

import io
from dataclasses import replace
from itertools import pairwise

import pytest
from PIL import GifImagePlugin, Image, ImageChops, ImageStat

import images
from engine import SQUARES, Seat, Sector
from images import Frame
from images.draw import draw
from images.geometry import layout, strip_layout
from images.theme import Palette, Theme, colours
from tests.images.positions import NAMES, plays_of


def frames_of(seed: int, count: int) -> list[Frame]:
    return [
        Frame(view.board, view.scores, f"Play {number} by {seat.name.lower()}", marks, seat)
        for number, (view, marks, seat) in enumerate(plays_of(seed)[:count], 1)
    ]


def film(picture: bytes) -> GifImagePlugin.GifImageFile:
    return GifImagePlugin.GifImageFile(io.BytesIO(picture))


def pictures(picture: bytes) -> list[Image.Image]:
    """Every frame of a file as one sees it."""
    found = []
    with film(picture) as moving:
        for number in range(moving.n_frames):
            moving.seek(number)
            found.append(moving.convert("RGB"))
    return found


def lasting(picture: bytes) -> list[bool]:
    """For every frame of a file whether it stays; the others are parts of a play and gone in a blink."""
    found = []
    with film(picture) as moving:
        for number in range(moving.n_frames):
            moving.seek(number)
            found.append(moving.info["duration"] >= 500)
    return found


def test_the_last_picture_is_the_same_however_one_came_there() -> None:
    """Only what changes is in the file, so nothing may be left over from before."""
    frames = frames_of(3, 60)
    for number in (1, 17, 60):
        whole = pictures(images.replay(frames[:number], names=NAMES))[-1]
        alone = pictures(images.replay([frames[number - 1]], names=NAMES))[-1]
        assert whole.tobytes() == alone.tobytes()


def test_a_whole_game_is_small() -> None:
    frames = frames_of(3, 150)
    picture = images.replay(frames, names=NAMES)
    assert len(picture) / len(frames) <= 2_500
    assert len(picture) <= images.GIF_LIMIT


def test_a_play_is_a_few_small_parts() -> None:
    """Time and size go by the pixels that are written, and what takes its time is seen to come."""
    frames = frames_of(3, 100)
    with film(images.replay(frames, names=NAMES)) as moving:
        parts, pixels, together = [], 0, 0
        for number in range(1, moving.n_frames):
            moving.seek(number)
            left, top, right, bottom = moving.dispose_extent or (0, 0, 0, 0)
            pixels += (right - left) * (bottom - top)
            together += 1
            if moving.info["duration"] >= 500:
                parts.append(together)
                together = 0
    assert len(parts) == len(frames) - 1
    assert max(parts) <= 6
    assert pixels / len(parts) <= 32_000


def test_the_board_is_the_one_of_the_board_picture() -> None:
    """In another palette, so no pixel need be quite the same; an amiss square differs by far more."""
    plays = plays_of(3)[:100]
    replayed, base, flat = images.replay(frames_of(3, 100)), strip_layout(56), layout(56)
    shown = [picture for picture, stays in zip(pictures(replayed), lasting(replayed), strict=True) if stays]
    assert any(any(view.board.juggernauts) for view, _, _ in plays)
    for (view, marks, _), picture in zip(plays, shown, strict=True):
        sheet = draw(
            view,
            names=None,
            marks=marks,
            theme=Theme.LIGHT,
            palette=Palette.DEFAULT,
            orientation=None,
            large=False,
            numbers=None,
            since=(),
            lit=0,
            overlays=(),
            cell=56,
        )
        for square in SQUARES:
            part = ImageChops.difference(
                picture.crop(base.square_box(square, 0)), sheet.rgb(flat.square_box(square, 0))
            )
            assert sum(ImageStat.Stat(part).mean) < 3 * 8


def test_a_bar_tells_whose_play_it_was() -> None:
    ink = colours(Theme.LIGHT, Palette.DEFAULT).ink
    base = strip_layout(56)
    frames = [replace(frame, caption="") for frame in frames_of(3, 4)]
    replayed = images.replay([*frames, replace(frames[-1], active=None)], names=NAMES)
    shown = [picture for picture, stays in zip(pictures(replayed), lasting(replayed), strict=True) if stays]
    middle = (base.plates[0][3] + base.plates[3][1]) // 2
    for frame, picture in zip([*frames, None], shown, strict=True):
        barred = [seat for seat in Seat if picture.getpixel((base.plates[seat][0] + 9, middle)) == ink]
        assert barred == ([] if frame is None else [frame.active])


def test_it_runs_at_the_pace_and_for_ever() -> None:
    with film(images.replay(frames_of(3, 4), pace=0.5)) as moving:
        assert moving.info["loop"] == 0
        durations = []
        for number in range(moving.n_frames):
            moving.seek(number)
            durations.append(moving.info["duration"])
    assert sum(durations) == 3 * 500 + 4 * 500
    assert min(durations) >= 20


def test_the_quickest_pace_still_gives_every_part_its_blink() -> None:
    with film(images.replay(frames_of(3, 20), pace=0.01)) as moving:
        for number in range(moving.n_frames):
            moving.seek(number)
            assert moving.info["duration"] >= 10


def test_a_file_that_would_be_too_large_gets_smaller_then_shorter() -> None:
    frames = frames_of(3, 40)
    whole = images.replay(frames)
    smaller = images.replay(frames, limit=len(whole) - 1)
    shorter = images.replay(frames, limit=len(smaller) // 2)
    assert len(whole) > len(smaller) > len(shorter)
    with film(whole) as a, film(smaller) as b, film(shorter) as c:
        assert a.width > b.width >= c.width
    assert sum(lasting(whole)) == sum(lasting(smaller)) > sum(lasting(shorter))
    last = pictures(images.replay(frames[-1:], limit=0))
    assert pictures(shorter)[-1].tobytes() == last[-1].tobytes()


def test_a_tiny_limit_still_leaves_one_picture() -> None:
    assert len(pictures(images.replay(frames_of(3, 5), limit=10))) == 1


def test_without_a_frame_there_is_nothing_to_show() -> None:
    with pytest.raises(ValueError, match="at least one"):
        images.replay([])


def test_equal_games_give_equal_bytes() -> None:
    assert images.replay(frames_of(3, 20), names=NAMES) == images.replay(iter(frames_of(3, 20)), names=NAMES)


def test_names_captions_and_homes_of_any_kind() -> None:
    frames = [Frame(frame.board, frame.scores, "\N{FIRE} " * 40 + "\n") for frame in frames_of(3, 3)]
    turned = images.replay(frames, names=("", "x" * 99, "שלום"), home=Sector.NE, theme=Theme.DARK)
    assert pictures(turned)[0].size == pictures(images.replay(frames))[0].size


def test_labels_are_11_pixels_high_at_a_width_of_360() -> None:
    image = pictures(images.replay(frames_of(3, 1)))[0]
    base = strip_layout(56)
    assert image.size == (base.width, base.height)
    wanted = colours(Theme.LIGHT, Palette.DEFAULT).label
    for _, (left, top, right, bottom) in base.label_boxes(0):
        part = image.crop((left, top, right, bottom))
        rows = [y for y in range(part.height) if any(part.getpixel((x, y)) == wanted for x in range(part.width))]
        assert (rows[-1] + 1 - rows[0]) * 360 / image.width >= 11


def test_every_play_can_be_seen() -> None:
    shown = pictures(images.replay(frames_of(3, 30), names=NAMES))
    assert all(a.tobytes() != b.tobytes() for a, b in pairwise(shown))
