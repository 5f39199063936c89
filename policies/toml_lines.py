"""Find the line on which a key of a TOML file stands; tomllib says where it stops, not where values are.

tomllib has read the text before, so the scanner only looks for tables, keys and the ends of long values.
Specification: https://toml.io/en/v1.0.0
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Mapping

KeyPath = tuple[str | int, ...]
"""As pydantic names a place: ("refund", 1, "window_days")."""

_HEADER = re.compile(r"^\s*(\[\[?)\s*([^\[\]]+?)\s*\]")
_PART = re.compile(r"""[A-Za-z0-9_-]+|"[^"]*"|'[^']*'""")
_KEY = re.compile(rf"^\s*((?:{_PART.pattern})(?:\s*\.\s*(?:{_PART.pattern}))*)\s*=")
_STRING_OR_COMMENT = re.compile(
    r"""\"\"\".*?(?:\"\"\"|\Z)|'{3}.*?(?:'{3}|\Z)|"(?:\\.|[^"\\\n])*"|'[^'\n]*'|#[^\n]*""", re.DOTALL
)


def key_lines(text: str) -> dict[KeyPath, int]:
    """Map every table and key of valid TOML to its line, counted from 1."""
    counts: Counter[str] = Counter()
    table: KeyPath = ()
    lines: dict[KeyPath, int] = {}
    for number, line in _statements(text):
        if header := _HEADER.match(line):
            table = _table_path(header, counts)
            _note(lines, table, number, known=len(table) - 1 if header[1] == "[[" else 0)
        elif key := _KEY.match(line):
            _note(lines, (*table, *_parts(key[1])), number, known=len(table))
    return lines


def line_of(lines: Mapping[KeyPath, int], path: KeyPath) -> int:
    """Return the line of the key at `path`, or of the nearest table around it; 1 where there is none."""
    for length in range(len(path), 0, -1):
        if path[:length] in lines:
            return lines[path[:length]]
    return 1


def _note(lines: dict[KeyPath, int], path: KeyPath, number: int, *, known: int) -> None:
    """A dotted name names every table on its way, behind the `known` parts; each has the line that names it first."""
    for length in range(known + 1, len(path) + 1):
        lines.setdefault(path[:length], number)


def _parts(name: str) -> tuple[str, ...]:
    return tuple(part.strip("\"'") for part in _PART.findall(name))


def _table_path(header: re.Match[str], counts: Counter[str]) -> KeyPath:
    brackets, name = header.groups()
    if brackets == "[":
        return _parts(name)
    counts[name] += 1
    return (name, counts[name] - 1)


def _statements(text: str) -> Iterator[tuple[int, str]]:
    """Yield the lines on which a statement starts; lines within a list or a long string are passed over."""
    depth = 0
    blanked = _STRING_OR_COMMENT.sub(_blank, text)
    for number, (line, bare) in enumerate(zip(text.split("\n"), blanked.split("\n"), strict=True), start=1):
        if depth == 0 and bare.strip():
            yield number, line
        depth += _opened(bare) if depth or not _HEADER.match(bare) else 0


def _blank(found: re.Match[str]) -> str:
    """Replace a string by a mark and the line breaks it holds, a comment by nothing."""
    return "" if found[0].startswith("#") else "_" + "\n" * found[0].count("\n")


def _opened(bare: str) -> int:
    return sum(bare.count(mark) for mark in "[{") - sum(bare.count(mark) for mark in "]}")
