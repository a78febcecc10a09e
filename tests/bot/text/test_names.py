"""People, channels and servers may be called anything: nobody is notified by it, and nothing falls apart."""

from __future__ import annotations

import random
import re
import unicodedata
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

import engine
from bot import text
from bot.game import lobby
from bot.sandbox import MessageView
from bot.screens import boards
from bot.text import names
from engine import Phase
from tests.bot.growth import grow, in_phase
from tests.bot.hall import Hall, said
from tests.bot.room import Room

HOSTILE = {
    "everyone": ("@everyone", "@here", "\\@everyone"),
    "mentions": ("<@{mod}>", "<@&{role}>", "<#{channel}>"),
    "markdown": ("**bold** _it_", "```code", "||spoiler|| ~~x~~"),
    "blocks": ("# Head", "> quote", "- item\n- item"),
    "links": ("[x](https://evil.example)", "https://evil.example/a_b", "</game new:1>"),
    "directions": ("\u202eevil\u202c", "\u2067\u05d0\u05d1\u05d2", "\u0627\u0644\u0639\u0631\u0628\u064a\u0629"),
    "nothing to see": ("\u200b\u200b\u200b", "\ufe0f", "\u3164"),
    "emoji": ("\U0001f3b2" * 32, "\U0001f468\u200d\U0001f469\u200d\U0001f467" * 6, "<:pawn:123456789012345678>"),
    "marks": ("Z\u0351\u036b\u0343a\u0337\u031bl\u0321\u0353g\u0331o" * 2, "e\u0301" * 16, "\u0489" * 32),
    "long": ("W" * 32, "\U0001d516" * 32, "\u4e2d" * 32),
    "escapes": ("\\", "\\\\*", "`\\`"),
    "lines": ("a\nb", "a\r\n\r\nb", "\u2028a\u2029b"),
    "templates": ("{name}", "%s %d", "{0.__class__}"),
}
SPECIAL = re.compile(r"(?<!\\)(?:\\\\)*[*_~`|<>\[\]()#:@]")
"""A character that means something to Discord and is not escaped."""


@pytest.mark.parametrize("raw", [raw for names in HOSTILE.values() for raw in names])
def test_a_name_in_a_message_is_only_a_name(raw: str) -> None:
    check(raw)


@given(st.text(max_size=40))
def test_any_name_in_a_message_is_only_a_name(raw: str) -> None:
    check(raw)


@pytest.mark.parametrize("raw", [raw for names in HOSTILE.values() for raw in names])
async def test_a_name_in_a_description_can_be_read(room: Room, raw: str) -> None:
    session = await room.grown(in_phase(Phase.PLAY, turn=2))
    session.seats = [replace(row, name=raw) for row in session.seats]
    for draw in (boards.board_of(session, None), boards.replay_of(session, None, 1, boards.PUBLIC)):
        _, alt = draw()
        assert text.plain(raw).translate(dict.fromkeys(map(ord, names.VARIANTS)))[:7] in alt
        assert not [c for c in alt if c in names.BLANK or unicodedata.category(c) in ("Cc", "Cf", "Zl", "Zp")]
        assert not re.search(r"[\u0300-\u036f\u0489]{3}", alt)


def check(raw: str) -> None:
    shown = text.name(raw)
    assert shown[0] == "\u2068"
    assert shown[-1] == "\u2069"
    inner = shown[1:-1]
    assert not SPECIAL.search(inner)
    assert re.sub(r"\\(.)", "", inner).count("\\") == 0, "what follows would be escaped"
    assert inner.strip()
    assert not any(unicodedata.category(c) in ("Cc", "Cf", "Cs", "Zl", "Zp") for c in inner)
    assert len(inner) <= 64
    assert not re.search(r"[\u0300-\u036f\u0489]{3}", inner), "it reaches into other lines"


def isolated(content: str) -> bool:
    """Whether each name that may run from right to left is closed off from what follows it."""
    depth = 0
    for character in content:
        depth += {"\u2068": 1, "\u2069": -1}.get(character, 0)
        if depth not in (0, 1):
            return False
    return depth == 0


