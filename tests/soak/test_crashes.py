"""The short forms of the trials by kill and by power cut (`python -m soak`)."""

from __future__ import annotations

import multiprocessing

from soak import commits, cuts


def test_a_log_cut_anywhere_opens_to_what_was_before() -> None:
    assert "0 open to anything" in cuts.run(2, seed=1, step=53)


def test_a_process_killed_while_it_commits_loses_nothing() -> None:
    """In a process of its own, since the trial forks, which one with threads should not."""
    with multiprocessing.get_context("spawn").Pool(1) as pool:
        figure = pool.apply(commits.run, (12, 1))
    assert "0 lost, 0 twice" in figure
