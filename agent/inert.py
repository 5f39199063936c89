"""What sources offer, without the sentences in it that speak to whoever answers: they reach no drafter and prove nothing.

A person is told where they stood (OWASP LLM01:2025 and LLM04:2025, https://genai.owasp.org/llm-top-10/).
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import lru_cache

from agent.grounding.instructions import is_instruction, without_instructions
from agent.grounding.outlines import REMEMBERED
from agent.types import Candidate, Evidence, Source

FROM_OTHERS: tuple[Source, ...] = ("article", "memory", "customer")
"""Sources whose words may be anyone's; orders, facts and records are fields that code has written."""
_LINK = re.compile(r"!?\[([^\]\n]{0,200})\]\s?\((?:[^()\n]|\([^()\n]*\)){0,500}\)")
"""A link or a picture in Markdown, of which its words are kept; a reply names headings as they are."""
_TAG = re.compile(
    r"</?(?:a|audio|base|body|embed|form|html|iframe|img|input|link|meta|object|script|style|svg|video)\b[^<>]{0,500}>",
    re.IGNORECASE,
)
_SCRIPT = re.compile(
    r"\s*(?:[\"'`<>\\]{2,}|[\"']?\b(?:(?:javascript|vbscript)\s*:|data:[\w/+-]*[;,]|on[a-z]{3,20}\s*=)).*$",
    re.IGNORECASE | re.DOTALL,
)
"""From where on a heading is a piece of a page that would run, in a page that forgets to escape it."""
UNTITLED = ("Help",)
"""Stands for a heading path of which nothing else is left."""


@dataclass(frozen=True)
class Inert:
    """Offers with their instructing sentences taken out."""

    candidates: tuple[Candidate, ...]
    evidence: tuple[Evidence, ...]
    notes: tuple[str, ...]
    """A line for each text that had one."""


def inert(candidates: Iterable[Candidate], evidence: Iterable[Evidence]) -> Inert:
    """Candidates and evidence that instruct nobody; what said nothing else is left out."""
    offered, checked = tuple(candidates), tuple(evidence)
    kept = [one.model_copy(update={"evidence": item}) for one in offered for item in _cleaned([one.evidence])]
    left = [item for one in checked for item in _cleaned([one])]
    changed = _changed([*(one.evidence for one in offered), *checked], [*(one.evidence for one in kept), *left])
    notes = tuple(
        f"Left out of {one}: what speaks to an assistant, not to a customer, and markup in headings." for one in changed
    )
    return Inert(tuple(kept), tuple(left), notes)


def _cleaned(items: Sequence[Evidence]) -> tuple[Evidence, ...]:
    if items[0].source not in FROM_OTHERS:
        return tuple(items)
    return tuple(_with_plain_headings(item) for item in without_instructions(items))


def _with_plain_headings(item: Evidence) -> Evidence:
    is_shared = item.source == "article" and item.owner is None
    path = (_plain_path_of_article if is_shared else _plain_path)(item.heading_path)
    return item if path == item.heading_path else item.model_copy(update={"heading_path": path})


@lru_cache(maxsize=REMEMBERED)
def _plain_path_of_article(path: tuple[str, ...]) -> tuple[str, ...]:
    return _plain_path(path)


def _plain_path(path: tuple[str, ...]) -> tuple[str, ...]:
    plain = tuple(_SCRIPT.sub("", _TAG.sub("", _LINK.sub(r"\1", part))) for part in path)
    if plain == path and not any(map(is_instruction, plain)):
        return path
    parts = (Evidence(evidence_id="", source="memory", trust="retrieved", text=part) for part in plain)
    return tuple(text for part in without_instructions(parts) if (text := part.text.strip(" ."))) or UNTITLED


def _changed(before: Sequence[Evidence], after: Sequence[Evidence]) -> list[str]:
    """Ids of what is not as it was."""
    same = {(item.evidence_id, item.text, item.heading_path) for item in after}
    ids = (item.evidence_id for item in before if (item.evidence_id, item.text, item.heading_path) not in same)
    return list(dict.fromkeys(ids))
