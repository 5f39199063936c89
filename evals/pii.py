"""How well personal data is found: recall and precision of each type, on texts in which it is marked."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from agent.privacy.finding import Finder
from agent.privacy.types import Kind, Span
from evals.pii_types import Labelled, LabelledText, PiiSet, TypeScore

KINDS_OF: Mapping[str, tuple[Kind, ...]] = {
    "CREDIT_CARD": ("card",),
    "IBAN_CODE": ("iban",),
    "US_SSN": ("ssn",),
    "US_DRIVER_LICENSE": ("national_id",),
    "EMAIL_ADDRESS": ("email",),
    "PHONE_NUMBER": ("phone",),
    "IP_ADDRESS": ("ip",),
    "STREET_ADDRESS": ("address", "postcode"),
    "ADDRESS": ("address", "postcode"),
    "ZIP_CODE": ("postcode", "address"),
    "PERSON": ("name",),
}
"""The data sets' types, and the kinds that stand for them here."""
AIMED_AT = frozenset(
    {"CREDIT_CARD", "IBAN_CODE", "US_SSN", "US_DRIVER_LICENSE", "EMAIL_ADDRESS", "PHONE_NUMBER", "IP_ADDRESS"}
)
"""Types that are to be found wherever they stand. Names, addresses and postcodes are found where the words around them
say what they are; organisations, titles, places, dates, ages, nationalities and links are not personal data that a support
log has to lose."""
ENOUGH = 0.5
"""The share of a marked span that has to be covered."""


def measure(name: str, texts: Sequence[LabelledText], finder: Finder, recogniser: str = "own") -> PiiSet:
    """The scores of every type that is marked in the texts."""
    found = [finder.find(text.text) for text in texts]
    labels = sorted({span.label for text in texts for span in text.spans})
    types = tuple(_score(label, texts, found) for label in labels)
    return PiiSet(name=name, texts=len(texts), recogniser=recogniser, types=types, micro=_together(types))


def _score(label: str, texts: Sequence[LabelledText], found: Sequence[Sequence[Span]]) -> TypeScore:
    kinds = KINDS_OF.get(label, ())
    marked = hit = removed = predicted = right = 0
    for text, spans in zip(texts, found, strict=True):
        own = [span for span in spans if span.kind in kinds]
        gold = [one for one in text.spans if one.label == label]
        same = [one for one in text.spans if KINDS_OF.get(one.label, ()) and set(KINDS_OF[one.label]) & set(kinds)]
        marked += len(gold)
        hit += sum(_is_covered(one, own) for one in gold)
        removed += sum(_is_covered(one, spans) for one in gold)
        predicted += len(own)
        right += sum(any(_overlap(span, one) for one in same) for span in own)
    return _made(label, label in AIMED_AT, marked, hit, predicted, right, removed)


def _together(types: Sequence[TypeScore]) -> TypeScore:
    aimed = [one for one in types if one.aimed_at]
    sums = [sum(getattr(one, name) for one in aimed) for name in ("marked", "found", "predicted", "right", "removed")]
    return _made("all that are aimed at", True, *sums)


def _made(label: str, aimed: bool, marked: int, hit: int, predicted: int, right: int, removed: int) -> TypeScore:
    recall = hit / marked if marked else None
    precision = right / predicted if predicted else None
    both = (recall or 0.0) + (precision or 0.0)
    f1 = 2 * (recall or 0.0) * (precision or 0.0) / both if both else None
    return TypeScore(
        label=label,
        aimed_at=aimed,
        marked=marked,
        found=hit,
        predicted=predicted,
        right=right,
        recall=recall,
        precision=precision,
        f1=f1,
        removed=removed,
    )


def _overlap(span: Span, one: Labelled) -> int:
    return max(0, min(span.end, one.end) - max(span.start, one.start))


def _is_covered(one: Labelled, spans: Sequence[Span]) -> bool:
    return sum(_overlap(span, one) for span in spans) >= ENOUGH * (one.end - one.start)


def main() -> None:
    """`python -m evals.pii`: the same as `support eval pii`."""
    import typer

    from evals.cli_pii import pii

    typer.run(pii)


if __name__ == "__main__":
    main()
