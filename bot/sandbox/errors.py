"""Discord's refusals: one table of HTTP status, JSON error code and message, and the exception that carries one.

Every member of `Refusal` is broken on purpose by a raw HTTP test, so a code that nothing can reach does not stay here.
"""

from __future__ import annotations

from enum import Enum
from typing import Any

Json = dict[str, Any]


class Refusal(Enum):
    """A way in which Discord says no: `(HTTP status, JSON code, message)`."""

    NOT_FOUND = (404, 0, "404: Not Found")
    UNAUTHORIZED = (401, 0, "401: Unauthorized")
    METHOD_NOT_ALLOWED = (405, 0, "405: Method Not Allowed")
    INTERNAL = (500, 0, "500: Internal Server Error")
    RATE_LIMITED = (429, 0, "You are being rate limited.")
    UNKNOWN_APPLICATION = (404, 10002, "Unknown Application")
    UNKNOWN_CHANNEL = (404, 10003, "Unknown Channel")
    UNKNOWN_GUILD = (404, 10004, "Unknown Guild")
    UNKNOWN_MEMBER = (404, 10007, "Unknown Member")
    UNKNOWN_MESSAGE = (404, 10008, "Unknown Message")
    UNKNOWN_ROLE = (404, 10011, "Unknown Role")
    UNKNOWN_USER = (404, 10013, "Unknown User")
    UNKNOWN_EMOJI = (400, 10014, "Unknown Emoji")
    UNKNOWN_WEBHOOK = (404, 10015, "Unknown Webhook")
    UNKNOWN_INTERACTION = (404, 10062, "Unknown interaction")
    UNKNOWN_COMMAND = (404, 10063, "Unknown application command")
    TOO_MANY_PINS = (400, 30003, "Maximum number of pins reached")
    TOO_MANY_COMMANDS = (400, 30032, "Maximum number of application commands reached")
    TOO_MANY_OLD_EDITS = (429, 30046, "Maximum number of edits to messages older than 1 hour reached. Try again later.")
    ENTITY_TOO_LARGE = (413, 40005, "Request entity too large")
    ALREADY_ACKNOWLEDGED = (400, 40060, "Interaction has already been acknowledged.")
    MISSING_ACCESS = (403, 50001, "Missing Access")
    WRONG_ON_DM = (403, 50003, "Cannot execute action on a DM channel")
    NOT_THE_AUTHOR = (403, 50005, "Cannot edit a message authored by another user")
    EMPTY_MESSAGE = (400, 50006, "Cannot send an empty message")
    DMS_CLOSED = (403, 50007, "Cannot send messages to this user")
    MISSING_PERMISSIONS = (403, 50013, "Missing Permissions")
    WRONG_CHANNEL_TYPE = (400, 50024, "Cannot execute action on this channel type")
    INVALID_WEBHOOK_TOKEN = (401, 50027, "Invalid Webhook Token")
    INVALID_RECIPIENTS = (400, 50033, "Invalid Recipient(s)")
    INVALID_BULK_DELETE = (
        400,
        50034,
        "You can only bulk delete messages that are under 14 days old.",
    )
    INVALID_FORM = (400, 50035, "Invalid Form Body")
    THREAD_ARCHIVED = (400, 50083, "Thread is archived")
    INVALID_JSON = (400, 50109, "The request body contains invalid JSON.")
    REPLY_NEEDS_HISTORY = (400, 160002, "Cannot reply without permission to read message history")
    THREAD_EXISTS = (400, 160004, "A thread has already been created for this message")
    THREAD_LOCKED = (403, 160005, "Thread is locked")

    @property
    def status(self) -> int:
        return self.value[0]

    @property
    def code(self) -> int:
        return self.value[1]

    @property
    def message(self) -> str:
        return self.value[2]


class ApiError(Exception):
    """A request is refused. Nothing has changed in the world when this is raised."""

    def __init__(self, refusal: Refusal, *, errors: Json | None = None, retry_after: float | None = None) -> None:
        super().__init__(f"{refusal.status} {refusal.code} {refusal.message}")
        self.refusal = refusal
        self.errors = errors
        self.retry_after = retry_after

    def body(self) -> Json:
        """The answer's JSON, as Discord words it."""
        body: Json = {"message": self.refusal.message, "code": self.refusal.code}
        if self.errors is not None:
            body["errors"] = self.errors
        if self.retry_after is not None:
            body |= {"retry_after": round(self.retry_after, 3), "global": False}
        return body
