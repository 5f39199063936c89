"""Markdown to blocks."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING

from knowledge.blocks import Block, Unit, code_line, joined_units, label_block, table_block, table_row
from knowledge.html_blocks import html_blocks
from knowledge.markdown_dialects import common_markdown
from knowledge.markdown_inline import inline_text, node_lines
from knowledge.markdown_parser import parse_markdown
from knowledge.types import Link

if TYPE_CHECKING:
    from knowledge.markdown_parser import MarkdownNode

ALERT = re.compile(r"^\[!(?P<kind>[A-Za-z]+)\]\s*")
"""GitHub's alert marker at the start of a quote: https://github.com/orgs/community/discussions/16925."""

ADMONITIONS = frozenset(
    {
        "note",
        "tip",
        "info",
        "hint",
        "important",
        "warning",
        "caution",
        "danger",
        "attention",
        "error",
        "success",
        "question",
        "example",
        "abstract",
        "bug",
        "failure",
    }
)
FOLDED = frozenset(
    {"details", "tab", "tab-item", "tabitem", "collapsible", "collapse", "expand", "dropdown", "accordion"}
)
"""Containers whose title heads what they enclose."""

MARKUP = re.compile(r"[\w-]+=[\"']|:{3}$")
"""What follows a container's name where it is no title."""

ALTERNATIVE = re.compile(r"""\balt-text=["']([^"']*)["']""")

CONTAINERS = frozenset({"list_item", "bullet_list", "ordered_list", "blockquote", "dl", "dd"})


def markdown_blocks(text: str) -> tuple[Block, ...]:
    """Blocks of Markdown text without front matter; CommonMark with tables, definition lists and containers."""
    root = parse_markdown(common_markdown(text))
    return tuple(_all_blocks(root.children))


def _all_blocks(nodes: Iterable[MarkdownNode]) -> Iterator[Block]:
    """The blocks of neighbouring nodes; containers open and close between them."""
    opened: list[str] = []
    kind: Unit | None = None
    for node in nodes:
        if node.type == "directive":
            yield from _directive(node, opened)
            kind = _kind_unit(node) or kind
            continue
        for block in _blocks(node):
            yield _with_kind(block, kind)
            kind = None


def _kind_unit(node: MarkdownNode) -> Unit | None:
    """What the first block of an admonition begins with, and where it stands."""
    kind, title = _kind_and_title(node)
    if kind not in ADMONITIONS:
        return None
    heading = f"{title}{'' if title[-1] in '.!?:' else ':'} " if title else ""
    return Unit(text=f"{kind.capitalize()}: {heading}", lines=_lines(node))


def _kind_and_title(node: MarkdownNode) -> tuple[str, str]:
    title, _ = inline_text(node)
    written = title.text.removeprefix("[").removesuffix("]") if title else ""
    kind = str(node.nester_tokens.opening.info if node.nester_tokens else "").lower()
    return kind, "" if MARKUP.search(written) else written


def _directive(node: MarkdownNode, opened: list[str]) -> Iterator[Block]:
    """A container's opening or closing line; a title or an image's description is kept."""
    kind, title = _kind_and_title(node)
    lines = _lines(node)
    written, links = inline_text(node)
    if not kind:
        if opened and opened.pop() in FOLDED:
            yield label_block("", lines[0])
        return
    if written and written.text.endswith(":::"):
        if described := ALTERNATIVE.search(written.text):
            yield Block(kind="prose", units=(Unit(text=described[1], lines=lines),))
        return
    opened.append(kind if title else "")
    if title and kind in FOLDED:
        yield label_block(title, lines[0])
    elif title and kind not in ADMONITIONS:
        yield Block(kind="prose", units=(Unit(text=title, lines=lines),), links=tuple(links))


def _with_kind(block: Block, kind: Unit | None) -> Block:
    """The block after the words that say what kind of note it is; they lead what is no prose."""
    if not kind or block.kind in ("heading", "label"):
        return block
    first = block.units[0].prefixed(kind.text) if block.kind == "prose" else block.units[0]
    first = first.model_copy(update={"lines": (kind.lines[0], first.lines[1])})
    lead = "" if block.kind == "prose" else "\n".join([kind.text.rstrip()] + [block.lead] * bool(block.lead))
    return block.model_copy(update={"units": (first, *block.units[1:]), "lead": lead})


def _blocks(node: MarkdownNode) -> Iterator[Block]:
    match node.type:
        case "heading":
            yield from _leaf(node, level=int(node.tag[1]))
        case "paragraph":
            yield from _leaf(node)
        case "blockquote":
            yield from _quote(node)
        case "admonition":
            yield from _admonition(node)
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


