"""What somebody is asked before they confirm: what exactly will happen, which plays it concerns, and what is kept.

Made from what everybody may see, so that no question tells a secret, be it to a moderator who then cancels.
"""

from __future__ import annotations

from collections.abc import Sequence

from bot import text
from bot.game.change import face_down_again
from bot.game.mildest import foretold
from bot.game.session import Session
from bot.history.line import Step, past_a_draw
from bot.text import words
from engine import Phase, Seat

MOST = 6
"""How many plays that would be taken back are told, the latest ones."""
RESTORABLE = "`/mod restore` brings the game back for 14 days."
HEADS = {
    "resign": "Give up your seat",
    "pause": "Pause the game",
    "resume": "Let the game go on",
    "reset": "Set this game aside and start anew with the same players",
    "restore": "Bring this game back",
    "endscored": "End the game now and count the scores as they stand",
    "endvoid": "End the game now without a result",
    "close": "Close this lobby",
}


def head(session: Session, what: str) -> str:
    """What `Confirm` would do, without the question mark: `what` is a verb with what it is about."""
    verb, _, rest = what.partition(" ")
    first, _, second = rest.partition(" ")
    match verb:
        case "undo":
            return f"Take back the last play{_whose(session.steps(None, session.last_batch()), session)}"
        case "rewind":
            return f"Take the game back from ply {session.ply} to ply {first}"
        case "skip":
            return f"Act for {_waited_for(session)}: {foretold(session)}"
        case "replace":
            return f"Give the seat of {text.player(session.names, _seat(first))} to <@{second}>"
        case "move":
            return f"Carry the game from <#{session.row.channel}> to <#{first}>"
        case _:
            return HEADS[verb]


def consequences(session: Session, what: str, other: Session | None = None) -> str:
    """What that would mean, in sentences. `other`: the game that would have to make room for this one."""
    verb, _, rest = what.partition(" ")
    view, names = session.view(None), session.names
    match verb:
        case "undo":
            return _taken_back(session, session.last_batch())
        case "rewind":
            return _taken_back(session, int(rest))
        case "skip":
            return "They keep their seat, and are told. `/mod undo` takes it back."
        case "replace":
            return _replaced(session, _seat(rest[0]), rest[2:])
        case "move":
            return "Position, players, clocks and cards stay as they are."
        case "reset":
            return (
                f"The {session.ply} plies so far (turn {view.turn}; {text.standing(view, names)}) are put away, and "
                f"colours are drawn anew. {RESTORABLE}"
            )
        case "restore":
            return _brought_back(session, rest, other)
        case "endscored":
            return f"Scores: {text.standing(view, names)}. {RESTORABLE}"
        case "endvoid":
            return f"Nobody wins; the scores so far ({text.standing(view, names)}) count for nothing. {RESTORABLE}"
        case "close":
            seated = words.listing([text.name(row.name) for row in session.seats])
            return f"{seated or 'Nobody'} {'sit' if len(session.seats) > 1 else 'sits'} in it, and no game begins."
        case "resign":
            return _resigned(session)
        case _:
            return ""


def _taken_back(session: Session, ply: int) -> str:
    """The plays after a ply, whose they are, and what is left without them."""
    plays = [play for play in text.grouped(session.steps(None, ply)) if play[0].seen.seat is not None]
    lines = [f"- {said}" for play in plays[-MOST:] for said in text.happened(play, session.names)]
    if len(plays) > MOST:
        lines.insert(0, f"- {len(plays) - MOST} earlier ones, the first of ply {ply + 1}")
    count = f"{len(plays)} play{'s' if len(plays) != 1 else ''}"
    first = f"ply {ply + 1}" if session.ply == ply + 1 else f"plies {ply + 1} to {session.ply}"
    taken = [f"Taken back: {count} ({first}):", *lines] if plays else []
    before = session.view(None, ply)
    kept = f"Kept: all up to ply {ply}" if ply else "Nothing is kept: the game is at its beginning again"
    seat = before.to_act
    again = "" if seat is None else f"; then {text.player(session.names, seat)} has to {text.to_do(before)}"
    if past_a_draw(session.line, session.states, ply):
        said = f" {text.would_shuffle(before)}"
    else:
        known = face_down_again(session.states[-1], session.states[ply])
        said = "" if known is None else f" {text.known_still(session.names, *known)}"
    return "\n".join([*taken, f"{kept}{again}.{said}"])


def _whose(steps: Sequence[Step], session: Session) -> str:
    seat = next((step.seen.seat for step in steps if step.seen.seat is not None), None)
    return "" if seat is None else f", that of {text.player(session.names, seat)}"


def _waited_for(session: Session) -> str:
    seat = session.view(None).to_act
    return "nobody" if seat is None else text.player(session.names, seat)


def _seat(letter: str) -> Seat:
    return next(seat for seat in Seat if seat.letter == letter)


def _replaced(session: Session, seat: Seat, by: str) -> str:
    view = session.view(None)
    # Everybody sees who holds cards that are hidden, though not which.
    hides = view.face_down == seat or (view.phase is Phase.DEAL and view.archon == seat)
    colour = words.COLOURS[seat]
    loser = f" {text.player(session.names, seat)} loses the seat and is told." if session.player(seat).user else ""
    return (
        f"<@{by}> plays {colour} from here on{' and gets the hidden cards of that seat' if hides else ''}.{loser} "
        f"Position and scores stay as they are: {text.standing(view, session.names)}."
    )


def _brought_back(session: Session, channel: str, other: Session | None) -> str:
    view = session.view(None)
    where = f"It goes on at ply {session.ply} in <#{channel.partition(' ')[0]}> ({text.standing(view, session.names)})."
    anew = "" if session.row.ending == "reset" else f" {text.would_shuffle(view)}"
    if other is None:
        return f"{where}{anew}"
    aside = (
        "the lobby there is closed"
        if other.row.status == "lobby"
        else (f"game {other.id}, which is played there now (ply {other.ply}), is set aside")
    )
    return f"{where}{anew} For it, {aside}."


def _resigned(session: Session) -> str:
    if sum(row.user is not None for row in session.seats) == 1:
        return "You are the last player: the game is over then, without a result."
    return (
        "It is open to anybody then, with its card, and the game waits where you would have to act. "
        "While it is open, `/game join` gives it back to you."
    )
