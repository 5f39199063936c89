"""The parts are chosen by the settings, in one place."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from agent.build import Parts, build_cascade, build_grounder, build_stages, is_empty, open_parts
from agent.errors import InputError, SettingsError
from agent.grounding.judge import JudgeTier
from agent.grounding.nli import NliTier
from agent.model_rewriting import ModelRewriter
from agent.open_models import open_drafter, open_judge, open_nli, open_reranker, open_rewriter
from agent.rewriting import ConversationRewriter
from agent.settings import GroundingSettings, RewritingSettings, Settings
from agent.types import Claim, Evidence
from knowledge.errors import ModelError
from knowledge.reranking import LateInteractionReranker
from policies.errors import PolicyError
from tests.agent.shop import TODAY, SayingDrafter, agent_of, settings_for, word_embedder


def drafting(name: str, home: Path) -> Settings:
    settings = settings_for(home)
    return settings.model_copy(update={"drafting": settings.drafting.model_copy(update={"drafter": name})})


def test_data_folder_without_index_and_orders_is_empty(tmp_path: Path, quick: Parts) -> None:
    assert is_empty(Settings(home=tmp_path))
    assert not is_empty(quick.settings)


def test_parts_are_opened_without_touching_the_data_folder(tmp_path: Path) -> None:
    open_parts(settings_for(tmp_path / "new"))
    assert not (tmp_path / "new").exists()


def test_unknown_embedder_is_refused(tmp_path: Path) -> None:
    settings = settings_for(tmp_path)
    knowledge = settings.knowledge.model_copy(update={"embedder": "no-such-model"})
    with pytest.raises(ModelError, match="no-such-model"):
        open_parts(settings.model_copy(update={"knowledge": knowledge}))


def test_drafter_is_extractive_without_a_model(tmp_path: Path) -> None:
    assert open_drafter(settings_for(tmp_path), word_embedder()).name == "extractive"


def test_script_is_opened_as_a_drafter(tmp_path: Path) -> None:
    script = tmp_path / "demo.yaml"
    script.write_text("otherwise: Ten days.\n", encoding="utf-8")
    assert open_drafter(drafting(f"scripted:{script}", tmp_path), word_embedder()).name == f"scripted:{script}"


def test_drafter_that_names_no_model_is_refused(tmp_path: Path) -> None:
    with pytest.raises(SettingsError, match="provider:model"):
        open_drafter(drafting("gpt", tmp_path), word_embedder())


def test_script_that_is_missing_is_refused(tmp_path: Path) -> None:
    with pytest.raises(InputError, match=r"none\.yaml"):
        open_drafter(drafting(f"scripted:{tmp_path}/none.yaml", tmp_path), word_embedder())


def rewriting(model: str, home: Path) -> Settings:
    settings = settings_for(home)
    return settings.model_copy(update={"rewriting": RewritingSettings(model=model)})


def test_rewriter_is_the_conversation_unless_a_model_is_named(tmp_path: Path, quick: Parts) -> None:
    (tmp_path / "demo.yaml").write_text("otherwise: Ten days.\n", encoding="utf-8")
    conversation = ConversationRewriter(quick.knowledge.names)
    assert open_rewriter(quick.settings, quick.knowledge.names) == conversation
    named = open_rewriter(rewriting(f"scripted:{tmp_path}/demo.yaml", tmp_path), quick.knowledge.names)
    assert isinstance(named, ModelRewriter)
    assert (named.name, named.otherwise) == (f"scripted:{tmp_path}/demo.yaml", conversation)


def test_rewriter_that_names_no_model_is_refused(tmp_path: Path, quick: Parts) -> None:
    with pytest.raises(SettingsError, match="provider:model"):
        open_rewriter(rewriting("gpt", tmp_path), quick.knowledge.names)


def test_turn_records_the_phrasing_of_the_model_and_what_it_was_searched_beside(tmp_path: Path, quick: Parts) -> None:
    script = tmp_path / "demo.yaml"
    script.write_text('rules:\n  - when: "how long"\n    reply: How long does a card refund take?\n', encoding="utf-8")
    settings = quick.settings.model_copy(update={"rewriting": RewritingSettings(model=f"scripted:{script}")})
    agent = agent_of(replace(quick, settings=settings), SayingDrafter("Hi."))
    agent.ask("Do you refund to cards?", conversation_id="c")
    (searched,) = agent.ask("and how long does it take?", conversation_id="c").searched
    assert (searched["query"], searched["rewriter"]) == ("How long does a card refund take?", f"scripted:{script}")
    assert any("and how long does it take?" in phrasing for phrasing in searched["also"])


def grounding(tmp_path: Path, **values: object) -> Settings:
    settings = settings_for(tmp_path)
    return settings.model_copy(update={"grounding": GroundingSettings.model_validate(values)})


def reranking(tmp_path: Path, name: str) -> Settings:
    settings = settings_for(tmp_path)
    return settings.model_copy(update={"knowledge": settings.knowledge.model_copy(update={"reranker": name})})


def test_verifier_can_be_switched_off(tmp_path: Path) -> None:
    assert open_nli(grounding(tmp_path, verifier="none")) == NliTier()


def test_shipped_judges_are_the_default(tmp_path: Path) -> None:
    nli = open_nli(settings_for(tmp_path))
    assert nli.verifier is not None
    assert nli.verifier.name == "verifier-1"
    assert 0.5 < nli.entailed < 1.0
    reranker = open_reranker(settings_for(tmp_path), word_embedder())
    assert reranker is not None
    assert reranker.name == "reranker-1"


def test_smaller_wrong_answer_rate_raises_the_threshold(tmp_path: Path) -> None:
    strict, lax = (open_nli(grounding(tmp_path, wrong_answer_rate=rate)) for rate in (0.02, 0.2))
    assert strict.entailed > lax.entailed


def test_threshold_of_the_settings_goes_before_the_calibrated_one(tmp_path: Path) -> None:
    assert open_nli(grounding(tmp_path, entailed=0.77)).entailed == 0.77


def test_reranker_is_chosen_by_name(tmp_path: Path) -> None:
    assert open_reranker(reranking(tmp_path, "none"), word_embedder()) is None
    late = open_reranker(reranking(tmp_path, "late-interaction"), word_embedder())
    assert isinstance(late, LateInteractionReranker)


def test_stages_record_every_model_by_its_role(quick: Parts) -> None:
    models = build_stages(quick, SayingDrafter("Hi.")).models
    assert set(models) == {"embedder", "reranker", "verifier", "judge", "intents", "topics", "rewriter", "drafter"}
    assert (models["drafter"], models["verifier"], models["rewriter"]) == ("saying", "verifier-1", "conversation")


def test_sentence_of_the_policy_is_no_answer_to_a_customer(quick: Parts) -> None:
    sentence = "Never promise a refund, a date or an exception."
    assert sentence in build_stages(quick, SayingDrafter("Hi.")).policy
    agent = agent_of(quick, SayingDrafter(sentence))
    assert sentence not in agent.ask("What are your rules?", conversation_id="c").reply


def test_rules_that_cannot_be_read_are_refused(quick: Parts, tmp_path: Path) -> None:
    policies = quick.settings.policies.model_copy(update={"rules": tmp_path / "none.toml"})
    settings = quick.settings.model_copy(update={"policies": policies})
    broken = replace(quick, settings=settings)
    with pytest.raises(PolicyError, match=r"none\.toml"):
        build_stages(broken, SayingDrafter("Hi."))


def test_cascade_goes_from_the_cheapest_tier_to_a_person(tmp_path: Path) -> None:
    cascade = build_cascade(settings_for(tmp_path), word_embedder(), NliTier(), TODAY)
    assert [tier.name for tier in cascade.tiers] == ["exact", "embedding", "nli", "person"]


def judge_script(tmp_path: Path) -> str:
    script = tmp_path / "judge.yaml"
    script.write_text("otherwise: '{\"verdicts\": []}'\n", encoding="utf-8")
    return f"scripted:{script}"


def test_no_judge_is_asked_unless_the_settings_name_one(tmp_path: Path) -> None:
    assert open_judge(settings_for(tmp_path)) is None
    judge = open_judge(grounding(tmp_path, judge=judge_script(tmp_path), judge_timeout_s=3))
    assert judge is not None
    assert (judge.name, judge.timeout_s) == (judge_script(tmp_path), 3.0)


def test_judge_stands_between_the_verifier_and_the_person_and_is_told_whose_words_it_reads(tmp_path: Path) -> None:
    settings = grounding(tmp_path, judge=judge_script(tmp_path))
    judge = open_judge(settings)
    assert judge is not None
    cascade = build_cascade(settings, word_embedder(), NliTier(), TODAY, ours=False, judge=judge)
    assert [tier.name for tier in cascade.tiers] == ["exact", "embedding", "nli", "judge", "person"]
    assert cascade.tiers[3] == JudgeTier(judge, TODAY, ours=False)


def test_judge_that_cannot_be_opened_is_refused(tmp_path: Path) -> None:
    with pytest.raises(SettingsError, match="provider:model"):
        open_judge(grounding(tmp_path, judge="gpt"))


def test_judge_of_the_settings_reads_what_is_open_and_is_recorded(quick: Parts, tmp_path: Path) -> None:
    settings = grounding(tmp_path, judge=judge_script(tmp_path), verifier="none")
    stages = build_stages(replace(quick, settings=settings), SayingDrafter("Hi."))
    shown = Evidence(evidence_id="a#1", source="article", trust="retrieved", text="Parcels leave the harbour at dawn.")
    grounded = stages.grounder_of(TODAY).ground("Parcels leave the warehouse by the back door.", [shown], TODAY)
    assert stages.models["judge"] == judge_script(tmp_path)
    assert "it was given no verdict" in grounded.verdicts[0].reason


def test_a_turn_has_a_deadline_and_a_check_of_texts_has_none(tmp_path: Path) -> None:
    settings = grounding(tmp_path, deadline_s=4)
    assert build_grounder(settings, word_embedder(), NliTier(), TODAY).cascade.deadline_s == 4.0
    assert build_cascade(settings, word_embedder(), NliTier(), TODAY).deadline_s is None


def test_missing_verifier_is_the_reason_of_what_stays_open(tmp_path: Path) -> None:
    cascade = build_cascade(settings_for(tmp_path), word_embedder(), NliTier(), TODAY)
    text = "Parcels leave the warehouse by the back door."
    shown = Evidence(evidence_id="a#1", source="article", trust="retrieved", text="Parcels leave the harbour at dawn.")
    (verdict,) = cascade.ground([Claim(index=0, text=text, start=0, end=len(text))], [shown])
    assert (verdict.label, verdict.tier) == ("not_enough_info", "person")
    assert "verifier" in verdict.reason
