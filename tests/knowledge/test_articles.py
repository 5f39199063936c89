import os
from datetime import date
from pathlib import Path

import pytest

from knowledge.articles import ArticleReader, Problem
from knowledge.errors import InputError, UnreadableArticleError
from knowledge.types import Article

READER = ArticleReader(max_bytes=1_000_000)


def read(folder: Path, content: str | bytes, name: str = "refunds.md") -> Article:
    (folder / name).write_bytes(content.encode() if isinstance(content, str) else content)
    return READER.read(READER.list(folder).files[0])


def reason(folder: Path, content: str | bytes, name: str = "refunds.md") -> str:
    with pytest.raises(UnreadableArticleError) as error:
        read(folder, content, name)
    return str(error.value)


def test_front_matter_gives_title_dates_and_filterable_keys(tmp_path: Path) -> None:
    found = read(tmp_path, "---\ntitle: Money back\nversion: 2\neffective_from: 2026-09-01\n---\n\nText.\n")
    assert (found.article, found.source_id, found.title) == ("refunds", "refunds.md", "Money back")
    assert (found.effective_from, found.effective_to) == (date(2026, 9, 1), date.max)
    assert found.metadata == {"title": "Money back", "version": 2, "effective_from": "2026-09-01"}


def test_text_is_the_whole_file_so_that_lines_can_be_cited(tmp_path: Path) -> None:
    text = "---\ntitle: Refunds\n---\n\nText.\n"
    assert read(tmp_path, text).text == text


@pytest.mark.parametrize(
    ("name", "text", "title"),
    [
        ("a.md", "Intro.\n\n# Where *is* it? #\n", "Where is it?"),
        ("a.md", "Main heading\n============\n\nText.\n", "Main heading"),
        ("a.md", "---\n# kept by the night shift\ntopic: x\n---\n```sh\n# install\n```\nText.\n", "a"),
        ("gift-cards_old.md", "No heading.\n", "gift cards old"),
        ("a.html", "<title>Gifts &amp;\n cards</title><h1>Other</h1>", "Gifts & cards"),
        ("a.htm", "<h1>Gift cards</h1><p>Text.", "Gift cards"),
        ("a.md", "---\ntitle: [not, text]\n---\n# Refunds\n", "Refunds"),
        ("a.md", "---\ntitle: |\n  Two\n  lines\n---\nText.\n", "Two lines"),
        (
            "a.md",
            "---\ntitle: 'The *[!UICONTROL Save]* of [!DNL Admin]: `a < b` &lt;c&gt;'\n---\n",
            "The Save of Admin: a < b <c>",
        ),
        ("a.md", "---\ntitle: '1. retry_backoff_ms & 5 * 3'\n---\nText.\n", "1. retry_backoff_ms & 5 * 3"),
    ],
)
def test_title_comes_from_front_matter_then_the_text_then_the_file_name(
    tmp_path: Path, name: str, text: str, title: str
) -> None:
    assert read(tmp_path, text, name).title == title


@pytest.mark.parametrize(
    "data",
    [
        "# Größe\n\nOne\nTwo\n".encode("utf-16"),
        "# Größe\n\nOne\nTwo\n".encode("utf-8-sig"),
        "# Größe\r\n\r\nOne\r\nTwo\r\n".encode(),
        "# Größe\r\rOne\rTwo\r".encode(),
    ],
    ids=["utf-16", "byte order mark", "crlf", "cr"],
)
def test_other_encodings_and_line_ends_read_the_same(tmp_path: Path, data: bytes) -> None:
    found = read(tmp_path, data)
    assert (found.title, found.text) == ("Größe", "# Größe\n\nOne\nTwo\n")


@pytest.mark.parametrize(
    ("content", "part"),
    [
        (b"", "it is empty"),
        (b"\xef\xbb\xbf \n", "it is empty"),
        (b"\x89PNG\r\n\x00\x00", "it is a binary file"),
        ("a\0b".encode("utf-16"), "it is a binary file"),
        (b"caf\xe9 opens", "it is not UTF-8 text (byte 0xe9 at 3)"),
        ("---\ntopic: x\ntitle: [1\n---\nText.", "its front matter is not YAML at line 3"),
        ("---\njust words\n---\nText.", "its front matter is a str"),
        ("---\neffective_from: soon\n---\nText.", "effective_from: 'soon'; wanted a date such as 2026-09-01"),
        ("---\neffective_to: 2026-13-45\n---\nText.", "month must be in 1..12"),
        ("---\nx: " + "[" * 5_000 + "\n---\nText.", "cannot be read"),
        ("---\nrate: .nan\n---\nText.", "'rate' with a value that cannot be kept"),
        ('---\nmark: "\\ud800"\n---\nText.', "'mark' with a value that cannot be kept"),
        ("---\naudience: internal\n\nText.", "its front matter has no end"),
        ("+++\naudience = 'internal'\n+++\nText.", "wanted YAML between two --- lines"),
    ],
)
def test_an_unreadable_article_says_why(tmp_path: Path, content: str | bytes, part: str) -> None:
    assert part in reason(tmp_path, content)


