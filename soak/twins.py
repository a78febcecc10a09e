"""Two games that differ only in what some may not know look the same to those, to the last byte, over the whole stack.

A game is played by chance to a ply by chance. Its twin has the same log but for cards that the onlookers cannot know:
those of the pile and the rejected ones for everybody, the Archon's own for the others. By turns the pairs differ in the
three cards drawn, in the card kept hidden, in those rejected unseen and in those drawn next. Both are put before the
whole bot, each in a sandbox; all that the onlookers are shown and can ask for is compared, then somebody plays on, and
again after a reminder, now in text, large print and other colours.
"""

from __future__ import annotations

import asyncio
import hashlib
import itertools
import json
import logging
import random
import re
import time
from collections.abc import Iterator
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import engine
from bot.client import Syntagma
from bot.sandbox import Channel, Guild, MessageView, Permission, Person, Sandbox
from bot.store.rows import NoticeRow
from engine import Action, Deal, Phase, Seat, State
from soak.broken import Broken
from soak.indoors import indoors, listening, told
from soak.scratch import scratch
from soak.stock import EPOCH, NAMES, Script, put, script

IDS = re.compile(r"\d{15,}")
TIMES = re.compile(r"\d{4}-\d\d-\d\dT[\d:.]+(?:\+00:00|Z)|<t:\d+(?::\w)?>|127\.0\.0\.1:\d+|within \d+ ms")
TYPED = ("", "pass", "@", "captures", "deal", "e5", "accept ", "pass deal ")
LOOKS: tuple[dict[str, Any], ...] = (
    {"text": True},
    {"large": True, "theme": "dark"},
    {"turned": False, "palette": "red-green"},
)
DAY = 25 * 3600
"""Seconds after which whoever is to act is reminded."""
TRIALS = 12
"""How many exchanges of cards are tried for a twin before another game is taken."""
SECRETS = ("hand", "cards", "buried", "pile")
"""The parts of a state that somebody may not know; the twins of a pair differ in one of them at least."""
PUBLIC = None


@dataclass(frozen=True, slots=True)
class Pair:
    """Two games, the seats of those who cannot tell them apart (none: who plays in neither), and how each goes on."""

    one: Script
    other: Script
    blind: tuple[Seat | None, ...]
    then: tuple[str, str]


def run(count: int, seed: int) -> str:
    """Compare `count` pairs; returns the figure. Raises Broken."""
    begun = time.monotonic()
    rng = random.Random(seed)
    pages = 0
    for number in range(count):
        pair = pair_of(rng, SECRETS[number % len(SECRETS)])
        with scratch() as folder:
            one, other = asyncio.run(both(pair, folder))
        if found := difference(one, other):
            what = f"seed {seed}, pair {number + 1}, ply {pair.one.plies}, blind {pair.blind}"
            raise Broken(f"{what}: {found}")
        pages += len(one)
    took = time.monotonic() - begun
    return f"{count} pairs of games at plies by chance: {pages} lines and files compared, 0 differ; {took:.0f} s"


# Twins


def pair_of(rng: random.Random, secret: str) -> Pair:
    """A game by chance and a twin of it that differs in that part of the state."""
    while True:
        one = _game(rng, secret)
        everybody = secret in ("buried", "pile") and rng.random() < 0.5
        for _ in range(TRIALS):
            if pair := _twin(one, rng, secret, everybody):
                return pair


def _game(rng: random.Random, secret: str) -> Script:
    """A game to a ply by chance; if the hand is wanted, to one at which somebody has a hand."""
    seed, plies = rng.getrandbits(32), rng.randrange(4, 160)
    while True:
        one = script(seed, plies)
        if secret != "hand" or one.deals:
            return one
        plies = one.plies + 1


