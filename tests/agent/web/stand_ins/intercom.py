"""An Intercom workspace."""

from __future__ import annotations

import hashlib
import hmac
import re
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from agent.web.helpdesks.plain_text import plain_text
from tests.agent.web.stand_ins.base import MISSING, Answer, Request, Said, StandIn, Talk, as_body, unix

SECRET = "intercom-client-secret-0001"
TOKEN = "intercom-token"
BOT, PERSON, TEAM = "700", "701", "80"


@dataclass
class IntercomStandIn(StandIn):
    """A call needs a version; a reply is answered with the whole conversation."""

    secret: str = SECRET
    token: str = TOKEN
    retry_waits_s: tuple[float, ...] = (60.0,)

    def is_allowed(self, request: Request) -> bool:
        return request.headers.get("authorization") == f"Bearer {self.token}" and "intercom-version" in request.headers

    def answer(self, request: Request) -> Answer:
        if request.path == "/conversations/search":
            return 200, {"conversations": [{"id": talk.id} for talk in self.talks.values()]}
        found = re.fullmatch(r"/conversations/(\w+)(?:/(\w+))?", request.path)
        talk = self.talks.get(found[1]) if found else None
        if found is None or talk is None:
            return MISSING
        match request.method, found[2]:
            case "GET", None:
                return 200, self._item(talk, talk.said)
            case "POST", "reply":
                told = request.json
                text, private = plain_text(told["body"], quoted=True), told["message_type"] == "note"
                self.say(talk.id, "bot", text, private=private, html=told["body"])
                return 200, self._item(talk, talk.said)
            case "POST", "parts":
                self._assigned(talk, request.json)
                return 200, self._item(talk, talk.said)
        return MISSING

    def delivery(self, conversation: str, said: Said, at: datetime) -> tuple[dict[str, str], bytes]:
        """A notification repeats the parts before the one that it tells of."""
        talk = self.talk(conversation)
        upto = talk.said[: talk.said.index(said) + 1]
        topic = "conversation.user.created" if len(upto) == 1 else "conversation.user.replied"
        if said.author != "customer":
            topic = "conversation.admin.replied"
        return self.notification(topic, self._item(talk, upto), at)

    def notification(self, topic: str, item: dict[str, Any], at: datetime) -> tuple[dict[str, str], bytes]:
        content = {
            "type": "notification_event",
            "id": f"notif_{self.new_id()}",
            "topic": topic,
            "app_id": "ws1",
            "created_at": unix(at),
            "delivery_attempts": 1,
            "data": {"type": "notification_event_data", "item": item},
        }
        body = as_body(content)
        digest = hmac.new(self.secret.encode(), body, hashlib.sha1).hexdigest()
        return {"x-hub-signature": f"sha1={digest}"}, body

    def _assigned(self, talk: Talk, told: dict[str, Any]) -> None:
        """To a team or an admin; a team stays until another one, or none, is named."""
        talk.extra["assigned"] = told
        if told["type"] == "admin":
            talk.person = told["assignee_id"] not in (BOT, "0")
            talk.extra["bot"] = told["assignee_id"] == BOT
        elif told["assignee_id"] == "0":
            talk.with_bot = True
        elif talk.with_bot:
            self.hand_over(talk)

    def _item(self, talk: Talk, said: list[Said]) -> dict[str, Any]:
        first, rest = (said[0], said[1:]) if said else (Said("0", "customer", "", self.now()), [])
        source = {
            "id": first.id,
            "type": "conversation",
            "author": self._author(talk, first),
            "body": self._body(first),
        }
        assigned = talk.handed_over and not talk.with_bot
        return {
            "type": "conversation",
            "id": talk.id,
            "state": "open",
            "created_at": unix(first.at),
            "admin_assignee_id": int(PERSON) if talk.person else int(BOT) if talk.extra.get("bot") else None,
            "team_assignee_id": int(TEAM) if assigned else None,
            "source": source | {"attachments": first.attachments},
            "conversation_parts": {"conversation_parts": [self._part(talk, one) for one in rest]},
        }

    def _part(self, talk: Talk, said: Said) -> dict[str, Any]:
        return {
            "id": said.id,
            "part_type": "note" if said.private else "comment",
            "author": self._author(talk, said),
            "body": self._body(said),
            "created_at": unix(said.at),
            "attachments": said.attachments,
        }

    def _body(self, said: Said) -> str | None:
        return said.html or (f"<p>{said.text}</p>" if said.text else None)

    def _author(self, talk: Talk, said: Said) -> dict[str, Any]:
        if said.author == "customer":
            external = talk.customer_id or "typed-by-anyone"
            return {"type": "user", "id": "u1", "email": "a.person@shop.example", "external_id": external}
        return {"type": "admin", "id": BOT if said.author == "bot" else PERSON}
