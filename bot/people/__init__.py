"""What people and servers have set and said that is no action of a game.

`preferences`, `vacation` and `wishes` are a player's, `servers` a server's; `times` says when one is reminded.
"""
