"""The guided way through one's action: which screen a panel shows at each point of it.

A point is a `path`: what was chosen so far. It is either an open question (`?place`, `?move e5`, `?corner SW`) or the
actions chosen so far in the notation (`@e5`), which ask for the next one or, complete, for confirmation. The path
is all that a panel remembers, and it lies in the buttons themselves. In the deal the cards are secret, so a path names
a deal by its place in the list of legal actions (`#3`).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

import engine
import images
from bot import text
from bot.game.session import Preview, Session
from bot.history.line import split_actions
from bot.text import words
from engine import Action, Mask, Phase, PlayerView, Seat, Square, State

MENUS: dict[str, tuple[str, str, type[Action]]] = {
    "?place": ("Place", "Where do you place the cube?", engine.Place),
    "?jug": ("Move juggernaut", "Which juggernaut moves where?", engine.MoveJuggernaut),
    "?form": ("Form", "Which four cubes become a juggernaut?", engine.FormJuggernaut),
    "?dissolve": ("Dissolve", "Which juggernaut becomes four cubes?", engine.DissolveJuggernaut),
    "?exchange": ("Exchange", "Which prisoner do you give back?", engine.Exchange),
}
"""The kinds of play that one menu settles: their button, their question and what the menu holds."""


@dataclass(frozen=True, slots=True)
class Choice:
    """An entry of a menu, or a button: where it leads."""

    path: str
    label: str
    note: str = ""
    squares: tuple[Square, ...] = ()
    """The squares that may bear its number in the picture; without one it has no number."""


@dataclass(frozen=True, slots=True)
class Screen:
    """What a panel shows at one point of the way."""

    text: str
    view: PlayerView
    marks: engine.Marks | None = None
    chosen: Mask = 0
    """The pieces that the question is about."""
    lit: Mask | None = None
    """The squares that it is about; without, the sector of the card that is being played."""
    crossed: Mask = 0
    """What the entries of the menu would capture."""
    moved: tuple[images.Overlay, ...] = ()
    """What would have moved: the way of a syntagma, the outline of anything else where it comes to stand."""
    cards: bool = False
    """Whether the picture is of the cards, not of the board."""
    receivers: tuple[Seat, ...] = ()
    """Who would get each of them."""
    menu: tuple[Choice, ...] = ()
    many: int = 1
    """How many entries of the menu are chosen together."""
    buttons: tuple[Choice, ...] = ()
    instant: bool = False
    """Whether the buttons act at once instead of leading on."""
    confirm: str | None = None
    back: str | None = None


def screen(session: Session, user: int, path: str = "", seq: int | None = None) -> Screen:
    """The screen at `path` for the one who is to act. Raises Refused for anybody else, and for a path that is none."""
    seat = session.require_actor(user, seq)
    view = session.view(seat)
    if path.startswith("#"):
        return _deal_confirm(session, seat, view, path)
    word, _, argument = path.partition(" ")
    if word == "?corner" and view.phase is Phase.SETUP:
        return _squares_of_corner(view, argument)
    if word == "?move" and view.phase is Phase.PLAY:
        return _movers(session.state, view) if not argument else _moves(session.state, view, argument)
    if word in MENUS and view.phase is Phase.PLAY:
        return _menu(session.state, view, word)
    if path and not path.startswith("?"):
        return _after(session, user, view, path)
    return _start(session, view)


def read_on_picture(screen: Screen, home: engine.Sector | None) -> Screen:
    """The screen with its menu in the order in which one meets the squares on the picture with that home at the left.

    To pass stays first. Entries on the same square keep their order.
    """

    def order(square: Square) -> int:
        return images.reading_order(square, home)

    def rank(choice: Choice) -> tuple[bool, int]:
        return not choice.path.endswith("pass"), order(choice.squares[0]) if choice.squares else -1

    menu = (replace(choice, squares=tuple(sorted(choice.squares, key=order))) for choice in screen.menu)
    return replace(screen, menu=tuple(sorted(menu, key=rank)))


def pick(path: str, values: Sequence[str]) -> str:
    """The path that a choice in a menu at `path` leads to."""
    if path.startswith("?corner"):
        return f"setup {','.join(sorted(values))}"
    return values[0]


def actions_of(session: Session, path: str) -> str:
    """The notation of a complete path."""
    if path.startswith("#") and path[1:].isdigit():
        legal = engine.legal_actions(session.state)
        if int(path[1:]) < len(legal):
            return engine.format_action(legal[int(path[1:])])
    return path


def _start(session: Session, view: PlayerView) -> Screen:
    state = session.state
    match view.phase:
        case Phase.SETUP:
            free = [corner for corner in engine.CORNERS if corner not in view.homes]
            buttons = tuple(Choice(f"?corner {corner.name}", corner.name) for corner in free)
            lit = sum(engine.SECTOR_MASKS[corner] for corner in free)
            return Screen("Which corner is to be your home?", view, lit=lit, buttons=buttons)
        case Phase.DEAL:
            menu = tuple(
                Choice(f"#{number}", words.imperative(action, view)) for number, action in enumerate(_legal(state))
            )
            return Screen(f"{text.hand(view)}\nHow do you deal?", view, cards=True, menu=menu)
        case Phase.ANSWER:
            return _answer(view, session.names)
        case Phase.PLAY:
            return _kinds(state, view)
        case _:
            return _continue(view, state, "")


def _legal(state: State) -> tuple[Action, ...]:
    return engine.legal_actions(state)


def _answer(view: PlayerView, names: text.Names) -> Screen:
    seat = view.seat if view.seat is not None else Seat.RED
    card = view.cards[seat]
    name = card.name if card is not None else "hidden"
    hidden = " (the others do not know it)" if view.face_down == seat else ""
    exchange = ", or exchange a prisoner" if text.may_exchange(view, seat) else ""
    where = f"on **any empty square**, for {name} is full now," if _is_full(view, card) else f"in {name}"
    allowed = (
        f"Your card: **{name}**{hidden}.\n"
        f"**Accept**: place a cube {where} and manoeuvre with it, or move, form or dissolve a juggernaut by it.\n"
        f"**Reject**: move any syntagma or phalanx{exchange}. {text.archon_after(view, names)}"
    )
    lit = engine.SECTOR_MASKS[card] if card is not None else 0
    buttons = (Choice("accept", "Accept"), Choice("reject", "Reject"))
    return Screen(allowed, view, lit=lit, buttons=buttons, instant=True)


def _is_full(view: PlayerView, card: engine.Sector | None) -> bool:
    """Whether a card's sector has no empty square while the board has, so that one may place anywhere (section 4)."""
    taken = engine.occupied(view.board)
    return (
        card is not None
        and not engine.SECTOR_MASKS[card] & ~taken
        and any(mask & ~taken for mask in engine.SECTOR_MASKS)
    )


