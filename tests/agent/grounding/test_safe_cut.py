"""What is left after a cut still reads, still answers, and promises no more."""

from datetime import date

from hypothesis import given, settings
from hypothesis import strategies as st

from agent.claims import ClaimSplitter
from agent.grounding.safe_cut import CutResult, SafeCut
from agent.types import EvidenceRef, Label, Verdict

LABELS: dict[str, Label] = {"+": "supported", "?": "not_enough_info", "-": "refuted"}


def cut(draft: str, marks: str) -> CutResult:
    """Cut with one mark for each checkworthy claim: + supported, ? not enough info, - refuted."""
    claims = ClaimSplitter().split(draft, date(2026, 11, 30))
    left = iter(marks)
    verdicts = [
        Verdict(
            claim=claim,
            label=LABELS[next(left)] if claim.checkworthy else "not_checkworthy",
            confidence=1.0,
            reason="scripted",
        )
        for claim in claims
    ]
    assert next(left, None) is None, [claim.text for claim in claims]
    return SafeCut().cut(draft, verdicts)


def text(draft: str, marks: str) -> str:
    return cut(draft, marks).text


def test_nothing_in_gives_nothing_out() -> None:
    assert SafeCut().cut("", []) == CutResult(text="")


def test_a_draft_that_is_proved_comes_back_as_it_was() -> None:
    draft = "Hi Anna,\n\n1. Sign in.\n1. Print  the label.\n\nMugs are refunded in 5 days."
    assert cut(draft, "+++") == CutResult(text=draft, kept=(0, 1, 2, 3), cut=(), answers=True)


def test_an_unsupported_and_a_refuted_sentence_are_cut() -> None:
    result = cut("Hi Anna,\nMugs take 5 days. Plates take 3 days. Bowls take 9 days.", "+?-")
    assert result == CutResult(text="Hi Anna,\nMugs take 5 days.", kept=(0, 1), cut=(2, 3), answers=True)


def test_nothing_is_sent_where_nothing_supported_is_left() -> None:
    assert cut("Hi Anna,\nMugs take 5 days.", "?") == CutResult(text="", kept=(), cut=(0, 1), answers=False)
    assert cut("Hi Anna,", "") == CutResult(text="", kept=(), cut=(0,), answers=False)


def test_a_condition_and_its_claim_fall_together() -> None:
    draft = "Mugs take 5 days. Earbuds can be returned. Only if unopened."
    assert text(draft, "++?") == "Mugs take 5 days."
    assert text(draft, "+?+") == "Mugs take 5 days."


def test_a_limit_that_is_cut_takes_the_promise_it_limited() -> None:
    draft = "Mugs take 5 days. Items can be returned. However, opened items cannot be returned."
    assert text(draft, "++?") == "Mugs take 5 days."


def test_a_connective_goes_with_the_sentence_before_it() -> None:
    assert text("Plates take 3 days. However, mugs take 5 days.", "?+") == "Mugs take 5 days."
    assert text("Plates take 3 days. Also mugs take 5 days.", "?+") == "Mugs take 5 days."
    assert text("Plates take 3 days. However, mugs take 5 days.", "++").endswith("However, mugs take 5 days.")


def test_a_pronoun_goes_with_the_sentence_it_refers_to() -> None:
    assert text("Plates take 3 days. They cost $5. Mugs take 5 days.", "?++") == "Mugs take 5 days."


def test_a_chain_of_pronouns_goes_whole() -> None:
    draft = "Plates take 3 days. They cost $5. This includes tax. Mugs take 5 days."
    assert text(draft, "?+++") == "Mugs take 5 days."


def test_numbers_count_on_after_a_cut_item() -> None:
    draft = "Delivery times:\n1. Mugs take 5 days.\n2. Plates take 3 days.\n3. Bowls take 9 days."
    assert text(draft, "++?+") == "Delivery times:\n1. Mugs take 5 days.\n2. Bowls take 9 days."


def test_numbers_start_where_the_list_started() -> None:
    assert text("1) Plates take 3 days.\n2) Mugs take 5 days.", "?+") == "1) Mugs take 5 days."


def test_a_procedure_ends_before_the_step_that_is_missing() -> None:
    draft = "Here are the steps:\n1. Sign in.\n2. Pay $5.\n3. Print the label.\n4. Pack the mug."
    assert text(draft, "+?++") == "Here are the steps:\n1. Sign in."
    assert text(f"{draft}\n\nMugs take 5 days.", "?++++") == "Mugs take 5 days."


