"""Every sentence said at the table. Made from views and refusals only, so that it can say no more than they hold.

Names come in already made safe by `name`; a user to be notified comes in as the mention, and nothing else notifies.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable
from typing import TYPE_CHECKING

import engine
from bot import words
from engine import Phase, PlayerView, Seat

if TYPE_CHECKING:
    from bot.line import Step
    from bot.rows import GameRow

Names = tuple[str, str, str]

NO_DMS = "(My direct messages do not reach you: press **My card** to see your cards.)"
VOTE_COUNTED = "Your vote is counted. It is done when all who may vote want the same; you may change it."
VOTE_THROUGH = "The vote is through."
ENDED_BY_CONSENT = "All players have agreed to end the game."
ENDED = "All have agreed: the game is over."
PACE_ASKED = "I told the others; the pace is changed when all players ask for the same."
PROPOSED = "I asked the others at the table; the game ends when all agree."
MUTED = "No more reminders in this turn."
DECLINED = "You have declined the invitation."
PLAN_PLAYED = "Your plan was carried out."
PLAN_DROPPED = "Your plan did not fit what happened, and is dropped: it is your turn to choose."
PLAN_KEPT = "Your plan is kept, for your eyes alone. `/plan` without an action shows and cancels it."
PLAN_CANCELLED = "Your plan is cancelled."
BACK = "Welcome back. Your clocks and reminders go on."
NOT_AWAY = "You were not away."
NO_PLAN = "You have no plan for this game."
LOBBY_EXPIRED = "The lobby was open for three days without becoming a game, and is closed."
JOINED = "You have joined. When there are three, press **Start** or type `/game start`."
LEFT = "You have left the lobby."
STARTED = "The game begins: look at the table."
RESIGNED = "You have given up your seat. Thank you for having played."
CANCELLED = "Nothing was changed."
DONE = "Done."
DRAWING = "The pictures are being drawn ..."
SHOWN = "Shown to everybody here."
ASKED = "You play in this game yourself, so another player or another moderator has to agree: I asked at the table."
STALE = "That button is out of date; press **Act** on the newest message of the table."
UPDATED = "I was just updated, and your Discord still has my old commands. Please try again in a minute."
STORE_TROUBLE = "My store cannot be read or written just now. Nothing was changed; please try again in a minute."
REPOSTED = "A moderator shows the table again."
MODERATOR_ENDED = "A moderator has ended the game."
MODERATOR_RESET = "A moderator has set the game aside; the same players start anew."
FINAL = "**This ends the game, and the end is final: it cannot be taken back.**"
SHUFFLED_ANEW = "The cards that nobody has seen openly were shuffled anew."
ASK = {
    Phase.SETUP: "choose a corner and set up four cubes",
    Phase.DEAL: "deal the three cards",
    Phase.ANSWER: "accept or reject the card",
    Phase.MANOEUVRE: "manoeuvre with the placed cube or leave it",
    Phase.REDEPLOY: "place a picked-up cube",
}
MARKDOWN = re.compile(r"([\\*_~`|<>\[\]()#:@-])")


def name(raw: str) -> str:
    """A person's name as it may stand in a message: no markdown, no mention, no control of the text's direction."""
    shown = "".join(c for c in raw if unicodedata.category(c) not in ("Cc", "Cf", "Cs", "Co", "Zl", "Zp"))
    shown = " ".join(shown.split())[:32] or "somebody"
    escaped = MARKDOWN.sub(r"\\\1", shown)
    # Isolated, so that a name written from right to left leaves the sentence around it in order.
    return f"\u2068{escaped}\u2069"


def player(names: Names, seat: Seat) -> str:
    """🟥 Ann."""
    return f"{words.MARKS[seat]} {names[seat]}"


def timestamp(milliseconds: int, style: str = "R") -> str:
    """A time as Discord shows it to each reader in their own zone."""
    return f"<t:{milliseconds // 1000}:{style}>"


def happened(steps: Iterable[Step], names: Names) -> list[str]:
    """What a run of actions amounts to, a sentence for each player in it."""
    sentences: list[str] = []
    last: Seat | None = None
    for step in steps:
        seat = step.seen.seat
        if seat is None:
            sentences.append("The cards are shuffled.")
            last = None
            continue
        did = f"{_turned_up(step)}{words.told(step.seen, step.before, step.after)}"
        if step.auto:
            did += " (nothing else is possible)"
        if seat == last:
            sentences[-1] = f"{sentences[-1][:-1]}, {did}."
        else:
            sentences.append(f"{player(names, seat)} {did}.")
        follows = _follows(step, names)
        sentences[-1] = " ".join([sentences[-1], *follows])
        last = None if follows else seat
    return sentences


def _turned_up(step: Step) -> str:
    """ "turns up the W card and ", where the Archon's hidden card is played now (RULES.md section 3.4)."""
    seat = step.seen.seat
    if seat is None or step.before.face_down != seat or step.before.phase is not Phase.PLAY:
        return ""
    card = step.after.cards[seat]
    return f"turns up the {card.name} card and " if step.after.face_down is None and card is not None else ""


