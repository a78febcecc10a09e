"""A whole game: its options and all its actions, the dealer's included, and the form of NOTATION.md's game files."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from engine.actions import Action, Deal, Shuffle
from engine.cards import DECK, card_sector
from engine.cases import Json, identity, list_entry, options_json, parse_options, state_json
from engine.errors import IllegalAction, NotationError, Reason
from engine.notation import format_action, parse_action, parse_faces, parse_shuffle, quote
from engine.rules import apply, new_game, outcome
from engine.state import Face, Options, Phase, State


@dataclass(frozen=True, slots=True)
class Record:
    """Everything about a game: what was agreed, and every action in order, shuffles too."""

    options: Options
    actions: tuple[Action | Shuffle, ...]


def replay(options: Options, actions: Iterable[Action | Shuffle]) -> Iterator[State]:
    """The state after each action, from a new game on. Raises `IllegalAction` at the first that the rules refuse."""
    state = new_game(options)
    for action in actions:
        state = apply(state, action)
        yield state


def parse_next(state: State, text: str) -> Action | Shuffle:
    """The action that a text writes, as made by whoever is to act: a written action does not name its seat.

    Raises `NotationError` when it cannot be read, `IllegalAction` when it is nobody's turn to act.
    """
    if text.startswith("shuffle"):
        return parse_shuffle(text)
    if state.to_act is None:
        raise IllegalAction(Reason.GAME_OVER if state.phase is Phase.OVER else Reason.DEALER_TO_ACT)
    return parse_action(text, state.to_act)


def record_json(record: Record) -> Json:
    """A record as JSON: `options`, and `actions` as texts, shuffles among them."""
    return {"options": options_json(record.options), "actions": list(map(format_action, record.actions))}


def parse_record(source: Json) -> Record:
    """The record that JSON holds: `record_json`'s, or a game file's, whose shuffles are made up from its `faces`.

    Whatever is wrong with it, an action that the rules refuse included, is a `NotationError`.
    """
    options = parse_options(source)
    texts = _texts(source)
    dealer = _decks(source) if "faces" in source and not _has_shuffles(texts) else None
    return Record(options, tuple(action for action, _ in _play(options, texts, dealer)))


def game_json(record: Record, name: str | int) -> Json:
    """A record as a game file holds it. ValueError when hidden cards were dealt anew, which that form cannot tell."""
    states: list[State] = []
    draws: list[list[str]] = []
    faces: list[str] = []
    before = new_game(record.options)
    for action, after in zip(record.actions, replay(record.options, record.actions), strict=True):
        if isinstance(action, Shuffle):
            if before.to_act is not None:
                raise ValueError("a game file cannot tell that hidden cards were dealt anew")
            states[-1] = after
        else:
            states.append(after)
        if after.hand and not isinstance(action, Deal):
            draws.append([card_sector(after, face).name for face in after.hand])
            faces.append("".join(map(str, after.hand)))
        before = after
    texts = [format_action(action) for action in record.actions if not isinstance(action, Shuffle)]
    game = {"id": name, "options": options_json(record.options), "draws": draws, "faces": faces, "actions": texts}
    return {**game, "states": list(map(state_json, states)), "winners": _winners(before)}


def solve_game(game: Json) -> Json:
    """A game file's game with its states and winners computed. A game that is not over has no winners yet.

    One whose `actions` have shuffles of their own needs no `faces`.
    """
    name, options, texts = identity(game), parse_options(game), _texts(game)
    dealer = None if _has_shuffles(texts) else _decks(game)
    states: list[State] = []
    last = new_game(options)
    for action, last in _play(options, texts, dealer):
        if not isinstance(action, Shuffle):
            states.append(last)
        elif states:
            states[-1] = last
    return {**game, "id": name, "states": list(map(state_json, states)), "winners": _winners(last)}


def _winners(state: State) -> list[str]:
    ended = outcome(state)
    return [] if ended is None else [seat.letter for seat in ended.winners]


def _play(
    options: Options, texts: list[str], dealer: Iterator[tuple[Face, ...]] | None
) -> Iterator[tuple[Action | Shuffle, State]]:
    """Every action of a written game with the state it leads to, and a dealer's shuffles where they are due."""
    state = new_game(options)
    for number, text in enumerate(texts, 1):
        try:
            action = parse_next(state, text)
            state = apply(state, action)
        except IllegalAction as refused:
            raise NotationError(f"action {number}, {quote(text)}, is refused: {refused}") from refused
        except NotationError as error:
            raise NotationError(f"action {number}: {error}") from error
        yield action, state
        if dealer is not None and state.to_act is None and state.phase is not Phase.OVER:
            shuffle = Shuffle(next(dealer))
            state = apply(state, shuffle)
            yield shuffle, state


def _texts(source: Json) -> list[str]:
    """The entry `actions`."""
    texts = list_entry(source, "actions")
    if not all(isinstance(text, str) for text in texts):
        raise NotationError("'actions' are not all strings")
    return texts


def _has_shuffles(texts: list[str]) -> bool:
    return any(text.startswith("shuffle") for text in texts)


def _decks(source: Json) -> Iterator[tuple[Face, ...]]:
    """The decks whose cards the entry `faces` lists in the order of drawing."""
    faces: tuple[Face, ...] = ()
    for draw in list_entry(source, "faces"):
        if not isinstance(draw, str) or len(draw) != 3:
            raise NotationError("'faces' are not all strings of three digits")
        faces += parse_faces(draw)
    return _filled(faces)


def _filled(faces: tuple[Face, ...]) -> Iterator[tuple[Face, ...]]:
    """Decks that begin with these cards; what they do not list lies at the bottom, sorted."""
    while True:
        top, faces = faces[: len(DECK)], faces[len(DECK) :]
        rest = Counter(DECK)
        rest.subtract(top)
        if min(rest.values()) < 0:
            raise NotationError("'faces' have more than five cards of a face in one deck")
        yield top + tuple(sorted(rest.elements()))
