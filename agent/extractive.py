"""The embedded drafter: it answers with the evidence's own sentences, and says when they do not answer."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date

from agent.answer_sections import FoundSection, SectionFinder, expected_kinds
from agent.core_question import LEANS, core_question
from agent.grounding.values import find_values
from agent.order_answers import answering_fields, status_fields, wanted_fields, without_item_names
from agent.quoting import quote
from agent.types import ContextItem, Draft, DraftRequest, Evidence
from knowledge.order_ids import find_order_ids

SEVERAL = 2
"""With more orders than this in question, how each stands is all that is said."""

ADVICE = re.compile(
    r"\b(how (do|can|should)|can i|could i|may i|what (should|can|do|if|happens|now)|policy|allowed|possible|warranty|broken"
    r"|damaged|missing|rotten|spoiled|faulty|warm|stopped|still)\b",
    re.I,
)
"""Words that ask for more than the state of an order."""


@dataclass(frozen=True)
class ExtractiveDrafter:
    """Quotes the section that is nearest to the question, and the order fields that it asks about."""

    sections: SectionFinder
    name: str = "extractive"

    def draft(self, request: DraftRequest) -> Draft:
        """Verbatim sentences; declined where nothing shown answers the question."""
        return self._each(request) or self._whole(request)

    def _each(self, request: DraftRequest) -> Draft | None:
        """Every question of a message that asks several by itself; None where it asks one, or none has an answer."""
        before = ("", *request.questions)
        parts = [self._alone(request, *asked) for asked in zip(request.questions, before, strict=False)]
        if not any(articles or orders for articles, orders in parts):
            return None
        articles = dict.fromkeys(text for found, _ in parts for text in found)
        orders = dict.fromkeys(field for _, found in parts for field in found)
        text, order_ids = _quoted(list(orders))
        return Draft(
            text="\n\n".join([*articles, text] if text else articles),
            drafter=self.name,
            cited=tuple(dict.fromkeys([*order_ids, *(one for found, _ in parts for one in found.values())])),
            unanswered=tuple(q for q, part in zip(request.questions, parts, strict=True) if not any(part)),
        )

    def _alone(self, request: DraftRequest, question: str, before: str) -> tuple[dict[str, str], list[Evidence]]:
        """What articles say to one question of several, with the passage's id, and the fields of orders that it asks about.

        One that leans on the question before ("and what does it cost?") is read with that.
        """
        asks_price = bool(LEANS.search(question)) and "money" in expected_kinds(question)
        question = f"{before} {question}".strip() if LEANS.search(question) else question
        named = find_order_ids(question)
        asked = [one for one in _by_order(request) if not named or one[0].owner in named]
        orders = [field for one in asked for field in answering_fields(question, one)]
        if orders and not ADVICE.search(question):
            return {}, orders
        articles = _unread([item for item in request.context.items if item.evidence.source == "article"])
        today = date.fromisoformat(request.today)
        found = self._found(question, without_item_names(question, request.fields), articles, today, None)
        if found and asks_price and not any(v.kind == "money" for v in find_values(found.evidence.text, today)):
            found = None  # the section of the question before, which does not say what this one asks
        return ({quote(found.evidence.text, found.similarity): found.evidence.evidence_id} if found else {}), orders

    def _whole(self, request: DraftRequest) -> Draft:
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


def _why_not(request: DraftRequest) -> str:
    return "nothing that was found answers the question" if request.context.items else "nothing was found"
