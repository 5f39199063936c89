"""HTML to the same blocks as Markdown, with source lines; on the standard library's parser, which knows them."""

from __future__ import annotations

from html.parser import HTMLParser

from knowledge.blocks import Block, Unit, table_row
from knowledge.types import Link

SKIPPED = frozenset({"script", "style", "head", "nav", "template", "noscript"})
HEADINGS = frozenset({"h1", "h2", "h3", "h4", "h5", "h6"})
PARAGRAPHS = frozenset({"p", "div", "section", "article", "summary", "details", "blockquote", "dd", "dt", "figcaption"})


def html_blocks(source: str, first_line: int = 1) -> tuple[Block, ...]:
    """Blocks of an HTML text whose first line is line `first_line` of the article."""
    reader = _BlockReader(first_line)
    reader.feed(source)
    reader.close()
    reader.end_text()
    reader.end_list()
    return tuple(reader.blocks)


def html_text(source: str) -> str:
    """The visible text of an HTML snippet, one line."""
    return " ".join(unit.text for block in html_blocks(source) for unit in block.units)


class _BlockReader(HTMLParser):
    """Collects text until a block element ends it."""

    def __init__(self, first_line: int) -> None:
        super().__init__(convert_charrefs=True)
        self.blocks: list[Block] = []
        self._shift = first_line - 1
        self._skip = 0
        self._text: list[str] = []
        self._begin = first_line
        self._links: list[Link] = []
        self._href: str | None = None
        self._link_from = 0
        self._pre = False
        self._level = 0
        self._items: list[Unit] | None = None
        self._ordered = False
        self._in_item = False
        self._rows: list[tuple[list[str], int, int]] | None = None

    @property
    def _line(self) -> int:
        return self.getpos()[0] + self._shift

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        found = dict(attrs)
        if tag in SKIPPED:
            self._skip += 1
        elif tag == "br":
            self._text.append("\n" if self._pre else " ")
        elif tag == "img":
            self._text.append(found.get("alt") or "")
        elif tag == "a":
            self._href, self._link_from = found.get("href"), len(self._text)
        elif tag in HEADINGS:
            self.end_text()
            self.end_list()
            self._level = int(tag[1])
        elif tag in ("ul", "ol") and not self._in_item:
            self.end_text()
            self.end_list()
            self._items, self._ordered = [], tag == "ol"
        elif tag == "li":
            self._start_item()
        elif tag == "table":
            self.end_text()
            self._rows = []
        elif tag == "tr" and self._rows is not None:
            self._rows.append(([], self._line, self._line))
        elif tag in ("td", "th"):
            self._text.clear()
        elif tag == "pre":
            self.end_text()
            self._pre = True
        elif tag in PARAGRAPHS:
            self._break()

    def handle_endtag(self, tag: str) -> None:
        if tag in SKIPPED:
            self._skip = max(0, self._skip - 1)
        elif tag == "a" and self._href:
            text = " ".join("".join(self._text[self._link_from :]).split())
            self._links.append(Link(text=text, url=self._href))
            self._href = None
        elif tag in HEADINGS:
            self.end_text()
            self._level = 0
        elif tag == "li":
            self._end_item()
        elif tag in ("ul", "ol"):
            self._end_item()
            self.end_list()
        elif tag in ("td", "th") and self._rows:
            cells, begin, _ = self._rows[-1]
            self._rows[-1] = ([*cells, self._taken()], begin, self._line)
        elif tag == "table":
            self._end_table()
        elif tag == "pre":
            self._end_code()
        elif tag in PARAGRAPHS:
            self._break()

    def handle_data(self, data: str) -> None:
        if self._skip:
            return
        if not self._text and data.strip():
            blank = data[: len(data) - len(data.lstrip())]
            self._begin = self._line + blank.count("\n")
        self._text.append(data)

    def _break(self) -> None:
        if self._in_item or self._rows is not None:
            self._text.append(" ")
        else:
            self.end_text()

    def _taken(self) -> str:
        text = " ".join("".join(self._text).split())
        self._text.clear()
        return text

    def _taken_links(self) -> tuple[Link, ...]:
        links, self._links = tuple(self._links), []
        return links

    def end_text(self) -> None:
        """Close a paragraph or heading."""
        if self._in_item:
            return
        begin, text = self._begin, self._taken()
        if text:
            unit = Unit(text=text, lines=(begin, max(begin, self._line)))
            kind = "heading" if self._level else "prose"
            self.blocks.append(
                Block.model_validate(
                    {"kind": kind, "units": (unit,), "level": self._level, "links": self._taken_links()}
                )
            )

    def _start_item(self) -> None:
        self._end_item()
        if self._items is None:
            self._items, self._ordered = [], False
        self._in_item, self._begin = True, self._line

    def _end_item(self) -> None:
        if not self._in_item or self._items is None:
            return
        begin, text = self._begin, self._taken()
        self._in_item = False
        if text:
            mark = f"{len(self._items) + 1}. " if self._ordered else "- "
            self._items.append(Unit(text=mark + text, lines=(begin, max(begin, self._line))))

    def end_list(self) -> None:
        """Close a list."""
        units, self._items = self._items, None
        if units:
            kind = "steps" if self._ordered else "list"
            self.blocks.append(
                Block.model_validate({"kind": kind, "units": tuple(units), "links": self._taken_links()})
            )

    def _end_table(self) -> None:
        rows, self._rows = [row for row in self._rows or [] if any(row[0])], None
        if not rows:
            return
        header, body = (rows[0], rows[1:]) if len(rows) > 1 else (([], 0, 0), rows)
        units = tuple(Unit(text=table_row(cells), lines=(begin, end)) for cells, begin, end in body)
        lead = table_row(header[0]) if header[0] else ""
        self.blocks.append(Block(kind="table", units=units, lead=lead, links=self._taken_links()))

    def _end_code(self) -> None:
        text, first = "".join(self._text).strip("\n"), self._begin
        self._text.clear()
        self._pre = False
        units = tuple(Unit(text=line, lines=(n, n)) for n, line in enumerate(text.split("\n"), first) if line.strip())
        if units:
            self.blocks.append(Block(kind="code", units=units))
