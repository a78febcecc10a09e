"""What is said of the doings of moderators: at the table, to those concerned, and in the audit."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict

from bot import text
from bot.history.clocks import Pace
from bot.history.line import Damaged, Step
from bot.history.notes import is_note
from bot.people.servers import ServerSettings
from bot.text import Names, words
from engine import Seat

IS_PAUSED = "**The game is paused** by a moderator; it goes on after `/mod resume`."
DID = {
    "pause": "has paused the game. Nobody's time runs; it goes on when a moderator says `/mod resume`.",
    "resume": "lets the game go on.",
    "repost": "shows the table again.",
    "reset": "has set the game aside; the same players start anew.",
    "restore": "has brought this game back; it goes on where it was.",
    "end": "has ended the game.",
    "close": "has closed this lobby.",
    "mend": "has mended this game, which was damaged in my store; what came after this position is lost.",
    "import": "has brought this game here from a file, in which it was kept sealed.",
    "import over": "has brought a game that is over here from a file; `/board`, `/log` and `/replay` show it.",
}
"""What moderators do, as the table hears it."""
CLOSED_DMS = (
    "They see their cards by **My card**; to get them by direct message, they allow direct messages in the server's "
    "privacy settings."
)
SHOWN_BELOW = "The picture shows the position that the game goes back to."
EXPORTED = "The whole game, with all its cards. `python -m engine replay` reads it, and `/mod import`."
EXPORTED_FILE = "A game of Syntagma as a JSON file: its options, its seats and its log."
EXPORTED_SEALED = "The game as everybody may see it; what is hidden in it is sealed. `/mod import` lets it go on."
UNFETCHED = "Discord did not give me that file. Please try again."
TOO_LARGE = "That file is too large for a game."
UNHEARD = "The role is not notified: allow everybody to mention it, or give me the right **Mention Everyone**."


def by(user: int, did: str) -> str:
    """A sentence about what a moderator has done. They are named by a mention, which notifies nobody here."""
    return f"Moderator <@{user}> {DID.get(did, did)}"


def undone(user: int, steps: Sequence[Step], names: Names, ply: int) -> str:
    """After the last play, of these steps, was taken back."""
    told = " ".join(text.happened((step for step in steps if step.seen.seat is not None), names))
    return by(user, f"has taken back the last play (the game is at ply {ply} again). Taken back: {told}")


def went_back(user: int, ply: int, now: int) -> str:
    """After a rewind."""
    return by(user, f"has taken the game back from ply {now} to ply {ply}.")


def skipped(user: int, names: Names, seat: Seat) -> str:
    """After the mildest action was made for somebody."""
    return by(user, f"has acted for {text.player(names, seat)}.")


def seated(user: int, names: Names, seat: Seat, name: str) -> str:
    """After a replacement; `names` are those of before."""
    return by(user, f"has given the seat of {text.player(names, seat)} to {name}.")


def acted_for_you(user: int, game: int) -> str:
    """To the one in whose place a moderator has acted."""
    return f"Game {game}: {by(user, 'has acted for you, because you were waited for. Your seat is still yours.')}"


def seat_given_away(user: int, game: int, name: str) -> str:
    """To the one whose seat a moderator has given to somebody else."""
    return f"Game {game}: {by(user, f'has given your seat to {name}.')}"


def moved(user: int, before: str) -> str:
    """After a game was carried to another channel."""
    return by(user, f"has carried this game here from {before}.")


def moved_away(user: int, channel: int) -> str:
    """In the channel that a game has left."""
    return by(user, f"has carried the game that was played here to <#{channel}>.")


def imported(game: int, ply: int, live: bool) -> str:
    """After a file was read."""
    return f"All {ply} plies were replayed: this is game {game}, and it {'goes on here' if live else 'is over'}."


def moderators(role: int | None) -> str:
    """Who moderates in a server."""
    beside = f", and holders of <@&{role}> where they see it" if role is not None else ""
    return f"A game is moderated by those who may manage its channel{beside}."


def server_settings(settings: ServerSettings, unheard: bool) -> str:
    """What moderators have set for their server, each with the option that changes it."""
    yes = {True: "yes", False: "no"}
    beside = "" if settings.openers_role is None else f" and <@&{settings.openers_role}>"
    called = "nobody" if settings.lobby_role is None else f"<@&{settings.lobby_role}>, once"
    lines = [
        "**New games in this server**. `/mod settings` with an option changes it.",
        f"- Cubes of each player: **{settings.supply}** (`supply`); white cubes for exchanges: "
        f"**{settings.white_supply}** (`white_supply`).",
        f"- White cubes form phalanxes: **{yes[settings.neutral_phalanxes]}** (`neutral_phalanxes`); the last turn is "
        f"finished: **{yes[settings.finish_turn]}** (`finish_turn`).",
        f"- Pace: **{settings.tempo.words}** (`pace`, `time`).",
        f"- Opened by: **{settings.openers}**{beside} (`openers`, `openers_role`). Called for each lobby: {called} "
        "(`lobby_role`).",
        moderators(settings.role),
    ]
    return "\n".join([*lines, *([UNHEARD] if unheard else [])])


def by_option(settings: ServerSettings) -> dict[str, object]:
    """The settings of a server by the names of their options, with roles as they are written in a message."""
    roles = ("role", "openers_role", "lobby_role")
    found = asdict(settings)
    return {name: f"<@&{value}>" if name in roles and value else value for name, value in found.items()}


def damaged(damage: Damaged, ply: int) -> str:
    """What is wrong with a game that was set aside, and how it is brought back."""
    if damage.seq < 0:
        return f"**Not for me**: {damage}. Nothing is lost; the host has to start a newer version of me."
    return (
        f"**Damaged**: {damage}. Nobody can act in it. The last good position is that of ply {ply}: "
        f"`/mod rewind ply:{ply}` goes on from there, `/mod end` ends the game without a result."
    )


NOTES = {
    "undo": "takes back the last play, so that the game is {rest}",
    "rewind": "takes the game back, {rest}",
    "skip": "acts for {seat}",
    "stop pause": "pauses the game",
    "go pause": "lets the game go on",
    "stop mute": "stops all clocks: I cannot write to the table",
    "go mute": "lets the clocks run: I can write to the table again",
    "stop away": "stops the clock of {seat}, who is away",
    "go away": "lets the clock of {seat} run, who is back",
    "reset": "sets the game aside and starts anew",
    "restore": "brings the game back",
    "end": "ends the game {rest}",
    "move": "carries the game to another channel",
    "replace": "gives the seat of {seat} to somebody else",
    "left": "loses the seat of {seat}",
    "sit": "takes the seat of {seat}",
    "return": "takes the seat of {seat} again",
    "resign": "gives up the seat of {seat}",
    "mend": "mends the game: what was written from entry {rest} on is damaged and left out",
    "import": "brings the game here from a file",
    "repost": "posts the table message again",
    "extend": "gives {seat} more time",
    "vote opens": "lets the others vote about {seat}",
    "vote": "votes {rest}",
    "agree": "agrees to end the game {rest}",
    "pace": "sets the pace: {rest}",
    "lost": "finds that the channel is gone",
    "found": "can write to the channel again",
    "down": "gives back the time in which it did not run",
}
"""What the notes of a log mean, by their first word or their first two, with who wrote them before it."""
MEANT = {"scored": "with the scores as they stand", "void": "without a result"}


def noted(note: str) -> str:
    """A note of a log in words; one that an earlier version has taken from a file may be anything, and is quoted."""
    if not is_note(note):
        return f"has a note that means nothing: {text.name(note)}"
    verb, _, rest = note.partition(" ")
    second, _, third = rest.partition(" ")
    if f"{verb} {second}" in NOTES:
        verb, rest = f"{verb} {second}", third
    seat = next((words.COLOURS[each] for each in Seat if each.letter == rest), rest)
    match verb:
        case "pace":
            rest = Pace.from_text(rest).words
        case "vote":
            rest = text.CHOICES.get(rest, rest)
        case "undo" | "rewind":
            rest = rest.replace("to ply", "at ply", 1) if verb == "undo" else rest
    return NOTES.get(verb, note).format(seat=seat, rest=MEANT.get(rest, rest))
