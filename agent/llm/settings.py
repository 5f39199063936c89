"""Settings of the chat models: who drafts, within what time, tokens and cost, and what is done where none can."""

from __future__ import annotations

from typing import Any, Literal

from pydantic import Field, field_validator

from agent.setting_section import Section

Form = Literal["auto", "on", "off"]
Fallback = Literal["extractive", "handoff"]


class Price(Section):
    """What a provider asks for a million tokens; in any currency, the same for all models."""

    input: float = Field(default=0.0, ge=0, le=1_000_000, allow_inf_nan=False)
    output: float = Field(default=0.0, ge=0, le=1_000_000, allow_inf_nan=False)


class DraftingSettings(Section):
    """Who writes the draft, and what all chat models of a turn may spend."""

    drafter: str = "extractive"
    """`extractive`, `scripted:FILE`, `transformers:PATH`, or a chat model as `provider:model`."""
    base_url: str | None = None
    """Of an OpenAI-compatible server, or a proxy; None for the provider's own."""
    timeout_s: float = Field(default=30.0, gt=0, le=600)
    """For one attempt, from one byte to the next."""
    max_retries: int = Field(default=1, ge=0, le=10)
    """By the provider's client; nothing above it asks again."""
    deadline_s: float = Field(default=45.0, gt=0, le=3_600)
    """For the whole call, retries included, however slowly a server drips."""
    max_tokens: int | None = Field(default=600, ge=1, le=100_000)
    """Of the reply."""
    stream: bool = False
    """Whether the provider sends the reply as it is written, so that a stall is noticed early. Customers see none of it."""
    structured: Form = "auto"
    """`auto` asks for statements in JSON and takes prose too, `on` takes nothing else, `off` asks for prose."""
    fallback: Fallback = "extractive"
    """What is done where the chat model gives no draft: the articles' own sentences are proved and sent as any draft is,
    or, with `handoff`, a person answers."""
    max_turn_tokens: int | None = Field(default=None, ge=1)
    max_day_tokens: int | None = Field(default=None, ge=1)
    """In and out, over all chat models; a day is one of UTC. A call that might go over is not made."""
    max_turn_cost: float | None = Field(default=None, gt=0, allow_inf_nan=False)
    max_day_cost: float | None = Field(default=None, gt=0, allow_inf_nan=False)
    """In the currency of the prices."""
    prices: dict[str, Price] = {}
    """By model, for example `{ "openai:gpt-4.1-mini" = { input = 0.4, output = 1.6 } }`; as a variable
    `openai:gpt-4.1-mini=0.4/1.6`, several with a comma. Nothing is fetched; a model without one costs nothing."""
    answer_floor: float = Field(default=0.47, ge=0.0, le=1.0)
    """The extractive drafter declines where the best section is less similar to the question: mean of the cosines of its
    nearest sentence and of the whole, and beside it the reranker's odds that a passage answers, where it states any. The
    odds, and this floor with them, were chosen on the gold set's development half (see `evals/datasets/README.md`)."""

    @field_validator("prices", mode="before")
    @classmethod
    def _from_text(cls, value: Any) -> Any:
        if not isinstance(value, str):
            return value
        return dict(_priced(part.strip()) for part in value.split(",") if part.strip())

    @property
    def limits_cost(self) -> bool:
        """Whether a turn or a day may cost only so much."""
        return self.max_turn_cost is not None or self.max_day_cost is not None

    @property
    def limited(self) -> bool:
        """Whether there is any budget."""
        return self.limits_cost or self.max_turn_tokens is not None or self.max_day_tokens is not None


def _priced(part: str) -> tuple[str, dict[str, str]]:
    name, given, prices = part.rpartition("=")
    read, slash, written = prices.partition("/")
    if not (given and name and slash):
        raise ValueError(f"should be MODEL=INPUT/OUTPUT, found {part!r}")
    return name, {"input": read, "output": written}
