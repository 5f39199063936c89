"""A drafter that fails is replaced by another one or by a person, and the draft says why."""

from __future__ import annotations

from dataclasses import dataclass

from agent.errors import DraftingError
from agent.llm.falling_back import FallbackDrafter
from agent.types import ContextPack, Draft, DraftFailure, DraftRequest
from tests.agent.shop import SayingDrafter

REQUEST = DraftRequest(question="How long?", policy="", context=ContextPack(budget=1, used=0), today="2026-11-30")
PROMPT = (("system", "Be brief."),)


@dataclass(frozen=True)
class Failing:
    name: str = "openai:x"

    def draft(self, request: DraftRequest) -> Draft:
        error = DraftingError("The drafting model openai:x failed.")
        error.prompt = PROMPT
        raise error


def test_draft_that_comes_is_left_as_it_is() -> None:
    drafter = FallbackDrafter(SayingDrafter("Ten days.", "openai:x"), SayingDrafter("Never said.", "extractive"))
    assert drafter.name == "openai:x"
    assert drafter.draft(REQUEST) == Draft(text="Ten days.", drafter="openai:x")


def test_other_drafter_writes_where_the_first_fails_and_says_why() -> None:
    found = FallbackDrafter(Failing(), SayingDrafter("Ten days.", "extractive")).draft(REQUEST)
    assert found == Draft(
        text="Ten days.", drafter="extractive", fell_back="The drafting model openai:x failed.", prompt=PROMPT
    )


def test_person_answers_where_there_is_no_other_drafter() -> None:
    found = FallbackDrafter(Failing(), None).draft(REQUEST)
    failed = DraftFailure(reason="failure", why="The drafting model openai:x failed.")
    assert found == Draft(text="", drafter="openai:x", prompt=PROMPT, failed=failed)
