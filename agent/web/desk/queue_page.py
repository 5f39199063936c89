"""The page of the queue, and the part of it that is loaded anew now and then."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from starlette.requests import Request
from starlette.responses import Response

from agent.web.desk.door import Door
from agent.web.desk.queue import Queue, QueueView
from agent.web.desk.sessions import Session

MOST_CHARACTERS = 40
"""Of a reason in an address."""


@dataclass(frozen=True)
class QueuePage:
    """Answers for the queue."""

    door: Door
    queue: Queue
    clock: Callable[[], float]

    def page(self, request: Request, session: Session) -> Response:
        """All of the page."""
        return self.door.html("queue.html", session, queue=self._view(request), announce=False)

    def part(self, request: Request, session: Session) -> Response:
        """The rows, where they have changed since the page had them; the count is said aloud where that has changed."""
        queue = self._view(request)
        if request.query_params.get("seen") == queue.mark:
            return Response(status_code=204)
        announce = request.query_params.get("count") != str(queue.waiting)
        return self.door.html("rows.html", session, queue=queue, announce=announce)

    def _view(self, request: Request) -> QueueView:
        return self.queue.view(request.query_params.get("reason", "")[:MOST_CHARACTERS], self.clock())
