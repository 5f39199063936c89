"""The draft sentence by sentence, with verdicts and evidence."""

from __future__ import annotations

from agent.packet import Packet
from agent.types import Citation
from agent.web.desk.proofs import Proof, sentences_of
from tests.agent.web.desk_page.page import CUT, KEPT, claim, full_turn

PLACE = {"where": "Refunds › Times", "trust": "retrieved", "quote": "5 business days"}


def test_each_sentence_has_its_fate_its_tier_and_its_evidence() -> None:
    turn = full_turn("t")
    assert turn.handoff is not None
    hello, kept, cut = sentences_of(turn, Packet.model_validate(turn.handoff.packet))
    assert [(one.text, one.fate) for one in (hello, kept, cut)] == [
        ("Hello.", "unchecked"),
        (KEPT, "kept"),
        (CUT, "cut"),
    ]
    assert (kept.parts[0].label, kept.parts[0].decided_by) == ("supported", "exact tier, score 0.98")
    assert kept.parts[0].proofs == (Proof(**PLACE, dated="2026-01-01", url="https://shop.example/refunds"),)
    assert cut.parts[0].proofs == ()
    assert [one.quote for one in cut.parts[0].nearest] == ["5 business days"]
    assert hello.parts[0].decided_by == ""


def test_parts_of_a_sentence_stand_together_and_one_cut_part_shows() -> None:
    whole = "It was refunded and arrives on Friday."
    parts = (
        claim("It was refunded.", "supported", quote="refunded", sentence=whole),
        claim("It arrives on Friday.", cut=True, sentence=whole),
    )
    (found,) = sentences_of(full_turn("t", claims=parts), None)
    assert (found.text, found.fate, len(found.parts)) == (whole, "cut", 2)


def test_link_that_is_no_page_is_left_out() -> None:
    bad = Citation(article="a", heading_path=("A",), passage_id="refunds#1", url="javascript:alert(1)")
    _, kept, _ = sentences_of(full_turn("t", citations=(bad,)), None)
    assert kept.parts[0].proofs[0].url == ""


def test_turn_without_a_draft_has_no_sentences() -> None:
    assert sentences_of(full_turn("t", claims=()), None) == ()
