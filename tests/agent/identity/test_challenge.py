"""A proof opens one customer's orders for one conversation and a while; a guess learns nothing and is soon stopped."""

from __future__ import annotations

from pathlib import Path

import pytest

from agent.identity.challenge import Challenge
from agent.identity.words import ASK, HALF
from agent.types import Message
from knowledge.orders import OrderStore
from knowledge.sample import orders_file
from tests.agent.identity.parts import NOON, Clock, WatchedRegister, challenge_at, challenge_on
from tests.places import PlaceOf

RIGHT = "ORD-99107, 97205"
MAIL = "ORD-99107 maria.keller@example.com"
WRONG = "ORD-99107, 10115"
NO_SUCH = "ORD-99999, 10115"


@pytest.fixture
def register(tmp_path: Path) -> WatchedRegister:
    store = OrderStore(tmp_path / "orders.db")
    store.load(orders_file())
    return WatchedRegister(store)


@pytest.fixture
def challenge(register: WatchedRegister, tmp_path: Path) -> Challenge:
    return challenge_on(register, tmp_path)


@pytest.mark.parametrize("text", [RIGHT, MAIL, "ord99107 MARIA.KELLER@EXAMPLE.COM", "ORD-99107 postcode 97205"])
def test_order_number_with_e_mail_or_postcode_proves_who_writes(challenge: Challenge, text: str) -> None:
    heard = challenge.hear(text, "one", ())
    assert (heard.state, heard.customer_id) == ("proved", "C-1001")


def test_proof_holds_for_its_conversation_and_its_minutes(register: WatchedRegister, place: PlaceOf) -> None:
    clock = Clock()
    challenge = challenge_at(register, place, clock, minutes=30)
    challenge.hear(RIGHT, "one", ())
    assert challenge.hear("And now?", "one", ()).customer_id == "C-1001"
    assert challenge.hear("And now?", "two", ()).customer_id is None
    clock.now = NOON + 31 * 60
    assert challenge.hear("And now?", "one", ()).customer_id is None


def test_what_is_kept_of_a_proof_is_who_when_and_how(challenge: Challenge, tmp_path: Path) -> None:
    challenge.hear(MAIL, "one", ())
    kept = (tmp_path / "identity.db").read_bytes()
    assert b"C-1001" in kept
    assert b"maria.keller" not in kept


@pytest.mark.parametrize(
    "text", [WRONG, NO_SUCH, "ORD-99107 other@example.com", "ORD-99107 maria.keller+x@example.com"]
)
def test_proof_that_does_not_match_opens_nothing(challenge: Challenge, text: str) -> None:
    heard = challenge.hear(text, "one", ())
    assert (heard.state, heard.customer_id) == ("not_matched", None)


def test_the_same_is_looked_up_and_compared_whether_the_order_exists_or_not(
    challenge: Challenge, register: WatchedRegister
) -> None:
    asked = []
    for text in (WRONG, NO_SUCH, RIGHT):
        register.asked.clear()
        challenge.hear(text, text, ())
        asked.append(tuple(register.asked))
    assert set(asked) == {("order", "customer")}


def test_attempts_of_a_conversation_are_limited_and_then_even_the_right_one_is_not_looked_at(
    register: WatchedRegister, place: PlaceOf
) -> None:
    challenge = challenge_at(register, place, attempts_per_conversation=3)
    states = [challenge.hear(f"ORD-99{number}, 10115", "one", ()).state for number in range(100, 105)]
    assert states == ["not_matched"] * 3 + ["locked"] * 2
    register.asked.clear()
    assert challenge.hear(RIGHT, "one", ()).state == "locked"
    assert register.asked == []


def test_attempts_on_an_order_are_limited_over_all_conversations_whether_it_exists_or_not(
    register: WatchedRegister, place: PlaceOf
) -> None:
    challenge = challenge_at(register, place, attempts_per_order=2)
    for order in ("ORD-99107", "ORD-99999"):
        states = [challenge.hear(f"{order}, 1011{n}", f"{order}{n}", ()).state for n in range(4)]
        assert states == ["not_matched", "not_matched", "locked", "locked"]


