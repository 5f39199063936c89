from datetime import date

import pytest

from agent.grounding.cascade import Cascade
from agent.grounding.embedding import EmbeddingTier
from agent.grounding.exact import ExactTier
from agent.grounding.nli import NliTier
from agent.grounding.tiers import PersonTier
from evals.grounding import GroundingSuite
from evals.grounding_files import GroundingRow, GroundingSet
from evals.thresholds import PassRates, Thresholds
from tests.evals.scripted_verifier import ScriptedVerifier
from tests.helpers import TinyEmbedder

TODAY = date(2026, 11, 30)
ARRIVE = "Parcels arrive within 3 days."
BANK = "Your bank shows the refund on your card a week after we send it."
ON_CARD = "The refund is on your card a week after we send it."
ON_PAPER = "Your bank shows the refund on paper."
AT_NIGHT = "Your bank shows the refund at night."
WINDOWS = [(BANK, claim) for claim in (ON_CARD, ON_PAPER, AT_NIGHT)]
READY = ("Ready.", "Ready.")
"""The pair that loads the model."""


def row(claim, *evidence, supported=True, label=None):
    return GroundingRow(evidence=evidence, claim=claim, supported=supported, label=label)


SHOP = GroundingSet(
    name="shop",
    rows=(
        row(ARRIVE, ARRIVE),
        row("Parcels arrive within 5 days.", ARRIVE, supported=False),
        row(ON_CARD, BANK),
        row(ON_PAPER, BANK, supported=False),
        row(AT_NIGHT, BANK, supported=False),
    ),
)
"""Two rows for the exact tier; of the three for the verifier it entails one wrongly."""


def reader():
    return ScriptedVerifier({ON_CARD: (0.95, 0.0), ON_PAPER: (0.0, 0.95), AT_NIGHT: (0.92, 0.0)})


def suite(verifier=None, tiers=(), served=0.9):
    tiers_of_shop = (
        ExactTier(today=TODAY),
        EmbeddingTier(TinyEmbedder(dimension=256, window=256), 0.30, 0.93, TODAY),
        NliTier(verifier, entailed=0.9, contradicted=0.9),
        PersonTier("no tier could prove it"),
    )
    return GroundingSuite(Cascade(tiers_of_shop), Thresholds(balanced=0.9, served=served), TODAY, tiers)


def run_one(*rows, verifier=None):
    return suite(verifier).run(GroundingSet(name="one", rows=rows))


def test_the_real_cascade_settles_each_row_and_is_held_against_its_label():
    found = suite(reader()).run(SHOP)
    assert (found.rows, found.unsupported) == (5, 3)
    assert found.balanced_accuracy == pytest.approx((1 + 2 / 3) / 2, abs=1e-4)
    assert (found.f1_unsupported, found.auroc) == (0.8, 1.0)
    assert found.tiers == {"exact": 0.4, "embedding": 0.0, "nli": 0.6, "person": 0.0}


def test_the_verifier_reads_only_what_the_cheaper_tiers_left_open():
    verifier = reader()
    suite(verifier).run(SHOP)
    assert verifier.asked == [READY, *WINDOWS]


def test_the_products_own_threshold_is_told_from_the_same_verdicts():
    found = suite(reader(), served=0.93).run(SHOP)
    assert found.balanced_accuracy == pytest.approx((1 + 2 / 3) / 2, abs=1e-4)
    assert found.served == PassRates(balanced_accuracy=1.0, passed=1.0, let_through=0.0, wrong_answer_rate=0.0)


def test_rows_may_be_told_by_kind():
    of_kinds = [row(ON_CARD, BANK).model_copy(update={"kind": "paraphrase"})]
    of_kinds.append(row(AT_NIGHT, BANK, supported=False).model_copy(update={"kind": "value changed"}))
    found = suite(reader(), served=0.93).run(GroundingSet(name="kinds", rows=tuple(of_kinds)))
    assert (found.kinds["value changed"].passed.balanced, found.kinds["value changed"].passed.served) == (1.0, 0.0)
    assert (found.caught.balanced, found.caught.served) == (0.0, 1.0)
    assert (found.refused.balanced, found.refused.served) == (0.0, 0.0)


def test_chosen_tiers_run_without_the_others():
    found = suite(reader(), ("exact",)).run(SHOP)
    assert found.tiers == {"exact": 0.4, "person": 0.6}
    assert found.balanced_accuracy == 0.75
    assert found.pairs_per_second is None


def test_each_tier_alone_is_measured_beside_the_cascade_and_no_pair_is_read_twice():
    verifier = reader()
    found = suite(verifier).run(SHOP, each_tier=True)
    assert found.alone == {"exact": 0.75, "embedding": 0.75, "nli": pytest.approx((0.5 + 2 / 3) / 2, abs=1e-4)}
    assert found.tiers["nli"] == 0.6
    assert sorted(verifier.asked) == sorted(
        [READY, *WINDOWS, (ARRIVE, ARRIVE), (ARRIVE, "Parcels arrive within 5 days.")]
    )


def test_without_a_verifier_the_rest_waits_for_a_person_and_the_tier_has_no_figure():
    found = suite().run(SHOP, each_tier=True)
    assert found.tiers == {"exact": 0.4, "embedding": 0.0, "nli": 0.0, "person": 0.6}
    assert set(found.alone) == {"exact", "embedding"}
    assert found.pairs_per_second is None


def test_a_text_of_several_claims_is_supported_only_where_each_is():
    both = run_one(row(f"{ARRIVE} {BANK}", ARRIVE, BANK), row(f"{ARRIVE} They are red.", ARRIVE, supported=False))
    assert both.balanced_accuracy == 1.0
    assert both.tiers["exact"] == 0.75


def test_a_greeting_is_not_held_against_a_supported_text():
    assert run_one(row(f"Hello! {ARRIVE}", ARRIVE), row("Hello!", ARRIVE, supported=False)).balanced_accuracy == 1.0


def test_a_text_about_an_order_is_checked_against_evidence_that_names_no_owner():
    sentence = "Order ORD-99107 was delivered on 21 November 2026."
    found = run_one(row(sentence, sentence), row(sentence, ARRIVE, supported=False))
    assert found.balanced_accuracy == 1.0


def test_a_claim_without_evidence_or_without_words_is_unsupported():
    found = run_one(row(ARRIVE, ARRIVE), row(ARRIVE, supported=False), row("", ARRIVE, supported=False))
    assert found.balanced_accuracy == 1.0


def test_inference_labels_are_held_against_all_three_verdicts():
    found = run_one(
        row(ON_CARD, BANK, label="entailment"),
        row(ON_PAPER, BANK, supported=False, label="contradiction"),
        row(AT_NIGHT, BANK, supported=False, label="neutral"),
        verifier=reader(),
    )
    assert found.accuracy == pytest.approx(2 / 3, abs=1e-4)


def test_progress_is_told_row_by_row():
    told = []
    suite().run(SHOP, lambda *step: told.append(step), each_tier=True)
    assert told[:2] == [("checking", 1, 5), ("checking", 2, 5)]
    assert {step for step, _, _ in told} == {"checking", "exact alone", "embedding alone"}
