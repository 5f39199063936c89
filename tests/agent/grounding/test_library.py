"""Grounding as a library: texts and a reply in, verdicts and what may be sent out."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Callable
from datetime import date

import pytest

import agent.grounding
from agent.build import build_grounder
from agent.grounding import Checked, Checker, check, open_checker
from agent.grounding.grounder import Grounder
from agent.grounding.nli import NliTier
from agent.settings import Settings
from agent.types import Evidence
from tests.agent.shop import TODAY, word_embedder

LAMPS = "Lamps can be returned within 30 days."
SENT = "Order ORD-1 was shipped on 2026-11-29."


@pytest.fixture
def checker() -> Checker:
    def grounder_of(today: date) -> Grounder:
        return build_grounder(Settings(), word_embedder(), NliTier(), today)

    return Checker(grounder_of)


def test_true_sentence_is_kept_and_a_false_one_cut(checker: Checker) -> None:
    found = checker.check(f"{LAMPS} Lamps can be returned within 90 days.", [LAMPS])
    assert [verdict.label for verdict in found.verdicts] == ["supported", "refuted"]
    assert (found.text, found.cut, found.kept) == (LAMPS, ("Lamps can be returned within 90 days.",), (0,))


def test_empty_text_has_nothing_to_check(checker: Checker) -> None:
    assert checker.check("", [LAMPS]) == Checked(text="")


def test_without_evidence_nothing_may_be_sent(checker: Checker) -> None:
    assert checker.check(LAMPS, []).text == ""


def test_evidence_that_may_not_prove_proves_nothing(checker: Checker) -> None:
    said = Evidence(evidence_id="message/1", source="customer", trust="user", text=LAMPS)
    assert checker.check(LAMPS, [said]).cut == (LAMPS,)
    assert checker.check(LAMPS, [said.model_copy(update={"source": "article", "trust": "retrieved"})]).cut == ()


def test_order_of_the_evidence_speaks_for_itself_only(checker: Checker) -> None:
    order = Evidence(evidence_id="o", source="order", trust="verified", owner="ORD-1", field="shipped_on", text=SENT)
    assert checker.check(SENT, [order]).text == SENT
    assert checker.check(SENT.replace("ORD-1", "ORD-2"), [order]).text == ""


def test_day_is_what_yesterday_counts_from(checker: Checker) -> None:
    text = "Order ORD-1 was shipped yesterday."
    assert checker.check(text, [SENT], TODAY).verdicts[0].label != "refuted"
    assert checker.check(text, [SENT], date(2026, 12, 24)).text == ""


def test_shipped_models_are_used_where_no_settings_are_given() -> None:
    assert open_checker().check(LAMPS, [LAMPS]).text == LAMPS
    assert check("Lamps can be returned within 90 days.", [LAMPS]).text == ""


def test_importing_the_package_loads_nothing() -> None:
    code = "import sys, agent.grounding as g; print([n for n in ('torch', 'numpy', 'pydantic') if n in sys.modules])"
    ran = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert ran.stdout.strip() == "[]"


def test_names_of_the_package_are_its_promise() -> None:
    found: list[Callable[..., object]] = [getattr(agent.grounding, name) for name in agent.grounding.__all__]
    assert all(found)
    with pytest.raises(AttributeError, match="has no attribute 'nope'"):
        _ = agent.grounding.nope
