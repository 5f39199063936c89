"""Values that no evidence of the right owner holds. These checks only ever reject."""

from __future__ import annotations

from collections.abc import Iterable

from agent.folding import fold
from agent.grounding.agreement import agree, is_complement
from agent.grounding.claim_view import ClaimView
from agent.grounding.evidence_book import EvidenceBook, Quote
from agent.grounding.finding import Finding, not_enough, refuted
from agent.grounding.finding_codes import spelt_code
from agent.grounding.finding_versions import covers
from agent.grounding.order_facts import Held, field_name, field_of, held_elsewhere, held_in
from agent.grounding.status_checks import misstated_status
from agent.grounding.typed import Kind, TypedValue
from agent.grounding.values import conflicting
from agent.grounding.vocabulary import content_words, denies, limits_or_denies

SHOP_WIDE: frozenset[Kind] = frozenset(
    {"duration", "percent", "link", "email", "phone", "error_code", "version", "time"}
)
"""Kinds that an article may hold for a claim about one order, too; all others must be the order's own."""

_SAME_SUBJECT = 0.7
"""Share of a claim's content words that a sentence must hold to be about the same thing."""


def misstated_value(view: ClaimView, book: EvidenceBook) -> Finding | None:
    """The first value of a claim that its owner's evidence does not hold; None where all are held."""
    for value in view.values:
        finding = _misstated(view, value, book)
        if finding:
            return finding
    return None


def _misstated(view: ClaimView, value: TypedValue, book: EvidenceBook) -> Finding | None:
    if value.kind == "order_id":
        known = value.canonical in book.orders
        return None if known else not_enough(f"There is no evidence about order {value.canonical}.")
    if value.kind == "link" and value.canonical in book.links:
        return None
    if len(view.named) > 1:
        return _of_none(view, value, book)
    return _of_order(view, value, view.owner, book) if view.owner else _of_shop(view, value, book)


def _of_order(view: ClaimView, value: TypedValue, owner: str, book: EvidenceBook) -> Finding | None:
    if value.kind == "status":
        return misstated_status(value, owner, book)
    from_shop = value.kind in SHOP_WIDE or view.claim.owner is None
    if from_shop and _is_held(value, book.owned_by(None)):
        return None
    field = field_of(view.body, value)
    if _is_held_by(value, held_in(book, owner, value.kind, field)):
        return None
    return _contradiction(view, value, owner, field, book) or not_enough(
        f"No evidence about {owner} holds {value.text}."
    )


def _contradiction(
    view: ClaimView, value: TypedValue, owner: str, field: str | None, book: EvidenceBook
) -> Finding | None:
    """Refuted where the field holds another value, or the value is another order's; a denial is never refuted so."""
    if limits_or_denies(view.body):
        return None
    in_field = held_in(book, owner, value.kind, field) if field else ()
    own = not _is_held_by(value, held_in(book, owner, value.kind))
    other = held_elsewhere(book, value, frozenset({owner})) if own else None
    if other:
        reason = f"{value.text} is the {other.meaning} of {other.quote.owner}, not of {owner}."
        return refuted(reason, other.quote, *(held.quote for held in in_field[:1]))
    if in_field and field:
        reason = f"The {field_name(field)} of {owner} is {in_field[0].value.text}, not {value.text}."
        return refuted(reason, in_field[0].quote)
    return None


def _of_none(view: ClaimView, value: TypedValue, book: EvidenceBook) -> Finding | None:
    """For a sentence that names several orders: a value that none of them holds."""
    if value.kind in SHOP_WIDE and _is_held(value, book.owned_by(None)):
        return None
    if any(_is_held(value, book.owned_by(order)) for order in view.named):
        return None
    other = held_elsewhere(book, value, frozenset(view.named))
    if other and not limits_or_denies(view.body):
        return refuted(
            f"{value.text} is the {other.meaning} of {other.quote.owner}, of none that is named.", other.quote
        )
    return not_enough(f"None of the orders named holds {value.text}.")


def _of_shop(view: ClaimView, value: TypedValue, book: EvidenceBook) -> Finding | None:
    if value.kind == "status" and not view.speaks_of_order:
        return None
    if _is_held(value, book.owned_by(None)) or _is_in_range(view, value, book) or _is_spelt(view, value, book):
        return None
    if _is_complement(view, value, book):
        return None
    if view.speaks_of_order and any(_is_held(value, book.owned_by(order)) for order in book.orders):
        return not_enough("The sentence does not say which order it means.")
    saying_otherwise = _same_subject(view, value, book)
    if saying_otherwise:
        quote, held = saying_otherwise
        return refuted(f"{quote.evidence.evidence_id} says {held.text}, not {value.text}.", quote)
    return not_enough(f"No evidence holds {value.text}.")


def _same_subject(view: ClaimView, value: TypedValue, book: EvidenceBook) -> tuple[Quote, TypedValue] | None:
    """The sentence that shares most of the claim's content words, but holds another value of that kind."""
    about = content_words(view.body)
    best: tuple[float, Quote, TypedValue] | None = None
    for quote in book.owned_by(None):
        held = conflicting(value, quote.values)
        share = len(about & content_words(quote.body)) / len(about) if about else 0.0
        same_way = limits_or_denies(quote.body) == limits_or_denies(view.body)
        if held and same_way and share >= _SAME_SUBJECT and (best is None or share > best[0]):
            best = share, quote, held
    return best and best[1:]


def _is_held(value: TypedValue, quotes: Iterable[Quote]) -> bool:
    return any(agree(value, other) for quote in quotes for other in quote.values)


def _is_held_by(value: TypedValue, held: Iterable[Held]) -> bool:
    return any(agree(value, other.value) for other in held)


def _is_in_range(view: ClaimView, value: TypedValue, book: EvidenceBook) -> bool:
    """Whether a range of versions holds this one, in a sentence that has all that the claim says of it."""
    said = content_words(view.body) - {"version"}
    return value.kind == "version" and any(
        said <= content_words(quote.body) and any(covers(other.canonical, value.canonical) for other in quote.values)
        for quote in book.owned_by(None)
    )


def _is_complement(view: ClaimView, value: TypedValue, book: EvidenceBook) -> bool:
    """Whether a sentence limits the same amount from the other side and denies: refused after 30 days, taken within 30."""
    return any(
        denies(quote.body) != denies(view.body) and is_complement(value, other)
        for quote in book.owned_by(None)
        for other in quote.values
    )


def _is_spelt(view: ClaimView, value: TypedValue, book: EvidenceBook) -> bool:
    """Whether one side writes as a code (`ISO-9001`) what the other writes as a word and a number (`ISO 9001`)."""
    said = _as_code(value, view.body)
    return said is not None and any(
        other.kind != value.kind and _as_code(other, quote.body) == said
        for quote in book.owned_by(None)
        for other in quote.values
    )


def _as_code(value: TypedValue, text: str) -> str | None:
    if value.kind == "quantity":
        return None if value.unit else spelt_code(fold(text), value.start, value.end)
    return value.canonical if value.kind == "error_code" else None
