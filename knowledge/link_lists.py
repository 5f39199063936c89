"""Files that hold nothing but links: tables of contents, which would be found for every word of every title."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Sequence

from knowledge.blocks import Block

ONLY_LINKS = "it holds only links, as a table of contents does, and no text of its own"

FEWEST_LINKS = 3
"""A page with fewer is no table of contents."""

LINKED_SHARE = 0.98
"""Of the lines: in a table of contents of hundreds one link may be misspelt."""

ITEM_MARK = re.compile(r"\s*(?:(?:[-*+]|\d+\.)\s+)?")

CONTACT = ("mailto:", "tel:", "sms:")
"""A link that says how to reach somebody is an answer."""


def holds_only_links(blocks: Sequence[Block]) -> bool:
    """Whether the lines of the text are links, but for headings and the items that head a list below them."""
    if any(link.url.startswith(CONTACT) for block in blocks for link in block.links):
        return False
    texts = [block for block in blocks if block.kind not in ("heading", "label")]
    if sum(len(block.links) for block in texts) < FEWEST_LINKS:
        return False
    linked = [_is_links(line, {link.text for link in block.links}) for block in texts for line in _leaves(block)]
    return sum(linked) >= LINKED_SHARE * len(linked)


def _leaves(block: Block) -> Iterator[str]:
    """The lines that head no deeper one."""
    lines = [line for line in block.text.split("\n") if line.strip()]
    for line, below in zip(lines, [*lines[1:], ""], strict=True):
        if _depth(below) <= _depth(line):
            yield line


def _depth(line: str) -> int:
    return len(line) - len(line.lstrip())


def _is_links(line: str, links: Collection[str]) -> bool:
    """Whether nothing but links stands in a line: no word is left without them."""
    written = line[_end_of_mark(line) :].strip()
    if written in links:
        return True
    for link in sorted((link for link in links if link and link in written), key=len, reverse=True):
        written = written.replace(link, "")
    return not re.search(r"\w", written)


def _end_of_mark(line: str) -> int:
    mark = ITEM_MARK.match(line)
    return mark.end() if mark else 0
