"""Who may do what: every command and every button, for every kind of person."""

from __future__ import annotations

from collections.abc import AsyncIterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from bot.desk import panels
from bot.game import moderation
from bot.game.session import Session
from bot.people import servers
from bot.refusals import Refusal
from bot.sandbox import Channel, Interaction, Permission, Person, Sandbox
from bot.text import reasons
from engine import Phase, Seat
from tests.bot.growth import in_phase
from tests.bot.hall import Hall, said

NO_RIGHT = reasons.REFUSALS[Refusal.NO_RIGHT]
NOT_ENOUGH = reasons.REFUSALS[Refusal.ROLE_NOT_ENOUGH]
UNSEEN = reasons.REFUSALS[Refusal.NO_SUCH_GAME]

FOR_MODERATORS = {
    "mod status",
    "mod repost",
    "mod undo",
    "mod rewind",
    "mod skip",
    "mod replace",
    "mod pause",
    "mod resume",
    "mod reset",
    "mod restore",
    "mod end",
    "mod move",
    "mod export",
    "mod import",
    "mod audit",
}
FOR_MANAGERS = {"mod role", "mod settings"}
FOR_ALL = {
    "away",
    "back",
    "board",
    "doctor",
    "game agree",
    "game cancel",
    "game decline",
    "game mute",
    "game rematch",
    "game vote",
    "game end",
    "game export",
    "game info",
    "game invite",
    "game join",
    "game leave",
    "game list",
    "game new",
    "game pace",
    "game resign",
    "game start",
    "hand",
    "help",
    "log",
    "plan",
    "play",
    "privacy",
    "replay",
    "settings",
    "undo",
}
"""Which of them does something for whom is said by the game, not by rights; the tests of each say so."""


KINDS = ("outsider", "player", "creator", "role holder", "manager", "administrator", "playing manager")


@dataclass
class Crowd:
    """One of each kind, at a game in the middle."""

    hall: Hall
    session: Session
    stoa: Channel
    people: dict[str, Person]

    async def asked(self, person: Person, line: str) -> Interaction:
        """A command of a moderator, with what it needs."""
        return await person.slash(self.hall.channel, line, **self.options(line))

    @property
    def seat(self) -> str:
        """The colour of the creator."""
        creator = self.people["creator"].id
        return next((seat.letter for seat in Seat if self.session.player(seat).user == creator), "R")

    def options(self, line: str) -> dict[str, Any]:
        given: dict[str, dict[str, Any]] = {
            "mod rewind": {"ply": "3"},
            "mod replace": {"by": self.people["administrator"], "seat": self.seat},
            "mod restore": {"game": "1"},
            "mod move": {"channel": self.stoa},
            "mod import": {"file": ("game.json", b"{}")},
        }
        return given.get(line, {})


def may(kind: str, line: str) -> bool:
    """The matrix."""
    if line in FOR_MANAGERS:
        return kind in ("manager", "administrator", "playing manager")
    return kind not in ("outsider", "player", "creator")


@pytest.fixture
async def crowd(tmp_path: Path) -> AsyncIterator[Crowd]:
    async with Sandbox() as sandbox:
        hall = Hall(sandbox, tmp_path / "syntagma.db")
        role = sandbox.add_role(hall.guild, "Judges")
        people = {
            "outsider": hall.otto,
            "creator": hall.ann,
            "player": hall.cleo,
            "role holder": sandbox.add_person(hall.guild, "Rhea", roles=[role]),
            "manager": hall.mod,
            "administrator": sandbox.add_person(hall.guild, "Zeus", permissions=Permission.ADMINISTRATOR),
        }
        hall.ben = sandbox.add_person(hall.guild, "Bia", permissions=Permission.MANAGE_CHANNELS)
        hall.players = (hall.ann, hall.ben, hall.cleo)
        people["playing manager"] = hall.ben
        stoa = sandbox.add_channel(hall.guild, "stoa")
        await hall.start()
        await servers.change(hall.store, hall.guild.id, role=role.id)
        session = await hall.grown(in_phase(Phase.ANSWER), supply=12)
        yield Crowd(hall, session, stoa, people)
        await hall.stop()


async def test_every_command_and_button_has_its_place_in_the_matrix(crowd: Crowd) -> None:
    offered = set(crowd.hall.otto.commands(crowd.hall.channel))
    assert offered == FOR_ALL | FOR_MODERATORS | FOR_MANAGERS, "Discord shows all of them to everybody"
    assert set(panels.VERBS) == MODERATED | SEATED | OPEN


