"""What is looked at: boards as pictures, pages of words, buttons and menus.

`boards` says what is drawn for whom, `pictures` draws it beside the event loop, `components` builds buttons and menus,
`pages` the longer texts.
"""