def _anywhere(view: PlayerView) -> str:
    """What is to be added to a question about placing where the card's sector is full."""
    card = None if view.to_act is None else view.cards[view.to_act]
    return f" {card.name} is full: you may place on **any empty square**." if card and _is_full(view, card) else ""


def _kinds(state: State, view: PlayerView) -> Screen:
    """The first question of a play: what kind of it."""
    legal = _legal(state)
    buttons = [
        Choice(path, label) for path, (label, _, kind) in MENUS.items() if any(isinstance(a, kind) for a in legal)
    ]
    if any(isinstance(action, engine.MoveSyntagma | engine.MovePhalanx) for action in legal):
        buttons.insert(0, Choice("?move", "Move"))
    buttons.append(Choice("pass", "Pass"))
    anywhere = _anywhere(view) if any(button.path == "?place" for button in buttons) else ""
    return Screen(f"Please {text.to_do(view)}.{anywhere}", view, buttons=tuple(buttons))


def _squares_of_corner(view: PlayerView, corner: str) -> Screen:
    sector = engine.parse_sector(corner)
    names = sorted(engine.square_name(square) for square in engine.squares(engine.SECTOR_MASKS[sector]))
    menu = tuple(Choice(name, name, squares=(engine.parse_square(name),)) for name in names)
    lit = engine.SECTOR_MASKS[sector]
    return Screen(f"Four squares of the corner {corner}:", view, lit=lit, menu=menu, many=4, back="")