def check_message(message: MessageView, called: set[int]) -> None:
    assert message.message.mention_everyone is False
    assert message.message.mention_role_ids == []
    assert message.pings <= called
    assert len(message.content) <= 2000
    assert isolated(message.content)
    assert "https://evil" not in message.content
    for picture in message.attachments:
        assert picture.content.startswith(b"\x89PNG")
        assert len(picture.description or "") <= 1024
        assert re.fullmatch(r"[a-z0-9.-]+", picture.filename)


@pytest.mark.parametrize("kind", HOSTILE)
async def test_a_game_of_people_with_strange_names(hall: Hall, kind: str) -> None:
    world = hall.sandbox.world
    facts = {"mod": hall.mod.id, "role": hall.guild.id, "channel": hall.channel.id}
    names = [name.format(**facts) if kind == "mentions" else name for name in HOSTILE[kind]]
    for person, name in zip(hall.players, names, strict=True):
        person.user.name = name
    hall.guild.name, hall.channel.name = names[0], names[1]
    await hall.ann.slash(hall.channel, "game new")
    session = await hall.session()
    await hall.told(session)
    [message] = hall.shown
    await hall.ben.click(message, "Join")
    await hall.cleo.click(message, "Join")
    await hall.ann.click(message, "Start")
    await hall.told(session)
    await grow(session, in_phase(Phase.ANSWER), random.Random(1))
    await hall.told(session)
    actor = hall.actor(session)
    await hall.play(actor, "accept")
    await hall.told(session)
    await actor.slash(hall.channel, "undo")
    await hall.told(session)
    panel = await actor.click(hall.table(), "Act")
    assert panel.response is not None
    for line in ("log", "board", "game list", "game info", "hand"):
        said(await hall.ann.slash(hall.channel, line))
    said(await hall.mod.slash(hall.channel, "mod status"))
    said(await hall.otto.click(hall.table(), "Act"))
    assert await hall.ann.autocomplete(hall.channel, "board", option="game", text="")
    await lobby.resign(session, hall.cleo.id)
    await hall.told(session)
    await hall.sandbox.idle()
    everybody = {person.id for person in hall.players}
    for record in world.messages.values():
        if record.author_id == world.bot.id:
            own = set(world.channels[record.channel_id].recipient_ids)
            check_message(hall.sandbox.view(record), everybody | own)
    assert hall.mod.notifications() == []
    assert hall.otto.notifications() == []


async def test_the_longest_names_leave_no_ply_out_of_the_log(hall: Hall) -> None:
    """However many characters a ply takes, each of them stands on some page."""
    for person in hall.players:
        person.user.name = "*" * 32
    await hall.ann.slash(hall.channel, "game new")
    session = await hall.session()
    for person in (hall.ben, hall.cleo):
        await lobby.join(session, person.id, person.name)
    await lobby.start(session, hall.ann.id)
    await grow(session, lambda s: s.turn >= 5, random.Random(4))
    await hall.told(session)
    used = await hall.otto.slash(hall.channel, "log")
    page = used.response
    assert page is not None
    plies: list[int] = []
    while True:
        assert len(page.content) <= 2000
        plies += [int(found) for found in re.findall(r"^`\s*(\d+)`", page.content, re.MULTILINE)]
        if "Older" not in page.labels:
            break
        await hall.otto.click(page, "Older")
    assert plies == list(range(session.ply, 0, -1))


async def test_a_list_of_many_games_says_how_many_there_are(hall: Hall) -> None:
    """It may be longer than a message."""
    hall.guild.name = "W" * 60
    for number in range(30):
        channel = hall.sandbox.add_channel(hall.guild, f"agora-{number}")
        await lobby.open_lobby(hall.bot.games, hall.guild.id, channel.id, hall.ann.id, "Ann", engine.Options())
    await hall.sandbox.idle()
    answer = said(await hall.ann.slash(hall.channel, "game list"))
    shown = len(re.findall(r"^Game \d+ in", answer, re.MULTILINE))
    assert len(answer) <= 2000
    assert all(re.search(r"/\d+$", line) for line in answer.splitlines()[:-1]), "a line is cut"
    more = re.search(r"and (\d+) more", answer)
    assert shown + (int(more[1]) if more else 0) == 30
