"""A recorded turn as a conversation case: what the customer wrote up to it, and what was answered."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from agent.cases import Case, Expect, Turn
from agent.replay import day_of
from agent.types import Citation, Message, TurnResult

NAME_CHARS = 60


def as_case(turn: TurnResult, before: Sequence[Message]) -> Case:
    """The case of a turn; `before` are the lines of the conversation that the turn saw.

    Only the turn itself has expectations: those of the turns before it are cases of their own.
    """
    said = (Turn(say=line.text) for line in before if line.role == "customer")
    return Case(
        name=_name(turn),
        why=f"Turn {turn.turn_id}, asked at {turn.asked_at}: {turn.why}",
        customer=turn.customer_id,
        today=day_of(turn),
        articles=turn.use_knowledge,
        turns=(*said, Turn(say=turn.question, expect=expected(turn))),
    )


def expected(turn: TurnResult) -> Expect:
    """What was answered: the proved sentences are wanted, the ones that were cut are not, as they stood in the draft."""
    reply = _plain(turn.reply)
    kept = [_sentence(claim) for claim in turn.claims if claim["label"] == "supported" and not claim["cut"]]
    cut = [_sentence(claim) for claim in turn.claims if claim["cut"] and claim["label"] != "not_checkworthy"]
    return Expect(
        outcome=turn.outcome,
        # A sentence can be mended by the cut, and one that was cut can stand in the reply for another reason.
        contains=tuple(dict.fromkeys(text for text in kept if _plain(text) in reply)),
        not_contains=tuple(dict.fromkeys(text for text in cut if _plain(text) not in reply)),
        cites=tuple(dict.fromkeys(section(citation) for citation in turn.citations)),
        handoff=turn.handoff.reason if turn.handoff else None,
    )


def section(citation: Citation) -> str:
    """How a case names a cited section: the article, and the headings below its title."""
    return " › ".join((citation.article, *citation.heading_path[1:]))


def comment_of(turn: TurnResult) -> str:
    """What stands above the case: how it came to be, and what to do with it."""
    return (
        f"Made by `support replay {turn.turn_id} --as-case` from what was answered then.\n"
        "Where the answer was wrong, change what is expected; shorten `contains` to what matters.\n"
        "Where it is not about the sample shop, add yours: `shop: {articles: FOLDER, orders: FILE}`."
    )


def _name(turn: TurnResult) -> str:
    words = " ".join(turn.question.split())
    return (words if len(words) <= NAME_CHARS else words[: NAME_CHARS - 1].rstrip() + "…") or f"turn {turn.turn_id}"


def _sentence(claim: Mapping[str, Any]) -> str:
    """As it stood in the draft: a part of a sentence was worded anew to be checked alone."""
    return str(claim.get("sentence", claim["text"]))


def _plain(text: str) -> str:
    return " ".join(text.casefold().split())
