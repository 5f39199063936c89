"""Presidio's pattern recognisers, as an extra; only this file imports it.

No language model is loaded: the default engine of Presidio fetches one. Nine digits, or a letter and seven, score low there
as passports, driving licences and bank accounts; the floor and the shop's own ids keep order numbers out of it.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Any

from agent.errors import SettingsError
from agent.privacy.types import Kind, Span

if TYPE_CHECKING:
    from presidio_analyzer import AnalyzerEngine

FLOOR = 0.4
"""Score from which a find counts."""
KIND_OF: Mapping[str, Kind] = {
    "CREDIT_CARD": "card",
    "IBAN_CODE": "iban",
    "US_SSN": "ssn",
    "PHONE_NUMBER": "phone",
    "IP_ADDRESS": "ip",
    "US_ITIN": "ssn",
    "UK_NHS": "national_id",
    "ES_NIF": "national_id",
    "IT_FISCAL_CODE": "national_id",
    "PERSON": "name",
}
"""What Presidio calls a find, and what it is here; other finds are not taken."""
MISSING = (
    "privacy.also names presidio, and it is not installed: wanted the package presidio-analyzer. Run "
    "`pip install 'grounded-support[presidio]'`, or leave `presidio` out of privacy.also in support.toml."
)


@dataclass(frozen=True)
class PresidioRecogniser:
    """Finds what Presidio's patterns find in English text."""

    floor: float = FLOOR

    def find(self, text: str) -> Iterable[Span]:
        """Its finds of the kinds that are known here; the first call takes seconds.

        Raises:
            SettingsError: Presidio is not installed.
        """
        for found in self._engine.analyze(text=text, language="en", score_threshold=self.floor):
            if kind := KIND_OF.get(found.entity_type):
                yield Span(kind, found.start, found.end)

    @cached_property
    def _engine(self) -> AnalyzerEngine:
        try:
            from presidio_analyzer import AnalyzerEngine, RecognizerRegistry
        except ImportError as error:
            raise SettingsError(MISSING) from error
        registry = RecognizerRegistry(supported_languages=["en"])
        registry.load_predefined_recognizers(languages=["en"], nlp_engine=_blank_engine())
        for fetching in ("EmailRecognizer", "UrlRecognizer"):
            registry.remove_recognizer(fetching)  # they look the list of top-level domains up on the network
        return AnalyzerEngine(registry=registry, nlp_engine=_blank_engine(), supported_languages=["en"])


def _blank_engine() -> Any:
    """An NLP engine that cuts words and knows no names."""
    import spacy
    from presidio_analyzer.nlp_engine import SpacyNlpEngine

    engine = SpacyNlpEngine(models=[{"lang_code": "en", "model_name": "blank"}])
    engine.nlp = {"en": spacy.blank("en")}  # set beforehand, so that nothing is loaded or fetched
    return engine
