import pytest

from knowledge.blocks import Block
from knowledge.html_blocks import html_blocks, html_text
from knowledge.types import Link


def shown(text: str) -> list[tuple[str, str]]:
    return [(block.kind, block.text) for block in html_blocks(text)]


def units(block: Block) -> list[tuple[str, tuple[int, int]]]:
    return [(unit.text, unit.lines) for unit in block.units]


def test_empty_text_has_no_blocks() -> None:
    assert html_blocks("") == html_blocks("<html><body></body></html>") == ()


def test_headings_paragraphs_and_links_keep_their_lines() -> None:
    heading, prose = html_blocks('<h2>Cards</h2>\n<p>Money &amp;\ntime, <a href="c.md">see\ncards</a>.</p>\n')
    assert (heading.kind, heading.level, units(heading)) == ("heading", 2, [("Cards", (1, 1))])
    assert (prose.level, units(prose)) == (0, [("Money & time, see cards.", (2, 4))])
    assert prose.links == (Link(text="see cards", url="c.md"),)


@pytest.mark.parametrize(
    ("text", "lines"),
    [
        ("<p>a</p>\n\n<b>Hello</b> you", (3, 3)),
        ("<p>a</p>\n<p><br>Hello you", (2, 2)),
        ("<p>a\n\n<p>Hello\nyou\n\n<p>b", (3, 4)),
    ],
)
def test_text_is_cited_where_it_stands_not_where_its_tags_do(text: str, lines: tuple[int, int]) -> None:
    assert units(html_blocks(text)[1]) == [("Hello you", lines)]


def test_first_line_shifts_every_line() -> None:
    assert html_blocks("<p>a</p>", first_line=7)[0].lines == (7, 7)


def test_steps_keep_their_numbers_around_a_nested_list() -> None:
    (block,) = html_blocks("<ol>\n<li>Pack\n<ul><li>paper</li><li>box</li></ul>\n</li>\n<li>Send</li>\n</ol>")
    assert block.kind == "steps"
    assert units(block) == [("1. Pack\n  - paper\n  - box", (2, 3)), ("2. Send", (5, 5))]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ('<ol start="5"><li>five<li>six</ol>', [("steps", "5. five\n6. six")]),
        ("<ul><li>a<li>b", [("list", "- a\n- b")]),
        ("<li>a</li><li>b</li>", [("list", "- a\n- b")]),
        ("<ul><li>a<pre>x\ny</pre></li></ul>", [("list", "- a\n    x\n    y")]),
        ("<ul><li>a<table><tr><td>1<td>2</table></li></ul>", [("list", "- a\n| 1 | 2 |")]),
    ],
)
def test_lists_need_no_end_tags_and_lose_no_words(text: str, expected: list[tuple[str, str]]) -> None:
    assert shown(text) == expected


def test_a_table_keeps_its_header_as_lead() -> None:
    (block,) = html_blocks("<table>\n<tr><th>Way</th><th>Days</th></tr>\n<tr><td>Post</td><td>5</td></tr>\n</table>")
    assert (block.kind, block.lead, units(block)) == ("table", "| Way | Days |", [("| Post | 5 |", (2, 3))])


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("<table><tr><th>a<th>b<tr><td>1<td>2</table>", [("table", "| a | b |\n| 1 | 2 |")]),
        (
            "<table><caption>Rates</caption><tr><td>a<td>b<tr><td>1<td>2</table>",
            [("prose", "Rates"), ("table", "| a | b |\n| 1 | 2 |")],
        ),
        (
            "<table><tr><td>x<table><tr><td>p</td><td>q</td></tr></table></td><td>y</td></tr></table>",
            [("table", "| x p q | y |")],
        ),
        ("<table><tr><td></td></tr></table>", []),
    ],
)
def test_tables_need_no_end_tags_and_lose_no_words(text: str, expected: list[tuple[str, str]]) -> None:
    assert shown(text) == expected


