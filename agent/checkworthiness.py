"""Which sentences state something to check. In doubt a sentence is checked.

A sentence is not worth checking only where set phrases cover it wholly: courtesies, offers, abstentions, questions back,
lead-ins and names each have a module with the phrases they allow. One word more, and it is a claim like any other.
"""

from __future__ import annotations

import re

from agent.abstentions import is_abstention
from agent.courtesies import is_courtesy
from agent.follow_ups import is_follow_up
from agent.letters import holds_text, telling_pictures
from agent.offers import is_offer
from agent.phrases import SECRETS
from agent.signatures import is_goodbye, is_name, is_signature

__all__ = ["is_checkworthy", "is_goodbye", "is_signature"]

LONGEST = 240
"""Characters of a clause; nobody is polite for longer."""

_CLAUSE_END = re.compile(
    r"[,;:!.]+ | - |(?: (?=because |since your |and (?:your|we|it|the|you|I|I'm|we're|please|thanks?|have) ))",
    re.IGNORECASE,
)
_TITLE_STOP = re.compile(r"\b(mr|mrs|ms|mx|dr|prof)\.(?= )", re.IGNORECASE)
_JOINING = re.compile(r"^(?:and|but) (?=\w)", re.IGNORECASE)
_ADDRESSES = re.compile(r"please|(?:(?:Mr|Mrs|Ms|Mx|Dr|Prof) )?[A-Z][\w'-]{1,20}")
"""What may stand behind a comma for the one who is spoken to: "Thanks for waiting, Sam!"."""
_TODAY = re.compile(r"\btoday\b", re.IGNORECASE)
"""A day that set phrases may name: "How can I help you today?"; no other value has a place in one."""
_INTRO = re.compile(
    r"(?:(?:here(?:'s| is| are)|these are|below (?:is|are)|the) (?:the |your |how |what |all |some |a few )?(?:next )?"
    r"(?:steps?|details?|how|what (?:i (?:found|know|can tell you)|our (?:help )?articles? says?|you need to know)|(?:short |full )?answers?|information|options|summary)"
    r"(?: to (?:take|follow)| i found| for you| about (?:this|that|it))?"
    r"|here(?:'s| is) an? (?:short |quick |brief )?(?:summary|overview|answer)|to answer (?:your question|this|that)|in (?:summary|short|brief)|to summari[sz]e|to sum up"
    r"|(?:please )?(?:follow (?:these|the) steps|see the (?:details|steps|answers?) below)|(?:to do this|do this|as follows|here's how))(?: are)?",
    re.IGNORECASE,
)


def is_checkworthy(body: str, *, holds_value: bool) -> bool:
    """Whether a sentence, in the form of `claim_body`, states something; one with a typed value always does.

    A question back states nothing; any other question may presume what is not true. A report of the customer's words
    is worth checking too: it is held against what they wrote (see `grounding.echoes`).
    """
    if not holds_text(body):
        return bool(telling_pictures(body))
    if (holds_value and not _TODAY.search(body)) or SECRETS.search(body):
        return True
    if body.endswith("?"):
        return not _asks_back(body.rstrip("? "))
    return not (_is_intro(body) or all(map(_states_nothing, _clauses(body))))


def _clauses(body: str) -> list[str]:
    """The clauses of a sentence; a name behind a comma, and "please", belong to the clause before."""
    plain = _TITLE_STOP.sub(r"\1", body)
    parts = [_JOINING.sub("", part.strip(" .!?,;:")) for part in _CLAUSE_END.split(plain)]
    first, *rest = [part for part in parts if part] or [""]
    return [first, *(part for part in rest if not _ADDRESSES.fullmatch(part) or not is_name(part))]


def _asks_back(question: str) -> bool:
    """Whether it is one question back, or courtesies and one: "Sorry about that, which order do you mean?"."""
    if len(question) > LONGEST:
        return False
    if is_follow_up(question):
        return True
    *before, last = _clauses(question) or [""]
    return is_follow_up(last) and all(map(_states_nothing, before))


def _is_intro(body: str) -> bool:
    return body.endswith(":") and bool(_INTRO.fullmatch(body.rstrip(": ")))


def _states_nothing(clause: str) -> bool:
    short = len(clause) <= LONGEST
    return short and (is_courtesy(clause) or is_offer(clause) or is_abstention(clause))
