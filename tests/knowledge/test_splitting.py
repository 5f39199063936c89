import re
from collections.abc import Callable, Sequence

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from knowledge.articles import article_blocks
from knowledge.embedding import Embedder, Vectors, unit_rows
from knowledge.meaning import MeaningBreaks
from knowledge.sections import sections
from knowledge.splitting import SPECIAL_TOKENS, PassageSplitter
from knowledge.types import Article, Passage


def words(text: str) -> int:
    return len(text.split())


def article(text: str, title: str = "Refunds", html: bool = False) -> Article:
    return Article(
        article="refunds",
        source_id="refunds.md",
        title=title,
        text=text,
        sha256="0" * 64,
        media_type="html" if html else "markdown",
    )


def split(text: str, window: int = 32, min_tokens: int = 1, overlap_share: float = 0.0) -> list[Passage]:
    """Passages of up to `window` words, the path and the two special tokens included."""
    return list(PassageSplitter(words, window, min_tokens, overlap_share).split(article(text)))


def texts(passages: list[Passage]) -> list[str]:
    return [passage.text for passage in passages]


def test_an_article_without_text_gives_no_passage() -> None:
    assert split("") == split("# Refunds\n\n## Empty\n\n### Also empty\n") == []


def test_a_passage_knows_where_it_stands() -> None:
    (found,) = split("---\ntopic: x\n---\n# Refunds\n\n## Cards\n\n### When\n\nIn five days,\nsee [here](a.md).\n")
    assert found.passage_id == "refunds#0"
    assert found.heading_path == ("Refunds", "Cards", "When")
    assert (found.text, found.lines) == ("In five days, see here.", (10, 11))
    assert [link.url for link in found.links] == ["a.md"]
    assert found.indexed_text == "Refunds › Cards › When\nIn five days, see here."


def test_two_sections_never_share_a_passage() -> None:
    found = split("Intro.\n\n## A\n\nOne.\n\n### B\n\nTwo.\n\n## C\n\nThree.\n", window=200, min_tokens=100)
    assert [(passage.heading_path, passage.text) for passage in found] == [
        (("Refunds",), "Intro."),
        (("Refunds", "A"), "One."),
        (("Refunds", "A", "B"), "Two."),
        (("Refunds", "C"), "Three."),
    ]


def test_a_main_heading_other_than_the_title_stays_in_the_path() -> None:
    assert split("# Cards\n\nText.")[0].heading_path == ("Refunds", "Cards")


def test_neighbours_of_one_section_share_a_passage_while_they_fit() -> None:
    assert texts(split("One.\n\nTwo.\n\n- three\n- four\n", window=12)) == ["One.\nTwo.\n- three\n- four"]
    assert texts(split("One.\n\nTwo.\n\n- three\n- four\n", window=6)) == ["One.\nTwo.", "- three", "- four"]


STEPS = "Do this:\n\n" + "".join(f"{n}. step {n} of them\n" for n in range(1, 7))
TABLE = "| Way | Days |\n|---|---|\n" + "".join(f"| way {n} | {n} |\n" for n in range(1, 7))


@pytest.mark.parametrize("text", [STEPS, TABLE, "```\n" + "a b c d e f\n" * 5 + "```\n"])
def test_a_procedure_a_table_or_code_is_whole_where_it_fits(text: str) -> None:
    found = split("Long talk before it. " * 5 + "\n\n" + text + "\n" + "Long talk after it. " * 5, window=50)
    assert len(found) > 1
    lines = [line for line in text.splitlines() if "---" not in line and line not in ("", "```")]
    assert sum(all(line in passage.text for line in lines) for passage in found) == 1


def test_a_split_table_repeats_its_header_and_cites_its_own_rows() -> None:
    found = split(TABLE, window=20)
    assert texts(found) == [
        "| Way | Days |\n| way 1 | 1 |\n| way 2 | 2 |",
        "| Way | Days |\n| way 3 | 3 |\n| way 4 | 4 |",
        "| Way | Days |\n| way 5 | 5 |\n| way 6 | 6 |",
    ]
    assert [passage.lines for passage in found] == [(1, 4), (5, 6), (7, 8)]


def test_split_steps_repeat_the_lead_in_and_keep_their_numbers() -> None:
    found = split(STEPS, window=16)
    assert texts(found) == [
        "Do this:\n1. step 1 of them\n2. step 2 of them",
        "Do this:\n3. step 3 of them\n4. step 4 of them",
        "Do this:\n5. step 5 of them\n6. step 6 of them",
    ]
    assert [passage.lines for passage in found] == [(1, 4), (5, 6), (7, 8)]


