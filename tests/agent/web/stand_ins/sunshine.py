"""An app of Sunshine Conversations with a switchboard of two: our bot and the desk of the agents."""

from __future__ import annotations

import base64
import re
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from tests.agent.web.stand_ins.base import MISSING, Answer, Request, Said, StandIn, Talk, as_body, iso

SECRET = "sunshine-hook-secret-0001"
KEY_ID, TOKEN = "act_1", "sunshine-key-secret"
BOT, DESK = {"id": "si1", "name": "our-bot"}, {"id": "si2", "name": "zd-agentWorkspace"}


@dataclass
class SunshineStandIn(StandIn):
    """Control is passed on once, and back to the bot however often that is asked."""

    secret: str = SECRET
    token: str = TOKEN
    retry_waits_s: tuple[float, ...] = (1.0, 2.0, 4.0, 8.0, 16.0)

    def is_allowed(self, request: Request) -> bool:
        basic = base64.b64encode(f"{KEY_ID}:{self.token}".encode()).decode()
        return request.headers.get("authorization") == f"Basic {basic}"

    def answer(self, request: Request) -> Answer:
        found = re.fullmatch(r"/sc/v2/apps/app1/conversations/(\w+)(?:/(\w+))?", request.path)
        talk = self.talks.get(found[1]) if found else None
        if found is None or talk is None:
            return MISSING
        match request.method, found[2]:
            case "GET", None:
                return 200, {"conversation": self._talk(talk)}
            case "PATCH", None:
                talk.extra["metadata"] = request.json["metadata"]
                return 200, {"conversation": self._talk(talk)}
            case "GET", "messages":
                return 200, {
                    "messages": [self._message(talk, one) for one in talk.said[-100:]],
                    "meta": {"hasMore": False},
                }
            case "POST", "messages":
                told = request.json
                said = self.say(talk.id, "bot", told["content"]["text"], key=told["metadata"].get("support_key"))
                return 201, {"messages": [self._message(talk, said)]}
            case "POST", "passControl":
                if request.json["switchboardIntegration"] in BOT.values():
                    self.give_back(talk.id)
                    return 200, {}
                if not talk.with_bot:
                    return 403, {"errors": [{"code": "forbidden"}]}
                self.hand_over(talk)
                talk.extra["passed"] = request.json
                return 200, {}
        return MISSING

    def delivery(self, conversation: str, said: Said, at: datetime) -> tuple[dict[str, str], bytes]:
        return self.events((conversation, said))

    def events(self, *told: tuple[str, Said]) -> tuple[dict[str, str], bytes]:
        """Several messages in one request."""
        events = [
            {
                "id": f"e{self.new_id()}",
                "type": "conversation:message",
                "createdAt": iso(said.at),
                "payload": {
                    "conversation": self._talk(self.talk(conversation)),
                    "message": self._message(self.talk(conversation), said),
                },
            }
            for conversation, said in told
        ]
        content = {"app": {"id": "app1"}, "webhook": {"id": "wh1", "version": "v2"}, "events": events}
        return {"x-api-key": self.secret}, as_body(content)

    def _talk(self, talk: Talk) -> dict[str, Any]:
        active = BOT if talk.with_bot else DESK
        return {
            "id": talk.id,
            "type": "personal",
            "activeSwitchboardIntegration": {**active, "integrationType": "custom"},
        }

    def _message(self, talk: Talk, said: Said) -> dict[str, Any]:
        author: dict[str, Any] = {"type": "business", "displayName": "Shop"}
        if said.author == "customer":
            user = {
                "id": "u1",
                "authenticated": talk.customer_id is not None,
                "externalId": talk.customer_id or "typed",
            }
            author = {"type": "user", "userId": "u1", "user": user}
        content: dict[str, Any] = {"type": "text", "text": said.text}
        if said.attachments:
            content = said.attachments[0]
        return {
            "id": said.id,
            "received": iso(said.at),
            "author": author,
            "content": content,
            "source": {"type": "web"},
            "metadata": {"support_key": said.key} if said.key else {},
        }
