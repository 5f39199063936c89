import re
from html.parser import HTMLParser

import pytest

from evals.errors import ReportError
from evals.funnel import Trail, funnel
from evals.retrieval_html import report_html, write_report
from evals.retrieval_report import FinalScores, FollowUps, SetReport, StageScores, report

BAD = '<img src="https://x.example/a.png" onerror=alert(1)> & "co"'
STAGES = dict.fromkeys(("bm25", "dense", "fused", "shortlist", "kept", "first"), ("b",))
VOID = frozenset({"meta"})


def set_of(name, *trails, **more):
    scores = {"ndcg_at_10": 0.5, "recall_at_8": 0.5, "recall_at_50": 1.0}
    return SetReport(
        name=name,
        queries=len(trails),
        documents=3,
        passages=4,
        skipped=0,
        mrr=0.25,
        p50_ms=3.0,
        p95_ms=4.0,
        diagnosis="high/low: fusion or reranking",
        stages={"rrf": StageScores(**scores)},
        stages_ms={},
        funnel=funnel(trails),
        **scores,
        **more,
    )


def trail(question="where?", name="q1", **documents):
    return Trail(id=name, question=question, wanted=("a",), documents={**STAGES, **documents})


class Reader(HTMLParser):
    """Fails where tags do not close in the order they were opened."""

    def __init__(self):
        super().__init__()
        self.open, self.tags, self.words = [], [], []

    def handle_starttag(self, tag, attrs):
        self.tags.append((tag, dict(attrs)))
        if tag not in VOID:
            self.open.append(tag)

    def handle_startendtag(self, tag, attrs):
        self.tags.append((tag, dict(attrs)))

    def handle_endtag(self, tag):
        assert self.open.pop() == tag

    def handle_data(self, data):
        self.words.append(data)


def read(page):
    reader = Reader()
    reader.feed(page)
    reader.close()
    assert reader.open == []
    return reader


def test_every_set_has_its_tables_and_its_funnel():
    page = report_html(report([set_of("shop", trail()), set_of("other", trail())]), "Embedder e, reranker r")
    found = read(page)
    assert [tag for tag, _ in found.tags].count("svg") == 2
    assert {"Retrieval", "Embedder e, reranker r", "shop", "other", "0.250", "0.500"} <= set(found.words)


def test_the_losing_stage_and_each_lost_question_are_told_with_what_was_found_instead():
    page = report_html(report([set_of("shop", trail(bm25=("b", "a"), fused=("a",)), trail(name="q2"))]), "models")
    words = " ".join(read(page).words)
    assert "Lost at retrieval: 1 (no retriever finds it)" in words
    assert "Lost at shortlist: 1" in words
    assert re.search(r"The losing stage is retrieval, with 1 of 2", words)
    assert "q2 where? a b" in re.sub(r"\s+", " ", words)


def test_text_of_a_data_set_stays_text_and_nothing_is_loaded():
    page = report_html(report([set_of(BAD, trail(BAD, bm25=(BAD,)))]), BAD)
    found = read(page)
    assert "img" not in {tag for tag, _ in found.tags}
    assert not any(name in {"src", "href", "onerror"} for _, attributes in found.tags for name in attributes)
    assert BAD in found.words
    assert "url(" not in page
    assert "@import" not in page


def test_follow_ups_are_told_with_and_without_the_conversation():
    low, high = (FinalScores(ndcg_at_10=n, mrr=n, recall_at_8=n, recall_at_50=n) for n in (0.125, 0.875))
    told = FollowUps(questions=7, rewritten=high, alone=low)
    words = read(report_html(report([set_of("shop", trail(), follow_ups=told)]), "models")).words
    assert {"7 follow-ups", "0.875", "0.125"} <= set(words)


def test_a_place_that_cannot_be_written_is_named(tmp_path):
    with pytest.raises(ReportError, match=r"nowhere.*cannot be written.*--report FILE"):
        write_report(report([set_of("shop", trail())]), "models", tmp_path / "nowhere" / "out.html")


def test_the_page_is_written_as_it_is_made(tmp_path):
    found = report([set_of("shop", trail())])
    write_report(found, "models", tmp_path / "out.html")
    assert (tmp_path / "out.html").read_text(encoding="utf-8") == report_html(found, "models")
