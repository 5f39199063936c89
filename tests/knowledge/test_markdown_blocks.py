import pytest

from knowledge.blocks import Block
from knowledge.markdown_blocks import markdown_blocks
from knowledge.types import Link


def units(block: Block) -> list[tuple[str, tuple[int, int]]]:
    return [(unit.text, unit.lines) for unit in block.units]


def only(text: str) -> Block:
    (block,) = markdown_blocks(text)
    return block


def shown(text: str) -> list[tuple[str, str]]:
    return [(block.kind, block.text) for block in markdown_blocks(text)]


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


@pytest.mark.parametrize(
    "text",
    [
        ">[!NOTE]\n>\n>Keep it.",
        "> [!note]\n> Keep it.",
        ":::note\nKeep it.\n:::",
        "::: note\n\nKeep it.\n\n:::",
        "::::{note}\nKeep it.\n::::",
        "!!! note\n    Keep it.",
        "{% hint style='note' %}\nKeep it.\n{% endhint %}",
        "{:.bs-callout-note}\nKeep it.",
        ":::note\nKeep it.",
    ],
)
def test_every_way_to_write_a_note_says_that_it_is_one(text: str) -> None:
    assert shown(text) == [("prose", "Note: Keep it.")]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (":::tip Moving?\nAsk us.\n:::\nNext.", [("prose", "Tip: Moving? Ask us."), ("prose", "Next.")]),
        (":::tip[Moving]\n1. Ask us.\n:::", [("steps", "Tip: Moving:\n1. Ask us.")]),
        ('!!! warning "Hot"\n    Wait.\n\nNext.', [("prose", "Warning: Hot"), ("prose", "Wait."), ("prose", "Next.")]),
        ("!!! Do not reset\n\nNext.", [("prose", "Do not reset"), ("prose", "Next.")]),
        (":::row:::\nText.\n:::row-end:::", [("prose", "Text.")]),
        (':::image type="content" source="a.png" alt-text="A box.":::', [("prose", "A box.")]),
    ],
)
def test_a_container_keeps_its_title_and_loses_its_marks(text: str, expected: list[tuple[str, str]]) -> None:
    assert shown(text) == expected


TAB = [("label", "Linux"), ("prose", "Use apt."), ("label", ""), ("prose", "Next.")]


@pytest.mark.parametrize(
    "text",
    [
        '=== "Linux"\n\n    Use apt.\n\nNext.',
        '<Tabs>\n<TabItem value="linux" label="Linux">\n\nUse apt.\n\n</TabItem>\n</Tabs>\n\nNext.',
        '{% tabs %}\n{% tab title="Linux" %}\nUse apt.\n{% endtab %}\n{% endtabs %}\n\nNext.',
        "::::tabs\n:::tab Linux\nUse apt.\n:::\n::::\n\nNext.",
        "<details>\n<summary>Linux</summary>\n\nUse apt.\n\n</details>\n\nNext.",
        '??? info "Linux"\n    Use apt.\n\nNext.',
        "+++Linux\n\nUse apt.\n\n+++\n\nNext.",
        ":::details Linux\nUse apt.\n:::\nNext.",
    ],
)
def test_what_stands_in_a_tab_or_is_folded_away_stands_under_its_label(text: str) -> None:
    assert shown(text) == TAB


def test_a_tab_inside_a_step_is_a_line_of_the_step() -> None:
    text = '1. Open it\n\n   <TabItem label="Linux">\n\n   Use apt.\n\n   </TabItem>\n'
    assert shown(text) == [("steps", "1. Open it\n  Linux\n  Use apt.")]


@pytest.mark.parametrize("text", ["##", "## {#id}", "## <!-- x -->", "<h2></h2>"])
def test_an_empty_heading_says_nothing(text: str) -> None:
    assert markdown_blocks(text) == ()


@pytest.mark.parametrize(
    ("text", "links"),
    [
        ("[a][1] and [b]\n\n[1]: one.md\n[b]: <two.md>", [("a", "one.md"), ("b", "two.md")]),
        ("https://x.example/a_(b)?c=1, and <me@x.example>.", [
            ("https://x.example/a_(b)?c=1", "https://x.example/a_(b)?c=1"),
            ("me@x.example", "mailto:me@x.example"),
        ]),
        ("[https://x.example](https://x.example)", [("https://x.example", "https://x.example")]),
        ("[![Logo](a.png)](home.md)", [("Logo", "home.md")]),
        ("[Orders]({% link sales/orders.md %}){:target='_blank'}", [("Orders", "sales/orders.md")]),
        ("Hold\n: See [this](a.md).", [("this", "a.md")]),
        ("| [a](a.md) |\n|---|\n| [b](b.md) |", [("a", "a.md"), ("b", "b.md")]),
        ("- [a](a.md)\n  - [b](b.md)", [("a", "a.md"), ("b", "b.md")]),
        ("`https://x.example` is code", []),
    ],
)  # fmt: skip
def test_links_are_kept_however_they_are_written(text: str, links: list[tuple[str, str]]) -> None:
    assert [(link.text, link.url) for block in markdown_blocks(text) for link in block.links] == links


def test_footnotes_keep_the_mark_that_ties_them_to_the_text() -> None:
    assert shown("Sold until May[^end].\n\n[^end]: <https://x.example/end>") == [
        ("prose", "Sold until May[end]."),
        ("prose", "[end]: https://x.example/end"),
    ]


def test_each_part_of_a_paragraph_cites_its_own_lines() -> None:
    unit = only("One *two*\n`three` [four\nfive](a.md).\nSix.").units[0]
    assert unit.text == "One two three four five. Six."
    assert [
        unit.part(unit.text.index(word), unit.text.index(word) + 2).lines[0] for word in ("two", "three", "five", "Six")
    ] == [1, 2, 3, 4]


def test_a_line_break_that_does_not_show_makes_the_whole_paragraph_be_cited() -> None:
    unit = only('One [two](a.md\n"title").\nThree.').units[0]
    assert unit.part(9, 15) == type(unit)(text="Three.", lines=(1, 3))


def test_each_line_of_a_step_cites_its_own_line() -> None:
    unit = only("1. Pack it\n   - in paper\n   - in a box\n").units[0]
    begin = unit.text.index("- in a box")
    assert unit.part(begin, len(unit.text)).lines == (3, 3)


def test_a_table_inside_a_step_cites_its_own_lines() -> None:
    unit = only("\n1. Pick a way:\n\n   | Way |\n   |---|\n   | Post |\n").units[0]
    assert (unit.text, unit.lines) == ("1. Pick a way:\n  | Way |\n  | Post |", (2, 6))
    assert unit.part(unit.text.index("| Post"), len(unit.text)).lines == (6, 6)


def test_a_list_in_html_inside_a_cell_keeps_its_items_apart() -> None:
    assert only("| Way |\n|---|\n| <ul><li>By post</li><li>By van</li></ul>or<br/>none |").units[0].text == (
        "| By post By van or none |"
    )


def test_a_table_in_html_may_hold_empty_lines() -> None:
    assert shown("<table>\n<tr><th>a</th></tr>\n\n<tr><td>b</td></tr>\n\n</table>\n\nNext.") == [
        ("table", "| a |\n| b |"),
        ("prose", "Next."),
    ]


@pytest.mark.parametrize("text", ["Text <!-- hidden --> here.", "Text <span>here</span>.", "Text\u200b here."])
def test_what_does_not_show_inside_a_line_is_left_out(text: str) -> None:
    assert only(text.replace("\u200b", "")).text == "Text here."


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
