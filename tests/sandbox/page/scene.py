"""A scene for a browser: the sandbox as it is reached from the thread in which the browser is driven."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from typing import TYPE_CHECKING, Any, TypeVar

from bot.sandbox import Sandbox
from bot.sandbox.messages import Draft, post

if TYPE_CHECKING:
    from tests.sandbox.page.window import Window

T = TypeVar("T")


class Scene:
    """The sandbox from the thread in which the browser is driven: `do` lets the sandbox's own thread do something."""

    def __init__(self, sandbox: Sandbox, window: Window, loop: asyncio.AbstractEventLoop) -> None:
        self.sandbox = sandbox
        self.window = window
        self._loop = loop
        self.agora = next(each for each in sandbox.world.channels.values() if each.name == "agora")
        self.guild = next(iter(sandbox.world.guilds.values()))
        users = {each.name: each for each in sandbox.world.users.values()}
        self.ann, self.ben, self.xenia = (sandbox.person(users[name]) for name in ("Ann", "Ben", "Xenia"))

    def do(self, what: Callable[[], T]) -> T:
        async def done() -> T:
            return what()

        return asyncio.run_coroutine_threadsafe(done(), self._loop).result(10)

    def says(self, content: str) -> None:
        """The bot writes to #agora."""
        self.do(lambda: post(self.sandbox.site, self.agora, Draft(content=content)))

    def address(self, person: Any, channel: Any = None) -> str:
        return f"#/{person.id}" + (f"/{channel.id}" if channel else "")


Play = Callable[[Callable[[Scene], None]], Awaitable[None]]
