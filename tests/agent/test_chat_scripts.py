"""A script is read from YAML or JSON, and a bad one is refused with its line."""

from __future__ import annotations

from pathlib import Path

import pytest

from agent.chat_scripts import Script, ScriptedReply, ScriptedRule, read_script
from agent.errors import InputError


def problem(tmp_path: Path, text: str) -> str:
    file = tmp_path / "script.yaml"
    file.write_text(text, encoding="utf-8")
    with pytest.raises(InputError) as caught:
        read_script(file)
    return str(caught.value).replace(f"{tmp_path}/", "")


def test_rules_are_read_from_yaml(tmp_path: Path) -> None:
    file = tmp_path / "script.yaml"
    file.write_text("rules:\n- {when: bank, reply: Ten days.}\notherwise: {error: timed out}\n", encoding="utf-8")
    assert read_script(file) == Script(
        rules=(ScriptedRule(when="bank", reply=ScriptedReply(text="Ten days.")),),
        otherwise=ScriptedReply(error="timed out"),
    )


def test_replies_are_read_from_json_indented_with_tabs(tmp_path: Path) -> None:
    file = tmp_path / "script.json"
    file.write_text('{\n\t"replies": ["One.", "Two."]\n}', encoding="utf-8")
    assert read_script(file) == Script(replies=(ScriptedReply(text="One."), ScriptedReply(text="Two.")))


def test_text_that_is_not_yaml_is_refused_with_its_line(tmp_path: Path) -> None:
    message = problem(tmp_path, "replies:\n- [one\n")
    assert message.startswith("script.yaml, line 3: ")
    assert message.endswith("Wanted: valid YAML or JSON.")


def test_unknown_key_of_a_rule_is_refused_with_its_line(tmp_path: Path) -> None:
    message = problem(tmp_path, "rules:\n- when: a\n  reply: b\n  if: c\n")
    assert message == "script.yaml, line 4: found the unknown key 'rules.0.if'. Wanted: one of when, reply."


def test_pattern_that_is_no_regular_expression_is_refused(tmp_path: Path) -> None:
    message = problem(tmp_path, "rules:\n- reply: b\n  when: '('\n")
    assert message.startswith("script.yaml, line 3: found rules.0.when = '('. Wanted: a regular expression")


def test_pattern_that_is_no_text_is_refused(tmp_path: Path) -> None:
    message = problem(tmp_path, "rules:\n- when: 12\n  reply: b\n")
    assert message == "script.yaml, line 2: found rules.0.when = 12. Wanted: a valid string."


def test_rule_without_a_reply_is_refused(tmp_path: Path) -> None:
    assert problem(tmp_path, "rules:\n- when: a\n").startswith("script.yaml, line 2: found no 'rules.0.reply'.")


@pytest.mark.parametrize("text", ["", "{}", "replies: [a]\notherwise: b\n"])
def test_script_must_be_of_one_kind(tmp_path: Path, text: str) -> None:
    assert problem(tmp_path, text).endswith("Wanted: either `replies`, or `rules` and `otherwise`.")


def test_list_alone_is_no_script(tmp_path: Path) -> None:
    message = problem(tmp_path, "- one\n")
    assert message == "script.yaml, line 1: found the script = ['one']. Wanted: replies, rules, otherwise."


def test_missing_file_is_refused(tmp_path: Path) -> None:
    with pytest.raises(InputError, match=r"none\.yaml cannot be read: No such file"):
        read_script(tmp_path / "none.yaml")
