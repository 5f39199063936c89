"""What every adapter keeps to when a delivery comes in."""

from __future__ import annotations

import json
from contextlib import suppress
from datetime import datetime, timedelta

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from agent.web.envelope import Delivery
from agent.web.errors import (
    PayloadError,
    SignatureError,
)
from agent.web.helpdesks.waiting import is_unread
from tests.agent.web.helpdesks.desks import BY_KIND, DESKS, NOW, TALK, UNUSED, Desk, delivered

TIMED = [desk for desk in DESKS if desk.time_header]
UNSIGNED = ("sunshine", "freshdesk")
"""They send a secret and sign nothing."""
HASHED = [desk for desk in DESKS if desk.kind not in UNSIGNED]
TELLING = [desk for desk in DESKS if desk.names_text]
"""Their deliveries hold the text and its author."""
QUESTION = "Where is my parcel? Größe L, 5 < 6 & 'so'"


@pytest.fixture(params=DESKS, ids=lambda desk: desk.kind)
def desk(request: pytest.FixtureRequest) -> Desk:
    found: Desk = request.param
    return found


def a_delivery(desk: Desk, text: str = QUESTION, at: datetime = NOW) -> Delivery:
    made = desk.stand_in()
    return delivered(made, made.customer_says(TALK, text), at)


def changed(delivery: Delivery, **headers: str | None) -> Delivery:
    told = {**delivery.headers, **{name.replace("_", "-"): value for name, value in headers.items()}}
    return delivery.model_copy(update={"headers": {name: value for name, value in told.items() if value is not None}})


# --- who sent it


def test_delivery_of_the_helpdesk_is_believed_with_either_of_two_secrets(desk: Desk) -> None:
    delivery = a_delivery(desk)
    desk.open(UNUSED).verify(delivery)
    desk.open(UNUSED, secrets=(desk.other_secret, desk.secret)).verify(delivery)
    desk.open(UNUSED, secrets=(desk.secret, desk.other_secret)).verify(delivery)


def test_delivery_signed_with_another_secret_is_refused(desk: Desk) -> None:
    with pytest.raises(SignatureError):
        desk.open(UNUSED, secrets=(desk.other_secret,)).verify(a_delivery(desk))


def test_delivery_without_its_proof_is_refused(desk: Desk) -> None:
    for value in (None, ""):
        with pytest.raises(SignatureError):
            desk.open(UNUSED).verify(changed(a_delivery(desk), **{desk.signed_header: value}))
    with pytest.raises(SignatureError):
        desk.open(UNUSED).verify(Delivery(headers={}))


@pytest.mark.parametrize("desk", HASHED, ids=lambda desk: desk.kind)
def test_body_with_one_byte_changed_is_refused(desk: Desk) -> None:
    delivery = a_delivery(desk)
    for at in (0, len(delivery.body) // 2, len(delivery.body) - 1):
        body = bytearray(delivery.body)
        body[at] ^= 1
        with pytest.raises(SignatureError):
            desk.open(UNUSED).verify(delivery.model_copy(update={"body": bytes(body)}))


@pytest.mark.parametrize("desk", HASHED, ids=lambda desk: desk.kind)
def test_body_written_anew_with_escaped_letters_is_refused(desk: Desk) -> None:
    delivery = a_delivery(desk)
    anew = json.dumps(json.loads(delivery.body), separators=(",", ":")).encode()
    assert json.loads(anew) == json.loads(delivery.body)
    assert anew != delivery.body
    with pytest.raises(SignatureError):
        desk.open(UNUSED).verify(delivery.model_copy(update={"body": anew}))


@pytest.mark.parametrize("desk", TIMED, ids=lambda desk: desk.kind)
def test_time_that_is_stale_changed_or_no_time_is_refused(desk: Desk) -> None:
    assert desk.time_header is not None
    for off in (timedelta(seconds=301), timedelta(seconds=-302), timedelta(days=-900)):
        with pytest.raises(SignatureError, match="is off by more than 300 s"):
            desk.open(UNUSED).verify(a_delivery(desk, at=NOW + off))
    desk.open(UNUSED).verify(a_delivery(desk, at=NOW - timedelta(seconds=299)))
    desk.open(UNUSED).verify(a_delivery(desk, at=NOW + timedelta(seconds=299)))
    delivery = a_delivery(desk)
    later = a_delivery(desk, at=NOW + timedelta(seconds=1)).headers[desk.time_header]
    for stamp in (later, "NaN", "inf", "-1", "1e9", "٣", "", "2026-01-02T03:10:00", "x" * 5000, None):
        with pytest.raises(SignatureError):
            desk.open(UNUSED).verify(changed(delivery, **{desk.time_header: stamp}))


@pytest.mark.parametrize(
    "given", ["v1", "v1,,", " v1,AAAA ", "sha256=", "sha1=zz", "sha256=é", "=", "Basic ***", "\udcff", "v1,é"]
)
def test_broken_signature_is_refused_like_a_wrong_one(desk: Desk, given: str) -> None:
    with pytest.raises(SignatureError):
        desk.open(UNUSED).verify(changed(a_delivery(desk), **{desk.signed_header: given}))


def test_body_that_is_no_utf_8_is_refused_or_cannot_be_read(desk: Desk) -> None:
    delivery = a_delivery(desk).model_copy(update={"body": b'{"type":"\xff\xfe"}'})
    if desk.kind not in UNSIGNED:
        with pytest.raises(SignatureError):
            desk.open(UNUSED).verify(delivery)
    with pytest.raises(PayloadError):
        desk.open(UNUSED).parse(delivery)


TEXTS = st.text(max_size=40) | st.sampled_from(
    [
        "sha256=",
        "sha1=00",
        "v1,",
        "v1,AAAA v1a,BBBB",
        "Basic Og==",
        "NaN",
        "2026-01-02T03:10:00Z",
        "1767323400",
        "\ud800",
    ]
)


@settings(max_examples=150, deadline=None)
@given(
    kind=st.sampled_from(sorted(BY_KIND)),
    proof=TEXTS,
    stamp=TEXTS,
    other=TEXTS,
    body=st.binary(max_size=80),
    drop=st.booleans(),
)
def test_whatever_a_stranger_sends_ends_in_one_error(
    kind: str, proof: str, stamp: str, other: str, body: bytes, drop: bool
) -> None:
    desk = BY_KIND[kind]
    headers = {"webhook-id": other, "authorization": other, desk.time_header or "x-none": stamp}
    if not drop:
        headers[desk.signed_header] = proof
    with pytest.raises(SignatureError):
        desk.open(UNUSED).verify(Delivery(headers=headers, query={"secret": other}, body=body))


FIELDS = st.sampled_from(
    [
        "type",
        "data",
        "event",
        "id",
        "conversation",
        "message_type",
        "ticket",
        "article",
        "sender",
        "topic",
        "item",
        "events",
        "payload",
        "message",
        "author",
        "content",
        "ticket_id",
        "comment",
        "detail",
        "author_role",
        "freshdesk_webhook",
        "source",
        "conversation_parts",
        "created_at",
        "attachments",
    ]
)
HOSTILE = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=8),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(FIELDS, inner, max_size=5),
    max_leaves=12,
)


