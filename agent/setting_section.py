"""The base of every section of the settings."""

from __future__ import annotations

from pydantic import BaseModel, ConfigDict


class Section(BaseModel):
    """Base of a settings section."""

    model_config = ConfigDict(frozen=True, extra="forbid")
