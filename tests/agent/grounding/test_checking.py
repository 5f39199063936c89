"""A text is checked against texts as a draft is, but for orders, which neither side has."""

from __future__ import annotations

from datetime import date

from agent.grounding.checking import claims_of, evidence_of, place_of, whole_claim
from agent.types import Evidence, EvidenceRef

TODAY = date(2026, 11, 30)


def test_texts_are_evidence_that_may_prove_and_each_is_found_again_by_its_place() -> None:
    first, second = evidence_of(["One.", "Two."])
    assert (first.text, first.trust, first.owner) == ("One.", "retrieved", None)
    ref = EvidenceRef(source=second.source, id=second.evidence_id, trust=second.trust, quote=second.text)
    assert place_of(ref) == 1


def test_no_text_is_no_evidence() -> None:
    assert evidence_of([]) == ()


def test_text_is_split_into_claims_and_a_greeting_stays_unchecked() -> None:
    claims = claims_of("Hello! Parcels take 3 days. Cards take 5 days.", TODAY)
    assert [(claim.text, claim.checkworthy) for claim in claims] == [
        ("Hello!", False),
        ("Parcels take 3 days.", True),
        ("Cards take 5 days.", True),
    ]


def test_text_that_states_nothing_is_taken_whole() -> None:
    assert claims_of("Hello!", TODAY) == (whole_claim("Hello!"),)
    assert claims_of("", TODAY) == (whole_claim(""),)


def test_claim_belongs_to_the_order_that_it_names() -> None:
    (claim,) = claims_of("Order ORD-99107 was delivered on 21 November.", TODAY)
    assert (claim.checkworthy, claim.owner, claim.leads) == (True, "ORD-99107", None)


def test_text_is_evidence_for_the_one_order_that_it_names_and_for_what_is_no_orders() -> None:
    found = evidence_of(["Order ORD-1 was shipped. It is on its way."])
    assert [(item.owner, item.text) for item in found] == [
        (None, "Order ORD-1 was shipped. It is on its way."),
        ("ORD-1", "Order ORD-1 was shipped. It is on its way."),
    ]


def test_of_two_orders_each_has_the_sentences_that_name_it_alone() -> None:
    found = evidence_of(["Order ORD-1 was shipped. Order ORD-2 was delivered. ORD-1 and ORD-2 are gifts."])
    assert [(item.owner, item.text) for item in found[1:]] == [
        ("ORD-1", "Order ORD-1 was shipped."),
        ("ORD-2", "Order ORD-2 was delivered."),
    ]


def test_evidence_stays_as_it_is_beside_texts() -> None:
    own = Evidence(evidence_id="policy/x", source="policy", trust="system", text="Two.")
    first, second, third = evidence_of(["One.", own, "Three."])
    assert ((first.evidence_id, third.evidence_id), second) == (("evidence 0", "evidence 2"), own)
