"""`python -m bot.sandbox --port N`: the local Discord alone, with a guild and three people to be."""

from __future__ import annotations

import argparse
import asyncio
import signal

from bot.sandbox import Sandbox


async def main(port: int) -> None:
    """Serves until it is interrupted."""
    sandbox = Sandbox()
    await sandbox.start(port)
    guild = sandbox.add_guild("Hellas")
    sandbox.add_channel(guild, "agora")
    for name in ("Ann", "Bob", "Cleo"):
        sandbox.add_person(guild, name)
    print(f"A local Discord is at {sandbox.url}")
    print(f"Start the bot with SYNTAGMA_SANDBOX={sandbox.url} DISCORD_TOKEN={sandbox.token}")
    ended = asyncio.Event()
    for each in (signal.SIGINT, signal.SIGTERM):
        asyncio.get_running_loop().add_signal_handler(each, ended.set)
    await ended.wait()
    await sandbox.stop()


def run() -> None:
    parser = argparse.ArgumentParser(prog="python -m bot.sandbox", description=__doc__)
    parser.add_argument("--port", type=int, default=8765, help="port on 127.0.0.1 (default: 8765)")
    asyncio.run(main(parser.parse_args().port))


if __name__ == "__main__":
    run()
