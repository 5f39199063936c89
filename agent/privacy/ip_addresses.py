"""Internet addresses, versions 4 and 6."""

from __future__ import annotations

import ipaddress
import re
from collections.abc import Iterable
from dataclasses import dataclass

from agent.privacy.types import Span

_CANDIDATE = re.compile(
    r"(?<![\w.:-])(?:\d{1,3}(?:\.\d{1,3}){3}|[0-9A-Fa-f]{0,4}(?::[0-9A-Fa-f]{0,4}){2,7}(?:\d{1,3}(?:\.\d{1,3}){3})?)(?![\w:]|\.\d)"
)
_VERSION = re.compile(
    r"\b(?:v|ver|version|release|firmware|build|update|app|software)\.?(?: (?:is|to))?\s?$", re.IGNORECASE
)


@dataclass(frozen=True)
class IpRecogniser:
    """Finds addresses of machines; a version number of four parts is none."""

    def find(self, text: str) -> Iterable[Span]:
        """Every address that could be routed or given out."""
        for match in _CANDIDATE.finditer(text):
            if _is_address(match[0]) and not _VERSION.search(text, max(0, match.start() - 20), match.start()):
                yield Span("ip", *match.span(), sure=True)


def _is_address(written: str) -> bool:
    try:
        found = ipaddress.ip_address(written)
    except ValueError:
        return False
    return not found.is_unspecified and (found.version == 4 or sum(char.isalnum() for char in written) > 3)
