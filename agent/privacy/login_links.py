"""Links that let their holder in: with a password before the host, or a token behind it."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass

from agent.privacy.types import Span

_WITH_PASSWORD = re.compile(
    r"\b[a-z][a-z0-9+.-]{1,15}://[^\s/@:]{1,128}:[^\s/@]{1,128}@[^\s<>\"')\]]{1,512}", re.IGNORECASE
)
_LINK = re.compile(r"\bhttps?://[^\s<>\"')\]]{4,2048}", re.IGNORECASE)
_TOKEN = re.compile(
    r"[?&#;](?:access_?|id_?|auth_?|reset_?|login_?|refresh_?)?(?:token|key|api_?key|password|passwd|pwd|secret|session(?:_?id)?|sid|sig(?:nature)?"
    r"|auth|jwt|otp|ticket)=[^\s&#]{6,}",
    re.IGNORECASE,
)


@dataclass(frozen=True)
class LoginLinkRecogniser:
    """Finds links with credentials in them; other links stay."""

    def find(self, text: str) -> Iterable[Span]:
        """The whole link."""
        if "://" not in text:
            return
        yield from (Span("login_link", *match.span(), sure=True) for match in _WITH_PASSWORD.finditer(text))
        for match in _LINK.finditer(text):
            if _TOKEN.search(match[0]):
                yield Span("login_link", *match.span(), sure=True)
