"""The reply a customer reads, and the sources it rests on."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from agent.grounding.grounder import Grounded
from agent.types import Citation, Decided, Evidence, Handoff
from knowledge.types import Value

LIST_LINE = re.compile(r"\s*(?:[-*•]|\d+[.)])\s|\s{2,}\S")
"""A list is not cut in two by the name of another source; that source stands at the end."""


class Reply(Value):
    """Safe to send."""

    text: str
    citations: tuple[Citation, ...] = ()


@dataclass(frozen=True)
class Replier:
    """Puts together what was decided to be said, and cites the passages that proved it."""

    def reply(self, decided: Decided, grounded: Grounded | None, evidence: Sequence[Evidence]) -> Reply:
        """The text of a decision, with a citation for each passage a kept claim was proved by."""
        if grounded is None or not decided.text:
            return Reply(text=decided.text)
        kept = set(grounded.cut.kept)
        proved_by = [
            ref.id
            for verdict in grounded.verdicts
            if verdict.label == "supported" and verdict.claim.index in kept
            for ref in verdict.evidence
        ]
        by_id = {item.evidence_id: item for item in evidence}
        cited = [by_id[found] for found in dict.fromkeys(proved_by) if found in by_id]
        articles = [item for item in cited if item.source == "article"]
        text = with_sources(decided.text, grounded, articles)
        return Reply(text=text, citations=tuple(_citation(item) for item in articles))


def with_sources(text: str, grounded: Grounded, articles: Sequence[Evidence]) -> str:
    """The text with each article named: above the lines it proved where it proved whole lines, else at the end.

    A quoted list means what its heading says it means, so the heading has to stand with it.
    """
    articles = [item for item in articles if not _is_named(item, text)]
    lines = text.split("\n")
    last: str | None = None
    named: list[str] = []
    unnamed: list[str] = []
    proof = {
        _key((verdict.claim.whole or verdict.claim).text): ref.id
        for verdict in grounded.verdicts
        for ref in verdict.evidence[:1]
    }
    by_id = {item.evidence_id: item for item in articles}
    for line in lines:
        found = next((proof[key] for key in proof if key and _key(line).startswith(key)), None)
        goes_on = (
            bool(LIST_LINE.match(line)) and bool(named) and bool(LIST_LINE.match(named[-1]) or named[-1].endswith(":"))
        )
        if found in by_id and found != last and not goes_on:
            named += [source_line(by_id[found]) + ":"]
        named.append(line)
        last = last if goes_on else found or last
    spoken_of = set(named)
    unnamed = [source_line(item) for item in articles if source_line(item) + ":" not in spoken_of]
    return "\n".join(named) + (f"\n({'; '.join(unnamed)})" if unnamed else "")


def _is_named(item: Evidence, text: str) -> bool:
    """Whether a text names the article itself; then it needs no second mention."""
    title = (item.heading_path or (item.article or "help",))[0]
    return f"according to our {title} article".casefold() in text.casefold()


def source_line(item: Evidence) -> str:
    """How a reply names a section, for example `According to our Refunds article › When the money arrives`."""
    title, *sections = item.heading_path or (item.article or "help",)
    return "According to our " + " › ".join([f"{title} article", *sections])


def _key(text: str) -> str:
    return " ".join(re.sub(r"^\s*(?:[-*•]|\d+[.)])\s+", "", text).split())


def spoken(text: str, handoff: Handoff | None) -> str:
    """All that the customer reads: what is said, then the notice of a handoff."""
    return "\n\n".join(part for part in (text, handoff.notice if handoff else "") if part)


def _citation(item: Evidence) -> Citation:
    return Citation(article=item.article or "", heading_path=item.heading_path, passage_id=item.evidence_id)
