import re
from random import Random

import pytest

from evals.seeded_planting import PLANTERS, plant
from evals.seeded_types import KINDS, Line, OrderFact, Reply
from tests.evals.seeded_parts import fact, said, scene


def planted(kind, text, at=None, line=None):
    """What one kind of error makes of a line, in a turn whose evidence is that line alone, for a few seeds."""
    drawn = line or said(text)
    here = at or scene(text)
    reply = Reply("quoted", (drawn,), tuple(here.evidence), "Hello,", "Kind regards")
    found = [plant(kind, reply, 0, here, Random(seed)) for seed in range(12)]
    return {one.false for one in found if one}


def test_there_is_a_planter_for_every_kind():
    assert tuple(PLANTERS) == KINDS


@pytest.mark.parametrize(
    ("kind", "true", "false"),
    [
        ("currency", "It costs 5.00 USD.", {"It costs 5.00 EUR."}),
        ("currency", "It costs $5.", {"It costs €5."}),
        ("duration unit", "It takes 3 business days.", {"It takes 3 days.", "It takes 3 weeks."}),
        ("bound", "Report it within 30 days.", {"Report it after 30 days."}),
        ("bound", "You get up to 3 cards.", {"You get at least 3 cards."}),
        ("negation", "Cards cannot be exchanged.", {"Cards can be exchanged."}),
        ("negation", "Cards are never refunded.", {"Cards are always refunded."}),
        ("negation", "Cards are refunded.", {"Cards are not refunded."}),
        ("negation", "2. Open the box with care.", {"2. Do not open the box with care."}),
        ("condition dropped", "We refund plants only if they arrived broken.", {"We refund plants."}),
        ("condition dropped", "Unless it is late, we refund the fee today.", {"We refund the fee today."}),
        ("condition changed", "Do it unless it is hot.", {"Do it if it is hot."}),
        ("scope", "Most stools are oiled.", {"All stools are oiled."}),
        ("scope", "It may take longer.", {"It will take longer."}),
        ("scope", "Unopened boxes can be returned.", {"Boxes can be returned."}),
        ("entity", "Pay with a card in the shop.", {"Pay with a PayPal in the shop."}),
    ],
)
def test_exactly_the_named_thing_is_changed(kind, true, false):
    assert planted(kind, true) <= false
    assert planted(kind, true)


@pytest.mark.parametrize(
    ("kind", "text"),
    [
        ("money", "It costs nothing."),
        ("percentage", "It costs 5.00 USD."),
        ("duration", "Order ORD-99107 is here."),
        ("date", "It is open on Monday."),
        ("quantity", "It takes 5 days and 3.00 USD."),
        ("e-mail", "Write to us."),
        ("phone", "The address is 192.168.240.1 on your network."),
        ("bound", "The items add up to 60 USD."),
        ("condition dropped", "See if the light on the board is green."),
        ("condition dropped", "We speak with nobody, even if they live with you."),
        ("condition dropped", "Send us a photo of it if you prefer."),
        ("scope", "You may use it at home."),
        ("status", "Parcels are shipped today."),
        ("tracking number", "A tracking number is sent."),
        ("cross-order", "It costs 5.00 USD."),
    ],
)
def test_a_line_that_offers_nothing_is_left_alone(kind, text):
    assert planted(kind, text) == set()


def test_an_amount_keeps_its_form():
    found = planted("money", "It costs 1,249.00 USD.")
    assert found
    assert all(re.fullmatch(r"It costs \d,\d{3}\.00 USD\.", text) for text in found)


def test_a_duration_may_be_one_that_the_evidence_holds_of_something_else():
    here = scene("Return it within 30 days.", "Plants must be reported within 7 days.")
    assert "Return it within 7 days." in planted("duration", "Return it within 30 days.", here)


def test_the_same_length_in_another_unit_is_no_other_duration():
    here = scene("Return it within 14 days.", "Plants last 2 weeks.")
    assert "Return it within 2 weeks." not in planted("duration", "Return it within 14 days.", here)
    assert planted("duration unit", "It took 0 seconds.") == set()


def test_what_the_evidence_says_word_for_word_is_no_error():
    here = scene("Cards are refunded.", "Cards are not refunded.")
    assert planted("negation", "Cards are refunded.", here) == set()


def test_a_link_is_changed_in_its_target():
    found = planted("link", "See [your account](https://shop.example/account).", scene("See your account."))
    assert found
    assert all(text.startswith("See [your account](https://") for text in found)


def test_a_value_of_another_order_is_said_of_this_one():
    line = Line(fact().said(), fact=fact())
    here = scene("Nothing.", facts=(fact(), fact(value="39.00 USD", order_id="ORD-1002")))
    assert planted("cross-order", "", here, line) == {"Order ORD-1001: 39.00 USD."}


def test_the_day_of_delivery_is_said_of_the_shipping():
    shipped, delivered = fact("shipped_on", "2026-11-03", "date"), fact("delivered_on", "2026-11-09", "date")
    here = scene("Nothing.", facts=(shipped, delivered))
    assert planted("wrong field", "", here, Line(shipped.said(), fact=shipped)) == {"Order ORD-1001: 2026-11-09."}


def state(value, order_id="ORD-1001"):
    return OrderFact(order_id=order_id, field="status", value=value, unit=None, template="Order {id} {value}.")


def test_a_delivered_order_is_not_said_to_have_been_shipped_which_is_true():
    told = state("was delivered")
    found = planted("status", "", scene("Nothing.", facts=(told,)), Line(told.said(), fact=told))
    assert found
    assert not any("shipped" in text or "delivered" in text or "processed" in text for text in found)


def test_the_same_status_in_other_words_is_not_another_orders():
    told, other = state("was delivered"), state("has been delivered", "ORD-1002")
    here = scene("Nothing.", facts=(told, other))
    assert planted("cross-order", "", here, Line(told.said(), fact=told)) == set()


def test_a_name_is_swapped_for_one_that_shares_a_word():
    here = scene("Oil Cloud Editor daily.", names=("Cloud Editor", "Cloud Agent", "Leith"))
    assert planted("entity", "Oil Cloud Editor daily.", here) == {"Oil Cloud Agent daily."}


def test_inventions_stand_behind_the_line():
    assert planted("invented sentence", "It is oiled.") == {"It is oiled. Nobody has said this about the stools."}
    assert all(text.startswith("It is oiled. ") for text in planted("invented promise", "It is oiled."))
    assert all("://" in text or "www." in text for text in planted("invented link", "It is oiled."))


def test_the_same_seed_plants_the_same_error():
    text = "Report it within 30 days and pay 5.00 USD."
    assert planted("money", text) == planted("money", text)