@pytest.mark.parametrize(
    "text",
    [
        "Before you start, read all of this with some care, since it matters:\n\n1. pack it well\n2. send it off\n",
        "| a very long header that fills the room | and another of that kind |\n|---|---|\n| one | two |\n" * 1,
    ],
)
def test_a_lead_too_long_to_repeat_is_said_once_not_lost(text: str) -> None:
    found = " ".join(texts(split(text, window=16)))
    assert [word for word in text.split() if word not in found and "---" not in word] == []


def test_a_long_paragraph_is_cut_between_sentences_with_an_overlap() -> None:
    text = " ".join(f"Sentence number {n} ends here." for n in range(1, 9))
    found = split(text, window=28, overlap_share=0.2)
    assert texts(found) == [
        " ".join(f"Sentence number {n} ends here." for n in part) for part in ((1, 2, 3, 4, 5), (5, 6, 7, 8))
    ]


def test_a_short_rest_joins_the_part_before_it_where_it_fits() -> None:
    rows = "| Way |\n|---|\n" + "".join(f"| way number {n} |\n" for n in range(1, 5))
    alone = split(rows + "\nAsk us.\n", window=24, min_tokens=1)
    joined = split(rows + "\nAsk us.\n", window=24, min_tokens=4)
    assert texts(alone)[-1] == "Ask us."
    assert texts(joined)[-1].endswith("| way number 4 |\nAsk us.")


def test_a_path_too_long_keeps_its_depth_and_leaves_half_the_window_to_the_text() -> None:
    splitter = PassageSplitter(len, window=100)
    found = splitter.split(article("# " + "Very long heading " * 9 + "\n\n## Short\n\nText.\n", title="T"))
    assert len(found[0].heading_path) == 3
    assert found[0].heading_path[1].endswith("…")
    assert len(" › ".join(found[0].heading_path)) <= 50


def test_a_word_longer_than_the_window_is_cut_between_characters() -> None:
    found = PassageSplitter(len, window=40).split(article("x" * 100 + " end"))
    assert "".join(passage.text for passage in found).count("x") == 100
    assert all(len(passage.indexed_text) + SPECIAL_TOKENS <= 40 for passage in found)


def test_two_sections_of_the_same_name_stay_two() -> None:
    found = split("## Late\n\nOne.\n\n## Late\n\nTwo.\n", window=200, min_tokens=100)
    assert [(passage.heading_path[-1], passage.text) for passage in found] == [("Late", "One."), ("Late", "Two.")]


def test_a_tab_has_its_label_in_the_heading_path() -> None:
    text = '## Install\n\n=== "Linux"\n\n    Use apt.\n\n=== "Mac"\n\n    Use brew.\n\nThen log in.\n'
    assert [passage.indexed_text for passage in split(text)] == [
        "Refunds › Install › Linux\nUse apt.",
        "Refunds › Install › Mac\nUse brew.",
        "Refunds › Install\nThen log in.",
    ]


def test_a_split_html_table_repeats_its_header_rows() -> None:
    rows = "".join(f"<tr><td>way {n}<td>{n}\n" for n in range(4))
    text = f"<table><thead><tr><th>Way<th>Days\n<tr><th>at<th>most</thead>\n{rows}</table>"
    found = PassageSplitter(words, 28, 1).split(article(text, html=True))
    lead = "| Way | Days |\n| at | most |\n"
    assert [passage.text for passage in found] == [
        lead + "| way 0 | 0 |\n| way 1 | 1 |",
        lead + "| way 2 | 2 |\n| way 3 | 3 |",
    ]


def test_html_is_split_like_markdown_without_its_front_matter() -> None:
    text = "---\ntitle: Refunds\n---\n<h1>Refunds</h1>\n<h2>Cards</h2>\n<p>Five days.</p>\n"
    (found,) = PassageSplitter(words, 32).split(article(text, html=True))
    assert (found.heading_path, found.text, found.lines) == (("Refunds", "Cards"), "Five days.", (6, 6))


def test_a_passage_that_a_tokenizer_counts_higher_than_its_parts_is_halved() -> None:
    def superadditive(text: str) -> int:
        return words(text) + 3 * (words(text) > 8)

    found = PassageSplitter(superadditive, window=14).split(article("one two three four five six seven eight nine ten"))
    assert " ".join(passage.text for passage in found) == "one two three four five six seven eight nine ten"
    assert all(superadditive(passage.indexed_text) + SPECIAL_TOKENS <= 14 for passage in found)


