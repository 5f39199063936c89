"""Opening the recognisers that the settings name."""

from __future__ import annotations

from collections.abc import Iterator

from agent.errors import SettingsError
from agent.privacy.finding import Finder, own_recognisers
from agent.privacy.redacting import Redactor
from agent.privacy.settings import PrivacySettings
from agent.privacy.types import Recogniser


def open_finder(settings: PrivacySettings) -> Finder:
    """Our own recognisers and those that the settings add; no model is loaded yet.

    Raises:
        SettingsError: one is named and not there.
    """
    return Finder((*own_recognisers(settings.phone_regions), *_others(settings)))


def open_redactor(settings: PrivacySettings) -> Redactor:
    """Takes out what these recognisers find; nothing where redaction is switched off."""
    return Redactor(open_finder(settings) if settings.redact else Finder(()))


def _others(settings: PrivacySettings) -> Iterator[Recogniser]:
    if "classifier" in settings.also:
        from agent.privacy.token_classifier import TokenClassifier

        if settings.classifier is None:
            raise SettingsError(
                "privacy.also names the token classifier, and privacy.classifier names no folder: wanted one that "
                "transformers saved. Set it in support.toml, or leave `classifier` out of privacy.also."
            )
        yield TokenClassifier(settings.classifier, settings.classifier_floor)
    if "presidio" in settings.also:
        from agent.privacy.presidio import PresidioRecogniser

        yield PresidioRecogniser()
