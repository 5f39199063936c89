"""Personal data that a customer writes reaches no file of the data folder, however the turn ends."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from dataclasses import replace
from pathlib import Path
from uuid import uuid4

import pytest

from agent.agent import Agent
from agent.build import Parts, build_stages, open_agent
from agent.drafting import Drafter
from agent.graph import TurnGraph, open_checkpoints
from agent.privacy.notices import NOTICE
from tests.agent.shop import TODAY, FailingDrafter, SayingDrafter, agent_of, quick_parts

PLANTED = {
    "card": "4556 7375 8689 9855",
    "iban": "DE75 5121 0800 1245 1261 99",
    "ssn": "219-09-9941",
    "passport": "C01X00T47",
    "password": "zebra!Quokka77",
    "one-time code": "774411",
    "link": "https://shop.example/reset?token=kiwikiwi99",
    "e-mail": "hidden.person@private.example",
    "phone": "+49 30 901820 55",
    "address of a machine": "203.0.113.77",
    "date of birth": "17/03/1971",
    "name": "Wilhelmina Quackenbush",
    "street": "7714 Quince Orchard Road",
    "postcode": "EH99 9ZZ",
}
MESSAGE = (
    f"My name is {PLANTED['name']}, born {PLANTED['date of birth']}. My card {PLANTED['card']} and IBAN {PLANTED['iban']}, "
    f"SSN {PLANTED['ssn']}, passport number {PLANTED['passport']}. My password is {PLANTED['password']} and the "
    f"verification code is {PLANTED['one-time code']}. See {PLANTED['link']}, write to {PLANTED['e-mail']} or call "
    f"{PLANTED['phone']}; my IP is {PLANTED['address of a machine']}. I live at {PLANTED['street']} and my postcode is "
    f"{PLANTED['postcode']}. "
)
ENDINGS = {
    "answered": "Was ORD-99107 delivered?",
    "handed off": "Let me talk to a person.",
    "asked back": "Where is ORD-11111?",
    "articles": "How long does a refund take to show on my card?",
    "refund": "I want a refund for ORD-99107.",
}


def left_in(home: Path) -> dict[str, list[str]]:
    """What was planted and where it is found."""
    found: dict[str, list[str]] = {}
    for path in sorted(home.rglob("*")):
        if path.is_file() and path.name != "orders.db":
            content = path.read_bytes()
            for what, value in PLANTED.items():
                forms = {value, value.replace(" ", ""), value.replace(" ", "").replace("-", "")}
                if any(form.encode() in content for form in forms):
                    found.setdefault(what, []).append(path.name)
    return found


@pytest.fixture
def home(quick: Parts) -> Path:
    return quick.settings.home


def agent_with(parts: Parts, drafter: Drafter) -> Agent:
    """The product with another drafter."""
    graph = TurnGraph(build_stages(parts, drafter), open_checkpoints(parts.settings.home / "checkpoints.db"))
    opened = open_agent(parts)
    opened.close()
    return replace(opened, graph=graph, today=lambda: TODAY)


def test_the_message_does_hold_what_is_looked_for(tmp_path: Path) -> None:
    (tmp_path / "ledger.db").write_text(MESSAGE, "utf-8")
    assert set(left_in(tmp_path)) == set(PLANTED)


@pytest.mark.parametrize("ending", ENDINGS)
@pytest.mark.parametrize("customer", ["C-1001", None])
def test_nothing_planted_is_kept_however_a_turn_ends(
    quick: Parts, home: Path, ending: str, customer: str | None
) -> None:
    agent = agent_of(quick)
    conversation = uuid4().hex
    for message in (MESSAGE + ENDINGS[ending], "And how long does that take?"):
        result = agent.ask(message, conversation_id=conversation, customer_id=customer)
        assert result.outcome
        assert left_in(home) == {}
    agent.close()
    assert left_in(home) == {}


@pytest.mark.parametrize(
    "drafter", [FailingDrafter(), FailingDrafter(f"no answer to {PLANTED['e-mail']} {PLANTED['card']}")]
)
def test_nothing_planted_is_kept_of_a_turn_that_failed(quick: Parts, home: Path, drafter: Drafter) -> None:
    agent = agent_with(quick, drafter)
    result = agent.ask(MESSAGE + "Was ORD-99107 delivered?", conversation_id="one", customer_id="C-1001")
    assert result.handoff is not None
    assert left_in(home) == {}
    agent.close()
    assert left_in(home) == {}
    assert [value for value in PLANTED.values() if value in quick.ledger.turn(result.turn_id).model_dump_json()] == []


def test_nothing_planted_is_kept_of_an_unexpected_error_in_any_stage(quick: Parts, home: Path) -> None:
    def broken(result: object) -> None:
        raise RuntimeError(f"cannot write {MESSAGE}")

    opened = agent_of(quick)
    stages = replace(build_stages(quick, SayingDrafter("Hello.")), record=broken)
    graph = TurnGraph(stages, open_checkpoints(home / "checkpoints.db"))
    agent = replace(opened, graph=graph)
    result = agent.ask(MESSAGE + "Was ORD-99107 delivered?", conversation_id="one", customer_id="C-1001")
    assert result.handoff is not None
    assert result.handoff.reason == "failure"
    assert "RuntimeError" in result.why
    agent.close()
    opened.close()
    assert left_in(home) == {}


KILLED = """
import os, signal, sys
from pathlib import Path
from tests.agent.privacy.test_planted import MESSAGE
from tests.agent.shop import agent_of, quick_parts

