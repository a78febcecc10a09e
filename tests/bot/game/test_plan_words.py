"""How a plan may be written: as one would say it, or shorter; all else is refused by name."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bot.game.plans import MOST_LETTERS, MOST_RULES, Rule, read, told
from bot.refusals import Refusal, Refused
from bot.text import reasons
from engine import Sector

N, C, SW = Sector.N, Sector.C, Sector.SW
EITHER = frozenset({N, C})
N_OR_C = (Rule(EITHER, "accept"), Rule(None, "reject"))


@pytest.mark.parametrize(
    "words",
    [
        "accept if it is N or C, else reject",
        "Accept if it's n or c; otherwise reject.".rstrip("."),
        "accept if N or C, or else: reject",
        "accept if the card is N, C else reject",
        "if N,C: accept; reject",
        "if N or C then accept, else reject",
        "if it is N or C accept else REJECT",
        "if N/C: accept\nreject",
        "  if   N  C :accept ;; reject ;",
    ],
)
def test_one_plan_in_many_words(words: str) -> None:
    assert read(words) == N_OR_C
    assert told(read(words)) == "if N or C: accept; reject"


@pytest.mark.parametrize(
    ("words", "plan"),
    [
        ("pass", "pass"),
        ("@e5 e5>f7; pass", "@e5 e5>f7; pass"),
        ("@e5", "@e5"),
        ("if SW: @a1 a1>b3; if not SW: reject", "if SW: @a1 a1>b3; unless SW: reject"),
        ("reject unless it is SW", "unless SW: reject"),
        ("accept if N else accept if C else reject", "if N: accept; if C: accept; reject"),
        ("deal N C SE", "deal N C SE"),
        ("xB; +Jd4; b2:d2>E", "xB; +Jd4; b2:d2>E"),
        ("setup a1,a2,b1,b2", "setup a1,a2,b1,b2"),
        ("if not it is N: pass", "unless N: pass"),
        ("if NW N NE W: pass", "if NW or N or NE or W: pass"),
        ("if NW N NE W C: pass", "unless E or SW or S or SE: pass"),
    ],
)
def test_plans_as_they_are_understood(words: str, plan: str) -> None:
    assert told(read(words)) == plan


@pytest.mark.parametrize(
    "words",
    [
        *("", ";", " ; ;", "else", "if", "if N", "if N:", "accept if", "accept if it is", "if: accept", "if X: accept"),
        *("accept if N reject", "if N accept if C", "N", "e9>z9", "place on e5", "accept reject if", "unless N or"),
        "if NW N NE W C E SW S SE: accept unless",
        "reject unless NW N NE W C E SW S SE",
        "x" * (MOST_LETTERS + 1),
        ";".join(["pass"] * (MOST_RULES + 1)),
        "deal N C",
        "@e5" * 200,
        "if N accept @everyone",
    ],
)
def test_what_is_no_plan_is_refused_with_a_sentence(words: str) -> None:
    with pytest.raises(Refused) as refused:
        read(words)
    assert refused.value.refusal is Refusal.BAD_PLAN
    said = reasons.refused(refused.value)
    assert said.startswith("I cannot read that plan. ")
    assert len(said) < 1000


pieces = st.sampled_from(
    [
        *(
            "if",
            "unless",
            "else",
            "otherwise",
            "or",
            "and",
            "not",
            "then",
            "it",
            "is",
            "the",
            "card",
            ":",
            ";",
            ",",
            "\n",
        ),
        *("N", "C", "sw", "SE", "accept", "reject", "pass", "@e5", "e5>f7", "b2:d2>E", "xB", "+Jd4", "deal", "setup"),
        *(" ", "  ", "a1,a2,b1,b2", "Jd4>NE", "é", "`", "@everyone", "0" * 50, "\x00", "\u202e", "IF", "N:C"),
    ]
)


@settings(max_examples=500, deadline=None)
@given(st.one_of(st.text(max_size=600), st.lists(pieces, max_size=40).map(" ".join), st.lists(pieces).map("".join)))
def test_any_text_is_a_plan_that_reads_itself_again_or_is_refused_by_name(words: str) -> None:
    rules = understood(words)
    if isinstance(rules, Refused):
        assert rules.refusal is Refusal.BAD_PLAN
        assert len(reasons.refused(rules)) <= 1990
        return
    assert rules
    assert read(told(rules)) == rules
    assert all(rule.cards is None or rule.cards for rule in rules)


@pytest.mark.parametrize(
    "rule", ["if NW,NE,SW,SE:@a1 a1:b1:a2>NE @a1 pass", "if NW,NE,SW,SE:accept reject accept reject"]
)
def test_the_limit_is_that_of_what_is_kept(rule: str) -> None:
    """Short as typed, a plan may be long when it is written out."""
    kept = [told(rules) for n in range(1, 11) if not isinstance(rules := understood(";".join([rule] * n)), Refused)]
    assert kept
    assert all(read(words) for words in kept)
    refused = understood(";".join([rule] * 10))
    assert isinstance(refused, Refused)
    assert "Written out it is longer than 500 letters" in reasons.refused(refused)


def understood(words: str) -> tuple[Rule, ...] | Refused:
    """A plan, or why it is none."""
    try:
        return read(words)
    except Refused as refused:
        return refused
