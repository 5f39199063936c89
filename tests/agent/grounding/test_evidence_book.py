"""Evidence is read into quotes; articles once, what is said of an order anew each time."""

from __future__ import annotations

from datetime import date

from agent.grounding.evidence_book import EvidenceBook, ReadOnce, chains
from agent.types import Evidence

TODAY = date(2026, 11, 30)


def evidence(text: str, source: str = "article", **fields: str) -> Evidence:
    return Evidence.model_validate(
        {"evidence_id": "a#1", "source": source, "trust": "retrieved", "text": text, **fields}
    )


def test_an_article_is_read_once() -> None:
    item = evidence("Mugs are glazed.")
    again = item.model_copy(deep=True)
    assert EvidenceBook.of([item], TODAY).quotes[0] is EvidenceBook.of([again], TODAY).quotes[0]


def test_what_is_said_of_an_order_is_not_remembered() -> None:
    for item in (evidence("It is late.", "order", owner="ORD-1"), evidence("ORD-1 is late.", owner="ORD-1")):
        assert EvidenceBook.of([item], TODAY).quotes[0] is not EvidenceBook.of([item], TODAY).quotes[0]


def test_another_version_or_day_is_read_anew() -> None:
    item = evidence("It ends tomorrow.")
    (one,), (other,) = (EvidenceBook.of([item], day).quotes for day in (TODAY, date(2026, 12, 1)))
    assert one.values != other.values
    assert EvidenceBook.of([evidence("It ends today.")], TODAY).quotes[0].text == "It ends today."


def test_a_lead_in_knows_what_it_opens() -> None:
    lead, first, second = EvidenceBook.of([evidence("We refund:\n- mugs of ours\n- lids of ours")], TODAY).quotes
    assert lead.context.opens == {("mugs", "of", "ours"), ("lids", "of", "ours")}
    assert first.context.leads == second.context.leads == (("we", "refund"),)
    assert first.leads == ("we refund:",)


def test_chains_lead_from_the_nearest_line_up() -> None:
    assert chains("abc", (None, 0, 1)) == [(), ("a",), ("b", "a")]


def test_the_evidence_of_a_draft_is_read_once() -> None:
    draft = ReadOnce([evidence("It is late.", "order", owner="ORD-1"), evidence("Mugs are glazed.")])
    book = EvidenceBook.of(draft, TODAY)
    assert EvidenceBook.of(draft, TODAY) is book
    assert book == EvidenceBook.of(list(draft), TODAY)
    assert EvidenceBook.of(draft, date(2026, 12, 1)) is not book


def test_values_are_looked_for_when_somebody_asks() -> None:
    (quote,) = EvidenceBook.of([evidence("It was sent on 2026-11-01.", "order", owner="ORD-1")], TODAY).quotes
    assert "values" not in vars(quote.lines)
    assert [value.canonical for value in quote.values] == ["2026-11-01"]
    assert "values" in vars(quote.lines)
