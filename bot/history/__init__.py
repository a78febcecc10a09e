"""A game's log, and what can be read out of it.

`line` folds it into states, `clocks` into the time that everybody has left, `audit` into what was ever done;
`notes` are what stands in it beside the actions; `exports`, `imports` and `sealing` make a file of it and a game of
the file.
"""
