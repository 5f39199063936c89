"""A Zammad installation with two groups: the bot's and the people's."""

from __future__ import annotations

import hashlib
import hmac
import re
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from agent.web.helpdesks.plain_text import plain_text
from tests.agent.web.stand_ins.base import MISSING, Answer, Request, Said, StandIn, Talk, as_body, iso

SECRET = "zammad-hook-secret-0001"
TOKEN = "zammad-token"
BOT, PERSON, CUSTOMER = 50, 51, 9
AUTHORS = {"customer": CUSTOMER, "agent": PERSON, "bot": BOT, "system": 1}
SENDERS = {"customer": "Customer", "agent": "Agent", "bot": "Agent", "system": "System"}


@dataclass
class ZammadStandIn(StandIn):
    """Articles are HTML; a delivery has no signature where its body is empty."""

    secret: str = SECRET
    token: str = TOKEN
    retry_waits_s: tuple[float, ...] = (10.0, 20.0, 30.0, 40.0)

    def is_allowed(self, request: Request) -> bool:
        return request.headers.get("authorization") == f"Token token={self.token}"

    def answer(self, request: Request) -> Answer:
        path = request.path.removeprefix("/api/v1")
        if path == "/tickets/search":
            return 200, {"tickets": [int(talk.id) for talk in self.talks.values() if talk.with_bot], "assets": {}}
        if path == "/ticket_articles":
            return self._added(request.json)
        found = re.fullmatch(r"/(tickets|ticket_articles/by_ticket)/(\w+)", path)
        talk = self.talks.get(found[2]) if found else None
        if found is None or talk is None:
            return MISSING
        if found[1] != "tickets":
            return 200, [self._article(talk, one) for one in talk.said]
        if request.method == "PUT" and request.json["group"] == "People" and talk.with_bot:
            self.hand_over(talk)
        if request.method == "PUT" and (request.json["group"], request.json["owner_id"]) == ("Bot", 1):
            self.give_back(talk.id)
        return 200, self._ticket(talk)

    def delivery(self, conversation: str, said: Said, at: datetime) -> tuple[dict[str, str], bytes]:
        talk = self.talk(conversation)
        ticket = self._ticket(talk) | {"group": {"id": 3, "name": self._ticket(talk)["group"]}}
        body = as_body({"ticket": ticket, "article": self._article(talk, said)})
        digest = hmac.new(self.secret.encode(), body, hashlib.sha1).hexdigest()
        headers = {"x-zammad-trigger": "bot", "x-zammad-delivery": self.new_id(), "x-hub-signature": f"sha1={digest}"}
        return headers, body

    def _added(self, told: dict[str, Any]) -> Answer:
        talk = self.talks.get(told["ticket_id"])
        if talk is None:
            return MISSING
        if told["type"] == "email" and not told.get("to"):
            return 422, {"error": "wanted to"}
        text = plain_text(told["body"], quoted=True)
        said = self.say(talk.id, "bot", text, private=told["internal"], html=told["body"])
        talk.extra["to"] = told.get("to")
        return 201, self._article(talk, said)

    def _ticket(self, talk: Talk) -> dict[str, Any]:
        return {
            "id": int(talk.id),
            "number": f"22{talk.id}",
            "title": "Parcel",
            "state": "open",
            "group": "Bot" if talk.with_bot or talk.person else "People",
            "customer_id": CUSTOMER,
            "customer": {"id": CUSTOMER, "email": "a.person@shop.example"},
            "owner_id": PERSON if talk.person else 1,
            "updated_at": iso(self.now()),
        }

    def _article(self, talk: Talk, said: Said) -> dict[str, Any]:
        return {
            "id": int(said.id),
            "ticket_id": int(talk.id),
            "sender": SENDERS[said.author],
            "type": "email",
            "internal": said.private,
            "content_type": "text/html",
            "body": said.html or f"<p>{said.text}</p>",
            "from": "A. Person <a.person@shop.example>",
            "created_at": iso(said.at),
            "created_by_id": AUTHORS[said.author],
            "attachments": said.attachments,
        }
