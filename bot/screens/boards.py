"""Boards and cards of a game as pictures: what is drawn, for whom, with which plays marked."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import TypedDict

import engine
import images
from bot import text
from bot.game.guide import Screen
from bot.game.session import Session
from bot.history.line import Step
from bot.people.preferences import Preferences
from bot.screens.pictures import Draw
from bot.text import Names, words
from bot.text.names import then


@dataclass(frozen=True, slots=True)
class Look:
    """How somebody wants to see pictures."""

    theme: images.Theme = images.Theme.LIGHT
    palette: images.Palette = images.Palette.DEFAULT
    turned: bool = False
    letters: bool = False
    large: bool = False

    @property
    def options(self) -> Options:
        """The part of it that boards take."""
        return {"theme": self.theme, "palette": self.palette, "large": self.large}


class Options(TypedDict):
    """Keyword arguments of `images.render`."""

    theme: images.Theme
    palette: images.Palette
    large: bool


TOLD = 300
"""Characters of a replay's description that tell of the plays; the rest is for the board it ends on."""
PUBLIC = Look()
"""How what all see is drawn."""


def look_of(settings: str) -> Look:
    """The look that somebody has set."""
    wish = Preferences.from_text(settings)
    return Look(images.Theme(wish.theme), images.Palette(wish.palette), wish.turned, wish.letters, wish.large)


def since_last_turn(session: Session) -> int:
    """The ply from which on the table message tells: after the latest play of the one called, if others played since.

    Where nobody has, and at the end of the game, the last play alone is told.
    """
    last = session.last_batch()
    seat = session.state.to_act
    start = session.last_turn_of(seat) if seat is not None else last
    return min(start, last)


def plays_shown(session: Session, ply: int) -> list[list[Step]]:
    """What changed the board since the last turn of whoever is to act, oldest first; of an earlier ply the last play.

    One for each sentence that `text.since` numbers.
    """
    start = since_last_turn(session) if ply == session.ply else session.last_batch(ply)
    plays = text.grouped(session.steps(None, start, ply))
    return [play for play in plays if play[0].seen.seat is not None and text.changed(play)]


def marks_of(plays: Sequence[Sequence[Step]]) -> list[engine.Marks]:
    """What each of these plays changed on the board."""
    return [
        engine.changes(play[0].before.board, play[-1].after.board, seat)
        for play in plays
        if (seat := play[0].seen.seat) is not None
    ]


def trails_of(plays: Sequence[Sequence[Step]]) -> list[images.Overlay]:
    """How what the last of these plays moved came to where it stands."""
    trails: list[images.Overlay] = []
    for step in plays[-1] if plays else ():
        if step.seen.action is not None and not isinstance(step.seen.action, engine.Shuffle):
            trails += images.trail(step.seen.action, step.before.board)
    return trails


def shown_to(session: Session, seat: engine.Seat | None, ply: int | None = None) -> engine.PlayerView:
    """What a seat, or everybody, is shown of a game at a ply (default: now). Raises Refused.

    A game that people have ended is shown as one that is over: nobody is to act, and once its record is open the
    Archon's card lies open.
    """
    view = session.view(seat, ply)
    if ply is not None or session.row.status != "over" or view.phase is engine.Phase.OVER:
        return view
    outcome = None
    if session.row.ending == "scored":
        running = text.contenders(session.vacant)
        best = max(view.scores[each] for each in running)
        winners = tuple(each for each in running if view.scores[each] == best)
        outcome = engine.Outcome("ended", view.scores, winners)
    if session.open_record:
        view = replace(view, cards=session.view(view.archon).cards, face_down=None)
    return replace(view, phase=engine.Phase.OVER, to_act=None, outcome=outcome)


def board_of(session: Session, seat: engine.Seat | None, ply: int | None = None, look: Look = PUBLIC) -> Draw:
    """How to draw a game's board as a seat, or everybody, sees it, with the last plays marked."""
    view, names = shown_to(session, seat, ply), session.plain_names
    plays = plays_shown(session, session.ply if ply is None else ply)
    changes, overlays = marks_of(plays), trails_of(plays)
    marks, since = (changes[-1], changes[:-1]) if changes else (None, [])
    orientation = seat if look.turned else None

    def draw() -> tuple[bytes, str]:
        picture = images.render(
            view, names=names, marks=marks, since=since, overlays=overlays, orientation=orientation, **look.options
        )
        return picture, images.alt_text(view, names, marks)

    return draw


