"""What is said at the table: who is called for what, lobbies, endings, what moderators do."""

from __future__ import annotations

from collections.abc import Collection

import engine
from bot.text import words
from bot.text.names import Names, player
from engine import Phase, PlayerView, Seat, Sector

NO_DMS = "(My direct messages do not reach you: press **My card** to see your cards.)"
ENDED_BY_CONSENT = "All players have agreed to end the game."
LOBBY_EXPIRED = "The lobby was open for three days without becoming a game, and is closed."
FINAL = "**This ends the game, and the end is final: it cannot be taken back.**"
ASK = {
    Phase.SETUP: "choose a corner and set up four cubes",
    Phase.DEAL: "deal the three cards",
    Phase.ANSWER: "accept or reject the card",
    Phase.MANOEUVRE: "manoeuvre with the placed cube or leave it",
    Phase.REDEPLOY: "place a picked-up cube",
}


def took_back(names: Names, seat: Seat | None) -> str:
    return f"{player(names, seat)} takes back the last play." if seat is not None else "The last play is taken back."


def known_still(names: Names, seat: Seat, card: Sector) -> str:
    """After going back to where the Archon's card lay face down, which has been turned up since."""
    return f"The card of {player(names, seat)} lies face down again, but is known to all: it is still {card.name}."


def begins(names: Names) -> str:
    """The first words of a game."""
    return f"The game begins; colours were drawn: {words.listing([player(names, seat) for seat in Seat])}."


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
            exchange = ", exchange a prisoner" if may_exchange(view, seat) else ""
            return f"move{exchange} or pass (the card was rejected)"
        return f"play the {card.name} card" if card is not None else "play the hidden card"
    return ASK[view.phase]


def hidden_cards(view: PlayerView) -> str:
    """The Archon's cards that a shuffle in the middle of a turn takes in, as everybody knows of them; none: empty."""
    if view.phase is Phase.DEAL:
        return "the Archon's three cards"
    covered = view.face_down is not None and view.answers[view.face_down] is not False
    return "the Archon's hidden card" if covered else ""


def would_shuffle(view: PlayerView) -> str:
    """What bringing a game back to a position does to its cards, where it lets them be shuffled anew."""
    cards = hidden_cards(view)
    too = f", and {cards} too {'is' if cards.endswith('card') else 'are'} exchanged" if cards else ""
    others = " for another" if cards.endswith("card") else " for others" if cards else ""
    return f"The cards that nobody has seen openly are shuffled anew{too}{others}."


def may_exchange(view: PlayerView, seat: Seat) -> bool:
    """Whether a seat holds a prisoner that it could exchange (RULES.md section 5)."""
    held = sum(view.prisoners[seat][other] for other in Seat if other != seat)
    return held > 0 and view.supply[engine.WHITE] > 0


def archon_after(view: PlayerView, names: Names) -> str:
    """Who is the next Archon if the one who is to answer rejects (RULES.md section 3.5)."""
    if view.archon is None or view.to_act is None:
        return ""
    order = engine.clockwise(view.homes, view.archon)[1:]
    rejected = next((seat for seat in order if view.answers[seat] is False), None)
    if rejected is not None:
        return f"{player(names, rejected)} has rejected first, and is the next Archon in any case."
    return "You are the next Archon then: the first who rejects is."


def call(view: PlayerView, mention: str | None) -> str:
    """Who has to do what, with the mention of the one who is to be notified."""
    seat = view.to_act
    if seat is None:
        return ""
    colour = words.COLOURS[seat].capitalize()
    if mention is None:
        return f"The seat of {words.MARKS[seat]} {colour} is open: whoever takes it with `/game join` plays on."
    return f"{words.MARKS[seat]} {mention} ({colour}), please {to_do(view)}."


def contenders(vacant: Collection[int]) -> list[Seat]:
    """Who can win when people end a game as it stands: not who has left, unless all have."""
    return [seat for seat in Seat if seat not in vacant] or list(Seat)


