import pytest

from knowledge.blocks import Unit
from knowledge.source_text import SourceText


def test_nothing_but_blanks_is_no_text() -> None:
    text = SourceText()
    text.add(" \n ", 1)
    assert (text.blank, text.taken()) == (True, None)


def test_every_word_knows_its_source_line() -> None:
    text = SourceText()
    text.add("One two\n  three ", 4)
    text.add("fo", 5)
    text.add("ur\n\nfive", 5)
    unit = text.taken()
    assert unit is not None
    assert (unit.text, unit.lines) == ("One two three four five", (4, 7))
    assert [unit.part(begin, end).lines for begin, end in ((0, 7), (8, 18), (19, 23), (4, 13))] == [
        (4, 4),
        (5, 5),
        (7, 7),
        (4, 5),
    ]
    assert text.blank


def test_written_lines_keep_their_blanks_and_numbers() -> None:
    text = SourceText()
    text.add("\n  a", 3)
    text.add("b\n\nc", 4)
    assert text.written_lines() == [("", 3), ("  ab", 4), ("", 5), ("c", 6)]


def test_an_image_never_becomes_one_word_with_its_neighbours() -> None:
    text = SourceText()
    text.add("expand", 1)
    text.add_image("Arrow", 1)
    text.add("the section (", 1)
    text.add_image("Gear", 1)
    text.add(").", 1)
    unit = text.taken()
    assert unit is not None
    assert unit.text == "expand Arrow the section (Gear)."


@pytest.mark.parametrize("name", ["project_space.png", "images/a-1.JPEG", " logo.svg "])
def test_the_name_of_an_image_file_says_nothing(name: str) -> None:
    text = SourceText()
    text.add_image(name, 1)
    assert text.taken() is None


def test_what_an_image_shows_is_kept() -> None:
    text = SourceText()
    text.add_image("Save as logo.png", 1)
    assert text.visible() == "Save as logo.png"


def test_text_of_one_line_is_read_as_text_of_several_is() -> None:
    one, two = SourceText(), SourceText()
    for text in (one, two):
        text.add(" a  b", 3)
        text.add(" c\t", 3)
    two.add("\n", 3)
    assert one.taken() == two.taken() == Unit(text="a b c", lines=(3, 3), marks=((0, 3, 3),))
