"""Finding personal data with every recogniser, and choosing where two found something in the same place."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import get_args

from agent.privacy.addresses import AddressRecogniser
from agent.privacy.allowed import Allowed, find_allowed
from agent.privacy.birth_dates import BirthDateRecogniser
from agent.privacy.cards import CardRecogniser
from agent.privacy.emails import EmailRecogniser
from agent.privacy.ibans import IbanRecogniser
from agent.privacy.ip_addresses import IpRecogniser
from agent.privacy.login_links import LoginLinkRecogniser
from agent.privacy.names import NameRecogniser
from agent.privacy.national_ids import NationalIdRecogniser
from agent.privacy.phones import PhoneRecogniser
from agent.privacy.reading import read
from agent.privacy.secrets import SecretRecogniser
from agent.privacy.types import Kind, Recogniser, Span

KINDS: tuple[Kind, ...] = get_args(Kind)
_GUARDED = frozenset({"card", "ssn", "phone"})
"""Kinds that are numbers alone, and give way to numbers that are called something else."""


def own_recognisers(phone_regions: Sequence[str]) -> tuple[Recogniser, ...]:
    """Those that need no model."""
    return (
        CardRecogniser(),
        IbanRecogniser(),
        NationalIdRecogniser(),
        SecretRecogniser(),
        LoginLinkRecogniser(),
        EmailRecogniser(),
        PhoneRecogniser(tuple(phone_regions)),
        IpRecogniser(),
        BirthDateRecogniser(),
        AddressRecogniser(),
        NameRecogniser(),
    )


@dataclass(frozen=True)
class Finder:
    """Asks every recogniser."""

    recognisers: tuple[Recogniser, ...]

    def find(self, text: str, kinds: Iterable[Kind] = KINDS) -> tuple[Span, ...]:
        """Personal data of these kinds in a text, in order, without overlaps; spans are those of the text as it is."""
        if not text:
            return ()
        wanted, reading = frozenset(kinds), read(text)
        found = [
            span
            for recogniser in self.recognisers
            for span in recogniser.find(reading.plain)
            if span.kind in wanted and span.end > span.start
        ]
        if any(span.kind in _GUARDED for span in found):
            allowed = sorted(find_allowed(reading.plain), key=lambda one: one.start)
            found = [span for span in found if not _is_allowed(span, allowed)]
        return tuple(Span(span.kind, *reading.original(span.start, span.end), sure=span.sure) for span in _apart(found))


def _is_allowed(span: Span, allowed: Sequence[Allowed]) -> bool:
    if span.kind not in _GUARDED:
        return False
    near = allowed[: bisect_right(allowed, span.end, key=lambda one: one.start)]
    over = [one for one in near[-200:] if one.end > span.start and one.start < span.end]
    return any(one.strong or not span.sure for one in over)


def _apart(found: Iterable[Span]) -> list[Span]:
    """Spans that do not overlap: the kind that comes first wins, then the longer one; what touches an address joins it."""
    kept: list[Span] = []
    taken: dict[int, None] = {}
    for span in sorted(found, key=lambda one: (KINDS.index(one.kind), one.start - one.end, one.start)):
        if not any(place in taken for place in range(span.start, span.end)):
            kept.append(span)
            taken.update(dict.fromkeys(range(span.start, span.end)))
    return sorted(kept, key=lambda one: one.start)
