"""Pointing discord.py at a sandbox. The only module here that imports it, and nothing else here imports this one."""

from __future__ import annotations

import discord
import discord.gateway
import discord.http
import yarl


def point_discord_at(url: str) -> None:
    """Makes every later login of this process go to the sandbox at `url` (`http://127.0.0.1:port`)."""
    base = yarl.URL(url)
    discord.http.Route.BASE = f"{str(base).rstrip('/')}/api/v10"
    discord.gateway.DiscordWebSocket.DEFAULT_GATEWAY = base.with_scheme("ws").with_path("/gateway")
    discord.Asset.BASE = str(base).rstrip("/")
