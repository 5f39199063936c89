"""The embedding tier settles both ends of similarity, and nothing between."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import date

import pytest

from agent.grounding.embedding import EmbeddingTier
from agent.types import Claim, Evidence, Verdict
from knowledge.caching import CachingEmbedder
from knowledge.embedding import Vectors
from knowledge.types import Trust
from tests.agent.shop import word_embedder
from tests.helpers import TinyEmbedder

TIER = EmbeddingTier(word_embedder(), nothing_near=0.3, nearly_identical=0.7, today=date(2026, 11, 30))


@dataclass(frozen=True)
class BatchCounter(TinyEmbedder):
    """Remembers how many texts each batch had."""

    sizes: list[int] = field(default_factory=list, compare=False)

    def embed_passages(self, texts: Sequence[str]) -> Vectors:
        self.sizes.append(len(texts))
        return super().embed_passages(texts)


FACT = "Card refunds take 5 to 10 business days to show on your statement."


def settled(
    claim: str, *facts: str, owner: str | None = None, trust: Trust = "retrieved", of: str | None = None
) -> Verdict | None:
    evidence = [
        Evidence(evidence_id=f"refunds#{n}", source="article", trust=trust, owner=of, text=text)
        for n, text in enumerate(facts or (FACT,))
    ]
    (verdict,) = TIER.settle([Claim(index=0, text=claim, start=0, end=len(claim), owner=owner)], evidence)
    return verdict


def test_same_sentence_is_supported_by_the_sentence_it_repeats() -> None:
    verdict = settled("The card refunds take 5 to 10 business days to show on your statement", FACT)
    assert verdict is not None
    assert (verdict.label, verdict.tier) == ("supported", "embedding")
    assert [(ref.id, ref.quote) for ref in verdict.evidence] == [("refunds#0", FACT)]


@pytest.mark.parametrize(
    ("claim", "fact"),
    [
        ("You pay us the postage and we send you the label.", "We pay you the postage and you send us the label."),
        ("The shop pays the customer when a parcel is lost.", "The customer pays the shop when a parcel is lost."),
        ("If the lamp is broken, we repair it.", "If we repair it, the lamp is broken."),
        (
            "Food is refunded if it arrived damaged, and not if you changed your mind.",
            "Food is refunded if you changed your mind, and not if it arrived damaged.",
        ),
    ],
)
def test_same_words_in_another_order_prove_nothing(claim: str, fact: str) -> None:
    assert settled(claim, fact) is None
    same = settled(claim, claim)
    assert same is not None
    assert same.label == "supported"


@pytest.mark.parametrize(
    "claim",
    [
        "Card refunds take 5 to 12 business days to show on your statement.",
        "Card refunds take 5 to 10 days to show on your statement.",
        "Card refunds do not take 5 to 10 business days to show on your statement.",
        "All card refunds take 5 to 10 business days to show on your statement.",
        "Card refunds always take 5 to 10 business days to show on your statement.",
        "Card refunds take up to 5 to 10 business days to show on your statement.",
        "Card refunds with interest take 5 to 10 business days to show on your statement.",
    ],
)
def test_change_of_value_polarity_or_bound_stays_open(claim: str) -> None:
    assert settled(claim) is None


@pytest.mark.parametrize("word", ["unless", "only if", "except when"])
def test_condition_that_was_left_out_stays_open(word: str) -> None:
    assert settled("Bowls are refunded in full.", f"Bowls are refunded in full {word} opened.") is None


def test_claim_with_nothing_near_has_no_evidence() -> None:
    verdict = settled("Lamps glow brightly.")
    assert verdict is not None
    assert (verdict.label, verdict.tier, verdict.evidence) == ("not_enough_info", "embedding", ())


def test_claim_without_any_evidence_has_none() -> None:
    (verdict,) = TIER.settle([Claim(index=0, text=FACT, start=0, end=len(FACT))], [])
    assert verdict is not None
    assert (verdict.label, verdict.confidence) == ("not_enough_info", 1.0)


@pytest.mark.parametrize("trust", ["user", "model"])
def test_words_of_the_customer_or_a_model_support_nothing(trust: Trust) -> None:
    verdict = settled(FACT, trust=trust)
    assert verdict is not None
    assert verdict.label == "not_enough_info"


def test_sentence_of_one_order_does_not_support_another() -> None:
    verdict = settled("It was sent in one parcel.", "It was sent in one parcel.", owner="ORD-1", of="ORD-2")
    assert verdict is not None
    assert verdict.label == "not_enough_info"


def test_no_claim_costs_nothing() -> None:
    assert TIER.settle([], []) == []


def test_articles_are_embedded_once_and_no_word_of_a_customer_is_remembered() -> None:
    plain, remembered = word_embedder(), word_embedder()
    tier = EmbeddingTier(plain, 0.3, 0.7, date(2026, 11, 30), CachingEmbedder(remembered))
    shown = [
        Evidence(evidence_id="refunds#0", source="article", trust="retrieved", text=FACT),
        Evidence(evidence_id="ORD-1/status", source="order", trust="verified", owner="ORD-1", text="ORD-1 was sent."),
    ]
    for _ in range(2):
        (verdict,) = tier.settle([Claim(index=0, text=FACT, start=0, end=len(FACT))], shown)
        assert verdict is not None
        assert verdict.label == "supported"
    assert remembered.seen == [FACT]
    assert plain.seen == [FACT, "ORD-1 was sent."] * 2


def test_claims_and_evidence_are_one_batch_where_nothing_is_remembered() -> None:
    batches = BatchCounter()
    EmbeddingTier(batches, 0.3, 0.7, date(2026, 11, 30)).settle(
        [Claim(index=n, text=FACT, start=0, end=len(FACT)) for n in range(3)],
        [Evidence(evidence_id=f"a#{n}", source="article", trust="retrieved", text=FACT) for n in range(5)],
    )
    assert batches.sizes == [8]
