"""Reads what a chat model replied, whoever its provider is: the words, why they end, and what they cost."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import TYPE_CHECKING

from agent.context.cleaning import visible_text
from agent.context.formatting import unescape
from knowledge.types import Value

if TYPE_CHECKING:
    from langchain_core.messages import AIMessage

_THINKING = re.compile(r"\A\s*<think>.*?(?:</think>|\Z)", re.DOTALL)
"""Some servers put the model's reasoning in front of its reply; one that never ends is all there is."""
_FINISH_KEYS = ("finish_reason", "stop_reason", "done_reason")
"""Where OpenAI and Gemini, Anthropic, and Ollama say why a reply ended."""
_CUT_OFF = frozenset({"length", "max_tokens", "model_length"})
_WITHHELD = frozenset({"content_filter", "refusal", "safety"})


class ModelReply(Value):
    """One reply of a chat model."""

    said: str = ""
    """Its text blocks, without reasoning."""
    cut_off: bool = False
    """Whether the provider ended it at a limit, so that the end is missing."""
    withheld: str | None = None
    """Why the provider kept it back; None where it did not."""
    calls_tools: bool = False
    """Whether it asks for a tool, though none was offered."""
    usage: dict[str, int] = {}
    """Tokens in and out, as the provider counted them; empty where it did not."""

    @property
    def text(self) -> str:
        """What it said as a person would read it: without escapes of the prompt's and characters that do not show."""
        return visible_text(unescape(self.said)).strip()


def read_reply(message: AIMessage) -> ModelReply:
    """A message of LangChain's as a reply."""
    ended = finish_reason(message.response_metadata)
    # OpenAI's refusals end with "stop" and stand in a field of their own.
    refused = "refusal" if message.additional_kwargs.get("refusal") else None
    return ModelReply(
        said=without_reasoning(str(message.text)),
        cut_off=ended in _CUT_OFF,
        withheld=ended if ended in _WITHHELD else refused,
        calls_tools=bool(message.tool_calls or message.invalid_tool_calls),
        usage=usage_of(message),
    )


def without_reasoning(text: str) -> str:
    """A reply without the reasoning in front of it."""
    return _THINKING.sub("", text)


def finish_reason(metadata: Mapping[str, object]) -> str:
    """Why a reply ended, in the provider's word; empty where it does not say."""
    return next((str(metadata[key]).casefold() for key in _FINISH_KEYS if metadata.get(key)), "")


def usage_of(message: AIMessage) -> dict[str, int]:
    """Tokens in and out, as the provider counted them; empty where it did not."""
    counted = message.usage_metadata
    if counted is None:
        return {}
    return {"input_tokens": counted["input_tokens"], "output_tokens": counted["output_tokens"]}
