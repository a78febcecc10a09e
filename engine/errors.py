"""Why an action is refused, and that a text cannot be read.

Two different things can be wrong with what a player sends. `NotationError` says that the text is no action at all;
`IllegalAction` says that it is an action, but not one that the rules allow now. The second carries a `Reason` from a
closed list, each naming the paragraph of RULES.md it comes from, and the squares that are to blame.
"""
