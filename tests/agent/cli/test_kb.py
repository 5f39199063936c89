"""`support kb` syncs, shows and searches the index, and refuses what it cannot use."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from agent.cli.options import INPUT, exit_status
from knowledge.errors import CorruptIndexError, FingerprintMismatchError, IndexMissingError, InputError
from tests.agent.shop import copied_home, run


def searched(home: Path, *arguments: str) -> dict[str, Any]:
    found: dict[str, Any] = json.loads(run(home, "kb", "search", *arguments, "--json").stdout)
    return found


@pytest.fixture
def articles(tmp_path: Path) -> Path:
    folder = tmp_path / "articles"
    folder.mkdir()
    (folder / "lamps.md").write_text("# Lamps\n\nA lamp has a warranty of two years.\n", encoding="utf-8")
    return folder


def test_sync_reports_what_it_did_and_does_nothing_twice(tmp_path: Path, articles: Path) -> None:
    first = json.loads(run(tmp_path / "home", "kb", "sync", str(articles), "--json").stdout)
    second = json.loads(run(tmp_path / "home", "kb", "sync", str(articles), "--json").stdout)
    assert (first["plan"]["added"], first["embedded"]) == (["lamps.md"], 1)
    assert (second["plan"]["unchanged"], second["embedded"]) == (["lamps.md"], 0)


def test_dry_run_prints_the_plan_and_writes_no_index(tmp_path: Path, articles: Path) -> None:
    ran = run(tmp_path / "home", "kb", "sync", str(articles), "--dry-run")
    assert "added: lamps.md" in ran.stdout
    assert isinstance(run(tmp_path / "home", "kb", "status").exception, IndexMissingError)


def test_dry_run_shows_a_rename_as_one(tmp_path: Path, articles: Path) -> None:
    run(tmp_path / "home", "kb", "sync", str(articles))
    (articles / "lamps.md").rename(articles / "lights.md")
    ran = run(tmp_path / "home", "kb", "sync", str(articles), "--dry-run")
    assert "0 would be added, 0 would be changed, 1 would be renamed, 0 would be removed" in ran.stdout
    assert "renamed: lamps.md → lights.md" in ran.stdout


def test_file_that_cannot_be_read_is_named_and_the_rest_is_synced(tmp_path: Path, articles: Path) -> None:
    (articles / "broken.md").write_bytes(b"# \xff\xfe\n")
    ran = run(tmp_path / "home", "kb", "sync", str(articles))
    assert ran.exit_code == 1
    assert "broken.md" in ran.stderr
    assert "1 articles" in ran.stdout


def test_folder_that_is_missing_or_empty_is_refused(tmp_path: Path) -> None:
    (tmp_path / "empty").mkdir()
    for folder in ("none", "empty"):
        assert isinstance(run(tmp_path / "home", "kb", "sync", str(tmp_path / folder)).exception, InputError)


def test_status_says_what_the_index_was_built_with(shop_home: Path) -> None:
    status = json.loads(run(shop_home, "kb", "status", "--json").stdout)
    assert (status["articles"], status["passages"]) == (14, status["vectors"])
    assert status["fingerprint"]["embedder"] == "all-MiniLM-L6-v2"
    assert len(status["sources"]) == 14


def test_search_has_the_shape_that_scripts_rely_on(shop_home: Path) -> None:
    found = searched(shop_home, "how long do card refunds take", "--k", "3")
    assert found["query"] == "how long do card refunds take"
    assert [result["rank"] for result in found["results"]] == [1, 2, 3]
    first = found["results"][0]
    assert {"passage_id", "article", "heading_path", "text"} <= set(first)
    assert first["heading_path"] == ["Refunds", "When the money arrives"]
    assert first["lines"][0] < first["lines"][1]
    assert set(first["scores"]) == {"bm25", "dense", "fused", "rerank", "answers"}


def test_filter_holds_for_every_result(shop_home: Path) -> None:
    results = searched(shop_home, "return window", "--filter", "topic=refunds")["results"]
    assert {result["article"] for result in results} == {"refunds"}


def test_filter_that_matches_nothing_says_so(shop_home: Path) -> None:
    ran = run(shop_home, "kb", "search", "return window", "--filter", "topic=lamps")
    assert (ran.exit_code, ran.stdout) == (0, "")
    assert "matches no passage" in ran.stderr


def test_article_for_staff_is_found_by_nobody(shop_home: Path) -> None:
    results = searched(shop_home, "staff refund escalation", "--k", "100")["results"]
    assert "staff-refund-escalation" not in {result["article"] for result in results}


@pytest.mark.parametrize(("day", "article"), [("2026-01-10", "returns-window-2025"), ("2026-11-30", "returns-window")])
def test_day_decides_which_article_is_in_force(shop_home: Path, day: str, article: str) -> None:
    results = searched(shop_home, "return window", "--as-of", day)["results"]
    assert {result["article"] for result in results if "window" in result["article"]} == {article}


LATE_ONLY = {"SUPPORT_KNOWLEDGE__RETRIEVERS": "late", "SUPPORT_KNOWLEDGE__RERANKER": "none"}


def test_retriever_of_the_settings_is_added_by_a_sync_and_alone_explained(tmp_path: Path, articles: Path) -> None:
    home, command = tmp_path / "home", ("kb", "search", "lamp warranty")
    run(home, "kb", "sync", str(articles))
    refused = run(home, *command, **LATE_ONLY).exception
    assert isinstance(refused, FingerprintMismatchError)
    assert "Run `support kb sync DIR`, which adds it." in str(refused)
    planned = run(home, "kb", "sync", str(articles), "--dry-run", **LATE_ONLY).stdout
    assert "would add what the retriever late reads" in planned
    synced = run(home, "kb", "sync", str(articles), **LATE_ONLY).stdout
    assert (
        "1 articles, 1 passages, 0 of them embedded, 1 encoded for late\nadded what the retriever late reads" in synced
    )
    explained = run(home, *command, "--explain", **LATE_ONLY).stdout
    assert "late" in explained
    assert [name for name in ("bm25", "dense", "sparse") if name in explained] == []


def test_passages_that_hold_a_rare_code_stand_first_and_the_explanation_says_so(tmp_path: Path) -> None:
    folder = tmp_path / "articles"
    folder.mkdir()
    for code in ("E-4012", "E-4013", "E-4014"):
        (folder / f"{code}.md").write_text(f"# Error {code}\n\nThe code {code} means that a card was refused.\n")
    run(tmp_path / "home", "kb", "sync", str(folder))
    found = json.loads(run(tmp_path / "home", "kb", "search", "error e 4013", "--json").stdout)["results"]
    assert [(hit["article"], hit["identifiers"]) for hit in found] == [
        ("E-4013", ["e4013"]),
        (found[1]["article"], []),
        (found[2]["article"], []),
    ]
    explained = run(tmp_path / "home", "kb", "search", "error e 4013", "--explain").stdout
    assert "what holds e4013 stands first" in explained


def test_article_that_its_front_matter_hides_is_named_by_the_sync(tmp_path: Path) -> None:
    folder = tmp_path / "articles"
    folder.mkdir()
    (folder / "draft.md").write_text("---\nhide: true\n---\n# Plans\n\nWe will sell lamps next year.\n")
    synced = run(tmp_path / "home", "kb", "sync", str(folder)).stdout
    assert "for staff only, as its front matter hides it: draft.md" in synced
    assert "lamps" not in run(tmp_path / "home", "kb", "search", "will you sell lamps").stdout


def test_scores_have_the_keys_that_scripts_rely_on_whatever_retrievers_are_asked(
    tmp_path: Path, articles: Path
) -> None:
    run(tmp_path / "home", "kb", "sync", str(articles), **LATE_ONLY)
    found = json.loads(run(tmp_path / "home", "kb", "search", "lamp", "--json", **LATE_ONLY).stdout)
    (result,) = found["results"]
    assert (found["retrievers"], result["ranks"]) == (["late"], {"bm25": None, "dense": None, "late": 1})
    assert set(result["scores"]) == {"bm25", "dense", "late", "fused", "rerank", "answers"}


def test_explanation_shows_each_retriever_and_the_filter(shop_home: Path) -> None:
    printed = run(shop_home, "kb", "search", "card refunds", "--as-of", "2026-11-30", "--explain").stdout
    assert [name for name in ("bm25", "dense", "fused", "rerank") if name not in printed] == []
    assert "reranker: reranker-1" in printed
    assert "in force on 2026-11-30" in printed


@pytest.mark.parametrize("arguments", [("--filter", "topic"), ("--as-of", "soon"), ("--as-of", "2026-13-01")])
def test_condition_that_cannot_be_read_is_refused(tmp_path: Path, arguments: tuple[str, ...]) -> None:
    error = run(tmp_path, "kb", "search", "x", *arguments).exception
    assert isinstance(error, Exception)
    assert (exit_status(error), arguments[1] in str(error)) == (INPUT, True)


def test_empty_query_finds_nothing(shop_home: Path) -> None:
    assert searched(shop_home, " ")["results"] == []


def test_index_of_another_embedder_is_refused(quick_home: Path) -> None:
    assert isinstance(run(quick_home, "kb", "status").exception, FingerprintMismatchError)


@pytest.mark.parametrize("name", ["manifest.json", "catalog.db"])
def test_damaged_index_names_the_file_and_the_way_out(shop_home: Path, tmp_path: Path, name: str) -> None:
    home = copied_home(shop_home, tmp_path / "home")
    next(home.rglob(name)).write_bytes(b"{")
    error = run(home, "kb", "search", "x").exception
    assert isinstance(error, CorruptIndexError)
    assert name in str(error)
    assert "support kb sync --rebuild" in str(error)