def _menu(state: State, view: PlayerView, path: str) -> Screen:
    _, question, kind = MENUS[path]
    chosen = [action for action in _legal(state) if isinstance(action, kind)]
    menu = _choices(state, view, chosen, "")
    question += _anywhere(view) if kind is engine.Place else ""
    return Screen(question, view, menu=menu, crossed=_captured(state, chosen), back="")


def _choices(state: State, view: PlayerView, actions: Sequence[Action], prefix: str) -> tuple[Choice, ...]:
    """Menu entries for actions that follow those of `prefix`, with what each would capture and score."""
    choices = []
    for action in actions:
        after = engine.view(engine.apply(state, action), None)
        label = words.imperative(action, view, after)
        squares = _squares(action, view)
        choices.append(Choice(f"{prefix}{engine.format_action(action)}", label, _gain(view, after), squares))
    return tuple(choices)


def _gain(before: PlayerView, after: PlayerView) -> str:
    seat = before.to_act
    change = 0 if seat is None else after.scores[seat] - before.scores[seat]
    return f"score {change:+d}" if change else ""


def _captured(state: State, actions: Sequence[Action]) -> Mask:
    """All squares on which one of the actions would capture."""
    captured = 0
    for action in actions:
        if isinstance(action, engine.MovePhalanx | engine.MoveJuggernaut):
            after = engine.apply(state, action)
            captured |= engine.changes(state.board, after.board, action.seat).captured
    return captured


def _squares(action: Action, before: PlayerView) -> tuple[Square, ...]:
    """Where an action may be numbered: where it leads, or what it changes."""
    match action:
        case engine.Place(_, square) | engine.MoveSyntagma(_, _, square):
            return (square,)
        case engine.MovePhalanx(_, corners, direction):
            return tuple(engine.squares(engine.PHALANXES[corners].path(direction)))
        case engine.MoveJuggernaut(_, square, direction):
            block = engine.juggernaut_squares(square)
            return tuple(engine.squares(engine.juggernaut_squares(square + direction) & ~block))
        case engine.FormJuggernaut(_, square) | engine.DissolveJuggernaut(_, square):
            return tuple(engine.squares(engine.juggernaut_squares(square)))
        case engine.Pass() if before.placed is not None:
            return (before.placed,)
        case _:
            return ()


def cubes_of(action: Action) -> Mask:
    """The cubes that a syntagma's or phalanx's move moves."""
    match action:
        case engine.MoveSyntagma(_, origin, _):
            return 1 << origin
        case engine.MovePhalanx(_, corners, _):
            return engine.PHALANXES[corners].cubes
        case _:
            return 0


def _movers(state: State, view: PlayerView) -> Screen:
    """Which cube is to move: each that can, alone or in a phalanx, with the number of its moves."""
    moves = [(cubes_of(action), action) for action in _legal(state)]
    menu = []
    for square in engine.squares(view.board.cubes[state.to_act or 0]):
        count = sum(cubes >> square & 1 for cubes, _ in moves)
        if count:
            name = engine.square_name(square)
            menu.append(Choice(f"?move {name}", name, f"{count} move{'s' if count > 1 else ''}", (square,)))
    return Screen("Which cube is to move, alone or in a phalanx?", view, menu=tuple(menu), back="")


def _moves(state: State, view: PlayerView, name: str) -> Screen:
    square = engine.parse_square(name)
    actions = [action for action in _legal(state) if cubes_of(action) >> square & 1]
    menu = _choices(state, view, actions, "")
    crossed = _captured(state, actions)
    question = f"Where does {name} go, alone or in a phalanx?"
    return Screen(question, view, chosen=1 << square, menu=menu, crossed=crossed, back="?move")


def _after(session: Session, user: int, view: PlayerView, path: str) -> Screen:
    """What comes after the actions in `path`: the next choice, or the confirmation. Where there is no choice, on."""
    preview = session.preview(user, path)
    while not preview.complete:
        legal = _legal(preview.state)
        if len(legal) > 1:
            return _continue(preview.steps[-1].after, preview.state, path, _back(session.state, path))
        path = f"{path} {engine.format_action(legal[0])}"
        preview = session.preview(user, path)
    return _confirm(session, view, preview, path)


