"""Turns over real HTTP: whatever a provider does, the customer gets an answer or a person, in time, and no raw error."""

from __future__ import annotations

import json
import socket
import time
from dataclasses import replace
from pathlib import Path
from typing import Any, get_args

import pytest

from agent.build import Parts
from agent.handoff import NOTICES
from agent.ledger import Ledger
from agent.llm.exchanges import listening
from agent.llm.rehearsal_replies import USAGE, Behaviour
from agent.llm.rehearsal_server import RehearsalServer
from agent.llm.spending import Spending
from agent.types import ContextPack, DraftRequest
from tests.agent.llm.rehearsing import MODEL, PROVED, QUESTION, asked, drafter_at

BOUND_S = 30.0
"""Far above the deadlines here, and far below what a server that stalls or drips would take."""

REQUESTS: dict[Behaviour, int] = {"stall": 2, "rate_limited": 2, "error": 2, "closed": 2, "broken_off": 2}
"""Of one turn with one retry; what comes back broken, but as an answer, is not asked for again."""

STREAMED: dict[Behaviour, int] = {**REQUESTS, "closed": 1, "broken_off": 1}
"""Once a stream has begun nothing is asked again."""

REQUEST = DraftRequest(
    question=QUESTION, policy="Be fair.", context=ContextPack(budget=1_000, used=0), today="2026-11-30"
)

BROKEN = [behaviour for behaviour in get_args(Behaviour) if behaviour not in ("answer", "no_usage")]


@pytest.fixture
def parts(shop: Parts, tmp_path: Path) -> Parts:
    """The sample shop with a ledger, conversations and a tally of the test's own."""
    settings = shop.settings.model_copy(update={"home": tmp_path})
    return replace(shop, settings=settings, ledger=Ledger(tmp_path / "ledger.db"))


@pytest.mark.parametrize("stream", [False, True])
@pytest.mark.parametrize("behaviour", BROKEN)
def test_provider_that_misbehaves_costs_a_fallback_in_time_and_is_asked_by_one_layer(
    tmp_path: Path, behaviour: Behaviour, stream: bool
) -> None:
    with RehearsalServer((behaviour,), PROVED, pause_s=0.1) as server, listening("t1") as log:
        drafter = drafter_at(tmp_path, server, stream=stream, fallback="handoff", timeout_s=1.0, deadline_s=4.0)
        begin = time.monotonic()
        found = drafter.draft(REQUEST)
        assert time.monotonic() - begin < BOUND_S
        assert len(server.requests) == (STREAMED if stream else REQUESTS).get(behaviour, 1)
    assert found.text == ""
    assert found.failed is not None
    assert (found.failed.reason, [role for role, _ in found.prompt]) == ("failure", ["system", "human"])
    assert [one.role for one in log.exchanges] == ["drafter"]
    assert Spending(tmp_path / "spending.db").of_turn("t1").calls == 1


@pytest.mark.parametrize("stream", [False, True])
def test_answer_over_http_is_proved_and_sent_with_what_the_provider_counted(parts: Parts, stream: bool) -> None:
    reply = json.dumps({"statements": [{"text": PROVED, "evidence": ["E1"]}]})
    with RehearsalServer(("answer",), reply) as server:
        found = asked(parts, server, stream=stream)
    assert (found.outcome, found.draft["text"]) == ("answered", PROVED)
    assert PROVED.rstrip(".") in found.reply
    assert found.spent["input_tokens"] == USAGE["prompt_tokens"]
    assert found.spent["estimated"] == 0
    assert found.exchanges[0]["answer"] == reply
    assert found.draft["statements"][0]["text"] == PROVED


def test_answer_without_a_count_is_recorded_as_an_upper_bound(parts: Parts) -> None:
    with RehearsalServer(("no_usage",), PROVED) as server:
        found = asked(parts, server)
    assert found.outcome == "answered"
    assert found.spent["estimated"] == 1
    assert found.spent["input_tokens"] > 1_000


def test_articles_answer_in_the_place_of_a_provider_that_is_down(parts: Parts) -> None:
    with RehearsalServer(("error",)) as server:
        found = asked(parts, server)
    assert (found.outcome, found.draft["drafter"]) == ("answered", "extractive")
    assert found.draft["fell_back"].startswith(f"The drafting model {MODEL} failed (")
    assert "5 to 10 business days" in found.reply
    assert "db-7" not in found.reply


