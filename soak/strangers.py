"""Strangers who do anything that a client can send, and some things that no honest one would.

A hypothesis state machine: any user, any command, any text in its options, any button old or new, forged `custom_id`s.
"""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Callable, Coroutine, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any, ClassVar, TypeVar

from hypothesis import HealthCheck, Phase, settings
from hypothesis import strategies as st
from hypothesis.errors import Flaky
from hypothesis.stateful import RuleBasedStateMachine, initialize, rule, run_state_machine_as_test

from bot.sandbox import Channel, Interaction, Person, Refused, Sandbox
from bot.sandbox.commands import leaves
from bot.sandbox.options import offered
from soak.broken import Broken
from soak.indoors import indoors, listening
from soak.scratch import scratch
from soak.stage import Snapshot, Stage

T = TypeVar("T")
Json = dict[str, Any]
STEPS = 40

ACTIONS = (
    "pass",
    "accept",
    "reject",
    "@e5",
    "@e5 e5>f6",
    "deal N C E",
    "setup a1,a2,b1,b2",
    "if N: accept; reject",
    "x Y",
)
NASTY = (
    "\x00",
    "\u202e\u2066@everyone",
    "<@1><@&1><#1>",
    "9" * 40,
    "-1",
    "١٢٣",
    "s:1:1:act:0:",
    "'; DROP TABLE games; --",
    "{}{0}%s%n",
    "\ud83d",
    "e5>" * 500,
    "pass " * 300,
    "if " * 50,
    "```\n@here",
)
texts = st.one_of(
    st.sampled_from(ACTIONS),
    st.sampled_from(NASTY),
    st.text(min_size=1, max_size=60),
    st.lists(st.sampled_from(ACTIONS + NASTY), min_size=1, max_size=4).map(" ".join),
    st.integers(0, 9).map(str),
)
numbers = st.one_of(st.integers(-3, 60), st.sampled_from([-(2**53), 2**53, 100_000, 999]))
VERBS = (
    "act",
    "card",
    "log",
    "page",
    "p",
    "do",
    "undo",
    "join",
    "leave",
    "start",
    "vote",
    "consent",
    "mute",
    "decline",
)
MORE_VERBS = ("rematch", "unplan", "yes", "no", "agree", "audit", "erase", "keep", "restore", "x")
PATHS = (
    *(
        "",
        "pass",
        "accept",
        "@e5",
        "#0",
        "#99",
        "#",
        "?move",
        "?move e5",
        "?move zz",
        "?corner SW",
        "?corner XX",
        "?place",
    ),
    *("resign", "undo", "rewind 0", "rewind 9999", "rewind x", "replace R 1", "reset", "endvoid", "endscored", "end x"),
    *("undo 1", "skip 5", "restore 1", "move 1", "replace R x", "scored", "1", "-1", "\u202e", "9" * 60),
)


@dataclass(frozen=True, slots=True)
class Given:
    """What is given for an option, whatever its kind. All is drawn at once, before anybody knows what is wanted."""

    wanted: bool
    text: str
    number: int
    which: int


GIVEN = st.builds(Given, st.booleans(), texts, numbers, st.integers(0, 99))


@st.composite
def custom_ids(draw: st.DrawFn) -> str:
    """Texts in the form of a `custom_id`, nearly in it, or in none."""
    if draw(st.integers(0, 5)) == 0:
        return draw(st.text(min_size=1, max_size=100))
    kind = draw(st.sampled_from("smx"))
    game, seq = draw(st.integers(0, 40)), draw(st.one_of(st.integers(0, 60), st.just(10**9)))
    verb, page = draw(st.sampled_from(VERBS)), draw(st.sampled_from([0, 1, 999, 1000]))
    return f"{kind}:{game}:{seq}:{verb}:{page}:{draw(st.one_of(st.sampled_from(PATHS), texts))}"[:100]


