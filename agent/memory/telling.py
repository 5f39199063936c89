"""What is told back of a past turn: the record's facts in our words, the customer's words in quotation marks."""

from __future__ import annotations

from datetime import date

from agent.memory.episodes import Episode
from agent.types import Outcome

QUOTED_CHARS = 160

MONTHS = (
    *("January", "February", "March", "April", "May", "June"),
    *("July", "August", "September", "October", "November", "December"),
)

ENDED: dict[Outcome, str] = {
    "answered": "and got an answer",
    "answered_with_cuts": "and got part of an answer, and it was passed on to a colleague",
    "asked_back": "and I asked you something back",
    "handed_off": "and it was passed on to a colleague",
    "declined": "and I found no answer",
}
"""How a turn ended, as the customer is told. That a colleague has answered since is not known here, and not said."""


def told(episode: Episode) -> str:
    """One sentence to the customer: when they asked, what, and how it ended."""
    handed = episode.reason is not None and episode.outcome == "declined"
    ended = "and it was passed on to a colleague" if handed else ENDED[episode.outcome]
    return f"On {spoken_day(episode.day)} you asked: {quote(episode.asked)}, {ended}."


def recorded(episode: Episode) -> str:
    """What code recorded of the turn, for a drafter and for a person; nothing of what anybody said."""
    ended = episode.outcome.replace("_", " ")
    handed = f", passed on to a colleague ({episode.reason.replace('_', ' ')})" if episode.reason else ""
    orders = f" Orders: {', '.join(episode.orders)}." if episode.orders else ""
    cited = f" Answered from: {'; '.join(episode.citations)}." if episode.citations else ""
    actions = f" Recorded: {'; '.join(episode.actions)}." if episode.actions else ""
    return f"Past conversation of {episode.day.isoformat()}: {ended}{handed}.{orders}{cited}{actions}"


def quote(text: str, most: int = QUOTED_CHARS) -> str:
    """The customer's words on one line in quotation marks, which they cannot close."""
    plain = " ".join(text.split()).replace("“", '"').replace("”", '"')
    return f"“{plain if len(plain) <= most else plain[: most - 1].rstrip() + '…'}”"


def spoken_day(day: date) -> str:
    """`12 November 2026`, in English whatever the machine's language is."""
    return f"{day.day} {MONTHS[day.month - 1]} {day.year}"
