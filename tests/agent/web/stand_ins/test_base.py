"""What the stand-ins promise to the tests that lean on them."""

from __future__ import annotations

import threading
from collections.abc import Callable
from typing import Any

import pytest

from tests.agent.web.helpdesks.desks import DESKS, TALK, Desk
from tests.agent.web.stand_ins.base import StandIn
from tests.agent.web.stand_ins.freshdesk import FreshdeskStandIn
from tests.agent.web.stand_ins.serving import Answer, Request
from tests.agent.web.stand_ins.sunshine import SunshineStandIn
from tests.agent.web.stand_ins.zammad import ZammadStandIn


class Receiver(StandIn):
    """Takes whatever is delivered."""

    def is_allowed(self, request: Request) -> bool:
        return True

    def answer(self, request: Request) -> Answer:
        return 200, {}


@pytest.mark.parametrize("desk", DESKS, ids=lambda desk: desk.kind)
def test_delivery_arrives_as_often_as_it_is_told(desk: Desk) -> None:
    with desk.stand_in() as sender, Receiver() as receiver:
        said = sender.customer_says(TALK, "Hi")
        assert sender.deliver(f"{receiver.url}/hook", TALK, said, times=3) == [200, 200, 200]
        assert len({one.body for one in receiver.requests}) == 1


def test_messages_are_told_in_any_order() -> None:
    with ZammadStandIn() as sender, Receiver() as receiver:
        told = [(TALK, sender.customer_says(TALK, f"line {at}")) for at in range(3)]
        sender.deliver_all(f"{receiver.url}/hook", told, order=reversed)
        assert [one.json["article"]["body"] for one in receiver.requests] == [f"<p>line {at}</p>" for at in (2, 1, 0)]


@pytest.mark.parametrize(("made", "tries"), [(ZammadStandIn, 5), (SunshineStandIn, 6), (FreshdeskStandIn, 4)])
def test_refused_delivery_is_tried_again_as_often_as_the_platform_does(made: Callable[[], StandIn], tries: int) -> None:
    with made() as sender, Receiver() as receiver:
        said = sender.customer_says(TALK, "Hi")
        receiver.fault(*["500"] * 9)
        assert sender.deliver(f"{receiver.url}/hook", TALK, said) == [500] * tries
        receiver.faults.clear()
        receiver.fault("503")
        assert sender.deliver(f"{receiver.url}/hook", TALK, said) == [503, 200]


def test_receiver_that_hangs_or_is_gone_is_no_answer() -> None:
    with ZammadStandIn(retry_waits_s=(), delivery_timeout_s=0.1) as sender, Receiver() as receiver:
        said = sender.customer_says(TALK, "Hi")
        receiver.fault("hang")
        assert sender.deliver(f"{receiver.url}/hook", TALK, said) == [None]
        assert sender.deliver("http://127.0.0.1:9/hook", TALK, said) == [None]


@pytest.mark.parametrize("desk", DESKS, ids=lambda desk: desk.kind)
def test_many_writers_are_served_and_nothing_is_lost(desk: Desk) -> None:
    with desk.stand_in() as server:
        for at in range(200):
            server.customer_says(str(100 + at), "Hi")
        helpdesk = desk.open(server.url, read_s=10.0)
        jobs: list[Any] = [
            threading.Thread(target=helpdesk.reply, args=(str(100 + at), f"answer {at}", f"k{at}")) for at in range(40)
        ]
        for job in jobs:
            job.start()
        for job in jobs:
            job.join()
        assert sorted(one.conversation for one in server.replies) == [str(100 + at) for at in range(40)]
