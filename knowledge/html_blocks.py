"""HTML to the same blocks as Markdown, with source lines; on the standard library's parser, which knows them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from html.parser import HTMLParser

from knowledge.blocks import Block, BlockKind, Unit, code_line, joined_units, label_block, table_block
from knowledge.html_parts import OpenList, OpenTable
from knowledge.source_text import SourceText
from knowledge.types import Link

SKIPPED = frozenset({"script", "style", "title", "nav", "template", "noscript", "svg"})
HEADINGS = frozenset({"h1", "h2", "h3", "h4", "h5", "h6"})
LISTS = frozenset({"ul", "ol", "dl"})
ITEMS = frozenset({"li", "dt"})
TABS = frozenset({"tabitem", "tab-item", "tab", "accordion"})
"""Components of documentation sites that show their content under a label."""
PARAGRAPHS = frozenset(
    {
        "address",
        "article",
        "aside",
        "blockquote",
        "center",
        "details",
        "div",
        "dd",
        "figcaption",
        "figure",
        "footer",
        "form",
        "header",
        "hr",
        "main",
        "p",
        "section",
    }
)

FORMATTING = frozenset(
    {
        "a",
        "abbr",
        "b",
        "big",
        "br",
        "code",
        "del",
        "dfn",
        "em",
        "font",
        "i",
        "img",
        "ins",
        "kbd",
        "mark",
        "samp",
        "small",
        "span",
        "strike",
        "strong",
        "sub",
        "sup",
        "tt",
        "u",
        "var",
        "wbr",
    }
)
IN_CODE = FORMATTING | SKIPPED | HEADINGS | LISTS | ITEMS | TABS | PARAGRAPHS | {"pre", "summary", "table"}
"""Elements that may stand in `pre`; what else looks like a tag there, a placeholder such as `<name>`, is text."""

Attributes = Mapping[str, str | None]


def html_blocks(source: str, first_line: int = 1) -> tuple[Block, ...]:
    """Blocks of an HTML text whose first line is line `first_line` of the article."""
    reader = _BlockReader(first_line)
    reader.feed(source)
    reader.close()
    reader.finish()
    return tuple(reader.blocks)


def html_text(source: str) -> str:
    """The visible text of an HTML snippet, one line."""
    return " ".join(unit.text for block in html_blocks(source) for unit in block.units if unit.text)


class _BlockReader(HTMLParser):
    """Collects text until an element ends it; end tags that HTML lets authors omit may be missing."""

    def __init__(self, first_line: int) -> None:
        super().__init__(convert_charrefs=True)
        self.blocks: list[Block] = []
        self._shift = first_line - 1
        self._skip = 0
        self._text = SourceText()
        self._links: list[Link] = []
        self._href: str | None = None
        self._link_from = 0
        self._level = 0
        self._lists: list[OpenList] = []
        self._item: list[Unit] = []
        self._mark = ""
        self._term = False
        self._pre = False
        self._table: OpenTable | None = None

    @property
    def _line(self) -> int:
        return self.getpos()[0] + self._shift

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        if tag in SKIPPED or self._skip:
            self._skip += tag in SKIPPED
        elif self._is_text(tag):
            self._text.add(self.get_starttag_text() or "", self._line)
        elif tag in ("a", "br", "img", "wbr"):
            self._start_inline(tag, dict(attrs))
        elif self._table:
            self._start_in_table(self._table, tag, dict(attrs))
        else:
            self._start_block(tag, dict(attrs))

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.handle_starttag(tag, attrs)
        if not self._is_text(tag):
            self.handle_endtag(tag)

    def _is_text(self, tag: str) -> bool:
        return self._pre and not self._skip and tag not in IN_CODE

    def _start_inline(self, tag: str, attrs: Attributes) -> None:
        if tag == "br":
            self._text.add("\n" if self._pre else " ", self._line)
        elif tag == "img":
            self._text.add_image(attrs.get("alt") or "", self._line)
        elif tag == "a":
            self._href, self._link_from = attrs.get("href"), len(self._text.parts)

    def _start_block(self, tag: str, attrs: Attributes) -> None:
        if tag in HEADINGS:
            self._break()
            self._level = 0 if self._lists else int(tag[1])
        elif tag in LISTS:
            self._break()
            self._lists.append(OpenList(tag == "ol", _number(attrs.get("start"), 1) - 1))
        elif tag in ITEMS and (tag == "li" or self._lists):
            self._start_item(tag, attrs)
        elif tag == "dd" and self._lists:
            self._text.add(": " if self._term and not self._text.blank else " ", self._line)
            self._term = False
        elif tag == "table":
            self._break()
            self._table = OpenTable()
        elif tag in TABS:
            self._label(next((attrs[key] for key in ("label", "title", "value") if attrs.get(key)), ""))
        elif tag in PARAGRAPHS or tag in ("dt", "summary", "pre"):
            self._break()
            self._pre = tag == "pre"

    def handle_endtag(self, tag: str) -> None:
        if tag in SKIPPED or self._skip:
            self._skip = max(0, self._skip - (tag in SKIPPED))
        elif self._is_text(tag):
            self._text.add(f"</{tag}>", self._line)
        elif tag == "a" and self._href:
            self._links.append(Link(text=self._text.visible(self._link_from), url=self._href))
            self._href = None
        elif self._table and tag == "table" and not self._table.inner:
            self._end_table()
        elif self._table:
            if self._table.ends(tag):
                self._table.close(self._text.taken(), self._line)
            else:
                self._text.add(" ", self._line)
        elif tag != "a":
            self._end_block(tag)

    def _end_block(self, tag: str) -> None:
        if tag in HEADINGS:
            self._break()
            self._level = 0
        elif tag == "li":
            self._end_item()
        elif tag in LISTS:
            self._end_list()
        elif tag == "pre":
            self._end_code()
        elif tag == "summary":
            text = self._text.taken()
            self._label(text.text if text else "", text)
        elif tag == "details" or tag in TABS:
            self._end_label()
        elif tag in PARAGRAPHS and not (tag == "dd" and self._lists):
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
            self._paragraph(text)

    def _paragraph(self, text: Unit) -> None:
        if self._lists:
            self._extend_item([text])
        else:
            self._add("heading" if self._level else "prose", [text])

    def _label(self, label: str | None, text: Unit | None = None) -> None:
        """Head what follows with a label; inside a list it is a line of the item."""
        self._break()
        unit = text or Unit(text=" ".join((label or "").split()), lines=(self._line, self._line))
        if unit.text and self._lists:
            self._extend_item([unit])
        elif unit.text:
            self.blocks.append(Block(kind="label", units=(unit,)))

    def _end_label(self) -> None:
        self._break()
        if not self._lists:
            self.blocks.append(label_block("", self._line))

    def _extend_item(self, units: Sequence[Unit]) -> None:
        for unit in units:
            self._item.append(unit.prefixed(self._mark))
            self._mark = "  " * (len(self._lists) - 1)

    def _add(self, kind: BlockKind, units: list[Unit]) -> None:
        level = self._level if kind == "heading" else 0
        links, self._links = tuple(self._links), []
        self.blocks.append(Block(kind=kind, units=tuple(units), level=level, links=links))

    def _start_item(self, tag: str, attrs: Attributes) -> None:
        self._break()
        if not self._lists:
            self._lists.append(OpenList(ordered=False))
        if len(self._lists) == 1:
            self._end_item()
        self._lists[-1].count = _number(attrs.get("value"), self._lists[-1].count + 1) - 1
        self._term = tag == "dt"
        self._mark = "  " * (len(self._lists) - 1) + ("" if self._term else self._lists[-1].next_mark())

    def _end_item(self) -> None:
        self._break()
        if len(self._lists) == 1 and self._item:
            self._lists[0].units.append(joined_units(self._item))
            self._item.clear()

    def _end_list(self) -> None:
        self._end_item()
        done = self._lists.pop() if self._lists else None
        if done and done.units:
            self._add("steps" if done.ordered else "list", done.units)

    def _start_in_table(self, table: OpenTable, tag: str, attrs: Attributes) -> None:
        if table.starts(tag):
            table.close(self._text.taken(), self._line)
            table.open(tag, _number(attrs.get("colspan"), 1), _number(attrs.get("rowspan"), 1))
        else:
            self._text.add(" ", self._line)

    def _end_table(self) -> None:
        table, self._table = self._table, None
        if table is None:
            return
        table.close(self._text.taken(), self._line)
        rows = table.units()
        if table.caption:
            self._paragraph(table.caption)
        if self._lists:
            self._extend_item(rows)
        elif rows:
            links, self._links = self._links, []
            self.blocks.append(table_block(rows, links, table.headers))

    def _end_code(self) -> None:
        self._pre = False
        units = [
            Unit(text=code_line(line), lines=(number, number))
            for line, number in self._text.written_lines()
            if line.strip()
        ]
        self._text.clear()
        if self._lists:
            self._extend_item(units)
        elif units:
            self._add("code", units)


def _number(written: str | None, otherwise: int) -> int:
    """What an attribute says, where it is a number that fits a page."""
    return int(written) if written and written.isdecimal() and len(written) < 7 else otherwise
