"""Every helpdesk beside the server that stands in for it."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any

from pydantic import TypeAdapter

from agent.web.envelope import Delivery
from agent.web.helpdesks.contract import Helpdesk
from agent.web.helpdesks.opening import HelpdeskSettings, open_helpdesk
from tests.agent.web.stand_ins import chatwoot, freshdesk, intercom, standard_webhooks, sunshine, zammad, zendesk
from tests.agent.web.stand_ins.base import Said, StandIn

NOW = datetime(2026, 1, 2, 3, 10, tzinfo=UTC)
OTHER = "another-secret-of-the-shop-01"
OTHER_STANDARD = "whsec_YW5vdGhlci1zZWNyZXQtb2YtdGhlLXNob3A="
TALK = "10"


@dataclass(frozen=True)
class Desk:
    """A kind of helpdesk: its server, its settings at an address, and what is needed to sign for it."""

    kind: str
    stand_in: Callable[[], StandIn]
    secret: str
    more: Callable[[str], dict[str, Any]]
    signed_header: str
    """The header that proves a delivery."""
    time_header: str | None = None
    finds_waiting: bool = True
    names_text: bool = True
    """Whether a delivery holds the text of the message."""

    @property
    def other_secret(self) -> str:
        return OTHER_STANDARD if self.kind == "standard" else OTHER

    def open(self, url: str, secrets: tuple[str, ...] = (), **more: Any) -> Helpdesk:
        told = {"kind": self.kind, "secrets": secrets or (self.secret,), "read_s": 20.0, **self.more(url), **more}
        return open_helpdesk("desk", SETTINGS.validate_python(told), lambda: NOW)


SETTINGS: TypeAdapter[HelpdeskSettings] = TypeAdapter(HelpdeskSettings)


def standard(url: str) -> dict[str, Any]:
    return {"send_url": f"{url}/hooks", "conversations_url": f"{url}/conversations", "token": standard_webhooks.TOKEN}


DESKS = (
    Desk(
        "standard",
        standard_webhooks.StandardStandIn,
        standard_webhooks.SECRET,
        standard,
        "webhook-signature",
        "webhook-timestamp",
    ),
    Desk(
        "chatwoot",
        chatwoot.ChatwootStandIn,
        chatwoot.SECRET,
        lambda url: {"url": url, "account_id": 1, "token": chatwoot.TOKEN},
        "x-chatwoot-signature",
        "x-chatwoot-timestamp",
    ),
    Desk(
        "zendesk",
        zendesk.ZendeskStandIn,
        zendesk.SECRET,
        lambda url: {
            "url": url,
            "token": zendesk.TOKEN,
            "user": "bot@shop.example",
            "bot_user_id": zendesk.BOT,
            "handoff_group_id": zendesk.GROUP,
        },
        "x-zendesk-webhook-signature",
        "x-zendesk-webhook-signature-timestamp",
    ),
    Desk(
        "sunshine",
        sunshine.SunshineStandIn,
        sunshine.SECRET,
        lambda url: {
            "url": f"{url}/sc",
            "app_id": "app1",
            "key_id": sunshine.KEY_ID,
            "token": sunshine.TOKEN,
            "integration": "our-bot",
        },
        "x-api-key",
        finds_waiting=False,
    ),
    Desk(
        "zammad",
        zammad.ZammadStandIn,
        zammad.SECRET,
        lambda url: {
            "url": url,
            "token": zammad.TOKEN,
            "bot_user_id": str(zammad.BOT),
            "bot_group": "Bot",
            "handoff_group": "People",
        },
        "x-hub-signature",
    ),
    Desk(
        "intercom",
        intercom.IntercomStandIn,
        intercom.SECRET,
        lambda url: {"url": url, "token": intercom.TOKEN, "admin_id": intercom.BOT, "handoff_id": intercom.TEAM},
        "x-hub-signature",
    ),
    Desk(
        "freshdesk",
        freshdesk.FreshdeskStandIn,
        freshdesk.SECRET,
        lambda url: {
            "url": url,
            "token": freshdesk.TOKEN,
            "bot_agent_id": str(freshdesk.BOT),
            "handoff_group_id": freshdesk.GROUP,
        },
        "x-support-secret",
        names_text=False,
    ),
)
BY_KIND = {desk.kind: desk for desk in DESKS}
UNUSED = "http://127.0.0.1:9"
"""Where nothing is called."""


def delivered(stand_in: StandIn, said: Said, at: datetime = NOW, conversation: str = TALK) -> Delivery:
    """A delivery as the web server hands it on."""
    headers, body = stand_in.delivery(conversation, said, at)
    return Delivery(headers=headers, body=body)


def signed_with(delivery: Delivery, **headers: str) -> Delivery:
    """The delivery with other headers, `_` standing for `-`."""
    told = {**delivery.headers, **{name.replace("_", "-"): value for name, value in headers.items()}}
    return delivery.model_copy(update={"headers": told})


def body_of(content: Any, **headers: str) -> Delivery:
    """A delivery that is only to be read."""
    return Delivery(
        headers={name.replace("_", "-"): value for name, value in headers.items()}, body=json.dumps(content).encode()
    )
