"""What one person alone is told: whispers, cards, answers to commands and presses."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import engine
from bot.people.preferences import Preferences
from bot.text import words
from bot.text.names import Names, player, timestamp
from bot.text.table import prisoners, rules_of, to_do
from engine import Phase, PlayerView, Seat, Sector

VOTE_COUNTED = "Your vote is counted. It is done when all who may vote want the same; you may change it."
VOTE_THROUGH = "The vote is through."
ENDED = "All have agreed: the game is over."
PACE_ASKED = "I told the others; the pace is changed when all players ask for the same within a week."
PROPOSED = "I asked the others at the table; the game ends when all agree. Your word holds for a week."
MUTED = "No more reminders in this turn."
DECLINED = "You have declined the invitation."
PLAN_OVERTAKEN = "Your turn has passed without your plan, and it is dropped."
PLAN_BROKEN = "Your plan cannot be read any more and is dropped: it is your turn to choose."
PLAN_CANCELLED = "Your plan is cancelled."
NOT_AWAY = "You were not away."
NO_PLAN = "You have no plan for this game."
PRESS_JOIN = "Press **Join** or type `/game join` first."
ALL_TAKEN = "All its seats are taken; if somebody leaves it, you can join."
LEFT = "You have left the lobby."
STARTED = "The game begins: look at the table."
RESIGNED = "You have given up your seat. Thank you for having played."
CANCELLED = "Nothing was changed."
DONE = "Done."
EMPTY = "nothing has happened yet. What is played will stand here, the newest first."
DRAWING = "The pictures are being drawn ..."
SHOWN = "Shown to everybody here."
ASKED = (
    "You play in this game yourself, so another player or another moderator has to agree: I asked at the table. It "
    "holds for three days, unless the game moves on or you ask for something else."
)


def whisper(view: PlayerView, place: str, link: str, anew: bool = False) -> str:
    """The direct message to the Archon; the cards are in it, for nobody else gets it.

    `anew`: they are in place of others, which went back among the cards when the game was brought back.
    """
    seat = view.seat if view.seat is not None else Seat.RED
    who = f"{words.MARKS[seat]} You are the Archon in {place}, playing {words.COLOURS[seat]}."
    if anew:
        yours, these = (
            ("the three cards that you had", "these are new")
            if view.hand
            else ("the card that you had kept", "this one is new")
        )
        who = (
            f"{who} The game was brought back, so the cards that nobody had seen openly were shuffled anew: "
            f"**{yours} went back among them, and {these}.**"
        )
    return f"{who} {hand(view)}\n{link}"


def greeting(view: PlayerView, place: str, link: str) -> str:
    """The direct message to a new player, which also shows whether direct messages arrive."""
    seat = view.seat if view.seat is not None else Seat.RED
    return (
        f"{words.MARKS[seat]} You play {words.COLOURS[seat]} in a game of Syntagma: {place}. "
        f"When you are the Archon, your secret cards come here.\n{link}"
    )


def hand(view: PlayerView) -> str:
    """One's own cards in words."""
    seat = view.seat
    if view.hand:
        return f"Your cards: {words.listing([card.name for card in view.hand])}. Keep one, deal the others."
    if seat is None or (card := view.cards[seat]) is None:
        return "You have no card now: the Archon has not dealt yet."
    state = {True: "accepted", False: "rejected", None: "not answered yet"}[view.answers[seat]]
    if view.face_down == seat:
        return f"You keep the {card.name} card, face down; {state}."
    return f"Your card: {card.name}, {state}."


def turned(home: Sector) -> str:
    """How one's own board lies, where it does not lie as the one at the table."""
    return (
        f"-# Turned to you: your home {home.name} is at the bottom left; squares and sectors keep their names. "
        "`/settings turned:False` shows it as the table does."
    )


def your_turn_still(view: PlayerView) -> str:
    """Below a receipt, to one who has to act again, or is not done yet: then the question follows."""
    if view.phase in (Phase.MANOEUVRE, Phase.REDEPLOY):
        return "**It is still your turn.**"
    return f"**It is your turn again**: please {to_do(view)}."


