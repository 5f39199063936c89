"""A Freshdesk account with a rule that calls a webhook."""

from __future__ import annotations

import base64
import re
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from agent.web.helpdesks.plain_text import plain_text
from tests.agent.web.stand_ins.base import MISSING, Answer, Request, Said, StandIn, Talk, as_body, iso

SECRET = "freshdesk-rule-secret-0001"
TOKEN = "freshdesk-api-key"
BOT, PERSON, CUSTOMER, GROUP = 60, 61, 9, 90
AUTHORS = {"customer": CUSTOMER, "agent": PERSON, "bot": BOT, "system": 1}


@dataclass
class FreshdeskStandIn(StandIn):
    """The first message of a ticket is its description; the others are its conversations, 100 a page."""

    secret: str = SECRET
    token: str = TOKEN
    retry_waits_s: tuple[float, ...] = (300.0, 1800.0, 3600.0)

    def is_allowed(self, request: Request) -> bool:
        basic = base64.b64encode(f"{self.token}:X".encode()).decode()
        return request.headers.get("authorization") == f"Basic {basic}"

    def answer(self, request: Request) -> Answer:
        if request.path == "/api/v2/search/tickets":
            return 200, {"total": 1, "results": [{"id": int(talk.id)} for talk in self.talks.values() if talk.with_bot]}
        found = re.fullmatch(r"/api/v2/tickets/(\w+)(?:/(\w+))?", request.path)
        talk = self.talks.get(found[1]) if found else None
        if found is None or talk is None:
            return MISSING
        match request.method, found[2]:
            case "GET", None:
                return 200, self._ticket(talk)
            case "GET", "conversations":
                begin = 1 + (int(request.query["page"]) - 1) * 100
                return 200, [self._said(one) for one in talk.said[begin : begin + 100]]
            case "POST", ("reply" | "notes"):
                told = request.json
                text = plain_text(told["body"], quoted=True)
                return 201, self._said(
                    self.say(talk.id, "bot", text, private=told.get("private", False), html=told["body"])
                )
            case "PUT", None:
                if request.json["group_id"] == GROUP and talk.with_bot:
                    self.hand_over(talk)
                elif request.json["group_id"] != GROUP and request.json["responder_id"] is None:
                    self.give_back(talk.id)
                return 200, self._ticket(talk)
        return MISSING

    def delivery(self, conversation: str, said: Said, at: datetime) -> tuple[dict[str, str], bytes]:
        fields = {
            "ticket_id": int(conversation),
            "ticket_subject": "Parcel",
            "ticket_description": f"<div>{said.text}</div>",
            "ticket_contact_email": "a.person@shop.example",
            "ticket_updated_at": iso(said.at),
        }
        return {"x-support-secret": self.secret}, as_body({"freshdesk_webhook": fields})

    def _ticket(self, talk: Talk) -> dict[str, Any]:
        first = talk.said[0] if talk.said else Said("0", "customer", "", self.now())
        return {
            "id": int(talk.id),
            "status": 2,
            "requester_id": CUSTOMER,
            "responder_id": PERSON if talk.person else None,
            "group_id": GROUP if talk.handed_over and not talk.with_bot else None,
            "created_at": iso(first.at),
            "description": f"<div>{first.text}</div>",
        }

    def _said(self, said: Said) -> dict[str, Any]:
        return {
            "id": int(said.id),
            "body": said.html or f"<div>{said.text}</div>",
            "incoming": said.author == "customer",
            "private": said.private,
            "user_id": AUTHORS[said.author],
            "created_at": iso(said.at),
        }
