"""The shipped judges work by default: the reranker in the search, the verifier in the cascade, both in the ledger."""

from __future__ import annotations

import pytest

from agent.build import Parts, open_parts
from agent.types import TurnResult
from tests.agent.shop import SayingDrafter, agent_of, set_up, settings_for

RESTATED = "The refund is issued within 2 business days of its approval."
DOUBTFUL = "After we issue the refund, card refunds take 5 to 10 business days to show on your card statement."


@pytest.fixture(scope="module")
def parts(tmp_path_factory: pytest.TempPathFactory) -> Parts:
    """The sample shop with the parts that the settings name."""
    return set_up(open_parts(settings_for(tmp_path_factory.mktemp("judges"))))


def recorded(parts: Parts, draft: str) -> TurnResult:
    """The ledger's turn of a drafter that restates an article, all settings at their defaults."""
    agent = agent_of(parts, SayingDrafter(draft))
    turn = agent.ask("How long do refunds to my card take?", conversation_id=f"c-{len(draft)}")
    return parts.ledger.turn(turn.turn_id)


def test_restated_sentence_is_proved_by_the_verifier_and_the_ledger_shows_both_judges(parts: Parts) -> None:
    turn = recorded(parts, RESTATED)
    assert (turn.outcome, RESTATED in turn.reply) == ("answered", True)
    assert (turn.models["verifier"], turn.models["reranker"]) == ("verifier-1", "reranker-1")
    (claim,) = turn.claims
    assert (claim["label"], claim["tier"]) == ("supported", "nli")
    assert "within 2 business days after it is approved" in claim["evidence"][0]["quote"]


def test_what_the_verifier_gave_a_claim_that_it_did_not_prove_is_in_the_ledger(parts: Parts) -> None:
    turn = recorded(parts, DOUBTFUL)
    (claim,) = turn.claims
    assert (claim["label"], claim["tier"], claim["cut"]) == ("not_enough_info", "person", True)
    assert "verifier-1 gives it 0." in claim["reason"]
