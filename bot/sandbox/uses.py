"""What came of a use of a command, button, menu or modal."""

# ruff: noqa: ASYNC109 - a wait that says what it waited for needs a timeout of its own

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Protocol, TypeVar

from bot.sandbox.modals import Modal, modal_of
from bot.sandbox.nouns import InteractionRecord, Message
from bot.sandbox.rest import Rest
from bot.sandbox.site import Site
from bot.sandbox.views import MessageView
from bot.sandbox.world import World

T = TypeVar("T")
PATIENCE = 15.0
"""Real seconds for which the driver waits for the bot before it gives up with `TimeoutError`."""
QUIET = 5.0
"""Real seconds without a request after which a press that showed nothing is taken to have come to nothing."""


@dataclass(frozen=True, slots=True)
class Choice:
    """What autocomplete offers: `name` is shown, `value` is sent."""

    name: str
    value: str | int | float


class Surroundings(Protocol):
    """What a person needs of the sandbox."""

    world: World
    site: Site
    rest: Rest

    def view(self, message: Message) -> MessageView: ...

    async def wait_for(self, predicate: Callable[[], T], timeout: float, what: str) -> T: ...


class Interaction:
    """A use of a command, button, menu or modal, and what came of it. Live: its properties follow the bot's doings."""

    def __init__(self, sandbox: Surroundings, record: InteractionRecord) -> None:
        self._sandbox = sandbox
        self.record = record

    def __repr__(self) -> str:
        return f"<Interaction {self.record.name or self.record.data} {self.record.state} {self.response}>"

    @property
    def acknowledged_after(self) -> float | None:
        """Real seconds until the bot's first response, none without one."""
        return self.record.acknowledged_after

    @property
    def failed(self) -> bool:
        """Discord shows "the application did not respond"."""
        return self.record.state == "failed"

    @property
    def thinking(self) -> bool:
        return self.record.state == "thinking"

    @property
    def response(self) -> MessageView | None:
        """The first message that it made or changed and that still is there."""
        return next(iter(self.messages), None)

    @property
    def messages(self) -> list[MessageView]:
        """All messages that it made or changed and that still are there, in order."""
        messages = self._sandbox.world.messages
        found = [messages[each] for each in dict.fromkeys(self.record.effects)]
        return [self._sandbox.view(each) for each in found if not each.deleted]

    @property
    def modal(self) -> Modal | None:
        return None if self.record.modal is None else modal_of(self.record.modal)

    async def acknowledged(self, timeout: float = PATIENCE) -> Interaction:
        """Waits until the bot has acknowledged it, or failed to."""
        await self._sandbox.wait_for(lambda: self.record.state != "waiting", timeout, f"an answer to {self!r}")
        return self

    async def settled(self, timeout: float = PATIENCE) -> Interaction:
        """Waits until it is acknowledged and what was deferred is done, or it failed.

        After a deferred update nothing shows whether the bot still has something to do, so that this waits for its
        first visible doing, or until the bot has sent no request for some seconds.
        """
        await self.acknowledged(timeout)
        await self._sandbox.wait_for(lambda: self.record.state != "thinking", timeout, f"the end of {self!r}")
        rest = self._sandbox.rest
        if self.record.state == "deferred":
            await self._sandbox.wait_for(
                lambda: self.record.state != "deferred" or rest.quiet_for() > QUIET, timeout, f"the end of {self!r}"
            )
        return self