def for_outsiders(free: bool) -> str:
    """What somebody can do who has no seat in a game that is going on or over; `free`: one is open."""
    if free:
        return "A seat is open: `/game join` takes it."
    return "You may watch it: `/board`, `/log` and `/replay`."


def joined(free: int) -> str:
    """After joining a lobby with so many seats left."""
    if free:
        return f"You have joined. {free} more to come; when there are three, press **Start** or type `/game start`."
    return "You have joined, and you are three: any of you can press **Start** or type `/game start` now."


def seated(view: PlayerView, seat: Seat) -> str:
    """After taking an open seat of a running game."""
    turn = f" It is your turn: please {to_do(view)}." if view.to_act == seat else ""
    return f"You play {words.MARKS[seat]} {words.COLOURS[seat]} now. **My card** at the table shows your card.{turn}"


def undone(ply: int) -> str:
    return f"Taken back: the game is at ply {ply} again. Press **Act** at the table to play anew."


def part(first: int, last: int, count: int, span: str) -> str:
    """Below a question, which entries of a long menu are shown; `span`: the squares from the first to the last."""
    squares = f" (squares {span})" if span else ""
    more = "**Next page** shows the others" if first == 1 else "**Previous page** shows those before"
    if first > 1 and last < count:
        more = f"{more}, **Next page** those after"
    return f"\nShown here: numbers {first} to {last} of {count}{squares}. {more}."


def agreed(what: str) -> str:
    """After consent to what a moderator who plays has asked for."""
    return f"You have agreed, and it is done: **{what}**."


def choose_wish(asked: Sequence[tuple[str, int]]) -> str:
    """Of several things that are asked, each with who asks: which is agreed to?"""
    lines = [f"{number}. **{what}**, asked by <@{asker}>" for number, (what, asker) in enumerate(asked, 1)]
    return "\n".join(["Several things are asked. Choose the one that you agree to:", *lines])


def lobby_opened(channel: int) -> str:
    return f"The lobby is open in <#{channel}>, and you have the first seat."


def facts(view: PlayerView, names: Names, options: engine.Options, pace: str) -> str:
    """What `/game info` tells of a game that has begun: turn, players, options, cards seen and left."""
    seat, archon = view.to_act, view.archon
    turn = "Setup" if archon is None else f"Turn {view.turn}; {player(names, archon)} is the Archon"
    waits = "" if seat is None else f" {player(names, seat)} has to {to_do(view)}."
    lines = [f"{turn}.{waits}", *(_player(view, names, each) for each in Seat)]
    lines += [f"White supply: {view.supply[engine.WHITE]}.", rules_of(options), f"Pace: {pace}."]
    lines.append(f"Cards left to draw: {view.pile} of 45.")
    if archon is not None and (home := view.homes[archon]) is not None:
        reader = player(names, archon)
        lines += [f"Cards shown openly since the last shuffle, five of each in all, as {reader} reads them this turn:"]
        lines += ["```", *_cards_seen(view, home), "```"]
    return "\n".join(lines)


def counts(view: PlayerView, names: Names) -> str:
    """What the plates around a board show, for who sees the large print, which leaves them out."""
    return "\n".join(f"{_player(view, names, seat)}{_lying(view, seat)}" for seat in Seat)


def _lying(view: PlayerView, seat: Seat) -> str:
    """ "; card NE, accepted": a player's card as far as the viewer may see it."""
    card, answer = view.cards[seat], view.answers[seat]
    if card is None and view.face_down != seat:
        return ""
    said = {True: ", accepted", False: ", rejected", None: ""}[answer]
    return f"; card {'face down' if card is None else card.name}{said}"


