"""Why the bot does not do what somebody asks. A closed list: `bot.text` has a sentence for each."""

from __future__ import annotations

from enum import StrEnum

import engine


class Refusal(StrEnum):
    """The names of the bot's own refusals; the rules' are `engine.Reason`."""

    NO_GAME = "no game"
    WHICH_GAME = "which game"
    NO_SUCH_GAME = "no such game"
    CHANNEL_TAKEN = "channel taken"
    IN_LOBBY = "in lobby"
    NOT_IN_LOBBY = "not in lobby"
    LOBBY_CLOSED = "lobby closed"
    NOT_IN_THIS_LOBBY = "not in this lobby"
    LOBBY_FULL = "lobby full"
    LOBBY_SHORT = "lobby short"
    SEATED_ALREADY = "seated already"
    SITS_THERE = "sits there"
    NO_OPEN_SEAT = "no open seat"
    HELD_ANOTHER = "held another"
    SEAT_OPEN = "seat open"
    NOT_SEATED = "not seated"
    NOT_YOUR_TURN = "not your turn"
    ALREADY_PLAYED = "already played"
    OUTDATED = "outdated"
    OVERTAKEN = "overtaken"
    OVER = "over"
    NOT_OVER = "not over"
    UNREADABLE = "unreadable"
    NO_MATCH = "no match"
    MERE_SEARCH = "mere search"
    ILLEGAL = "illegal"
    PAST_A_DRAW = "past a draw"
    NOTHING_TO_UNDO = "nothing to undo"
    OTHER_ACTED = "other acted"
    CARD_SEEN = "card seen"
    END_IS_FINAL = "end is final"
    NO_SUCH_PLY = "no such ply"
    NOTHING_TO_SHOW = "nothing to show"
    NO_RIGHT = "no right"
    NOTHING_ASKED = "nothing asked"
    WISH_LAPSED = "wish lapsed"
    MODERATOR_PLAYS = "moderator plays"
    MISSING_RIGHTS = "missing rights"
    NO_THREAD = "no thread"
    NOT_IN_SERVER = "not in server"
    BAD_OPTION = "bad option"
    VOTE_IS_FOR_OTHERS = "vote is for others"
    SEAT_JUST_OPENED = "seat just opened"
    BAD_PLAN = "bad plan"
    PLAN_TOO_LATE = "plan too late"
    NO_VACATION = "no vacation"
    INVITED_TOO_MANY = "invited too many"
    INVITED_ALREADY = "invited already"
    HAS_DECLINED = "has declined"
    NOT_INVITED = "not invited"
    PACE_ALREADY = "pace already"
    NO_VOTE = "no vote"
    STILL_SECRET = "still secret"
    BAD_FILE = "bad file"
    PAUSED = "paused"
    NOT_PAUSED = "not paused"
    NOT_RESTORABLE = "not restorable"
    NO_SUCH_SEAT = "no such seat"
    CANNOT_SEAT = "cannot seat"
    ROLE_NOT_ENOUGH = "role not enough"
    MAY_NOT_OPEN = "may not open"
    BUSY = "busy"
    DAMAGED = "damaged"


class Refused(Exception):
    """Nothing was changed, for the reason named; `facts` are what the sentence about it needs."""

    def __init__(
        self,
        refusal: Refusal,
        *,
        error: engine.GameError | None = None,
        action: engine.Action | None = None,
        legal: tuple[engine.Action, ...] = (),
        view: engine.PlayerView | None = None,
        names: tuple[str, str, str] = ("", "", ""),
        detail: str = "",
    ) -> None:
        super().__init__(refusal.value, detail)
        self.refusal = refusal
        self.error = error
        self.action = action
        self.legal = legal
        self.view = view
        self.names = names
        self.detail = detail

    @property
    def link_needed(self) -> bool:
        """Whether the present board is elsewhere, and where should be said."""
        return self.refusal in (Refusal.OUTDATED, Refusal.OVERTAKEN, Refusal.ALREADY_PLAYED)
