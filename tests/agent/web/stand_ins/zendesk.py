"""A Zendesk Support account: tickets and event webhooks."""

from __future__ import annotations

import base64
import hashlib
import hmac
import re
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from tests.agent.web.stand_ins.base import MISSING, Answer, Request, Said, StandIn, Talk, as_body, iso

SECRET = "zendesk-hook-secret-0001"
TOKEN = "zendesk-api-token"
BOT, REQUESTER, AGENT, GROUP = "500", "9001", "501", 70
UPDATED = "2026-01-02T03:04:05Z"
AUTHORS = {"customer": REQUESTER, "agent": AGENT, "bot": BOT, "system": "-1"}


@dataclass
class ZendeskStandIn(StandIn):
    """A ticket is updated as a whole; a comment is one of its changes."""

    secret: str = SECRET
    user: str = "bot@shop.example"
    token: str = TOKEN
    keeps_metadata: bool = True
    updated: str = UPDATED
    """When a ticket was changed last, which is more than what a read tells where somebody changed it since."""
    retry_waits_s: tuple[float, ...] = (1.0, 2.0, 4.0)

    def is_allowed(self, request: Request) -> bool:
        basic = base64.b64encode(f"{self.user}/token:{self.token}".encode()).decode()
        return request.headers.get("authorization") == f"Basic {basic}"

    def is_retried(self, status: int | None) -> bool:
        return status is None or status in (409, 429, 503)

    def answer(self, request: Request) -> Answer:
        if request.path == "/api/v2/search.json":
            return 200, {"results": [{"id": int(talk.id)} for talk in self.talks.values() if talk.with_bot]}
        found = re.fullmatch(r"/api/v2/tickets/(\w+)(/comments)?\.json", request.path)
        talk = self.talks.get(found[1]) if found else None
        if found is None or talk is None:
            return MISSING
        if request.method == "PUT" and request.json["ticket"].get("updated_stamp", self.updated) != self.updated:
            return 409, {"error": "UpdateConflict"}
        if request.method == "PUT":
            return 200, self._updated(talk, request.json["ticket"])
        if found[2]:
            return 200, self._comments(talk)
        return 200, {"ticket": self._ticket(talk)}

    def delivery(self, conversation: str, said: Said, at: datetime) -> tuple[dict[str, str], bytes]:
        talk, author = self.talk(conversation), AUTHORS[said.author]
        ticket = self._ticket(talk)
        content = {
            "type": "zen:event-type:ticket.comment_added",
            "account_id": 100,
            "id": f"ev-{said.id}",
            "time": iso(said.at),
            "zendesk_event_version": "2022-11-06",
            "subject": f"zen:ticket:{talk.id}",
            "detail": {name: str(value) if isinstance(value, int) else value for name, value in ticket.items()}
            | {"via": {"channel": "web"}, "status": ticket["status"].upper()},
            "event": {
                "comment": {
                    "id": said.id,
                    "body": said.text,
                    "is_public": not said.private,
                    "author": {"id": author, "is_staff": said.author != "customer"},
                    "attachments": said.attachments,
                },
                "meta": {"sequence": {"id": "seq", "position": 1, "total": 1}},
            },
        }
        return self.signed(as_body(content), at)

    def signed(self, body: bytes, at: datetime) -> tuple[dict[str, str], bytes]:
        stamp = at.strftime("%Y-%m-%dT%H:%M:%SZ")
        digest = base64.b64encode(
            hmac.new(self.secret.encode(), stamp.encode() + body, hashlib.sha256).digest()
        ).decode()
        return {
            "x-zendesk-webhook-signature": digest,
            "x-zendesk-webhook-signature-timestamp": stamp,
            "x-zendesk-webhook-invocation-id": f"inv-{self.new_id()}",
        }, body

    def _updated(self, talk: Talk, changes: dict[str, Any]) -> dict[str, Any]:
        events: list[dict[str, Any]] = [{"id": 1, "type": "Change"}]
        if comment := changes.get("comment"):
            key = changes.get("metadata", {}).get("support_key") if self.keeps_metadata else None
            said = self.say(talk.id, "bot", comment["body"], private=not comment["public"], key=key)
            events.append({"id": int(said.id), "type": "Comment"})
        if changes.get("group_id") == GROUP and talk.with_bot:
            self.hand_over(talk)
        talk.extra.setdefault("tags", set()).update(changes.get("additional_tags", ()))
        if "tags" in changes:
            talk.extra["tags"] = set(changes["tags"])
            talk.person = changes["assignee_id"] is not None
            talk.with_bot = changes["group_id"] != GROUP and not talk.person
        return {"ticket": self._ticket(talk), "audit": {"id": 2, "events": events}}

    def _ticket(self, talk: Talk) -> dict[str, Any]:
        return {
            "id": int(talk.id),
            "status": "open",
            "requester_id": int(REQUESTER),
            "assignee_id": int(AGENT) if talk.person else None,
            "group_id": GROUP if talk.handed_over and not talk.with_bot else 7,
            "tags": sorted(talk.extra.get("tags", ())) if not talk.with_bot else [],
            "updated_at": UPDATED,
        }

    def _comments(self, talk: Talk) -> dict[str, Any]:
        comments = [
            {
                "id": int(one.id),
                "author_id": int(AUTHORS[one.author]),
                "body": one.text,
                "plain_body": one.text,
                "public": not one.private,
                "created_at": iso(one.at),
                "metadata": {"system": {}, "custom": {"support_key": one.key} if one.key else {}},
            }
            for one in reversed(talk.said[-100:])
        ]
        users = [
            {"id": int(REQUESTER), "role": "end-user"},
            {"id": int(AGENT), "role": "agent"},
            {"id": int(BOT), "role": "agent"},
        ]
        return {"comments": comments, "users": users}