async def test_commands_of_moderators(crowd: Crowd) -> None:
    session = crowd.session
    for kind in KINDS:
        for line in sorted(FOR_MODERATORS | FOR_MANAGERS):
            before = (session.seq, session.row.status, session.row.channel)
            answer = said(await crowd.asked(crowd.people[kind], line))
            refused = answer in (NO_RIGHT, NOT_ENOUGH)
            assert refused != may(kind, line), f"{kind}, {line}: {answer}"
            if refused:
                assert (session.seq, session.row.status, session.row.channel) == before
            if line in FOR_MANAGERS and kind == "role holder":
                assert answer == NOT_ENOUGH


MODERATED = {"yes", "agree", "audit"}
SEATED = {"act", "card", "p", "do", "undo", "leave", "start", "vote", "consent", "mute", "unplan"}
OPEN = {"log", "page", "no", "join", "decline", "rematch"}


async def test_buttons_of_moderators_for_those_who_are_none(crowd: Crowd) -> None:
    """Presses on a moderator's private question, as no honest client sends them, and on the trail."""
    session, manager = crowd.session, crowd.people["manager"]
    for _ in range(60):  # more than a page of the trail
        await moderation.repost(session, manager.id)
    before = session.seq
    for line in ("mod skip", "mod undo", "mod rewind", "mod reset", "mod replace", "mod end", "mod move", "mod audit"):
        shown = (await crowd.asked(manager, line)).response
        assert shown is not None
        button = shown.button("Older" if line == "mod audit" else "Confirm")
        for kind in ("outsider", "player", "creator"):
            used = await crowd.people[kind].forge(crowd.hall.channel, button.custom_id, shown).settled()
            assert [m.content for m in crowd.people[kind].ephemerals() if m.content == NO_RIGHT], f"{kind}, {line}"
            assert not used.failed
    assert session.seq == before
    assert session.live


async def test_an_outsider_agrees_to_nothing(crowd: Crowd) -> None:
    hall, session = crowd.hall, crowd.session
    used = await crowd.asked(crowd.people["playing manager"], "mod skip")
    await crowd.people["playing manager"].click(used.response, "Confirm")
    asked = next(message for message in reversed(hall.shown) if "Agree" in message.labels)
    before = session.seq
    assert said(await hall.otto.click(asked, "Agree")) == NO_RIGHT
    playing = await crowd.people["playing manager"].click(asked, "Agree")
    assert said(playing) == reasons.REFUSALS[Refusal.MODERATOR_PLAYS]
    assert session.seq == before


async def test_an_outsider_presses_everything_and_changes_nothing(crowd: Crowd) -> None:
    hall, session, otto = crowd.hall, crowd.session, crowd.people["outsider"]
    actor = next(person for person in hall.players if person.id == session.waiting)
    panel = (await actor.click(hall.table(), "Act")).response
    assert panel is not None
    before, seats = session.seq, list(session.seats)
    for message in (hall.table(), panel):
        for button in message.buttons:
            assert not (await otto.forge(hall.channel, button.custom_id, message).settled()).failed
    assert (session.seq, session.seats) == (before, seats)
    assert all("card" not in message.content.casefold() for message in otto.ephemerals() if message.attachments)


async def test_a_moderator_who_plays_needs_consent(crowd: Crowd) -> None:
    """For everything that changes the game: another player agrees, or a moderator who does not play."""
    for wish in ("rewind", "skip", "undo", "pause", "resume", "replace", "move", "end"):
        await consented(wish, crowd)


async def consented(wish: str, crowd: Crowd) -> None:
    hall, session, playing = crowd.hall, crowd.session, crowd.people["playing manager"]
    before = session.seq
    used = await playing.slash(hall.channel, f"mod {wish}", **crowd.options(f"mod {wish}"), game="1")
    if used.response is not None and "Confirm" in used.response.labels:
        used = await playing.click(used.response, "Confirm")
    assert "I asked at the table" in said(used)
    assert session.seq == before
    there = crowd.stoa if wish == "end" else hall.channel
    asked = next(message for message in reversed(hall.ann.messages(there)) if "Agree" in message.labels)
    assert playing.user.name in asked.content
    by = crowd.people["player"] if wish in ("skip", "undo", "move") else crowd.people["role holder"]
    if wish in ("skip", "pause"):
        answer = said(await by.slash(there, "game agree"))
        assert answer.startswith("You have agreed, and it is done: **" + ("Act" if wish == "skip" else "Pause"))
    else:
        await by.click(asked, "Agree")
    await hall.sandbox.wait_for(lambda: session.seq > before, what="consent")
    notes = [entry for entry in await hall.store.entries(session.id) if entry.kind == "note" and entry.seq >= before]
    assert notes[0].user == playing.id, "it is the asker's wish, and is written down as such"
    await hall.sandbox.wait_for(lambda: "Agree" not in asked.labels, what="the question to be settled")


