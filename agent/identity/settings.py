"""Settings of proving who a customer is."""

from __future__ import annotations

from pydantic import Field

from agent.setting_section import Section


class IdentitySettings(Section):
    """The challenge: an order number with the e-mail address or the delivery postcode of that order."""

    challenge: bool = True
    """Whether a customer may prove themselves in the conversation; otherwise only the caller verifies anybody."""
    minutes: int = Field(default=60, ge=1, le=1_440)
    """How long a proof holds, and only for the conversation it was given in."""
    window_minutes: int = Field(default=60, ge=1, le=10_080)
    """The window in which attempts that failed are counted."""
    attempts_per_conversation: int = Field(default=5, ge=1, le=100)
    attempts_per_order: int = Field(default=8, ge=1, le=1_000)
    """For one order number, from all conversations together, whether there is such an order or not."""
    attempts_overall: int = Field(default=500, ge=1, le=1_000_000)
    """For all orders and conversations together: guessing on a broad front."""
