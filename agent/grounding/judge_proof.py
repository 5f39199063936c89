"""Whether a judge's word may be taken: its quote is found again, and what code can check of it is checked.

A judge can be wrong, and it can be talked round by a text that it reads. So its "supported" is a hint where to look: the
quote must stand in evidence that may prove the claim, and the sentences around it must hold the claim's values, deny
where it denies, and set no limit that it leaves out.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date

from agent.claim_text import claim_body, sentence_key
from agent.context.cleaning import evidence_text
from agent.context.formatting import unescape
from agent.folding import fold
from agent.grounding.evidence_book import EvidenceBook, Quote
from agent.grounding.hypothesis import may_be_read
from agent.grounding.judge_answer import Ruling
from agent.grounding.judge_prompt import Asked, Exhibit
from agent.grounding.shifts import shift
from agent.grounding.typed import TypedValue
from agent.grounding.values import find_values, same_value
from agent.grounding.vocabulary import content_words, denies, limits_or_denies, word_set, words
from agent.types import EvidenceRef

SHORTEST = 3
"""Words of a quote, unless it is a whole sentence; fewer stand in any text."""
MOST_SENTENCES = 3
"""That a quote may run over; a longer one is no proof of one claim."""

ON_THE_SUBJECT = 0.3
"""Share of a claim's content words that the quoted sentences must hold, headings included. Low, because what comes to a
judge is said in other words; it keeps out quotes that have nothing to do with the claim."""

_SAYS_NO = word_set("free unavailable excluded exempt non nonrefundable impossible lacks fails unpaid avoid final")
"""Words by which a claim may say without a negation what the evidence says with one: "free of charge", "no charge"."""
_IF = word_set("if provided providing until when whenever once")
_OWN_LIMITS = word_set("after before upon during while provided whenever")
"""Words by which a claim may set the condition of its own that the evidence sets with one of those."""
_LITTLE = word_set("for from with can out off via")
_OF_THE_CHECK = word_set(
    """
    claim claims verdict verdicts label labels supported unsupported refuted checker judge evaluator grader prompt
    instruction instructions ignore disregard json assistant
    """
)
"""A sentence with two of these that the claim lacks speaks to the judge, and not to customers."""


@dataclass(frozen=True)
class Place:
    """Where a quote stands: the sentences that it runs over, with what governs them."""

    quotes: tuple[Quote, ...]
    sentences: tuple[str, ...]
    """Each as it can be read alone: the lines that govern it, then itself."""

    @property
    def refs(self) -> tuple[EvidenceRef, ...]:
        """As a verdict names it: one piece of evidence, whole sentences of it."""
        text = " ".join(quote.text for quote in self.quotes)
        return (self.quotes[0].ref.model_copy(update={"quote": text}),)


def places(asked: Asked, ruling: Ruling, exhibits: Sequence[Exhibit], today: date) -> list[Place] | str:
    """Where the quote stands in evidence that the ruling names and that may prove the claim, or why it stands nowhere."""
    by_label = {one.label: one.evidence for one in exhibits}
    if unknown := [label for label in ruling.evidence if label not in by_label]:
        return f"it names {unknown[0][:20]!r}, which it was not shown"
    readable = [
        by_label[label] for label in dict.fromkeys(ruling.evidence) if may_be_read(by_label[label], asked.claim)
    ]
    if not readable:
        return "it names no evidence that may prove the claim"
    wanted = _plain(unescape(ruling.quote)).strip("\"' ")
    found = [place for item in readable for place in _standing(wanted, EvidenceBook.of([item], today).quotes)]
    return found or "its quote does not stand in the evidence that it names"


def objection(asked: Asked, place: Place, today: date) -> str | None:
    """What speaks against taking the place for a proof of the claim; None for nothing found."""
    premise = _nearest(asked.text, place.sentences)
    topic = " › ".join(place.quotes[0].evidence.heading_path)
    if missing := _missing_value(asked, place, topic, today):
        return f"its quote does not hold {missing}"
    if _share(asked.text, f"{topic} {' '.join(place.sentences)}") < ON_THE_SUBJECT:
        return "its quote speaks of something else"
    if _speaks_of_the_check(asked.text, place.sentences):
        return "its quote speaks of the check itself"
    return shift(asked.text, [f"{topic}: {premise}" if topic else premise]) or _one_sided(asked, place, premise)


def _standing(wanted: str, quotes: Sequence[Quote]) -> list[Place]:
    """Every run of sentences that holds the quote."""
    texts = [_plain(quote.text) for quote in quotes]
    whole = {_plain(quote.body) for quote in quotes} | set(texts)
    if not wanted or (len(wanted.split()) < SHORTEST and wanted not in whole):
        return []
    starts = [sum(len(text) + 1 for text in texts[:n]) for n in range(len(texts))]
    joined, found, at = " ".join(texts), list[Place](), 0
    while (at := joined.find(wanted, at)) >= 0:
        end = at + len(wanted)
        run = [quotes[n] for n, start in enumerate(starts) if start < end and at < start + len(texts[n])]
        if len(run) <= MOST_SENTENCES:
            found.append(Place(tuple(run), tuple(_with_leads(quote) for quote in run)))
        at = end
    return found


def _plain(text: str) -> str:
    return " ".join(fold(evidence_text(text)).casefold().split())


def _with_leads(quote: Quote) -> str:
    return " ".join([*reversed(quote.leads), quote.body])


def _nearest(text: str, sentences: Sequence[str]) -> str:
    wanted = content_words(text)
    return max(sentences, key=lambda one: (len(wanted & content_words(one)), -len(one)))


def _missing_value(asked: Asked, place: Place, topic: str, today: date) -> str | None:
    """The first value of the claim that neither the quoted sentences nor what governs them hold."""
    held = [value for quote in place.quotes for value in quote.values]
    held += [value for text in (topic, *place.sentences) for value in find_values(text, today)]
    wanted = (value for value in find_values(asked.text, today) if _binds(value, asked.claim.owner))
    return next((value.text for value in wanted if not any(same_value(value, other) for other in held)), None)


def _binds(value: TypedValue, owner: str | None) -> bool:
    """Not so the claim's own order, nor in general statements what would be a status of one: "lamps are refunded"."""
    return value.canonical != owner if owner else value.kind != "status"


def _share(text: str, held: str) -> float:
    """Of the content words of a text the share that another holds, 0 to 1; 0 where it has none."""
    wanted = content_words(text) - _LITTLE
    return len(wanted & content_words(held)) / len(wanted) if wanted else 0.0


def _speaks_of_the_check(text: str, sentences: Sequence[str]) -> bool:
    own = set(words(text))
    return any(len((_OF_THE_CHECK & set(words(sentence))) - own) > 1 for sentence in sentences)


def _one_sided(asked: Asked, place: Place, premise: str) -> str | None:
    """What the evidence says beside the claim, and the claim does not."""
    if denies(premise) and not denies(asked.text) and _SAYS_NO.isdisjoint(words(asked.text)):
        return "the evidence denies, the claim does not"
    if limits_or_denies(asked.text) or not _OWN_LIMITS.isdisjoint(words(asked.text)):
        return None
    if not _IF.isdisjoint(words(premise)):
        return "the evidence has a condition, the claim does not"
    after = asked.claim.after and sentence_key(claim_body(asked.claim.after))
    follows = place.quotes[-1].condition
    return "the evidence goes on with a condition, the claim does not" if follows not in (None, after) else None
