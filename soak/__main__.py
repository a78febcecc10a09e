"""`python -m soak`: all trials, or the named one. `--count` says how long, `--seed` repeats what was found.

Exit status 0 if every promise held, 1 if one did not; the text then says which and how it showed.
"""

from __future__ import annotations

import argparse
import random
import sys
from collections.abc import Callable
from dataclasses import dataclass

from soak import commits, crowd, cuts, disks, estate, kills, mutations, plies, strangers, twins, weather
from soak.broken import Broken


@dataclass(frozen=True, slots=True)
class Trial:
    """What is run, and how much of it unless something else is asked for."""

    run: Callable[[int, int], str]
    count: int
    what: str


TRIALS = {
    "kills": Trial(kills.run, 200, "the whole bot killed while three people play; kills"),
    "plies": Trial(plies.run, 1, "whole games with a kill after each play; games"),
    "commits": Trial(commits.run, 2000, "a process that commits plays through the store, killed; kills"),
    "cuts": Trial(cuts.run, 6, "the write-ahead log cut at every byte; frames"),
    "disks": Trial(disks.run, 3, "a full disk and a locked database; rounds"),
    "weather": Trial(weather.run, 5, "whole games while Discord has bad days; games"),
    "twins": Trial(twins.run, 100, "pairs of games that onlookers cannot tell apart; pairs"),
    "strangers": Trial(strangers.run, 300, "people who do anything; evenings"),
    "estate": Trial(estate.run, 10_000, "how one process holds many games; games"),
    "cities": Trial(estate.cities, 10_000, "the same in larger servers; games"),
    "crowd": Trial(crowd.run, 200, "games played at once; games"),
    "mutations": Trial(mutations.run, 10_000_000, "nearly right texts to all that reads; texts"),
}


def main(arguments: list[str] | None = None) -> int:
    """Run one trial or all; returns the exit status."""
    parser = argparse.ArgumentParser(prog="python -m soak", description="Long trials; each prints its figure.")
    parser.add_argument("name", nargs="?", choices=TRIALS, help="the trial (default: all, one after the other)")
    parser.add_argument("--count", type=int, default=None, help="how much of it: " + _counts())
    parser.add_argument("--seed", type=int, default=None, help="to run the same again")
    options = parser.parse_args(arguments)
    seed = random.randrange(10**6) if options.seed is None else options.seed
    held = True
    for name in [options.name] if options.name else TRIALS:
        trial = TRIALS[name]
        print(f"{name}, seed {seed}: {trial.what}", file=sys.stderr, flush=True)
        try:
            print(f"{name}: {trial.run(options.count or trial.count, seed)}", flush=True)
        except Broken as broken:
            held = False
            print(f"{name}: BROKEN, {broken}", flush=True)
    return 0 if held else 1


def _counts() -> str:
    return ", ".join(f"{name} {trial.count}" for name, trial in TRIALS.items())


if __name__ == "__main__":
    sys.exit(main())
