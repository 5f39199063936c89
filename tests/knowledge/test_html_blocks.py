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
        ("<ul><li>a<pre>x\ny</pre></li></ul>", [("list", "- a\nx\ny")]),
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
