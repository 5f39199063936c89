"""The addresses of the page."""

from __future__ import annotations

from dataclasses import dataclass

from fastapi import APIRouter, FastAPI
from starlette.requests import Request
from starlette.responses import Response

from agent.web.desk.door import Door
from agent.web.desk.headers import DeskHeaders
from agent.web.desk.queue_page import QueuePage
from agent.web.desk.refusing import Refused
from agent.web.desk.signing_in import SigningIn
from agent.web.desk.turn_page import TurnPage


@dataclass(frozen=True)
class Desk:
    """The page for people."""

    door: Door
    signing_in: SigningIn
    queue: QueuePage
    turn: TurnPage

    def add_to(self, app: FastAPI) -> None:
        """Let an application answer for `/desk`."""
        app.include_router(self._router())
        app.add_middleware(DeskHeaders)

    def _router(self) -> APIRouter:
        router, door, turn = APIRouter(), self.door, self.turn
        reads = {
            "/desk": door.reading(self.queue.page),
            "/desk/login": self.signing_in.page,
            "/desk/queue": door.reading(self.queue.part),
            "/desk/static/{name}": self._static,
            "/desk/{turn_id}": door.reading(turn.page),
            "/desk/{rest:path}": self._unknown,
        }
        forms = {
            "/desk/login": door.acting(self.signing_in.sign_in, signed_in=False),
            "/desk/logout": door.acting(self.signing_in.sign_out),
            "/desk/{turn_id}/take": door.acting(turn.take),
            "/desk/{turn_id}/release": door.acting(turn.release),
            "/desk/{turn_id}/reply": door.acting(turn.reply),
            "/desk/{turn_id}/return": door.acting(turn.give_back),
            "/desk/{turn_id}/close": door.acting(turn.close),
            "/desk/{turn_id}/decide": door.acting(turn.decide),
        }
        for method, endpoints in (("POST", forms), ("GET", reads)):
            for path, endpoint in endpoints.items():
                router.add_route(path, endpoint, methods=[method], include_in_schema=False)
        return router

    async def _static(self, request: Request) -> Response:
        """One of the page's own files."""
        found = self.door.pages.static.get(request.path_params["name"])
        if found is None:
            return await self._unknown(request)
        kind, content = found
        return Response(content, media_type=kind)

    async def _unknown(self, request: Request) -> Response:
        refused = Refused(404, "There is nothing at this address. Go back to the queue.")
        try:
            return self.door.refused(refused, await self.door.session(request))
        except Refused as other:
            return self.door.refused(other, None)