WORDS = st.text(
    st.sampled_from("abcXYZ019.,:;!?-_/'äßéжщ한국日本語🙂אב\u0301"), min_size=1, max_size=12
) | st.sampled_from(["refund", "ORD-99107", "supercalifragilistic" * 8, "https://shop.example/" + "a/" * 60])
LINES = st.lists(WORDS, min_size=1, max_size=30).map(" ".join)
BLOCKS = st.one_of(
    st.tuples(st.sampled_from(["#", "##", "###", "######"]), LINES).map(" ".join),
    LINES,
    st.lists(LINES, min_size=1, max_size=6).map(lambda items: "\n".join(f"- {item}" for item in items)),
    st.tuples(LINES, st.lists(LINES, min_size=1, max_size=6)).map(
        lambda found: f"{found[0]}:\n\n" + "\n".join(f"{n}. {item}" for n, item in enumerate(found[1], 1))
    ),
    st.lists(LINES, min_size=1, max_size=6).map(
        lambda rows: "| Way | Days |\n|---|---|\n" + "\n".join(f"| {row} | {n} |" for n, row in enumerate(rows))
    ),
    st.lists(LINES, min_size=1, max_size=6).map(lambda lines: "```\n" + "\n".join(lines) + "\n```"),
    LINES.map(lambda line: f"<div>{line}</div>"),
    LINES.map(lambda line: f"> [!NOTE]\n> {line}"),
)
ARTICLES = st.lists(BLOCKS, min_size=1, max_size=8).map("\n\n".join)
COUNTERS: dict[str, Callable[[str], int]] = {"words": words, "characters": len, "bytes": lambda t: len(t.encode())}


@pytest.mark.parametrize("count", COUNTERS.values(), ids=COUNTERS)
@settings(max_examples=120, deadline=None)
@given(text=ARTICLES, title=LINES)
def test_no_passage_is_over_the_window_and_lines_are_exact(count: Callable[[str], int], text: str, title: str) -> None:
    source = text.split("\n")
    for passage in PassageSplitter(count, 64, 8, 0.15).split(article(text, title)):
        assert count(passage.indexed_text) + SPECIAL_TOKENS <= 64
        first, last = passage.lines
        assert 1 <= first <= last <= len(source)


SHAPES: dict[str, Callable[[list[str]], str]] = {
    "prose": "\n".join,
    "list": lambda lines: "".join(f"- {line}\n" for line in lines),
    "steps": lambda lines: "Lead:\n\n" + "".join(f"{n}. {line}\n" for n, line in enumerate(lines, 1)),
    "table": lambda lines: "| Lead |\n|---|\n" + "".join(f"| {line} |\n" for line in lines),
    "code": lambda lines: "```\n" + "\n".join(lines) + "\n```",
    "quote": lambda lines: "".join(f"> {line}\n" for line in lines),
    "heading": lambda lines: "## Heading\n\n" + " ".join(lines),
    "html": lambda lines: "<div>\n" + "\n".join(lines) + "\n</div>",
}


@settings(max_examples=150, deadline=None)
@given(
    shapes=st.lists(
        st.tuples(st.sampled_from(sorted(SHAPES)), st.lists(st.integers(1, 12), min_size=1, max_size=6)),
        min_size=1,
        max_size=8,
    )
)
def test_every_word_is_kept_and_stands_in_the_cited_lines(shapes: list[tuple[str, list[int]]]) -> None:
    numbers = iter(range(10_000))
    blocks = [SHAPES[name]([" ".join(f"w{next(numbers)}" for _ in range(n)) for n in sizes]) for name, sizes in shapes]
    source = "\n\n".join(blocks).split("\n")
    kept: set[str] = set()
    for passage in PassageSplitter(words, 24, 4, 0.15).split(article("\n".join(source))):
        cited = " ".join(source[passage.lines[0] - 1 : passage.lines[1]]).split()
        own = {word for word in passage.text.split() if word.startswith("w")}
        assert own <= set(cited)
        kept |= own
    assert kept == {f"w{n}" for n in range(next(numbers))}


