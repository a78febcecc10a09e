"""Why an action is refused, in a sentence that names the rule and the squares, and what would be legal instead."""

from __future__ import annotations

import engine
from bot import text
from bot.refusals import Refusal, Refused
from bot.text import words
from engine import IllegalAction, Reason

SENTENCES: dict[Reason, str] = {
    Reason.GAME_OVER: "The game is over.",
    Reason.DEALER_TO_ACT: "The cards are being shuffled.",
    Reason.NOT_TO_ACT: "It is not your turn.",
    Reason.WRONG_PHASE: "That cannot be done now.",
    Reason.CARD_ACCEPTED: "You accepted your card: moving freely and exchanging are for who rejected it.",
    Reason.CARD_REJECTED: "You rejected your card: placing cubes and juggernauts are for who accepted it.",
    Reason.NO_SUCH_SQUARE: "There is no such square on the board.",
    Reason.NOT_FOUR_SQUARES: "A setup takes exactly four squares.",
    Reason.NOT_A_CORNER: "All four squares must lie in one corner sector; {squares} {do} not.",
    Reason.CORNER_TAKEN: "That corner is somebody's home already.",
    Reason.NOT_THE_HIDDEN_CARDS: "Those are not the cards that are still hidden.",
    Reason.CARDS_NOT_DRAWN: "Those are not the three cards that you drew.",
    Reason.NO_SUPPLY: "You have no cube left in your supply.",
    Reason.SQUARE_OCCUPIED: "{squares} {is_} occupied.",
    Reason.WRONG_SECTOR: "{squares} {is_} not in the sector of your card, which still has empty squares.",
    Reason.NOT_THE_PLACED_CUBE: "After placing, only the placed cube may move, alone or in a phalanx; not {first}.",
    Reason.NOT_OWN_CUBE: "There is no cube of yours on {squares}.",
    Reason.NO_MOVE: "Ending where it began is no move for {squares}.",
    Reason.TOO_FAR: "A syntagma moves one or two steps; from {first} to {second} is farther.",
    Reason.TARGET_OCCUPIED: "{squares} {is_} occupied, and a syntagma captures nothing.",
    Reason.NO_FREE_PATH: "Every step stands on an empty square, and the way is closed by {squares}.",
    Reason.NO_SUCH_PHALANX: "{squares} are not the corners of a line, a rectangle or a skewed rectangle.",
    Reason.NOT_OWN_CUBES: "A phalanx is filled with your cubes; there is none of yours on {squares}.",
    Reason.WITHOUT_PLACED_CUBE: "The manoeuvre must take the placed cube along, which stands on {squares}.",
    Reason.SIDEWAYS: "A phalanx moves only along an axis on which its lines are longer than one cube.",
    Reason.PATH_OFF_BOARD: "{squares} would leave the board.",
    Reason.PATH_OWN_CUBE: "Your own cube on {squares} is in the way.",
    Reason.PATH_JUGGERNAUT: "A juggernaut on {squares} is in the way.",
    Reason.PATH_ENEMY_STRONG: "{squares} {is_} too strong: {theirs} in a row there against your {ours}.",
    Reason.NO_JUGGERNAUT: "No juggernaut of yours has its south-west quarter on {squares}.",
    Reason.WRONG_DIRECTION: "Your card does not move a juggernaut that way.",
    Reason.JUGGERNAUT_OFF_BOARD: "The juggernaut would leave the board with {squares}.",
    Reason.JUGGERNAUT_BLOCKED: "Another juggernaut on {squares} is in the way.",
    Reason.JUGGERNAUT_ENEMY_STRONG: "{squares} {is_} too strong: {theirs} in a row; a juggernaut captures only {ours}.",
    Reason.NOT_FOUR_OWN_CUBES: "A juggernaut is formed of four of your cubes; there is none of yours on {squares}.",
    Reason.FORM_OUTSIDE_SECTOR: "None of {squares} lies in the sector of your card.",
    Reason.DISSOLVE_OUTSIDE_SECTOR: "None of {squares} lies in the sector of your card.",
    Reason.NO_PRISONER: "You hold no prisoner of that colour.",
    Reason.NO_WHITE_SUPPLY: "There is no white cube left to exchange for.",
}


def sentence(error: IllegalAction) -> str:
    """The reason in words, with its paragraph of the rules."""
    names = [engine.square_name(square) for square in error.squares]
    ours, theirs = error.strengths or (0, 0)
    said = SENTENCES[error.reason].format(
        squares=words.listing(names),
        first=names[0] if names else "",
        second=names[-1] if names else "",
        is_="is" if len(names) == 1 else "are",
        do="does" if len(names) == 1 else "do",
        ours=ours,
        theirs=theirs,
    )
    return f"{said} (Rules, {error.reason.paragraph}.)"


