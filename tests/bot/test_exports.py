"""Games as files: sealed while they may go on, clear when they are over, believed only when they replay."""

from __future__ import annotations

import asyncio
import base64
import copy
import json
import random
import stat
import subprocess
import sys
from collections.abc import Callable, Iterator
from typing import Any

import pytest

import engine
from bot.game import lobby, moderation, resets, transfers
from bot.game.session import Session
from bot.history import exports, imports, sealing
from bot.refusals import Refusal, Refused
from bot.store.rows import EntryRow
from bot.store.store import open_store
from engine import Phase, State
from tests.bot.growth import grow, in_phase
from tests.bot.room import ANN, BEN, CHANNEL, CLEO, GUILD, OTTO, Room

Json = dict[str, Any]
MOD = 77
KEY = bytes(range(32))
NOW = 1_800_000_000_000
"""In milliseconds, the time of the room."""


async def stored(session: Session) -> exports.Stored:
    return exports.Stored(session.row, list(session.seats), await session.store.entries(session.id))


def replay(blob: bytes) -> Json:
    """What `python -m engine replay` says to a file."""
    run = subprocess.run([sys.executable, "-m", "engine", "replay"], input=blob, capture_output=True, check=True)
    found: Json = json.loads(run.stdout)
    return found


def refused_detail(body: Json | bytes) -> str | None:
    """Why a file is not believed; none if it is."""
    blob = body if isinstance(body, bytes) else json.dumps(body).encode()
    try:
        imports.read(blob, lambda: KEY, NOW)
    except Refused as refused:
        return refused.detail if refused.refusal is Refusal.BAD_FILE else f"not a bad file but {refused.refusal}"
    return None


def twin(game: exports.Stored, swap: Callable[[State, EntryRow], str | None]) -> exports.Stored:
    """The same game with other secrets, as far as it still replays and looks the same to everybody."""
    states = [engine.new_game(game.options)]
    entries = []
    for entry in game.entries:
        text = swap(states[-1], entry) or entry.text
        states.append(engine.apply(states[-1], engine.parse_next(states[-1], text)))
        entries.append(EntryRow(entry.seq, entry.batch, entry.kind, text, entry.user, entry.at))
    return exports.Stored(game.row, game.seats, entries)


def other_secrets(state: State, entry: EntryRow) -> str | None:
    """Another order of the pile below the cards drawn first, and one hidden card for another of the same deal."""
    if entry.kind == "shuffle":
        faces = entry.text.split()[1]
        return f"shuffle {faces[:3]}{''.join(sorted(faces[3:]))}"
    return None


async def test_two_games_that_look_alike_differ_only_in_the_seal(room: Room) -> None:
    session = await room.grown(lambda s: s.phase is Phase.ANSWER and s.turn == 1, supply=12)
    game = await stored(session)
    other = twin(game, other_secrets)
    assert [e.text for e in other.entries] != [e.text for e in game.entries]
    first, second = (json.loads(exports.sealed(each, KEY, "bot")) for each in (game, other))
    assert len(first["sealed"]) == len(second["sealed"])
    for each in (first, second):
        del each["sealed"]
    assert json.dumps(first) == json.dumps(second)


async def test_the_kept_card_is_in_no_length(room: Room) -> None:
    """A deal with a kept card of one letter, and one of two, in games that look alike."""
    session = await room.grown(lambda s: s.phase is Phase.ANSWER and s.turn == 1, supply=12)
    game = await stored(session)
    deal = next(entry for entry in game.entries if entry.text.startswith("deal"))
    sizes = set()
    for keep in ("N", "NE"):
        kept = [
            EntryRow(*(e.seq, e.batch, e.kind, f"deal {keep} {' '.join(deal.text.split()[2:])}", e.user, e.at))
            if e is deal
            else e
            for e in game.entries
        ]
        # Whether it replays is not asked for: an export shows what is stored.
        sizes.add(len(exports.sealed(exports.Stored(game.row, game.seats, kept), KEY, "bot")))
    assert len(sizes) == 1


