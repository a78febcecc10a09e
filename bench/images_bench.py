"""How fast the pictures are, beside others drawn in the same run: `python bench/images_bench.py`.

The yardsticks: the same board drawn at four times the size, scaled down and saved with Pillow's defaults; a chess board
of the same size by `chess.svg` and `cairosvg`; an animation saved from RGB frames with Pillow's defaults.
"""

from __future__ import annotations

import asyncio
import io
import random
import statistics
import sys
import time
from collections.abc import Awaitable, Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from PIL import GifImagePlugin, Image, ImageDraw, ImageFont

import engine
import images
from images import geometry, theme

PLAYS = 150
OVER = 4
NAMES = ("Leonidas", "Athena", "Poseidon")

Play = tuple[engine.PlayerView, engine.Marks, engine.Seat, tuple[images.Overlay, ...]]
"""What everybody sees after a play, what it changed, whose it was, and the way that was taken."""


def played(count: int, seed: int = 0) -> list[Play]:
    """The first plays of a random game, and as many games as it takes."""
    plays: list[Play] = []
    while len(plays) < count:
        seed += 1
        rng = random.Random(seed)
        state = start = engine.new_game()
        trail: tuple[images.Overlay, ...] = ()
        while state.phase is not engine.Phase.OVER and len(plays) < count:
            legal = engine.legal_actions(state)
            if state.to_act is None:
                state = engine.apply(state, engine.Shuffle(tuple(rng.sample(engine.DECK, len(engine.DECK)))))
                continue
            if state.phase is engine.Phase.PLAY:
                start, trail = state, ()
            seat, playing = state.to_act, state.phase in (engine.Phase.PLAY, engine.Phase.MANOEUVRE)
            moves = [action for action in legal if not isinstance(action, engine.Pass)]
            action = rng.choice(moves or legal)
            trail += images.trail(action, state.board)
            state = engine.apply(state, action)
            if playing and state.phase not in (engine.Phase.MANOEUVRE, engine.Phase.REDEPLOY):
                plays.append((engine.view(state, None), engine.changes(start.board, state.board, seat), seat, trail))
    return plays


def race(works: Sequence[Callable[[int], object]], rounds: int, times: Sequence[int]) -> list[float]:
    """Milliseconds of the processor that one call of each takes, in the middle.

    They take turns, each so many times in a round, so that whatever else the machine does meets all alike. The number
    of the call is passed on.
    """
    taken: list[list[float]] = [[] for _ in works]
    for _ in range(rounds):
        for work, own, repeats in zip(works, taken, times, strict=True):
            for _ in range(repeats):
                begun = time.process_time()
                work(len(own))
                own.append(time.process_time() - begun)
    return [1000 * statistics.median(own) for own in taken]


def hands(plays: Sequence[Play]) -> list[engine.PlayerView]:
    """The same boards as an Archon sees them who has three cards to deal."""
    rng = random.Random(0)
    found = []
    for view, _, seat, _ in plays:
        hand = tuple(rng.sample(tuple(engine.Sector), 3))
        found.append(replace(view, seat=seat, archon=seat, to_act=seat, phase=engine.Phase.DEAL, hand=hand))
    return found


