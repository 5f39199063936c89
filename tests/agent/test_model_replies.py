"""A provider's message becomes words, the reason of its end, and its cost."""

from __future__ import annotations

from typing import Any

import pytest
from langchain_core.messages import AIMessage

from agent.model_replies import ModelReply, read_reply


def read(content: Any, **fields: Any) -> ModelReply:
    return read_reply(AIMessage(content=content, **fields))


@pytest.mark.parametrize(
    ("content", "said"),
    [
        ("Ten days.", "Ten days."),
        ("<think>The article says\nten.</think>Ten days.", "Ten days."),
        ("<think>and on, and on", ""),
        ([{"type": "text", "text": "Ten "}, {"type": "text", "text": "days."}], "Ten days."),
        ("", ""),
    ],
)
def test_words_come_without_reasoning(content: Any, said: str) -> None:
    assert read(content) == ModelReply(said=said)


def test_text_for_people_has_no_escapes_and_nothing_hidden() -> None:
    reply = read("\x1b[31mTen\x1b[0m days\u200b &amp; nights.\n")
    assert reply.text == "Ten days & nights."


@pytest.mark.parametrize(
    "metadata", [{"stop_reason": "max_tokens"}, {"done_reason": "length"}, {"finish_reason": "MAX_TOKENS"}]
)
def test_cut_off_is_noticed_in_the_words_of_every_provider(metadata: dict[str, str]) -> None:
    assert read("Refunds take", response_metadata=metadata).cut_off


def test_word_for_a_cut_off_elsewhere_in_the_metadata_says_nothing() -> None:
    assert not read("Ten days.", response_metadata={"model_name": "length", "finish_reason": "stop"}).cut_off


def test_withheld_reply_says_why() -> None:
    assert read("", response_metadata={"finish_reason": "content_filter"}).withheld == "content_filter"


def test_tokens_are_as_the_provider_counted_them() -> None:
    usage = {"input_tokens": 12, "output_tokens": 3, "total_tokens": 15}
    assert read("Ten days.", usage_metadata=usage).usage == {"input_tokens": 12, "output_tokens": 3}