def since(steps: Iterable[Step], names: Names) -> str:
    """What has happened since somebody's last turn, numbered if it is more than one play, with the scores."""
    steps = list(steps)
    if not steps:
        return ""
    sentences = happened(steps, names)
    if len({step.seen.seat for step in steps if step.seen.seat is not None}) < 2:
        return " ".join(sentences)
    told = "\n".join(f"{number}. {sentence}" for number, sentence in enumerate(sentences, 1))
    scores = change_of_scores(steps[0].before, steps[-1].after, names)
    return f"{told}\n{scores}" if "no change" not in scores else told


def receipt(steps: Iterable[Step]) -> str:
    """What one has just done."""
    steps = list(steps)
    mine = [step for step in steps if step.seen.seat == steps[0].seen.seat]
    return f"Done: you {words.listing([_you(step) for step in mine])}."


def would(step: Step) -> str:
    """An action of one's own in the imperative: "Place a cube on e5"."""
    action = step.seen.action
    if action is None or isinstance(action, engine.Shuffle):
        return "Shuffle"
    return words.imperative(action, step.before, step.after)


def _you(step: Step) -> str:
    said = would(step)
    return f"{said[0].lower()}{said[1:]}"


def _follows(step: Step, names: Names) -> list[str]:
    """What the rules add to an action: a forced answer of the Archon, the next Archon."""
    before, after, said = step.before, step.after, []
    archon = before.archon
    if (
        archon is not None
        and step.seen.seat != archon
        and after.answers[archon] is not None
        and before.turn == after.turn
    ) and before.answers[archon] is None:
        verb = "accepts" if after.answers[archon] else "rejects"
        said.append(f"So {player(names, archon)} {verb} the hidden card.")
    if after.turn != before.turn and after.archon is not None:
        stays = "remains" if after.archon == before.archon else "is the next"
        said.append(f"{player(names, after.archon)} {stays} Archon.")
    return said


def took_back(names: Names, seat: Seat | None) -> str:
    return f"{player(names, seat)} takes back the last play." if seat is not None else "The last play is taken back."


def moderator_went_back(ply: int) -> str:
    return f"A moderator has taken back the last play (back to ply {ply})."


def moderator_skipped(names: Names, seat: Seat) -> str:
    return f"A moderator has acted for {player(names, seat)}."


def begins(names: Names) -> str:
    """The first words of a game."""
    return f"The game begins; colours were drawn: {words.listing([player(names, seat) for seat in Seat])}."


def resigned(names: Names, seat: Seat) -> str:
    return f"{player(names, seat)} gives up the seat: whoever wants to go on with it can take it with `/game join`."


def sat_down(who: str, seat: Seat) -> str:
    return f"{words.MARKS[seat]} {who} takes the open seat."


def to_do(view: PlayerView) -> str:
    """What the one who is to act has to do, as "accept or reject the N card"."""
    seat = view.to_act
    if seat is None:
        return ""
    if view.phase is Phase.ANSWER and seat != view.archon and (card := view.cards[seat]) is not None:
        return f"accept or reject the {card.name} card"
    if view.phase is Phase.ANSWER:
        return "accept or reject the hidden card"
    if view.phase is Phase.PLAY:
        card = view.cards[seat]
        if not view.answers[seat]:
            return "move, exchange a prisoner or pass (the card was rejected)"
        return f"play the {card.name} card" if card is not None else "play the hidden card"
    return ASK[view.phase]


def standing(view: PlayerView, names: Names) -> str:
    """The scores in one line."""
    return " · ".join(f"{player(names, seat)} {view.scores[seat]}" for seat in Seat)


def call(view: PlayerView, mention: str | None) -> str:
    """Who has to do what, with the mention of the one who is to be notified."""
    seat = view.to_act
    if seat is None:
        return ""
    colour = words.COLOURS[seat].capitalize()
    if mention is None:
        return f"The seat of {words.MARKS[seat]} {colour} is open: whoever takes it with `/game join` plays on."
    return f"{words.MARKS[seat]} {mention} ({colour}), please {to_do(view)}."


