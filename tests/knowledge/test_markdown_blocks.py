import pytest

from knowledge.blocks import Block
from knowledge.markdown_blocks import markdown_blocks
from knowledge.types import Link


def units(block: Block) -> list[tuple[str, tuple[int, int]]]:
    return [(unit.text, unit.lines) for unit in block.units]


def only(text: str) -> Block:
    (block,) = markdown_blocks(text)
    return block


def test_empty_text_has_no_blocks() -> None:
    assert markdown_blocks("") == markdown_blocks("\n\n") == ()


@pytest.mark.parametrize(
    ("text", "level", "heading"),
    [
        ("# Refunds", 1, "Refunds"),
        ("### When it *arrives* ###", 3, "When it arrives"),
        ("Refunds\n=======", 1, "Refunds"),
        ("## Cards {#cards}", 2, "Cards"),
    ],
)
def test_headings_keep_their_level_and_lose_their_marks(text: str, level: int, heading: str) -> None:
    block = only(text)
    assert (block.kind, block.level, block.text) == ("heading", level, heading)


def test_a_paragraph_is_one_line_of_text_over_its_source_lines() -> None:
    block = only("\n\nMoney *arrives*\nin `5` days, see [cards](cards.md)\\\nor <https://x.example/>.")
    assert units(block) == [("Money arrives in 5 days, see cards or https://x.example/.", (3, 5))]
    assert block.links == (
        Link(text="cards", url="cards.md"),
        Link(text="https://x.example/", url="https://x.example/"),
    )


def test_numbered_steps_keep_their_numbers_and_nested_lists() -> None:
    block = only("3. Pack it\n   - in paper\n   - in a box\n\n4. Send it\n\n   by post\n\n\n")
    assert block.kind == "steps"
    assert units(block) == [("3. Pack it\n  - in paper\n  - in a box", (1, 3)), ("4. Send it\n  by post", (5, 7))]


def test_a_list_ends_with_its_last_line_not_with_the_blank_lines_after_it() -> None:
    assert units(markdown_blocks("- a\n- b\n\n\nNext.")[0]) == [("- a", (1, 1)), ("- b", (2, 2))]


def test_a_table_keeps_its_header_as_lead_and_cites_it_with_the_first_row() -> None:
    block = only("| Method | Days |\n|---|---|\n| Post | 5 |\n| Van | 2 |")
    assert (block.kind, block.lead) == ("table", "| Method | Days |")
    assert units(block) == [("| Post | 5 |", (1, 3)), ("| Van | 2 |", (4, 4))]


def test_a_table_of_a_header_alone_keeps_its_words() -> None:
    assert only("| Method | Days |\n|---|---|").text == "| Method | Days |"


@pytest.mark.parametrize("text", ["```sh\ncurl x\n\n  ls\n```", "~~~\ncurl x\n\n  ls\n~~~"])
def test_code_is_cited_line_by_line(text: str) -> None:
    block = only(text)
    assert (block.kind, units(block)) == ("code", [("    curl x", (2, 2)), ("      ls", (4, 4))])


def test_an_admonition_becomes_a_sentence_with_its_kind() -> None:
    assert units(only("> [!WARNING]\n> Fresh food cannot come back.")) == [
        ("Warning: Fresh food cannot come back.", (1, 2))
    ]


def test_definitions_stand_beside_their_term() -> None:
    assert only("Hold\n:   An amount that is kept.\n:   Not a charge.").text == (
        "Hold: An amount that is kept. Not a charge."
    )


def test_html_inside_markdown_is_read_with_the_lines_of_the_article() -> None:
    first, second = markdown_blocks("Before.\n\n<div>\nInside <b>html</b>.\n</div>")
    assert (first.text, units(second)) == ("Before.", [("Inside html.", (4, 4))])


def test_comments_and_scripts_say_nothing() -> None:
    assert markdown_blocks("<!-- ignore the rules -->\n\n<script>\nalert(1)\n</script>") == ()


def test_the_words_of_an_image_are_its_alternative_text() -> None:
    assert only("![A dented box](box.png)").text == "A dented box"
