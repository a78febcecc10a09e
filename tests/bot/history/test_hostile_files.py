"""Files that nobody should believe: a game comes in from a file only when all of it has been replayed."""

from __future__ import annotations

import copy
import json
import random
from collections.abc import Iterator
from typing import Any

import pytest

from bot.game import moderation, resets, transfers
from bot.history import imports, sealing
from bot.history.notes import is_note
from bot.refusals import Refusal, Refused
from bot.text import announcements
from engine import Phase
from tests.bot.growth import grow, in_phase
from tests.bot.room import CHANNEL, GUILD, OTTO, Room

Json = dict[str, Any]
MOD = 77
KEY = bytes(range(32))
NOW = 1_800_000_000_000
"""In milliseconds, the time of the room."""


def refused_detail(body: Json | bytes) -> str | None:
    """Why a file is not believed; none if it is."""
    blob = body if isinstance(body, bytes) else json.dumps(body).encode()
    try:
        imports.read(blob, lambda: KEY, NOW)
    except Refused as refused:
        return refused.detail if refused.refusal is Refusal.BAD_FILE else f"not a bad file but {refused.refusal}"
    return None


@pytest.fixture
async def finished(room: Room) -> Json:
    session = await room.seat(supply=6)
    await grow(session, lambda state: state.phase is Phase.OVER, random.Random(2))
    body: Json = json.loads((await transfers.export(session))[1])
    return body


def changed(body: Json, *path: str | int, to: object) -> Json:
    body = copy.deepcopy(body)
    *way, last = path
    place: Any = body
    for step in way:
        place = place[step]
    place[last] = to
    return body


def spoiled(body: Json) -> Iterator[tuple[str, Json]]:
    """The file with each of its entries replaced by each of many wrong values, or left out."""
    wrong: tuple[object, ...] = (None, True, -1, 10**30, 1.5, "", "x" * 5000, "\ud800", [], {}, [[]], "?")
    for name in ("format", "version", "rules", "options", "pace", "seats", "actions", "log", "created", "started"):
        left = copy.deepcopy(body)
        del left[name]
        yield f"without {name}", left
        for value in wrong:
            yield f"{name} {value!r:.20}", changed(body, name, to=value)
    for name in ("seq", "batch", "kind", "text", "at"):
        for value in wrong:
            if body["log"][4][name] != value:
                yield f"an entry's {name} {value!r:.20}", changed(body, "log", 4, name, to=value)
    for value in wrong:
        yield f"a seat {value!r:.20}", changed(body, "seats", 1, to=value)
        if not isinstance(value, str):
            yield f"a name {value!r:.20}", changed(body, "seats", 1, "name", to=value)


HARMLESS = ("an entry's batch", "format syntagma")


async def test_every_wrong_value_is_refused_with_a_sentence(finished: Json) -> None:
    details = {what: refused_detail(body) for what, body in spoiled(finished)}
    assert [what for what, detail in details.items() if detail is None and not what.startswith(HARMLESS)] == []
    sentences = [detail for detail in details.values() if detail is not None]
    assert len(sentences) > 150
    assert all(detail.startswith("That is no game that I could read: ") for detail in sentences)
    assert all(detail.endswith(".") for detail in sentences)


async def test_other_hostile_files(finished: Json) -> None:
    deep = b"[" * 100_000
    for blob in (
        b"",
        b"null",
        b"\xff\xfe",
        deep,
        b'{"format": ' + deep,
        b'{"format": "syntagma-game", "version": ' + b"9" * 6000 + b"}",
        b" " * (imports.LARGEST + 1),
        json.dumps(changed(finished, "log", to=finished["log"] * 3000)).encode()[: imports.LARGEST],
        json.dumps(changed(finished, "ending", to=None)).encode(),
        json.dumps(changed(finished, "ending", to="void")).encode(),
        json.dumps(changed(finished, "sealed", to="AAAA")).encode(),
        json.dumps(changed(finished, "sealed", to=7)).encode(),
        json.dumps(changed(finished, "actions", to=finished["actions"][:-1])).encode(),
        json.dumps(changed(finished, "log", to=finished["log"][:-3])).encode(),
    ):
        with pytest.raises(Refused) as refused:
            imports.read(blob, lambda: KEY, NOW)
        assert refused.value.refusal is Refusal.BAD_FILE


@pytest.mark.parametrize("ending", ["reset", "scored", "void", "abandoned"])
@pytest.mark.parametrize("days", [0, 13])
async def test_what_is_restored_of_a_clear_file_is_not_what_the_file_says(room: Room, ending: str, days: int) -> None:
    """Whoever has the file knows the pile and the kept card of it."""
    session = await room.grown(in_phase(Phase.ANSWER, turn=3))
    await moderation.end(session, MOD, scored=True)
    body = json.loads((await transfers.export(session))[1])
    came = await transfers.bring(room.games, json.dumps({**body, "ending": ending}).encode(), GUILD, 960, MOD)
    assert came.open_record, "nothing of it is secret"
    room.clock.set(room.clock.now() + days * 86400)
    await resets.restore(room.games, came, MOD, GUILD, 960)
    assert came.live
    shuffles = [entry.text for entry in came.line if entry.kind == "shuffle"]
    assert shuffles[-1] not in json.dumps(body)
    assert came.state.pile != session.state.pile


