"""What is said because time passes: deadlines, reminders, votes, seats that open, people who are away."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bot.text import words
from bot.text.names import Names, player, timestamp
from bot.text.table import to_do
from engine import PlayerView, Seat

if TYPE_CHECKING:
    from bot.store.rows import GameRow

CHOICES = {"extend": "to extend the time", "skip": "to skip", "open": "to open the seat", "end": "to end the game"}
"""What one votes for, as one says it."""


def resigned(names: Names, seat: Seat) -> str:
    return f"{player(names, seat)} gives up the seat: whoever wants to go on with it can take it with `/game join`."


def sat_down(who: str, seat: Seat) -> str:
    return f"{words.MARKS[seat]} {who} takes the open seat."


def until(deadline: int) -> str:
    """The deadline, in the reader's own time."""
    return f"Time until {timestamp(deadline, 'f')} ({timestamp(deadline)})."


def length(row: GameRow, turns: int) -> str:
    """How long a game took."""
    hours = ((row.ended or row.created) - (row.started or row.created)) / 3_600_000
    took = f"{hours / 24:.0f} days" if hours >= 48 else "1 day" if hours >= 24 else "less than a day"
    return f"{turns} turn{'s' if turns != 1 else ''}, {took}."


def still_your_turn(view: PlayerView, user: int, deadline: int | None, link: str) -> str:
    """A reminder."""
    limit = f" {until(deadline)}" if deadline is not None else ""
    return f"⏰ <@{user}>, it is your turn: please {to_do(view)}.{limit} {link}"


def does_not_answer(names: Names, seat: Seat) -> str:
    """To the table, instead of an eleventh reminder."""
    return f"{player(names, seat)} has not answered ten reminders; I send no more in this turn."


def vote_is_open(names: Names, seat: Seat, user: int | None, others: list[Seat], timed: bool) -> str:
    """The vote over an absent player."""
    why = f"The time of {player(names, seat)} is up." if timed else f"{player(names, seat)} has been silent for a week."
    if len(others) == 1:
        who = f"{player(names, others[0])} decides:"
    else:
        who = f"{words.listing([player(names, other) for other in others])} decide, and both must want the same:"
    alone = "" if len(others) == 1 else " If one of them is silent for two weeks too, the other alone may end it."
    called = f" <@{user}>, you may still act until the vote is through." if user else ""
    return (
        f"⌛ {why} {who} **Extend** the time, **Skip** (the mildest legal action is made), **Open the seat** for "
        f"somebody else, or **End the game** with the scores as they stand.{alone}{called}"
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
        f"in turn {view.turn}. Whoever takes it gets its hidden card, if there is one, and a full clock."
    )


def would_end(names: Names, seat: Seat, counted: bool) -> str:
    """A proposal to end the game."""
    how = "with the scores as they stand" if counted else "without a result"
    return f"{player(names, seat)} proposes to end the game {how}. It ends when all players press **Agree**."


def invites(inviter: str, user: int, ends: int) -> str:
    """To the invited, who alone is called."""
    return (
        f"<@{user}>, {inviter} invites you to a game of Syntagma, played over days. It binds you to nothing. "
        f"The lobby stays open until {timestamp(ends, 'f')}."
    )


def gone_away(names: Names, seat: Seat, until_when: int) -> str:
    return (
        f"{player(names, seat)} is away until {timestamp(until_when, 'f')}; "
        "the clock and the reminders of this seat stand still."
    )


def came_back(names: Names, seat: Seat) -> str:
    return f"{player(names, seat)} is back."


def has_left(names: Names, seat: Seat) -> str:
    return f"{player(names, seat)} has left the server, so the seat is open: `/game join` takes it."


def pace_is(pace: str) -> str:
    return f"The pace of this game is now: {pace}."


def wants_pace(who: str, pace: str) -> str:
    return f"{who} would like another pace: {pace}. It is changed when all players ask for it with `/game pace`."


def pace_may_stay(who: str) -> str:
    return f"{who} asks for no other pace any more."


def has_voted(names: Names, seat: Seat, choice: str) -> str:
    """A vote that did not decide yet, for the other voter to know."""
    return f"{player(names, seat)} votes {CHOICES[choice]}."


def would_end_too(names: Names, seat: Seat, counted: bool) -> str:
    """The consent of another player, when still one is missing."""
    how = "with the scores as they stand" if counted else "without a result"
    return f"{player(names, seat)} agrees to end the game {how}."


def has_declined(who: str) -> str:
    return f"{who} has declined the invitation."


def has_left_lobby(who: str) -> str:
    return f"{who} has left the server, and so the lobby."
