"""Evidence is read in runs of sentences that keep what governs them."""

from __future__ import annotations

from agent.grounding.windows import MOST_WORDS, Window, joined, nearest, pairs_apart, windows_of
from agent.types import Evidence


def evidence(text: str, *path: str, name: str = "a#0") -> Evidence:
    return Evidence(evidence_id=name, source="article", trust="retrieved", text=text, heading_path=path)


def texts(text: str, *path: str) -> list[str]:
    return [window.text for window in windows_of(evidence(text, *path))]


def test_windows_hold_three_sentences_and_overlap_by_two() -> None:
    assert texts("One is here. Two is here. Three is here. Four is here.") == [
        "One is here. Two is here. Three is here.",
        "Two is here. Three is here. Four is here.",
    ]


def test_heading_path_stands_before_every_window() -> None:
    assert texts("Yes.", "Refunds", "Timing") == ["Refunds › Timing: Yes."]


def test_text_without_sentences_has_no_window() -> None:
    assert texts(" \n") == []


def test_item_keeps_the_lead_in_that_stands_further_up() -> None:
    lines = "These are never refunded:\n- gift cards;\n- engraved boards;\n- final sale items;\n- opened food."
    assert texts(lines)[-1] == "These are never refunded: - engraved boards; - final sale items; - opened food."


def test_end_of_a_very_long_window_is_left_out() -> None:
    assert len(texts("word " * 400)[0].split()) == MOST_WORDS


def test_windows_with_most_of_the_claim_come_first() -> None:
    windows = [
        *windows_of(evidence("Shipping is free.")),
        *windows_of(evidence("Returns take 14 days.", name="a#1")),
        *windows_of(evidence("Returns are free.", name="a#2")),
    ]
    found = nearest(windows, "A return takes 14 days.", 2)
    assert [window.evidence.evidence_id for window in found] == ["a#1", "a#2"]


def test_join_is_in_reading_order() -> None:
    first, second = (
        windows_of(evidence("A is. B is. C is. D is.", name="a#0")),
        windows_of(evidence("E is.", name="a#1")),
    )
    assert joined(second[0], first[0]) == "A is. B is. C is. E is."


def window(name: str, place: int) -> Window:
    return Window(evidence("x", name=name), "x", place)


def test_windows_that_share_a_sentence_are_not_joined() -> None:
    item = evidence("x")
    best, overlapping, apart = Window(item, "x", 4), Window(item, "x", 2), Window(item, "x", 1)
    assert pairs_apart([best, overlapping]) is None
    assert pairs_apart([best, overlapping, apart]) == (best, apart)
    assert pairs_apart([best]) is None


def test_windows_of_two_passages_are_always_apart() -> None:
    assert window("a#0", 0).apart(window("a#1", 0))
