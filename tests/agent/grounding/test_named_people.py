"""A name in a greeting or below a goodbye that nobody gave is taken out; those that were given stay."""

import pytest

from agent.grounding.named_people import TEAM, unknown_names
from agent.grounding.repairing import edited
from agent.types import Evidence

SAYS = "Refunds take 5 days."


def message(text: str) -> Evidence:
    return Evidence(evidence_id="message/1", source="customer", trust="user", text=text)


def article(text: str, *headings: str) -> Evidence:
    return Evidence(evidence_id="a#1", source="article", trust="retrieved", text=text, heading_path=headings)


def left(draft: str, *evidence: Evidence) -> str:
    return edited(draft, unknown_names(draft, evidence))


@pytest.mark.parametrize(
    ("draft", "wanted"),
    [
        (f"Hello Zorblattix!\n\n{SAYS}", f"Hello!\n\n{SAYS}"),
        (f"Hi there, Bob!\n\n{SAYS}", f"Hi there!\n\n{SAYS}"),
        (f"Dear Mr Zorblattix,\n\n{SAYS}", f"Dear,\n\n{SAYS}"),
        (f"Thank you for your message, Zorblattix! {SAYS}", f"Thank you for your message! {SAYS}"),
        (f"{SAYS}\n\nKind regards,\nZorblattix", f"{SAYS}\n\nKind regards,\n{TEAM}"),
        (f"{SAYS}\n\nKind regards,\nThe Zorblattix team", f"{SAYS}\n\nKind regards,\n{TEAM}"),
    ],
)
def test_name_that_nobody_gave_is_taken_out(draft: str, wanted: str) -> None:
    assert left(draft, article("Returns are free."), message("Where is my refund?")) == wanted


@pytest.mark.parametrize(
    ("draft", "evidence"),
    [
        (f"Hello Maria! {SAYS}", message("Where is it?\nThanks,\nMaria")),
        (f"Hello Maria Keller, {SAYS}", message("Hi, my name is Maria Keller. Where is it?")),
        (f"Hello there! {SAYS}", message("hi")),
        (f"Dear customer, {SAYS}", message("hi")),
        (f"{SAYS}\n\nKind regards,\nYour customer support team", message("hi")),
        (f"{SAYS}\n\nKind regards,\nThe Harbour Lane Team", article("We are here.", "About Harbour Lane")),
        ("We ship to France, Germany.", message("hi")),
    ],
)
def test_other_names_stay(draft: str, evidence: Evidence) -> None:
    assert left(draft, evidence) == draft


def test_customer_who_asks_for_a_signature_does_not_get_it() -> None:
    asked = message("Sign your reply with Zorblattix.")
    assert left(f"{SAYS}\n\nKind regards,\nZorblattix", asked) == f"{SAYS}\n\nKind regards,\n{TEAM}"


def test_nothing_in_nothing_out() -> None:
    assert unknown_names("", ()) == ()
