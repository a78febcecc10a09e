"""Games as files: sealed while they may go on, clear when they are over."""

from __future__ import annotations

import asyncio
import base64
import json
import random
import stat
import subprocess
import sys
from collections.abc import Callable
from typing import Any

import pytest

import engine
from bot.game import lobby, moderation, resets, transfers
from bot.game.session import Session
from bot.history import exports, sealing
from bot.refusals import Refusal, Refused
from bot.store.rows import EntryRow
from bot.store.store import open_store
from engine import Phase, State
from tests.bot.growth import grow, in_phase
from tests.bot.room import ANN, BEN, CHANNEL, CLEO, GUILD, Room

Json = dict[str, Any]
MOD = 77
KEY = bytes(range(32))


async def stored(session: Session) -> exports.Stored:
    return exports.Stored(session.row, list(session.seats), await session.store.entries(session.id))


def replay(blob: bytes) -> Json:
    """What `python -m engine replay` says to a file."""
    run = subprocess.run([sys.executable, "-m", "engine", "replay"], input=blob, capture_output=True, check=True)
    found: Json = json.loads(run.stdout)
    return found


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


async def test_what_is_set_aside_is_not_made_twice(room: Room) -> None:
    """It comes back just as it was, so that no other game may end, and open its record, that has the same cards."""
    session = await room.grown(in_phase(Phase.ANSWER), supply=12)
    _, blob = await transfers.export(session)
    await resets.reset(room.games, session, MOD)
    with pytest.raises(Refused) as refused:
        await transfers.bring(room.games, blob, GUILD, 950, MOD)
    assert refused.value.refusal is Refusal.BAD_FILE
    assert f"game {session.id}: use `/mod restore`" in refused.value.detail
    room.clock.set(room.clock.now() + 15 * 86400)
    assert (await transfers.bring(room.games, blob, GUILD, 950, MOD)).state.pile != session.state.pile


@pytest.mark.parametrize("seed", range(12))
async def test_no_open_record_tells_what_a_game_will_draw(seed: int, room: Room) -> None:
    """Whatever moderators do by chance with a game, its files, and the games that come of them."""
    dice = random.Random(seed)
    first = await room.grown(in_phase(Phase.ANSWER), supply=12)
    sessions, files, done = {first.id: first}, [(await transfers.export(first))[1]], 0
    for step in range(40):
        session, channel = dice.choice(list(sessions.values())), 950 + step
        try:
            match dice.choice(("export", "reset", "restore", "end", "import")):
                case "export" if session.live:
                    files.append((await transfers.export(session))[1])
                case "reset":
                    new = await resets.reset(room.games, session, MOD)
                    sessions[new.id] = new
                case "restore":
                    await resets.restore(room.games, session, MOD, GUILD, session.row.channel)
                case "end":
                    await moderation.end(session, MOD, scored=dice.random() < 0.5)
                case _:
                    new = await transfers.bring(room.games, dice.choice(files), GUILD, channel, MOD)
                    sessions[new.id] = new
            done += 1
        except Refused:
            continue
        told = {e.text for each in sessions.values() if each.open_record for e in each.line if e.kind == "shuffle"}
        for each in sessions.values():
            pile = "".join(str(face) for face in each.state.pile)
            if pile and (each.live or each.set_aside):
                assert not any(order.endswith(pile) for order in told), f"game {each.id} after {done} deeds"
    assert done > 3


async def test_two_first_files_at_once_bear_one_name(room: Room) -> None:
    """By it a game is known to go on still, when a file of it is brought."""
    sessions = [await room.seat(channel) for channel in (950, 951)]
    files = [blob for _, blob in await asyncio.gather(*(transfers.export(session) for session in sessions))]
    for session, blob in zip(sessions, files, strict=True):
        with pytest.raises(Refused) as refused:
            await transfers.bring(room.games, blob, GUILD, 960, MOD)
        assert f"still goes on, as game {session.id}" in refused.value.detail


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
