"""The agents that do no work end their turns as they are meant to, and nothing of the shop is touched."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import date
from pathlib import Path
from typing import get_args

import pytest

from agent.settings import Settings
from agent.types import HandoffReason
from evals.case_files import read_case_files
from evals.case_homes import CaseHomes, Clock, OpenedCase
from evals.case_shops import shop_of_case
from evals.degenerate import FIXED_WORDS, EchoAgent, EscalatingAgent, MuteAgent, UncheckedAgent, degenerate_agents
from tests.evals.case_shop import REFUND, case_file

CLOCK = Clock(date(2026, 11, 30))
LINE = "Please refund the linen apron of ORD-501."


@pytest.fixture(scope="module")
def opened(tmp_path_factory: pytest.TempPathFactory) -> Iterator[OpenedCase]:
    folder = tmp_path_factory.mktemp("degenerate")
    (named,) = read_case_files([case_file(folder, REFUND)], Settings())
    homes = CaseHomes(Settings(), folder / "work")
    return homes.open(named.case, shop_of_case(named.case), folder / "home")


def test_mute_and_echo_and_escalating_do_the_same_every_time() -> None:
    mute, echo, up = (
        agent.ask(LINE, conversation_id="c") for agent in (MuteAgent(CLOCK), EchoAgent(CLOCK), EscalatingAgent(CLOCK))
    )
    assert (mute.reply, mute.outcome) == ("", "declined")
    assert (echo.reply, echo.outcome) == (LINE, "answered")
    assert (up.reply, up.outcome) == (FIXED_WORDS, "handed_off")
    assert up.handoff is not None
    assert up.handoff.reason == "low_confidence"


def test_there_is_one_that_escalates_for_each_reason(opened: OpenedCase) -> None:
    agents = list(degenerate_agents(opened.stages, opened.clock))
    reasons = {agent.reason for agent in agents if isinstance(agent, EscalatingAgent)}
    assert reasons == set(get_args(HandoffReason))
    assert len({agent.name for agent in agents}) == len(agents)


def test_unchecked_sends_the_draft_and_does_nothing(opened: OpenedCase) -> None:
    agent = UncheckedAgent(opened.stages, opened.clock)
    turn = agent.ask("How much does gift wrapping cost?", conversation_id="c", customer_id="C-1")
    assert "3.00 USD" in turn.reply
    assert (turn.outcome, turn.citations, turn.claims) == ("answered", (), ())
    assert [hit["passage_id"].split("#")[0] for one in turn.searched for hit in one["hits"]][:1] == ["gifts"]
    refused = agent.ask(LINE, conversation_id="c", customer_id="C-1")
    assert refused.decision is None
    assert opened.parts.orders.orders_of("C-1")[0].status == "delivered"
    assert not (opened.home / "ledger.db").exists()


def test_unchecked_sends_what_a_model_makes_up(opened: OpenedCase) -> None:
    from agent.chat_scripts import ScriptedReply

    opened.drafter.reply = ScriptedReply(text="We wrap within 24 hours.")
    turn = UncheckedAgent(opened.stages, opened.clock).ask("How fast do you wrap gifts?", conversation_id="d")
    opened.drafter.reply = None
    assert turn.reply == "We wrap within 24 hours."


def test_its_data_folder_is_the_cases_own(opened: OpenedCase, tmp_path: Path) -> None:
    assert opened.home != tmp_path
    assert (opened.home / "orders.db").exists()
