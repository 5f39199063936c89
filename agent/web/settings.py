"""Settings of the service."""

from __future__ import annotations

import re
from pathlib import Path

from pydantic import Field, SecretStr, field_validator

from agent.setting_section import Section

_UNWRITTEN = re.compile(r"%(?![0-9A-Fa-f]{2})|[\s\x00-\x1f]|@.*@|[/?].*@|[?&]password=")
"""What no URL holds as it is, and a password in a place where it would be shown."""
POSTGRES = ("postgresql+psycopg", "postgresql", "postgres")
"""As the URL of a PostgreSQL database begins; whichever it is, the driver is psycopg."""


class ServiceSettings(Section):
    """How messages are taken in and worked through."""

    host: str = "127.0.0.1"
    port: int = Field(default=8080, ge=0, le=65_535)
    """0 takes a free one and says which."""
    workers: int = Field(default=1, ge=0, le=64)
    """Processes that answer messages; 0 where they are started elsewhere with `support work`."""
    database_url: SecretStr | None = None
    """`postgresql+psycopg://…`; None keeps what comes in and goes out in `service.db` of the data folder, and the
    states of conversations in `checkpoints.db`."""
    quiet_s: float = Field(default=2.0, ge=0, le=60)
    """How long a conversation has to be quiet before its messages are answered together."""
    lease_s: float = Field(default=60.0, ge=1, le=3_600)
    """How long a worker may give no sign of life before another takes its conversation."""
    turn_s: float = Field(default=60.0, gt=0, le=3_600)
    """How long a turn may run before a person gets it, also in `support ask` and `support chat`; a worker in which one
    has run for more than twice as long, and 5 s, ends and is replaced."""
    most_replies: int = Field(default=5, ge=1, le=100)
    """To one conversation within ten minutes; then a person gets it."""
    max_body_bytes: int = Field(default=262_144, ge=1_024, le=20_000_000)
    body_s: float = Field(default=10.0, gt=0, le=600)
    """How long a request may take to come in, headers and body; the connection is closed then."""
    rate_per_helpdesk: str = "6000/minute"
    rate_per_sender: str = "60/minute"
    """Deliveries that are taken, as `limits` writes rates; what is more is answered with 429, so that the helpdesk sends it later."""
    reconcile_s: float = Field(default=300.0, ge=0, le=86_400)
    """How often helpdesks are asked for messages whose delivery was lost; 0 never asks."""
    kept_days: float = Field(default=7.0, ge=1, le=365)
    """How long delivery ids and the rows of ended messages are kept."""
    metrics_token: SecretStr | None = None
    """What Prometheus shows as its bearer token to read `/metrics`; whoever reaches the port may read it where None."""
    desk_password: SecretStr | None = None
    """Of the page for people; without one there is no page."""
    desk_secret: Path | None = None
    """File of the key that signs the page's sessions; one is made in the data folder where None."""

    @field_validator("metrics_token")
    @classmethod
    def _not_empty(cls, value: SecretStr | None) -> SecretStr | None:
        if value is not None and not value.get_secret_value().strip():
            raise ValueError("wanted a token that Prometheus shows, or the line taken out to ask for none")
        return value

    @field_validator("database_url")
    @classmethod
    def _of_postgres(cls, value: SecretStr | None) -> SecretStr | None:
        if value is None:
            return None
        kind, _, rest = value.get_secret_value().partition("://")
        if kind not in POSTGRES:
            raise ValueError(f"wanted {POSTGRES[0]}://USER:PASSWORD@HOST/NAME, or none to keep it in the data folder")
        # The driver repeats what it cannot read, which may be the password or a part of it.
        if _UNWRITTEN.search(rest):
            raise ValueError(
                "wanted a URL whose password is percent-encoded: @ as %40, % as %25, / as %2F, a space as %20"
            )
        return value

    @property
    def driver_url(self) -> str | None:
        """The URL as psycopg itself reads it, with its password; None where none is set."""
        if self.database_url is None:
            return None
        return f"postgresql://{self.database_url.get_secret_value().partition('://')[2]}"