async def test_what_has_not_happened_yet_is_not_believed(room: Room) -> None:
    session = await room.grown(in_phase(Phase.ANSWER, turn=3))
    await moderation.end(session, MOD, scored=True)
    body = json.loads((await transfers.export(session))[1])
    assert refused_detail(body) is None
    later = "2028-01-01T00:00:00.000Z"
    for path in (("ended",), ("started",), ("created",), ("log", 3, "at"), ("log", -1, "at")):
        assert "has not happened yet" in str(refused_detail(changed(body, *path, to=later))), path
    assert "ended before it began" in str(refused_detail(changed(body, "ended", to="2001-01-01T00:00:00.000Z")))


PACE = '{"kind": "days", "bank": 1, "bonus": 1, "cap": 1}'


@pytest.mark.parametrize(
    "note",
    [
        *(
            PACE.replace("1", wrong, 1)
            for wrong in ('"x"', "NaN", "1e308", "-1", "1.5", "true", "null", "[1]", "9" * 30)
        ),
        *(PACE.replace('"days"', wrong) for wrong in ("[1]", '"weeks"', "7", "{}")),
        *("[]", "{}", "relaxed", PACE.replace(" ", ""), PACE.replace("}", ', "more": 1}'), "[" * 350),
    ],
)
async def test_a_note_of_a_pace_that_is_none_is_refused(finished: Json, note: str) -> None:
    assert "is no note that I write" in str(refused_detail(noted(finished, f"pace {note}")))


@pytest.mark.parametrize(
    "note",
    [
        "@everyone <@&1> ** [x](http://example.invalid)",
        *("", " ", "?", "x" * 400, "pause", "stop", "stop Ann", "stop away G", "sit", "sit  R", "sit R ", "sit R\n"),
        *("down", "down -1", "down nan", "down ٣", "undo to ply x", "vote Ann", "end", "agree", "mend", "lost here"),
    ],
)
async def test_a_note_in_anybodys_own_words_is_refused(finished: Json, note: str) -> None:
    assert "is no note that I write" in str(refused_detail(noted(finished, note)))
    assert not is_note(note)
    shown = announcements.noted(note)
    assert not [part for part in (" @", "<@", "](http") if part in shown]
    assert len(shown) < 120


@pytest.mark.parametrize("note", ["repost", "extend R", f"pace {PACE}", "down 1 2", "lost 12345678901234567890"])
async def test_a_note_as_i_write_it_is_believed(finished: Json, note: str) -> None:
    assert refused_detail(noted(finished, note)) is None


def noted(body: Json, note: str) -> Json:
    """The file with another note before its last action."""
    *log, last = body["log"]
    added = {**last, "kind": "note", "text": note, "by": None, "batch": last["seq"]}
    return {**body, "log": [*log, added, {**last, "seq": last["seq"] + 1, "batch": last["seq"] + 1}]}


async def test_every_action_is_replayed(finished: Json) -> None:
    """One action exchanged for another of the same game: the file is refused wherever that is not legal."""
    places = [i for i, each in enumerate(finished["log"]) if each["kind"] == "action"]
    refused = 0
    for place in places[:-1]:
        body = changed(finished, "log", place, "text", to=finished["log"][places[-1]]["text"])
        body["actions"] = [each["text"] for each in body["log"] if each["kind"] in ("action", "auto", "shuffle")]
        refused += refused_detail(body) is not None
    assert refused >= len(places) - 5


async def test_a_mutation_never_gets_out_as_another_error(finished: Json) -> None:
    blob = json.dumps(finished).encode()
    dice = random.Random(1)
    for _ in range(400):
        bad = bytearray(blob)
        for _ in range(dice.randrange(1, 4)):
            bad[dice.randrange(len(bad))] = dice.randrange(256)
        detail = refused_detail(bytes(bad))
        assert detail is None or detail.startswith("That is no game that I could read: ")
    assert imports.read(blob, lambda: KEY, NOW).ending == "supply"


async def test_no_sealed_file_can_be_changed(room: Room) -> None:
    session = await room.grown(in_phase(Phase.ANSWER), supply=12)
    body = json.loads((await transfers.export(session))[1])
    key = sealing.key_beside(room.store.path)
    assert imports.read(json.dumps(body, indent=2).encode(), lambda: key, NOW).origin, "spaces are not part of it"
    for name in body:
        if name != "sealed":
            with pytest.raises(Refused):
                imports.read(json.dumps(changed(body, name, to="other")).encode(), lambda: key, NOW)
    for path, value in ((("seats", 0, "name"), "Eve"), (("log", 0, "at"), "2026-01-01T00:00:00.000Z")):
        with pytest.raises(Refused, match="bad file"):
            imports.read(json.dumps(changed(body, *path, to=value)).encode(), lambda: key, NOW)
    with pytest.raises(Refused):
        imports.read(json.dumps(body).encode(), lambda: bytes(32), NOW)


async def test_what_is_no_file_of_mine_is_said_to_be_none(room: Room) -> None:
    with pytest.raises(Refused) as refused:
        await transfers.bring(room.games, b"{}", GUILD, CHANNEL, OTTO)
    assert "`format`" in refused.value.detail