@pytest.mark.parametrize("first", ["error", "rate_limited", "stall", "closed"])
def test_one_retry_is_enough_where_the_provider_recovers(tmp_path: Path, first: Behaviour) -> None:
    with RehearsalServer((first, "answer"), PROVED, pause_s=0.2) as server:
        found = drafter_at(tmp_path, server).draft(REQUEST)
        assert len(server.requests) == 2
    assert (found.text, found.fell_back) == (PROVED, None)


@pytest.mark.parametrize("retries", [0, 2])
def test_retries_are_as_many_as_are_set(tmp_path: Path, retries: int) -> None:
    with RehearsalServer(("error",)) as server:
        drafter_at(tmp_path, server, max_retries=retries, deadline_s=20.0).draft(REQUEST)
        assert len(server.requests) == retries + 1


def test_wait_that_a_provider_asks_for_is_not_longer_than_the_deadline(tmp_path: Path) -> None:
    with RehearsalServer(("rate_limited",), pause_s=50.0) as server:
        begin = time.monotonic()
        found = drafter_at(tmp_path, server, deadline_s=3.0).draft(REQUEST)
        assert time.monotonic() - begin < BOUND_S
        assert len(server.requests) == 1
    assert "TimeoutError: no answer within 3 s" in str(found.fell_back)


def test_port_that_nobody_listens_on_is_a_fallback_and_costs_nothing(tmp_path: Path) -> None:
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    nobody = RehearsalServer(port=port)
    nobody.close()
    with listening("t1"):
        found = drafter_at(tmp_path, nobody).draft(REQUEST)
    assert str(found.fell_back).startswith(f"The drafting model {MODEL} failed (")
    spent = Spending(tmp_path / "spending.db").of_turn("t1")
    assert (spent.calls, spent.input_tokens) == (1, 0)


def test_turn_over_its_budget_asks_nobody_and_says_why(quick: Parts) -> None:
    with RehearsalServer() as server:
        found = asked(quick, server, max_turn_tokens=500)
        assert server.requests == []
    assert "would be over the 500 of a turn" in found.draft["fell_back"]
    assert found.spent == {}
    assert "BudgetError" in found.exchanges[0]["error"]


def test_day_whose_money_is_spent_falls_back_from_then_on(tmp_path: Path) -> None:
    prices = {MODEL: {"input": 100, "output": 1_000}}
    with RehearsalServer(text=PROVED) as server:
        drafter = drafter_at(tmp_path, server, prices=prices, max_day_cost=0.95)
        written = []
        for turn in ("t1", "t2", "t3"):
            with listening(turn):
                written.append(drafter.draft(REQUEST))
        assert len(server.requests) == 2
    assert [draft.drafter for draft in written] == [MODEL, MODEL, "extractive"]
    assert "would be over the 0.95 of a day (drafting.max_day_cost)" in str(written[2].fell_back)
    assert Spending(tmp_path / "spending.db").of_turn("t2").cost == pytest.approx(0.12)


def test_canary_in_a_reply_is_a_handoff_that_tells_the_customer_nothing(parts: Parts) -> None:
    class Echoing(RehearsalServer):
        def next_behaviour(self, body: dict[str, Any]) -> Behaviour:
            self.text = body["messages"][0]["content"]
            return super().next_behaviour(body)

    with Echoing() as server:
        found = asked(parts, server)
    assert (found.outcome, found.reply) == ("handed_off", NOTICES["low_confidence"])
    assert found.handoff is not None
    assert found.handoff.reason == "low_confidence"
    assert "holds their canary" in found.why
    assert found.draft["text"] == ""


def test_prompt_that_the_model_saw_is_in_the_ledger(parts: Parts) -> None:
    with RehearsalServer(text=PROVED) as server:
        turn = asked(parts, server)
        sent = [(one["role"], one["content"]) for one in server.requests[0]["messages"]]
    kept = parts.ledger.turn(turn.turn_id).draft["prompt"]
    assert [text for _, text in kept] == [text for _, text in sent]
    assert [role for role, _ in kept] == ["system", "human"]
