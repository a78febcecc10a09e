"""Long trials that a distrustful host may want to see: kills, faults, leaks, strangers, crowds.

Each prints its figure: `python -m soak NAME [--count N] [--seed S]`, or `make soak` for all of them. Short forms run in
`make test`. What a trial counts as broken comes out as `Broken`, and its seed is printed, so that it can be run again.
"""
