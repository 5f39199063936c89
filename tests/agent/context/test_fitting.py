"""The strongest candidates that fit are shown, and each other one has its reason."""

from __future__ import annotations

from dataclasses import dataclass

import pytest

from agent.context.fitting import ContextFitter
from agent.context.formatting import ContextFormatter
from agent.errors import SettingsError
from agent.types import Candidate, ContextItem, Dropped, Evidence
from knowledge.types import Trust


@dataclass(frozen=True)
class WordCounter:
    """One token a word."""

    def count(self, text: str) -> int:
        return len(text.split())


@dataclass(frozen=True)
class BareFormatter(ContextFormatter):
    """Writes the text alone, so that tokens can be counted by hand."""

    def format(self, item: ContextItem) -> str:
        return item.evidence.text


def candidate(name: str, score: float, text: str | None = None, trust: Trust = "retrieved") -> Candidate:
    evidence = Evidence(evidence_id=name, source="article", trust=trust, text=text or f"text {name}")
    return Candidate(evidence=evidence, score=score)


def fitter(budget: int = 100, max_items: int = 8, floor: float = 0.0) -> ContextFitter:
    return ContextFitter(WordCounter(), BareFormatter(), budget, max_items, floor)


def test_strongest_come_first_and_are_labelled_in_order() -> None:
    pack = fitter().fit([candidate("a", 0.2), candidate("b", 0.9)], ["policy text"])
    assert [(i.label, i.evidence.evidence_id, i.tokens) for i in pack.items] == [("E1", "b", 2), ("E2", "a", 2)]
    assert (pack.used, pack.budget, pack.dropped) == (6, 100, ())


def test_label_and_delimiters_are_counted() -> None:
    # <evidence id= source= trust= from=>text a</evidence> is six words.
    pack = ContextFitter(WordCounter(), ContextFormatter(), 100).fit([candidate("a", 1.0)], [])
    assert pack.items[0].tokens == 6


def test_candidate_over_the_budget_is_dropped_and_a_smaller_one_still_fits() -> None:
    large, small = candidate("large", 0.9, "one two three four"), candidate("small", 0.5, "one two")
    pack = fitter(budget=5).fit([large, small], ["the policy"])
    assert [item.evidence.evidence_id for item in pack.items] == ["small"]
    assert pack.dropped == (Dropped(id="large", reason="over the token budget (needs 4, 3 left)"),)
    assert pack.used == 4


def test_candidate_that_fills_the_budget_exactly_is_shown() -> None:
    assert fitter(budget=4).fit([candidate("a", 1.0)], ["the policy"]).used == 4


def test_candidate_below_the_floor_is_dropped() -> None:
    pack = fitter(floor=0.3).fit([candidate("a", 0.21), candidate("b", 0.3)], [])
    assert [item.evidence.evidence_id for item in pack.items] == ["b"]
    assert pack.dropped == (Dropped(id="a", reason="below the relevance floor (0.21 < 0.30)"),)


def test_candidates_beyond_the_number_shown_are_dropped() -> None:
    pack = fitter(max_items=2).fit([candidate("a", 0.9), candidate("b", 0.8), candidate("c", 0.7)], [])
    assert pack.dropped == (Dropped(id="c", reason="beyond the 2 items that are shown"),)


def test_same_text_is_shown_once() -> None:
    pack = fitter().fit([candidate("a", 0.9, "Ten days."), candidate("b", 0.8, "ten  DAYS.")], [])
    assert pack.dropped == (Dropped(id="b", reason="same text as E1"),)


def test_customer_who_repeats_an_article_does_not_push_it_out() -> None:
    said = candidate("message/1", 0.9, "Ten days.", trust="user")
    pack = fitter().fit([said, candidate("refunds#1", 0.8, "Ten days.")], [])
    assert [item.evidence.evidence_id for item in pack.items] == ["refunds#1"]
    assert pack.dropped == (Dropped(id="message/1", reason="same text as E1"),)


def test_copy_of_a_text_that_did_not_fit_says_so() -> None:
    pack = fitter(budget=1).fit([candidate("a", 0.9, "Ten days."), candidate("b", 0.8, "Ten days.")], [])
    assert pack.dropped[1] == Dropped(id="b", reason="same text as a, which is not shown either")


def test_fixed_texts_above_the_budget_name_the_setting() -> None:
    with pytest.raises(SettingsError, match=r"need 3 tokens; the budget is 2\. Set context\.budget_tokens to 3"):
        fitter(budget=2).fit([], ["the whole policy"])


def test_no_candidates_give_a_pack_without_items() -> None:
    pack = fitter().fit([], ["policy"])
    assert (pack.items, pack.dropped, pack.used) == ((), (), 1)
