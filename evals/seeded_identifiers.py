"""Planters of wrong identifiers: versions and codes, e-mail addresses, links, telephone numbers, tracking numbers."""

from __future__ import annotations

import re
from random import Random

from evals.seeded_numbers import other_digit
from evals.seeded_swapping import swapped
from evals.seeded_types import Line, Scene

_MEASURED = (
    r"(?! ?(?:V|A|mA|mm|cm|m|kg|g|GB|MB|KB|GHz|MHz|USD|EUR|GBP|%|percent|dollars|euros|inch|hours?|seconds?)\b)(?! ?%)"
)
_CODE = re.compile(
    r"(?<![\w.,$€£/-])v?\d{1,3}(?:\.\d{1,4}){1,3}(?![\w%/]|[.,]\d)"
    + _MEASURED
    + r"|(?<![\w#-])(?!ORD-)[A-Z]{1,8}-\d{2,6}(?![\w-])|(?<![\w-])E\d{3,5}(?!\w)|\b0x[0-9a-fA-F]{2,8}\b"
)
_ORDER = re.compile(r"(?<!\w)(?:ORD-\d{3,}|#W\d{5,})\b")
_EMAIL = re.compile(r"(?<![\w.+-])(?P<user>[\w.+-]+)@(?P<host>[\w-]+(?:\.[\w-]+)+)")
_LINK = re.compile(r"(?P<head>https?://[\w.-]+)(?P<path>(?:/[^\s()<>\]]*)?)")
_PHONE = re.compile(
    r"(?<![\w.-])(?:\+\d[\d ().-]{7,18}\d|\(\d{3}\) ?\d{3}[ .-]\d{4}|\d{3}[ -]\d{3}[ -]\d{4})(?![\w.-]\w)"
)


def code(line: Line, scene: Scene, rng: Random) -> str | None:
    """Another version, error code or order number, one digit off."""
    pattern = _ORDER if line.fact else _CODE
    return swapped(pattern, line.text, rng, lambda match: other_digit(match[0], rng))


def email(line: Line, scene: Scene, rng: Random) -> str | None:
    """Another mailbox, or the same at another host."""
    invented = rng.choice(("help", "service", "refunds"))
    return swapped(
        _EMAIL,
        line.text,
        rng,
        lambda match: (
            f"{invented}@{match['host']}" if rng.random() < 0.5 else f"{match['user']}@{invented}-{match['host']}"
        ),
    )


def link(line: Line, scene: Scene, rng: Random) -> str | None:
    """Another page of the same host, or the same page of another host."""

    def other(match: re.Match[str]) -> str:
        if rng.random() < 0.5:
            return f"{match['head'].replace('://', '://my-')}{match['path']}"
        return f"{match['head']}/{rng.choice(('start', 'contact-form', 'v2'))}{match['path'].rstrip('/.,')}"

    matches = list(_LINK.finditer(line.text))
    if not matches:
        return None
    match = matches[-1]
    return line.text[: match.start()] + other(match) + line.text[match.end() :]


def phone(line: Line, scene: Scene, rng: Random) -> str | None:
    """A telephone number one digit off."""
    return swapped(_PHONE, line.text, rng, lambda match: other_digit(match[0], rng))


def tracking_number(line: Line, scene: Scene, rng: Random) -> str | None:
    """A tracking number one digit off."""
    if line.fact is None or line.fact.sort != "tracking_number":
        return None
    return line.text.replace(line.fact.value, other_digit(line.fact.value, rng))