@settings(max_examples=150, deadline=None)
@given(
    kind=st.sampled_from(sorted(BY_KIND)),
    told=HOSTILE,
    event=st.sampled_from(
        ["message.created", "message_created", "zen:event-type:ticket.comment_added", "conversation.user.replied", ""]
    ),
)
def test_whatever_is_signed_is_read_or_refused_with_one_error(kind: str, told: object, event: str) -> None:
    fields = told if isinstance(told, dict) else {}
    body = json.dumps(fields | {"type": event, "event": event, "topic": event} if fields else told).encode()
    with suppress(PayloadError):
        BY_KIND[kind].open(UNUSED).parse(Delivery(headers={}, body=body))


@pytest.mark.parametrize("body", [b"", b"[" * 200_000, b"{}", b"null", b"\xff", b'"x"', b"[]", b"0"])
def test_body_that_says_nothing_cannot_be_read(desk: Desk, body: bytes) -> None:
    with pytest.raises(PayloadError):
        desk.open(UNUSED).parse(Delivery(headers={}, body=body))


# --- what is in it


def test_message_of_a_customer_is_told_with_its_ids(desk: Desk) -> None:
    message = desk.open(UNUSED).parse(a_delivery(desk))[0]
    assert (message.conversation_id, message.author) == (TALK, "customer")
    assert message.delivery_id
    if desk.names_text:
        assert (message.text, message.bot_in_control, message.message_id) == (QUESTION, True, "1001")
        assert message.occurred_at.tzinfo is not None
    else:
        assert (is_unread(message), message.text) == (True, "")


def test_nobody_is_known_by_what_anyone_may_type(desk: Desk) -> None:
    assert desk.open(UNUSED).parse(a_delivery(desk))[0].customer_id is None


def test_delivery_with_fields_that_nobody_knows_is_read(desk: Desk) -> None:
    delivery = a_delivery(desk)
    more = json.dumps(json.loads(delivery.body) | {"brand_new": [{"a": None}]}).encode()
    first, second = (desk.open(UNUSED).parse(one)[0] for one in (delivery, delivery.model_copy(update={"body": more})))
    assert (first.conversation_id, first.text) == (second.conversation_id, second.text)


@pytest.mark.parametrize("desk", TELLING, ids=lambda desk: desk.kind)
def test_message_of_a_person_after_taking_over_is_never_a_customers(desk: Desk) -> None:
    made = desk.stand_in()
    made.customer_says(TALK, QUESTION)
    told = desk.open(UNUSED).parse(delivered(made, made.person_replies(TALK, "I have it.")))
    assert [one.author for one in told if one.author == "customer"] == []
    assert all(one.author == "agent" and one.bot_in_control is False for one in told)


@pytest.mark.parametrize("desk", TELLING, ids=lambda desk: desk.kind)
def test_message_of_our_own_is_never_a_customers(desk: Desk) -> None:
    made = desk.stand_in()
    made.customer_says(TALK, QUESTION)
    told = desk.open(UNUSED).parse(delivered(made, made.say(TALK, "bot", "It is on its way.", key="k1")))
    assert {one.author for one in told} <= {"bot"}
