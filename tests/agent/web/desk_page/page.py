"""The page on a real port, a small service behind it, and a browser without a screen or scripts."""

from __future__ import annotations

import re
import threading
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from html import unescape
from pathlib import Path
from typing import Any

import httpx
import uvicorn
from pydantic import SecretStr
from sqlalchemy import select

from agent.ledger import Ledger
from agent.packet import Asserted, CutClaim, Fact, Packet, Quoted
from agent.settings import Settings
from agent.types import Citation, Handoff, HandoffReason, TurnResult
from agent.web.app import Web, build_app
from agent.web.desk.opening import open_desk
from agent.web.intake import DeliveryTaker
from agent.web.rates import open_rates
from agent.web.settings import ServiceSettings
from agent.web.tables import OUTBOX
from tests.agent.web.desk import NAME, SmallService, message, small_service

PASSWORD = "harbour lane 7"
CUT = "It arrives on Friday."
KEPT = "Refunds take 5 business days."
SUGGESTED = "Refunds take 5 business days."


def settings_for(home: Path, **fields: Any) -> Settings:
    return Settings(home=home, service=ServiceSettings(desk_password=SecretStr(PASSWORD), **fields))


@dataclass(frozen=True)
class Served:
    """A page, and what stands behind it."""

    url: str
    home: Path
    service: SmallService
    clients: ExitStack

    @property
    def ledger(self) -> Ledger:
        return Ledger(self.home / "ledger.db")

    def hand_over(
        self, text: str = "Where is it?", reason: HandoffReason = "no_evidence", conversation: str = "c1", **fields: Any
    ) -> str:
        """A conversation that a turn hands over; the id of the turn, which is on record with the fields."""
        self.service.agent.hands_over = reason
        self.service.take(message(text, 1, conversation))
        self.service.settle()
        (turn_id,) = [one.turn_id for one in self.service.handoffs.waiting() if one.conversation_id == conversation]
        self.ledger.record(full_turn(turn_id, text, reason, f"{NAME}:{conversation}", **fields))
        return turn_id

    def person_replies(self) -> list[tuple[str, str | None]]:
        """State and text of what persons wrote, in order."""
        with self.service.database.writing() as connection:
            rows = connection.execute(select(OUTBOX).where(OUTBOX.c.kind == "person_reply").order_by(OUTBOX.c.position))
            return [(row.state, row.body) for row in rows]

    def browser(self, name: str = "Kim") -> Browser:
        """Somebody who is signed in."""
        found = self.stranger(follow_redirects=True)
        assert found.sign_in(name).status_code == 200
        return found

    def stranger(self, *, follow_redirects: bool = False) -> Browser:
        """Somebody who is not."""
        client = httpx.Client(base_url=self.url, follow_redirects=follow_redirects)
        return Browser(self.clients.enter_context(client))


@dataclass
class Browser:
    """Loads pages and sends their forms."""

    client: httpx.Client

    def get(self, path: str) -> httpx.Response:
        return self.client.get(path)

    def sign_in(self, name: str = "Kim", password: str = PASSWORD) -> httpx.Response:
        page = self.client.get("/desk/login")
        return self.client.post(
            "/desk/login", data={"token": hidden(page.text, "token"), "name": name, "password": password}
        )

    def send(self, turn_id: str, what: str, **fields: str) -> httpx.Response:
        """Load the page of a turn and send one of its forms."""
        page = self.get(f"/desk/{turn_id}").text
        return self.client.post(f"/desk/{turn_id}/{what}", data={"token": hidden(page, "token"), **fields})

    def reply(self, turn_id: str, text: str) -> httpx.Response:
        page = self.get(f"/desk/{turn_id}").text
        return self.send(turn_id, "reply", text=text, number=hidden(page, "number"))


def hidden(page: str, name: str) -> str:
    found = re.search(f'name="{name}" value="([^"]*)"', page)
    assert found is not None, page
    return found[1]


def words_of(page: str) -> str:
    """What stands on a page, without its markup."""
    return " ".join(unescape(re.sub("<[^>]*>", " ", page)).split())


@contextmanager
def served(home: Path, url: str | None = None, **fields: Any) -> Iterator[Served]:
    """The page of a data folder, on a free port; the service's database may be one on a server."""
    service = small_service(home, url=url)
    desk = open_desk(settings_for(home, **fields), service.database)
    taker = DeliveryTaker({NAME: service.desk}, service.inbox, open_rates("60/minute", "60/minute"))
    app = build_app(Web(taker, lambda: "", lambda: None, 10_000, desk))
    server = uvicorn.Server(uvicorn.Config(app, port=0, log_config=None, ws="none", lifespan="off"))
    thread = threading.Thread(target=server.run, daemon=True)
    thread.start()
    try:
        while not server.started:
            assert thread.is_alive()
            time.sleep(0.01)
        port = server.servers[0].sockets[0].getsockname()[1]
        with ExitStack() as clients:
            yield Served(f"http://127.0.0.1:{port}", home, service, clients)
    finally:
        server.should_exit = True
        thread.join()
        service.database.close()


def full_turn(
    turn_id: str,
    question: str = "Where is my refund?",
    reason: HandoffReason = "no_evidence",
    conversation_id: str = "shop:c1",
    suggested: str = SUGGESTED,
    **fields: Any,
) -> TurnResult:
    """A turn with one sentence proved, one cut, and one that states nothing."""
    article = Quoted(
        id="refunds#1",
        source="article",
        trust="retrieved",
        where="Refunds › Times",
        quote="5 business days",
        dated="2026-01-01",
    )
    packet = Packet(
        question=question,
        verified_facts=(Fact(text=KEPT, evidence=("refunds#1",), tier="exact", sources=(article,)),),
        customer_asserted=(Asserted(text="I sent it back last week", said_in="this message"),),
        cut_claims=(
            CutClaim(text=CUT, label="not_enough_info", tier="person", why="nobody says so", nearest=(article,)),
        ),
        tried=("searched the help articles for “refund”: refunds#1",),
        missing="Proof of the day of arrival.",
        suggested_reply=suggested,
    )
    known: dict[str, Any] = {
        "turn_id": turn_id,
        "conversation_id": conversation_id,
        "customer_id": "C-1",
        "asked_at": "2026-11-30T10:00:00.000+00:00",
        "question": question,
        "outcome": "handed_off",
        "reply": "I have passed your question on to a colleague.",
        "citations": (
            Citation(
                article="refunds",
                heading_path=("Refunds", "Times"),
                passage_id="refunds#1",
                url="https://shop.example/refunds",
            ),
        ),
        "claims": (
            claim("Hello.", "not_checkworthy"),
            claim(KEPT, "supported", quote="5 business days"),
            claim(CUT, cut=True),
        ),
        "handoff": Handoff(reason=reason, notice="Passed on.", packet=packet.model_dump(mode="json"), state={}),
        "why": "one claim could not be proved",
        "draft": {"drafter": "extractive", "text": f"Hello. {KEPT} {CUT}"},
    }
    return TurnResult.model_validate({**known, **fields})


def claim(text: str, label: str = "not_enough_info", *, cut: bool = False, quote: str = "", sentence: str = "") -> Any:
    """A claim as the ledger keeps it."""
    proof = {"source": "article", "id": "refunds#1", "trust": "retrieved", "quote": quote}
    return {
        "text": text,
        "label": label,
        "tier": None if label == "not_checkworthy" else "exact",
        "confidence": 0.98,
        "reason": "states nothing to check" if label == "not_checkworthy" else f"because of {label}",
        "owner": None,
        "sentence": sentence or text,
        "evidence": [proof] if quote else [],
        "cut": cut,
    }