@pytest.mark.parametrize("audience", ["", "[internal]", "{a: internal}", "5", "' '"])
def test_an_audience_that_is_no_word_never_makes_an_article_public(tmp_path: Path, audience: str) -> None:
    assert "audience" in reason(tmp_path, f"---\naudience: {audience}\n---\nText.")


def test_known_keys_mean_the_same_in_any_letter_case(tmp_path: Path) -> None:
    assert read(tmp_path, "---\nAudience: internal\nTopic: x\n---\nT.").metadata == {
        "audience": "internal",
        "Topic": "x",
    }


def test_dates_may_be_quoted_and_have_a_time(tmp_path: Path) -> None:
    found = read(tmp_path, "---\neffective_from: '2026-09-01'\neffective_to: 2026-10-01 12:00:00\n---\nText.")
    assert (found.effective_from, found.effective_to) == (date(2026, 9, 1), date(2026, 10, 1))


def test_dates_the_wrong_way_round_are_refused(tmp_path: Path) -> None:
    text = "---\neffective_from: 2026-09-02\neffective_to: 2026-09-01\n---\nText."
    assert "effective_to: 2026-09-01, before effective_from: 2026-09-02" in reason(tmp_path, text)


def test_norwegian_is_a_language_not_false(tmp_path: Path) -> None:
    assert read(tmp_path, "---\nlanguage: no\n---\nTekst.").metadata == {"language": "no"}


def test_a_rule_at_the_start_is_no_front_matter(tmp_path: Path) -> None:
    assert read(tmp_path, "---\n\nText about parcels.\n").metadata == {}


def test_files_below_hidden_folders_and_other_suffixes_are_not_listed(tmp_path: Path) -> None:
    for name in ("a.md", "b.MD", "sub/c.html", "notes.txt", ".git/d.md", ".e.md", "folder.md/f.markdown"):
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_text("Text.")
    assert [file.source_id for file in READER.list(tmp_path).files] == [
        "a.md",
        "b.MD",
        "folder.md/f.markdown",
        "sub/c.html",
    ]


def test_what_cannot_be_opened_is_reported_by_name_and_the_rest_is_listed(tmp_path: Path) -> None:
    (tmp_path / "good.md").write_text("Text.")
    (tmp_path / "dangling.md").symlink_to(tmp_path / "gone.md")
    (tmp_path / "huge.md").write_text("x" * 5_000_000)
    os.mkfifo(tmp_path / "pipe.md")
    (tmp_path / os.fsdecode(b"caf\xe9.md")).write_text("Text.")
    listing = READER.list(tmp_path)
    assert [file.source_id for file in listing.files] == ["good.md"]
    assert {problem.source_id: problem.reason.split(";")[0].split(",")[0] for problem in listing.problems} == {
        "dangling.md": "No such file or directory",
        "huge.md": "it has 5",
        "pipe.md": "it is not a regular file",
        "caf\\xe9.md": "its name is not UTF-8",
    }


def test_two_files_of_one_name_are_reported(tmp_path: Path) -> None:
    for name in ("guide.html", "guide.md"):
        (tmp_path / name).write_text("Text.")
    listing = READER.list(tmp_path)
    assert [file.source_id for file in listing.files] == ["guide.html"]
    assert listing.problems == (
        Problem(source_id="guide.md", reason="it has the same name as guide.html; rename one of them"),
    )


@pytest.mark.parametrize(("name", "found"), [("missing", "nothing"), ("article.md", "a file")])
def test_a_folder_that_is_none_is_refused_with_the_command(tmp_path: Path, name: str, found: str) -> None:
    (tmp_path / "article.md").write_text("Text.")
    with pytest.raises(InputError, match=rf"{name} is {found}: wanted a folder.*support kb sync DIR"):
        READER.list(tmp_path / name)


@pytest.mark.parametrize("line", ["hide: yes", "hidden: true", "Draft: 'yes'", "published: false", "published: 'No'"])
def test_what_is_hidden_is_for_staff_alone(tmp_path: Path, line: str) -> None:
    assert read(tmp_path, f"---\n{line}\n---\nText.").metadata["audience"] == "internal"
    assert read(tmp_path, f"---\n{line}\naudience: public\n---\nText.").metadata["audience"] == "internal"
    assert read(tmp_path, f"---\n{line}\naudience: partner\n---\nText.").metadata["audience"] == "partner"


@pytest.mark.parametrize(
    "line",
    ["hide: no", "hide: [navigation, toc]", "draft: false", "published: true", "published: 2026-01-01", "draft:"],
)
def test_what_is_not_hidden_is_for_customers(tmp_path: Path, line: str) -> None:
    assert "audience" not in read(tmp_path, f"---\n{line}\n---\nText.").metadata
