"""The gateway to a shop's own service: JSON over HTTPS, one idempotency key an action, signed, and never done twice.

    POST {url}/actions          the action; header Idempotency-Key. 200 or 201: a result. 409 or 422: refused, with a reason.
    GET  {url}/actions/{key}    the result under a key; 404 where nothing was done under it.

A result is `{"outcome": "done" | "already_done" | "refused", "detail": text, "money_back": [{"amount": "45.00", "method": text}]}`.
The header is that of the IETF draft "The Idempotency-Key HTTP Header Field" (draft-ietf-httpapi-idempotency-key-header).
An action is written down as `unknown` before it is sent, so that a process that ends in between leaves a trace of it.
"""

from __future__ import annotations

import hashlib
import hmac
import time
from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime
from typing import TYPE_CHECKING, Any, Literal

from pydantic import Field, SecretStr, ValidationError

from agent.actions.effects import Changed, effect_of
from agent.actions.records import Action, ActionRecord, MoneyBack, record_of
from agent.actions.sqlite_gateway import utc_now
from knowledge.order_changes import OrderChanges
from knowledge.orders import OrderStore
from knowledge.types import Value

if TYPE_CHECKING:
    import httpx

IN_DOUBT = "It was sent to the shop, and no answer that can be used came back."
MAX_ANSWER = 100_000
"""Bytes of an answer that are read."""


class ShopResult(Value):
    """What a shop answers."""

    outcome: Literal["done", "already_done", "refused"]
    detail: str = Field(default="", max_length=500)
    money_back: tuple[MoneyBack, ...] = ()


UNREACHABLE = ShopResult(outcome="refused", detail="The shop could not be reached.")


@dataclass(frozen=True)
class Sent:
    """What came of one request: a result, the certainty that nothing is there, or neither."""

    result: ShopResult | None = None
    absent: bool = False
    """The shop answered, and has nothing under the key; or the request never left this machine."""
    answered: bool = False
    """Whether an answer came back, whatever it was: then the shop is no longer at work on the request."""


