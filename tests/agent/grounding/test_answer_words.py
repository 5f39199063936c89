"""A proved sentence loses the yes or no in front of it, and nothing else."""

from __future__ import annotations

from datetime import date

import pytest

from agent.build import Parts, build_grounder
from agent.grounding.grounder import Grounded
from agent.grounding.nli import NliTier
from agent.types import Evidence

TODAY = date(2026, 11, 30)
FACT = "Card refunds take 5 to 10 business days."


def ground(shop: Parts, draft: str) -> Grounded:
    evidence = [Evidence(evidence_id="a#1", source="article", trust="retrieved", text=FACT)]
    return build_grounder(shop.settings, shop.embedder, NliTier(), TODAY).ground(draft, evidence, TODAY)


@pytest.mark.parametrize("word", ["Yes, ", "Sure, ", "Of course, ", "Absolutely: "])
def test_word_of_answer_goes_and_the_sentence_stays(shop: Parts, word: str) -> None:
    assert ground(shop, word + FACT[0].lower() + FACT[1:]).cut.text == FACT


def test_question_of_the_drafts_own_is_not_answered_by_another_fact(shop: Parts) -> None:
    assert "Yes" not in ground(shop, f"Are gift cards refundable? Yes, {FACT[0].lower()}{FACT[1:]}").cut.text


def test_sentence_without_such_a_word_is_left_alone(shop: Parts) -> None:
    found = ground(shop, FACT)
    assert (found.cut.text, found.edits) == (FACT, ())


def test_no_before_an_affirmation_is_still_cut(shop: Parts) -> None:
    assert ground(shop, f"No, {FACT[0].lower()}{FACT[1:]}").cut.text == ""
