"""Times and names as people read them on the page."""

from __future__ import annotations

from datetime import UTC, datetime

MINUTE_S, HOUR_S, DAY_S = 60, 3_600, 86_400

SAID = {
    "taken": "You have taken this conversation over.",
    "released": "You have put this conversation back: anybody can take it.",
    "sent": "Your reply is on its way.",
    "returned": "The assistant answers what the customer writes next, once the helpdesk has given the conversation to it.",
    "closed": "This handoff is closed.",
    "approved": "Approved, and carried out as it says below.",
    "denied": "Refused. Nothing was done.",
    "open": "Your answer changed nothing; the reason stands beside the action.",
}
"""What is told after something was done, by the word in the address."""


def age(seconds: float) -> str:
    """How long something has waited: `12 min`, `3 h 5 min`, `2 days`."""
    whole = max(0, int(seconds))
    if whole < MINUTE_S:
        return "just now"
    if whole < HOUR_S:
        return f"{whole // MINUTE_S} min"
    if whole < 2 * DAY_S:
        minutes = whole % HOUR_S // MINUTE_S
        return f"{whole // HOUR_S} h" + (f" {minutes} min" if minutes else "")
    return f"{whole // DAY_S} days"


def clock_time(at: float) -> str:
    """A time in seconds since 1970 as `2026-11-30 10:05 UTC`."""
    return f"{datetime.fromtimestamp(at, UTC):%Y-%m-%d %H:%M} UTC"


def words(name: str) -> str:
    """A name of a closed list as words: `policy topic`."""
    return name.replace("_", " ")