@dataclass(frozen=True)
class HttpGateway:
    """Carries actions out at a shop; the records are kept in the order store, beside the copies of the orders."""

    store: OrderStore
    url: str
    token: SecretStr | None = None
    secret: SecretStr | None = None
    timeout_s: float = 10.0
    lookups: int = 3
    lookup_pause_s: float = 1.0
    now: Callable[[], datetime] = utc_now
    name: str = "http"

    def execute(self, action: Action) -> ActionRecord:
        """Ask the shop once; what it does not answer plainly is looked up, and else left `unknown` for a person."""
        if found := self._begun(action):
            return self.find(found.key) or found
        sent = self._post(action)
        if sent.absent:  # it never left this machine: once more is no second time
            sent = self._post(action)
        if sent.absent:
            return self._written(action, UNREACHABLE)
        result = sent.result or self._looked_up(action, sent)
        return self._written(action, result) if result else self._in_doubt(action)

    def find(self, key: str) -> ActionRecord | None:
        """The record under a key; one that is `unknown` is looked up at the shop first."""
        body = self.store.action(key)
        if body is None:
            return None
        record = ActionRecord.model_validate_json(body)
        if record.outcome != "unknown":
            return record
        result = self._get(key).result
        action = Action(proposal=record.proposal, limit=None, on=record.on, approved_by=record.approved_by)
        return self._written(action, result) if result else record

    def records_of(self, customer_id: str) -> tuple[ActionRecord, ...]:
        """What was done to one customer's orders, as far as it is known here."""
        return tuple(ActionRecord.model_validate_json(body) for body in self.store.actions_of(customer_id))

    def _begun(self, action: Action) -> ActionRecord | None:
        """Write the action down as unknown; the record of before where it was begun before."""
        with self.store.changing() as changes:
            if body := changes.action(action.proposal.key):
                found = ActionRecord.model_validate_json(body)
                if found.outcome != "refused":
                    return found
            order = changes.order(action.proposal.order_id)
            earlier = _earlier(changes, action)
            effect = effect_of(action, order, earlier) if order else None
            if order is None or isinstance(effect, Changed):
                _write(changes, record_of(action, "unknown", self.now(), self.name, IN_DOUBT))
                return None
            detail = getattr(effect, "why", "The order is so already.")
            refused = record_of(action, "refused", self.now(), self.name, detail)
            _write(changes, refused)
            return refused

    def _written(self, action: Action, result: ShopResult) -> ActionRecord:
        """Write the shop's answer down, and change the copy of the order with it where it still fits."""
        record = record_of(action, result.outcome, self.now(), self.name, result.detail)
        record = record.model_copy(update={"money_back": result.money_back})
        with self.store.changing() as changes:
            order = changes.order(action.proposal.order_id)
            if record.outcome == "done" and order is not None:
                effect = effect_of(action, order, _earlier(changes, action))
                if isinstance(effect, Changed):
                    changes.write(effect.order)
                    parts = record.money_back or effect.money_back
                    record = record.model_copy(update={"money_back": parts})
            _write(changes, record)
        return record

    def _in_doubt(self, action: Action) -> ActionRecord:
        return record_of(action, "unknown", self.now(), self.name, IN_DOUBT)

    def _looked_up(self, action: Action, sent: Sent) -> ShopResult | None:
        """What the shop has under the key after an answer that says nothing; None where that stays in doubt.

        A request that timed out may still be at work there and is not sent again. One that was answered is over: where the
        shop then says that nothing was done, it is sent once more, under the same key.
        """
        found = Sent()
        for turn in range(self.lookups):
            if turn:
                time.sleep(self.lookup_pause_s)
            found = self._get(action.proposal.key)
            if found.result is not None or (found.absent and sent.answered):
                break
        return self._post(action).result if found.absent and sent.answered else found.result

    def _post(self, action: Action) -> Sent:
        import json

        proposal = action.proposal
        body: dict[str, Any] = {
            **proposal.model_dump(mode="json", exclude={"order_seen", "said", "conversation_id"}),
            "reference": proposal.reference,
            "on": action.on.isoformat(),
            "approved_by": action.approved_by,
        }
        return self._sent("POST", "/actions", proposal.key, json.dumps(body).encode())

    def _get(self, key: str) -> Sent:
        return self._sent("GET", f"/actions/{key}", key, b"")

    def _sent(self, method: str, path: str, key: str, body: bytes) -> Sent:
        import httpx

        headers = {"Idempotency-Key": f'"{key}"', "Content-Type": "application/json", **self._proof(method, path, body)}
        try:
            with httpx.Client(timeout=self.timeout_s, trust_env=False) as client:
                answer = client.request(method, self.url.rstrip("/") + path, content=body or None, headers=headers)
        except httpx.ConnectError:
            return Sent(absent=method == "POST")
        except (httpx.HTTPError, httpx.InvalidURL):
            return Sent()
        return _read(answer, method)

    def _proof(self, method: str, path: str, body: bytes) -> dict[str, str]:
        proof: dict[str, str] = {}
        if self.token is not None:
            proof["Authorization"] = f"Bearer {self.token.get_secret_value()}"
        if self.secret is not None:
            proof |= signature(self.secret.get_secret_value(), method, path, body, int(self.now().timestamp()))
        return proof


def signature(secret: str, method: str, path: str, body: bytes, timestamp: int) -> dict[str, str]:
    """Headers that prove who sent a request, and when: HMAC-SHA256 over time, method, path and body, a line each."""
    signed = b"\n".join([str(timestamp).encode(), method.encode(), path.encode(), body])
    digest = hmac.new(secret.encode(), signed, hashlib.sha256).hexdigest()
    return {"X-Support-Timestamp": str(timestamp), "X-Support-Signature": f"sha256={digest}"}


def _read(answer: httpx.Response, method: str) -> Sent:
    """A plain answer as a result; a server error or rubbish tells nothing of what was done."""
    if answer.status_code == 404 and method == "GET":
        return Sent(absent=True)
    if answer.status_code in (401, 403, 404, 400) and method == "POST":
        return Sent(result=ShopResult(outcome="refused", detail=f"The shop answered {answer.status_code}."))
    if answer.status_code not in (200, 201, 409, 422) or len(answer.content) > MAX_ANSWER:
        return Sent(answered=True)
    try:
        result = ShopResult.model_validate_json(answer.content)
    except ValidationError:
        return Sent(answered=True)
    if (answer.status_code in (409, 422)) != (result.outcome == "refused"):
        return Sent(answered=True)
    return Sent(result=result, answered=True)


def _earlier(changes: OrderChanges, action: Action) -> list[ActionRecord]:
    """Records of the order under other keys."""
    found = [ActionRecord.model_validate_json(body) for body in changes.actions_on(action.proposal.order_id)]
    return [one for one in found if one.key != action.proposal.key]


def _write(changes: OrderChanges, record: ActionRecord) -> None:
    changes.record(record.key, record.proposal.order_id, record.proposal.customer_id, record.model_dump_json())
