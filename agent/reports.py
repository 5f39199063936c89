"""Reports of the customer's words: "You mentioned that …", "You asked whether …"; what "As you said, …" adds is a statement."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Literal

_LED = r"you(?: (?:also|just|have|had)|'ve|'d)*"
_SAID = re.compile(
    rf"{_LED} (?:mentioned|said|told (?:us|me)|wrote|reported|described|noted|explained)(?: to (?:us|me))?(?P<that>,? that)? (?P<told>.+)",
    re.IGNORECASE,
)
_ASKED = re.compile(
    rf"{_LED} (?:asked|wanted to know|want to know|wondered|enquired|inquired)(?: (?:us|me))?"
    r" (?P<told>(?:about|for|if|whether|how|what|when|where|which|who|why|to)\b.+)",
    re.IGNORECASE,
)


@dataclass(frozen=True)
class Report:
    """What a customer is told to have said or asked."""

    kind: Literal["said", "asked"]
    told: str
    """Without "that", and without the full stop."""


def report_of(body: str) -> Report | None:
    """A whole sentence read as a report; None where it is none."""
    plain = body.rstrip(".! ")
    asked, said = _ASKED.fullmatch(plain), _SAID.fullmatch(plain)
    if asked:
        return Report("asked", asked["told"])
    return Report("said", said["told"]) if said else None