async def test_nothing_hidden_is_in_the_clear_part(room: Room) -> None:
    session = await room.grown(in_phase(Phase.ANSWER, turn=4), supply=12)
    _, blob = await transfers.export(session)
    body = json.loads(blob)
    assert len(base64.b64decode(body.pop("sealed"))) % sealing.LENGTH == 12 + 16, "nonce and tag beside the padding"
    clear = json.dumps(body)
    assert "shuffle ?" in clear
    assert "deal ?" in clear
    for entry in session.line:
        if entry.kind == "shuffle" or entry.text.startswith("deal"):
            assert entry.text not in clear
    assert not {str(user) for user in (ANN, BEN, CLEO)} & set(clear.replace('"', " ").split()), "no user's number"
    assert len(body["actions"]) == session.ply


@pytest.mark.parametrize("turn", [1, 3, 6])
async def test_a_sealed_game_goes_on_just_as_it_was(
    turn: int, room: Room, tmp_path_factory: pytest.TempPathFactory
) -> None:
    session = await room.grown(in_phase(Phase.PLAY, turn=turn), supply=16)
    await moderation.undo(session, MOD)
    _, blob = await transfers.export(session)
    elsewhere = await open_store(tmp_path_factory.mktemp("elsewhere") / "syntagma.db")
    sealing.key_file(elsewhere.path).write_bytes(sealing.key_file(room.store.path).read_bytes())
    there = Room(elsewhere)
    came = await transfers.bring(there.games, blob, 5, 6, MOD)
    assert came.state == session.state
    assert [row.user for row in sorted(came.seats, key=lambda r: r.seat or 0)] == [
        session.player(seat).user for seat in engine.Seat
    ]
    assert (came.row.guild, came.row.channel, came.waiting) == (5, 6, session.waiting)
    before = [(e.kind, e.text, e.user, e.at) for e in await room.store.entries(session.id)]
    assert [(e.kind, e.text, e.user, e.at) for e in await elsewhere.entries(came.id)][: len(before)] == before
    kinds = [notice.kind for notice in await elsewhere.unsent(came.id)]
    assert kinds == ["whisper"] * 4 + ["table"]
    await there.play(came, engine.format_action(engine.legal_actions(came.state)[0]))
    await elsewhere.close()


async def test_a_game_that_still_goes_on_is_not_made_twice(room: Room) -> None:
    session = await room.grown(in_phase(Phase.ANSWER), supply=12)
    _, blob = await transfers.export(session)
    with pytest.raises(Refused) as refused:
        await transfers.bring(room.games, blob, GUILD, 950, MOD)
    assert refused.value.refusal is Refusal.BAD_FILE
    assert f"game {session.id}" in refused.value.detail


async def test_what_could_be_known_by_now_is_shuffled_anew(room: Room) -> None:
    """Whoever ends a game and brings an older file of it back must not know what will be drawn."""
    session = await room.grown(in_phase(Phase.ANSWER), supply=12)
    _, blob = await transfers.export(session)
    await moderation.end(session, MOD, scored=False)
    first = await transfers.bring(room.games, blob, GUILD, 950, MOD)
    assert first.state.pile != session.states[-1].pile
    await moderation.end(first, MOD, scored=False)
    second = await transfers.bring(room.games, blob, GUILD, 951, MOD)
    assert second.state.pile != first.states[-1].pile


async def test_the_importer_does_not_play(room: Room) -> None:
    session = await room.grown(in_phase(Phase.ANSWER), supply=12)
    _, blob = await transfers.export(session)
    await moderation.end(session, MOD, scored=False)
    with pytest.raises(Refused) as refused:
        await transfers.bring(room.games, blob, GUILD, 950, ANN)
    assert refused.value.refusal is Refusal.CANNOT_SEAT


async def test_a_channel_with_a_game_takes_no_other(room: Room) -> None:
    session = await room.grown(in_phase(Phase.ANSWER), supply=12)
    _, blob = await transfers.export(session)
    await moderation.end(session, MOD, scored=False)
    await room.seat(950)
    with pytest.raises(Refused) as refused:
        await transfers.bring(room.games, blob, GUILD, 950, MOD)
    assert refused.value.refusal is Refusal.CHANNEL_TAKEN


