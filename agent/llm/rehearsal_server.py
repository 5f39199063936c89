"""A small OpenAI-compatible server that misbehaves on demand, to rehearse what customers get when a provider fails.

    python -m agent.llm.rehearsal_server stall --port 8124
    SUPPORT_DRAFTING__BASE_URL=http://127.0.0.1:8124/v1 support ask "…" --drafter openai:rehearsal

It listens on this machine only, answers `POST /v1/chat/completions`, and knows nothing: its answers are those it is given.
"""

from __future__ import annotations

import argparse
import json
import threading
import time
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from types import TracebackType
from typing import Any, get_args

from agent.llm.rehearsal_replies import Behaviour, chunks, completion


@dataclass
class RehearsalServer:
    """Serves while it is open; `with RehearsalServer(("error", "answer"))` fails once and then answers."""

    behaviours: tuple[Behaviour, ...] = ("answer",)
    """One for each request, in order; the last one stays."""
    text: str = "Hello from the rehearsal."
    """What the model says where it says anything."""
    port: int = 0
    """A free one where 0."""
    pause_s: float = 1.0
    """Between the bytes of `drip`, and what `rate_limited` asks to wait."""
    requests: list[dict[str, Any]] = field(default_factory=list)
    """The bodies of all requests, oldest first."""

    def __post_init__(self) -> None:
        self._server = _Server(("127.0.0.1", self.port), _Handler)
        self._server.rehearsal = self
        self._over = threading.Event()
        self._thread = threading.Thread(target=self._server.serve_forever, kwargs={"poll_interval": 0.05}, daemon=True)

    @property
    def url(self) -> str:
        """What `drafting.base_url` is set to."""
        return f"http://127.0.0.1:{self._server.server_port}/v1"

    def __enter__(self) -> RehearsalServer:
        self._thread.start()
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        self._over.set()
        self._server.shutdown()
        self._thread.join()
        self.close()

    def close(self) -> None:
        """Free the port of a server that was never entered, or has stopped."""
        self._server.server_close()

    def next_behaviour(self, body: dict[str, Any]) -> Behaviour:
        """How the request is answered that has just come."""
        self.requests.append(body)
        return self.behaviours[min(len(self.requests), len(self.behaviours)) - 1]

    def pause(self, seconds: float | None = None) -> bool:
        """Wait, for ever where None; True where the server was closed meanwhile."""
        return self._over.wait(seconds)


class _Server(ThreadingHTTPServer):
    daemon_threads = True
    block_on_close = False
    rehearsal: RehearsalServer

    def handle_error(self, request: Any, client_address: Any) -> None:
        """A client that hung up is what is rehearsed."""


class _Handler(BaseHTTPRequestHandler):
    server: _Server

    def log_message(self, format: str, *args: Any) -> None:
        """Say nothing: the requests are kept."""

    def do_POST(self) -> None:
        body = json.loads(self.rfile.read(int(self.headers.get("Content-Length", 0))) or b"{}")
        rehearsal = self.server.rehearsal
        does = rehearsal.next_behaviour(body)
        if does == "stall":
            rehearsal.pause()
        elif does == "rate_limited":
            self._send(429, _error("slow down"), headers={"Retry-After": f"{rehearsal.pause_s:g}"})
        elif does == "error":
            self._send(500, _error("internal: db-7.shop.example is down"))
        elif body.get("stream") and does not in ("wrong_type", "not_json", "invalid_utf8"):
            self._stream(does, body)
        else:
            self._whole(does, body)

    def _whole(self, does: Behaviour, body: dict[str, Any]) -> None:
        kind, sent = "application/json", json.dumps(completion(does, self.server.rehearsal.text)).encode()
        if does == "wrong_type":
            kind, sent = "text/html", b"<html><body>Bad gateway</body></html>"
        elif does == "not_json":
            sent = b'{"id": "x", "choices": [{"message"'
        elif does == "invalid_utf8":
            sent = sent.replace(b'"content": "', b'"content": "\xff\xfe\xc3')
        if does in ("closed", "broken_off"):
            self._send(200, sent[: len(sent) // 2], kind, length=len(sent))
        elif does == "drip":
            self._drip(sent, kind)
        else:
            self._send(200, sent, kind)

    def _stream(self, does: Behaviour, body: dict[str, Any]) -> None:
        wants_usage = bool((body.get("stream_options") or {}).get("include_usage"))
        events = [*chunks(does, self.server.rehearsal.text, usage=wants_usage and does != "no_usage")]
        sent = b"".join(b"data: " + json.dumps(one).encode() + b"\n\n" for one in events)
        kind = "text/event-stream"
        if does == "drip":
            self._drip(sent, kind)
        elif does == "closed":
            self._send(200, sent[: len(sent) // 2], kind, length=len(sent))
        else:
            self._send(200, sent + (b"" if does == "broken_off" else b"data: [DONE]\n\n"), kind, length=None)

    def _drip(self, sent: bytes, kind: str) -> None:
        self._head(200, kind, len(sent), {})
        for byte in sent:
            self.wfile.write(bytes([byte]))
            self.wfile.flush()
            if self.server.rehearsal.pause(self.server.rehearsal.pause_s):
                return

    def _send(
        self,
        status: int,
        sent: bytes,
        kind: str = "application/json",
        *,
        length: int | None = -1,
        headers: dict[str, str] | None = None,
    ) -> None:
        self._head(status, kind, len(sent) if length == -1 else length, headers or {})
        self.wfile.write(sent)

    def _head(self, status: int, kind: str, length: int | None, headers: dict[str, str]) -> None:
        self.send_response(status)
        told = {"Content-Type": kind, **headers} | ({} if length is None else {"Content-Length": str(length)})
        for name, value in told.items():
            self.send_header(name, value)
        self.end_headers()


def _error(message: str) -> bytes:
    return json.dumps({"error": {"message": message, "type": "server_error", "code": None}}).encode()


def main() -> None:
    """Serve until interrupted."""
    parser = argparse.ArgumentParser(description="An OpenAI-compatible server that misbehaves on demand.")
    known = ", ".join(get_args(Behaviour))
    parser.add_argument(
        "behaviours",
        nargs="+",
        choices=get_args(Behaviour),
        metavar="BEHAVIOUR",
        help=f"One for each request, the last for all that follow: {known}.",
    )
    parser.add_argument("--port", type=int, default=8124)
    parser.add_argument("--text", default=RehearsalServer.text, help="What the model says.")
    given = parser.parse_args()
    with RehearsalServer(tuple(given.behaviours), given.text, given.port) as server:
        print(f"{', '.join(given.behaviours)} at {server.url}; known: {known}. Ctrl-C ends it.")
        try:
            while True:
                time.sleep(3600)
        except KeyboardInterrupt:
            return


if __name__ == "__main__":
    main()
