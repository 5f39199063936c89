"""The embedded drafter: it answers with the evidence's own sentences, and says when they do not answer."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date
from itertools import pairwise

from agent.answer_sections import FoundSection, SectionFinder
from agent.claim_text import leans_back
from agent.core_question import core_question
from agent.order_answers import answering_fields, status_fields, wanted_fields, without_item_names
from agent.types import ContextItem, Draft, DraftRequest, Evidence
from knowledge.sentences import sentences

SENTENCES_LIMIT = 5
"""Sentences quoted from one section, list items and exceptions not counted."""

SEVERAL = 2
"""With more orders than this in question, how each stands is all that is said."""

LABEL_WORDS = 3
"""Words of a sentence that only announces the one after it."""

SHORT_SECTION = 80
"""Words up to which a section is quoted whole: nothing is lost that limits or completes it."""

NEAR_BEST = 0.72
"""A sentence is quoted with the best one where its similarity is at least this share of the best."""

EXCEPTION = re.compile(
    r"\b(except\w*|unless|only (if|when|for)|however|but not|not (if|for|when)|must|never|does not apply|provided)\b",
    re.I,
)
"""Words that limit what stands beside them: such a sentence of a quoted section is not left out."""

ADVICE = re.compile(
    r"\b(how (do|can|should)|can i|could i|may i|what (should|can|do|if|happens|now)|policy|allowed|possible|warranty|broken"
    r"|damaged|missing|rotten|spoiled|faulty|warm|stopped|still)\b",
    re.I,
)
"""Words that ask for more than the state of an order."""

BLOCK = re.compile(r"^(?:[-*] |\d+\. |  )")


@dataclass(frozen=True)
class ExtractiveDrafter:
    """Quotes the section that is nearest to the question, and the order fields that it asks about."""

    sections: SectionFinder
    name: str = "extractive"

    def draft(self, request: DraftRequest) -> Draft:
        """Verbatim sentences; declined where nothing shown answers the question."""
        if request.about_order and len(by_order := _by_order(request)) > SEVERAL:
            text, ids = _quoted([field for one in by_order for field in status_fields(one)[:2]])
            return Draft(text=text, drafter=self.name, cited=tuple(ids))
        orders, order_ids = self._order_part(request)
        article, article_ids = self._article_part(request, beside_order=bool(orders))
        if not orders and not article and request.about_order:
            orders, order_ids = _quoted([field for one in _by_order(request) for field in status_fields(one)])
        if not orders and not article:
            return Draft(text="", drafter=self.name, declined=_why_not(request))
        # The article first: after an order's sentences its "the order" would be read as that order.
        return Draft(
            text="\n\n".join(part for part in (article, orders) if part),
            drafter=self.name,
            cited=tuple(dict.fromkeys(order_ids + article_ids)),
        )

    def _order_part(self, request: DraftRequest) -> tuple[str, list[str]]:
        # A follow-up that names nothing of its own ("and that one?") is read with the line before it.
        question = request.question if wanted_fields(request.question) else request.search_query
        return _quoted([field for one in _by_order(request) for field in answering_fields(question, one)])

    def _article_part(self, request: DraftRequest, *, beside_order: bool) -> tuple[str, list[str]]:
        if beside_order and not ADVICE.search(request.question):
            return "", []
        articles = [item for item in request.context.items if item.evidence.source == "article"]
        question, today = request.search_query or request.question, date.fromisoformat(request.today)
        said = request.question if question != request.question else None
        found = self._found(question, without_item_names(question, request.fields), articles, today, said)
        found = found or self._by_core(request.question, articles, today)
        if found is None:
            return "", []
        return quote(found.evidence.text, found.similarity), [found.evidence.evidence_id]

    def _by_core(self, message: str, articles: Sequence[ContextItem], today: date) -> FoundSection | None:
        """What answers the one question of a message whose other words lead away from it."""
        question = core_question(message)
        return self.sections.find(question, _unread(articles), today) if question else None

    def _found(
        self, question: str, general: str, articles: Sequence[ContextItem], today: date, said: str | None
    ) -> FoundSection | None:
        """The section that answers; `general` is the question without the names of things that were ordered."""
        if general == question:
            return self.sections.find(question, articles, today, said)
        # Articles speak of no one's kettle: the reranker's odds are those of the names, too, and say nothing here.
        unread = _unread(articles)
        return self.sections.find(question, unread, today) or self.sections.find(general, unread, today)


def _unread(articles: Sequence[ContextItem]) -> list[ContextItem]:
    """The articles without the reranker's odds, which are those of the whole message."""
    return [item.model_copy(update={"answers": None}) for item in articles]


def _by_order(request: DraftRequest) -> list[list[Evidence]]:
    """The fields of each order that is shown."""
    shown = [item.evidence.owner for item in request.context.items if item.evidence.source == "order"]
    return [[field for field in request.fields if field.owner == owner] for owner in dict.fromkeys(shown)]


def _quoted(fields: Sequence[Evidence]) -> tuple[str, list[str]]:
    return " ".join(field.text for field in fields), [field.evidence_id for field in fields]


def quote(text: str, similarity: dict[str, float]) -> str:
    """The sentences of a section near the best one, in reading order, with its exceptions; lists stay whole.

    Args:
        text: the section, one list item, row or paragraph a line.
        similarity: of every sentence to the question.
    """
    if len(text.split()) <= SHORT_SECTION:
        return text
    bar = max(similarity.values()) * NEAR_BEST
    kept = {sentence for sentence, value in similarity.items() if value >= bar or EXCEPTION.search(sentence)}
    ranked = sorted(kept, key=lambda sentence: -similarity[sentence])
    kept = set(ranked[:SENTENCES_LIMIT]) | {sentence for sentence in kept if EXCEPTION.search(sentence)}
    lines = text.split("\n")
    for line in lines:
        found = sentences(line)
        # What a kept sentence leans on, and what a label such as "What to do." announces, is kept with it.
        kept |= {first for first, second in pairwise(found) if second in kept and leans_back(second)}
        kept |= {second for first, second in pairwise(found) if first in kept and len(first.split()) <= LABEL_WORDS}
    quoted: list[str] = []
    for n, line in enumerate(lines):
        found = [sentence for sentence in sentences(line) if sentence in kept]
        if _in_kept_list(lines, n, kept):
            quoted.append(line)
        elif found:
            quoted.append(" ".join(found))
    return "\n".join(quoted)


def _in_kept_list(lines: Sequence[str], place: int, kept: set[str]) -> bool:
    """Whether the line belongs to a list, or leads into one, of which any item is quoted."""
    begin = end = place
    if lines[place].endswith(":"):
        begin = end = place + 1
    if begin >= len(lines) or not BLOCK.match(lines[begin]):
        return False
    while begin > 0 and BLOCK.match(lines[begin - 1]):
        begin -= 1
    while end + 1 < len(lines) and BLOCK.match(lines[end + 1]):
        end += 1
    lead = lines[begin - 1] if begin and lines[begin - 1].endswith(":") else ""
    return any(sentence in kept for line in [lead, *lines[begin : end + 1]] for sentence in sentences(line))


def _why_not(request: DraftRequest) -> str:
    return "nothing that was found answers the question" if request.context.items else "nothing was found"
