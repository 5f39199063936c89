"""Every call of a chat model is bounded before it, and recorded after it with what it took."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from threading import BoundedSemaphore
from typing import Any

import pytest
from langchain_core.messages import AIMessage

from agent.errors import BudgetError, DraftingError
from agent.llm.exchanges import Exchange, listening
from agent.llm.metering import MeteredModel
from agent.llm.settings import Price
from agent.llm.spending import Limits, Spending, Spent
from agent.prompts import PromptMessage

PROMPT: list[PromptMessage] = [("system", "Be brief."), ("human", "How long?")]
USAGE = {"input_tokens": 40, "output_tokens": 10, "total_tokens": 50}


@dataclass
class Answering:
    """Does what it is given, as a provider's class would, and counts how often."""

    act: Callable[[], AIMessage]
    asked: list[Sequence[PromptMessage]] = field(default_factory=list)

    def invoke(self, messages: Sequence[PromptMessage], /) -> AIMessage:
        self.asked.append(messages)
        return self.act()


def says(text: str, **fields: Any) -> Answering:
    return Answering(lambda: AIMessage(text, **fields))


def fails(error: Exception) -> Answering:
    def act() -> AIMessage:
        raise error

    return Answering(act)


def metered(tmp_path: Path, model: Answering, limits: Limits | None = None, **settings: Any) -> MeteredModel:
    tally = Spending(tmp_path / "spending.db", limits or Limits())
    known = {"deadline_s": 5.0, "max_tokens": 100, "price": Price(input=2.0, output=10.0), **settings}
    return MeteredModel(model, "openai:x", known.pop("role", "judge"), tally, **known)


def spent(model: MeteredModel, turn_id: str = "t1") -> Spent:
    return model.spending.of_turn(turn_id)


def test_providers_count_is_recorded_with_its_cost(tmp_path: Path) -> None:
    model = metered(tmp_path, says("Ten days.", usage_metadata=USAGE))
    with listening("t1") as log:
        assert model.invoke(PROMPT).text == "Ten days."
    cost = (40 * 2 + 10 * 10) / 1_000_000
    found = log.exchanges[0]
    assert found == Exchange(
        role="judge",
        model="openai:x",
        prompt=tuple(PROMPT),
        answer="Ten days.",
        usage={"input_tokens": 40, "output_tokens": 10},
        cost=cost,
        ms=found.ms,
    )
    assert spent(model) == Spent(calls=1, input_tokens=40, output_tokens=10, cost=cost)


@pytest.mark.parametrize(
    "usage",
    [
        None,
        {"input_tokens": 0, "output_tokens": 0, "total_tokens": 0},
        {"input_tokens": -5, "output_tokens": 10, "total_tokens": 5},
        {"input_tokens": 40, "output_tokens": 0, "total_tokens": 40},
    ],
)
def test_call_whose_tokens_nobody_counted_is_an_upper_bound_and_says_so(
    tmp_path: Path, usage: dict[str, int] | None
) -> None:
    model = metered(tmp_path, says("Ten days.", usage_metadata=usage))
    with listening("t1") as log:
        model.invoke(PROMPT)
    found = spent(model)
    assert (found.calls, found.estimated, found.unsettled) == (1, 1, 0)
    assert found.input_tokens >= 10
    assert found.output_tokens >= 3
    assert log.exchanges[0].estimated


def test_model_is_not_asked_where_it_might_go_over_the_budget(tmp_path: Path) -> None:
    answering = says("Ten days.", usage_metadata=USAGE)
    model = metered(tmp_path, answering, Limits(turn_tokens=120))
    with listening("t1") as log, pytest.raises(BudgetError, match=r"of a turn \(drafting\.max_turn_tokens\)"):
        model.invoke(PROMPT)
    assert answering.asked == []
    assert log.exchanges[0].error is not None
    assert log.exchanges[0].error.startswith("BudgetError: Not asked")
    assert spent(model) == Spent()


def test_what_a_call_left_over_can_be_spent(tmp_path: Path) -> None:
    model = metered(tmp_path, says("Ten days.", usage_metadata=USAGE), Limits(turn_tokens=250))
    with listening("t1"):
        for _ in range(2):
            model.invoke(PROMPT)
    assert spent(model).input_tokens == 80


