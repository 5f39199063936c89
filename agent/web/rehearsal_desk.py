"""A helpdesk in a terminal, to rehearse the service: each line typed is a customer's message, and what comes back is printed.

    python -m agent.web.rehearsal_desk --secret whsec_… [--service http://127.0.0.1:8080/webhooks/shop] [--customer C-1001]

It speaks Standard Webhooks both ways, listens on this machine only, and keeps nothing.
"""

from __future__ import annotations

import argparse
import hmac
import json
import sys
import threading
import time
import urllib.error
import urllib.request
import uuid
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

from pydantic import SecretStr

from agent.context.cleaning import visible_text
from agent.web.helpdesks.standard_webhooks import signature

WAIT_S, QUIET_S = 60.0, 1.0
SAYS = {
    "reply.created": "",
    "note.created": "[note] ",
    "conversation.handed_off": "[handed over] ",
    "conversation.given_back": "[given back]",
}


@dataclass
class RehearsalDesk:
    """One conversation with the service."""

    service: str
    secret: SecretStr
    customer: str | None = None
    port: int = 8090
    conversation: str = field(default_factory=lambda: f"rehearsal-{uuid.uuid4().hex[:8]}")
    heard: threading.Semaphore = field(default_factory=lambda: threading.Semaphore(0))
    """Released with every reply."""
    said: list[str] = field(default_factory=list)
    """What came, a line each."""

    def __post_init__(self) -> None:
        self.server = ThreadingHTTPServer(("127.0.0.1", self.port), _handler_of(self))
        threading.Thread(target=self.server.serve_forever, kwargs={"poll_interval": 0.05}, daemon=True).start()

    def say(self, text: str) -> int:
        """Deliver a customer's message; the status that the service answers with.

        Raises:
            OSError: nobody listens there.
        """
        data = {
            "conversation_id": self.conversation,
            "message_id": uuid.uuid4().hex,
            "author": "customer",
            "text": text,
        }
        body = json.dumps({"type": "message.created", "data": data | {"customer_id": self.customer}})
        delivery, now = f"msg_{uuid.uuid4().hex}", int(time.time())
        headers = {
            "content-type": "application/json",
            "webhook-id": delivery,
            "webhook-timestamp": str(now),
            "webhook-signature": signature(self.secret, delivery, now, body),
        }
        request = urllib.request.Request(self.service, body.encode(), headers)
        try:
            with urllib.request.urlopen(request, timeout=10) as answer:
                return int(answer.status)
        except urllib.error.HTTPError as refused:
            return refused.code

    def hear(self, headers: Any, body: bytes) -> bool:
        """Print what the service sends; False where it is not signed by it."""
        text = body.decode()
        wanted = signature(self.secret, headers["webhook-id"], int(headers["webhook-timestamp"]), text)
        if not hmac.compare_digest(wanted, headers["webhook-signature"]):
            return False
        event = json.loads(text)
        told = event["data"].get("text") or event["data"].get("reason", "")
        self.said.append(visible_text(f"{SAYS.get(event['type'], '')}{told}"))
        print(self.said[-1], flush=True)
        if event["type"] == "reply.created":
            self.heard.release()
        return True

    def hear_out(self) -> None:
        """Wait until nothing more comes: a note and a handoff follow the reply."""
        before = -1
        while before < len(self.said):
            before = len(self.said)
            time.sleep(QUIET_S)

    def close(self) -> None:
        """Stop listening."""
        self.server.shutdown()
        self.server.server_close()


def _handler_of(desk: RehearsalDesk) -> type[BaseHTTPRequestHandler]:
    class Handler(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            body = self.rfile.read(int(self.headers.get("content-length", "0")))
            self.send_response(200 if desk.hear(self.headers, body) else 401)
            self.send_header("content-length", "2")
            self.end_headers()
            self.wfile.write(b"{}")

        def log_message(self, format: str, *args: Any) -> None:
            """Only what is said is printed."""

    return Handler


def main() -> None:
    """Read lines until the input ends; each waits for the reply to the one before."""
    read = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    read.add_argument("--secret", required=True, help="the helpdesk's secret in support.toml")
    read.add_argument("--service", default="http://127.0.0.1:8080/webhooks/shop")
    read.add_argument("--customer", help="a customer whom the helpdesk has verified")
    read.add_argument("--port", type=int, default=8090, help="where send_url points to")
    told = read.parse_args()
    desk = RehearsalDesk(told.service, SecretStr(told.secret), told.customer, told.port)
    try:
        for line in filter(None, map(str.strip, sys.stdin)):
            status = desk.say(line)
            if status != 200:
                sys.exit(f"The service answered {status}: wanted 200. Is the secret the one in support.toml?")
            if not desk.heard.acquire(timeout=WAIT_S):
                sys.exit(f"No reply within {WAIT_S:g} s. `support serve` logs what it does.")
        desk.hear_out()
    except OSError as error:
        sys.exit(f"{told.service} cannot be reached ({error}). Start `support serve` first.")
    finally:
        desk.close()


if __name__ == "__main__":
    main()
