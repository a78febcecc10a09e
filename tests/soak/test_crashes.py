"""The short forms of the trials by kill and by power cut (`python -m soak`)."""

from __future__ import annotations

import multiprocessing

from soak import commits, cuts, kills, plies, weather


def test_a_log_cut_anywhere_opens_to_what_was_before() -> None:
    assert "0 open to anything" in cuts.run(2, seed=1, step=83)


def test_a_process_killed_while_it_commits_loses_nothing() -> None:
    """In a process of its own, since the trial forks, which one with threads should not."""
    with multiprocessing.get_context("spawn").Pool(1) as pool:
        figure = pool.apply(commits.run, (10, 1))
    assert "0 lost, 0 twice" in figure


def test_a_bot_killed_under_three_players_loses_nothing() -> None:
    assert "0 lost, 0 twice" in kills.run(2, seed=3)


def test_a_game_comes_back_the_same_after_each_play() -> None:
    assert "0 plays lost, 0 twice" in plies.run(1, seed=2, plays=4)


def test_bad_weather_harms_no_game() -> None:
    assert "0 missing, 0 doubled" in weather.run(1, seed=3, plays=8)
