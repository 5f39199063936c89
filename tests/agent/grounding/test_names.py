"""A name in a claim has to stand in what proves it."""

import pytest

from agent.grounding.names import unknown_name
from agent.grounding.premise_lines import Line


@pytest.mark.parametrize(
    ("premise", "hypothesis"),
    [
        ("Open Orders in your account.", "Open Union in your account."),
        ("Open Orders in your account.", "In your account, open Returns."),
        ("Press “Track parcel” on the page.", "Press “Cancel order” on the page."),
        ("Standard parcels travel with Orrin Post.", "Standard parcels travel with Haukvik Post."),
        ("We ship to Norway.", "We ship to Sweden."),
        ("The Basic plan has no support.", "The Family plan has no support."),
        ("You can pay by PayPal.", "You can pay by Klarna."),
        ("The Rook keyboard has two years of warranty.", "The Merlin keyboard has two years of warranty."),
        ("Our shop in Bergen is open.", "Our shop in Oslo is open."),
        ("Invoices are sent as PDF.", "Invoices are sent as DOCX."),
        ("Choose Settings, then Privacy.", "Choose Settings, then Security."),
        ("Tell our team.", "Tell Lindqvist from our team."),
    ],
)
def test_name_that_the_premise_lacks_is_found(premise: str, hypothesis: str) -> None:
    assert unknown_name(Line(hypothesis), premise) is not None


@pytest.mark.parametrize(
    ("premise", "hypothesis"),
    [
        ("Open Orders in your account.", "In your account, open Orders."),
        ("Open the orders page.", "Open Orders."),
        ("Press “Track parcel” on the page.", "On the page, press “Track Parcel”."),
        ("We ship to Norway.", "Norway is one of the countries we ship to."),
        ("We deliver from Portugal.", "Deliveries come from a Portuguese warehouse."),
        ("We ship to the United Kingdom.", "We ship to the UK."),
        ("Orders in the European Union are free.", "Orders in the EU are free."),
        ("The label costs 5.00 USD.", "Your label costs USD 5."),
        ("The sale ends on 2026-03-03.", "The sale ends on March 3, 2026."),
        ("We ship on working days.", "Please wait. We ship on working days."),
        ("It ships on request.", "Note: Shipping is on request."),
        ("Call us before noon.", "When I call, it has to be before noon."),
        ("We NEVER ask for your password.", "We NEVER ask for a password."),
        ("The Rook keyboard's warranty is two years.", "Two years is the warranty of the Rook."),
    ],
)
def test_name_in_the_premise_or_no_name_is_let_through(premise: str, hypothesis: str) -> None:
    assert unknown_name(Line(hypothesis), premise) is None


def test_a_text_without_words_has_no_name() -> None:
    assert unknown_name(Line(""), "") is None
