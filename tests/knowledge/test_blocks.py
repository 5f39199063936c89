from knowledge.blocks import Block, Unit, joined_units, links_of, table_block, table_row
from knowledge.types import Link

MARKED = Unit(text="one two three", lines=(3, 5), marks=((0, 3, 3), (4, 4, 4), (8, 5, 5)))


def test_a_part_cites_only_its_own_lines() -> None:
    assert [MARKED.part(*span).lines for span in ((0, 3), (4, 7), (4, 13), (8, 13))] == [(3, 3), (4, 4), (4, 5), (5, 5)]
    assert MARKED.part(4, 13).part(4, 9) == Unit(text="three", lines=(5, 5), marks=((0, 5, 5),))


def test_a_part_of_a_unit_without_marks_cites_all_its_lines() -> None:
    assert Unit(text="one two", lines=(3, 5)).part(4, 7).lines == (3, 5)


def test_the_first_part_keeps_the_line_of_a_lead_in_above_it() -> None:
    led = MARKED.model_copy(update={"lines": (1, 5)})
    assert (led.part(0, 3).lines, led.part(4, 7).lines) == ((1, 3), (4, 4))


def test_joined_and_indented_units_still_know_their_lines() -> None:
    both = joined_units([Unit(text="zero", lines=(1, 1)), MARKED])
    assert (both.text, both.lines, both.part(5, 8).lines) == ("zero\none two three", (1, 5), (3, 3))
    inner = both.indented("- ", "  ")
    assert (inner.text, inner.part(9, 12).lines, inner.part(0, 6).lines) == ("- zero\n  one two three", (3, 3), (1, 1))


def test_links_stand_with_the_part_that_has_their_text() -> None:
    links = [Link(text=text, url=f"{text[0]}.md") for text in ("two", "one. Two", "image")]
    assert [[link.url for link in found] for found in links_of(["one.", "two image"], links)] == [
        ["o.md"],
        ["t.md", "o.md", "i.md"],
    ]


def test_every_header_row_leads_a_table_and_one_row_is_always_left() -> None:
    rows = [table_row([Unit(text=text, lines=(n, n))]) for n, text in enumerate("abc", 1)]
    assert table_block(rows, [], headers=2) == Block(
        kind="table",
        units=(rows[2].model_copy(update={"lines": (1, 3)}),),
        lead="| a |\n| b |",
    )
    assert table_block(rows[:1], [], headers=5).text == "| a |"
