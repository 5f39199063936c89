"""The door of the page: who may read it, whose forms are taken, and what is answered where something is not done."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass
from typing import Any

import structlog
from starlette.concurrency import run_in_threadpool
from starlette.requests import Request
from starlette.responses import HTMLResponse, RedirectResponse, Response

from agent.errors import StoreError
from agent.web.desk.forms import read_form
from agent.web.desk.refusing import Refused
from agent.web.desk.rendering import Pages
from agent.web.desk.sessions import COOKIE, Session, Sessions

LOGIN, QUEUE = "/desk/login", "/desk"

Endpoint = Callable[[Request], Awaitable[Response]]
Reading = Callable[[Request, Session], Response]
Acting = Callable[[Request, Session, Mapping[str, str]], Response]

log = structlog.get_logger("support.desk")


@dataclass(frozen=True)
class Door:
    """Wraps what answers requests; that runs in a thread, because it reads files and databases."""

    sessions: Sessions
    pages: Pages

    async def session(self, request: Request) -> Session | None:
        """The session that a request belongs to.

        Raises:
            Refused: nobody can tell whether it has ended.
        """
        try:
            return await run_in_threadpool(self.sessions.read, request.cookies.get(COOKIE))
        except StoreError as error:
            raise _unavailable(error) from error

    def reading(self, handle: Reading) -> Endpoint:
        """For pages that only people who are signed in may read; others are led to the login."""

        async def answer(request: Request) -> Response:
            try:
                session = await self.session(request)
            except Refused as refused:
                return self.refused(refused, None)
            if session is None or not session.name:
                return self._to_login(request)
            return await self._answered(session, "", handle, request, session)

        return answer

    def acting(self, handle: Acting, *, signed_in: bool = True) -> Endpoint:
        """For forms: each carries the token of its session."""

        async def answer(request: Request) -> Response:
            session, form = None, dict[str, str]()
            try:
                try:
                    form |= await read_form(request)
                finally:
                    session = await self.session(request)
                session = self._checked(session, form, signed_in)
            except Refused as refused:
                return self.refused(refused, session, form.get("text", ""))
            return await self._answered(session, form.get("text", ""), handle, request, session, form)

        return answer

    def html(self, template: str, session: Session | None, status: int = 200, **values: Any) -> Response:
        """A page for a session."""
        token = self.sessions.token(session) if session else ""
        return HTMLResponse(self.pages.page(template, session=session, token=token, **values), status)

    def refused(self, refused: Refused, session: Session | None, kept: str = "") -> Response:
        """The page that says why something was not done; what was written is not lost."""
        return self.html(
            "error.html", session, refused.status, words=refused.words, lost=refused.status == 404, kept=kept
        )

    def _checked(self, session: Session | None, form: Mapping[str, str], signed_in: bool) -> Session:
        if session is None or (signed_in and not session.name):
            words = "You are not signed in, or were for too long. Nothing was done: sign in, and do it again."
            raise Refused(403, words)
        if not self.sessions.is_token(session, form.get("token", "")):
            raise Refused(403, "The form is not one of this session. Nothing was done: load the page again.")
        return session

    async def _answered(self, session: Session, kept: str, handle: Callable[..., Response], *given: Any) -> Response:
        try:
            return await run_in_threadpool(handle, *given)
        except Refused as refused:
            return self.refused(refused, session, kept)
        except StoreError as error:
            return self.refused(_unavailable(error), session, kept)

    def _to_login(self, request: Request) -> Response:
        turn_id = request.path_params.get("turn_id", "")
        to = f"{LOGIN}?turn={turn_id}" if turn_id.isalnum() and turn_id.isascii() else LOGIN
        if "hx-request" in request.headers:  # htmx would put the login into the queue
            return Response(status_code=401, headers={"hx-redirect": to})
        return RedirectResponse(to, 303)


def _unavailable(error: StoreError) -> Refused:
    log.warning("not answered", why=str(error))
    return Refused(503, f"{error} Nothing is lost: try again.")


def see(address: str) -> Response:
    """What is answered to a form that was carried out: loading the page again does nothing twice."""
    return RedirectResponse(address, 303)
