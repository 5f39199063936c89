"""HTML to the same blocks as Markdown, with source lines; on the standard library's parser, which knows them."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from html.parser import HTMLParser

from knowledge.blocks import Block, BlockKind, Unit, code_line, table_block
from knowledge.html_parts import OpenList, OpenTable, TextRun
from knowledge.types import Link

SKIPPED = frozenset({"script", "style", "title", "nav", "template", "noscript"})
HEADINGS = frozenset({"h1", "h2", "h3", "h4", "h5", "h6"})
LISTS = frozenset({"ul", "ol"})
PARAGRAPHS = frozenset({"p", "div", "section", "article", "summary", "details", "blockquote", "dd", "dt", "figcaption"})


def html_blocks(source: str, first_line: int = 1) -> tuple[Block, ...]:
    """Blocks of an HTML text whose first line is line `first_line` of the article."""
    reader = _BlockReader(first_line)
    reader.feed(source)
    reader.close()
    reader.finish()
    return tuple(reader.blocks)


def html_text(source: str) -> str:
    """The visible text of an HTML snippet, one line."""
    return " ".join(unit.text for block in html_blocks(source) for unit in block.units)


class _BlockReader(HTMLParser):
    """Collects text until an element ends it; end tags that HTML lets authors omit may be missing."""

    def __init__(self, first_line: int) -> None:
        super().__init__(convert_charrefs=True)
        self.blocks: list[Block] = []
        self._shift = first_line - 1
        self._skip = 0
        self._text = TextRun()
        self._links: list[Link] = []
        self._href: str | None = None
        self._link_from = 0
        self._level = 0
        self._lists: list[OpenList] = []
        self._item: list[str] = []
        self._item_begin = first_line
        self._mark = ""
        self._pre = False
        self._table: OpenTable | None = None

    @property
    def _line(self) -> int:
        return self.getpos()[0] + self._shift

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        found = dict(attrs)
        if tag in SKIPPED or self._skip:
            self._skip += tag in SKIPPED
        elif tag == "br":
            self._text.add("\n" if self._pre else " ", self._line)
        elif tag == "img":
            self.handle_data(found.get("alt") or "")
        elif tag == "a":
            self._href, self._link_from = found.get("href"), len(self._text.parts)
        elif self._table:
            self._in_table(self._table.start, tag)
        elif tag in HEADINGS:
            self._break()
            self._level = 0 if self._lists else int(tag[1])
        elif tag in LISTS:
            self._break()
            first = found.get("start") or "1"
            self._lists.append(OpenList(tag == "ol", int(first) - 1 if first.isdecimal() else 0))
        elif tag == "li":
            self._start_item()
        elif tag == "table":
            self._break()
            self._table = OpenTable()
        elif tag == "pre":
            self._break()
            self._pre = True
        elif tag in PARAGRAPHS:
            self._break()

    def handle_endtag(self, tag: str) -> None:
        if tag in SKIPPED or self._skip:
            self._skip = max(0, self._skip - (tag in SKIPPED))
        elif tag == "a" and self._href:
            self._links.append(Link(text=self._text.visible(self._link_from), url=self._href))
            self._href = None
        elif self._table and tag == "table" and not self._table.inner:
            self._end_table()
        elif self._table:
            self._in_table(self._table.end, tag)
        elif tag in HEADINGS:
            self._break()
            self._level = 0
        elif tag == "li":
            self._end_item()
        elif tag in LISTS:
            self._end_list()
        elif tag == "pre":
            self._end_code()
        elif tag in PARAGRAPHS:
            self._break()

    def handle_data(self, data: str) -> None:
        if not self._skip:
            self._text.add(data, self._line)

    def parse_marked_section(self, i: int, report: bool = True) -> int:
        """Read `<![anything[` as a comment; the base class stops at those it does not know."""
        return self.parse_bogus_comment(i, report)

    def finish(self) -> None:
        """Close whatever the end of the text left open."""
        self._end_table()
        while self._lists:
            self._end_list()
        self._break()

    def _break(self) -> None:
        """End a paragraph, a heading, or a line of a list item."""
        text = self._text.taken()
        if text:
            self._paragraph(text, self._text.lines)

    def _paragraph(self, text: str, lines: tuple[int, int]) -> None:
        if self._lists:
            self._extend_item([text])
        else:
            self._add("heading" if self._level else "prose", [Unit(text=text, lines=lines)])

    def _extend_item(self, lines: Sequence[str]) -> None:
        for line in lines:
            self._item.append(self._mark + line)
            self._mark = "  " * (len(self._lists) - 1)

    def _add(self, kind: BlockKind, units: list[Unit]) -> None:
        level = self._level if kind == "heading" else 0
        links, self._links = tuple(self._links), []
        self.blocks.append(Block(kind=kind, units=tuple(units), level=level, links=links))

    def _start_item(self) -> None:
        self._break()
        if not self._lists:
            self._lists.append(OpenList(ordered=False))
        if len(self._lists) == 1:
            self._end_item()
            self._item_begin = self._line
        self._mark = "  " * (len(self._lists) - 1) + self._lists[-1].next_mark()

    def _end_item(self) -> None:
        self._break()
        if len(self._lists) == 1 and self._item:
            unit = Unit(
                text="\n".join(self._item), lines=(self._item_begin, max(self._item_begin, self._text.lines[1]))
            )
            self._lists[0].units.append(unit)
            self._item.clear()

    def _end_list(self) -> None:
        self._end_item()
        done = self._lists.pop() if self._lists else None
        if done and done.units:
            self._add("steps" if done.ordered else "list", done.units)

    def _in_table(self, take: Callable[[str, str, int, int], bool], tag: str) -> None:
        if take(tag, self._text.visible(), self._line, self._text.lines[1]):
            self._text.clear()
        else:
            self._text.add(" ", self._line)

    def _end_table(self) -> None:
        table, self._table = self._table, None
        if table is None:
            return
        table.end_cell(self._text.taken(), self._line, self._text.lines[1])
        rows = table.units()
        if table.caption:
            self._paragraph(table.caption, table.caption_lines)
        if self._lists:
            self._extend_item([row.text for row in rows])
        elif rows:
            links, self._links = self._links, []
            self.blocks.append(table_block(rows, links))

    def _end_code(self) -> None:
        self._pre = False
        lines = "".join(self._text.parts).strip("\n").split("\n")
        self._text.clear()
        numbered = [(n, line) for n, line in enumerate(lines, self._text.lines[0]) if line.strip()]
        if self._lists:
            self._extend_item([line for _, line in numbered])
        elif numbered:
            units = [Unit(text=code_line(line), lines=(n, n)) for n, line in numbered]
            self._add("code", units)
