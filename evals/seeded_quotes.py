"""True lines in an article's own words: a sentence, item or row with all that it leans on, as a drafter quotes them."""

from __future__ import annotations

import re
from collections.abc import Sequence
from random import Random

from agent.claim_text import claim_body, is_condition, leans_back
from agent.sentences import Sentence, find_sentences, lead_ins
from agent.types import Evidence
from evals.seeded_types import Line

LINES_LIMIT = 5
"""Lines of a reply: four claims, and what opens their list."""

_WORD = re.compile(r"[A-Za-z]{2,}")
_CODE = re.compile(r"[{}<>=\\]|::|\w\(\)|```|^\s*(?:\$|#|//)|^\[[^\]]+\]:")
_CLOSED = re.compile(
    r"\b(?:all|both|each|every|only|either|exceptions?|any of|one of|unless|until|if)\b", re.IGNORECASE
)
"""Words of a lead-in of whose list none may be left out: "only if all of these are true:"."""
_WHOLE = re.compile(r"[.!][)\"'”*_]*$|^\S.*: .*")
"""The end of a sentence, or a row as `Header: cell`."""


def quotations(evidence: Evidence, rng: Random) -> list[tuple[Line, ...]]:
    """A quotation for each sentence of a passage that may be quoted, of one to four lines."""
    found = find_sentences(evidence.text)
    leads = lead_ins(found)
    drawn = (_around(place, found, leads, rng.randrange(3)) for place in range(len(found)))
    return [_linked(_lines(found, places), evidence, rng) for places in drawn if places]


def statements(evidence: Evidence) -> list[str]:
    """Whole sentences of a passage that state something by themselves."""
    found = (sentence for sentence in find_sentences(evidence.text) if sentence.kind == "text")
    return [
        one.text
        for one in found
        if _is_quotable(one) and not leans_back(claim_body(one.text)) and len(_WORD.findall(one.text)) > 6
    ]


def _around(place: int, found: Sequence[Sentence], leads: Sequence[int | None], more: int) -> tuple[int, ...]:
    """Places of what is quoted: a sentence, what governs it, what it leans on, its condition, and some that follow."""
    if not _is_quotable(found[place]):
        return ()
    places = {place}
    last = place
    while last + 1 < len(found) and _goes_with(found[last + 1], found[place], leads[last + 1] == leads[place], more):
        more -= not is_condition(claim_body(found[last + 1].text))
        last += 1
        places.add(last)
    for one in sorted(places):
        places |= _needed(one, found, leads)
    if len(places) > LINES_LIMIT or not all(_is_sound(found[one]) for one in places):
        return ()
    if any(_is_closed(found[one]) and not _items_of(one, leads) <= places for one in places):
        return ()
    return tuple(sorted(places))


def _goes_with(after: Sentence, quoted: Sentence, same_lead: bool, more: int) -> bool:
    """Whether the next sentence is quoted, too: always where it is a condition, else while more are wanted."""
    if after.kind == "text" and is_condition(claim_body(after.text)):
        return True
    return more > 0 and same_lead and after.kind == quoted.kind and after.gap != "paragraph" and _is_quotable(after)


def _needed(place: int, found: Sequence[Sentence], leads: Sequence[int | None]) -> set[int]:
    """What the sentence cannot do without: the lines that govern it, and the sentence that its first words point to."""
    needed: set[int] = set()
    lead = leads[place]
    while lead is not None:
        needed.add(lead)
        lead = leads[lead]
    while place > 0 and leans_back(claim_body(found[place].text)):
        place -= 1
        needed.add(place)
    return needed


def _is_closed(sentence: Sentence) -> bool:
    """Whether the line opens a list that is true only as a whole."""
    return sentence.is_lead_in and bool(_CLOSED.search(sentence.text))


def _items_of(place: int, leads: Sequence[int | None]) -> set[int]:
    """Places of what a line governs."""
    return {n for n, lead in enumerate(leads) if lead == place}


def _is_quotable(sentence: Sentence) -> bool:
    return (
        sentence.kind in ("text", "item")
        and not sentence.is_lead_in
        and not sentence.text.endswith("?")
        and len(_WORD.findall(sentence.text)) >= 4
        and (sentence.kind == "item" or bool(_WHOLE.search(sentence.text)))
        and _is_sound(sentence)
    )


def _is_sound(sentence: Sentence) -> bool:
    """Whether it is language, of a length that fits a reply."""
    return sentence.kind != "heading" and len(sentence.text) <= 320 and not _CODE.search(sentence.text)


def _lines(found: Sequence[Sentence], places: Sequence[int]) -> tuple[Line, ...]:
    lines = []
    for n in places:
        sentence = found[n]
        inline = sentence.gap == "inline" and n - 1 in places
        joint = " " if inline else "\n" + " " * (sentence.indent if sentence.kind == "item" else 0)
        lines.append(Line(sentence.text, joint))
    return tuple(lines)


def _linked(lines: tuple[Line, ...], evidence: Evidence, rng: Random) -> tuple[Line, ...]:
    """Every other time with the passage's own link where a line holds its text, as a drafter that cites links writes."""
    for n, line in enumerate(lines):
        links = [link for link in evidence.links if len(link.text) > 3 and link.text in line.text and "://" in link.url]
        if links and "](" not in line.text and rng.random() < 0.5:
            link = links[0]
            text = line.text.replace(link.text, f"[{link.text}]({link.url})", 1)
            return (*lines[:n], Line(text, line.joint), *lines[n + 1 :])
    return lines
