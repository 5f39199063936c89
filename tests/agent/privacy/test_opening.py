"""Recognisers are opened as the settings name them; what is missing is said with the next step."""

from __future__ import annotations

import importlib.util

import pytest
from pydantic import ValidationError

from agent.errors import SettingsError
from agent.privacy.opening import open_finder, open_redactor
from agent.privacy.presidio import PresidioRecogniser
from agent.privacy.settings import PrivacySettings
from agent.privacy.token_classifier import TokenClassifier, _pieces


def test_redaction_can_be_switched_off() -> None:
    text = "4111 1111 1111 1111"
    assert open_redactor(PrivacySettings(redact=False)).redact(text).text == text
    assert open_redactor(PrivacySettings()).redact(text).text == "[card removed]"


def test_classifier_without_a_folder_is_refused() -> None:
    with pytest.raises(SettingsError, match=r"privacy\.classifier"):
        open_finder(PrivacySettings(also=("classifier",)))


def test_folder_without_a_model_is_named(tmp_path: object) -> None:
    classifier = TokenClassifier(tmp_path, 0.5)  # type: ignore[arg-type]
    with pytest.raises(SettingsError, match="cannot be opened"):
        list(classifier.find("Anna"))


@pytest.mark.skipif(importlib.util.find_spec("presidio_analyzer") is not None, reason="Presidio is installed")
def test_presidio_that_is_missing_is_named_with_its_command() -> None:
    with pytest.raises(SettingsError, match=r"grounded-support\[presidio\]"):
        list(PresidioRecogniser().find("Anna"))


def test_long_text_is_read_in_pieces_that_join_again() -> None:
    text = "word " * 700
    pieces = list(_pieces(text))
    assert "".join(piece for _, piece in pieces) == text
    assert all(text[start : start + len(piece)] == piece and len(piece) <= 1_000 for start, piece in pieces)


def test_settings_take_countries_as_text_and_refuse_others() -> None:
    assert PrivacySettings.model_validate({"phone_regions": "US, GB"}).phone_regions == ("US", "GB")
    with pytest.raises(ValidationError, match="two capitals"):
        PrivacySettings(phone_regions=("usa",))
