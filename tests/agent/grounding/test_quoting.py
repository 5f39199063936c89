"""Quotation of compound sentences: each part is proved where its whole sentence is quoted, or where it is itself."""

from __future__ import annotations

from datetime import date

from agent.claims import ClaimSplitter
from agent.grounding.claim_view import views_of
from agent.grounding.evidence_book import EvidenceBook
from agent.grounding.quoting import quoted
from agent.grounding.restating import restated
from agent.types import Evidence

TODAY = date(2026, 11, 30)
BOTH = "Refunds take 5 days, and parcels take 3 days."


def article(text: str) -> Evidence:
    return Evidence(evidence_id="jars#1", source="article", trust="retrieved", text=text, article="jars")


def field(order: str, name: str, text: str) -> Evidence:
    return Evidence(evidence_id=f"{order}/{name}", source="order", trust="verified", owner=order, field=name, text=text)


def labels(draft: str, *evidence: Evidence) -> list[str | None]:
    book = EvidenceBook.of(evidence, TODAY)
    findings = [quoted(view, book) for view in views_of(ClaimSplitter().split(draft, TODAY), book, TODAY)]
    return [finding.label if finding else None for finding in findings]


def test_each_part_of_a_quoted_sentence_is_proved() -> None:
    assert labels(BOTH, article(f"Jars are glazed. {BOTH} Lids are not.")) == ["supported", "supported"]


def test_parts_may_be_quoted_from_sentences_of_their_own() -> None:
    assert labels(BOTH, article("Parcels take 3 days. Refunds take 5 days.")) == ["supported", "supported"]


def test_a_part_that_is_quoted_nowhere_stays_open() -> None:
    assert labels(BOTH, article("Refunds take 5 days.")) == ["supported", None]
    assert labels(BOTH, article("Refunds take 5 days, and parcels take 4 days.")) == [None, None]


def test_a_part_of_an_evidence_sentence_proves_nothing_alone() -> None:
    assert labels("Refunds take 5 days.", article(BOTH)) == [None]


def test_a_condition_that_the_source_adds_must_follow_the_whole_sentence() -> None:
    source = article(f"{BOTH} Only on weekdays.")
    assert labels(BOTH, source) == ["not_enough_info", "not_enough_info"]
    assert labels(f"{BOTH} Only on weekdays.", source) == ["supported"] * 3


def test_a_sentence_that_leans_on_a_quoted_compound_one_is_proved_after_it() -> None:
    text = f"{BOTH} They are tracked."
    assert labels(text, article(text)) == ["supported"] * 3


def test_the_parts_of_a_sentence_about_an_order_are_quoted_from_its_own_fields() -> None:
    draft = "ORD-2001 was shipped on 2 March and delivered on 5 March."
    fields = [field("ORD-2001", "shipped_on", "ORD-2001 was shipped on 2 March.")]
    assert labels(draft, *fields, field("ORD-2001", "delivered_on", "ORD-2001 was delivered on 5 March.")) == [
        "supported",
        "supported",
    ]
    assert labels(draft, *fields, field("ORD-2002", "delivered_on", "ORD-2002 was delivered on 5 March.")) == [
        "supported",
        None,
    ]


LIST = "Mugs are replaced. There are exceptions:\n\n- Gift mugs cannot be replaced.\n- Old mugs take 14 days."


def test_a_limit_is_quoted_over_its_own_items() -> None:
    draft = "There are exceptions:\n- Gift mugs cannot be replaced.\n- Old mugs take 14 days."
    assert labels(draft, article(LIST)) == ["supported"] * 3
    assert labels("There are exceptions:\n- Old mugs take two weeks.", article(LIST))[0] == "supported"


def test_a_limit_alone_or_over_other_items_is_not() -> None:
    assert labels("There are exceptions:", article(LIST)) == [None]
    assert labels("There are exceptions:\n- Lids are never replaced.", article(LIST)) == [None, None]
    assert labels("There are exceptions:\n- Old mugs take 15 days.", article(LIST)) == [None, None]


def test_a_pronoun_over_its_own_items_still_needs_what_it_stands_for() -> None:
    source = article("Some mugs are never replaced. They are:\n- gift mugs of ours\n- old mugs of ours")
    assert labels("Some mugs are replaced. They are:\n- gift mugs of ours", source)[1] is None


def test_an_item_is_quoted_under_its_lead_in_written_another_way() -> None:
    source = article("We cannot ship to these addresses:\n- a locker of a shop\n- a box at a post office")
    assert labels("We can't ship to these addresses:\n- a locker of a shop", source) == [None, "supported"]
    assert labels("We ship to these addresses:\n- a locker of a shop", source) == [None, None]


def test_a_lead_in_with_another_value_is_another_lead_in() -> None:
    source = article("Within 14 days you get:\n- a new mug of ours")
    assert labels("Within two weeks you get:\n- a new mug of ours", source)[1] == "supported"
    assert labels("Within 15 days you get:\n- a new mug of ours", source)[1] is None


def test_a_condition_written_another_way_is_kept() -> None:
    source = article("Mugs are replaced. Only if they aren't older than 14 days.")
    assert labels("Mugs are replaced. Only if they are not older than two weeks.", source)[0] == "supported"
    assert labels("Mugs are replaced. Only if they are not older than 15 days.", source)[0] == "not_enough_info"


def test_a_line_that_only_announces_governs_nothing() -> None:
    source = article("Follow these steps:\n1. Open the lid of the jar.\n   - The seal of the jar cannot be kept.")
    draft = "Follow these steps:\n1. Open the lid of the jar.\n   - The seal of the jar can't be kept."
    steps = [claim for claim in ClaimSplitter().split(draft, TODAY) if claim.checkworthy]
    book = EvidenceBook.of([source], TODAY)
    assert [restated(view, book) is not None for view in views_of(steps, book, TODAY)] == [True, True]