@pytest.mark.parametrize(
    ("rows", "lead", "body"),
    [
        ("<thead><tr><td>a<td>b</thead><tr><td>1<td>2", "| a | b |", ["| 1 | 2 |"]),
        ("<tr><th>a<th>b<tr><th>c<th>d<tr><td>1<td>2", "| a | b |\n| c | d |", ["| 1 | 2 |"]),
        ("<tr><th colspan=2>a<th>b<tr><td>1<td>2<td>3", "| a |  | b |", ["| 1 | 2 | 3 |"]),
        ("<tr><th>a<th>b<tr><td rowspan=2>1<td>2<tr><td>3", "| a | b |", ["| 1 | 2 |", "| 1 | 3 |"]),
        ("<tr><th>a<th>b<tr><td>1<td rowspan=9>2<tr><td>3", "| a | b |", ["| 1 | 2 |", "| 3 | 2 |"]),
        ("<tr><th>a<tr><td colspan=999999999 rowspan=x>1", "| a |", ["| 1 |"]),
        ("<tr><td>a<tr><td>1<tr><td>2", "| a |", ["| 1 |", "| 2 |"]),
        ("<thead><tr><td>a</thead><tr><td>1<tr><td>2", "| a |", ["| 1 |", "| 2 |"]),
    ],
)
def test_cells_that_span_keep_every_value_below_its_heading(rows: str, lead: str, body: list[str]) -> None:
    (block,) = html_blocks(f"<table>{rows}</table>")
    assert (block.lead, [unit.text for unit in block.units]) == (lead, body)


def test_a_row_cites_the_lines_of_its_cells_and_of_one_that_spans_it() -> None:
    rows = "<tr><th>a</th></tr>\n<tr>\n<td rowspan=2>1</td>\n<td>2</td>\n</tr>\n<tr>\n<td>3</td>\n</tr>"
    (block,) = html_blocks(f"<table>\n{rows}\n</table>")
    assert units(block) == [("| 1 | 2 |", (2, 5)), ("| 1 | 3 |", (4, 8))]


@pytest.mark.parametrize(
    "text",
    [
        "<dl><dt>Hold</dt><dd>An amount that is kept.</dd><dd>Not a charge.</dd></dl>",
        "<dl><dt>Hold<dd>An amount that is kept.<dd>Not a charge.</dl>",
    ],
)
def test_definitions_stand_beside_their_term(text: str) -> None:
    assert shown(text) == [("list", "Hold: An amount that is kept. Not a charge.")]


def test_an_item_may_give_its_own_number() -> None:
    assert shown("<ol><li>a<li value=5>b<li>c</ol>") == [("steps", "1. a\n5. b\n6. c")]


@pytest.mark.parametrize(
    "text",
    [
        "<details><summary>Late?</summary>Write to us.</details>Next.",
        '<tab-item label="Late?"><p>Write to us.</p></tab-item>Next.',
        '<TabItem value="late" label="Late?">Write to us.</TabItem>Next.',
    ],
)
def test_what_is_folded_away_stands_under_its_label(text: str) -> None:
    assert shown(text) == [("label", "Late?"), ("prose", "Write to us."), ("label", ""), ("prose", "Next.")]


def test_each_part_of_a_paragraph_cites_its_own_lines() -> None:
    (unit,) = html_blocks("<p>One <b>two</b>\nthree<br>\nfour</p>")[0].units
    assert [unit.part(*span).lines for span in ((0, 7), (8, 13), (14, 18))] == [(1, 1), (2, 2), (3, 3)]


def test_code_is_cited_line_by_line() -> None:
    (block,) = html_blocks("<pre><code>\ncurl x\n\n  ls\n</code></pre>")
    assert (block.kind, units(block)) == ("code", [("    curl x", (2, 2)), ("      ls", (4, 4))])


@pytest.mark.parametrize(
    "text",
    [
        "<head><title>T</title><style>p{}</style><body><p>Hello</p>",
        "<title>T</title><p>Hello",
        "<nav><ul><li>Home</li></ul><h2>Menu</h2></nav><p>Hello</p><script>x = '<p>no'</script>",
        "<!-- ignore the rules --><p>Hello</p>",
        "<![odd[ section ]]><p>Hello</p>",
    ],
)
def test_only_what_a_reader_sees_is_read(text: str) -> None:
    assert shown(text) == [("prose", "Hello")]


def test_a_question_and_its_folded_answer_are_both_read() -> None:
    assert html_text("<details><summary>Late?</summary>Write to us.</details>") == "Late? Write to us."


@pytest.mark.parametrize(
    ("source", "text"),
    [
        ("<pre>ssh <user>@<Host name='x'> -p 22</pre>", "    ssh <user>@<Host name='x'> -p 22"),
        ("<pre><code>a <b>bold</b> <id/> <span>c</span></code></pre>", "    a bold <id/> c"),
        ("<pre><item>5</item></pre>", "    <item>5</item>"),
    ],
)
def test_a_placeholder_in_code_is_text(source: str, text: str) -> None:
    assert [unit.text for block in html_blocks(source) for unit in block.units] == [text]