def stop(stage):
    if stage == sys.argv[2]:
        os.kill(os.getpid(), signal.SIGKILL)

agent = agent_of(quick_parts(Path(sys.argv[1])))
agent.ask(MESSAGE + "Was ORD-99107 delivered?", conversation_id="one", customer_id="C-1001", on_stage=stop)
"""
NEEDED = {"street", "postcode"}
"""May be needed by the rest of the turn, and is kept until it has ended."""


@pytest.mark.parametrize("stage", ["receive", "gather", "draft", "remember"])
def test_nothing_planted_is_kept_of_a_turn_that_was_killed(quick: Parts, home: Path, stage: str) -> None:
    ended = subprocess.run([sys.executable, "-c", KILLED, str(home), stage], cwd=Path(__file__).parents[3], timeout=120)
    assert ended.returncode == -signal.SIGKILL
    assert set(left_in(home)) <= NEEDED
    agent = agent_of(quick_parts(home))
    agent.ask("And how long does that take?", conversation_id="one", customer_id="C-1001")
    agent.close()
    assert left_in(home) == {}
    assert os.path.exists(home / "ledger.db")


def test_card_is_refused_politely_before_the_rest_is_answered(quick: Parts) -> None:
    agent = agent_of(quick)
    result = agent.ask(
        "My card is 4111 1111 1111 1111. Was ORD-99107 delivered?", conversation_id="one", customer_id="C-1001"
    )
    agent.close()
    assert result.reply.startswith(NOTICE.format(what="a card number"))
    assert "2026-11-21" in result.reply
    assert result.question == "My card is [card removed]. Was ORD-99107 delivered?"
    assert result.intake["removed"] == ["card"]
    assert "4111" not in result.model_dump_json()


def test_note_on_an_order_reaches_a_turn_without_personal_data(quick: Parts, home: Path) -> None:
    order = quick.orders.orders_of("C-1001")[0]
    noted = order.model_copy(update={"note": f"Ring {PLANTED['phone']} or mail {PLANTED['e-mail']}"})
    with quick.orders._open() as database, database.conn:
        database.execute("update orders set body = ? where order_id = ?", [noted.model_dump_json(), order.order_id])
    agent = agent_of(quick)
    result = agent.ask(f"Was {order.order_id} delivered?", conversation_id="one", customer_id="C-1001")
    agent.close()
    assert "[e-mail]" in result.model_dump_json()
    assert left_in(home) == {}


@pytest.mark.parametrize("answer", ["Yes", "No", "What are your opening hours?"])
def test_street_of_a_new_address_is_kept_no_longer_than_the_action_waits(quick: Parts, home: Path, answer: str) -> None:
    agent = replace(open_agent(quick), today=lambda: TODAY)
    asked = {"conversation_id": uuid4().hex, "customer_id": "C-1001"}
    address = f"{PLANTED['street']}, Portland, OR 97211, US"
    proposed = agent.ask(f"Please change the delivery address of ORD-99455 to {address}", **asked)
    assert PLANTED["street"] in proposed.reply
    agent.ask(answer, **asked)
    agent.ask("Thanks!", **asked)
    agent.close()
    assert left_in(home).get("street", []) == []
