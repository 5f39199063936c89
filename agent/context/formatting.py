"""Write the items of a context so that each is labelled, and none can pretend to be something else.

Keeping untrusted text apart from instructions is OWASP's advice on prompt injection (LLM01:2025,
https://genai.owasp.org/llmrisk/llm01-prompt-injection/). It lowers the risk; grounding makes the reply safe.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from html import escape

from agent.context.cleaning import evidence_text
from agent.types import ContextItem, ContextPack, Evidence

_NAMES = "evidence|context|history|summary|line|question|claim|article|passage|system|policy"
_LOOK_ALIKE = re.compile(rf"[‹〈⟨❬❮❰˂ᐸᚲ⧼⦑≺](?=[\W_]{{0,40}}(?:[/∕⁄⧸╱]|(?:{_NAMES})))", re.IGNORECASE)
"""A sign that looks like the one that opens an element, in front of a slash or of a name of ours. In other places these
are quotation marks and brackets; `evidence_text` has made fullwidth ones plain before."""


def element(name: str, attributes: Mapping[str, str], text: str) -> str:
    """Write one labelled element; neither its text nor an attribute can close it or open another."""
    written = "".join(f' {key}="{_inert(_one_line(value), quote=True)}"' for key, value in attributes.items())
    return f"<{name}{written}>{_inert(evidence_text(text))}</{name}>"


def unescape(text: str) -> str:
    """Undo the escapes of `element` in what a model copied out of one."""
    for written, char in (("&lt;", "<"), ("&gt;", ">"), ("&quot;", '"'), ("&#x27;", "'"), ("&amp;", "&")):
        text = text.replace(written, char)
    return text


@dataclass(frozen=True)
class ContextFormatter:
    """Labels each item with what a drafter cites, its source, its trust class, and where it stands."""

    def format(self, item: ContextItem) -> str:
        """Write one item as an `<evidence>` element."""
        evidence = item.evidence
        attributes = {
            "id": item.label,
            "source": evidence.source,
            "trust": evidence.trust,
            "from": _origin(evidence),
        }
        return element("evidence", attributes, evidence.text)

    def format_pack(self, pack: ContextPack) -> str:
        """Write the items of a pack in their order, one below the other; nothing for an empty pack."""
        return "\n".join(self.format(item) for item in pack.items)


def _origin(evidence: Evidence) -> str:
    if evidence.heading_path:
        return " › ".join(evidence.heading_path)
    owned = " › ".join(part for part in (evidence.owner, evidence.field) if part)
    return owned or evidence.evidence_id


def _inert(text: str, *, quote: bool = False) -> str:
    """A text in which nothing opens or closes an element, nor looks like it."""
    return _LOOK_ALIKE.sub("&lt;", escape(text, quote=quote))


def _one_line(text: str) -> str:
    return " ".join(evidence_text(text).split())
