"""Settings of the actions."""

from __future__ import annotations

from typing import Literal, Self
from urllib.parse import urlsplit

from pydantic import Field, SecretStr, model_validator

from agent.setting_section import Section

LOCAL = ("localhost", "127.0.0.1", "::1")


class ActionSettings(Section):
    """Where actions are carried out, and how long a yes and an approval count."""

    gateway: Literal["sqlite", "http"] = "sqlite"
    """`sqlite`: the order store of the data folder; `http`: a shop's own service."""
    url: str | None = None
    """Base address of that service, https except on this machine; needed for `http`."""
    token: SecretStr | None = None
    """Sent as a bearer token; best as the variable SUPPORT_ACTIONS__TOKEN."""
    secret: SecretStr | None = None
    """Signs every request (HMAC-SHA256); best as the variable SUPPORT_ACTIONS__SECRET."""
    timeout_s: float = Field(default=10.0, gt=0, le=120)
    """For one request, connecting included."""
    lookups: int = Field(default=3, ge=1, le=20)
    """How often an action whose outcome is not known is looked up before it goes to a person."""
    lookup_pause_s: float = Field(default=1.0, ge=0, le=60)
    confirm_days: int = Field(default=1, ge=0, le=30)
    """Days for which a customer's yes to a question counts."""
    approval_days: int = Field(default=14, ge=1, le=365)
    """Days for which a person can approve an action, from the day it was asked for."""

    @model_validator(mode="after")
    def _http_has_an_address_and_a_proof(self) -> Self:
        if self.gateway != "http":
            return self
        parts = urlsplit(self.url or "")
        if parts.scheme != "https" and not (parts.scheme == "http" and parts.hostname in LOCAL):
            raise ValueError("the gateway http needs actions.url, an https address")
        if self.token is None and self.secret is None:
            raise ValueError("the gateway http needs actions.token or actions.secret")
        return self
