"""Reports and questions are held against what the customer wrote, which proves nothing else."""

from __future__ import annotations

from datetime import date

import pytest

from agent.claims import ClaimSplitter
from agent.grounding.exact import ExactTier
from agent.types import Evidence, Verdict

TODAY = date(2026, 11, 30)
LIDS = Evidence(
    evidence_id="lids#0",
    source="article",
    trust="retrieved",
    text="Lids can be sent back for 30 days. Lids take 4 days.",
    heading_path=("Lids", "How long do they take?"),
    article="lids",
)


def wrote(text: str) -> Evidence:
    return Evidence(evidence_id="message/1", source="customer", trust="user", text=text)


def labels(draft: str, said: str = "", *, ours: bool = True) -> list[str | None]:
    claims = [claim for claim in ClaimSplitter().split(draft, TODAY) if claim.checkworthy]
    found: list[Verdict | None] = ExactTier(TODAY, ours=ours).settle(claims, [LIDS, wrote(said)])
    return [one.label if one else None for one in found]


@pytest.mark.parametrize(
    ("draft", "said"),
    [
        ("You mentioned that your lid was loose.", "My lid was loose."),
        ("You said you want to return your lid.", "I want to return my lid."),
        ("You asked how long a lid takes.", "How long does a lid take?"),
        ("You asked about lids.", "Tell me about lids please"),
        ("I couldn't find any information about wall colours.", "Do you sell wall colours?"),
        ("Could you tell me which bowl arrived broken?", "My bowl arrived broken."),
        ("Could you please provide the order ID for the boots you wish to exchange?", "I'd like to exchange my boots."),
        ("Can you send lids abroad?", "Can I send lids abroad?"),
        ("How long do they take?", ""),
    ],
)
def test_echo_of_the_customer_or_of_a_heading_states_nothing(draft: str, said: str) -> None:
    assert labels(draft, said) == ["not_checkworthy"]


@pytest.mark.parametrize(
    ("draft", "said"),
    [
        ("You mentioned that your lid was loose.", "My lid was fine."),
        ("You mentioned that we owe you a lid.", "You owe me a lid."),
        ("You said that your refund was approved.", "My refund was approved."),
        ("You mentioned that you paid 500 USD.", "I paid 500 USD."),
        ("You asked why our driver kept the lid.", "Where is the driver who kept my lid?"),
        ("You asked about vouchers.", "Tell me about lids."),
        ("Can you pay again?", "My payment failed."),
        ("Would you like your compensation in cash?", "I want compensation."),
        ("Which free lid do you mean?", "Where is my free lid?"),
        ("Did we mention lids travel abroad?", "Can lids travel abroad?"),
        ("Did we mention lids travel abroad? Lids travel abroad.", ""),
    ],
)
def test_what_the_customer_did_not_write_is_not_told_back(draft: str, said: str) -> None:
    assert labels(draft, said)[0] == "not_enough_info"


def test_question_that_the_next_sentence_answers_states_nothing() -> None:
    assert labels("Can lids be sent back? Lids can be sent back for 30 days.") == ["not_checkworthy", "supported"]


def test_abstention_that_gives_a_reason_is_not_proved() -> None:
    assert labels("I can't find that order as it was lost.", "My order was lost.") == ["not_enough_info"]


def test_what_the_customer_wrote_proves_no_statement() -> None:
    assert "supported" not in labels("Your lid was loose. As you said, your lid was loose.", "My lid was loose.")


def test_text_that_is_not_our_reply_is_not_held_against_the_customer() -> None:
    assert labels("You mentioned that your lid was loose.", ours=False) == [None]


@pytest.mark.parametrize(
    ("draft", "label"), [("🙅 Lids take 4 days.", "not_enough_info"), ("😊 Lids take 4 days.", "supported")]
)
def test_picture_that_may_deny_makes_another_claim(draft: str, label: str) -> None:
    assert labels(draft) == [label]
