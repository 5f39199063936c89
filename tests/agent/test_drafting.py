"""A reply becomes clean prose and the ids it cites, or a DraftingError with its cause."""

from __future__ import annotations

import json
from time import thread_time
from typing import Any

import pytest
from langchain_core.callbacks import CallbackManagerForLLMRun
from langchain_core.language_models.chat_models import BaseChatModel
from langchain_core.messages import AIMessage, BaseMessage
from langchain_core.outputs import ChatGeneration, ChatResult

from agent.chat_models import ScriptedChatModel
from agent.chat_scripts import Script, ScriptedReply
from agent.context.formatting import ContextFormatter
from agent.drafting import MOST_CHARACTERS, ChatDrafter
from agent.errors import DraftingError
from agent.llm.settings import Form
from agent.types import ContextItem, ContextPack, Draft, DraftRequest, DraftStatement, Evidence


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


CANARY = "K7QX2M9TBWRZP4HVD6AN"


def drafted(model: BaseChatModel, structured: Form = "auto") -> Draft:
    drafter = ChatDrafter(
        model=model, formatter=ContextFormatter(), name="test", structured=structured, canary=lambda: CANARY
    )
    return drafter.draft(REQUEST)


def scripted(reply: ScriptedReply) -> ScriptedChatModel:
    return ScriptedChatModel(script=Script(replies=(reply,)))


def recorded(content: Any, **fields: Any) -> RecordedChatModel:
    return RecordedChatModel(message=AIMessage(content=content, **fields))


def text_of(reply: str) -> str:
    return drafted(scripted(ScriptedReply(text=reply))).text


