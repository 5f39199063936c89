"""A claim that names an order needs a proof that belongs to that order."""

from __future__ import annotations

from agent.grounding.spoken_for import OrderSpeakers
from agent.types import Claim, Evidence, EvidenceRef, Verdict

RECORD = Evidence(
    evidence_id="ORD-99107/status", source="order", trust="verified", owner="ORD-99107", text="Delivered."
)
ARTICLE = Evidence(evidence_id="a#0", source="article", trust="retrieved", text="ORD-99107 was delivered.")


def objected(text: str, *proofs: Evidence) -> list[str]:
    refs = tuple(EvidenceRef(source=one.source, id=one.evidence_id, trust=one.trust, quote=one.text) for one in proofs)
    claim = Claim(index=3, text=text, start=0, end=len(text))
    verdict = Verdict(claim=claim, label="supported", tier="nli", confidence=1.0, reason="", evidence=refs)
    return [one.why for one in OrderSpeakers().review(text, [verdict], [RECORD, ARTICLE])]


def test_record_of_the_order_speaks_for_it() -> None:
    assert objected("Order ORD-99107 was delivered.", RECORD, ARTICLE) == []


def test_article_does_not() -> None:
    assert objected("Order ORD-99107 was delivered.", ARTICLE) == [
        "it speaks of ORD-99107, and no record of that order proves it"
    ]


def test_every_order_that_is_named_needs_its_own_record() -> None:
    assert objected("Orders ORD-99107 and ORD-99170 were delivered.", RECORD) == [
        "it speaks of ORD-99170, and no record of that order proves it"
    ]


def test_claim_that_names_no_order_needs_none() -> None:
    assert objected("Card refunds take 10 days.", ARTICLE) == []
