"""What a claim needs is put in where it reads, each sentence and list once."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from agent.claims import ClaimSplitter
from agent.grounding.conditions import Limit, limits_of
from agent.grounding.putting_in import Additions
from agent.grounding.repairing import edited
from agent.types import Verdict
from tests.agent.shop import TODAY

RETURNS = "You can return items."
LIST = "These cannot be returned:\n- gift cards\n- fresh food"


def put_in(draft: str, limits: Sequence[Limit], *, claims: Sequence[int] = (0,)) -> str:
    split = ClaimSplitter().split(draft, TODAY)
    verdicts = [Verdict(claim=claim, label="supported", tier="exact", confidence=1.0, reason="") for claim in split]
    additions = Additions(draft, verdicts)
    for n in claims:
        additions.put_in(split[n], limits)
    return edited(draft, list(additions.edits("a test")))


SENTENCE = limits_of(f"{RETURNS} Gift cards cannot be returned.", 0)
IN_LIST = limits_of(f"{RETURNS}\n\n{LIST}", 0)


@pytest.mark.parametrize(
    ("draft", "repaired"),
    [
        (RETURNS, f"{RETURNS}\n\n{LIST}"),
        (f"{RETURNS} Labels are free.", f"{RETURNS}\n\n{LIST}\n\nLabels are free."),
        (f"{RETURNS}\n\nLabels are free.", f"{RETURNS}\n\n{LIST}\n\nLabels are free."),
        (f"- {RETURNS}\n- Labels are free.", f"- {RETURNS}\n- Labels are free.\n\n{LIST}"),
        (f"{RETURNS} They must be new. Labels are free.", f"{RETURNS} They must be new.\n\n{LIST}\n\nLabels are free."),
    ],
)
def test_list_is_a_paragraph_of_its_own_and_parts_no_list_and_no_pronoun(draft: str, repaired: str) -> None:
    assert put_in(draft, IN_LIST) == repaired


def test_sentence_goes_before_the_list() -> None:
    assert put_in(RETURNS, (*SENTENCE, *IN_LIST)) == f"{RETURNS} Gift cards cannot be returned.\n\n{LIST}"


def test_what_two_claims_need_is_put_in_once() -> None:
    draft = f"{RETURNS} You can return items by post."
    assert (
        put_in(draft, SENTENCE, claims=(0, 1))
        == f"{RETURNS} Gift cards cannot be returned. You can return items by post."
    )


@pytest.mark.parametrize(
    "section",
    [
        f"{RETURNS}\n\nThese cannot be returned:\n- mugs\n- jars\n- cups\n- tins\n- pots\n- pans",
        f"{RETURNS} Mugs cannot be returned. Jars cannot be returned. Cups cannot be returned.",
        f"{RETURNS}\n| Fresh food cannot be returned | never |",
    ],
)
def test_long_list_many_sentences_and_table_are_not_put_in(section: str) -> None:
    assert put_in(RETURNS, limits_of(section, 0)) == RETURNS


def test_list_of_which_the_draft_has_a_part_is_not_put_in() -> None:
    draft = f"{RETURNS} These cannot be returned:\n- gift cards"
    assert put_in(draft, IN_LIST) == draft


def test_row_of_a_table_takes_no_sentence() -> None:
    draft = "| You can return items. |\n| It is free. |"
    assert put_in(draft, SENTENCE) == draft
