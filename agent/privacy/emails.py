"""E-mail addresses, also with the at sign spelt out in brackets."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass

from agent.privacy.types import Span

_LOCAL = r"(?<![\w.+'-])[\w+](?:[\w.+'-]{0,62}[\w+])?"
_HOST = r"(?:[^\W_](?:[\w-]{0,61}[^\W_])?\.){1,8}[^\W\d_]{2,24}"
EMAIL = re.compile(rf"{_LOCAL}@{_HOST}(?![\w-])")
_SPELT = re.compile(
    rf"{_LOCAL} ?[\[({{] ?at ?[\])}}] ?(?:[\w-]{{1,63}} ?(?:\.|[\[({{] ?dot ?[\])}}]) ?){{1,6}}[^\W\d_]{{2,24}}\b",
    re.IGNORECASE,
)


@dataclass(frozen=True)
class EmailRecogniser:
    """Finds e-mail addresses."""

    def find(self, text: str) -> Iterable[Span]:
        """Every address, whoever it belongs to."""
        if "@" in text:
            yield from (Span("email", *match.span(), sure=True) for match in EMAIL.finditer(text))
        yield from (Span("email", *match.span(), sure=True) for match in _SPELT.finditer(text))
