"""A helpdesk that stands in for a real one: it keeps conversations, answers its API, fails when told to, and calls webhooks.

Everything that platforms have in common is here; a platform adds its routes, its proof of access, and how it signs and shapes a
delivery. One lock guards the whole server, and each call does work for one conversation only.
"""

from __future__ import annotations

import json
import threading
import time
from collections import deque
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from types import TracebackType
from typing import Any, Literal, Self

import httpx

from tests.agent.web.stand_ins.serving import Answer, DeskServer, Fault, Handler, Request

AuthorKind = Literal["customer", "agent", "bot", "system"]
START = datetime(2026, 1, 2, 3, 4, 5, tzinfo=UTC)


@dataclass
class Said:
    """One message or note."""

    id: str
    author: AuthorKind
    text: str
    at: datetime
    private: bool = False
    key: str | None = None
    html: str | None = None
    """As the platform keeps it, where it keeps HTML."""
    attachments: list[dict[str, Any]] = field(default_factory=list)


@dataclass
class Talk:
    """One conversation."""

    id: str
    said: list[Said] = field(default_factory=list)
    with_bot: bool = True
    handed_over: int = 0
    """How often it was handed over."""
    person: bool = False
    """Whether a person has put their name on it."""
    customer_id: str | None = None
    """The customer in the shop, where the platform has proved it."""
    extra: dict[str, Any] = field(default_factory=dict)


@dataclass(frozen=True)
class Reply:
    """What the product has sent to a customer."""

    conversation: str
    key: str | None
    text: str
    at: datetime


MISSING: Answer = (404, {"error": "not found"})


