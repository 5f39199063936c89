"""Passwords, PINs, security and one-time codes, where they are called so."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass

from agent.privacy.types import Span

_CALLED = re.compile(
    r"\b(?P<word>(?:pass(?:word|wort|code|phrase)|passwd|pwd|kennwort|contrase(?:ñ|n)a|mot de passe|wachtwoord|hasło)s?|login)\b"
    r"(?: (?:for|to|of) (?:my|the|your|this) (?:[\w-]{1,20} ){0,2}[\w-]{1,20}?)?"
    r"(?P<is>(?: (?:is|was|it['’]?s|ist|es|est))?[ \t]{0,3}[:=]\s{0,3}| (?:is|was|it['’]?s|ist|es|est) )"
    r"(?P<quote>[\"'“‘`]?)(?P<secret>[^\s\"”’`]{3,80})",
    re.IGNORECASE,
)
_CODE = re.compile(
    r"\b(?:pin(?: ?code| number)?|cv[vc]2?|csc|security code|verification code|one[- ]time (?:code|password|pin|passcode)|otp|2fa(?: code)?"
    r"|two[- ]factor code|(?:sms|login|log-in|sign-in|authenti(?:cator|cation)|confirmation sms|access|unlock) code|tan)\b"
    r"(?: (?:for|of|on|from) (?:my|the|your|this) (?:[\w-]{1,20} ?){1,3}?)?"
    r"(?: (?:is|was|it['’]?s|number|code))?[ \t]{0,3}[:=#]?\s{0,3}(?P<secret>(?:G-)?\d(?:[ -]?\d){2,9})(?![\w-]|[.,]\d)",
    re.IGNORECASE,
)
_NO_SECRET = frozenset(
    [
        "not",
        "wrong",
        "incorrect",
        "invalid",
        "expired",
        "never",
        "too",
        "the",
        "a",
        "an",
        "being",
        "no",
        "still",
        "already",
        "required",
        "asked",
        "blocked",
        "locked",
        "reset",
        "forgotten",
        "gone",
        "lost",
        "unknown",
        "correct",
        "right",
        "fine",
        "working",
        "changed",
        "needed",
        "always",
        "now",
        "also",
        "only",
        "just",
        "very",
        "really",
        "my",
        "your",
        "his",
        "her",
        "our",
        "their",
        "in",
        "on",
        "at",
        "to",
        "for",
        "of",
        "and",
        "or",
        "but",
        "so",
        "that",
        "this",
        "it",
        "what",
        "why",
        "how",
        "when",
        "where",
        "which",
        "empty",
        "missing",
        "refused",
        "rejected",
        "accepted",
        "long",
        "short",
        "strong",
        "weak",
        "safe",
        "secure",
        "old",
        "new",
        "same",
        "different",
        "case-sensitive",
        "stuck",
        "broken",
        "saved",
        "stored",
        "sent",
        "there",
        "here",
        "hidden",
        "shown",
    ]
)
_ENDS = ".,;!?)\"'”’`"


@dataclass(frozen=True)
class SecretRecogniser:
    """Finds what only the customer may know."""

    def find(self, text: str) -> Iterable[Span]:
        """The secret alone; the words that call it so stay."""
        for match in _CALLED.finditer(text):
            secret = match["secret"].rstrip(_ENDS)
            if len(secret) >= 3 and _is_secret(secret, match, text):
                yield Span("secret", match.start("secret"), match.start("secret") + len(secret), sure=True)
        yield from (Span("secret", *match.span("secret"), sure=True) for match in _CODE.finditer(text))


def _is_secret(secret: str, match: re.Match[str], text: str) -> bool:
    """A word of the language is one only where it stands alone after the colon, or ends the sentence."""
    if secret.lower() in _NO_SECRET or secret.startswith("["):
        return False
    if match["word"].lower() == "login" and not re.search(r"[\d\W_]", secret):
        return False
    if match["quote"] or re.search(r"[\d\W_]", secret) or not (secret.islower() or secret.istitle()):
        return True
    rest = text[match.start("secret") + len(secret) : match.start("secret") + len(secret) + 2]
    return not rest.strip() or rest[0] in _ENDS
