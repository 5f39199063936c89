"""HTML of a helpdesk as plain text, and plain text as HTML that holds no markup but line breaks."""

from __future__ import annotations

import html
import re
from collections.abc import Iterator
from typing import TYPE_CHECKING

from agent.context.cleaning import visible_text

if TYPE_CHECKING:
    from selectolax.lexbor import LexborNode

_BLOCKS = frozenset(
    [
        "address",
        "article",
        "aside",
        "blockquote",
        "body",
        "br",
        "caption",
        "center",
        "dd",
        "details",
        "div",
        "dl",
        "dt",
        "fieldset",
        "figure",
        "footer",
        "form",
        "h1",
        "h2",
        "h3",
        "h4",
        "h5",
        "h6",
        "header",
        "hr",
        "li",
        "main",
        "nav",
        "ol",
        "p",
        "pre",
        "section",
        "summary",
        "table",
        "tbody",
        "tfoot",
        "thead",
        "tr",
        "ul",
    ]
)
_UNSEEN = frozenset(
    [
        "head",
        "script",
        "style",
        "template",
        "title",
        "noscript",
        "iframe",
        "object",
        "svg",
        "math",
        "select",
        "textarea",
        "button",
    ]
)
_CELLS = frozenset({"td", "th"})
_HIDING = re.compile(
    r"display:none|visibility:hidden|font-size:0(?![.\d]*[1-9])|opacity:0(?![.\d]*[1-9])|max-height:0(?![.\d]*[1-9])|"
    r"(?:^|;)color:(?:white|transparent|#fff(?:fff)?|rgb\(255,255,255\))(?:$|[;!])"
)
"""Styles, without blanks, of what no person sees; white is the colour of the page."""
_QUOTES = re.compile(
    r"\b(?:gmail_quote|gmail_attr|yahoo_quoted|moz-cite-prefix|protonmail_quote|OutlookMessageHeader)\b"
)
_QUOTE_IDS = frozenset({"divRplyFwdMsg", "appendonsend", "reply-intro"})
_WROTE = re.compile(
    r"(?:On|Am|Le|El|Il|Op)\b.{3,300}\b(?:wrote|schrieb|a écrit|escribió|ha scritto|schreef)\b.{0,200}:|"
    r"-{2,20} ?(?:Original Message|Forwarded message|Ursprüngliche Nachricht) ?-{2,20}",
    re.IGNORECASE,
)
"""A line that begins an earlier mail."""
_BLANKS = re.compile(r"[ \t\r\f\v\u00a0]+")
_GAPS = re.compile(r"\n{3,}")


def plain_text(markup: str, quoted: bool = False) -> str:
    """The text that a person sees, a block a line; `quoted` keeps the earlier mail below an answer."""
    from selectolax.lexbor import LexborHTMLParser

    root = LexborHTMLParser(markup).body
    text = _tidy(visible_text("".join(_pieces(root, quoted)))) if root is not None else ""
    return text if quoted else without_quoted(text)


def without_quoted(text: str) -> str:
    """Plain text without the earlier mail that it answers; unchanged where nothing else is in it."""
    kept: list[str] = []
    lines = text.split("\n")
    for index, line in enumerate(lines):
        both = f"{line} {lines[index + 1]}" if index + 1 < len(lines) else line
        if _WROTE.fullmatch(line.strip()) or (line.startswith("On ") and _WROTE.fullmatch(both.strip())):
            break
        if not line.lstrip().startswith(">"):
            kept.append(line)
    return _tidy("\n".join(kept)) or text


def as_html(text: str) -> str:
    """Plain text for a channel that shows HTML: everything is escaped, and a line break is `<br>`."""
    return html.escape(text).replace("\r\n", "\n").replace("\n", "<br>")


def _pieces(root: LexborNode, quoted: bool) -> Iterator[str]:
    """Text and breaks in the order of the page; a stack, because a page may be nested deeper than Python calls."""
    pending: list[tuple[LexborNode | str, bool]] = [(root, False)]
    while pending:
        node, in_pre = pending.pop()
        if isinstance(node, str):
            yield node
            continue
        tag = node.tag or ""
        if tag == "-text":
            found = node.text_content or ""
            yield found if in_pre else found.replace("\n", " ")
        elif not (tag.startswith("-") or tag in _UNSEEN or _is_hidden(node) or (not quoted and _is_quote(node))):
            edge = "\n" if tag in _BLOCKS else " " if tag in _CELLS else ""
            yield edge
            pending.append((edge if tag != "br" else "", in_pre))
            inner = in_pre or tag == "pre"
            pending += [(child, inner) for child in reversed(list(node.iter(include_text=True)))]


def _is_hidden(node: LexborNode) -> bool:
    attributes = node.attributes
    style = re.sub(r"\s", "", attributes.get("style") or "").lower()
    return "hidden" in attributes or _hides(style)


def _hides(style: str) -> bool:
    found = _HIDING.search(style)
    return bool(found) and not ("color:" in found.group() and "background" in style)  # type: ignore[union-attr]


def _is_quote(node: LexborNode) -> bool:
    attributes = node.attributes
    return (
        node.tag == "blockquote"
        or bool(_QUOTES.search(attributes.get("class") or ""))
        or attributes.get("id") in _QUOTE_IDS
    )


def _tidy(text: str) -> str:
    lines = (_BLANKS.sub(" ", line).strip() for line in text.split("\n"))
    return _GAPS.sub("\n\n", "\n".join(lines)).strip()