@dataclass
class StandIn:
    """Serves while it is entered; `with ChatwootStandIn() as desk: …`."""

    hang_s: float = 30.0
    """How long a call hangs at most; it ends with the server."""
    slow_s: float = 0.2
    real_time: bool = False
    """Whether messages bear the time of the machine; else each is a second after the one before."""
    talks: dict[str, Talk] = field(default_factory=dict)
    replies: list[Reply] = field(default_factory=list)
    notes: list[Reply] = field(default_factory=list)
    requests: list[Request] = field(default_factory=list)
    faults: deque[Fault] = field(default_factory=deque)
    lock: threading.RLock = field(default_factory=threading.RLock)
    retry_waits_s: tuple[float, ...] = ()
    """Between the tries of a delivery, as the platform waits."""
    retry_scale: float = 0.0
    """What these are multiplied with."""
    delivery_timeout_s: float = 5.0

    def __post_init__(self) -> None:
        self._over = threading.Event()
        self._ids = 0

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self._server.server_port}"

    def __enter__(self) -> Self:
        self._server = DeskServer(("127.0.0.1", 0), Handler)
        self._server.desk = self
        self._thread = threading.Thread(target=self._server.serve_forever, kwargs={"poll_interval": 0.02}, daemon=True)
        self._thread.start()
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        self._over.set()
        self._server.shutdown()
        self._thread.join()
        self._server.server_close()

    # --- what people and customers do

    def customer_says(self, conversation: str, text: str, **more: Any) -> Said:
        """A customer writes, in a conversation that begins with it where there is none."""
        return self.say(conversation, "customer", text, **more)

    def person_replies(self, conversation: str, text: str) -> Said:
        """Somebody of the shop answers and has the conversation from then on."""
        with self.lock:
            self.take_over(conversation)
            return self.say(conversation, "agent", text)

    def take_over(self, conversation: str) -> None:
        with self.lock:
            talk = self.talk(conversation)
            talk.with_bot, talk.person = False, True

    def give_back(self, conversation: str) -> None:
        with self.lock:
            talk = self.talk(conversation)
            talk.with_bot, talk.person = True, False

    def say(self, conversation: str, author: AuthorKind, text: str, **more: Any) -> Said:
        with self.lock:
            said = Said(self.new_id(), author, text, self.now(), **more)
            self.talk(conversation).said.append(said)
            if author == "bot":
                kept = self.notes if said.private else self.replies
                kept.append(Reply(conversation, said.key, text, said.at))
            return said

    def talk(self, conversation: str) -> Talk:
        return self.talks.setdefault(conversation, Talk(conversation))

    def hand_over(self, talk: Talk) -> None:
        talk.with_bot = False
        talk.handed_over += 1

    def fault(self, *faults: Fault) -> None:
        """Fail the next calls so, one each."""
        self.faults.extend(faults)

    def new_id(self) -> str:
        self._ids += 1
        return str(1000 + self._ids)

    def now(self) -> datetime:
        return datetime.now(UTC) if self.real_time else START + timedelta(seconds=self._ids)

    def pause(self, seconds: float) -> bool:
        return self._over.wait(seconds)

    # --- what a platform adds

    def is_allowed(self, request: Request) -> bool:
        raise NotImplementedError

    def answer(self, request: Request) -> Answer:
        raise NotImplementedError

    def delivery(self, conversation: str, said: Said, at: datetime) -> tuple[dict[str, str], bytes]:
        """Headers and body of the webhook that tells of a message, with a new delivery id."""
        raise NotImplementedError

    def is_retried(self, status: int | None) -> bool:
        """Whether the platform tries again after an answer; None where there was none."""
        return status is None or not 200 <= status < 300

    # --- webhooks

    def deliver(
        self, url: str, conversation: str, said: Said, times: int = 1, at: datetime | None = None
    ) -> list[int | None]:
        """Tell of a message, the same delivery `times` over, each tried again as the platform does; all answers."""
        headers, body = self.delivery(conversation, said, at or datetime.now(UTC))
        return [status for _ in range(times) for status in self.post(url, headers, body)]

    def deliver_all(
        self, url: str, told: Iterable[tuple[str, Said]], order: Callable[[list[Any]], Iterable[Any]] = list
    ) -> list[int | None]:
        """Tell of many, in the order that `order` makes of them: `reversed`, or a shuffle."""
        return [status for conversation, said in order(list(told)) for status in self.deliver(url, conversation, said)]

    def post(self, url: str, headers: dict[str, str], body: bytes) -> list[int | None]:
        answers: list[int | None] = []
        for wait_s in (0.0, *self.retry_waits_s):
            if answers and self._over.wait(wait_s * self.retry_scale):
                break
            answers.append(self._post_once(url, headers, body))
            if not self.is_retried(answers[-1]):
                break
        return answers

    def _post_once(self, url: str, headers: dict[str, str], body: bytes) -> int | None:
        try:
            sent = {"Content-Type": "application/json", **headers}
            return httpx.post(
                url, headers=sent, content=body, timeout=self.delivery_timeout_s, trust_env=False, verify=False
            ).status_code
        except httpx.TransportError:
            return None

    # --- serving

    def handled(self, request: Request) -> Answer:
        with self.lock:
            if not self.is_allowed(request):
                return 401, {"error": "not allowed"}
            return self.answer(request)

    def next_fault(self, request: Request) -> Fault | None:
        with self.lock:
            self.requests.append(request)
            return self.faults.popleft() if self.faults else None


def unix(at: datetime) -> int:
    return int(at.timestamp())


def iso(at: datetime) -> str:
    return at.astimezone(UTC).strftime("%Y-%m-%dT%H:%M:%S.") + f"{at.microsecond // 1000:03d}Z"


def as_body(content: Any, ascii_only: bool = False) -> bytes:
    """JSON as platforms write it: letters raw, or escaped."""
    return json.dumps(content, ensure_ascii=ascii_only, separators=(",", ":")).encode()


def wait_for(happened: Callable[[], bool], within_s: float = 5.0) -> bool:
    """Wait until something has happened; False where it has not in time."""
    ends = time.monotonic() + within_s
    while time.monotonic() < ends:
        if happened():
            return True
        time.sleep(0.01)
    return happened()
