"""The short form of the millions of nearly right texts."""

from __future__ import annotations

from soak import mutations


def test_nothing_that_reads_lets_out_an_error_without_a_name() -> None:
    assert "only named errors" in mutations.run(20_000, seed=1)
