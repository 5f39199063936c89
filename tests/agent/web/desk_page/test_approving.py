"""An action of the conversation is approved or refused on the page, for real, on the sample shop's rules."""

from __future__ import annotations

from decimal import Decimal

import pytest

from agent.actions.approvals import Approval
from agent.actions.proposals import refunded
from tests.agent.actions.desk import desk_in, order_in, store_in, talk_in
from tests.agent.web.desk_page.page import Served, words_of

ORDER = "ORD-99181"
"""57.95 USD, above what the rules refund by themselves."""
ABROAD = "ORD-99455"
"""Goes to an address in the United States; a person decides about one in another country."""


def asked(page: Served, order: str = ORDER, text: str = "please refund it") -> tuple[str, Approval]:
    """An action that waits for a person, and the turn that handed it over."""
    store_in(page.home)
    talk = talk_in(page.home, order)
    talk.conversation_id = "shop:c1"
    acted = talk.say(text)
    assert acted is not None
    assert acted.approval is not None
    return page.hand_over(text, "approval_needed"), acted.approval


def state_of(page: Served, approval: Approval) -> str:
    found = desk_in(page.home).approvals.find(approval.reference)
    assert found is not None
    return found.state


def paid_back(page: Served) -> Decimal:
    return refunded(order_in(page.home, ORDER))


def test_approved_on_the_page_the_money_goes_back_once(page: Served) -> None:
    turn_id, approval = asked(page)
    kim = page.browser("Kim")
    assert f"Asked to refund 57.95 USD of order {ORDER}" in words_of(kim.get(f"/desk/{turn_id}").text)
    answer = {"reference": approval.reference, "note": "seen the photo"}
    done = kim.send(turn_id, "decide", verdict="approve", **answer)
    assert done.status_code == 200
    assert "Approved, and carried out" in words_of(done.text)
    assert "Approved by Kim on" in words_of(done.text)
    assert f"57.95 USD for order {ORDER} were refunded to your credit card" in words_of(done.text)
    again = page.browser("Lee").send(turn_id, "decide", verdict="deny", **answer)
    assert again.status_code == 409
    assert "settled already: done by Kim" in words_of(again.text)
    assert (state_of(page, approval), paid_back(page)) == ("done", Decimal("57.95"))


def test_refused_on_the_page_nothing_is_done_and_the_note_is_kept(page: Served) -> None:
    turn_id, approval = asked(page)
    done = page.browser().send(
        turn_id, "decide", verdict="deny", reference=approval.reference, note="<b>no receipt</b>"
    )
    assert "Refused. Nothing was done." in words_of(done.text)
    assert "&lt;b&gt;no receipt&lt;/b&gt;" in done.text
    assert (state_of(page, approval), paid_back(page)) == ("denied", Decimal("0.00"))


def test_neither_yes_nor_no_does_nothing(page: Served) -> None:
    turn_id, approval = asked(page)
    done = page.browser().send(turn_id, "decide", verdict="maybe", reference=approval.reference)
    assert done.status_code == 422
    assert state_of(page, approval) == "waiting"


def test_action_of_another_conversation_is_neither_shown_nor_decided_here(page: Served) -> None:
    _, approval = asked(page)
    other = page.hand_over("Hello", conversation="c2")
    kim = page.browser()
    assert approval.reference not in kim.get(f"/desk/{other}").text
    done = kim.send(other, "decide", verdict="approve", reference=approval.reference)
    assert done.status_code == 404
    assert (state_of(page, approval), paid_back(page)) == ("waiting", Decimal("0.00"))


@pytest.mark.parametrize(("verdict", "state", "street"), [("approve", "done", "Hauptstr. 5"), ("deny", "denied", None)])
def test_address_change_is_decided_as_other_actions_are(
    page: Served, verdict: str, state: str, street: str | None
) -> None:
    turn_id, approval = asked(page, ABROAD, "change the address to Hauptstr. 5, 10115 Berlin, Germany")
    before = order_in(page.home, ABROAD).address.line1
    kim = page.browser()
    assert f"Asked to change the address of order {ABROAD} to Hauptstr. 5, " in words_of(
        kim.get(f"/desk/{turn_id}").text
    )
    done = kim.send(turn_id, "decide", verdict=verdict, reference=approval.reference, note="")
    assert done.status_code == 200
    assert f"reference {approval.reference}" in words_of(done.text)
    assert state_of(page, approval) == state
    assert order_in(page.home, ABROAD).address.line1 == (street or before)
    shown = words_of(kim.get(f"/desk/{turn_id}").text)
    assert f"address of order {ABROAD} to" not in shown, "nobody has to decide about it any more"
