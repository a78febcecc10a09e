"""The life of an interaction: three seconds to be acknowledged, fifteen minutes to be answered."""

from __future__ import annotations

import secrets
import time
from typing import Any, Final

from bot.sandbox.errors import ApiError, Refusal
from bot.sandbox.happenings import InteractionHappened
from bot.sandbox.limits import LIMITS
from bot.sandbox.nouns import AUTOCOMPLETE, COMMAND, COMPONENT, MODAL, Channel, InteractionRecord, InteractionState
from bot.sandbox.world import World

Json = dict[str, Any]

MESSAGE: Final = 4
DEFERRED_MESSAGE: Final = 5
DEFERRED_UPDATE: Final = 6
UPDATE: Final = 7
CHOICES: Final = 8
OPEN_MODAL: Final = 9


class Desk:
    """Hands interactions to the bot and keeps their time."""

    def __init__(self, world: World) -> None:
        self._world = world

    def send(
        self,
        kind: int,
        user_id: int,
        channel: Channel,
        data: Json,
        *,
        name: str = "",
        message_id: int | None = None,
        option_type: int | None = None,
        modal_of: int | None = None,
    ) -> InteractionRecord:
        """A new interaction, published for delivery; it fails by itself if nobody acknowledges it in time."""
        world = self._world
        record = InteractionRecord(
            id=world.snowflake(),
            token=secrets.token_urlsafe(48),
            kind=kind,
            user_id=user_id,
            channel_id=channel.id,
            guild_id=channel.guild_id,
            data=data,
            created=world.now(),
            sent=time.monotonic(),
            message_id=message_id,
            name=name,
            option_type=option_type,
            modal_of=modal_of,
        )
        world.interactions[record.id] = record
        world.tokens[record.token] = record.id
        world.clock.call_at(record.created + LIMITS.acknowledge_within, lambda: self._expire(record, "waiting"))
        world.clock.call_at(record.created + LIMITS.token_life, lambda: self._expire(record, "thinking"))
        world.publish(InteractionHappened(record))
        return record

    def unanswered(self, interaction_id: int, token: str) -> InteractionRecord:
        """The interaction to be acknowledged now. Raises 10062 if it is unknown or too old, 40060 if that is done."""
        record = self._world.interactions.get(interaction_id)
        if record is None or record.token != token:
            raise ApiError(Refusal.UNKNOWN_INTERACTION)
        if record.response_type is not None:
            raise ApiError(Refusal.ALREADY_ACKNOWLEDGED)
        if self._world.now() >= record.created + LIMITS.acknowledge_within:
            raise ApiError(Refusal.UNKNOWN_INTERACTION)
        return record

    def answered(self, application_id: int, token: str) -> InteractionRecord:
        """The acknowledged interaction of a webhook's token. Raises 10015 or, for a token past its life, 50027."""
        if application_id != self._world.application_id:
            raise ApiError(Refusal.UNKNOWN_WEBHOOK)
        record = self._world.interactions.get(self._world.tokens.get(token, 0))
        if record is None:
            raise ApiError(Refusal.INVALID_WEBHOOK_TOKEN)
        if self._world.now() >= record.created + LIMITS.token_life:
            raise ApiError(Refusal.INVALID_WEBHOOK_TOKEN)
        if record.response_type is None or record.kind == AUTOCOMPLETE:
            raise ApiError(Refusal.UNKNOWN_WEBHOOK)
        return record

    def acknowledge(self, record: InteractionRecord, response_type: int, state: InteractionState) -> None:
        """Notes the first response."""
        record.response_type = response_type
        record.acknowledged_after = time.monotonic() - record.sent
        self.move(record, state)

    def move(self, record: InteractionRecord, state: InteractionState) -> None:
        """Notes and tells the next state."""
        record.state = state
        self._world.publish(InteractionHappened(record))

    def finish(self, record: InteractionRecord) -> None:
        """The bot has done something visible: whatever was pending is no longer."""
        if record.state in ("thinking", "deferred"):
            self.move(record, "answered")

    def _expire(self, record: InteractionRecord, still: InteractionState) -> None:
        if record.state == still:
            self.move(record, "failed")


def responses_to(record: InteractionRecord) -> tuple[int, ...]:
    """The response types that Discord takes for this kind of interaction."""
    if record.kind == COMMAND:
        return (MESSAGE, DEFERRED_MESSAGE, OPEN_MODAL)
    if record.kind == COMPONENT:
        return (MESSAGE, DEFERRED_MESSAGE, DEFERRED_UPDATE, UPDATE, OPEN_MODAL)
    if record.kind == MODAL and record.message_id is not None:
        return (MESSAGE, DEFERRED_MESSAGE, DEFERRED_UPDATE, UPDATE)
    return (MESSAGE, DEFERRED_MESSAGE) if record.kind == MODAL else (CHOICES,)