def ending(view: PlayerView, names: Names, how: str | None) -> str:
    """The result of a game that is over."""
    reset = "This game was set aside. A moderator can bring it back for 14 days."
    told = {
        "void": "The game was ended without a result.",
        "reset": reset,
        "abandoned": "Everybody has given up; the game is over without a result.",
    }
    if how in told:
        return told[how]
    best = max(view.scores)
    winners = [player(names, seat) for seat in Seat if view.scores[seat] == best]
    won = f"{winners[0]} wins" if len(winners) == 1 else f"{words.listing(winners)} share the win"
    early = " The game was ended as it stood." if how == "scored" else ""
    return f"**Game over: {won}!**{early}\n{_parts(view, names)}"


def _parts(view: PlayerView, names: Names) -> str:
    """The final scores with their parts (RULES.md section 9)."""
    lines = []
    for seat in sorted(Seat, key=lambda seat: -view.scores[seat]):
        cubes = view.board.cubes[seat].bit_count() + 4 * view.board.juggernauts[seat].bit_count()
        captured = view.scores[seat] - 2 * cubes
        lines.append(f"{player(names, seat)} **{view.scores[seat]}**: {cubes} on the board x 2 + prisoners {captured}")
    return "\n".join(lines)


def lobby(names: list[str], options: engine.Options, pace: str, status: str) -> str:
    """The message of a lobby."""
    if status == "cancelled":
        return "This lobby is closed."
    if status != "lobby":
        return "The game has begun."
    seats = [f"{i + 1}. {names[i] if i < len(names) else '*free*'}" for i in range(3)]
    ready = "Press **Start**." if len(names) == 3 else f"{3 - len(names)} more to come: press **Join**."
    return "\n".join(
        ["**A game of Syntagma**, three players, played over days.", *seats, rules_of(options), f"Pace: {pace}.", ready]
    )


def rules_of(options: engine.Options) -> str:
    """The options of a game in a line."""
    parts = [f"supply {options.supply}", f"white supply {options.white_supply}"]
    parts += ["white cubes form phalanxes"] if options.neutral_phalanxes else []
    parts += ["the last turn is finished"] if options.finish_turn else []
    return f"Options: {', '.join(parts)}."


def whisper(view: PlayerView, place: str, link: str) -> str:
    """The direct message to the Archon; the cards are in it, for nobody else gets it."""
    seat = view.seat if view.seat is not None else Seat.RED
    return f"{words.MARKS[seat]} You are the Archon in {place}, playing {words.COLOURS[seat]}. {hand(view)}\n{link}"


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


def log(steps: Iterable[Step], names: Names) -> list[str]:
    """The game in words, a line for each ply, oldest first."""
    lines = []
    for step in steps:
        said = " ".join(happened([step], names))
        lines.append(f"`{step.ply:>3}` {said}")
    return lines


def change_of_scores(before: PlayerView, after: PlayerView, names: Names) -> str:
    """How a play would change the scores; "no change" when it would not."""
    deltas = [(seat, after.scores[seat] - before.scores[seat]) for seat in Seat]
    changed = [f"{player(names, seat)} {delta:+d} ({after.scores[seat]})" for seat, delta in deltas if delta]
    return f"Scores: {', '.join(changed) or 'no change'}."


def parts(whole: str) -> list[str]:
    """A text in as many messages as it needs, broken between lines."""
    found = [""]
    for line in whole.split("\n"):
        if len(found[-1]) + len(line) + 1 > 1990:
            found.append("")
        found[-1] += f"{line}\n"
    return [part.strip("\n") for part in found]


def fit(first: str, second: str) -> str:
    """Two paragraphs within the 2,000 characters of a message; of the first its end is kept."""
    room = 1990 - len(second)
    if len(first) > room:
        first = "… " + first[len(first) - room + 2 :]
    return f"{first}\n{second}" if first else second


def in_letters(board: str) -> str:
    """The board where no picture can be."""
    return f"```\n{board}\n```\nI may not attach pictures here: I lack the right **Attach Files**."


def unreachable(code: int, place: str) -> str:
    """Why the bot cannot write to a game's channel, and what would mend it."""
    causes = {
        10003: "the channel is gone. A moderator can carry the game to another channel",
        160005: "the thread is locked. Unlock it, or let a moderator carry the game elsewhere",
        50001: "I cannot see the channel. I need the right **View Channel** there",
        50013: "I lack a right there: **Send Messages** (or **Send Messages in Threads**) and **Attach Files**",
    }
    return f"I cannot write to the table in {place}: {causes.get(code, f'Discord refused it (code {code})')}."


def unforeseen(reference: str) -> str:
    """For an error that nobody thought of."""
    return f"Something went wrong that should not. The host finds it in my log under the reference `{reference}`."


def undone(ply: int) -> str:
    return f"Taken back: the game is at ply {ply} again. Press **Act** at the table to play anew."


def lobby_opened(channel: int) -> str:
    return f"The lobby is open in <#{channel}>, and you have the first seat."