PIECES = st.sampled_from(
    [
        "# ",
        "## ",
        "#### ",
        "- ",
        "  - ",
        "1. ",
        "7) ",
        "> ",
        "> [!NOTE]\n> ",
        ":::tip ",
        ":::",
        "+++",
        "+++Label",
        "    ",
        "| a | b |\n|---|---|\n",
        "```\n",
        "`",
        "**",
        "_",
        "[a](b.md)",
        "![c](d.png)",
        "[^1]",
        "[^1]: ",
        "---\n",
        "!!! note\n    ",
        '=== "Tab"\n\n    ',
        "Term\n: ",
        "{% if x %}",
        "{% raw %}",
        "{{ site.x }}",
        "{: .y}",
        "<!-- ",
        "-->",
        "<details>",
        "</details>",
        "<summary>",
        "</summary>",
        "<table>",
        "</table>",
        "<tr>",
        "<td rowspan=3 colspan=2>",
        "<th>",
        "</td>",
        "<thead>",
        "<ol start=4>",
        "<li>",
        "</li>",
        "</ol>",
        "<dl>",
        "<dt>",
        "<dd>",
        "</dl>",
        "<pre>",
        "</pre>",
        "<p>",
        "<a href=x>",
        "</a>",
        "<script>",
        "</script>",
        "<TabItem label='L'>",
        "</TabItem>",
        "<h2>",
        "</h2>",
        "<br>",
        "&amp;",
        "\u200b",
        "\n",
        "\n\n",
        "\n\n\n",
        "\t",
    ]
)
MARKUP = st.lists(PIECES | LINES.map(lambda line: line + ". "), min_size=1, max_size=40).map("".join)


def letters(texts: Sequence[str]) -> Vectors:
    """How often a text has each of some letters, as unit rows."""
    return unit_rows(np.asarray([[text.count(letter) for letter in "aeiortXYZ한"] for text in texts], np.float32))


@pytest.mark.parametrize("html", [False, True], ids=["markdown", "html"])
@settings(max_examples=100, deadline=None)
@given(text=MARKUP)
def test_whatever_is_written_no_word_is_lost_and_no_passage_straddles_two_sections(html: bool, text: str) -> None:
    splitter = PassageSplitter(words, 40, 5, 0.15, MeaningBreaks(letters))
    found = splitter.split(article(text, html=html))
    assert found == splitter.split(article(text, html=html))
    for passage in found:
        assert words(passage.indexed_text) + SPECIAL_TOKENS <= 40
        assert 1 <= passage.lines[0] <= passage.lines[1] <= text.count("\n") + 1
    kept = [set(re.findall(r"\w+", passage.text)) for passage in found]
    blocks = article_blocks(text, "html" if html else "markdown")
    said = [
        {word for block in section for word in re.findall(r"\w+", block.text)}
        for _, section in sections("Refunds", blocks)
    ]
    assert set().union(*said) == set().union(*kept)
    assert all(any(passage <= section for section in said) for passage in kept)
    assert [passage.lines[0] for passage in found] == sorted(passage.lines[0] for passage in found)


NASTY = "\n\n".join(
    [
        "# " + "Überlange Überschrift mit vielen Wörtern " * 12,
        "한국어설명" * 40 + " " + "고객님의주문은" * 9,
        "退款将在五到十个工作日内到账。" * 60,
        "https://shop.example/" + "path/" * 300,
        "Before you start, " + "please read this with care, " * 30 + "then:",
        "\n".join(f"{n}. " + f"Press key {n} and wait. " * 12 for n in range(1, 30)),
        "| " + "Header with many words " * 20 + "| x |\n|---|---|\n" + "| cell | 🙂🙂🙂 |\n" * 80,
        "```\n" + "print(base64.b64decode('" + "QUJD" * 400 + "'))\n" * 3 + "```",
        "a" * 99 + " " + "ｆｕｌｌ－ｗｉｄｔｈ" * 30 + " " + "e\u0301" * 200,
    ]
)


def test_the_real_tokenizer_never_drops_the_end_of_a_passage(minilm: Embedder) -> None:
    found = PassageSplitter(minilm.count_tokens, minilm.window).split(article(NASTY, title="Nasty " * 80))
    assert len(found) > 20
    assert max(minilm.count_tokens(passage.indexed_text) for passage in found) + SPECIAL_TOKENS <= minilm.window == 256


def test_hangul_syllables_that_are_several_tokens_each_fit_a_small_window(minilm: Embedder) -> None:
    found = PassageSplitter(minilm.count_tokens, 32).split(article("고객님의주문은한국어설명" * 3, title="주문"))
    assert all(minilm.count_tokens(passage.indexed_text) + SPECIAL_TOKENS <= 32 for passage in found)
