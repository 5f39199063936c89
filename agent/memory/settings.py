"""Settings of the memories."""

from __future__ import annotations

from pathlib import Path

from pydantic import Field, field_validator

from agent.errors import InputError
from agent.memory.fact_keys import FactKey, all_keys
from agent.setting_section import Section


class MemorySettings(Section):
    """What is remembered of a conversation and of a customer, and what of it a turn is shown."""

    summary_tokens: int = Field(default=300, ge=0, le=10_000)
    """Of the lines before the ones that are shown; counted by an upper bound of any tokenizer's count."""
    episodes: int = Field(default=2, ge=0, le=20)
    """Past turns that a turn is shown at most; 0 recalls none, and they are still written."""
    half_life_days: float = Field(default=180.0, gt=0, le=36_500)
    """After so many days a past turn counts half of what it would count today."""
    searched_episodes: int = Field(default=1_000, ge=1, le=100_000)
    """Past turns of a customer that are looked through, newest first."""
    facts: int = Field(default=4, ge=0, le=50)
    """Facts about the customer that a turn is shown at most."""
    keys: dict[str, FactKey] = {}
    """Kinds of facts besides those that ship, by key, for example `loyalty_tier = { type = "choice", choices = ["gold",
    "silver"], label = "loyalty tier", words = ["loyalty"] }`."""
    skills_folder: Path | None = None
    """The shop's instructions, one Markdown file each; the sample shop's where None."""
    skills: int = Field(default=2, ge=0, le=20)
    """Skills that a turn is given at most."""
    skill_tokens: int = Field(default=600, ge=0, le=10_000)
    """Of all of them together, by the same upper bound."""

    @field_validator("keys")
    @classmethod
    def _new_keys(cls, found: dict[str, FactKey]) -> dict[str, FactKey]:
        try:
            all_keys(found)
        except InputError as error:
            raise ValueError(str(error)) from error
        return found
