"""Settings of what is taken out of messages, and of who reads them for it."""

from __future__ import annotations

from pathlib import Path
from typing import Any, Literal

from pydantic import Field, field_validator

from agent.setting_section import Section


class PrivacySettings(Section):
    """Personal data in messages, notes and errors."""

    redact: bool = True
    """Whether it is taken out before anything is stored or shown to a model; off only for rehearsals on invented data."""
    phone_regions: tuple[str, ...] = ("US", "GB", "DE", "FR", "ES", "IT", "NL", "PL", "SE", "DK", "CH", "AT", "AU")
    """Countries (ISO 3166) in which a telephone number without its country code may be at home."""
    also: tuple[Literal["classifier", "presidio"], ...] = ()
    """Recognisers besides our own: a token classifier of names and places, Presidio's patterns (extra `presidio`)."""
    classifier: Path | None = None
    """Folder of the token classifier, as transformers saves one."""
    classifier_floor: float = Field(default=0.6, ge=0.0, le=1.0)
    """Probability from which its finds count."""

    @field_validator("phone_regions", "also", mode="before")
    @classmethod
    def _from_text(cls, value: Any) -> Any:
        """As a variable, names are written with commas between them."""
        return [part.strip() for part in value.split(",") if part.strip()] if isinstance(value, str) else value

    @field_validator("phone_regions")
    @classmethod
    def _are_countries(cls, value: tuple[str, ...]) -> tuple[str, ...]:
        wrong = [region for region in value if not (len(region) == 2 and region.isascii() and region.isupper())]
        if wrong:
            raise ValueError(f"{wrong[0]!r} is no country: wanted two capitals, for example US")
        return value
