"""A repair is kept only where all that was proved still is, and all that it adds is."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date

from agent.claims import ClaimSplitter
from agent.grounding.cascade import Cascade
from agent.grounding.grounder import Grounder
from agent.grounding.repairing import Edit, edited, holds
from agent.grounding.safe_cut import SafeCut
from agent.grounding.tiers import PersonTier
from agent.types import Claim, Evidence, Label, Verdict
from tests.agent.grounding.test_cascade import WordTier

TODAY = date(2026, 11, 30)


def verdict(text: str, start: int, label: Label = "supported") -> Verdict:
    claim = Claim(index=0, text=text, start=start, end=start + len(text))
    return Verdict(claim=claim, label=label, confidence=1.0, reason="")


@dataclass(frozen=True)
class Appending:
    """Puts the same words after every draft."""

    text: str

    def repair(self, draft: str, verdicts: Sequence[Verdict], evidence: Sequence[Evidence]) -> list[Edit]:
        return [Edit(start=len(draft), end=len(draft), text=self.text, why="a test")]


def test_edits_are_made_at_their_places_in_the_draft_as_it_was() -> None:
    edits = [Edit(start=0, end=1, text="XX", why=""), Edit(start=2, end=2, text="!", why="")]
    assert edited("abc", edits) == "XXb!c"


def test_nothing_to_edit_leaves_the_draft() -> None:
    assert edited("abc", []) == "abc"


def test_repair_holds_where_what_it_adds_is_proved() -> None:
    edit = Edit(start=2, end=2, text=" B.", why="")
    assert holds([verdict("A.", 0)], [verdict("A.", 0), verdict("B.", 3)], [edit])


def test_repair_does_not_hold_where_what_it_adds_is_not_proved() -> None:
    edit = Edit(start=2, end=2, text=" B.", why="")
    assert not holds([verdict("A.", 0)], [verdict("A.", 0), verdict("B.", 3, "not_enough_info")], [edit])


def test_repair_does_not_hold_where_something_proved_is_lost() -> None:
    edit = Edit(start=2, end=2, text=" B.", why="")
    assert not holds([verdict("A.", 0)], [verdict("A.", 0, "refuted"), verdict("B.", 3)], [edit])


def test_grounder_keeps_a_repair_that_holds_and_the_time_of_both_looks() -> None:
    tier = WordTier("exact", "bowls")
    grounder = Grounder(
        ClaimSplitter(), Cascade((tier, PersonTier("open"))), SafeCut(), repairs=(Appending(" Red bowls."),)
    )
    found = grounder.ground("We sell bowls.", [], TODAY)
    assert (found.cut.text, [edit.text for edit in found.edits]) == ("We sell bowls. Red bowls.", [" Red bowls."])
    assert tier.asked == ["We sell bowls.", "We sell bowls.", "Red bowls."]


def test_grounder_leaves_the_draft_where_a_repair_does_not_hold() -> None:
    cascade = Cascade((WordTier("exact", "bowls"), PersonTier("open")))
    found = Grounder(ClaimSplitter(), cascade, SafeCut(), repairs=(Appending(" We sell lamps."),)).ground(
        "We sell bowls.", [], TODAY
    )
    assert (found.cut.text, found.edits, len(found.verdicts)) == ("We sell bowls.", (), 1)