def words_beside(view: engine.PlayerView, names: Names, home: engine.Sector | None, look: Look) -> str:
    """What is said beside a board of one's own: what its large print leaves out, and how it lies where it is turned."""
    if look.letters:
        return ""
    counts = text.counts(view, names) if look.large else ""
    return f"{counts}\n{turned_words(home, look)}".strip()


def turned_words(home: engine.Sector | None, look: Look) -> str:
    """What is said beside a picture that lies otherwise than the one at the table; nothing where it does not."""
    return text.turned(home) if look.turned and home is not None and home is not engine.Sector.SW else ""


def cards_of(view: engine.PlayerView, look: Look, receivers: Sequence[engine.Seat] = ()) -> Draw:
    """How to draw somebody's own cards; before a deal, with who would get each."""
    alt = text.hand(view)
    orientation = view.seat if look.turned else None

    def draw() -> tuple[bytes, str]:
        picture = images.cards(
            view, theme=look.theme, palette=look.palette, orientation=orientation, receivers=receivers
        )
        return picture, alt

    return draw


def home_of_actor(session: Session) -> engine.Sector | None:
    """The home of whoever is to act, once there is one."""
    seat = session.state.to_act
    return None if seat is None else session.state.homes[seat]


def home_shown(session: Session, look: Look) -> engine.Sector | None:
    """The home at the bottom left of what the one who is to act is shown; none where north is above."""
    return home_of_actor(session) if look.turned and not look.letters else None


def screen_of(session: Session, screen: Screen, numbers: Mapping[engine.Square, Sequence[int]], look: Look) -> Draw:
    """How to draw a screen of the guided way: the cards, or the board with the menu's numbers and what it would do."""
    if screen.cards:
        return cards_of(screen.view, look, screen.receivers)
    view, names, marks = screen.view, session.plain_names, screen.marks
    # In the setup the board stays as it is until there is a home to turn it to.
    orientation = session.state.to_act if home_shown(session, look) is not None else None
    overlays = [images.Overlay(group=screen.chosen), images.Overlay(crossed=screen.crossed), *screen.moved]

    def draw() -> tuple[bytes, str]:
        picture = images.render(
            view,
            names=names,
            marks=marks,
            numbers=numbers,
            lit=screen.lit,
            orientation=orientation,
            overlays=overlays,
            **look.options,
        )
        return picture, images.alt_text(view, names, marks)

    return draw


def replay_of(session: Session, seat: engine.Seat | None, plays: int | None, look: Look) -> Draw:
    """How to draw a game, or its last plays, as a moving picture: what everybody may see, all of it once it is over."""
    frames = _frames(session, plays)
    names = session.plain_names
    told = f"The game in {len(frames)} moving pictures, up to ply {session.ply}. {frames[-1].caption}"
    alt = f"{told[:TOLD].rstrip(' .')}. "
    alt += images.alt_text(shown_to(session, None), names, frames[-1].marks, images.ALT_LIMIT - len(alt))
    home = None if seat is None or not look.turned else session.state.homes[seat]

    def draw() -> tuple[bytes, str]:
        moving = images.replay(frames, names=names, theme=look.theme, palette=look.palette, home=home)
        return moving, alt

    return draw


def _frames(session: Session, plays: int | None) -> list[images.Frame]:
    """A frame for each play that changed the board, and one for the beginning."""
    steps = session.steps(None)
    frames = [images.Frame(steps[0].before.board, steps[0].before.scores)] if steps else []
    start = 0
    while start < len(steps):
        end = start + 1
        while end < len(steps) and steps[end].seen.seat == steps[start].seen.seat:
            end += 1
        before, after, seat = steps[start].before, steps[end - 1].after, steps[start].seen.seat
        if seat is not None and before.board != after.board:
            marks = engine.changes(before.board, after.board, seat)
            did = ", ".join(words.told(step.seen, step.before, step.after) for step in steps[start:end])
            who = then(session.plain_names, steps[start].former)[seat]
            caption = f"{steps[end - 1].ply}. {who} {did}"
            frames.append(images.Frame(after.board, after.scores, caption, marks, seat))
        start = end
    return frames if plays is None else frames[-plays - 1 :]
