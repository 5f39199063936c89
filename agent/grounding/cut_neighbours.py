"""Which sentences fall with a neighbour: conditions, limits, what a pronoun stands for, lead-ins, citations, parts.

A rule is given the outline and what is still kept, and names the positions that fall.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from agent.claim_text import citation_of, claim_body, leans_back
from agent.follow_ups import asked_for
from agent.grounding.cut_outline import Outline
from agent.grounding.vocabulary import content_words, limits_or_denies
from agent.referring import announces, is_note, refers_back
from agent.sentences import MARKER

_RESTRICTS = re.compile(
    r"\b(?:only|never|not|no|cannot|can't|don't|doesn't|isn't|aren't|won't|except\w*|exclu\w+|unless|until|otherwise|limited"
    r"|final[- ]sale|non-?\w+able|minus|deduct\w*|void"
    r"|must|requires?|required|needs?|applies|apply|members?|exceptions?|minimum|maximum|stays?|remains?)\b",
    re.IGNORECASE,
)
_EXCEPTS = re.compile(
    r"\b(?:only|never|not|cannot|can't|don't|doesn't|isn't|aren't|won't|except\w*|exclu\w+|unless|limited|conditions?)\b",
    re.IGNORECASE,
)
_LIMITING = re.compile(r"(?:but|however|except|unless|only|though|although|provided|still|that said)\b", re.IGNORECASE)


def bounds(outline: Outline, n: int) -> bool:
    """Whether a sentence that falls may be what limits a promise.

    What was refuted, or cut by the exact tier for a value or a promise, bounds nothing.
    """
    verdict, body = outline.verdicts[n], outline.bodies[n]
    restricts = bool(_RESTRICTS.search(body))
    if verdict.label == "supported":
        return bool(_EXCEPTS.search(body)) or (restricts and leans_back(body))
    unproved = verdict.label == "not_enough_info" and verdict.tier != "exact"
    return unproved and (restricts or is_note(body))


def with_condition(outline: Outline, kept: Sequence[bool]) -> Iterator[int]:
    """A condition and its claim fall together, and so does a sentence that "However, …" limited."""
    for n in range(len(outline)):
        claim = outline.claim(n)
        main = outline.position(claim.depends_on)
        if main is not None and not (kept[n] and kept[main]):
            yield from (n, *((main,) if main in outline.group_of(n) else _all_it_limits(outline, n, main)))
        elif main is None and not kept[n] and _limits_what_was_said(claim.text, outline.bodies[n]):
            yield from _sentence_before(outline, n)


def with_restriction(outline: Outline, kept: Sequence[bool]) -> Iterator[int]:
    """An unproved sentence that excludes or demands something may be what bounds the promise before it, or above it."""
    for n in range(len(outline)):
        if not kept[n] and bounds(outline, n):
            yield from _sentence_before(outline, n)
            if is_note(outline.bodies[n]):
                yield from _next(outline, n)
            lead = outline.leads[n]
            if lead is not None and outline.sentences[n].kind == "item":
                yield lead


def with_antecedent(outline: Outline, kept: Sequence[bool]) -> Iterator[int]:
    """A sentence that begins with "It", "Then" or "The latter" falls with the one before it; it is never re-pointed."""
    for n in range(len(outline)):
        before = outline.before(n)
        if before is not None and not kept[before] and _goes_on(outline.text_in_draft(n)):
            yield n


def with_what_it_announces(outline: Outline, kept: Sequence[bool]) -> Iterator[int]:
    """A bare "Yes." and a question that the draft itself answers go with the sentence after them."""
    for n, body in enumerate(outline.bodies):
        after = outline.after(n)
        if after is not None and not kept[after] and (announces(outline.claim(n).text, body) or _is_put(outline, n)):
            yield n


def with_lead_in(outline: Outline, kept: Sequence[bool]) -> Iterator[int]:
    """A list falls with the line that opens it; that line falls when nothing of what it opens is left."""
    for n in range(len(outline)):
        lead = outline.leads[n]
        if lead is not None and not kept[lead]:
            yield n
        opened = outline.opened_by(n) or (_next(outline, n) if outline.sentences[n].is_lead_in else ())
        if opened and _only_opens(outline, n) and not any(kept[m] for m in opened):
            yield n


def with_what_it_cites(outline: Outline, kept: Sequence[bool]) -> Iterator[int]:
    """A line that only cites goes with the claim before it, or with the one after where it ends in a colon.

    It goes, too, where it names another article than the one that proved that claim.
    """
    for n, body in enumerate(outline.bodies):
        if outline.claim(n).checkworthy or body.strip(" .:") or outline.opened_by(n):
            continue
        cited = outline.after(n) if outline.sentences[n].is_lead_in else outline.before(n)
        if cited is not None and (not kept[cited] or _cites_another(outline, n, cited)):
            yield n


def with_other_parts(outline: Outline, kept: Sequence[bool]) -> Iterator[int]:
    """Of a compound sentence a part falls with the one it borrows from, and the rest with a part that limits it."""
    for n in range(len(outline)):
        claim = outline.claim(n)
        lender = outline.position(claim.borrows_from)
        if lender is not None and not kept[lender]:
            yield n
        if claim.whole is not None and not kept[n] and _limits_its_sentence(outline, n):
            yield from outline.group_of(n)


def _is_put(outline: Outline, n: int) -> bool:
    """Whether it is a question for the draft to answer, rather than one for the customer."""
    body = outline.bodies[n]
    return outline.claim(n).checkworthy and body.endswith("?") and asked_for(body) is None


def _cites_another(outline: Outline, n: int, cited: int) -> bool:
    """Whether the title that a line cites has no word in common with the passages that proved a claim, or their names.

    A verdict names passages by their ids, `gift-cards#3`, and an id need not be the title: one word is enough.
    """
    named = citation_of(outline.claim(n).text)
    proofs = [ref for ref in outline.verdicts[cited].evidence if ref.source == "article"]
    if not named or not proofs:
        return False
    said = [outline.bodies[cited], *(f"{ref.id} {ref.quote}".replace("-", " ") for ref in proofs)]
    title = content_words(named[0])
    return bool(title) and title.isdisjoint(word for text in said for word in content_words(text))


def _limits_its_sentence(outline: Outline, n: int) -> bool:
    body = outline.bodies[n]
    return limits_or_denies(body) or bool(_RESTRICTS.search(body))


def _only_opens(outline: Outline, n: int) -> bool:
    sentence = outline.sentences[n]
    return (sentence.is_lead_in or sentence.kind == "row") and sentence.kind != "heading"


def _next(outline: Outline, n: int) -> tuple[int, ...]:
    return (n + 1,) if n + 1 < len(outline) else ()


def _sentence_before(outline: Outline, n: int) -> tuple[int, ...]:
    before = outline.before(outline.group_of(n)[0])
    return () if before is None else _all_it_limits(outline, n, before)


def _all_it_limits(outline: Outline, n: int, before: int) -> tuple[int, ...]:
    """The sentence before; all of the list or table where that one is its last line and this one stands below it."""
    lead, sentence = outline.leads[before], outline.sentences[n]
    below = outline.sentences[before].kind in ("item", "row") and sentence.kind == "text" and sentence.gap != "inline"
    if not below:
        return outline.group_of(before)
    if lead is not None:
        return (lead, *outline.opened_by(lead))
    run = before
    while run > 0 and outline.sentences[run - 1].kind == "item":
        run -= 1
    return tuple(range(run, before + 1))


def _goes_on(text: str) -> bool:
    """Whether it refers back, be it only by a connective, which the body no longer has: "Therefore, …"."""
    body = claim_body(text)
    return leans_back(body) or refers_back(body) or refers_back(_opening(text))


def _limits_what_was_said(text: str, body: str) -> bool:
    return bool(_LIMITING.match(_opening(text))) and limits_or_denies(body)


def _opening(text: str) -> str:
    marker = MARKER.match(text)
    return (text[marker.end() :] if marker else text).lstrip("*_ ")