class Strangers(RuleBasedStateMachine):
    """Each example has a channel of its own; the people, the bot and the database are the same for all."""

    stage: ClassVar[Stage]
    loop: ClassVar[asyncio.AbstractEventLoop]
    found: ClassVar[list[str]]
    """What was amiss. What hypothesis makes of it is another matter: tried again it is another evening."""
    channel: Channel
    before: Snapshot | None = None

    @initialize(friends=st.lists(st.integers(0, 11), min_size=3, max_size=3, unique=True), plays=st.integers(0, 12))
    def begin(self, friends: list[int], plays: int) -> None:
        """A channel, mostly with a running game of three in it."""
        self.channel = self.stage.open_channel()
        for person in (*self.stage.strangers, *self.stage.moderators):
            person.join(self.stage.guild)
        for number, friend in enumerate(friends):
            person = self.stage.people[friend]
            self._try(person, self.channel, "game join" if number else "game new", {})
        first = self.stage.people[friends[0]]
        if plays:
            self._try(first, self.channel, "game start", {})
        for _ in range(plays):
            self.play_on()

    def _run(self, work: Coroutine[Any, Any, T]) -> T:
        return self.loop.run_until_complete(work)

    def _do(self, actor: Person, deed: Callable[[], Interaction]) -> None:
        """Do something and look what came of it; what no client would send is left alone."""
        before = self.before or self.stage.snapshot()
        try:
            used = self._run(self.stage.done(deed))
        except Refused:
            return
        self.before = self.stage.snapshot()
        if amiss := list(self.stage.amiss(actor, used, before, self.before)):
            self.found.append("\n".join((f"{actor!r}: {used!r}", *amiss)))
            raise AssertionError(self.found[-1])

    @rule()
    def play_on(self) -> None:
        """Whoever is to act does the first thing that is legal."""
        found = self.stage.legal(self.channel, self.stage.snapshot())
        if found is not None:
            person, words = found
            self._try(person, self.channel, "play", {"action": words})

    @rule(who=st.integers(0, 99))
    def play_for_another(self, who: int) -> None:
        """Anybody does what is legal for whoever is to act."""
        found = self.stage.legal(self.channel, self.stage.snapshot())
        if found is not None:
            self._try(self.stage.person(who), self.channel, "play", {"action": found[1]})

    @rule(who=st.integers(0, 99), what=st.integers(0, 999), where=st.integers(0, 9), given=st.lists(GIVEN, max_size=12))
    def command(self, who: int, what: int, where: int, given: list[Given]) -> None:
        """Any command with any options, in the channel, in another, or in direct messages."""
        person = self.stage.person(who)
        channel = person.dm if where == 0 else self.stage.foreign if where == 1 else self.channel
        lines = [
            (" ".join(words), options)
            for command in offered(self.stage.sandbox.site, channel, person.id)
            for words, options in leaves(command.body)
        ]
        if lines:
            line, options = lines[what % len(lines)]
            pairs = zip(options, given, strict=False)
            values = {option["name"]: self._value(option, one) for option, one in pairs if one.wanted}
            self._try(person, channel, line, values)

    @rule(who=st.integers(0, 99), text=texts, option=st.sampled_from(["action", "game", "ply", "topic", "zone"]))
    def type_on(self, who: int, text: str, option: str) -> None:
        """Autocomplete, whatever is typed."""
        lines = {"action": "play", "game": "board", "ply": "mod rewind", "topic": "help", "zone": "settings"}
        person = self.stage.person(who)
        self._do(person, lambda: person.send_autocomplete(self.channel, lines[option], option=option, text=text))

    @rule(who=st.integers(0, 99), which=st.integers(0, 9999))
    def press(self, who: int, which: int) -> None:
        """Any button that is on a message somewhere, by anybody who could have seen it or not."""
        if buttons := self.stage.buttons():
            message, custom_id = buttons[-1 - which % min(len(buttons), 60)]
            person = self.stage.person(who)
            values = ["#0"] if custom_id.startswith("m:") else None
            if self.stage.sees(person, message.channel):
                self._do(person, lambda: person.forge(message.channel, custom_id, message, values))

    @rule(who=st.integers(0, 99), which=st.integers(0, 9999))
    def press_again(self, who: int, which: int) -> None:
        """A button of some time ago, on a message that does not bear it any more."""
        if old := sorted(self.stage.custom_ids):
            self._forge(self.stage.person(who), old[which % len(old)], None)

    @rule(who=st.integers(0, 99), custom_id=custom_ids(), values=st.none() | st.lists(texts, max_size=4))
    def forge(self, who: int, custom_id: str, values: list[str] | None) -> None:
        """A button or menu that was never there."""
        self._forge(self.stage.person(who), custom_id, values)

    @rule(hours=st.sampled_from([0.01, 1, 25, 24 * 8]))
    def wait(self, hours: float) -> None:
        """Time goes by; what it brings is nobody's deed."""
        self._run(self.stage.wait(hours))
        self.before = self.stage.snapshot()

    @rule(who=st.integers(0, 99), comes=st.booleans())
    def come_and_go(self, who: int, comes: bool) -> None:
        """Somebody leaves the server, or closes their direct messages, or comes back."""
        person = self.stage.person(who)
        if comes:
            person.join(self.stage.guild)
            person.open_dms()
        elif who % 2:
            person.close_dms()
        elif person in self.stage.strangers:
            person.leave(self.stage.guild)

    def _forge(self, person: Person, custom_id: str, chosen: list[str] | None) -> None:
        # Whether it is a menu lies in the message, and so is not the client's to choose.
        values = (chosen or ["x"]) if custom_id.startswith("m:") else None

        def deed() -> Interaction:
            return person.forge(self.channel, custom_id, self.stage.plant(self.channel, custom_id, values), values)

        if self.stage.sees(person, self.channel):
            self._do(person, deed)

    def _try(self, person: Person, channel: Channel, line: str, given: Json) -> None:
        self._do(person, lambda: person.send_slash(channel, line, **given))

    def _value(self, option: Json, given: Given) -> object:
        if choices := option.get("choices"):
            return choices[given.which % len(choices)]["value"]
        match option["type"]:
            case 3:
                return given.text
            case 4:
                low, high = option.get("min_value", -(2**53)), option.get("max_value", 2**53)
                return min(max(given.number, low), high)
            case 5:
                return given.which % 2 == 0
            case 6:
                return self.stage.person(given.which)
            case 7:
                return self.stage.channels[given.which % len(self.stage.channels)]
            case 8:
                roles = list(self.stage.guild.roles.values())
                return roles[given.which % len(roles)]
            case _:
                return ("game.json", given.text.encode(errors="surrogatepass"))


