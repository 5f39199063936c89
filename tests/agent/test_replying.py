"""A reply cites the passages that proved what is sent, and nothing else."""

from __future__ import annotations

import pytest

from agent.grounding.grounder import Grounded
from agent.grounding.safe_cut import CutResult
from agent.replying import Replier, Reply, spoken
from agent.types import Citation, Claim, Decided, Evidence, EvidenceRef, Handoff, Label, Verdict

ARTICLE = Evidence(
    evidence_id="refunds#5",
    source="article",
    trust="retrieved",
    text="Ten days.",
    article="refunds",
    heading_path=("Refunds", "Times"),
)
FIELD = Evidence(
    evidence_id="ORD-1/status", source="order", trust="verified", owner="ORD-1", field="status", text="It is sent."
)
CITED = Citation(article="refunds", heading_path=("Refunds", "Times"), passage_id="refunds#5")


def verdict(index: int, text: str, proof: Evidence, label: Label = "supported") -> Verdict:
    ref = EvidenceRef(source=proof.source, id=proof.evidence_id, trust=proof.trust, quote=proof.text)
    claim = Claim(index=index, text=text, start=0, end=len(text))
    return Verdict(claim=claim, label=label, tier="exact", confidence=1.0, reason="", evidence=(ref,))


def replied(text: str, *verdicts: Verdict, kept: tuple[int, ...]) -> Reply:
    grounded = Grounded(verdicts=verdicts, cut=CutResult(text=text, kept=kept, answers=True))
    decided = Decided(outcome="answered", text=text, why="")
    return Replier().reply(decided, grounded, (ARTICLE, FIELD))


def test_passage_that_proved_a_sentence_is_cited() -> None:
    reply = replied("Ten days.", verdict(0, "Ten days.", ARTICLE), kept=(0,))
    assert reply.citations == (CITED,)
    assert "Ten days." in reply.text


def test_passage_is_cited_once() -> None:
    two = verdict(0, "Ten days.", ARTICLE), verdict(1, "Ten.", ARTICLE)
    assert replied("Ten days. Ten.", *two, kept=(0, 1)).citations == (CITED,)


def test_passage_of_a_sentence_that_was_cut_is_not_cited() -> None:
    two = verdict(0, "It is sent.", FIELD), verdict(1, "Ten days.", ARTICLE)
    assert replied("It is sent.", *two, kept=(0,)) == Reply(text="It is sent.")


def test_passage_that_refutes_is_not_cited() -> None:
    assert replied("Nine days.", verdict(0, "Nine days.", ARTICLE, "refuted"), kept=(0,)).citations == ()


def test_words_that_need_no_proof_are_sent_as_they_are() -> None:
    decided = Decided(outcome="asked_back", text="Which order?", why="")
    assert Replier().reply(decided, None, ()) == Reply(text="Which order?")


@pytest.mark.parametrize(
    ("text", "notice", "said"),
    [
        ("Ten days.", "A colleague takes over.", "Ten days.\n\nA colleague takes over."),
        ("", "Taken over.", "Taken over."),
    ],
)
def test_customer_reads_the_text_and_then_the_notice(text: str, notice: str, said: str) -> None:
    assert spoken(text, Handoff(reason="failure", notice=notice, packet={}, state={})) == said


def test_customer_reads_the_text_alone_where_nobody_takes_over() -> None:
    assert spoken("Ten days.", None) == "Ten days."