def asks_the_table(who: str, question: str, game: int, ply: int) -> str:
    """The question to the others of a moderator who plays."""
    return (
        f"{who}, a moderator who plays here, asks: **{question}?** (game {game}, ply {ply}) "
        "It is done when another player, or a moderator who does not play, presses **Agree**."
    )


def until(deadline: int) -> str:
    """The deadline, in the reader's own time."""
    return f"Time until {timestamp(deadline, 'f')} ({timestamp(deadline)})."


def length(row: GameRow, turns: int) -> str:
    """How long a game took."""
    days = ((row.ended or row.created) - (row.started or row.created)) / 86_400_000
    return f"{turns} turn{'s' if turns != 1 else ''} in {days:.1f} days."


def still_your_turn(view: PlayerView, user: int, deadline: int | None, link: str) -> str:
    """A reminder."""
    limit = f" {until(deadline)}" if deadline is not None else ""
    return f"⏰ <@{user}>, it is your turn: please {to_do(view)}.{limit} {link}"


def does_not_answer(names: Names, seat: Seat) -> str:
    return (
        f"{player(names, seat)} has not answered ten reminders; I send no more. "
        "When the time is up the others can vote what to do."
    )


def vote_is_open(names: Names, seat: Seat, user: int | None) -> str:
    """The vote over an absent player."""
    called = f" <@{user}>, you may still act until the vote is through." if user else ""
    return (
        f"⌛ The time of {player(names, seat)} is up. The two others decide, and both must want the same: "
        "**Extend** the time, **Skip** (the mildest legal action is made), **Open the seat** for somebody else, or "
        f"**End the game** with the scores as they stand.{called}"
    )


def voted(choice: str, names: Names, seat: Seat) -> str:
    """What a vote has brought."""
    results = {
        "extend": f"The others give {player(names, seat)} more time.",
        "skip": f"The others have voted to act mildly for {player(names, seat)}.",
        "open": f"The others have voted to open the seat of {player(names, seat)}.",
        "end": "The others have voted to end the game as it stands.",
    }
    return results[choice]


def seat_is_open(view: PlayerView, seat: Seat) -> str:
    """The advert for a substitute."""
    colour = words.COLOURS[seat].capitalize()
    return (
        f"A seat is free in a game of Syntagma: {words.MARKS[seat]} {colour}, {view.scores[seat]} points "
        f"in turn {view.turn}. Who takes it gets the hidden card and a full clock."
    )


def would_end(names: Names, seat: Seat, counted: bool) -> str:
    how = "with the scores as they stand" if counted else "without a result"
    return f"{player(names, seat)} proposes to end the game {how}. It ends when all players press **Agree**."


def invites(inviter: str, user: int) -> str:
    return f"<@{user}>, {inviter} invites you to a game of Syntagma. The invitation stays open for three days."


def gone_away(names: Names, seat: Seat, until_when: int) -> str:
    return f"{player(names, seat)} is away until {timestamp(until_when, 'D')}; the clock and the reminders stand still."


def came_back(names: Names, seat: Seat) -> str:
    return f"{player(names, seat)} is back."


def has_left(names: Names, seat: Seat) -> str:
    return f"{player(names, seat)} has left the server, so the seat is open: `/game join` takes it."


def pace_is(pace: str) -> str:
    return f"The pace of this game is now: {pace}."


def wants_pace(who: str, pace: str) -> str:
    return f"{who} would like another pace: {pace}. It is changed when all players ask for it with `/game pace`."


def facts(view: PlayerView, pace: str, options: engine.Options) -> str:
    """What `/game info` tells: options, pace, and the cards that have been seen and are left."""
    rows = [" ".join(f"{face}: {view.seen[face - 1]}" for face in row) for row in ((7, 8, 9), (4, 5, 6), (1, 2, 3))]
    seen = "\n".join(rows)
    return (
        f"{rules_of(options)}\nPace: {pace}.\nCards left to draw: {view.pile} of 45, five of each place.\n"
        f"Seen openly since the last shuffle, by place on the card (7 is the top left):\n```\n{seen}\n```"
    )


def preferences(settings: dict[str, object]) -> str:
    """One's settings, all of them."""
    names = {"letters": "text", "turned": "turned (own home at the bottom left)"}
    lines = [f"{names.get(key, key)}: **{value if value != '' else 'none'}**" for key, value in settings.items()]
    return "Your settings:\n" + "\n".join(lines)


def you_are_away(until_when: int) -> str:
    return f"You are away until {timestamp(until_when, 'f')}. Your clocks and reminders stand still; `/back` ends it."


def your_plan(plan: str) -> str:
    return f"Your plan for this game: `{plan.replace('`', '')[:500]}`"
