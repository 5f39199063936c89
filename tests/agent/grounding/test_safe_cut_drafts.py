"""Over every combination of verdicts on drafts that are easily cut into a lie."""

from __future__ import annotations

import re
from collections.abc import Iterator
from datetime import date
from itertools import product

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from agent.claims import ClaimSplitter
from agent.grounding.safe_cut import CutResult, SafeCut
from agent.types import Claim, Label, Verdict
from tests.agent.grounding.drafts import DRAFTS, Tied

TODAY = date(2026, 11, 30)
EITHER: tuple[Label, ...] = ("supported", "not_enough_info")
ANY: tuple[Label, ...] = ("supported", "not_enough_info", "refuted")
MOST_CHECKED = 9
ORPHAN = re.compile(
    r"(?:[-*] |\d[.)] |> )?(?:however|also|second|otherwise|in that case|then|therefore|next|it|they|them|this|these|in addition"
    r"|the latter|both|and|but)\b",
    re.IGNORECASE,
)


def cut(draft: str, claims: tuple[Claim, ...], labels: tuple[Label, ...]) -> CutResult:
    left = iter(labels)
    verdicts = [
        Verdict(
            claim=claim,
            label=next(left) if claim.checkworthy else "not_checkworthy",
            tier="nli" if claim.checkworthy else None,
            confidence=1.0,
            reason="scripted",
        )
        for claim in claims
    ]
    return SafeCut().cut(draft, verdicts)


def every_cut(draft: str) -> Iterator[tuple[tuple[Label, ...], CutResult]]:
    claims = ClaimSplitter().split(draft, TODAY)
    checked = sum(claim.checkworthy for claim in claims)
    assert 1 < checked <= MOST_CHECKED, [claim.text for claim in claims]
    for labels in product(EITHER, repeat=checked):
        yield labels, cut(draft, claims, labels)


def words(text: str) -> list[str]:
    """In small letters, without the numbers of list items, which are counted anew."""
    return re.findall(r"\w+", re.sub(r"(?m)^\s*\d{1,3}[.)] ", "", text).casefold())


def is_made_of(part: list[str], whole: list[str]) -> bool:
    """Whether words stand in another text in the same order."""
    rest = iter(whole)
    return all(word in rest for word in part)


def marks_are_closed(text: str) -> bool:
    pairs = all(text.count(begin) == text.count(end) for begin, end in ("()", "[]", "“”"))
    return pairs and text.count('"') % 2 == 0 and text.count("**") % 2 == 0


@pytest.mark.parametrize("tied", DRAFTS, ids=lambda tied: tied.draft[:40])
def test_nothing_is_said_without_what_it_is_tied_to(tied: Tied) -> None:
    for labels, result in every_cut(tied.draft):
        said = [(kept, needs) for kept, needs in tied.ties if kept in result.text and needs not in result.text]
        assert not said, (labels, result.text, said)


@pytest.mark.parametrize("tied", DRAFTS, ids=lambda tied: tied.draft[:40])
def test_what_is_proved_whole_comes_back_as_it_was(tied: Tied) -> None:
    labels, result = next(every_cut(tied.draft))
    assert set(labels) == {"supported"}
    assert result.text == tied.draft


@pytest.mark.parametrize("tied", DRAFTS, ids=lambda tied: tied.draft[:40])
def test_what_is_left_reads(tied: Tied) -> None:
    for labels, result in every_cut(tied.draft):
        lines = [line for line in result.text.split("\n") if line.strip()]
        assert not ORPHAN.match(result.text), (labels, result.text)
        assert marks_are_closed(result.text), (labels, result.text)
        assert not lines or not lines[-1].rstrip("*_ ").endswith((":", ",", ";")), (labels, result.text)
        assert all(re.search(r"\w|---", line) for line in lines), (labels, result.text)


@settings(deadline=None, max_examples=300)
@given(st.sampled_from(DRAFTS), st.data())
def test_no_word_is_added_and_no_refuted_claim_is_sent(tied: Tied, data: st.DataObject) -> None:
    claims = ClaimSplitter().split(tied.draft, TODAY)
    checked = [claim for claim in claims if claim.checkworthy]
    labels = tuple(data.draw(st.sampled_from(ANY)) for _ in checked)
    result = cut(tied.draft, claims, labels)
    supported = {claim.index for claim, label in zip(checked, labels, strict=True) if label == "supported"}
    assert is_made_of(words(result.text), words(tied.draft))
    assert {claim.index for claim in checked} & set(result.kept) <= supported
    assert sorted(result.kept + result.cut) == [claim.index for claim in claims]
    assert result.answers == bool(result.text)
