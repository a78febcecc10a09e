"""The real bot as a process of its own, which tests may end in every way that a process can end."""

# ruff: noqa: ASYNC109 - a wait that says what it waited for needs a timeout of its own

from __future__ import annotations

import asyncio
import contextlib
import os
import signal
import sys
import time
from collections.abc import Mapping, Sequence
from pathlib import Path

from bot.sandbox.sandbox import Sandbox

ROOT = Path(__file__).resolve().parents[2]


class BotProcess:
    """`python -m bot` against a sandbox.

    `database` becomes SYNTAGMA_DB; `environment` is added to that, and `command` may start something else instead.
    Output of all its lives is gathered in `output`.
    """

    def __init__(
        self,
        sandbox: Sandbox,
        database: Path | str,
        *,
        environment: Mapping[str, str] | None = None,
        command: Sequence[str] = ("-m", "bot"),
    ) -> None:
        self._sandbox = sandbox
        self._command = tuple(command)
        self._environment = {
            **os.environ,
            "DISCORD_TOKEN": sandbox.token,
            "SYNTAGMA_SANDBOX": sandbox.url,
            "SYNTAGMA_DB": str(database),
            "SYNTAGMA_PARENT": str(os.getpid()),
            "PYTHONUNBUFFERED": "1",
            **(environment or {}),
        }
        self._process: asyncio.subprocess.Process | None = None
        self._reader: asyncio.Task[None] | None = None
        self._identifies = 0
        self.output = ""

    @property
    def is_running(self) -> bool:
        return self._process is not None and self._process.returncode is None

    @property
    def pid(self) -> int:
        """Its number, for those who want to look at it. Raises `RuntimeError` if it was never started."""
        if self._process is None:
            raise RuntimeError("it was never started")
        return self._process.pid

    @property
    def returncode(self) -> int | None:
        return None if self._process is None else self._process.returncode

    async def __aenter__(self) -> BotProcess:
        await self.start()
        return self

    async def __aexit__(self, *error: object) -> None:
        if self.is_running:
            await self.kill()

    async def start(self) -> None:
        """Starts the process; `ready` waits until it is of use."""
        if self.is_running:
            raise RuntimeError("it runs already")
        self._identifies = self._sandbox.gateway.identifies
        self._process = await asyncio.create_subprocess_exec(
            sys.executable,
            *self._command,
            cwd=ROOT,
            env=self._environment,
            stdout=asyncio.subprocess.PIPE,
            stderr=asyncio.subprocess.STDOUT,
            limit=1 << 20,
        )
        self._reader = asyncio.create_task(self._read(self._process))

    async def ready(self, timeout: float = 30.0) -> None:
        """Waits until it is at the gateway and its commands are registered. Raises `RuntimeError` if it ends first."""
        until = time.monotonic() + timeout
        while not self._is_ready():
            if not self.is_running:
                await self.ended()
                raise RuntimeError(f"the bot ended with {self.returncode}:\n{self.output}")
            if time.monotonic() > until:
                raise TimeoutError(f"the bot is not ready after {timeout:g} s:\n{self.output}")
            await asyncio.sleep(0.02)
        await self._sandbox.idle(quiet=0.1)

    def _is_ready(self) -> bool:
        gateway = self._sandbox.gateway
        registered = any(self._sandbox.world.commands.values())
        return gateway.identifies > self._identifies and bool(gateway.connected) and registered

    async def kill(self) -> int:
        """Ends it as a power cut does (SIGKILL)."""
        return await self._end(signal.SIGKILL)

    async def terminate(self, timeout: float = 20.0) -> int:
        """Asks it to end (SIGTERM) and returns its exit status. Raises `TimeoutError`, having killed it."""
        try:
            return await asyncio.wait_for(self._end(signal.SIGTERM), timeout)
        except TimeoutError:
            await self.kill()
            raise

    async def restart(self) -> None:
        """Kills it, starts it again and waits until it is ready."""
        if self.is_running:
            await self.kill()
        await self.start()
        await self.ready()

    async def ended(self) -> int:
        """Waits until it has ended by itself and returns its exit status."""
        if self._process is None:
            raise RuntimeError("it was never started")
        status = await self._process.wait()
        if self._reader is not None:
            await self._reader
        return status

    async def _end(self, how: signal.Signals) -> int:
        if self._process is not None:
            with contextlib.suppress(ProcessLookupError):
                self._process.send_signal(how)
        return await self.ended()

    async def _read(self, process: asyncio.subprocess.Process) -> None:
        if process.stdout is not None:
            async for line in process.stdout:
                self.output += line.decode(errors="replace")