async def test_rights_are_asked_for_again_when_it_is_confirmed(crowd: Crowd) -> None:
    hall, session, manager = crowd.hall, crowd.session, crowd.people["manager"]
    used = await manager.slash(hall.channel, "mod skip")
    member = hall.guild.members[manager.id]
    member.role_ids.clear()
    before = session.seq
    assert said(await manager.click(used.response, "Confirm")) == NO_RIGHT
    assert session.seq == before


async def test_cancel_changes_nothing(crowd: Crowd) -> None:
    hall, session, manager = crowd.hall, crowd.session, crowd.people["manager"]
    before = (session.seq, session.row, list(session.seats))
    for wish in ("skip", "undo", "reset", "replace", "end", "move", "rewind"):
        used = await manager.slash(hall.channel, f"mod {wish}", **crowd.options(f"mod {wish}"))
        assert used.response is not None
        assert f"Game {session.id}" in used.response.content, "it names the game"
        assert f"ply {session.ply}" in used.response.content, "and the ply"
        assert said(await manager.click(used.response, "Cancel")) == "Nothing was changed."
    assert (session.seq, session.row, list(session.seats)) == before


async def test_what_was_confirmed_for_another_position_is_refused(crowd: Crowd) -> None:
    hall, session, manager = crowd.hall, crowd.session, crowd.people["manager"]
    used = await manager.slash(hall.channel, "mod reset")
    await moderation.skip(session, manager.id)
    answer = said(await manager.click(used.response, "Confirm"))
    assert answer.startswith("The game has moved on since")
    assert session.live


async def test_games_of_channels_that_one_does_not_see_stay_unseen(crowd: Crowd) -> None:
    hall, session, sandbox = crowd.hall, crowd.session, crowd.hall.sandbox
    holder = crowd.people["role holder"]
    sandbox.deny(hall.channel, hall.guild, Permission.VIEW_CHANNEL)
    sandbox.allow(hall.channel, sandbox.bot, Permission.VIEW_CHANNEL)
    await sandbox.idle()
    answer = said(await holder.slash(crowd.stoa, "mod status", game=str(session.id)))
    assert answer == UNSEEN
    assert await holder.autocomplete(crowd.stoa, "mod status", option="game") == []
    manager = crowd.people["administrator"]
    assert "Game 1" in said(await manager.slash(crowd.stoa, "mod status", game=str(session.id)))


async def test_another_server_has_no_say(crowd: Crowd) -> None:
    session, sandbox = crowd.session, crowd.hall.sandbox
    guild = sandbox.add_guild("Persia")
    susa = sandbox.add_channel(guild, "susa")
    satrap = sandbox.add_person(guild, "Satrap", permissions=Permission.ADMINISTRATOR)
    await sandbox.idle()
    for line in sorted(FOR_MODERATORS - {"mod import"}):
        given = crowd.options(line) | {"game": str(session.id)}
        given = {name: value for name, value in given.items() if name not in ("by", "channel")}
        given |= {"by": satrap} if line == "mod replace" else {}
        assert said(await satrap.slash(susa, line, **given)) in (UNSEEN, NO_RIGHT), line


async def test_who_may_open_games(crowd: Crowd) -> None:
    hall = crowd.hall
    manager, otto, holder = crowd.people["manager"], crowd.people["outsider"], crowd.people["role holder"]
    guests = hall.sandbox.add_role(hall.guild, "Guests")
    guest = hall.sandbox.add_person(hall.guild, "Gaia", roles=[guests])
    said(await manager.slash(hall.channel, "mod settings", openers="moderators", openers_role=guests))
    refused = reasons.REFUSALS[Refusal.MAY_NOT_OPEN]
    assert said(await otto.slash(crowd.stoa, "game new")) == refused
    for person in (holder, guest, manager):
        assert "The lobby is open" in said(await person.slash(crowd.stoa, "game new"))
        session = await hall.bot.games.here(crowd.stoa.id)
        await moderation.close(session, manager.id)
    said(await manager.slash(hall.channel, "mod settings", clear="everything but the moderators' role"))
    assert "The lobby is open" in said(await otto.slash(crowd.stoa, "game new"))
    assert (await servers.settings_of(hall.store, hall.guild.id)).role is not None
