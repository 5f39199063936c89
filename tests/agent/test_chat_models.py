"""The scripted model is a real LangChain chat model; a provider's model is opened without a call."""

from __future__ import annotations

from pathlib import Path

import pytest

from agent.chat_models import ScriptedChatModel, load_script, open_chat_model
from agent.chat_scripts import Script, ScriptedReply, ScriptedRule
from agent.errors import DraftingError, SettingsError

BY_RULE = ScriptedChatModel(
    script=Script(
        rules=(
            ScriptedRule(when="bank|card", reply=ScriptedReply(text="Ten days.")),
            ScriptedRule(when="card", reply=ScriptedReply(text="Never said.")),
        ),
        otherwise=ScriptedReply(text="No idea."),
    )
)


def said(model: ScriptedChatModel, text: str) -> str:
    return str(model.invoke([("system", "bank"), ("human", text)]).text)


def test_replies_come_in_order_and_prompts_are_recorded() -> None:
    model = ScriptedChatModel(script=Script(replies=(ScriptedReply(text="One."), ScriptedReply(text="Two."))))
    assert [said(model, "a"), said(model, "b")] == ["One.", "Two."]
    assert [[message.text for message in prompt] for prompt in model.seen] == [["bank", "a"], ["bank", "b"]]


def test_script_that_ran_out_says_so() -> None:
    model = ScriptedChatModel(script=Script(replies=(ScriptedReply(text="One."),)))
    said(model, "a")
    with pytest.raises(DraftingError, match=r"has 1 replies and was asked 2 times"):
        said(model, "b")


@pytest.mark.parametrize(
    ("text", "reply"),
    [("My CARD?", "Ten days."), ("Weather?", "No idea."), ("<question>a &lt;card&gt;</question>", "Ten days.")],
)
def test_first_rule_that_matches_the_last_human_message_answers(text: str, reply: str) -> None:
    assert said(BY_RULE, text) == reply


def test_evidence_beside_the_question_does_not_set_a_rule_off() -> None:
    text = '<evidence id="E1">bank</evidence>\n<question trust="user">Weather?</question>'
    assert said(BY_RULE, text) == "No idea."


def test_question_that_no_rule_matches_is_an_error_without_otherwise() -> None:
    rules = (ScriptedRule(when="x", reply=ScriptedReply(text="y")),)
    with pytest.raises(DraftingError, match="No rule of the script matches 'hello'"):
        said(ScriptedChatModel(script=Script(rules=rules)), "hello")


def test_script_can_rehearse_a_timeout() -> None:
    model = ScriptedChatModel(script=Script(otherwise=ScriptedReply(error="no reply in 30 s")))
    with pytest.raises(TimeoutError, match="no reply in 30 s"):
        said(model, "hello")


def test_script_file_is_opened_by_its_model_name(tmp_path: Path) -> None:
    file = tmp_path / "demo.yaml"
    file.write_text("replies: [Hello.]\n", encoding="utf-8")
    opened = open_chat_model(f"scripted:{file}", timeout_s=1.0, max_retries=0)
    assert opened.invoke("hi").text == load_script(file).invoke("hi").text == "Hello."


@pytest.mark.parametrize("name", ["gpt", "openai:", ":gpt", ""])
def test_name_without_provider_and_model_is_refused(name: str) -> None:
    with pytest.raises(SettingsError, match="Wanted: provider:model"):
        open_chat_model(name, timeout_s=1.0, max_retries=0)


def test_unknown_provider_is_refused() -> None:
    with pytest.raises(SettingsError, match=r"nobody:small cannot be opened: Unsupported"):
        open_chat_model("nobody:small", timeout_s=1.0, max_retries=0)


def test_package_that_is_not_installed_names_the_command() -> None:
    with pytest.raises(SettingsError, match=r"Run `pip install langchain-perplexity`\."):
        open_chat_model("perplexity:small", timeout_s=1.0, max_retries=0, max_tokens=100)
