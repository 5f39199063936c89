"""A chat model with a meter: a budget before each call, a bound on its time, and a record of it after."""

from __future__ import annotations

import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from threading import BoundedSemaphore
from typing import TYPE_CHECKING, Protocol

from agent.context.tokens import TokenCounter, UpperBoundCounter
from agent.errors import DraftingError
from agent.llm.exchanges import Exchange, Role, TurnLog, listener, storable
from agent.llm.settings import Price
from agent.llm.spending import Cost, Spending
from agent.model_replies import finish_reason, usage_of
from agent.prompts import PromptMessage
from agent.time_limits import within

if TYPE_CHECKING:
    from langchain_core.messages import AIMessage

UNBOUNDED = 4_096
"""Tokens that a reply is taken to have at most where no setting bounds it."""
FRAME = 16
"""Tokens of what a provider puts around a message, at most."""
AT_ONCE = 64
"""Calls of one model that may be open in a process; those that were given up are open until the server hangs up."""
TOLD = 300
"""Characters of a provider's error that are kept."""
UNCONNECTED = frozenset({"ConnectError", "ConnectTimeout", "ConnectionRefusedError"})


class ChatModel(Protocol):
    """What is asked here of a LangChain chat model, which is one."""

    def invoke(self, messages: Sequence[PromptMessage], /) -> AIMessage:
        """One reply."""
        ...


@dataclass(frozen=True)
class MeteredModel:
    """Asks its model where the budget allows it, once; the model's client has the retries."""

    model: ChatModel
    name: str
    """`provider:model`."""
    role: Role
    spending: Spending
    deadline_s: float
    """For one call, retries included, however slowly the server sends."""
    max_tokens: int | None = None
    """That the model was told to keep to."""
    price: Price = field(default_factory=Price)
    ends: bool = False
    """Whether a reply is only whole with the reason of its end, as in a stream, which can break off without an error."""
    counter: TokenCounter = field(default_factory=UpperBoundCounter)
    at_once: BoundedSemaphore = field(default_factory=lambda: BoundedSemaphore(AT_ONCE), compare=False)

    def invoke(self, messages: Sequence[PromptMessage], /) -> AIMessage:
        """The reply.

        Raises:
            BudgetError: it might take more than is left; the model was not asked.
            TimeoutError: there is no whole reply within the deadline.
            Exception: whatever the model raised.
        """
        log, begin = listener(), time.perf_counter()
        asked = Exchange(role=self.role, model=self.name, prompt=self._kept(messages))
        number = log.begin(asked.model_copy(update={"error": "still waited for when the stage ended"}))
        found: dict[str, object] = {}
        try:
            message, cost = self._metered(messages, log)
            found = {"answer": _answer(message), **_counted(cost)}
        except Exception as error:
            found = {"error": told(error)}
            raise
        finally:
            took = round((time.perf_counter() - begin) * 1000, 1)
            log.end(number, asked.model_copy(update={**found, "ms": took}))
        return message

    def _metered(self, messages: Sequence[PromptMessage], log: TurnLog) -> tuple[AIMessage, Cost]:
        if not self.at_once.acquire(blocking=False):
            raise DraftingError(f"Not asked: {AT_ONCE} calls of {self.name} are waited for already.")
        try:
            call = self.spending.reserve(log.turn_id, self.role, self.name, self._bound(messages))
        except BaseException:
            self.at_once.release()
            raise
        return within(self.deadline_s, lambda: self._settled(call, messages))

    def _settled(self, call: int, messages: Sequence[PromptMessage]) -> tuple[AIMessage, Cost]:
        """Runs to its end also when nobody waits any more, so that the tally is right in the end."""
        try:
            message = self.model.invoke(messages)
            cost = self._cost(messages, message)
            self.spending.settle(call, cost)
        except Exception as error:
            if not _may_be_billed(error):
                self.spending.settle(call, Cost())
            raise
        finally:
            self.at_once.release()
        if self.ends and not finish_reason(message.response_metadata):
            raise DraftingError(f"The reply of {self.name} broke off.")
        return message, cost

    def _bound(self, messages: Sequence[PromptMessage]) -> Cost:
        return self._priced(self._prompt_tokens(messages), self.max_tokens or UNBOUNDED, estimated=True)

    def _cost(self, messages: Sequence[PromptMessage], message: AIMessage) -> Cost:
        """What the provider counted; an upper bound where it did not, or not in earnest."""
        usage, written = usage_of(message), str(message.text)
        read, wrote = usage.get("input_tokens", 0), usage.get("output_tokens", 0)
        if read > 0 and wrote >= 0 and (wrote > 0 or not written):
            return self._priced(read, wrote, estimated=False)
        return self._priced(self._prompt_tokens(messages), self.counter.count(written), estimated=True)

    def _prompt_tokens(self, messages: Sequence[PromptMessage]) -> int:
        return FRAME + sum(FRAME + self.counter.count(text) for _, text in messages)

    def _priced(self, read: int, written: int, *, estimated: bool) -> Cost:
        cost = (read * self.price.input + written * self.price.output) / 1_000_000
        return Cost(input_tokens=read, output_tokens=written, cost=cost, estimated=estimated)

    def _kept(self, messages: Sequence[PromptMessage]) -> tuple[PromptMessage, ...]:
        return () if self.role == "drafter" else tuple((role, storable(text)) for role, text in messages)


def told(error: BaseException) -> str:
    """An error in one line that is not endless; a server may answer with anything."""
    said = " ".join(str(error)[: 10 * TOLD].split())
    return storable(f"{type(error).__name__}: {said}", TOLD)


def _answer(message: AIMessage) -> str:
    said = str(message.text)
    return storable(said) if said or not message.tool_calls else storable(f"(tool calls: {message.tool_calls})")


def _counted(cost: Cost) -> dict[str, object]:
    usage = {"input_tokens": cost.input_tokens, "output_tokens": cost.output_tokens}
    return {"usage": usage, "cost": cost.cost, "estimated": cost.estimated}


def _may_be_billed(error: BaseException) -> bool:
    """Whether a model may have written something although it failed: not where it refused, or was never reached."""
    for one in _causes(error):
        status = getattr(one, "status_code", None)
        if isinstance(status, int) and (400 <= status < 500 or status in (500, 503)):
            return False
        if type(one).__name__ in UNCONNECTED:
            return False
    return True


def _causes(error: BaseException | None) -> Iterator[BaseException]:
    seen: set[int] = set()
    while error is not None and id(error) not in seen:
        seen.add(id(error))
        yield error
        error = error.__cause__ or error.__context__
