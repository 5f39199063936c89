"""Markdown as static site generators extend it, rewritten as the Markdown that our parser reads, line for line.

What stands in code is left alone. Known: Liquid and kramdown (Jekyll, GitBook), MDX (Docusaurus), MkDocs' tabs,
footnotes, and the markers of Microsoft's and Adobe's documentation.
"""

from __future__ import annotations

import re
from collections.abc import Callable

CODE = (
    r"^[ \t>]*(?:(?:[-*+]|\d{1,9}[.)])[ \t]+)*(?P<fence>`{3,}(?=[^`\n]*$)|~{3,})[^\0]*?"
    r"(?:\n[ \t>]*(?P=fence)[`~]*[ \t]*$|\Z)"
    r"|(?<!`)(?P<ticks>`+)(?!`)(?:[^\n]|\n(?!\s*\n)){1,2000}?(?<!`)(?P=ticks)(?!`)"
)
"""A fenced block, or code inside a line."""

MARKED = r"\[!(?:DNL|UICONTROL|BADGE)[ \t]+(?P<marked>[^\[\]\n]*)\](?:\{[^{}\n]*\})?"
"""Words that Adobe's documentation marks as not to be translated, or as what a screen says."""

TAGS = re.compile(
    rf"(?P<code>{CODE})"
    r"|\{%-?\s*raw\s*-?%\}(?P<raw>[^\0]*?)\{%-?\s*endraw\s*-?%\}"
    r"|\{%-?\s*comment\s*-?%\}(?P<comment>[^\0]*?)\{%-?\s*endcomment\s*-?%\}"
    r"|\{%-?\s*(?P<name>\w+)(?P<rest>(?:[^%\n]|%(?!\}))*)%\}"
    r"|(?P<variable>\{\{\s*(?:site|page|include|layout|book)\.[^{}\n]*\}\})"
    r"|(?<=\]\()(?P<prefix>\{\{[^{}\n]*\}\})"
    r"|^[ \t]*\{:[^{}\n]*callout-(?P<callout>\w+)[^{}\n]*\}[ \t]*(?=\n[ \t]*\S)"
    r"|(?P<attributes>\{:[^{}\n]*\})"
    rf"|{MARKED}"
    r"|^\+\+\+[ \t]*(?P<folded>.*)$"
    r"|^(?P<indent>[ \t]*)===[!+]?[ \t]+(?P<tab>\".+\")[ \t]*$"
    r"|^(?P<module>import\b.*\bfrom[ \t]+['\"].*|import[ \t]+['\"][^'\"]+['\"];?|export[ \t]+(?:default|const|function)\b.*)$"
    r"|^[ \t]*(?P<table><table(?=[\s>])[^\0]{0,50000}?</table>)"
    r"|\[\^(?P<note>[\w-]+)\]",
    re.MULTILINE,
)

NOTE_TEXT = re.compile(r"^[ \t>]*\[\^([\w-]+)\]:", re.MULTILINE)

ARGUMENT = re.compile(r"""(?:title|style|label)\s*=\s*["']([^"']*)["']|["']([^"']*)["']""")


def common_markdown(text: str) -> str:
    """The text with as many lines; tags are gone, what they enclose stays."""
    notes = frozenset(NOTE_TEXT.findall(text))
    return TAGS.sub(lambda found: _rewritten(found, notes), text)


def _rewritten(found: re.Match[str], notes: frozenset[str]) -> str:
    match found.lastgroup:
        case "raw" | "marked":
            return found[found.lastgroup]
        case "comment":
            return "\n" * found["comment"].count("\n")
        case "rest":
            return _liquid(found["name"], found["rest"])
        case "variable" | "prefix" | "attributes" | "module":
            return ""
        case "callout":
            return f":::{found['callout']}:::"
        case "folded":
            return f":::details {found['folded']}" if found["folded"] else ":::"
        case "tab":
            return f"{found['indent']}!!! tab {found['tab']}"
        case "table":
            # An empty line would end the HTML; this element shows nothing.
            return re.sub(r"\n(?=[ \t]*\n)", "\n<wbr>", re.sub(MARKED, r"\g<marked>", found[0]))
        case "note":
            return rf"\[{found['note']}\]" if found["note"] in notes else found[0]
        case _:
            return found[0]


LIQUID: dict[str, Callable[[str], str]] = {
    "link": str.strip,
    "post_url": str.strip,
    "tab": lambda written: f":::tab {_argument(written)}",
    "hint": lambda written: f":::{_argument(written) or 'note'}",
    "highlight": lambda written: f"```{written.strip()}",
    "endtab": lambda written: ":::",
    "endhint": lambda written: ":::",
    "endhighlight": lambda written: "```",
}
"""Tags that leave something behind; all others only go."""


def _liquid(name: str, written: str) -> str:
    return LIQUID[name](written.removesuffix("-")) if name in LIQUID else ""


def _argument(written: str) -> str:
    found = ARGUMENT.search(written)
    return (found[1] or found[2] or "") if found else written.strip()