def nearest(
    action: engine.Action, legal: tuple[engine.Action, ...], view: engine.PlayerView, done: str = "", number: int = 3
) -> list[str]:
    """The legal actions most like a refused one: of its kind first, then by how near their squares are.

    Each is written behind the actions that were typed before it (`done`), so that it can be typed as it stands.
    """
    wanted = _squares(action)
    ranked = sorted(
        legal,
        key=lambda other: (
            type(other) is not type(action),
            sum(_distance(a, b) for a, b in zip(wanted, _squares(other), strict=False)),
        ),
    )
    before = f"{done} " if done else ""
    return [f"`{before}{engine.format_action(other)}` ({words.imperative(other, view)})" for other in ranked[:number]]


def _distance(a: engine.Square, b: engine.Square) -> int:
    return max(abs(a // 10 - b // 10), abs(a % 10 - b % 10))


def _squares(action: engine.Action) -> tuple[engine.Square, ...]:
    match action:
        case engine.Place(_, square):
            return (square,)
        case engine.MoveSyntagma(_, origin, target):
            return origin, target
        case engine.MovePhalanx(_, corners, direction):
            return (*corners, corners[0] + direction)
        case engine.MoveJuggernaut(_, square, direction):
            return square, square + direction
        case engine.FormJuggernaut(_, square) | engine.DissolveJuggernaut(_, square):
            return (square,)
        case _:
            return ()


REFUSALS: dict[Refusal, str] = {
    Refusal.NO_GAME: "There is no game here. Open one with `/game new` in a server, or name yours with the "
    "option `game`.",
    Refusal.WHICH_GAME: "You play in several games. Name one with the option `game`; `/game list` shows them.",
    Refusal.NO_SUCH_GAME: "There is no such game that you could see from here.",
    Refusal.CHANNEL_TAKEN: "A game or lobby is open in this channel already. Use another channel or a thread "
    "(`/game new thread:True`); `/game info` tells of the one that is here.",
    Refusal.IN_LOBBY: "The game has not begun yet: it is a lobby. **Join** takes a seat in it, and when there are "
    "three, **Start** begins the game.",
    Refusal.NOT_IN_LOBBY: "That is for lobbies, and this game has begun already. Who plays in it gives up their seat "
    "by `/game resign`; all others may watch it (`/board`, `/log`), or open a game elsewhere by `/game new`.",
    Refusal.LOBBY_CLOSED: "This lobby is closed. `/game new` opens another.",
    Refusal.LOBBY_FULL: "All three seats of this lobby are taken. If somebody leaves it, you can join; or open one "
    "of your own: `/game new` in another channel, or `/game new thread:True`.",
    Refusal.NOT_IN_THIS_LOBBY: "That is for those who sit in this lobby. {detail}",
    Refusal.LOBBY_SHORT: "Syntagma is for exactly three; {detail} more must join first.",
    Refusal.SEATED_ALREADY: "You have a seat here already.",
    Refusal.SITS_THERE: "They sit in this lobby already.",
    Refusal.NO_OPEN_SEAT: "No seat is open in this game: three people play it. You may watch it (`/board`, `/log`), "
    "and if one of them gives up, the seat is offered here. For a game of your own: `/game new` in another channel, or "
    "`/game new thread:True`.",
    Refusal.HELD_ANOTHER: "You have held another seat of this game and may know its cards, so you can take only that "
    "one again, if it is open.",
    Refusal.SEAT_OPEN: "A seat is open; somebody has to take it first.",
    Refusal.NOT_SEATED: "You have no seat in this game. {turn} {detail}",
    Refusal.NOT_YOUR_TURN: "It is not your turn. {turn}",
    Refusal.ALREADY_PLAYED: "That was played already.",
    Refusal.OUTDATED: "The game has moved on since.",
    Refusal.OVERTAKEN: "The game has moved on since that was asked, so nothing was done. Ask anew if it is wanted.",
    Refusal.OVER: "This game is over.",
    Refusal.NOT_OVER: "The game is not over yet.",
    Refusal.UNREADABLE: "I cannot read that: {error}. {instead}",
    Refusal.NO_MATCH: "Nothing that you could legally play now matches {detail}. You can search by a square (`e5`), "
    "a kind (`place`, `move`, `juggernaut`, `exchange`, `pass`) or an effect (`captures`, `scores`). {instead}",
    Refusal.MERE_SEARCH: "By {detail} one can search, but not play: choose from the list that shows as you type. "
    "{instead}",
    Refusal.ILLEGAL: "{error} {instead}",
    Refusal.PAST_A_DRAW: "The turn ends before `{detail}`, and new cards are drawn: look at them first.",
    Refusal.NOTHING_TO_UNDO: "There is nothing of yours to take back.",
    Refusal.OTHER_ACTED: "Somebody else has acted since; your play cannot be taken back any more.",
    Refusal.CARD_SEEN: "You have seen new cards since; your play cannot be taken back any more.",
    Refusal.END_IS_FINAL: "The game is over, and its end is final.",
    Refusal.NO_SUCH_PLY: "There is no such ply; the latest is {detail}.",
    Refusal.NOTHING_TO_SHOW: "Nothing has been played yet.",
    Refusal.NO_RIGHT: "That is for moderators: who may manage the game's channel, or has the role set by `/mod role`.",
    Refusal.NOTHING_ASKED: "No moderator who plays here has asked for anything that could still be done.",
    Refusal.WISH_LAPSED: "That wish holds no longer: the game has moved on, it is older than three days, something "
    "else was asked since, or who asked may not moderate here any more. They can ask anew.",
    Refusal.MODERATOR_PLAYS: "You cannot consent to your own wish: another player or moderator has to.",
    Refusal.MISSING_RIGHTS: "I lack rights in this channel: **{detail}**. Give them to me, then try again.",
    Refusal.NO_THREAD: "Discord broke off while I opened a thread, and none is there. Please try again in a minute.",
    Refusal.NOT_IN_SERVER: "That works only in a channel of a server.",
    Refusal.BAD_OPTION: "{detail}",
    Refusal.VOTE_IS_FOR_OTHERS: "The vote is for the others; you are waited for, and may act until it is through.",
    Refusal.SEAT_JUST_OPENED: "A seat is open; if nobody takes it within three days, the others may end the game.",
    Refusal.BAD_PLAN: "I cannot read that plan. {detail} "
    "Write it as `accept if it is N or C, else reject` or as `@e5 e5>f7; pass`.",
    Refusal.PLAN_TOO_LATE: "It is your turn already: just play.",
    Refusal.NO_VACATION: "{detail}",
    Refusal.INVITED_TOO_MANY: "There are enough invitations open: five for a lobby, ten of one user.",
    Refusal.INVITED_ALREADY: "That user is invited already.",
    Refusal.HAS_DECLINED: "That user has declined, and is not asked again.",
    Refusal.NOT_INVITED: "There is no open invitation for you here.",
    Refusal.PACE_ALREADY: "The pace of this game is that already: {detail}.",
    Refusal.NO_VOTE: "No vote is open: it opens when the time of the player waited for is up.",
    Refusal.STILL_SECRET: "That game may still go on, so its record is not open yet.",
    Refusal.BAD_FILE: "{detail}",
    Refusal.PAUSED: "A moderator has paused this game. It goes on when a moderator says `/mod resume`.",
    Refusal.NOT_PAUSED: "This game is not paused.",
    Refusal.NOT_RESTORABLE: "That game cannot be brought back. {detail}",
    Refusal.NO_SUCH_SEAT: "There is no such seat in this game. Name who sits in it, or its colour.",
    Refusal.CANNOT_SEAT: "{detail}",
    Refusal.ROLE_NOT_ENOUGH: "That is for those who may manage channels in the whole server (**Manage Channels**).",
    Refusal.MAY_NOT_OPEN: "In this server only moderators open games; `/mod settings` says who else may.",
    Refusal.BUSY: "My store is busy or full just now. Nothing was changed; please try again in a minute.",
    Refusal.DAMAGED: "Game {detail} is damaged in my store and set aside. A moderator can mend it: `/mod status`.",
}


def refused(why: Refused) -> str:
    """The sentence for a refusal."""
    facts = {"detail": why.detail, "error": "", "instead": "", "turn": ""}
    if isinstance(why.error, IllegalAction):
        facts["error"] = sentence(why.error)
        if why.action is not None and why.view is not None and why.legal:
            facts["instead"] = f"Legal and near: {words.listing(nearest(why.action, why.legal, why.view, why.detail))}."
    elif why.error is not None:
        facts["error"] = str(why.error)
        if why.view is not None and why.legal:
            first = [f"`{engine.format_action(each)}` ({words.imperative(each, why.view)})" for each in why.legal[:3]]
            facts["instead"] = f"Now you could say {' or '.join(first)}; the list under the option shows all."
    elif why.view is not None and why.view.to_act is not None:
        facts["turn"] = f"{text.player(why.names, why.view.to_act)} has to {text.to_do(why.view)}."
    return " ".join(REFUSALS[why.refusal].format_map(facts).split())[:1990]