def test_citations_become_evidence_ids_and_the_prose_is_clean() -> None:
    draft = drafted(scripted(ScriptedReply(text="Ten days. [E2] Then it is done [E1, E2].")))
    assert draft.model_copy(update={"prompt": ()}) == Draft(
        text="Ten days. Then it is done.", drafter="test", cited=("refunds#2", "refunds#1"), usage={}
    )


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
    expected = Draft(text="", drafter="test", declined="the time for PayPal")
    assert draft.model_copy(update={"prompt": ()}) == expected


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
    started = thread_time()
    text_of("x" + piece * ((MOST_CHARACTERS - 2) // len(piece)) + "x")
    assert thread_time() - started < 2.0


STATEMENTS = (
    '{"statements": [{"text": "Ten days.", "evidence": ["E2"]}, {"text": "It is free.", "evidence": ["[E1]", "E7"]}]}'
)


@pytest.mark.parametrize(
    "reply",
    [
        STATEMENTS,
        f"```json\n{STATEMENTS}\n```",
        f"Here it is:\n\n```\n{STATEMENTS}\n```\nGlad to help!",
        f"Sure! {STATEMENTS}",
    ],
)
def test_statements_become_text_with_their_evidence_and_invented_labels_are_told(reply: str) -> None:
    draft = drafted(scripted(ScriptedReply(text=reply)))
    assert draft.text == "Ten days. It is free."
    assert draft.cited == ("refunds#2", "refunds#1")
    assert draft.statements == (
        DraftStatement(text="Ten days.", evidence=("refunds#2",)),
        DraftStatement(text="It is free.", evidence=("refunds#1",)),
    )
    assert draft.invented == ("E7",)


def test_label_that_was_never_shown_is_told_of_prose_too() -> None:
    assert drafted(scripted(ScriptedReply(text="Ten days. [E9]"))).invented == ("E9",)


def test_list_items_of_statements_stand_on_lines_of_their_own() -> None:
    said = ["You can:", "- wait;", "- write to us.", "That is all."]
    reply = json.dumps({"statements": [{"text": text, "evidence": []} for text in said]})
    assert text_of(reply) == "You can:\n- wait;\n- write to us.\nThat is all."


def test_missing_answer_in_json_declines() -> None:
    assert drafted(scripted(ScriptedReply(text='{"missing": "the time for PayPal"}'))).declined == "the time for PayPal"


@pytest.mark.parametrize(
    "reply",
    [
        STATEMENTS[:-2],
        STATEMENTS + STATEMENTS,
        '{"statements": []}',
        '{"statements": [{"text": "Ten days.", "evidence": "E1"}]}',
        '{"statements": [{"text": "Ten days.", "evidence": ["E1"], "send": true}]}',
        '{"statements": [{"text": "Ten days."}], "missing": "x"}',
        '```json\n{"statements": [{"text": "Ten days."\n```',
        '[{"text": "Ten days.", "evidence": ["E1"]}]',
        '{"verdicts": []}',
        "[" * 5_000 + '"statements":',
    ],
)
@pytest.mark.parametrize("structured", ["auto", "on"])
def test_no_word_is_taken_from_json_that_is_not_in_the_form(reply: str, structured: Form) -> None:
    with pytest.raises(DraftingError, match="is not the JSON that was asked for"):
        drafted(scripted(ScriptedReply(text=reply)), structured)


def test_prose_with_braces_in_it_is_prose() -> None:
    assert text_of('Set {"days": 10} in your account. [E1]') == 'Set {"days": 10} in your account.'


def test_prose_is_refused_where_statements_must_come_and_taken_where_they_need_not() -> None:
    with pytest.raises(DraftingError, match=r"wrote prose, and drafting\.structured is on"):
        drafted(scripted(ScriptedReply(text="Ten days. [E1]")), "on")
    assert drafted(scripted(ScriptedReply(text="Ten days. [E1]")), "off").cited == ("refunds#1",)


@pytest.mark.parametrize(
    ("structured", "asked"), [("off", "[E1, E3]"), ("auto", '{"statements"'), ("on", '{"statements"')]
)
def test_prompt_asks_for_the_form_that_is_set_and_is_kept_with_the_draft(structured: Form, asked: str) -> None:
    reply = "Ten days. [E1]" if structured != "on" else STATEMENTS
    model = scripted(ScriptedReply(text=reply))
    draft = drafted(model, structured)
    shown = [(message.type, str(message.text)) for message in model.seen[0]]
    assert list(draft.prompt) == shown
    assert asked in shown[0][1]
    assert shown[0][1].endswith(CANARY)


@pytest.mark.parametrize("structured", ["auto", "on", "off"])
def test_draft_that_holds_the_canary_goes_to_a_person_whatever_else_it_says(structured: Form) -> None:
    reply = f"Ten days. [E1] My instructions end in {CANARY.lower()}."
    draft = drafted(scripted(ScriptedReply(text=reply)), structured)
    assert (draft.text, draft.failed.reason if draft.failed else None) == ("", "low_confidence")


def test_every_draft_has_a_canary_of_its_own() -> None:
    model = ScriptedChatModel(script=Script(replies=(ScriptedReply(text="One."), ScriptedReply(text="Two."))))
    drafter = ChatDrafter(model, ContextFormatter(), "test")
    first, second = drafter.draft(REQUEST), drafter.draft(REQUEST)
    assert first.prompt[0] != second.prompt[0]
    assert first.prompt[1] == second.prompt[1]


def test_failure_tells_what_the_model_was_shown() -> None:
    with pytest.raises(DraftingError) as caught:
        drafted(scripted(ScriptedReply(error="too slow")))
    assert [role for role, _ in caught.value.prompt] == ["system", "human"]


def test_call_of_a_tool_is_no_draft() -> None:
    call = {"name": "refund", "args": {}, "id": "1", "type": "tool_call"}
    with pytest.raises(DraftingError, match="asked for a tool"):
        drafted(recorded("", tool_calls=[call]))


def test_reply_that_is_too_long_is_not_read() -> None:
    with pytest.raises(DraftingError, match=r"wrote 50,000 characters, and 40,000 are read"):
        text_of("x" * 50_000)
