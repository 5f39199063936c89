"""Opening the helpdesk that the settings name."""

from __future__ import annotations

from typing import Annotated, Any

from pydantic import BaseModel, Discriminator, Tag

from agent.web.helpdesks.chatwoot import Chatwoot, ChatwootSettings
from agent.web.helpdesks.contract import Helpdesk
from agent.web.helpdesks.freshdesk import Freshdesk, FreshdeskSettings
from agent.web.helpdesks.intercom import Intercom, IntercomSettings
from agent.web.helpdesks.signing import Clock
from agent.web.helpdesks.standard_webhooks import StandardSettings, StandardWebhooks
from agent.web.helpdesks.sunshine import Sunshine, SunshineSettings
from agent.web.helpdesks.zammad import Zammad, ZammadSettings
from agent.web.helpdesks.zendesk import Zendesk, ZendeskSettings


def _kind(value: Any) -> Any:
    """The kind of helpdesk that settings are for; Standard Webhooks where they name none."""
    if isinstance(value, BaseModel):
        return getattr(value, "kind", None)
    return value.get("kind", "standard") if isinstance(value, dict) else None


HelpdeskSettings = Annotated[
    Annotated[StandardSettings, Tag("standard")]
    | Annotated[ChatwootSettings, Tag("chatwoot")]
    | Annotated[ZendeskSettings, Tag("zendesk")]
    | Annotated[SunshineSettings, Tag("sunshine")]
    | Annotated[ZammadSettings, Tag("zammad")]
    | Annotated[IntercomSettings, Tag("intercom")]
    | Annotated[FreshdeskSettings, Tag("freshdesk")],
    Discriminator(_kind),
]
"""Settings of one helpdesk, told apart by `kind`."""


def open_helpdesk(name: str, settings: HelpdeskSettings, clock: Clock) -> Helpdesk:
    """The adapter; nothing is called yet. `name` stands in errors and in the address of the webhook."""
    match settings:
        case StandardSettings():
            return StandardWebhooks(name, settings, clock)
        case ChatwootSettings():
            return Chatwoot(name, settings, clock)
        case ZendeskSettings():
            return Zendesk(name, settings, clock)
        case SunshineSettings():
            return Sunshine(name, settings, clock)
        case ZammadSettings():
            return Zammad(name, settings, clock)
        case IntercomSettings():
            return Intercom(name, settings, clock)
        case FreshdeskSettings():
            return Freshdesk(name, settings, clock)
