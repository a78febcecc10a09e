"""`python -m bot`: serve, or look after the database.

- `python -m bot`: serve; needs DISCORD_TOKEN
- `python -m bot check`: replay every stored game and report what differs
- `python -m bot backup FILE`: copy the database while the bot runs
- `python -m bot restore FILE`: put a copy in its place while no bot runs
- `python -m bot health`: whether the serving bot is well
- `python -m bot sandbox`: the bot on a page in the browser, with a local Discord and people to be
- `python -m bot demo`: a game of three against a local Discord, played by chance and shown as text
"""

from __future__ import annotations

import argparse
import asyncio
import sys
from pathlib import Path

import engine
from bot import config, logs
from bot.host import upkeep
from bot.serve import serve
from bot.store.store import StoreError

NO_TOKEN = """\
There is no DISCORD_TOKEN. Make an application at https://discord.com/developers/applications and copy its bot's token.
To try the bot here and now without one, run `make run` or `python -m bot sandbox`."""


def _supply(text: str) -> int:
    """A number of cubes that a game can begin with. Raises what argparse shows."""
    try:
        return engine.Options(supply=int(text)).supply
    except ValueError as error:
        raise argparse.ArgumentTypeError(str(error)) from error


def main(arguments: list[str] | None = None) -> int:
    """Run one command; returns the exit status: 0 well, 1 something differs, 2 it could not be done."""
    parser = argparse.ArgumentParser(prog="python -m bot", description="Syntagma on Discord.")
    commands = parser.add_subparsers(dest="command")
    commands.add_parser("serve", help="serve (the default)")
    commands.add_parser("check", help="replay every stored game and report what differs")
    backup = commands.add_parser("backup", help="copy the database while the bot runs")
    backup.add_argument("file", type=Path)
    restore = commands.add_parser("restore", help="put a copy in the database's place while no bot runs")
    restore.add_argument("file", type=Path)
    commands.add_parser("health", help="whether the serving bot is well")
    sandbox = commands.add_parser("sandbox", help="try the bot on a page in the browser, without Discord")
    sandbox.add_argument("--port", type=int, default=None, help="port on 127.0.0.1 (default: 8765, or any free one)")
    sandbox.add_argument("--no-browser", action="store_true", help="only print the page's address")
    sandbox.add_argument("--keep", type=Path, default=None, help="keep the world in this file and go on with it")
    sandbox.add_argument(
        "--db", type=Path, default=None, help="database of the bot (default: beside --keep, else temporary)"
    )
    demo = commands.add_parser("demo", help="a game of three against a local Discord, shown as text")
    demo.add_argument("--out", type=Path, default=Path("out"), help="where the pictures go (default: out)")
    demo.add_argument("--seed", type=int, default=None, help="to play the same game again")
    demo.add_argument(
        "--supply", type=_supply, default=12, help="cubes of each player, 5 to 40 (default: 12, for a short game)"
    )
    options = parser.parse_args(arguments)
    try:
        settings = config.read()
        logs.set_up(settings.log_level, secrets=(settings.token,))
        match options.command:
            case "check":
                return asyncio.run(upkeep.check(settings.database))
            case "backup":
                return asyncio.run(upkeep.backup(settings.database, options.file))
            case "restore":
                return asyncio.run(upkeep.restore(settings.database, options.file))
            case "health":
                return upkeep.health(settings.database)
            case "sandbox":
                from bot.sandbox import stage

                show = stage.run(options.port, browser=not options.no_browser, kept=options.keep, database=options.db)
                return asyncio.run(show)
            case "demo":
                from bot.demo import demonstrate

                return asyncio.run(demonstrate(options.out, options.seed, options.supply))
        if not settings.token:
            print(NO_TOKEN, file=sys.stderr)
            return 2
        return asyncio.run(serve(settings))
    except (config.ConfigError, StoreError) as error:
        print(error, file=sys.stderr)
        return 2


if __name__ == "__main__":
    sys.exit(main())
