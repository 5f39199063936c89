"""A model's draft as plain text, and the evidence it names: from prose with `[E1]` in it, or from statements."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping

from agent.context.cleaning import visible_text
from agent.context.formatting import unescape
from agent.llm.statements import Statement, Statements
from agent.prompts import NOT_ANSWERED, no_answer_reason
from agent.types import DraftStatement
from knowledge.types import Value

_LABELS = r"E\d+(?:[\s,;&]*E\d+)*"
_MARKER = re.compile(rf"(?:(?<![ \t])[ \t]+)?(?:\[(?P<square>{_LABELS})\]|\((?P<round>{_LABELS})\))")
_LISTED = re.compile(r"(?:[-*•]|\d{1,2}[.)])[ \t]")
"""What begins a list item, which stands on a line of its own."""


class Written(Value):
    """What a model wrote, unverified."""

    text: str = ""
    cited: tuple[str, ...] = ()
    """Ids of evidence, in the order they are named, each once."""
    statements: tuple[DraftStatement, ...] = ()
    invented: tuple[str, ...] = ()
    """Labels that it was not shown."""
    missing: str | None = None
    """What it has no answer for; None where it answers."""


def as_prose(text: str, labels: Mapping[str, str]) -> Written:
    """Prose, without its markers; `labels` are those that were shown, with the ids of their evidence."""
    prose, named = _without_markers(text, labels)
    if missing := no_answer_reason(prose):
        return Written(missing=missing)
    return Written(text=prose, cited=_known(named, labels), invented=_unknown(named, labels))


def as_statements(found: Statements, labels: Mapping[str, str]) -> Written:
    """Statements, joined to a text; a label is taken in brackets too."""
    if found.missing is not None:
        return Written(missing=" ".join(visible_text(unescape(found.missing)).split()) or NOT_ANSWERED)
    read = [(text, named) for one in found.statements for text, named in [_statement(one, labels)] if text]
    named = dict.fromkeys(label for _, labels_of in read for label in labels_of)
    return Written(
        text=_joined(text for text, _ in read),
        cited=_known(named, labels),
        statements=tuple(DraftStatement(text=text, evidence=_known(of, labels)) for text, of in read),
        invented=_unknown(named, labels),
    )


def _statement(one: Statement, labels: Mapping[str, str]) -> tuple[str, list[str]]:
    text, marked = _without_markers(visible_text(unescape(one.text)).strip(), labels)
    return text, [*(label.strip("[]() ")[:20] for label in one.evidence), *marked]


def _joined(texts: Iterable[str]) -> str:
    """Sentences one after the other, list items and what follows them on lines of their own."""
    text, listed = "", False
    for one in texts:
        item = bool(_LISTED.match(one))
        text += ("" if not text else "\n" if item or listed else " ") + one
        listed = item
    return text


def _known(named: Iterable[str], labels: Mapping[str, str]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(labels[label] for label in named if label in labels))


def _unknown(named: Iterable[str], labels: Mapping[str, str]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(label for label in named if label not in labels))


def _without_markers(text: str, labels: Mapping[str, str]) -> tuple[str, list[str]]:
    """Take `[E1]` and `(E1, E2)` out of the text; return it with the labels named, in order."""
    named: list[str] = []

    def take_out(marker: re.Match[str]) -> str:
        found = re.findall(r"E\d+", marker["square"] or marker["round"])
        if not _is_citation(marker, found, labels):
            return marker[0]
        named.extend(found)
        return ""

    prose = "\n".join(_MARKER.sub(take_out, line).rstrip() for line in text.split("\n"))
    return prose.strip(), named


def _is_citation(marker: re.Match[str], found: list[str], labels: Mapping[str, str]) -> bool:
    """Tell a citation from an error code in brackets, such as (E1034); invented labels [E9] are citations too."""
    known = all(label in labels for label in found)
    return known or (marker["square"] is not None and all(len(label) <= 3 for label in found))
