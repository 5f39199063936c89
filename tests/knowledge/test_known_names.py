import pytest

from knowledge.known_names import KnownNames
from knowledge.types import Passage
from tests.helpers import passage


def under(*path: str) -> Passage:
    return passage().model_copy(update={"heading_path": path})


NAMES = KnownNames.of(
    [
        under("Harbour House", "Parking"),
        under("Harbour House", "Breakfast"),
        under("The Old Mill"),
        under("Mill"),
        under("Gift cards"),
        under("To the"),
    ]
)


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("Is there parking at harbour house?", ("Harbour House",)),
        ("The gift card, then the Old Mill's tea room.", ("Gift cards", "The Old Mill")),
        ("the old mill", ("The Old Mill",)),
        ("a mill, another mill", ("Mill",)),
        ("my house at the harbour", ()),
        ("to the", ()),
        ("", ()),
    ],
)
def test_names_are_found_whole_in_any_case_and_ending(text: str, found: tuple[str, ...]) -> None:
    assert NAMES.find(text) == found


def test_words_of_titles_and_headings_are_known() -> None:
    assert NAMES.has_word_of("Where can I park?")
    assert NAMES.has_word_of("a card")
    assert not NAMES.has_word_of("Are the towels clean?")


def test_no_passage_has_no_name() -> None:
    assert KnownNames.of([]).find("Harbour House") == ()
    assert not KnownNames.of([]).has_word_of("parking")