def _twin(one: Script, rng: random.Random, secret: str, everybody: bool) -> Pair | None:
    """The game with two cards of its last shuffle exchanged, if that is one who `everybody` (or some) cannot tell."""
    last = max(seq for seq, (kind, _, _) in enumerate(one.entries) if kind == "shuffle") if _drawn(one) else 0
    if not last:
        return None
    faces = list(engine.parse_shuffle(one.entries[last][1]).faces)
    drawn = len(faces) - len(_end(one).pile)
    # The last three drawn are in the hand, or dealt; what is drawn next is what somebody would most like to know.
    first = rng.randrange(max(drawn - 3, 0), drawn) if secret in ("hand", "cards") else rng.randrange(drawn)
    first = first if secret != "pile" else min(drawn + rng.randrange(3), len(faces) - 1)
    second = rng.randrange(len(faces))
    if faces[first] == faces[second]:
        return None
    faces[first], faces[second] = faces[second], faces[first]
    states, its_states, entries = [engine.new_game(one.options)], [engine.new_game(one.options)], []
    seats = set[Seat | None]((PUBLIC, *Seat))
    for seq, (kind, text, seat) in enumerate(one.entries):
        if seq == last:
            action: Action | engine.Shuffle = engine.parse_shuffle(text)
            its: Action | engine.Shuffle = engine.Shuffle(tuple(faces))
        elif kind == "shuffle":
            action = its = engine.parse_shuffle(text)
        else:
            action = engine.parse_action(text, Seat(seat))
            its = _like(action, states[-1], its_states[-1])
        for viewer in tuple(seats):
            if _seen(action, states[-1], viewer) != _seen(its, its_states[-1], viewer):
                seats.discard(viewer)
        try:
            states.append(engine.apply(states[-1], action))
            its_states.append(engine.apply(its_states[-1], its))
        except engine.IllegalAction:
            return None
        entries.append((kind, engine.format_action(its), seat))
        seats -= {each for each in seats if engine.view(states[-1], each) != engine.view(its_states[-1], each)}
    if PUBLIC not in seats or (everybody and len(seats) < 4):
        return None
    if getattr(states[-1], secret) == getattr(its_states[-1], secret):
        return None
    # What can be done in both: with another card the Archon may do something else.
    its_legal = set(engine.legal_actions(its_states[-1]))
    ways = [(then, _like(then, states[-1], its_states[-1])) for then in engine.legal_actions(states[-1])]
    if not (common := [(then, its_then) for then, its_then in ways if its_then in its_legal]):
        return None
    then, its_then = rng.choice(common)
    words = engine.format_action(then), engine.format_action(its_then)
    other = replace(one, entries=tuple(entries), digest=engine.digest(its_states[-1]))
    return Pair(one, other, tuple(sorted(seats, key=str)), words)


def _drawn(one: Script) -> bool:
    return any(kind == "shuffle" for kind, _, _ in one.entries)


def _end(game: Script) -> State:
    """The position that somebody has to act in."""
    state = engine.new_game(game.options)
    for kind, text, seat in game.entries:
        shuffled = kind == "shuffle"
        state = engine.apply(state, engine.parse_shuffle(text) if shuffled else engine.parse_action(text, Seat(seat)))
    return state


def _like(action: Action, state: State, its_state: State) -> Action:
    """What the same person does in the twin: a deal deals the cards at the same places of the hand."""
    if not isinstance(action, Deal):
        return action
    places = [engine.card_sector(state, face) for face in state.hand]
    its_places = [engine.card_sector(its_state, face) for face in its_state.hand]

    def at(sector: engine.Sector) -> engine.Sector:
        return its_places[places.index(sector)]

    return Deal(action.seat, at(action.keep), at(action.first), at(action.second))


def _seen(action: Action | engine.Shuffle, state: State, viewer: Seat | None) -> str:
    return engine.seen(action, state, viewer).text


# Looking on


async def both(pair: Pair, folder: Path) -> tuple[list[str], list[str]]:
    one = await _pages(pair, pair.one, pair.then[0], folder / "one.db")
    return one, await _pages(pair, pair.other, pair.then[1], folder / "other.db")


async def _pages(pair: Pair, game: Script, then: str, database: Path) -> list[str]:
    """All that those who are blind to the difference see of a game, and of it after one more play."""
    start = EPOCH / 1000 + game.plies * 60 + 60
    async with Sandbox(start_time=start) as sandbox:
        guild = sandbox.add_guild("Hellas")
        channel = sandbox.add_channel(guild, "agora")
        players = [sandbox.add_person(guild, name) for name in NAMES]
        with listening("bot", logging.DEBUG) as log:
            async with indoors(sandbox, database) as bot:
                notices = [NoticeRow("table", players[game.to_act].id, "", EPOCH)]
                number = await put(
                    bot.store, channel.id, guild.id, game, [each.id for each in players], notices=notices
                )
                bot.table.wake(number)
                await told(bot)
                circle = Circle(
                    sandbox, bot, guild, channel, [players[seat] for seat in pair.blind if seat is not None]
                )
                await circle.look(game.plies)
                session = await bot.games.get(number)
                await session.play(session.waiting or 0, then)
                await told(bot)
                if _still_blind(pair):
                    sandbox.advance(DAY)
                    await bot.watch.tick()
                    await told(bot)
                    await circle.see_otherwise()
                    await circle.look(game.plies)
        return [*circle.pages, *(circle.same(_line(record)) for record in log)]


def _still_blind(pair: Pair) -> bool:
    """Whether the play after which it is looked again turned up nothing."""
    ends = []
    for game, words in zip((pair.one, pair.other), pair.then, strict=True):
        after = engine.apply(_end(game), engine.parse_action(words, game.to_act))
        ends.append([(engine.view(after, seat), after.phase is Phase.PLAY) for seat in pair.blind])
    return ends[0] == ends[1] and ends[0][0][0].to_act is not None