def _player(view: PlayerView, names: Names, seat: Seat) -> str:
    """Colour, name, home, score, supply and prisoners, in a line."""
    home = view.homes[seat]
    place = f", home {home.name}" if home is not None else ""
    return (
        f"{player(names, seat)} ({words.COLOURS[seat]}{place}): **{view.scores[seat]}** points, "
        f"supply {view.supply[seat]}, prisoners: {prisoners(view, seat) or 'none'}"
    )


def _cards_seen(view: PlayerView, home: Sector) -> list[str]:
    """How often each card was shown, by the sectors of which they are read from a home, as they lie on the board."""
    shown = {engine.read_card(face, home).name: count for face, count in enumerate(view.seen, 1)}
    rows = ("NW", "N", "NE"), ("W", "C", "E"), ("SW", "S", "SE")
    return ["   ".join(f"{name:>2}: {shown[name]}" for name in row) for row in rows]


def settings_changed(before: Mapping[str, object], after: Mapping[str, object]) -> str:
    """What a change of settings, by the names of their options, has changed."""
    told = [f"`{name}` from {_value(before[name])} to **{_value(after[name])}**" for name in after]
    told = [words_of for name, words_of in zip(after, told, strict=True) if before[name] != after[name]]
    return f"Changed: {words.listing(told)}." if told else "Nothing was changed: it was so already."


def _value(value: object) -> str:
    known = {True: "yes", False: "no", None: "none", "": "none"}
    return known[value] if isinstance(value, bool | None) or value == "" else str(value)


def preferences(wish: Preferences) -> str:
    """One's settings, all of them, each with the option that changes it."""
    yes = {True: "yes", False: "no"}
    night = f"none comes in your hours **{wish.quiet}**" if wish.quiet else "they come at **any hour**"
    unset = " Your hours are read as UTC; set your own if that is not it." if wish.quiet and wish.zone == "UTC" else ""
    where = {"dm": "by direct message", "channel": "in the channel of the game"}[wish.pings]
    return "\n".join(
        [
            "**Your settings**, for all your games. `/settings` with an option changes it.",
            f"- Reminders in games without deadline: every **{wish.interval}** hours (`interval`); {night} (`quiet`, "
            f"as `22-7` or `none`); they come **{where}** (`pings`).",
            f"- Time zone: **{wish.zone}** (`zone`: type your city, as `Athens`, and choose). It says when your quiet "
            f"hours are, and when the day begins on which you come back from `/away`.{unset}",
            f"- Pictures: **{wish.theme}** (`theme`), colours **{wish.palette}** (`palette`), large print "
            f"**{yes[wish.large]}** (`large`).",
            f"- Your own boards are turned so that your home is at the bottom left: **{yes[wish.turned]}** (`turned`); "
            f"they come as text instead of pictures: **{yes[wish.letters]}** (`text`).",
        ]
    )


def you_are_away(until_when: int) -> str:
    return f"You are away until {timestamp(until_when, 'f')}. Your clocks and reminders stand still; `/back` ends it."


def plan_played(done: str, missed: str) -> str:
    """After a plan: what was done, and what had happened before it since its owner's last turn."""
    room = 1400
    before = missed if len(missed) <= room else f"… {missed[-room:]}"
    return f"Your plan was carried out. {done}" + (
        f"\n-# Before it, since your last turn:\n{before}\n" if missed else ""
    )


def plan_dropped(plan: str) -> str:
    return f"Your plan `{plan}` is dropped, because nothing in it is legal now: it is your turn to choose."


def your_plan(plan: str) -> str:
    return f"Your plan for this game: `{plan}`"


def you_are_back(waiting: int) -> str:
    """After `/back`, with the number of games that wait."""
    games = {0: "No game waits for you.", 1: "One game waits for you: `/game list`."}
    wait = games.get(waiting, f"{waiting} games wait for you: `/game list`.")
    return f"Welcome back. Your clocks and reminders go on. {wait}"


def plan_kept(plan: str) -> str:
    return (
        f"Your plan is kept, for your eyes alone: `{plan}`\nIt is carried out some minutes after your turn has come, "
        "and dropped once you have acted yourself. `/plan` without an action shows it, with a button to cancel it."
    )