def test_a_part_of_a_sentence_is_cut_and_the_rest_is_a_sentence() -> None:
    draft = "Your order ORD-1001 was delivered on 3 March and the refund of 45 USD was issued on 5 March."
    assert text(draft, "++") == draft
    assert text(draft, "+?") == "Your order ORD-1001 was delivered on 3 March."
    assert text(draft, "?+") == "The refund of 45 USD was issued on 5 March."
    assert text(f"- {draft}", "?+") == "- The refund of 45 USD was issued on 5 March."


def test_a_part_that_borrows_its_subject_falls_with_it() -> None:
    draft = "ORD-1001 was shipped on 2 March and delivered on 5 March. Mugs take 5 days."
    assert text(draft, "+?+") == "ORD-1001 was shipped on 2 March. Mugs take 5 days."
    assert text(draft, "?++") == "Mugs take 5 days."


def test_of_three_parts_the_middle_one_can_go_and_the_last_one_takes_the_sentence() -> None:
    clauses = "Mugs take 5 days; plates take 3 days; bowls take 9 days."
    assert text(clauses, "+?+") == "Mugs take 5 days; bowls take 9 days."
    assert text(clauses, "++?") == "Mugs take 5 days; plates take 3 days."
    verbs = "ORD-1001 was placed on 1 March, shipped on 2 March and delivered on 5 March."
    assert text(verbs, "++?") == ""


def test_a_part_with_a_condition_takes_the_part_after_it_along() -> None:
    draft = "You can return it within 30 days if it is unopened, and we pay the return label."
    assert text(draft, "+?") == "You can return it within 30 days if it is unopened."
    assert text(draft, "?+") == ""


def test_a_condition_after_a_compound_sentence_holds_for_all_of_it() -> None:
    draft = "Mugs take 5 days and plates take 3 days. Only if in stock. Bowls take 9 days."
    assert text(draft, "++?+") == "Bowls take 9 days."


def test_the_core_of_the_answer_must_be_left() -> None:
    draft = "A refund to your card takes 5 days. Refunds need a receipt. Mugs are glazed."
    claims = ClaimSplitter().split(draft, date(2026, 11, 30))
    labels: list[Label] = ["refuted", "supported", "supported"]
    verdicts = [
        Verdict(claim=claim, label=label, confidence=1.0, reason="scripted")
        for claim, label in zip(claims, labels, strict=True)
    ]
    result = SafeCut().cut(draft, verdicts, question="How long does a refund to my card take?")
    assert result == CutResult(text="", kept=(), cut=(0, 1, 2), answers=False)
    assert SafeCut().cut(draft, verdicts, question="Do refunds need a receipt?").answers
    assert SafeCut().cut(draft, verdicts).answers


def test_an_introduction_goes_when_its_whole_list_is_cut() -> None:
    draft = "Mugs take 5 days.\n\nHere are the steps:\n\n1. Pay $5.\n2. Pay $9."
    assert text(draft, "+??") == "Mugs take 5 days."


def test_a_list_goes_with_the_line_that_gives_it_its_meaning() -> None:
    draft = "You cannot return:\n- gift cards\n- opened earbuds\n\nMugs take 5 days."
    assert text(draft, "?+++") == "Mugs take 5 days."


def test_a_bullet_stays_for_the_rest_of_its_item() -> None:
    assert text("- Plates take 3 days. Mugs take 5 days.\n- Bowls take 9 days.", "?++") == (
        "- Mugs take 5 days.\n- Bowls take 9 days."
    )


def test_no_empty_bullet_is_left() -> None:
    assert text("- Plates take 3 days.\n- Mugs take 5 days.", "?+") == "- Mugs take 5 days."


def test_a_table_keeps_its_head_while_it_has_rows() -> None:
    draft = "| Method | Time |\n|---|---|\n| Standard | 3 days |\n| Express | 1 day |\n\nMugs take 5 days."
    assert text(draft, "+?++") == "| Method | Time |\n|---|---|\n| Express | 1 day |\n\nMugs take 5 days."
    assert text(draft, "+??+") == "Mugs take 5 days."


def test_a_table_without_its_head_is_cut() -> None:
    assert text("| Method | Time |\n|---|---|\n| Express | 1 day |\n\nMugs take 5 days.", "?++") == "Mugs take 5 days."


def test_a_citation_line_goes_with_its_claim() -> None:
    above = "Mugs take 5 days.\n\nAccording to our refunds article › Plates:\nPlates take 3 days."
    below = "Mugs take 5 days.\n\nPlates take 3 days.\nSource: Refunds › Plates"
    assert text(above, "+?") == "Mugs take 5 days."
    assert text(below, "+?") == "Mugs take 5 days."


def test_a_citation_line_stays_while_one_of_its_claims_does() -> None:
    draft = "According to our refunds article › Plates:\nPlates take 3 days. Mugs take 5 days."
    assert text(draft, "?+") == "According to our refunds article › Plates:\nMugs take 5 days."