async def test_a_finished_game_is_clear_and_the_engine_replays_it(room: Room) -> None:
    session = await room.seat(supply=6)
    await grow(session, lambda state: state.phase is Phase.OVER, random.Random(2))
    name, blob = await transfers.export(session)
    assert name.endswith(".json")
    assert blob.count(b"\n") == 1
    body = json.loads(blob)
    assert "sealed" not in body
    assert "?" not in json.dumps(body["actions"])
    outcome = engine.outcome(session.state)
    assert outcome is not None
    replayed = await asyncio.to_thread(replay, blob)
    assert replayed["winners"] == body["winners"] == [seat.letter for seat in outcome.winners]
    assert len(replayed["states"]) == sum(entry.kind != "shuffle" for entry in session.line)
    came = await transfers.bring(room.games, blob, GUILD, 960, MOD)
    assert came.state == session.state
    assert (came.row.status, came.row.ending) == ("over", "supply")
    assert [row.name for row in came.seats] == [session.player(seat).name for seat in engine.Seat]
    assert [row.user for row in came.seats] == [None] * 3, "nobody is bound by what anybody may have written"
    assert came.steps(None) == session.steps(None)


async def test_a_game_that_was_ended_or_rewound_is_whole(room: Room) -> None:
    session = await room.grown(in_phase(Phase.PLAY, turn=3), supply=12)
    await moderation.rewind(session, MOD, 6)
    await grow(session, in_phase(Phase.ANSWER, turn=3), random.Random(8))
    await moderation.end(session, MOD, scored=True)
    _, blob = await transfers.export(session)
    body = json.loads(blob)
    assert [each["kind"] for each in body["log"]].count("back") == 1
    assert len(body["log"]) == session.seq, "what was taken back is in it"
    await asyncio.to_thread(replay, blob)
    came = await transfers.bring(room.games, blob, GUILD, 960, MOD)
    assert came.row.ending == "scored"


async def test_a_game_set_aside_is_sealed_until_it_cannot_come_back(room: Room) -> None:
    session = await room.grown(in_phase(Phase.ANSWER), supply=12)
    await resets.reset(room.games, session, MOD)
    assert "sealed" in json.loads((await transfers.export(session))[1])
    room.clock.set(room.clock.now() + 15 * 86400)
    assert "sealed" not in json.loads((await transfers.export(session))[1])


async def test_a_lobby_is_no_file(room: Room) -> None:
    session = await lobby.open_lobby(room.games, GUILD, CHANNEL, ANN, "Ann", engine.Options())
    with pytest.raises(Refused):
        await transfers.export(session)


def test_the_key_is_private_and_stays(tmp_path: Any) -> None:
    key = sealing.key_beside(tmp_path / "a.db")
    assert sealing.key_beside(tmp_path / "a.db") == key
    assert stat.S_IMODE(sealing.key_file(tmp_path / "a.db").stat().st_mode) == 0o600
    assert [path.name for path in tmp_path.iterdir()] == ["a.db.key"]
    sealing.key_file(tmp_path / "a.db").write_bytes(b"short")
    with pytest.raises(sealing.SealError, match="damaged"):
        sealing.key_beside(tmp_path / "a.db")


def test_a_seal_opens_only_unchanged_in_its_place_with_its_key() -> None:
    sealed = sealing.seal(KEY, b"secret", b"beside")
    assert sealing.unseal(KEY, sealed, b"beside") == b"secret"
    assert sealing.seal(KEY, b"secret", b"beside") != sealed
    raw = bytearray(base64.b64decode(sealed))
    raw[40] ^= 1
    for key, text, beside in (
        (bytes(32), sealed, b"beside"),
        (KEY, sealed, b"elsewhere"),
        (KEY, base64.b64encode(raw).decode(), b"beside"),
        (KEY, sealed[:100], b"beside"),
        (KEY, "no base64!", b"beside"),
        (KEY, "", b"beside"),
    ):
        with pytest.raises(sealing.SealError):
            sealing.unseal(key, text, beside)


# Files that nobody should believe


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
