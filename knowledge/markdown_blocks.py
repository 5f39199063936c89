"""Markdown to blocks. The only file that imports markdown-it."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from knowledge.blocks import Block, Unit, code_line, table_block, table_row
from knowledge.html_blocks import html_blocks, html_text
from knowledge.types import Link

if TYPE_CHECKING:
    from markdown_it.tree import SyntaxTreeNode

ADMONITION = re.compile(r"^\[!(?P<kind>[A-Z]+)\]\s*")
"""GitHub's alert marker at the start of a quote: https://github.com/orgs/community/discussions/16925."""

ATTRIBUTES = re.compile(r"\s*\{[#.:][^{}]*\}$")
"""Pandoc's attributes at the end of a heading or paragraph: https://pandoc.org/MANUAL.html#extension-attributes."""


CONTAINERS = frozenset({"list_item", "bullet_list", "ordered_list", "blockquote", "dl", "dd"})


def markdown_blocks(text: str) -> tuple[Block, ...]:
    """Blocks of Markdown text without front matter; CommonMark with tables."""
    from markdown_it import MarkdownIt
    from markdown_it.tree import SyntaxTreeNode
    from mdit_py_plugins.attrs import attrs_plugin
    from mdit_py_plugins.deflist import deflist_plugin

    parser = MarkdownIt("commonmark").enable("table").enable("strikethrough")
    parser.use(attrs_plugin).use(deflist_plugin)
    root = SyntaxTreeNode(parser.parse(text))
    return tuple(block for node in root.children for block in _blocks(node))


def _blocks(node: SyntaxTreeNode) -> Iterator[Block]:
    match node.type:
        case "heading":
            yield from _leaf(node, "heading", level=int(node.tag[1]))
        case "paragraph":
            yield from _leaf(node, "prose")
        case "blockquote":
            yield from _quote(node)
        case "bullet_list" | "ordered_list":
            yield from _list(node)
        case "table":
            yield from _table(node)
        case "fence" | "code_block":
            yield from _code(node)
        case "html_block":
            yield from html_blocks(node.content, first_line=_lines(node)[0])
        case "dl":
            yield from _definitions(node)
        case _:
            return


def _leaf(node: SyntaxTreeNode, kind: str, level: int = 0) -> Iterator[Block]:
    text, links = _inline(node)
    text = ATTRIBUTES.sub("", text)
    if text:
        unit = Unit(text=text, lines=_lines(node))
        yield Block.model_validate({"kind": kind, "units": (unit,), "level": level, "links": links})


def _quote(node: SyntaxTreeNode) -> Iterator[Block]:
    for child in node.children:
        for block in _blocks(child):
            first = block.units[0]
            text = ADMONITION.sub(lambda found: f"{found['kind'].capitalize()}: ", first.text)
            yield block.model_copy(update={"units": (first.model_copy(update={"text": text}), *block.units[1:])})


def _list(node: SyntaxTreeNode) -> Iterator[Block]:
    ordered = node.type == "ordered_list"
    start = int(node.attrs.get("start", 1)) if ordered else 1
    units: list[Unit] = []
    links: list[Link] = []
    for number, item in enumerate(node.children, start):
        text, found = _item_text(item)
        if text:
            units.append(Unit(text=(f"{number}. " if ordered else "- ") + text, lines=_lines(item)))
            links += found
    if units:
        yield Block(kind="steps" if ordered else "list", units=tuple(units), links=tuple(links))


def _item_text(item: SyntaxTreeNode) -> tuple[str, list[Link]]:
    """An item's text as one unit; what follows its first line is indented below it, as it is in Markdown."""
    parts: list[str] = []
    links: list[Link] = []
    for child in item.children:
        for block in _blocks(child):
            parts += ["  " + line if parts else line for line in block.text.split("\n")]
            links += block.links
    return "\n".join(parts), links


def _table(node: SyntaxTreeNode) -> Iterator[Block]:
    rows = [row for part in node.children for row in part.children]
    texts: list[str] = []
    links: list[Link] = []
    for row in rows:
        cells = [_inline(cell) for cell in row.children]
        texts.append(table_row([text for text, _ in cells]))
        links += [link for _, found in cells for link in found]
    yield table_block([Unit(text=text, lines=_lines(row)) for text, row in zip(texts, rows, strict=True)], links)


def _code(node: SyntaxTreeNode) -> Iterator[Block]:
    first = _lines(node)[0] + (node.type == "fence")
    lines = node.content.rstrip("\n").split("\n")
    units = tuple(Unit(text=code_line(line), lines=(n, n)) for n, line in enumerate(lines, first) if line.strip())
    if units:
        yield Block(kind="code", units=units)


def _definitions(node: SyntaxTreeNode) -> Iterator[Block]:
    units: list[Unit] = []
    for child in node.children:
        if child.type == "dt":
            units.append(Unit(text=_inline(child)[0] + ":", lines=_lines(child)))
        elif units:
            text, _ = _item_text(child)
            last = units[-1]
            units[-1] = Unit(text=f"{last.text} {text}", lines=(last.lines[0], _lines(child)[1]))
    if units:
        yield Block(kind="list", units=tuple(units))


def _lines(node: SyntaxTreeNode) -> tuple[int, int]:
    """Source lines from 1; a container ends with its last child, not with the blank lines after it."""
    begin, end = node.map or (0, 1)
    inner = [child for child in node.children if child.map] if node.type in CONTAINERS else []
    return begin + 1, _lines(inner[-1])[1] if inner else max(end, begin + 1)


def _inline(node: SyntaxTreeNode) -> tuple[str, list[Link]]:
    links: list[Link] = []
    parts: list[str] = []
    for child in node.children:
        _collect(child.children if child.type == "inline" else [child], parts, links)
    return " ".join("".join(parts).split()), links


def _collect(nodes: Sequence[SyntaxTreeNode], parts: list[str], links: list[Link]) -> None:
    for node in nodes:
        match node.type:
            case "text" | "code_inline":
                parts.append(node.content)
            case "softbreak" | "hardbreak":
                parts.append(" ")
            case "image":
                parts.append(str(node.content or node.attrs.get("alt", "")))
            case "html_inline":
                parts.append(" " if html_text(node.content) == "" and "<br" in node.content.lower() else "")
            case "link":
                begin = len(parts)
                _collect(node.children, parts, links)
                text = "".join(parts[begin:])
                links.append(Link(text=text, url=str(node.attrs.get("href", ""))))
            case _:
                _collect(node.children, parts, links)
