"""Settings are strict: a wrong key, value or file is refused with where it was found and what was wanted."""

from __future__ import annotations

from pathlib import Path

import pytest

from agent.errors import SettingsError
from agent.settings import Settings, known_keys, load_settings


def written(tmp_path: Path, text: str) -> Path:
    file = tmp_path / "support.toml"
    file.write_text(text, encoding="utf-8")
    return file


def problem(tmp_path: Path, text: str) -> str:
    with pytest.raises(SettingsError) as caught:
        load_settings(written(tmp_path, text), {})
    return str(caught.value).replace(f"{tmp_path}/", "")


def test_file_wins_over_the_defaults_and_leaves_the_others(tmp_path: Path) -> None:
    found = load_settings(written(tmp_path, "max_message_chars = 500\n[knowledge]\nkeep = 3\n"), {})
    assert (found.max_message_chars, found.knowledge.keep) == (500, 3)
    assert found.knowledge.rerank == Settings().knowledge.rerank


@pytest.mark.parametrize(
    ("text", "near"),
    [
        ("max_mesage_chars = 500", "max_message_chars"),
        ("[drafting]\ntimeout = 5", "drafting.timeout_s"),
        ("[groundng]\nentailed = 0.9", "grounding.entailed"),
        ("[knowledge]\nembeder = 'x'", "knowledge.embedder"),
    ],
)
def test_unknown_key_names_the_file_and_a_known_key(tmp_path: Path, text: str, near: str) -> None:
    message = problem(tmp_path, text)
    assert message.startswith("support.toml sets")
    assert "which is not a setting" in message
    assert near.split(".")[-1] in message or near.split(".", maxsplit=1)[0] in message


@pytest.mark.parametrize(
    ("text", "key", "wanted"),
    [
        ("max_message_chars = 5", "max_message_chars to 5", "greater than or equal to 100"),
        ("[grounding]\nentailed = 1.5", "grounding.entailed to 1.5", "less than or equal to 1"),
        ("[drafting]\ntimeout_s = 0", "drafting.timeout_s to 0", "greater than 0"),
        ("[context]\nbudget_tokens = 'many'", "context.budget_tokens to 'many'", "integer"),
    ],
)
def test_impossible_value_is_named_with_its_bound(tmp_path: Path, text: str, key: str, wanted: str) -> None:
    message = problem(tmp_path, text)
    assert message.startswith(f"support.toml sets {key}")
    assert wanted in message


def test_file_that_is_not_toml_is_refused_with_the_line(tmp_path: Path) -> None:
    message = problem(tmp_path, "max_message_chars = 500\n[drafting\n")
    assert message.startswith("support.toml is not TOML")
    assert "line 2" in message


def test_file_that_is_not_text_is_refused(tmp_path: Path) -> None:
    (tmp_path / "support.toml").write_bytes(b"home = '\xff'")
    with pytest.raises(SettingsError, match="is not TOML"):
        load_settings(tmp_path / "support.toml", {})


def test_file_that_was_named_must_be_there(tmp_path: Path) -> None:
    with pytest.raises(SettingsError, match=r"none\.toml cannot be read \(No such file"):
        load_settings(tmp_path / "none.toml", {})


@pytest.mark.parametrize(
    ("name", "near"),
    [
        ("SUPPORT_HOEM", "SUPPORT_HOME"),
        ("SUPPORT_DRAFTING_DRAFTER", "SUPPORT_DRAFTING__DRAFTER"),
        ("SUPPORT_CONTEXT__BUDGET", "SUPPORT_CONTEXT__BUDGET_TOKENS"),
    ],
)
def test_mistyped_variable_names_the_nearest_setting(name: str, near: str) -> None:
    with pytest.raises(SettingsError, match=rf"{name} is not a setting\. Did you mean {near}\?"):
        load_settings(None, {name: "x"})


def test_variables_of_others_do_not_matter() -> None:
    assert load_settings(None, {"SUPPORTED": "x", "HOME": "x"}) == load_settings(None, {})


def test_articles_are_narrowed_by_a_table_or_by_a_variable(tmp_path: Path) -> None:
    from_file = load_settings(written(tmp_path, '[articles]\nonly = { language = "en", version = "2" }\n'), {})
    from_variable = load_settings(None, {"SUPPORT_ARTICLES__ONLY": "language=en, version=2"})
    assert from_file.articles.only == from_variable.articles.only == {"language": "en", "version": "2"}


def test_narrowing_that_cannot_be_read_is_refused() -> None:
    with pytest.raises(
        SettingsError, match=r"SUPPORT_ARTICLES__ONLY sets articles.only to 'english': the filter .* wanted KEY=VALUE"
    ):
        load_settings(None, {"SUPPORT_ARTICLES__ONLY": "english"})


def test_no_model_rewrites_unless_one_is_named() -> None:
    assert Settings().rewriting.model is None
    assert load_settings(None, {"SUPPORT_REWRITING__MODEL": "ollama:llama3.2"}).rewriting.model == "ollama:llama3.2"


@pytest.mark.parametrize("key", ["metrics_token", "database_url"])
def test_secret_that_cannot_be_is_not_repeated(key: str) -> None:
    with pytest.raises(SettingsError, match=rf"{key.upper()} sets service\.{key} to something") as caught:
        load_settings(None, {f"SUPPORT_SERVICE__{key.upper()}": " \t"})
    assert "\\t" not in str(caught.value)
    assert "wanted" in str(caught.value)


def test_every_setting_has_one_key() -> None:
    keys = known_keys()
    assert {"home", "drafting.drafter", "policies.rules"} <= set(keys)
    assert len(keys) == len(set(keys))
