"""The notes of a log: what is written beside the actions, in a few fixed forms.

Some concern the clocks, all are said in the audit. A note of another form is never written and never believed: nobody's
own words stand in a log.
"""

from __future__ import annotations

import re

from bot.history.clocks import Pace

_SEAT, _NUMBER = "[RBY]", r"\d{1,20}"
_FORM = re.compile(
    "|".join(
        (
            "repost|move|restore|reset|import|found",
            f"(undo|rewind) to ply {_NUMBER}",
            f"(stop|go) (pause|mute|away {_SEAT})",
            f"(skip|replace|left|sit|return|resign|extend|vote opens) {_SEAT}",
            "(end|agree) (scored|void)",
            "vote (extend|skip|open|end)",
            f"(mend|lost) {_NUMBER}",
            f"down {_NUMBER}( {_NUMBER})?",
        )
    ),
    re.ASCII,
)
_PACE = "pace "


def is_note(words: str) -> bool:
    """Whether that is a note as they are written here."""
    if not words.startswith(_PACE):
        return _FORM.fullmatch(words) is not None
    pace = words.removeprefix(_PACE)
    try:
        return Pace.from_text(pace).to_text() == pace
    except (ValueError, RecursionError):
        return False
