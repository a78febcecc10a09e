"""What is said of the doings of moderators: at the table afterwards, and before, when they are asked to confirm."""

from __future__ import annotations

from bot import text, words
from bot.line import Damaged
from bot.servers import LANGUAGES, ServerSettings
from bot.text import Names
from engine import Seat

PAUSED = "A moderator has paused the game. Nobody's time runs; it goes on when a moderator says `/mod resume`."
IS_PAUSED = "**The game is paused** by a moderator; it goes on after `/mod resume`."
RESUMED = "A moderator lets the game go on."
RESTORED = "A moderator has brought this game back; it goes on where it was."
LOBBY_CLOSED = "A moderator has closed this lobby."
MENDED = "A moderator has mended this game, which was damaged in my store; what came after this position is lost."
IMPORTED = "A moderator has brought this game here from a file, in which it was kept sealed."
IMPORTED_FINISHED = (
    "A moderator has brought a game that is over here from a file; `/board`, `/log` and `/replay` show it."
)
CLOSED_DMS = (
    "They see their cards by **My card**; to get them by direct message, they allow direct messages in the server's "
    "privacy settings."
)
SHOWN_BELOW = "The picture shows the position that the game goes back to."
EXPORTED = "The whole game, with all its cards. `python -m engine replay` reads it, and `/mod import`."
EXPORTED_SEALED = "The game as everybody may see it; what is hidden in it is sealed. `/mod import` lets it go on."
UNFETCHED = "Discord did not give me that file. Please try again."
TOO_LARGE = "That file is too large for a game."
UNHEARD = "The role is not notified: allow everybody to mention it, or give me the right **Mention Everyone**."


def went_back(ply: int, now: int) -> str:
    """After a rewind."""
    return f"A moderator has taken the game back from ply {now} to ply {ply}."


def seated(names: Names, seat: Seat, name: str) -> str:
    """After a replacement; `names` are those of before."""
    return f"A moderator has given the seat of {text.player(names, seat)} to {name}."


def acted_for_you(game: int) -> str:
    """To the one in whose place a moderator has acted."""
    return f"In game {game} a moderator has acted for you, because you were waited for. Your seat is still yours."


def seat_given_away(game: int, name: str) -> str:
    """To the one whose seat a moderator has given to somebody else."""
    return f"In game {game} a moderator has given your seat to {name}."


def moved(before: str) -> str:
    """After a game was carried to another channel."""
    return f"A moderator has carried this game here from {before}."


def moved_away(channel: int) -> str:
    """In the channel that a game has left."""
    return f"A moderator has carried the game that was played here to <#{channel}>."


def imported(game: int, ply: int, live: bool) -> str:
    """After a file was read."""
    return f"All {ply} plies were replayed: this is game {game}, and it {'goes on here' if live else 'is over'}."


def moderators(role: int | None) -> str:
    """Who moderates in a server."""
    beside = f", and holders of <@&{role}> where they see it" if role is not None else ""
    return f"A game is moderated by those who may manage its channel{beside}."


def server_settings(settings: ServerSettings, unheard: bool) -> str:
    """What moderators have set for their server."""
    openers = (
        settings.openers if settings.openers_role is None else f"{settings.openers} and <@&{settings.openers_role}>"
    )
    called = "nobody" if settings.lobby_role is None else f"<@&{settings.lobby_role}>, once"
    lines = [
        "**New games in this server**",
        text.rules_of(settings.options),
        f"Pace: {settings.tempo.words}.",
        f"Opened by: {openers}. Called for each lobby: {called}.",
        f"Language: {LANGUAGES.get(settings.language, settings.language)}.",
        moderators(settings.role),
    ]
    return "\n".join([*lines, *([UNHEARD] if unheard else [])])


def damaged(damage: Damaged, ply: int) -> str:
    """What is wrong with a game that was set aside, and how it is brought back."""
    if damage.seq < 0:
        return f"**Not for me**: {damage}. Nothing is lost; the host has to start a newer version of me."
    return (
        f"**Damaged**: {damage}. Nobody can act in it. The last good position is that of ply {ply}: "
        f"`/mod rewind ply:{ply}` goes on from there, `/mod end` ends the game without a result."
    )


def question(what: str, names: Names) -> str:
    """What `Confirm` would do, without the question mark: `what` is a verb with what it is about."""
    verb, _, rest = what.partition(" ")
    first = rest.partition(" ")[0]
    match verb:
        case "rewind":
            return f"Take the game back to ply {first}"
        case "replace":
            seat, _, by = rest.partition(" ")
            colour = next(each for each in Seat if each.letter == seat)
            return f"Give the seat of {text.player(names, colour)} to <@{by}>"
        case "move":
            return f"Carry the game to <#{first}>"
        case _:
            return QUESTIONS[verb]


QUESTIONS = {
    "resign": "Give up your seat",
    "undo": "Take back the last play",
    "skip": "Act for the player who is waited for",
    "pause": "Pause the game",
    "resume": "Let the game go on",
    "reset": "Set this game aside and start anew with the same players",
    "restore": "Bring this game back (what is played there now is set aside)",
    "endscored": "End the game now and count the scores as they stand",
    "endvoid": "End the game now without a result",
    "close": "Close this lobby",
}
NOTES = {
    "undo": "takes back the last play",
    "rewind": "takes the game back",
    "skip": "acts for {seat}",
    "stop pause": "pauses the game",
    "go pause": "lets the game go on",
    "stop mute": "stops the clocks, for the table cannot be written to",
    "go mute": "lets the clocks run, for the table can be written to again",
    "stop away": "stops the clock of {seat}, who is away",
    "go away": "lets the clock of {seat} run, who is back",
    "reset": "sets the game aside and starts anew",
    "restore": "brings the game back",
    "end": "ends the game ({rest})",
    "move": "carries the game to another channel",
    "replace": "gives the seat of {seat} to somebody else",
    "left": "loses the seat of {seat}",
    "sit": "takes the seat of {seat}",
    "return": "takes the seat of {seat} again",
    "resign": "gives up the seat of {seat}",
    "mend": "mends the log from entry {rest} on",
    "import": "brings the game here from a file",
    "repost": "posts the table message again",
    "extend": "gives {seat} more time",
    "vote opens": "lets the others vote about {seat}",
    "vote": "votes to {rest}",
    "agree": "agrees to end the game ({rest})",
    "pace": "changes the pace",
    "lost": "finds the channel gone",
    "found": "can write to the channel again",
    "down": "gives back time in which it did not run",
}
"""What the notes of a log mean, by their first word or their first two."""


def noted(note: str) -> str:
    """A note of a log in words."""
    verb, _, rest = note.partition(" ")
    second, _, third = rest.partition(" ")
    if f"{verb} {second}" in NOTES:
        verb, rest = f"{verb} {second}", third
    seat = next((words.COLOURS[each] for each in Seat if each.letter == rest), rest)
    return NOTES.get(verb, note).format(seat=seat, rest=rest)
