"""What is said when something is in the way that is no rule of the game: Discord, the store, an update."""

from __future__ import annotations

STALE = "That button is out of date; press **Act** on the newest message of the table."
TWICE = "That reached me twice, and was done already: once."
UNCERTAIN = "Discord broke off while I answered. What you did may have been done; the table shows it."
ANSWER_GONE = "The message that I answered in is gone. If you did something with it, that is done; the table shows it."
UPDATED = "I was just updated, and your Discord still has my old commands. Please try again in a minute."
NOT_OF_THIS_SERVER = "Whoever or whatever you named is not in this server. Please choose from what Discord offers."
STORE_TROUBLE = "My store cannot be read or written just now. Nothing was changed; please try again in a minute."
SENT_AWAY = "I am no longer in the server of this game. Invite me again, or let a moderator carry the game elsewhere."
CAUSES = {
    10003: "the channel is gone. A moderator can carry the game to another channel",
    160005: "the thread is locked. Unlock it, or let a moderator carry the game elsewhere",
    50001: "I cannot see the channel. I need the right **View Channel** there",
    50013: "I lack a right there: **Send Messages** (or **Send Messages in Threads**) and **Attach Files**",
}
"""What Discord's codes mean, and what would mend it."""


def unreachable(code: int, place: str) -> str:
    """Why the bot cannot write to a game's channel, and what would mend it."""
    return f"I cannot write to the table in {place}: {_cause(code)}."


def cannot_post(code: int) -> str:
    """Why the bot cannot show something to everybody, and what would mend it."""
    return f"I cannot show that: {_cause(code)}."


def _cause(code: int) -> str:
    return CAUSES.get(code, f"Discord refused it (code {code})")


def unforeseen(reference: str) -> str:
    """For an error that nobody thought of."""
    return f"Something went wrong that should not. The host finds it in my log under the reference `{reference}`."
