"""The HTTP side of the service: webhooks, health and metrics; the page for people is in `desk`."""

from __future__ import annotations

import hmac
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from fastapi import APIRouter, FastAPI, Request, Response
from fastapi.responses import JSONResponse, PlainTextResponse
from starlette.concurrency import run_in_threadpool
from starlette.requests import ClientDisconnect

from agent.errors import StoreError
from agent.web.body import TooLargeError, read_body
from agent.web.desk.routes import Desk
from agent.web.envelope import Delivery
from agent.web.intake import AGAIN_AFTER_S, Answer, DeliveryTaker

TITLE = "grounded-support"
ANSWERS: dict[int | str, dict[str, Any]] = {
    200: {"description": "It is stored; a delivery that had been taken before is answered so, too."},
    400: {"description": "It is signed, and cannot be read."},
    401: {"description": "It is not signed as agreed."},
    404: {"description": "No helpdesk of this name is set."},
    413: {"description": "It is larger than `service.max_body_bytes`."},
    429: {"description": "It is not stored: send it again later."},
}
BODY = {"requestBody": {"content": {"application/json": {"schema": {}}}, "required": False}}


@dataclass(frozen=True)
class Web:
    """What the HTTP side asks."""

    taker: DeliveryTaker
    metrics: Callable[[], str]
    """The metrics as Prometheus reads them."""
    ready: Callable[[], str | None]
    """Why no messages can be taken; None where they can."""
    max_body_bytes: int
    desk: Desk | None = None
    """The page for people; None where there is none."""
    metrics_token: str | None = None
    """The bearer token without which nobody reads the metrics; None where anybody may."""


def build_app(web: Web) -> FastAPI:
    """The application."""
    app = FastAPI(title=TITLE, docs_url=None, redoc_url=None, exception_handlers={ClientDisconnect: _nobody_left})
    app.include_router(_webhooks(web))
    app.include_router(_watching(web))
    if web.desk is not None:
        web.desk.add_to(app)
    return app


async def _nobody_left(request: Request, error: Exception) -> Response:
    """Nobody reads the answer to a request that broke off, or was hung up on: it is no fault of ours to be told of."""
    return Response(status_code=408)


def _webhooks(web: Web) -> APIRouter:
    router = APIRouter()

    @router.post("/webhooks/{name}", responses=ANSWERS, openapi_extra=BODY)
    async def webhook(name: str, request: Request) -> Response:
        """Take a delivery of a helpdesk."""
        try:
            body = await read_body(request, web.max_body_bytes)
        except TooLargeError:
            return JSONResponse({"verdict": "too_large"}, 413)
        headers = {key.lower(): value for key, value in request.headers.items()}
        delivery = Delivery(headers=headers, query=dict(request.query_params), body=body)
        return _response(await run_in_threadpool(web.taker.take, name, delivery))

    return router


def _response(answer: Answer) -> Response:
    """One answer for every bad signature, whatever is wrong with it."""
    again = {"retry-after": str(AGAIN_AFTER_S)} if answer.status == 429 else {}
    return JSONResponse(answer.model_dump(), answer.status, again)


def _watching(web: Web) -> APIRouter:
    router = APIRouter()

    @router.get("/healthz")
    def healthz() -> dict[str, str]:
        """Whether the process answers."""
        return {"status": "ok"}

    @router.get("/readyz", responses={503: {"description": "No messages can be taken; `why` says what is wrong."}})
    async def readyz() -> Response:
        """Whether messages can be taken."""
        why = await run_in_threadpool(web.ready)
        return JSONResponse(
            {"status": "ready" if why is None else "not ready", "why": why}, 200 if why is None else 503
        )

    otherwise: dict[int | str, dict[str, Any]] = {
        401: {"description": "`service.metrics_token` is set, and was not shown as a bearer token."},
        503: {"description": "The database cannot be read; the text says why."},
    }

    @router.get("/metrics", response_class=PlainTextResponse, responses=otherwise)
    async def metrics(request: Request) -> Response:
        """Counts and times, as Prometheus reads them."""
        if not _may_read(request, web.metrics_token):
            return PlainTextResponse("wanted: authorization: Bearer TOKEN", 401, {"www-authenticate": "Bearer"})
        try:
            found, status = await run_in_threadpool(web.metrics), 200
        except StoreError as error:
            found, status = str(error), 503
        return PlainTextResponse(found, status, media_type="text/plain; version=0.0.4")

    return router


def _may_read(request: Request, token: str | None) -> bool:
    kind, _, shown = request.headers.get("authorization", "").partition(" ")
    return token is None or (
        kind.lower() == "bearer" and hmac.compare_digest(shown.strip().encode("latin-1"), token.encode())
    )
