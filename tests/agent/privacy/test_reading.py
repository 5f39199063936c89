"""A text is read the same whichever way is the quicker one."""

from __future__ import annotations

import sys

from hypothesis import example, given
from hypothesis import strategies as st

from agent.privacy.reading import _folded, read

TEXTS = st.text(st.sampled_from("ab 14\n\t\r-–—’é１٣²①\u200b\u00ad\u0301\u20e3ﬁ½\u3000\U0001d7d8🙂"), max_size=30)


def one_by_one(text: str) -> tuple[str, list[int]]:
    """Each character folded by the one that was read before it, with where it stands."""
    plain: list[str] = []
    places: list[int] = []
    for place, char in enumerate(text):
        if folded := _folded(char, plain[-1] if plain else ""):
            plain.append(folded)
            places.append(place)
    return "".join(plain), places


@given(TEXTS | st.text(max_size=20))
@example("4\u0301111")
@example("pay\r\n1")
def test_text_is_read_as_character_by_character(text: str) -> None:
    found = read(text)
    plain, places = one_by_one(text)
    assert found.plain == plain
    assert list(range(len(text)) if found.places is None else found.places) == places


def test_every_character_that_is_read_as_a_digit_is_one() -> None:
    folded = {char: read(char).plain for char in map(chr, range(sys.maxunicode + 1))}
    assert [char for char, plain in folded.items() if plain in set("0123456789") and not char.isdigit()] == []
