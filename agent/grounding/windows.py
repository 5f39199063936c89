"""Evidence in the pieces that a verifier reads: runs of sentences with what governs them."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache

from agent.grounding.outlines import REMEMBERED
from agent.grounding.premise_lines import Line, premise_lines
from agent.grounding.vocabulary import content_words
from agent.sentences import find_sentences, lead_ins
from agent.types import Evidence, EvidenceRef

WINDOW = 3
"""Evidence sentences read together; windows overlap by two."""
MOST_WORDS = 150
"""Of a window; of longer ones the end is not read. About what a verifier of 256 tokens takes in beside a claim."""

_DIGITS = re.compile(r"\d+")


@dataclass(frozen=True)
class Window:
    """A run of neighbouring sentences of one piece of evidence."""

    evidence: Evidence
    text: str
    """With the heading path, and the lead-in of its first line where that stands further up."""
    place: int
    """Of its first sentence in the evidence, from 0."""
    lines: tuple[Line, ...] = ()
    """The sentences one by one, each with what governs it."""

    @property
    def ref(self) -> EvidenceRef:
        """As a verdict names it."""
        item = self.evidence
        return EvidenceRef(source=item.source, id=item.evidence_id, trust=item.trust, quote=self.text)

    @cached_property
    def content(self) -> frozenset[str]:
        """Its content words and numbers."""
        return _content(self.text)

    def apart(self, other: Window) -> bool:
        """Whether the two share no sentence."""
        return self.evidence is not other.evidence or abs(self.place - other.place) >= WINDOW


def windows_of(evidence: Evidence) -> tuple[Window, ...]:
    """All windows of a piece of evidence, in reading order; at least one where there is any text.

    Those of an article are remembered, what is said of an order never is.
    """
    if evidence.source == "article" and evidence.owner is None:
        return _article_windows(evidence)
    return _read(evidence)


@lru_cache(maxsize=REMEMBERED)
def _article_windows(evidence: Evidence) -> tuple[Window, ...]:
    return _read(evidence)


def _read(evidence: Evidence) -> tuple[Window, ...]:
    found = find_sentences(evidence.text)
    leads = lead_ins(found)
    lines = premise_lines(evidence, found, leads)
    topic = " › ".join(evidence.heading_path)
    windows = []
    for place in range(max(1, len(found) - WINDOW + 1) if found else 0):
        places, lead = list(range(place, min(place + WINDOW, len(found)))), leads[place]
        if lead is not None and lead < place:
            places.insert(0, lead)
        body = " ".join(" ".join(found[n].text for n in places).split()[:MOST_WORDS])
        text = f"{topic}: {body}" if topic else body
        windows.append(Window(evidence, text, place, tuple(lines[n] for n in places)))
    return tuple(windows)


def nearest(windows: Iterable[Window], claim: str, most: int) -> list[Window]:
    """The windows that hold most of what a claim is about, best first; a number weighs as much as a word."""
    wanted = _content(claim)
    scored = [(len(wanted & window.content), window) for window in windows]
    scored.sort(key=lambda one: -one[0])
    return [window for _, window in scored[:most]]


def joined(one: Window, other: Window) -> str:
    """Two windows as one premise, in reading order where they are of one text."""
    first, second = sorted((one, other), key=lambda window: (window.evidence.evidence_id, window.place))
    return f"{first.text} {second.text}"


def pairs_apart(windows: Sequence[Window]) -> tuple[Window, Window] | None:
    """The best window and the best one that shares no sentence with it; None where all overlap.

    Args:
        windows: best first.
    """
    for other in windows[1:]:
        if windows[0].apart(other):
            return windows[0], other
    return None


def _content(text: str) -> frozenset[str]:
    return content_words(text) | frozenset(_DIGITS.findall(text))
