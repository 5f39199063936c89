"""Signing in and out."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

import structlog
from starlette.concurrency import run_in_threadpool
from starlette.requests import Request
from starlette.responses import Response

from agent.web.desk.door import LOGIN, QUEUE, Door, see
from agent.web.desk.forms import name_of
from agent.web.desk.logins import AGAIN_AFTER_S, Logins
from agent.web.desk.refusing import Refused
from agent.web.desk.sessions import COOKIE, Session

log = structlog.get_logger("support.desk")


@dataclass(frozen=True)
class SigningIn:
    """The login page and its forms."""

    door: Door
    logins: Logins

    async def page(self, request: Request) -> Response:
        """The login; its form belongs to a session that names nobody."""
        try:
            session = await self.door.session(request) or self.door.sessions.new()
        except Refused as refused:
            return self.door.refused(refused, None)
        if session.name:
            return see(QUEUE)
        turn_id = request.query_params.get("turn", "")
        answer = await run_in_threadpool(self._page, session, turn_id, 200, "")
        return self._with_cookie(request, answer, session)

    def sign_in(self, request: Request, session: Session, form: Mapping[str, str]) -> Response:
        """Try the password; the session that begins is a new one."""
        turn_id = form.get("turn", "")
        try:
            name = name_of(form)
        except Refused as refused:
            return self._page(session, turn_id, refused.status, refused.words)
        address = request.client.host if request.client else ""
        tried = self.logins.try_(form.get("password", ""), address)
        if tried == "in":
            to = f"{QUEUE}/{turn_id}" if turn_id.isalnum() and turn_id.isascii() else QUEUE
            return self._with_cookie(request, see(to), self.door.sessions.new(name))
        log.warning("login refused", verdict=tried)
        if tried == "wrong":
            return self._page(session, turn_id, 401, "This is not the password.", name)
        answer = self._page(session, turn_id, 429, "Too many wrong passwords. Try again in a minute.", name)
        answer.headers["retry-after"] = str(AGAIN_AFTER_S)
        return answer

    def sign_out(self, request: Request, session: Session, form: Mapping[str, str]) -> Response:
        """End the session here and in the browser."""
        self.door.sessions.end(session)
        answer = see(LOGIN)
        answer.delete_cookie(COOKIE, path=QUEUE, httponly=True, samesite="strict")
        return answer

    def _page(self, session: Session, turn_id: str, status: int, alert: str, name: str = "") -> Response:
        return self.door.html("login.html", session, status, alert=alert, turn=turn_id, name=name)

    def _with_cookie(self, request: Request, answer: Response, session: Session) -> Response:
        sessions = self.door.sessions
        answer.set_cookie(
            COOKIE,
            sessions.cookie(session),
            max_age=sessions.max_age_s,
            path=QUEUE,
            secure=request.url.scheme == "https",
            httponly=True,
            samesite="strict",
        )
        return answer
