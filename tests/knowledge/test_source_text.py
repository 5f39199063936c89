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
