"""Where people come to with a wish: presses on buttons and menus, questions before what is final, and errors.

`door` is the one way in for commands and presses and the one way out for errors; `panels` are the buttons and menus,
`confirmations` the questions, `threads` opens them for games, `rights` who may what, `doctor` what is wrong and what
mends it.
"""