def plainly(view: engine.PlayerView) -> Image.Image:
    """The board as one draws it at first: every line anew, large, and scaled down for smooth edges."""
    base, colours = geometry.layout(), theme.colours(theme.Theme.LIGHT, theme.Palette.DEFAULT)
    big = Image.new("RGB", (base.width * OVER, base.height * OVER), colours.page)
    draw = ImageDraw.Draw(big)
    font = ImageFont.truetype(str(Path(images.__file__).parent / "assets" / "NotoSans-Bold.ttf"), 34 * OVER)
    draw.rectangle([part * OVER for part in base.frame], fill=colours.frame)
    for text, box in base.label_boxes(0):
        at = ((box[0] + box[2]) // 2 * OVER, (box[1] + box[3]) // 2 * OVER)
        draw.text(at, text, fill=colours.label, font=font, anchor="mm")
    for column in range(9):
        for row in range(9):
            box = base.cell_box(column, row)
            fill = colours.fields[2 if (column // 3, row // 3) == (1, 1) else (column // 3 + row // 3) % 2]
            draw.rectangle([part * OVER for part in box], fill=fill, outline=colours.line, width=OVER)
    for colour, mask in enumerate(view.board.cubes):
        for square in engine.squares(mask):
            left, top, right, bottom = (part * OVER for part in base.square_box(square, 0))
            side, edge = colours.sides[colour], 5 * OVER
            box = (left + edge, top + edge, right - edge, bottom - edge)
            draw.rounded_rectangle(box, 3 * OVER, fill=side.face, outline=side.rim, width=2 * OVER)
            inner = (left + 13 * OVER, top + 13 * OVER, right - 13 * OVER, bottom - 13 * OVER)
            draw.rectangle(inner, fill=side.shield)
            if colour < 3:
                for shape in theme.EMBLEMS[colour]:
                    span = inner[2] - inner[0]
                    points = [inner[i % 2] + part * span for i, part in enumerate(shape.points)]
                    paint = draw.ellipse if shape.kind == "ellipse" else draw.polygon
                    paint(points, fill=side.shield if shape.cut else side.emblem)
    for seat, box in enumerate(base.plates[:3]):
        draw.rounded_rectangle([part * OVER for part in box], 8 * OVER, fill=colours.plate, outline=colours.plate_edge)
        text = f"{NAMES[seat]} {view.scores[seat]}"
        draw.text((box[0] * OVER + 80, box[1] * OVER + 80), text, fill=colours.ink, font=font)
    return big.resize((base.width, base.height), Image.Resampling.LANCZOS)


def saved(image: Image.Image) -> bytes:
    stream = io.BytesIO()
    image.save(stream, "PNG")
    return stream.getvalue()


def animated(frames: Sequence[Image.Image]) -> bytes:
    stream = io.BytesIO()
    frames[0].save(stream, "GIF", save_all=True, append_images=frames[1:], duration=1000, loop=0)
    return stream.getvalue()


def boards(plays: Sequence[Play]) -> None:
    def ours(number: int) -> bytes:
        view, marks, _, trail = plays[number % len(plays)]
        return images.render(view, names=NAMES, marks=marks, overlays=trail)

    begun = time.perf_counter()
    ours(0)
    first = 1000 * (time.perf_counter() - begun)
    sizes = [len(ours(number)) for number in range(len(plays))]
    chess = chessboard(geometry.layout().width)
    dealt = hands(plays)
    works = [ours, lambda number: images.cards(dealt[number % len(dealt)])]
    works += [lambda number: saved(plainly(plays[-1 - number][0])), *([chess] if chess is not None else [])]
    mine, cards, *others = race(works, 9, (30, 10, 1, 1)[: len(works)])
    size, most = statistics.median(sizes) / 1000, max(sizes) / 1000
    print(f"board                      {mine:8.2f} ms   {size:.1f} KB, at most {most:.1f} KB")
    print(f"  the first of all         {first:8.2f} ms")
    print(f"  three cards to deal      {cards:8.2f} ms   {cards / mine:.1f} boards")
    for what, other in zip(("drawn at 4x, scaled down", "chess.svg with cairosvg"), others, strict=False):
        print(f"  {what:24} {other:8.2f} ms   {other / mine:.0f} x")


def chessboard(width: int) -> Callable[[int], bytes] | None:
    """A chess board of that width in the middle of a game; none, and a word on why, when it cannot be drawn here."""
    try:
        import cairosvg
        import chess
        import chess.svg
    except (ImportError, OSError) as error:
        print(f"chess.svg with cairosvg is not measured: {error}")
        return None
    rng = random.Random(1)
    board = chess.Board()
    for _ in range(30):
        board.push(rng.choice(list(board.legal_moves)))

    def drawn(_: int) -> bytes:
        drawing = chess.svg.board(board, size=width, lastmove=board.peek())
        return bytes(cairosvg.svg2png(bytestring=drawing.encode(), output_width=width, output_height=width))

    return drawn


def frames_of(plays: Sequence[Play]) -> list[images.Frame]:
    return [
        images.Frame(
            view.board,
            view.scores,
            f"{number}. {NAMES[seat]} places a cube in sector {number % 9} and moves a phalanx",
            marks,
            seat,
        )
        for number, (view, marks, seat, _) in enumerate(plays, 1)
    ]


def replays(plays: Sequence[Play]) -> None:
    # Each time another game, for what was drawn before is remembered.
    games = [frames_of(plays), *(frames_of(played(PLAYS, 1000 * number)) for number in range(1, 10))]
    frames = games[0]
    whole = images.replay(frames, names=NAMES)
    with GifImagePlugin.GifImageFile(io.BytesIO(whole)) as film:
        size = film.size
        same = []
        for number in range(film.n_frames):
            film.seek(number)
            if film.info["duration"] >= 500:
                # A play is several frames of the file, and the last of them stays.
                same.append(film.convert("RGB"))
    assert len(same) == len(frames)
    smooth = [plainly(view).resize(size, Image.Resampling.LANCZOS) for view, *_ in plays[:: len(plays) // 30]]
    rivals = {"smooth RGB frames": smooth, "the very same frames": same[:: len(same) // 30]}
    works: list[Callable[[int], object]] = [lambda number: images.replay(games[number + 1], names=NAMES)]
    works += [lambda _, pictures=pictures: animated(pictures) for pictures in rivals.values()]  # type: ignore[misc]
    mine, *others = race(works, 3, (3, 1, 1))
    print(f"replay of {len(frames)} plays       {mine:8.0f} ms   {len(whole) / 1e6:.2f} MB")
    for (what, pictures), other in zip(rivals.items(), others, strict=True):
        # A sample of the frames, for Pillow takes its time; those of a whole game differ less, and so do their sizes.
        taken = other * len(frames) / len(pictures)
        length = len(animated(same if pictures is not smooth else smooth)) * len(frames)
        length //= len(same) if pictures is not smooth else len(smooth)
        share = len(whole) / length
        print(f"  Pillow, {what:20}{taken:6.0f} ms   {taken / mine:.0f} x; ours is {share:.2f} of its size")


async def lag(plays: Sequence[Play], at_once: int = 8, threads: int = 2, batches: int = 60) -> None:
    """How late a ticker is while pictures are drawn in worker threads, and while nothing is drawn."""
    loop = asyncio.get_running_loop()

    async def ticking(work: Callable[[], Awaitable[None]]) -> tuple[float, float]:
        late: list[float] = []
        task = asyncio.ensure_future(work())
        while not task.done():
            begun = time.perf_counter()
            await asyncio.sleep(0.002)
            late.append(1000 * (time.perf_counter() - begun - 0.002))
        await task
        late.sort()
        return late[len(late) * 99 // 100], late[-1]

    with ThreadPoolExecutor(threads) as pool:

        async def drawing() -> None:
            for batch in range(batches):
                views = [plays[(batch * at_once + number) % len(plays)][0] for number in range(at_once)]
                await asyncio.gather(*(loop.run_in_executor(pool, images.render, view) for view in views))

        drawn = await ticking(drawing)
    idle = await ticking(lambda: asyncio.sleep(1))
    print(f"event loop, {at_once} boards at once  p99 {drawn[0]:.1f} ms late, worst {drawn[1]:.1f} ms")
    print(f"  with nothing to do       p99 {idle[0]:.1f} ms late, worst {idle[1]:.1f} ms")


def main() -> None:
    plays = played(PLAYS)
    boards(plays)
    replays(plays)
    asyncio.run(lag(plays))


if __name__ == "__main__":
    main()