def test_attempts_are_limited_over_all_orders_and_conversations(register: WatchedRegister, place: PlaceOf) -> None:
    challenge = challenge_at(register, place, attempts_overall=4)
    states = [challenge.hear(f"ORD-9{n}000, 10115", f"c{n}", ()).state for n in range(1, 7)]
    assert states == ["not_matched"] * 4 + ["locked"] * 2


def test_window_slides(register: WatchedRegister, place: PlaceOf) -> None:
    clock = Clock()
    challenge = challenge_at(register, place, clock, attempts_per_conversation=1, window_minutes=10)
    assert challenge.hear(WRONG, "one", ()).state == "not_matched"
    assert challenge.hear(RIGHT, "one", ()).state == "locked"
    clock.now += 10 * 60 + 1
    assert challenge.hear(RIGHT, "one", ()).state == "proved"


def test_limits_hold_for_two_stores_on_one_file(register: WatchedRegister, place: PlaceOf) -> None:
    first = challenge_at(register, place, attempts_per_order=1)
    second = challenge_at(register, place, attempts_per_order=1)
    assert first.hear(WRONG, "one", ()).state == "not_matched"
    assert second.hear(WRONG, "two", ()).state == "locked"


def test_successful_proofs_use_no_attempt_up(register: WatchedRegister, place: PlaceOf) -> None:
    challenge = challenge_at(register, place, attempts_per_order=2)
    assert [challenge.hear(RIGHT, f"c{n}", ()).state for n in range(4)] == ["proved"] * 4


def test_parts_of_a_proof_may_come_in_any_order_over_several_turns(challenge: Challenge, tmp_path: Path) -> None:
    asked = (Message(role="customer", text="Where is my order?"), Message(role="assistant", text=ASK))
    heard = challenge.hear("maria.keller@example.com", "one", asked)
    assert heard.state == "half"
    assert b"maria.keller" not in (tmp_path / "identity.db").read_bytes()
    later = (*asked, Message(role="customer", text="[e-mail]"), Message(role="assistant", text=HALF))
    heard = challenge.hear("it's ORD-99107", "one", later)
    assert (heard.state, heard.customer_id, heard.continues) == ("proved", "C-1001", "Where is my order? ORD-99107")


def test_wish_before_the_proof_goes_on_and_one_in_the_same_message_needs_no_other(challenge: Challenge) -> None:
    earlier = (
        Message(role="customer", text="When does it arrive?"),
        Message(role="assistant", text=ASK),
        Message(role="customer", text="ORD-99107"),
        Message(role="assistant", text=ASK),
    )
    assert challenge.hear("97205", "one", earlier).continues == "When does it arrive? ORD-99107"
    assert challenge.hear("Was ORD-99107 sent? My zip code is 97205", "two", earlier).continues is None
    assert challenge.hear(RIGHT, "three", ()).continues == "ORD-99107"


def test_proof_for_another_customer_takes_the_place_of_the_first(
    challenge: Challenge, register: WatchedRegister
) -> None:
    challenge.hear(RIGHT, "one", ())
    other = next(iter(register.store.orders_of("C-1003")))
    heard = challenge.hear(f"{other.order_id}, {other.address.postcode}", "one", ())
    assert (heard.state, heard.customer_id) == ("proved", "C-1003")


def test_wrong_address_in_a_proved_conversation_changes_nothing_and_counts(
    register: WatchedRegister, place: PlaceOf
) -> None:
    challenge = challenge_at(register, place, attempts_per_conversation=2)
    challenge.hear(RIGHT, "one", ())
    for text in ("Change my mail on ORD-99107 to new@example.com", WRONG, WRONG, RIGHT):
        assert challenge.hear(text, "one", ()).customer_id == "C-1001"
    other = next(iter(register.store.orders_of("C-1003")))
    assert challenge.hear(f"{other.order_id}, {other.address.postcode}", "one", ()).customer_id == "C-1001"


def test_erasing_a_customer_erases_their_proofs_and_the_attempts_on_their_orders(
    challenge: Challenge, tmp_path: Path
) -> None:
    challenge.hear(RIGHT, "one", ())
    challenge.hear("ORD-98231, 10115", "two", ())
    assert challenge.store.erase("C-1001", ("ORD-98231", "ORD-99107")) == 2
    content = (tmp_path / "identity.db").read_bytes()
    assert b"C-1001" not in content
    assert b"ORD-98231" not in content
    assert challenge.hear("And now?", "one", ()).customer_id is None
