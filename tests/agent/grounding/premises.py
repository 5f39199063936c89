"""Premises as guards read them: the lines of one small article."""

from __future__ import annotations

from agent.grounding.premise_lines import Line
from agent.grounding.windows import windows_of
from agent.types import Evidence


def article(text: str, *headings: str) -> Evidence:
    return Evidence(evidence_id="a#1", source="article", trust="retrieved", text=text, heading_path=headings)


def lines(text: str, *headings: str) -> list[Line]:
    """All lines of a text, each once."""
    return list(dict.fromkeys(line for window in windows_of(article(text, *headings)) for line in window.lines))
