"""A shop's own service that speaks Standard Webhooks both ways."""

from __future__ import annotations

from dataclasses import dataclass, field
from datetime import datetime
from typing import Any

from pydantic import SecretStr

from agent.web.helpdesks.standard_webhooks import signature
from tests.agent.web.stand_ins.base import MISSING, Answer, Request, Said, StandIn, as_body, iso, unix

SECRET = "whsec_c3VwcG9ydC1zdXBwb3J0LXN1cHBvcnQtMDE="
TOKEN = "own-token-000000001"


@dataclass
class StandardStandIn(StandIn):
    """It takes each `webhook-id` once."""

    secret: str = SECRET
    token: str = TOKEN
    seen: dict[str, str] = field(default_factory=dict)
    """Id of the message that a delivery made."""
    retry_waits_s: tuple[float, ...] = (5.0, 300.0, 1800.0)
    taken_over: list[tuple[str, str]] = field(default_factory=list)
    """Conversations and reasons."""

    def is_allowed(self, request: Request) -> bool:
        if request.method == "GET":
            return request.headers.get("authorization") == f"Bearer {self.token}"
        stamp, message_id = request.headers["webhook-timestamp"], request.headers["webhook-id"]
        wanted = signature(SecretStr(self.secret), message_id, int(stamp), request.body.decode())
        return request.headers["webhook-signature"] == wanted

    def answer(self, request: Request) -> Answer:
        if request.path == "/hooks":
            return self._taken(request.headers["webhook-id"], request.json)
        if request.path == "/conversations" and request.query.get("waiting") == "true":
            return 200, {
                "messages": [self._data(talk.id, talk.said[-1]) for talk in self.talks.values() if self._waits(talk)]
            }
        talk = self.talks.get(request.path.removeprefix("/conversations/"))
        return MISSING if talk is None else (200, self._whole(talk))

    def delivery(self, conversation: str, said: Said, at: datetime) -> tuple[dict[str, str], bytes]:
        body = {"type": "message.created", "timestamp": iso(said.at), "data": self._data(conversation, said)}
        return self.signed(body, at)

    def event(self, kind: str, conversation: str, at: datetime) -> tuple[dict[str, str], bytes]:
        """`conversation.taken_over` and `conversation.returned`."""
        return self.signed({"type": kind, "timestamp": iso(at), "data": {"conversation_id": conversation}}, at)

    def signed(self, content: dict[str, Any], at: datetime) -> tuple[dict[str, str], bytes]:
        body, message_id = as_body(content), f"msg_{self.new_id()}"
        sign = signature(SecretStr(self.secret), message_id, unix(at), body.decode())
        return {"webhook-id": message_id, "webhook-timestamp": str(unix(at)), "webhook-signature": sign}, body

    def _taken(self, message_id: str, content: dict[str, Any]) -> Answer:
        data = content["data"]
        if message_id in self.seen:
            return 200, {"message_id": self.seen[message_id]}
        if content["type"] == "conversation.handed_off":
            self.hand_over(self.talk(data["conversation_id"]))
            self.taken_over.append((data["conversation_id"], data["reason"]))
            return 200, {}
        if content["type"] == "conversation.given_back":
            self.give_back(data["conversation_id"])
            return 200, {}
        private = content["type"] == "note.created"
        said = self.say(data["conversation_id"], "bot", data["text"], key=data["key"], private=private)
        self.seen[message_id] = said.id
        return 200, {"message_id": said.id}

    def _whole(self, talk: Any) -> dict[str, Any]:
        lines = [
            {
                "message_id": one.id,
                "author": one.author,
                "at": iso(one.at),
                "text": one.text,
                "private": one.private,
                "key": one.key,
            }
            for one in talk.said
        ]
        return {"conversation_id": talk.id, "bot_in_control": talk.with_bot, "lines": lines}

    def _waits(self, talk: Any) -> bool:
        return bool(talk.with_bot and talk.said and talk.said[-1].author == "customer")

    def _data(self, conversation: str, said: Said) -> dict[str, Any]:
        talk = self.talk(conversation)
        return {
            "conversation_id": conversation,
            "message_id": said.id,
            "occurred_at": iso(said.at),
            "author": said.author,
            "text": said.text,
            "customer_id": talk.customer_id,
            "attachments": said.attachments,
            "bot_in_control": talk.with_bot,
        }