class Circle:
    """The onlookers: players who cannot tell the games apart, a moderator and an outsider."""

    def __init__(self, sandbox: Sandbox, bot: Syntagma, guild: Guild, channel: Channel, players: list[Person]) -> None:
        self.sandbox, self.bot, self.channel, self.players = sandbox, bot, channel, players
        self.mod = sandbox.add_person(guild, "Mod", permissions=Permission.MANAGE_CHANNELS)
        self.otto = sandbox.add_person(guild, "Otto")
        self.pages: list[str] = []
        self._names: dict[str, str] = {}

    async def look(self, ply: int) -> None:
        """Ask for all there is, and note what each sees then."""
        for person in (*self.players, self.otto):
            await self._ask(person, ply)
        await self._moderate(ply)
        await told(self.bot)
        for person in (*self.players, self.mod, self.otto):
            sight = self.sandbox.view_for(person)
            sight.pop("now")
            lines = json.dumps(sight, indent=1, ensure_ascii=False).splitlines()
            self.pages += [f"{person.name} sees {self.same(line)}" for line in lines]
            self.pages += [f"{person.name} opens {line}" for line in self._files(person)]

    async def see_otherwise(self) -> None:
        """Let each choose another form in which boards and cards are shown to them."""
        for person, look in zip((*self.players, self.otto), itertools.cycle(LOOKS), strict=False):
            await person.slash(self.channel, "settings", **look)

    async def _ask(self, person: Person, ply: int) -> None:
        lines: list[tuple[str, dict[str, Any]]] = [
            ("board", {"text": True}),
            ("board", {"ply": ply // 2}),
            ("hand", {}),
            ("log", {"page": 1}),
            ("log", {"page": 3}),
            ("replay", {"last": 2}),
            ("game info", {}),
            ("game list", {}),
            ("game export", {}),
            ("doctor", {}),
            ("privacy", {"what": "export"}),
            ("plan", {"action": "if N: accept; reject"}),
            # It waits for a while by chance, which would tell the games apart.
            ("plan", {"cancel": True}),
        ]
        if not self._is_called(person):
            lines += [("play", {"action": words}) for words in ("deal N N N", "pass", "@e5 e5>f6", "reject pass")]
        for line, options in lines:
            await person.slash(self.channel, line, **options)
        for typed in TYPED:
            offered = await person.autocomplete(self.channel, "play", option="action", text=typed)
            self.pages.append(self.same(f"{person.name} types {typed!r}: {offered}"))
        if (table := self._table()) is not None:
            for label in ("My card", "Log", "Act"):
                await person.click(table, label)

    def _table(self) -> MessageView | None:
        shown = reversed(self.otto.messages(self.channel))
        return next((message for message in shown if "My card" in message.labels), None)

    def _is_called(self, person: Person) -> bool:
        table = self._table()
        return table is not None and person.mention in table.content

    async def _moderate(self, ply: int) -> None:
        mod = self.mod
        for line in ("mod status", "mod audit", "mod export", "doctor"):
            await mod.slash(self.channel, line)
        await mod.slash(self.channel, "board", public=True)
        for line, options in (("mod undo", {}), ("mod skip", {}), ("mod rewind", {"ply": str(ply // 2)})):
            asked = await mod.slash(self.channel, line, **options)
            if asked.response is not None and "Cancel" in asked.response.labels:
                await mod.click(asked.response, "Cancel")
        offered = await mod.autocomplete(self.channel, "mod rewind", option="ply", text="1")
        self.pages.append(self.same(f"the moderator types: {offered}"))

    def _files(self, person: Person) -> Iterator[str]:
        world = self.sandbox.world
        for message in world.messages.values():
            if world.may_see(person.id, message):
                for file in message.attachments:
                    in_words = file.filename.endswith(".json")
                    content = self.same(_unsealed(file.content)).encode() if in_words else file.content
                    yield self.same(f"{file.filename} {len(file.content)} {hashlib.sha256(content).hexdigest()}")

    def same(self, line: str) -> str:
        """A line without what differs from one run to the next: identifiers, times and addresses."""
        line = TIMES.sub("…", line)
        return IDS.sub(lambda found: self._names.setdefault(found[0], f"id{len(self._names)}"), line)


def _unsealed(content: bytes) -> str:
    """An export without its sealed part."""
    body = json.loads(content)
    body.pop("sealed", None)
    return json.dumps(body)


def difference(one: list[str], other: list[str]) -> str:
    for at, (line, its) in enumerate(zip(one, other, strict=False)):
        if line != its:
            before = "\n  ".join(one[max(0, at - 3) : at])
            return f"\n  {before}\n- {line}\n+ {its}"
    return "" if len(one) == len(other) else f"{len(one)} and {len(other)} lines"


def _line(record: logging.LogRecord) -> str:
    return f"{record.name} {record.getMessage()} {record.__dict__.get('entries')}"
