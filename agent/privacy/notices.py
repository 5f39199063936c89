"""What a customer is told where a message held something that must not be sent to a shop; fixed words, no model's."""

from __future__ import annotations

from collections.abc import Collection

from agent.privacy.types import Kind

REFUSED: tuple[tuple[frozenset[Kind], str], ...] = (
    (frozenset({"card"}), "a card number"),
    (frozenset({"iban"}), "a bank account number"),
    (frozenset({"ssn", "national_id"}), "an identity number"),
    (frozenset({"secret", "login_link"}), "a password, a code or a login link"),
)
"""Kinds that we ask not to be sent, and what they are called."""

NOTICE = "Your message held {what}. I have removed it and kept no copy. Please do not send it: we never need it here."


def notice_of(kinds: Collection[Kind]) -> str:
    """The words for what was removed; empty where nothing of it is refused."""
    named = [words for refused, words in REFUSED if refused & set(kinds)]
    if not named:
        return ""
    *first, last = named
    what = f"{', '.join(first)} and {last}" if first else last
    notice = NOTICE.format(what=what)
    return (
        notice.replace("removed it", "removed them").replace(
            "send it: we never need it", "send such things: we never need them"
        )
        if first
        else notice
    )