class RefusedError(Exception):
    """As providers' clients raise for an HTTP status."""

    status_code = 429


@pytest.mark.parametrize(
    ("error", "tokens"), [(RefusedError("slow down"), 0), (ConnectionRefusedError(), 0), (TimeoutError("read"), 100)]
)
def test_failed_call_counts_unless_the_provider_refused_it(tmp_path: Path, error: Exception, tokens: int) -> None:
    model = metered(tmp_path, fails(error))
    with listening("t1") as log, pytest.raises(type(error)):
        model.invoke(PROMPT)
    assert spent(model).output_tokens == tokens
    assert str(log.exchanges[0].error).startswith(type(error).__name__)


def test_call_ends_at_its_deadline_and_its_late_answer_is_still_counted(tmp_path: Path) -> None:
    over = threading.Event()

    def slowly() -> AIMessage:
        over.wait(20)
        return AIMessage("Ten days.", usage_metadata=USAGE)

    model = metered(tmp_path, Answering(slowly), deadline_s=0.1)
    with listening("t1") as log, pytest.raises(TimeoutError, match=r"no answer within 0\.1 s"):
        model.invoke(PROMPT)
    assert log.exchanges[0].error == "TimeoutError: no answer within 0.1 s"
    assert spent(model).unsettled == 1
    over.set()
    ends = time.monotonic() + 10
    while spent(model).unsettled and time.monotonic() < ends:
        time.sleep(0.02)
    assert spent(model) == Spent(calls=1, input_tokens=40, output_tokens=10, cost=0.00018)


def test_exchange_that_is_open_when_its_stage_ends_says_so(tmp_path: Path) -> None:
    over, begun = threading.Event(), threading.Event()

    def slowly() -> AIMessage:
        begun.set()
        over.wait(20)
        return AIMessage("Ten days.", usage_metadata=USAGE)

    import contextvars

    model = metered(tmp_path, Answering(slowly))
    with listening("t1") as log:
        waiting = threading.Thread(target=contextvars.copy_context().run, args=(model.invoke, PROMPT), daemon=True)
        waiting.start()
        assert begun.wait(10)
        assert log.exchanges[0].error == "still waited for when the stage ended"
        over.set()
        waiting.join(10)
    assert log.exchanges[0].answer == "Ten days."


def test_server_that_never_hangs_up_holds_only_so_many_calls(tmp_path: Path) -> None:
    over = threading.Event()
    held = Answering(lambda: AIMessage("late" if over.wait(20) else ""))
    model = metered(tmp_path, held, deadline_s=0.05, at_once=BoundedSemaphore(2))
    for _ in range(2):
        with pytest.raises(TimeoutError):
            model.invoke(PROMPT)
    with pytest.raises(DraftingError, match="are waited for already"):
        model.invoke(PROMPT)
    over.set()
    assert len(held.asked) == 2


def test_stream_that_ends_without_a_reason_is_no_answer(tmp_path: Path) -> None:
    with pytest.raises(DraftingError, match="broke off"):
        metered(tmp_path, says("Refunds take", usage_metadata=USAGE), ends=True).invoke(PROMPT)
    whole = says("Ten days.", usage_metadata=USAGE, response_metadata={"finish_reason": "stop"})
    assert metered(tmp_path, whole, ends=True).invoke(PROMPT).text == "Ten days."


def test_prompt_of_the_drafter_is_kept_with_the_draft_and_not_twice(tmp_path: Path) -> None:
    model = metered(tmp_path, says("Ten days.", usage_metadata=USAGE), role="drafter")
    with listening("t1") as log:
        model.invoke(PROMPT)
    assert log.exchanges[0].prompt == ()


def test_whatever_a_model_writes_can_be_stored(tmp_path: Path) -> None:
    model = metered(tmp_path, says("half \ud83d of a face " + "x" * 30_000, usage_metadata=USAGE))
    with listening("t1") as log:
        model.invoke([("human", "also \udc00 here")])
    found = log.exchanges[0]
    found.model_dump_json().encode("utf-8")
    assert found.answer.startswith(r"half \ud83d of a face xxx")
    assert found.answer.endswith("characters more)")
    assert len(found.answer) < 20_100
