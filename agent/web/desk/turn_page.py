"""The page of one conversation, and what is done on it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from starlette.requests import Request
from starlette.responses import Response

from agent.web.desk.conversation import Conversations, ConversationView
from agent.web.desk.door import QUEUE, Door, see
from agent.web.desk.forms import number_of, reply_of, require_asked
from agent.web.desk.holding import Holding
from agent.web.desk.refusing import Refused
from agent.web.desk.sessions import Session
from agent.web.desk.wording import SAID
from agent.web.handoffs import Handoffs

Form = Mapping[str, str]
Doing = Callable[[str], str]
"""Does something about a turn; the word of `SAID` for what was done."""


@dataclass(frozen=True)
class TurnPage:
    """Answers for one conversation; whatever changes it takes it over first, so that nobody works against another."""

    door: Door
    conversations: Conversations
    clock: Callable[[], float]

    def page(self, request: Request, session: Session) -> Response:
        """The page."""
        view = self._view(_turn_of(request))
        text = "" if view.replies else view.suggested
        return self._html(session, view, 200, text=text, said=SAID.get(request.query_params.get("said", ""), ""))

    def take(self, request: Request, session: Session, form: Form) -> Response:
        """Take the conversation over; from somebody else only where the form names them and says that they were asked."""

        def taken(turn_id: str) -> str:
            if holder := form.get("holder", ""):
                require_asked(form)
                self._holding.take_from(turn_id, holder, session.name, self.clock())
            else:
                self._holding.take(turn_id, session.name, self.clock())
            return "taken"

        return self._done(request, session, form, taken)

    def release(self, request: Request, session: Session, form: Form) -> Response:
        """Put the conversation back for anybody to take."""

        def released(turn_id: str) -> str:
            self._holding.release(turn_id, session.name)
            return "released"

        return self._done(request, session, form, released)

    def reply(self, request: Request, session: Session, form: Form) -> Response:
        """Send what the person wrote."""

        def send(turn_id: str) -> str:
            text, number = reply_of(form), number_of(form)
            self.conversations.replies.send(turn_id, number, text, session.name, self.clock())
            return "sent"

        return self._done(request, session, form, send)

    def give_back(self, request: Request, session: Session, form: Form) -> Response:
        """Have the helpdesk give the conversation to the assistant."""

        def returned(turn_id: str) -> str:
            self._holding.give_back(turn_id, session.name, self.clock())
            return "returned"

        return self._done(request, session, form, returned)

    def close(self, request: Request, session: Session, form: Form) -> Response:
        """Close the handoff; the conversation stays with people."""

        def closed(turn_id: str) -> str:
            self._holding.close(turn_id, session.name, self.clock())
            return "closed"

        return self._done(request, session, form, closed)

    def decide(self, request: Request, session: Session, form: Form) -> Response:
        """Approve or refuse an action of the conversation."""

        def decided(turn_id: str) -> str:
            approvals, turn = self.conversations.approvals, self.conversations.recorded(turn_id)
            sure = form.get("despite_changes") == "yes"
            answer = approvals.answer(form.get("verdict", ""), session.name, form.get("note", ""), despite_changes=sure)
            conversation = turn.conversation_id if turn else ""
            state = approvals.decide(conversation, form.get("reference", ""), answer).state
            return {"done": "approved", "denied": "denied"}.get(state, "open")

        return self._done(request, session, form, decided)

    @property
    def _handoffs(self) -> Handoffs:
        return self.conversations.handoffs

    @property
    def _holding(self) -> Holding:
        return Holding(self._handoffs)

    def _done(self, request: Request, session: Session, form: Form, do: Doing) -> Response:
        """Do it and show the page; where it is refused, with the reason and what was written."""
        turn_id = _turn_of(request)
        view = self._view(turn_id)
        try:
            said = do(turn_id)
        except Refused as refused:
            view = self._view(turn_id)
            text = form.get("text", "" if view.replies else view.suggested)
            open_here = not view.closed and view.taken_by in ("", session.name)
            kept = "" if open_here else form.get("text", "")  # else it stands in the form again
            return self._html(session, view, refused.status, text=text, alert=refused.words, kept=kept)
        return see(f"{QUEUE}/{view.turn_id}?said={said}")

    def _view(self, turn_id: str) -> ConversationView:
        view = self.conversations.view(turn_id, self.clock())
        if view is None:
            raise Refused(404, "No handoff has this address. It may have been erased; go back to the queue.")
        return view

    def _html(
        self,
        session: Session,
        view: ConversationView,
        status: int,
        text: str,
        alert: str = "",
        said: str = "",
        kept: str = "",
    ) -> Response:
        said_to = {"text": text, "alert": alert, "said": said, "kept": kept}
        return self.door.html("turn.html", session, status, view=view, **said_to)


def _turn_of(request: Request) -> str:
    return str(request.path_params["turn_id"])