@contextmanager
def raised(folder: Path) -> Iterator[type[Strangers]]:
    """A stage on which the machine may play."""
    loop = asyncio.new_event_loop()
    sandbox = Sandbox()
    loop.run_until_complete(sandbox.start())
    inside = indoors(sandbox, folder / "strangers.db")
    bot = loop.run_until_complete(inside.__aenter__())
    try:
        with listening("", logging.ERROR) as errors:
            Strangers.stage = Stage(sandbox, bot, folder / "strangers.db", errors)
            Strangers.loop, Strangers.found = loop, []
            yield Strangers
    finally:
        loop.run_until_complete(inside.__aexit__(None, None, None))
        loop.run_until_complete(sandbox.stop())
        loop.close()


def run(count: int, seed: int, steps: int = STEPS) -> str:
    """Let strangers loose for `count` evenings; returns the figure. Raises Broken."""
    begun = time.monotonic()
    with scratch() as folder, raised(folder) as machine:
        machine._hypothesis_internal_use_seed = seed
        chosen = settings(
            max_examples=count,
            stateful_step_count=steps,
            deadline=None,
            database=None,
            suppress_health_check=list(HealthCheck),
            # What is found depends on all evenings before, so there is nothing to be gained by making it smaller.
            phases=(Phase.generate,),
        )
        try:
            run_state_machine_as_test(machine, settings=chosen)
        except (AssertionError, Flaky) as error:
            raise Broken(f"seed {seed}: {machine.found[0] if machine.found else error}") from error
        deeds, changes = machine.stage.deeds, machine.stage.changes
    took = time.monotonic() - begun
    return (
        f"{count} evenings of strangers: {deeds} deeds, {changes} changes of games, 0 by somebody without the right, "
        f"0 unforeseen errors, 0 pings of outsiders; {took:.0f} s"
    )
