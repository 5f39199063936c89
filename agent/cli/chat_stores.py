"""What a chat shows of the stores beside the conversation: memory, approvals, and what was decided meanwhile."""

from __future__ import annotations

from datetime import date
from typing import TYPE_CHECKING, Any

from agent.cli.chat_sheet import Sheet
from agent.cli.chat_views import View
from agent.line_breaking import shortened

if TYPE_CHECKING:
    from agent.build import Parts

ASKED = 60
"""Columns of a past question that are shown."""


def memory_view(parts: Parts, customer_id: str) -> View:
    """The facts that hold for a customer, and their past turns, newest first."""
    from agent.memory.facts import current

    facts = current(parts.memory.facts_of(customer_id))
    episodes = [kept.episode for kept in parts.memory.episodes_of(customer_id)]
    known = Sheet(
        ("fact", "value", "trust", "since"), tuple((one.key, one.value or "", one.trust, one.at[:10]) for one in facts)
    )
    past = Sheet(
        ("day", "turn", "asked", "outcome"),
        tuple(
            (one.day.isoformat(), one.turn_id, shortened(" ".join(one.asked.split()), ASKED), one.outcome)
            for one in episodes
        ),
    )
    return View(
        lambda width: iter(
            (
                f"{customer_id}: {_counted(len(facts), 'fact')}, {_counted(len(episodes), 'past turn')}",
                *known.lines(width),
                *past.lines(width),
            )
        ),
        {
            "customer_id": customer_id,
            "facts": [one.model_dump(mode="json") for one in facts],
            "episodes": [one.model_dump(mode="json") for one in episodes],
        },
    )


def approvals_view(parts: Parts, today: date) -> View:
    """What waits for a person, of whichever customer, as `support approvals` lists it."""
    from agent.actions.opening import open_book
    from agent.actions.phrases import what_is_decided

    waiting = [one for one in open_book(parts.stores).approvals(waiting=True) if one.expires_on >= today]
    rows = tuple(
        (one.reference, what_is_decided(one.proposal), one.proposal.customer_id, one.expires_on.isoformat())
        for one in waiting
    )
    data: dict[str, Any] = {
        "approvals": [{"reference": one.reference, **one.model_dump(mode="json")} for one in waiting]
    }
    if not rows:
        return View(lambda width: iter(("Nothing waits for a person.",)), data)
    sheet = Sheet(("reference", "to be decided", "customer", "until"), rows)
    return View(
        lambda width: iter((*sheet.lines(width), "", "Run `support approve REFERENCE` or `support deny REFERENCE`.")),
        data,
    )


def decided_meanwhile(parts: Parts, conversation_id: str, customer_id: str | None) -> list[tuple[str, str]]:
    """References and words of what was decided and not said in this conversation yet; the next reply says it."""
    from agent.actions.opening import open_book

    untold = open_book(parts.stores).untold(conversation_id, customer_id, "")
    return [(one.reference, one.text) for one in untold]


def _counted(number: int, what: str) -> str:
    return f"{number or 'no'} {what}{'' if number == 1 else 's'}"
