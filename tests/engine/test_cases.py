"""The cases and games that two independent programs computed from RULES.md: every legal set, every position after."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from engine import Record, Shuffle, digest, format_action, game_json, hidden, parse_record, record_json, replay
from engine.cases import Json, parse_case, solve
from engine.record import solve_game
from tests.engine import naive

FOLDER = Path(__file__).parent.parent / "cases"


def lines(name: str) -> list[Json]:
    return [json.loads(line) for line in (FOLDER / name).read_text(encoding="utf-8").splitlines()]


CASES = lines("cases.jsonl")
GAMES = lines("games.jsonl")


@pytest.mark.parametrize("case", CASES, ids=lambda case: case["id"])
def test_case(case: Json) -> None:
    given = {key: value for key, value in case.items() if key not in ("scores", "legal", "after")}
    solved = solve(given)
    assert solved["legal"] == case["legal"]
    assert list(solved["after"]) == case["legal"]
    assert {text: solved["after"][text] for text in case["after"]} == case["after"]
    assert {key: solved[key] for key in case if key != "after"} == {key: case[key] for key in case if key != "after"}


@pytest.mark.parametrize("case", CASES[::4], ids=lambda case: case["id"])
def test_the_reference_of_these_tests_agrees_with_the_cases(case: Json) -> None:
    assert naive.legal(parse_case(case)) == case["legal"]


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game["id"])
def test_game(game: Json) -> None:
    given = {key: game[key] for key in ("id", "options", "faces", "actions")}
    solved = solve_game(given)
    for expected, state in zip(game["states"], solved["states"], strict=True):
        assert state == expected
    assert solved["winners"] == game["winners"]


@pytest.mark.parametrize("game", GAMES[::3], ids=lambda game: game["id"])
def test_game_becomes_a_record_and_a_game_again(game: Json) -> None:
    record = parse_record(game)
    assert game_json(record, game["id"]) == game
    again = parse_record(json.loads(json.dumps(record_json(record))))
    assert again == record
    *_, last = replay(record.options, record.actions)
    *_, same = replay(again.options, again.actions)
    assert digest(same) == digest(last)


def test_an_unfinished_game() -> None:
    """It may stop anywhere; where a shuffle is due it has been done, with cards of any kind if none are listed."""
    game = GAMES[0]
    for length in (0, 1, 3, 4, 10, 150):
        given = {"id": 1, "options": game["options"], "faces": game["faces"], "actions": game["actions"][:length]}
        solved = solve_game(given)
        assert solved["states"] == game["states"][:length]
        assert solved["winners"] == []
    without = solve_game({"id": 1, "options": game["options"], "faces": [], "actions": game["actions"][:3]})
    assert without["states"][-1]["to_act"] == "R"


def test_a_game_with_its_own_shuffles_needs_no_faces() -> None:
    record = record_json(parse_record(GAMES[0]))
    solved = solve_game({"id": 1, **record})
    assert solved["states"] == GAMES[0]["states"]
    assert solved["winners"] == GAMES[0]["winners"]


def test_a_record_may_stop_where_a_shuffle_is_due() -> None:
    record = parse_record(GAMES[0])
    begun = Record(record.options, record.actions[:3])
    assert parse_record(record_json(begun)) == begun


def test_a_game_file_cannot_tell_of_cards_dealt_anew() -> None:
    record = parse_record(GAMES[0])
    *_, state = replay(record.options, record.actions[:5])
    anew = Record(record.options, (*record.actions[:5], Shuffle(hidden(state))))
    with pytest.raises(ValueError, match="dealt anew"):
        game_json(anew, 1)
    assert parse_record(record_json(anew)) == anew


def test_a_game_file_leaves_shuffles_out() -> None:
    record = parse_record(GAMES[0])
    assert sum(isinstance(action, Shuffle) for action in record.actions) == 2
    assert not [text for text in GAMES[0]["actions"] if text.startswith("shuffle")]
    assert format_action(record.actions[3]).startswith("shuffle ")