def _continue(view: PlayerView, state: State, path: str, back: str | None = None) -> Screen:
    """The manoeuvre of a placed cube, or the placing of a cube that was picked up."""
    legal = _legal(state)
    prefix = f"{path} " if path else ""
    actions = sorted(legal, key=lambda action: not isinstance(action, engine.Pass))
    if view.phase is Phase.REDEPLOY:
        question = f"Where do you place the picked-up cube ({view.in_hand} in hand)?{_anywhere(view)}"
    else:
        question = f"A manoeuvre with {engine.square_name(view.placed or 0)}, or leave it there?"
    chosen = 0 if view.placed is None else 1 << view.placed
    menu = _choices(state, view, actions, prefix)
    return Screen(question, view, chosen=chosen, menu=menu, crossed=_captured(state, actions), back=back)


def _back(state: State, path: str) -> str:
    """The path to the last choice before those in `path`, which are legal in `state`."""
    start, seat = state.phase, state.to_act
    assert seat is not None
    done: list[str] = []
    choices: list[list[str]] = []
    for words_of in split_actions(path)[:-1]:
        done.append(words_of)
        state = engine.apply(state, engine.parse_action(words_of, seat))
        if len(_legal(state)) > 1:
            choices.append([*done])
    if choices:
        return " ".join(choices[-1])
    if start is not Phase.PLAY:
        return ""
    if path[0] in _MENU_OF:
        return _MENU_OF[path[0]]
    return f"?move {path[:2]}" if ">" in path else ""


_MENU_OF = {"@": "?place", "J": "?jug", "+": "?form", "-": "?dissolve", "x": "?exchange"}


def _confirm(session: Session, view: PlayerView, preview: Preview, path: str) -> Screen:
    lines = [text.would(step) for step in preview.steps]
    after = preview.steps[-1].after
    lines.append(text.change_of_scores(view, after, session.names))
    if preview.state.phase is Phase.OVER:
        lines.append(text.FINAL)
    marks = engine.changes(view.board, after.board, view.seat if view.seat is not None else Seat.RED)
    moved = tuple(_moved(step.seen.action, step.before.board) for step in preview.steps)
    back = _back(session.state, path)
    # It is still this player's turn: only what lies on the board and beside it is as it would be.
    shown = replace(
        view,
        board=after.board,
        homes=after.homes,
        supply=after.supply,
        prisoners=after.prisoners,
        scores=after.scores,
    )
    return Screen("\n".join(lines), shown, marks=marks, moved=moved, confirm=path, back=back)


def _moved(action: Action | engine.Shuffle | None, board: engine.Board) -> images.Overlay:
    """What an action has moved, formed or dissolved, as it is drawn on the board after it."""
    if action is None or isinstance(action, engine.Shuffle | engine.Setup | engine.Place):
        return images.Overlay()
    shown = images.overlay(action, board)
    if (step := shown.direction) is None:
        return shown
    return images.Overlay(group=shown.group << step if step > 0 else shown.group >> -step)


def _deal_confirm(session: Session, seat: Seat, view: PlayerView, path: str) -> Screen:
    action = engine.parse_action(actions_of(session, path), seat)
    question = f"{words.imperative(action, view)}?"
    return Screen(question, view, cards=True, receivers=_receivers(action, view), confirm=path, back="")


def _receivers(action: Action, view: PlayerView) -> tuple[Seat, ...]:
    """Who gets each card of the hand by a deal."""
    if not isinstance(action, engine.Deal):
        return ()
    first = engine.next_seat(view.homes, action.seat)
    second = engine.next_seat(view.homes, first)
    dealt = [(action.keep, action.seat), (action.first, first), (action.second, second)]
    found = []
    for card in view.hand:
        # Of equal cards it does not matter which one goes where.
        each = next(pair for pair in dealt if pair[0] is card)
        dealt.remove(each)
        found.append(each[1])
    return tuple(found)
