"""A token classifier that finds names and the like, as an extra reader of messages: a folder that transformers saved."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any

from agent.errors import SettingsError
from agent.privacy.types import Kind, Span

KIND_OF: Mapping[str, Kind] = {
    "PER": "name",
    "PERSON": "name",
    "NAME": "name",
    "GIVENNAME": "name",
    "SURNAME": "name",
    "FIRSTNAME": "name",
    "LASTNAME": "name",
    "ADDRESS": "address",
    "STREET": "address",
    "STREET_ADDRESS": "address",
    "STREETADDRESS": "address",
    "ZIPCODE": "postcode",
    "EMAIL": "email",
    "EMAIL_ADDRESS": "email",
    "PHONE": "phone",
    "PHONE_NUMBER": "phone",
    "TELEPHONENUM": "phone",
}
"""Labels of published models, without `B-` and `I-`, and what they are here; other labels are not taken."""
PIECE = 1_000
"""Characters that are read at once, well inside the window of any such model."""


@dataclass(frozen=True)
class TokenClassifier:
    """Finds what a model of the operator's own choice labels."""

    folder: Path
    floor: float
    """Probability from which a find counts."""

    def find(self, text: str) -> Iterable[Span]:
        """Its finds of the kinds that are known here; the model is loaded with the first call.

        Raises:
            SettingsError: the folder holds no such model.
        """
        for start, piece in _pieces(text):
            for found in self._pipeline(piece):
                kind = KIND_OF.get(str(found["entity_group"]).upper())
                if kind and float(found["score"]) >= self.floor:
                    yield Span(kind, start + int(found["start"]), start + int(found["end"]))

    @cached_property
    def _pipeline(self) -> Any:
        from transformers import AutoModelForTokenClassification, AutoTokenizer, pipeline

        try:
            tokenizer = AutoTokenizer.from_pretrained(self.folder, local_files_only=True)
            model = AutoModelForTokenClassification.from_pretrained(
                self.folder, local_files_only=True, use_safetensors=True
            )
        except (OSError, ValueError) as error:
            raise SettingsError(
                f"The token classifier in {self.folder} cannot be opened ({error}): wanted a folder with a tokenizer and "
                "safetensors weights. Set privacy.classifier to one, or leave `classifier` out of privacy.also."
            ) from error
        return pipeline("token-classification", model=model, tokenizer=tokenizer, aggregation_strategy="simple")


def _pieces(text: str) -> Iterator[tuple[int, str]]:
    """Pieces of bounded length, cut at blanks where there are any."""
    start = 0
    while start < len(text):
        end = min(start + PIECE, len(text))
        blank = text.rfind(" ", start, end) if end < len(text) else -1
        end = blank + 1 if blank > start else end
        yield start, text[start:end]
        start = end
