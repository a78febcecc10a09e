"""`/settings`, `/away`, `/back`, `/plan`: what concerns oneself alone."""

from __future__ import annotations

from dataclasses import asdict, replace
from typing import TYPE_CHECKING, Any

from discord import app_commands

from bot import text
from bot.commands.choose import GAME, games, session_of
from bot.game import planning
from bot.people import vacation, wishes
from bot.people.preferences import PALETTES, Preferences, read_quiet, read_zone, zones
from bot.refusals import Refusal, Refused
from bot.screens import components
from bot.screens.components import Target
from bot.table import unheard

if TYPE_CHECKING:
    from bot.client import Interaction


async def time_zones(interaction: Interaction, current: str) -> list[app_commands.Choice[str]]:
    """The time zones that fit what was typed."""
    return [app_commands.Choice(name=name, value=name) for name in zones(current)[:25]]


@app_commands.command(name="settings", description="When you are reminded, and how you see your boards")
@app_commands.describe(
    interval="Hours between reminders in games without deadline (1 to 168)",
    quiet="Hours of your night without reminders, as 22-7, or none; set your zone too",
    zone="Your time zone, for quiet hours and vacations: type your city, as Athens, and choose",
    pings="Where reminders come: the channel of the game, or a direct message",
    palette="Colours of the pictures; the others are for eyes that see these two alike",
    theme="Light or dark pictures",
    turned="Your own home at the bottom left of your boards",
    letters="Boards as text instead of pictures",
    large="Boards in large print",
)
@app_commands.rename(letters="text")
@app_commands.autocomplete(zone=time_zones)
@app_commands.choices(
    pings=[app_commands.Choice(name=where, value=where) for where in ("channel", "dm")],
    palette=[app_commands.Choice(name=palette, value=palette) for palette in PALETTES],
    theme=[app_commands.Choice(name=theme, value=theme) for theme in ("light", "dark")],
)
async def settings(
    interaction: Interaction,
    interval: app_commands.Range[int, 1, 168] | None = None,
    quiet: str | None = None,
    zone: str | None = None,
    pings: str | None = None,
    palette: str | None = None,
    theme: str | None = None,
    turned: bool | None = None,
    letters: bool | None = None,
    large: bool | None = None,
) -> None:
    store, user = interaction.client.store, interaction.user.id
    wishes: dict[str, Any] = {
        "interval": interval,
        "pings": pings,
        "palette": palette,
        "theme": theme,
        "turned": turned,
        "letters": letters,
        "large": large,
    }
    try:
        wishes["quiet"] = None if quiet is None else read_quiet(quiet)
        wishes["zone"] = None if zone is None else read_zone(zone)
    except ValueError as error:
        raise Refused(Refusal.BAD_OPTION, detail=str(error)) from error
    wished = {name: value for name, value in wishes.items() if value is not None}
    async with store.settling:
        before = Preferences.from_text((await store.person(user)).settings)
        preferences = replace(before, **wished)
        await store.set_person(user, settings=preferences.to_text())
    await interaction.client.watch.concern(user)
    changed = f"{text.settings_changed(_by_option(before), _by_option(preferences))}\n" if wished else ""
    await interaction.edit_original_response(content=f"{changed}{text.preferences(preferences)}")


def _by_option(preferences: Preferences) -> dict[str, object]:
    """The settings by the names of their options."""
    return {"text" if name == "letters" else name: value for name, value in asdict(preferences).items()}


@app_commands.command(name="away", description="Go on vacation: your games stand still, for at most 30 days a year")
@app_commands.describe(until="The day of your return, as 2026-12-24 in your time zone (/settings), or a number of days")
async def away(interaction: Interaction, until: str) -> None:
    client, user = interaction.client, interaction.user.id
    now, zone = client.watch.now(), Preferences.from_text((await client.store.person(user)).settings).zone
    ends = vacation.read_until(until, now, zone)
    await vacation.go(client.store, user, now, ends)
    await client.watch.concern(user)
    await interaction.edit_original_response(content=text.you_are_away(ends))


@app_commands.command(name="back", description="Come back from vacation; days not used are given back")
async def back(interaction: Interaction) -> None:
    client = interaction.client
    user = interaction.user.id
    was_away = await vacation.come_back(client.store, user, client.watch.now())
    await client.watch.concern(user)
    waiting = sum(row.waiting == user for row in await client.store.games_of(user))
    await interaction.edit_original_response(content=text.you_are_back(waiting) if was_away else text.NOT_AWAY)


@app_commands.command(name="plan", description="Say now what you will do when your turn comes; alone: see your plan")
@app_commands.describe(
    action="As: accept if it is N or C, else reject - or: @e5 e5>f7; pass", cancel="Drop the plan that you have"
)
@app_commands.autocomplete(game=games)
@app_commands.describe(game=GAME)
async def plan(
    interaction: Interaction, action: str | None = None, cancel: bool = False, game: str | None = None
) -> None:
    session = await session_of(interaction, game)
    user = interaction.user.id
    session.require_seat(user)
    if action is not None:
        kept = await planning.store(session, user, action)
        await interaction.edit_original_response(content=text.plan_kept(kept))
        return
    found = await wishes.plan(session.store, session.id, user)
    if found is None:
        await interaction.edit_original_response(content=text.NO_PLAN)
        await unheard.tell(interaction, session)
        return
    if cancel:
        await wishes.set_plan(session.store, session.id, user, None)
        await interaction.edit_original_response(content=text.PLAN_CANCELLED)
        return
    button = components.view([components.button("Cancel", Target(session.id, 0, "unplan"))])
    await interaction.edit_original_response(content=text.your_plan(found.text), view=button)


COMMANDS: tuple[app_commands.Command[Any, ..., None], ...] = (settings, away, back, plan)
