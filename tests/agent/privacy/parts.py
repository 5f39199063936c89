"""The recognisers as the product has them."""

from __future__ import annotations

from agent.privacy.finding import Finder, own_recognisers
from agent.privacy.redacting import Redactor
from agent.privacy.settings import PrivacySettings

FINDER = Finder(own_recognisers(PrivacySettings().phone_regions))
REDACTOR = Redactor(FINDER)


def found(text: str) -> list[tuple[str, str]]:
    """Kind and words of what is found."""
    return [(span.kind, text[span.start : span.end]) for span in FINDER.find(text)]