def _leaf(node: MarkdownNode, level: int = 0) -> Iterator[Block]:
    unit, links = inline_text(node)
    if unit:
        yield Block(kind="heading" if level else "prose", units=(unit,), level=level, links=tuple(links))


def _quote(node: MarkdownNode) -> Iterator[Block]:
    kind: Unit | None = None
    for block in _all_blocks(node.children):
        first, *rest = block.units
        if found := ALERT.match(first.text):
            kind = Unit(text=f"{found['kind'].capitalize()}: ", lines=first.lines)
            if found.end() == len(first.text):
                continue
            first = first.part(found.end(), len(first.text))
        yield _with_kind(block.model_copy(update={"units": (first, *rest)}), kind)
        kind = None


def _admonition(node: MarkdownNode) -> Iterator[Block]:
    """`!!! note "Title"` and what is indented below it; a tab or a text folded away stands under its label."""
    opening = node.nester_tokens.opening if node.nester_tokens else None
    kind, written = (str(opening.meta["tag"]), opening.info.strip()) if opening else ("", "")
    heads = [child for child in node.children if child.type == "admonition_title"]
    title = next((unit.text for head in heads if (unit := inline_text(head)[0])), "")
    body = _all_blocks(child for child in node.children if child.type != "admonition_title")
    line = _lines(node)[0]
    if kind == "tab" or (opening and opening.markup.startswith("?")):
        yield from [label_block(title, line)] if title else []
        yield from body
        yield from [label_block("", line)] if title else []
        return
    known = Unit(text=f"{kind.capitalize()}: ", lines=(line, line)) if kind in ADMONITIONS else None
    title = written if not known else "" if title.lower() == kind else title
    if title:
        yield _with_kind(Block(kind="prose", units=(Unit(text=title, lines=(line, line)),)), known)
        known = None
    for block in body:
        yield _with_kind(block, known)
        known = None


def _list(node: MarkdownNode) -> Iterator[Block]:
    ordered = node.type == "ordered_list"
    start = int(node.attrs.get("start", 1)) if ordered else 1
    units: list[Unit] = []
    links: list[Link] = []
    for number, item in enumerate(node.children, start):
        unit, found = _item(item)
        if unit:
            units.append(unit.prefixed(f"{number}. " if ordered else "- "))
            links += found
    if units:
        yield Block(kind="steps" if ordered else "list", units=tuple(units), links=tuple(links))


def _item(item: MarkdownNode) -> tuple[Unit | None, list[Link]]:
    """An item's text as one unit; what follows its first line is indented below it, as it is in Markdown."""
    parts: list[Unit] = []
    links: list[Link] = []
    for block in _all_blocks(item.children):
        lead = [Unit(text=block.lead, lines=block.units[0].lines)] if block.lead else []
        for unit in [*lead, *block.units]:
            if unit.text:
                parts.append(unit.indented("  " if parts else "", "  "))
        links += block.links
    return joined_units(parts) if parts else None, links


def _table(node: MarkdownNode) -> Iterator[Block]:
    rows: list[Unit] = []
    links: list[Link] = []
    for row in (row for part in node.children for row in part.children):
        cells = []
        for cell in row.children:
            unit, found = inline_text(cell, _lines(row))
            cells.append(unit or Unit(text="", lines=_lines(row)))
            links += found
        rows.append(table_row(cells))
    yield table_block(rows, links)


def _code(node: MarkdownNode) -> Iterator[Block]:
    first = _lines(node)[0] + (node.type == "fence")
    lines = node.content.rstrip("\n").split("\n")
    units = tuple(Unit(text=code_line(line), lines=(n, n)) for n, line in enumerate(lines, first) if line.strip())
    if units:
        yield Block(kind="code", units=units)


def _definitions(node: MarkdownNode) -> Iterator[Block]:
    units: list[Unit] = []
    links: list[Link] = []
    for child in node.children:
        unit, found = inline_text(child) if child.type == "dt" else _item(child)
        links += found
        if unit and child.type == "dt":
            units.append(Unit(text=unit.text + ":", lines=unit.lines, marks=unit.marks))
        elif unit:
            units[-1:] = [joined_units([*units[-1:], unit], " ")]
    if units:
        yield Block(kind="list", units=tuple(units), links=tuple(links))


def _lines(node: MarkdownNode) -> tuple[int, int]:
    """Source lines from 1; a container ends with its last child, not with the blank lines after it."""
    inner = [child for child in node.children if child.map] if node.type in CONTAINERS else []
    begin, end = node_lines(node)
    return begin, _lines(inner[-1])[1] if inner else end
