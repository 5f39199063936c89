from datetime import date

from agent.answer_sections import SectionFinder, expected_kinds, identifiers
from agent.types import ContextItem, Evidence
from tests.agent.shop import word_embedder

TODAY = date(2026, 11, 30)


def item(evidence_id: str, text: str, *path: str, score: float = 0.5) -> ContextItem:
    evidence = Evidence(
        evidence_id=evidence_id, source="article", trust="retrieved", text=text, heading_path=path, article="a"
    )
    return ContextItem(label="E1", evidence=evidence, score=score, tokens=10)


def found(question: str, *items: ContextItem, floor: float = 0.2) -> str | None:
    section = SectionFinder(word_embedder(), floor).find(question, items, TODAY)
    return section.evidence.evidence_id if section else None


def test_section_with_the_nearest_sentence_is_found() -> None:
    shipping = item("shipping#0", "Parcels leave the warehouse every day.", "Shipping", "When we ship")
    password = item("account#0", "Choose a password of twelve characters.", "Account", "Password")

    assert found("how do I choose a password", shipping, password) == "account#0"


def test_question_that_no_sentence_is_near_finds_nothing() -> None:
    assert found("capital of france", item("a#0", "Parcels leave every day.", "Shipping", "When")) is None


def test_section_without_the_error_code_that_is_asked_about_does_not_answer() -> None:
    other = item("errors#1", "What E-1043 means is that the bank was slow.", "Errors", "E-1043")

    assert found("what does E-1034 mean", other, floor=0.0) is None


def test_error_code_may_stand_in_the_heading_and_be_typed_otherwise() -> None:
    right = item("errors#0", "What it means is a wrong address.", "Errors", "E-1034: address")

    assert found("what does e1034 mean", right, floor=0.0) == "errors#0"


def test_question_after_a_time_prefers_the_sentence_that_holds_one() -> None:
    vague = item("a#0", "A refund on your card takes some time.", "Refunds", "Cards")
    timed = item("b#0", "A refund on your card takes 5 days.", "Refunds", "Cards")

    assert found("how long does a refund on my card take", vague, timed) == "b#0"


def test_introduction_yields_to_a_section_that_says_the_same() -> None:
    introduction = item("a#0", "Return an item in these steps.", "Returns")
    section = item("a#1", "Return an item in these steps.", "Returns", "Steps")

    assert found("return an item in these steps", introduction, section) == "a#1"


def test_apology_answers_nothing() -> None:
    assert found("sorry", item("a#0", "We are sorry.", "Damage", "Damage"), floor=0.0) is None


def test_no_section_in_nothing_out() -> None:
    assert found("how do I choose a password") is None


def test_kinds_of_value_follow_the_question() -> None:
    assert expected_kinds("How long does it take?") == {"duration", "date"}
    assert expected_kinds("what does it cost") == {"money"}
    assert expected_kinds("can I return it") == frozenset()


def test_order_ids_are_not_codes_of_an_article() -> None:
    assert identifiers("E-1034 on order ORD-99107, sku MUG-12") == {"e1034", "mug12"}


def test_scale_of_the_rerankers_scores_does_not_matter() -> None:
    nearer = item("a#0", "Choose a password of twelve characters.", "Account", "Password", score=3.0)
    first = item("b#0", "Parcels leave the warehouse every day.", "Shipping", "When we ship", score=300.0)

    assert found("how do I choose a password", first, nearer) == "a#0"


def test_of_sections_that_are_as_near_the_reranker_decides() -> None:
    low = item("a#0", "Choose a password.", "Account", "Password", score=0.2)
    high = item("b#0", "Choose a password.", "Account", "Password", score=0.4)

    assert found("choose a password", low, high) == "b#0"


def test_one_near_sentence_in_a_section_about_something_else_does_not_answer() -> None:
    far = " ".join(f"Word{n} other{n} thing{n}." for n in range(12))
    aside = item("a#0", f"Choose a password. {far}", "Shipping", "When")

    assert found("choose a password", aside, floor=0.5) is None