def test_at_most_one_blank_line_is_left() -> None:
    draft = "Mugs take 5 days.\n\nPlates take 3 days.\n\nBowls take 9 days."
    assert text(draft, "+?+") == "Mugs take 5 days.\n\nBowls take 9 days."


def test_text_without_a_verdict_is_never_sent() -> None:
    draft = "Mugs take 5 days. Plates are free."
    (first, _) = ClaimSplitter().split(draft, date(2026, 11, 30))
    verdict = Verdict(claim=first, label="supported", confidence=1.0, reason="scripted")
    assert "free" not in SafeCut().cut(draft, [verdict]).text


def test_emphasis_is_not_left_open() -> None:
    for mark in ("**", "*", "_", "`"):
        assert text(f"{mark}Plates take 3 days. Mugs take 5 days.{mark}", "?+") == "Mugs take 5 days."
    assert text("* Plates take 3 days. *Mugs* take 5 days.", "?+") == "* *Mugs* take 5 days."


RICH = (
    "Hi Anna,\n\nMugs take 5 days. They are glazed twice. However, blue mugs cannot be returned.\n\n"
    "Here are the steps:\n1. Sign in to the shop. Then open it.\n2. Print the label.\n   - Use plain paper.\n\n"
    "You cannot return:\n- gift cards\n- opened earbuds\n\n| Method | Time |\n|---|---|\n| Express | 1 day |\n\n"
    "Plates take 3 days. Only if unopened.\nSource: Refunds › Plates"
)


@settings(deadline=None)
@given(st.text(alphabet="+?-", min_size=14, max_size=14))
def test_no_cut_sentence_survives_and_no_kept_one_is_lost(marks: str) -> None:
    result = cut(RICH, marks)
    words = {claim.index: claim.text.split(" ", 1)[1] for claim in ClaimSplitter().split(RICH, date(2026, 11, 30))}
    assert not [index for index in result.cut if words[index] in result.text]
    assert not [index for index in result.kept if words[index].split()[-1] not in result.text]
    assert result.answers == bool(result.text)
    assert sorted(result.kept + result.cut) == sorted(words)


def test_question_that_the_draft_answers_falls_with_its_answer() -> None:
    draft = "Mugs take 5 days. Can plates be glazed? Plates can be glazed. Bowls take 9 days."
    assert text(draft, "++?+") == "Mugs take 5 days. Bowls take 9 days."
    assert text(draft, "++++") == draft


def test_question_for_the_customer_stays_whatever_follows() -> None:
    draft = "Mugs take 5 days. Could you tell me which plate broke? Bowls take 9 days."
    assert text(draft, "++?") == "Mugs take 5 days. Could you tell me which plate broke?"


def cited(draft: str, *proofs: str) -> str:
    """Cut a draft of one proved sentence and its source line."""
    refs = tuple(
        EvidenceRef(source="article", id=proof, trust="retrieved", quote="It takes 5 days.") for proof in proofs
    )
    verdicts = [
        Verdict(
            claim=claim,
            label="supported" if claim.checkworthy else "not_checkworthy",
            confidence=1.0,
            reason="scripted",
            evidence=refs if claim.checkworthy else (),
        )
        for claim in ClaimSplitter().split(draft, date(2026, 11, 30))
    ]
    return SafeCut().cut(draft, verdicts).text


def test_source_line_that_names_another_article_is_cut() -> None:
    sentence = "Money for mugs takes 5 days."
    assert cited(f"{sentence} Source: Warranty", "mug-refunds#1") == sentence
    assert cited(f"{sentence} Source: Mug refunds", "mug-refunds#1") == f"{sentence} Source: Mug refunds"
    assert cited(f"{sentence} Source: Warranty", "warranty#0", "mug-refunds#1") == f"{sentence} Source: Warranty"


def test_rule_and_fence_go_with_the_text_they_belong_to() -> None:
    assert text("Money in cash\n-------------\nMugs take 5 days.", "?+") == "Mugs take 5 days."
    assert text("```\nMoney in cash.\n```\nMugs take 5 days.", "?+") == "Mugs take 5 days."
    assert text("```\nMugs take 5 days.\n```\nMoney in cash.", "+?") == "```\nMugs take 5 days.\n```"
    assert text("Money in cash.\n\n---\n\nMugs take 5 days.", "?+") == "---\n\nMugs take 5 days."


def test_letters_drawn_as_symbols_are_cut_like_others() -> None:
    assert text("Mugs take 5 days.\n\n🅵🆁🅴🅴", "+?") == "Mugs take 5 days."
