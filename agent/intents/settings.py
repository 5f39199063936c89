"""Settings of routing."""

from __future__ import annotations

from typing import Any

from pydantic import Field, field_validator

from agent.intents.languages import LANGUAGES
from agent.setting_section import Section


class RoutingSettings(Section):
    """How it is told what a message needs."""

    languages: tuple[str, ...] = Field(default=("en",), min_length=1)
    """Languages that the articles answer in, as tags; a message in another goes to a person. As a variable `en, de`."""
    intents: str = "auto"
    """The intent head: a folder, `none` for the rules alone, or `auto` for the shipped one where the embedder is the one
    that it was fitted on."""
    topics_by_meaning: bool = True
    """Whether a message in English that no phrase of the rules finds also goes to a person where the topic head takes it for
    distress, a threat or another topic; only with the embedder that the head was fitted on."""
    topics_by_sentence: bool = True
    """Whether each sentence of a message is read so, too: finds what stands in one sentence of five, and costs three
    times the embedding of a short message."""

    @field_validator("languages", mode="before")
    @classmethod
    def _from_text(cls, value: Any) -> Any:
        return tuple(part.strip() for part in value.split(",") if part.strip()) if isinstance(value, str) else value

    @field_validator("languages")
    @classmethod
    def _known(cls, value: tuple[str, ...]) -> tuple[str, ...]:
        if wrong := [tag for tag in value if tag not in LANGUAGES]:
            raise ValueError(f"languages among {', '.join(LANGUAGES)} are wanted, found {wrong[0]!r}")
        return value