def ending(view: PlayerView, names: Names, how: str | None, vacant: Collection[int] = ()) -> str:
    """The result of a game that is over; a seat that is `vacant` when people end the game as it stands does not win."""
    reset = "This game was set aside. A moderator can bring it back for 14 days."
    told = {
        "void": "The game was ended without a result.",
        "reset": reset,
        "abandoned": "Everybody has given up; the game is over without a result.",
    }
    if how in told:
        return told[how]
    early = how == "scored"
    running = contenders(vacant) if early else list(Seat)
    best = max(view.scores[seat] for seat in running)
    winners = [player(names, seat) for seat in running if view.scores[seat] == best]
    won = f"{winners[0]} wins" if len(winners) == 1 else f"{words.listing(winners)} share the win"
    notes = " The game was ended as it stood." if early else _why(view, names)
    notes += " Who has left the game does not win it." if len(running) < len(Seat) else ""
    return f"**Game over: {won}!**{notes}\n{_parts(view, names)}"


def _why(view: PlayerView, names: Names) -> str:
    """Why the game has ended by the rules (RULES.md section 9)."""
    empty = [player(names, seat) for seat in Seat if not view.supply[seat]]
    return f" It ends because no cube is left in the supply of {words.listing(empty)}." if empty else ""


def _parts(view: PlayerView, names: Names) -> str:
    """The final scores with their parts (RULES.md section 9)."""
    lines = []
    for seat in sorted(Seat, key=lambda seat: -view.scores[seat]):
        cubes = view.board.cubes[seat].bit_count() + 4 * view.board.juggernauts[seat].bit_count()
        kinds = f" ({held})" if (held := prisoners(view, seat)) else ""
        lines.append(
            f"{player(names, seat)} **{view.scores[seat]}**: {cubes} on the board x 2 "
            f"+ prisoners {view.scores[seat] - 2 * cubes}{kinds}"
        )
    return "\n".join(lines)


def prisoners(view: PlayerView, seat: Seat) -> str:
    """ "4 🟦, 1 ⬜", most first; nothing when there are none."""
    held = sorted(((count, words.MARKS[colour]) for colour, count in enumerate(view.prisoners[seat])), reverse=True)
    return ", ".join(f"{count} {mark}" for count, mark in held if count)


def lobby(names: list[str], options: engine.Options, pace: str, status: str) -> str:
    """The message of a lobby."""
    if status == "cancelled":
        return "This lobby is closed."
    if status != "lobby":
        return "The game has begun."
    seats = [f"{i + 1}. {names[i] if i < len(names) else '*free*'}" for i in range(3)]
    ready = "Press **Start**." if len(names) == 3 else f"{3 - len(names)} more to come: press **Join**."
    return "\n".join(["**A game of Syntagma** for three players.", *seats, rules_of(options), f"Pace: {pace}.", ready])


def opened_in_thread(who: str, thread: int) -> str:
    """In the channel, of a lobby in a thread of it."""
    return f"{who} opens a game of Syntagma in <#{thread}>. Whoever wants to play presses **Join** there."


def rules_of(options: engine.Options) -> str:
    """The options of a game in a line."""
    parts = [f"supply {options.supply}", f"white supply {options.white_supply}"]
    parts += ["white cubes form phalanxes"] if options.neutral_phalanxes else []
    parts += ["the last turn is finished"] if options.finish_turn else []
    return f"Options: {', '.join(parts)}."


def asks_the_table(who: str, question: str, meant: str, game: int, ply: int) -> str:
    """The question to the others of a moderator who plays."""
    return (
        f"{who}, a moderator who plays here, asks: **{question}?** (game {game}, ply {ply})\n{meant}\n"
        "It is done when another player, or a moderator who does not play, presses **Agree** within three days, if "
        "the game has not moved on by then."
    )
