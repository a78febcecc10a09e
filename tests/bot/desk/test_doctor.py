"""`/doctor`, and the warning when a game starts."""

from __future__ import annotations

import tomllib
from pathlib import Path

from bot import __version__
from bot.host.upkeep import backup
from bot.sandbox import Permission
from engine import Phase
from tests.bot.growth import in_phase
from tests.bot.hall import Hall, said


async def doctor(hall: Hall, **given: object) -> str:
    return said(await hall.mod.slash(hall.channel, "doctor", **given))


async def test_what_concerns_others_and_the_host_is_for_moderators(hall: Hall) -> None:
    await hall.grown(in_phase(Phase.ANSWER), supply=12)
    for person, names in ((hall.otto, []), (hall.ann, ["Ann"])):
        words = said(await person.slash(hall.channel, "doctor"))
        assert [name for name in ("Ann", "Ben", "Cleo") if f"direct messages reach ⁨{name}⁩" in words] == names
        assert "View Channel" in words
        assert "backup" not in words
        assert "MiB" not in words
    assert "backup" in await doctor(hall)


async def test_all_is_well_but_the_backup(hall: Hall) -> None:
    await hall.grown(in_phase(Phase.ANSWER), supply=12)
    words = await doctor(hall)
    for part in ("View Channel", "Send Messages", "Attach Files", "Read Message History", "MiB", __version__):
        assert part in words
    assert [line for line in words.splitlines() if line.startswith("⚠️")] == [
        "⚠️ There is no backup yet. The host makes one with `python -m bot backup FILE`."
    ]
    assert all(f"reach ⁨{person.name}⁩" in words for person in hall.players)
    assert await backup(hall.database, hall.database.with_name("copy.db")) == 0
    assert "⚠️" not in await doctor(hall)


async def test_each_missing_right_is_named_with_its_remedy(hall: Hall) -> None:
    for right, name in ((Permission.ATTACH_FILES, "Attach Files"), (Permission.READ_MESSAGE_HISTORY, "Read Message")):
        hall.sandbox.deny(hall.channel, hall.sandbox.bot, right)
        await hall.sandbox.idle()
        line = next(line for line in (await doctor(hall)).splitlines() if line.startswith("⚠️") and name in line)
        assert "Allow it to me" in line
        assert "without it" in line


async def test_in_a_thread_another_right_counts(hall: Hall) -> None:
    thread = hall.sandbox.add_thread(hall.channel, "game", by=hall.ann)
    hall.sandbox.deny(hall.channel, hall.sandbox.bot, Permission.SEND_MESSAGES_IN_THREADS)
    await hall.sandbox.idle()
    words = said(await hall.ann.slash(thread, "doctor"))
    assert "⚠️ I lack the right **Send Messages in Threads**" in words
    assert "The thread is open" in words


async def test_without_a_game_and_in_direct_messages(hall: Hall) -> None:
    assert "I have the right View Channel" in await doctor(hall)
    words = said(await hall.ann.slash(hall.ann.dm, "doctor"))
    assert "My store writes within" in words
    assert "⚠️" not in words, "nothing is wrong with a direct message"


async def test_a_server_that_it_was_sent_away_from(hall: Hall) -> None:
    """No right would help there."""
    await hall.grown(in_phase(Phase.ANSWER), supply=12)
    hall.sandbox.remove_bot(hall.guild)
    await hall.sandbox.idle()
    words = said(await hall.ann.slash(hall.ann.dm, "doctor"))
    assert "⚠️ I am no longer in the server. Invite me again" in words
    assert "View Channel" not in words


async def test_a_game_that_starts_well_is_not_warned(hall: Hall) -> None:
    await hall.deal_out(supply=12)
    await hall.told(await hall.session())
    assert not [message for message in hall.shown if "Before you begin" in message.content]


async def test_closed_messages_are_told_at_the_start(hall: Hall) -> None:
    hall.cleo.close_dms()
    await hall.deal_out(supply=12)
    await hall.sandbox.wait_for(lambda: "Before you begin" in hall.shown[-1].content, what="the warning")
    warning = hall.shown[-1].content
    assert "do not reach ⁨Cleo⁩" in warning
    assert "**My card**" in warning
    assert "Ann" not in warning
    assert not hall.cleo.notifications()[-1:] or hall.cleo.notifications()[-1].content != warning, "nobody is called"


async def test_a_locked_thread_and_a_channel_that_is_gone(hall: Hall) -> None:
    thread = hall.sandbox.add_thread(hall.channel, "game", by=hall.ann)
    session = await hall.seat(thread, supply=12)
    hall.sandbox.set_thread(thread, archived=True, locked=True)
    await hall.sandbox.idle()
    words = said(await hall.ann.slash(hall.channel, "doctor", game=str(session.id)))
    assert "⚠️ The thread is locked. Unlock it" in words
    hall.sandbox.delete_channel(thread)
    await hall.sandbox.idle()
    words = said(await hall.ann.slash(hall.channel, "doctor", game=str(session.id)))
    assert "⚠️ I cannot see the channel. Carry the game elsewhere" in words


async def test_it_tells_no_stranger_of_a_game(hall: Hall) -> None:
    stoa = hall.sandbox.add_channel(hall.guild, "stoa")
    session = await hall.grown(in_phase(Phase.ANSWER), supply=12)
    words = said(await hall.otto.slash(stoa, "doctor", game=str(session.id)))
    assert words == "There is no such game that you could see from here."


def test_the_version_is_that_of_the_package() -> None:
    project = tomllib.loads((Path(__file__).parents[3] / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    assert project["version"] == __version__
