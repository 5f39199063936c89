"""The text of a Markdown paragraph, heading or cell, with its links and the source line of every word."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from knowledge.blocks import Unit
from knowledge.markdown_dialects import common_markdown
from knowledge.markdown_parser import parse_line
from knowledge.source_text import SourceText
from knowledge.types import Link

if TYPE_CHECKING:
    from knowledge.markdown_parser import MarkdownNode

BARE_URL = re.compile(r"https?://[^\s<>|`]*[^\s<>|`.,:;!?'\")\]]")
"""An address that is written as it is, without the punctuation after it."""

ATTRIBUTES = re.compile(r"\s*\{[#.:][^{}]*\}$")
"""Pandoc's attributes at the end of a heading or paragraph: https://pandoc.org/MANUAL.html#extension-attributes."""

PARTING = re.compile(r"</?(?:br|li|ul|ol|p|div|table|tr|td|th|hr|dt|dd|h[1-6])\b", re.IGNORECASE)
"""HTML inside a line, of a table cell for example, that ends a word."""

LABEL = re.compile(r"""<(?:tabitem|tab|accordion)\s[^>]*?\b(?:label|title)=["']([^"']+)["']""", re.IGNORECASE)


@dataclass
class InlineReader:
    """Collects the text below one node."""

    line: int
    """The source line that is being read."""
    text: SourceText = field(default_factory=SourceText)
    links: list[Link] = field(default_factory=list)

    def read(self, nodes: Sequence[MarkdownNode]) -> None:
        """Add what the nodes show."""
        for node in nodes:
            match node.type:
                case "text":
                    self._add(node.content)
                    self.links += [Link(text=url, url=url) for url in BARE_URL.findall(node.content)]
                case "code_inline":
                    self._add(node.content)
                case "softbreak" | "hardbreak":
                    self._add("\n")
                case "image":
                    self.text.add_image(str(node.content or node.attrs.get("alt", "")), self.line)
                case "html_inline":
                    self._html(node.content)
                case "link":
                    self._link(node)
                case _:
                    self.read(node.children)

    def _add(self, text: str) -> None:
        self.text.add(text, self.line)
        self.line += text.count("\n")

    def _html(self, tag: str) -> None:
        if found := LABEL.match(tag):
            self._add(f" {found[1]}: ")
        elif PARTING.match(tag):
            self._add(" ")
        self.line += tag.count("\n")

    def _link(self, node: MarkdownNode) -> None:
        begin, known = len(self.text.parts), len(self.links)
        self.read(node.children)
        # The text of a link may be an address; it is one link all the same.
        self.links[known:] = [Link(text=self.text.visible(begin), url=str(node.attrs.get("href", "")))]


def inline_text(node: MarkdownNode, lines: tuple[int, int] | None = None) -> tuple[Unit | None, list[Link]]:
    """What a leaf of the syntax tree shows, None where that is nothing, and its links.

    A table cell does not know its source lines; it has to be told them.
    """
    first, last = lines or node_lines(node)
    reader = InlineReader(first)
    for child in node.children:
        reader.read(child.children if child.type == "inline" else [child])
    known = reader.line == last
    unit = reader.text.taken()
    if unit and (found := ATTRIBUTES.search(unit.text)):
        unit = unit.part(0, found.start()) if found.start() else None
    if unit and not known:
        # A line break stands where the text shows none, in a link's address for example.
        unit = Unit(text=unit.text, lines=(first, last))
    return unit, reader.links


def line_text(markdown: str) -> str:
    """What one line of Markdown shows: a title outside the text."""
    unit, _ = inline_text(parse_line(common_markdown(markdown)))
    return unit.text if unit else ""


def node_lines(node: MarkdownNode) -> tuple[int, int]:
    """Source lines from 1."""
    begin, end = node.map or (0, 1)
    return begin + 1, max(end, begin + 1)
