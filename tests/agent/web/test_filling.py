"""A delivery that has no words sends us to the helpdesk for them."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from agent.web.errors import ClosedError, LaterError
from agent.web.helpdesks.contract import UNREAD
from tests.agent.web.desk import SmallService, message, small_service


@pytest.fixture
def service(tmp_path: Path) -> Iterator[SmallService]:
    found = small_service(tmp_path)
    yield found
    found.database.close()


def unread(service: SmallService, number: int = 1) -> None:
    """A delivery that names a conversation and no words."""
    one = message("", number).model_copy(update={"message_id": f"{UNREAD}{number}"})
    service.inbox.take("shop", None, [one], service.clock())


def test_words_are_read_from_the_helpdesk(service: SmallService) -> None:
    service.desk.say("c1", "customer", "Where is my mug?")
    service.desk.say("c1", "customer", "The blue one.")
    unread(service)
    service.settle()
    assert service.desk.replies() == ["Answer to: Where is my mug?\nThe blue one."]


def test_second_delivery_of_the_same_words_is_not_answered_again(service: SmallService) -> None:
    service.desk.say("c1", "customer", "Where is my mug?")
    unread(service)
    service.settle()
    unread(service, 2)
    service.settle(times=2)
    assert len(service.desk.replies()) == 1
    assert service.ends() == {"answered": 1, "ignored": 1}


def test_helpdesk_that_cannot_be_read_is_asked_again(service: SmallService) -> None:
    service.desk.say("c1", "customer", "Where is my mug?")
    service.desk.faults["read"] = [LaterError("500"), ClosedError("404")]
    unread(service)
    service.settle(wait_s=60, times=4)
    assert service.desk.replies() == ["Answer to: Where is my mug?"]


def test_conversation_that_can_never_be_read_ends_all_the_same(service: SmallService) -> None:
    service.desk.faults["read"] = [ClosedError("404") for _ in range(50)]
    unread(service)
    service.settle(wait_s=1_000, times=8)
    assert service.ends() == {"undeliverable": 1}
    assert [one.reason for one in service.handoffs.waiting()] == ["failure"]
