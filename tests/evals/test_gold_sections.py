from datetime import date

import pytest

from evals.errors import DatasetError
from evals.gold_sections import SectionCheck, covers, section_of
from evals.gold_sets import SectionName, read_gold
from knowledge.filters import Filter
from knowledge.types import Passage

DAY = Filter(as_of=date(2026, 11, 30))


def passage(*path, article="refunds", **more):
    return Passage(
        passage_id=f"{article}#0", article=article, heading_path=("Refunds", *path), text="x", lines=(1, 1), **more
    )


def test_a_section_covers_its_passages_however_it_was_split_and_those_below_it():
    money = SectionName(article="refunds", heading="when the money arrives")
    assert covers(money, "refunds", ("Refunds", "When the money arrives"))
    assert covers(money, "refunds", ("Refunds", "When the money arrives", "Cards"))
    assert not covers(money, "refunds", ("Refunds", "How to ask"))
    assert not covers(money, "returns", ("Returns", "When the money arrives"))


def test_the_title_covers_only_what_stands_before_the_first_heading():
    title, whole = SectionName(article="refunds", heading="Refunds"), SectionName(article="refunds")
    assert covers(title, "refunds", ("Refunds",))
    assert not covers(title, "refunds", ("Refunds", "How to ask"))
    assert covers(whole, "refunds", ("Refunds", "How to ask"))


def test_a_passage_counts_for_the_answer_it_stands_in_else_for_its_own_headings():
    whole = SectionName(article="refunds")
    assert section_of(passage("How to ask"), [whole]) == "refunds"
    assert section_of(passage("How to ask", article="other"), [whole]) == "other › How to ask"


def test_a_heading_that_no_longer_exists_is_named_with_those_that_do(tmp_path):
    check = SectionCheck([passage("How to ask"), passage("What it costs")], DAY)
    file = tmp_path / "mine.jsonl"
    file.write_text('{"_id": "q7", "text": "why", "answers": [{"article": "refunds", "heading": "Gone"}]}\n')
    with pytest.raises(DatasetError) as caught:
        check.check(read_gold(file))
    assert "question q7, names 'refunds › Gone', which the index does not have" in str(caught.value)
    assert "wanted one of its headings How to ask; What it costs" in str(caught.value)


def test_an_article_that_does_not_exist_is_named_with_those_that_do():
    with pytest.raises(DatasetError, match="wanted one of the articles refunds"):
        SectionCheck([passage("How to ask")], DAY).look_up(SectionName(article="refund"), "The row")


def test_a_section_that_no_customer_sees_on_the_day_is_refused():
    over = passage("How to ask", effective_to=date(2026, 8, 31))
    staff = passage("How to ask", metadata={"audience": "internal"})
    for hidden in (over, staff):
        with pytest.raises(DatasetError, match="no customer sees on 2026-11-30"):
            SectionCheck([hidden], DAY).look_up(SectionName(article="refunds"), "The row")
