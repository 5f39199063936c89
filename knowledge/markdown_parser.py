"""The Markdown parser with its extensions. The only file that imports markdown-it."""

from __future__ import annotations

import re
from functools import lru_cache
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from markdown_it import MarkdownIt
    from markdown_it.rules_block import StateBlock
    from markdown_it.tree import SyntaxTreeNode

    MarkdownNode = SyntaxTreeNode

DIRECTIVE = re.compile(r":{3,}[ \t]*\{?(?P<kind>[A-Za-z][\w-]*)?\}?[ \t]*(?P<title>.*)$")
"""The line that opens or closes a container: Docusaurus, VitePress, MyST, Microsoft's documentation."""


def parse_markdown(text: str) -> MarkdownNode:
    """The syntax tree of CommonMark with tables, definition lists, `!!!` admonitions and `:::` lines."""
    from markdown_it.tree import SyntaxTreeNode

    return SyntaxTreeNode(_parser().parse(text))


def parse_line(text: str) -> MarkdownNode:
    """The node of one line that is no block: emphasis, code, links, but no heading and no list."""
    from markdown_it.tree import SyntaxTreeNode

    return SyntaxTreeNode(_parser().parseInline(text)).children[0]


@lru_cache(maxsize=1)
def _parser() -> MarkdownIt:
    """Made once: it keeps nothing of what it parses."""
    from markdown_it import MarkdownIt
    from mdit_py_plugins.admon import admon_plugin
    from mdit_py_plugins.attrs import attrs_plugin
    from mdit_py_plugins.deflist import deflist_plugin

    parser = MarkdownIt("commonmark").enable("table").enable("strikethrough")
    parser.use(attrs_plugin).use(deflist_plugin).use(admon_plugin)
    parser.block.ruler.before(
        "fence", "directive", _directive, {"alt": ["paragraph", "reference", "blockquote", "list"]}
    )
    return parser


def _directive(state: StateBlock, line: int, end: int, silent: bool) -> bool:
    """Take one line: what opens a container and what closes it are read by themselves, so none has to be closed."""
    found = DIRECTIVE.match(state.src[state.bMarks[line] + state.tShift[line] : state.eMarks[line]])
    if found is None or state.is_code_block(line):
        return False
    if not silent:
        opened = state.push("directive_open", "div", 1)
        opened.info, opened.map = found["kind"] or "", [line, line + 1]
        title = state.push("inline", "", 0)
        title.content, title.map, title.children = found["title"].strip(), [line, line + 1], []
        state.push("directive_close", "div", -1)
    state.line = line + 1
    return True
