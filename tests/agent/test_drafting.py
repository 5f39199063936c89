"""A reply becomes clean prose and the ids it cites, or a DraftingError with its cause."""

from __future__ import annotations

from time import perf_counter
from typing import Any

import pytest
from langchain_core.callbacks import CallbackManagerForLLMRun
from langchain_core.language_models.chat_models import BaseChatModel
from langchain_core.messages import AIMessage, BaseMessage
from langchain_core.outputs import ChatGeneration, ChatResult

from agent.chat_models import ScriptedChatModel
from agent.chat_scripts import Script, ScriptedReply
from agent.context.formatting import ContextFormatter
from agent.drafting import ChatDrafter
from agent.errors import DraftingError
from agent.types import ContextItem, ContextPack, Draft, DraftRequest, Evidence


class RecordedChatModel(BaseChatModel):
    """Answers with one recorded message, as a provider's class would hand it over."""

    message: AIMessage

    @property
    def _llm_type(self) -> str:
        return "recorded"

    def _generate(
        self,
        messages: list[BaseMessage],
        stop: list[str] | None = None,
        run_manager: CallbackManagerForLLMRun | None = None,
        **kwargs: Any,
    ) -> ChatResult:
        return ChatResult(generations=[ChatGeneration(message=self.message)])


def item(label: str, evidence_id: str) -> ContextItem:
    evidence = Evidence(evidence_id=evidence_id, source="article", trust="retrieved", text="Ten days.")
    return ContextItem(label=label, evidence=evidence, score=1.0, tokens=5)


REQUEST = DraftRequest(
    question="How long?",
    policy="Be fair.",
    context=ContextPack(budget=100, used=10, items=(item("E1", "refunds#1"), item("E2", "refunds#2"))),
    today="2026-11-30",
)


def drafted(model: BaseChatModel) -> Draft:
    return ChatDrafter(model=model, formatter=ContextFormatter(), name="test").draft(REQUEST)


def scripted(reply: ScriptedReply) -> ScriptedChatModel:
    return ScriptedChatModel(script=Script(replies=(reply,)))


def recorded(content: Any, **fields: Any) -> RecordedChatModel:
    return RecordedChatModel(message=AIMessage(content=content, **fields))


def text_of(reply: str) -> str:
    return drafted(scripted(ScriptedReply(text=reply))).text


def test_citations_become_evidence_ids_and_the_prose_is_clean() -> None:
    draft = drafted(scripted(ScriptedReply(text="Ten days. [E2] Then it is done [E1, E2].")))
    assert draft == Draft(text="Ten days. Then it is done.", drafter="test", cited=("refunds#2", "refunds#1"), usage={})


@pytest.mark.parametrize(
    ("reply", "text"),
    [
        ("- Ten days. [E1]\n- [E2] Free.", "- Ten days.\n- Free."),
        ("Ten days [E1][E2].", "Ten days."),
        ("Ten days (E1).", "Ten days."),
        ("Ten days. [E9]", "Ten days."),
        ("Your card was declined (E1034).", "Your card was declined (E1034)."),
        ("The code is [E1034].", "The code is [E1034]."),
    ],
)
def test_only_citations_are_taken_out(reply: str, text: str) -> None:
    assert text_of(reply) == text


def test_model_is_shown_the_evidence_and_the_question() -> None:
    model = scripted(ScriptedReply(text="Ten days."))
    drafted(model)
    human = str(model.seen[0][1].text)
    assert '<evidence id="E1" source="article" trust="retrieved" from="refunds#1">Ten days.</evidence>' in human
    assert '<question trust="user">How long?</question>' in human


def test_escapes_and_control_characters_are_taken_out() -> None:
    assert text_of("\x1b[31mTen\x1b[0m days\u200b &amp; nights.\x07") == "Ten days & nights."


def test_reasoning_in_front_of_the_reply_is_taken_out() -> None:
    assert text_of("<think>The article says\nten.</think>\nTen days.") == "Ten days."


def test_model_without_an_answer_declines_and_says_what_is_missing() -> None:
    draft = drafted(scripted(ScriptedReply(text="NO_ANSWER: the time for PayPal [E1]")))
    assert draft == Draft(text="", drafter="test", declined="the time for PayPal")


def test_text_blocks_are_joined_and_usage_is_kept() -> None:
    usage = {"input_tokens": 12, "output_tokens": 3, "total_tokens": 15}
    blocks = [{"type": "text", "text": "Ten "}, {"type": "text", "text": "days."}]
    draft = drafted(recorded(blocks, usage_metadata=usage))
    assert (draft.text, draft.usage) == ("Ten days.", {"input_tokens": 12, "output_tokens": 3})


@pytest.mark.parametrize("reply", ["", " \n", "\u200b", "[E1]"])
def test_reply_without_words_is_an_error(reply: str) -> None:
    with pytest.raises(DraftingError, match="answered with an empty text"):
        text_of(reply)


def test_reply_that_was_cut_off_is_an_error() -> None:
    with pytest.raises(DraftingError, match="was cut off"):
        drafted(scripted(ScriptedReply(text="Refunds take", finish_reason="length")))


@pytest.mark.parametrize(
    "metadata", [{"stop_reason": "max_tokens"}, {"done_reason": "length"}, {"finish_reason": "MAX_TOKENS"}]
)
def test_cut_off_is_noticed_in_the_words_of_every_provider(metadata: dict[str, str]) -> None:
    with pytest.raises(DraftingError, match="was cut off"):
        drafted(recorded("Refunds take", response_metadata=metadata))


def test_reply_withheld_by_the_provider_is_an_error() -> None:
    with pytest.raises(DraftingError, match=r"withheld the reply \(content_filter\)"):
        drafted(recorded("", response_metadata={"finish_reason": "content_filter"}))


def test_timeout_of_the_client_is_the_cause_of_the_error() -> None:
    with pytest.raises(DraftingError, match=r"The drafting model test failed \(TimeoutError: too slow\)") as caught:
        drafted(scripted(ScriptedReply(error="too slow")))
    assert isinstance(caught.value.__cause__, TimeoutError)


@pytest.mark.parametrize("piece", [" ", "[E1 ", "(E1, E1", "<think>"])
def test_hostile_reply_takes_no_time(piece: str) -> None:
    started = perf_counter()
    text_of("x" + piece * (100_000 // len(piece)) + "x")
    assert perf_counter() - started < 2.0
