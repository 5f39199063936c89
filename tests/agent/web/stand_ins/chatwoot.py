"""A Chatwoot installation with one account and one agent bot."""

from __future__ import annotations

import hashlib
import hmac
import re
import uuid
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from tests.agent.web.stand_ins.base import MISSING, Answer, Request, Said, StandIn, Talk, as_body, iso, unix

SECRET = "chatwoot-hook-secret-0001"
TOKEN = "chatwoot-bot-token"
KINDS = {"customer": 0, "agent": 1, "bot": 1, "system": 2}
WORDS = {0: "incoming", 1: "outgoing", 2: "activity"}
SENDERS = {"customer": "contact", "agent": "user", "bot": "agent_bot", "system": ""}
PAGE = 25


@dataclass
class ChatwootStandIn(StandIn):
    """It opens a pending conversation whose bot was late or failed, and repeats only after 429 and 500."""

    secret: str = SECRET
    token: str = TOKEN
    signs: bool = True
    keeps_attributes: bool = True
    """Older releases drop attributes that they do not know."""
    retry_waits_s: tuple[float, ...] = (3.0, 3.0)

    def is_allowed(self, request: Request) -> bool:
        return request.headers.get("api_access_token") == self.token

    def is_retried(self, status: int | None) -> bool:
        return status in (429, 500)

    def answer(self, request: Request) -> Answer:
        path = request.path.removeprefix("/api/v1/accounts/1/conversations")
        if path == "" and request.method == "GET":
            return 200, self._listed(int(request.query.get("page", "1")))
        found = re.fullmatch(r"/(\w+)(?:/(\w+))?", path)
        talk = self.talks.get(found[1]) if found else None
        if found is None or talk is None:
            return MISSING
        match request.method, found[2]:
            case "GET", None:
                return 200, self._talk(talk)
            case "GET", "messages":
                return 200, {"meta": {}, "payload": [self._message(one) for one in talk.said[-20:]]}
            case "POST", "messages":
                return 200, self._message(self._written(talk, request.json))
            case "POST", "toggle_status":
                if talk.with_bot and request.json["status"] == "open":
                    self.hand_over(talk)
                elif request.json["status"] == "pending":
                    talk.with_bot = True
                return 200, {"meta": {}, "payload": {"success": True, "current_status": request.json["status"]}}
            case "POST", "assignments":
                if "assignee_id" in request.json:
                    talk.person = request.json["assignee_id"] is not None
                    return 200, None  # as for nobody
                talk.extra["team"] = request.json["team_id"]
                return 200, {"id": request.json["team_id"], "name": "People"} if request.json["team_id"] else None
        return MISSING

    def delivery(self, conversation: str, said: Said, at: datetime) -> tuple[dict[str, str], bytes]:
        talk = self.talk(conversation)
        content = {
            "event": "message_created",
            "id": int(said.id),
            "content": said.text or None,
            "message_type": WORDS[KINDS[said.author]],
            "content_type": "text",
            "private": said.private,
            "created_at": iso(said.at),
            "sender": {"id": 14, "name": "A. Person", "type": SENDERS[said.author], "pubsub_token": "never-log-this"},
            "attachments": said.attachments,
            "account": {"id": 1, "name": "Shop"},
            "conversation": self._talk(talk) | {"contact_inbox": {"hmac_verified": talk.customer_id is not None}},
        }
        body, stamp = as_body(content), str(unix(at))
        headers = {"x-chatwoot-delivery": str(uuid.uuid4())}
        if self.signs:
            digest = hmac.new(self.secret.encode(), stamp.encode() + b"." + body, hashlib.sha256).hexdigest()
            headers |= {"x-chatwoot-timestamp": stamp, "x-chatwoot-signature": f"sha256={digest}"}
        return headers, body

    def post(self, url: str, headers: dict[str, str], body: bytes) -> list[int | None]:
        answers = super().post(url, headers, body)
        if answers[-1] is None or not 200 <= answers[-1] < 300:
            import json

            with self.lock:
                self.talk(str(json.loads(body)["conversation"]["id"])).with_bot = False
        return answers

    def _written(self, talk: Talk, told: dict[str, Any]) -> Said:
        key = told.get("content_attributes", {}).get("support_key") if self.keeps_attributes else None
        return self.say(talk.id, "bot", told["content"], private=told["private"], key=key)

    def _listed(self, page: int) -> dict[str, Any]:
        pending = [talk for talk in self.talks.values() if talk.with_bot]
        return {"data": {"meta": {}, "payload": [self._talk(one) for one in pending[(page - 1) * PAGE : page * PAGE]]}}

    def _talk(self, talk: Talk) -> dict[str, Any]:
        contact = {
            "id": 14,
            "email": "typed@shop.example",
            "identifier": talk.customer_id or "typed-id",
            "type": "contact",
        }
        meta = {"sender": contact, "assignee": {"id": 2} if talk.person else None}
        meta["hmac_verified"] = talk.customer_id is not None
        last = [self._message(one) for one in talk.said[-1:]]
        return {
            "id": int(talk.id),
            "status": "pending" if talk.with_bot else "open",
            "channel": "Channel::WebWidget",
            "meta": meta,
            "messages": last,
            "last_non_activity_message": last[0] if last else None,
        }

    def _message(self, said: Said) -> dict[str, Any]:
        return {
            "id": int(said.id),
            "content": said.text or None,
            "message_type": KINDS[said.author],
            "created_at": unix(said.at),
            "private": said.private,
            "content_attributes": {"support_key": said.key} if said.key else {},
            "sender": {"id": 14, "type": SENDERS[said.author]},
        }
