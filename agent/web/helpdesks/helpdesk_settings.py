"""What the settings of every helpdesk have in common: secrets that are long enough, https addresses, time-outs."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated, Any
from urllib.parse import urlsplit

from pydantic import AfterValidator, BeforeValidator, ConfigDict, Field, SecretStr

from agent.setting_section import Section

LOCAL = ("localhost", "127.0.0.1", "::1")
MIN_SECRET = 16
"""Characters of a secret; a shorter one may be guessed."""


class HelpdeskSection(Section):
    """Base of a helpdesk's settings; what was typed is kept out of errors, for it may be a secret."""

    model_config = ConfigDict(frozen=True, extra="forbid", hide_input_in_errors=True)

    connect_s: float = Field(default=3.0, gt=0, le=30)
    """For connecting to the helpdesk."""
    read_s: float = Field(default=10.0, gt=0, le=120)
    """For its answer once the request is sent."""
    tolerance_s: int = Field(default=300, ge=10, le=3600)
    """By how much the time of a signature may be off, both ways, where the helpdesk signs one."""


def as_several(value: Any) -> Any:
    """As a variable, one secret is a text. They are wrapped first of all, so that no error shows them."""
    told = (value,) if isinstance(value, str | SecretStr) else value
    return tuple(map(_as_secret, told)) if isinstance(told, list | tuple) else told


def _as_secret(value: Any) -> Any:
    return SecretStr(value) if isinstance(value, str) else value


def are_long(value: Sequence[SecretStr]) -> Sequence[SecretStr]:
    """Refuse secrets that may be guessed."""
    if any(len(secret.get_secret_value()) < MIN_SECRET for secret in value):
        raise ValueError(f"a secret is shorter than {MIN_SECRET} characters: wanted a random one, of 32 for example")
    return value


def _is_plain(value: SecretStr) -> SecretStr:
    text = value.get_secret_value()
    if not text.isascii() or not text.isprintable() or text != text.strip() or not text:
        raise ValueError("a token is empty or has blanks, line breaks or letters that no HTTP header holds")
    return value


def _is_safe(value: str) -> str:
    """Https, except on this machine; no path that ends with a stroke, no query."""
    parts = urlsplit(value)
    if parts.scheme != "https" and not (parts.scheme == "http" and parts.hostname in LOCAL):
        raise ValueError("wanted an https address, for example https://desk.example")
    if not parts.hostname or parts.query or parts.fragment or parts.username:
        raise ValueError("wanted an address of host and path alone, for example https://desk.example")
    return value.rstrip("/")


Secrets = Annotated[
    tuple[SecretStr, ...], Field(min_length=1, max_length=2), AfterValidator(are_long), BeforeValidator(as_several)
]
"""The secret that deliveries are proved with; two while it is changed."""

FallbackSecrets = Annotated[
    tuple[SecretStr, ...], Field(max_length=2), AfterValidator(are_long), BeforeValidator(as_several)
]
"""As `Secrets`, for a proof that may be absent."""

Token = Annotated[SecretStr, AfterValidator(_is_plain), BeforeValidator(_as_secret)]
"""What proves us to the helpdesk."""

Address = Annotated[str, AfterValidator(_is_safe)]
"""Base address of the helpdesk."""
