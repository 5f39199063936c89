from datetime import date

from agent.answer_sections import (
    IDENTIFIED_MARGIN,
    MOST_ODDS,
    NEUTRAL_ODDS,
    SectionFinder,
    expected_kinds,
    log_odds,
)
from agent.likely_sections import likely_sections
from agent.types import ContextItem, Evidence
from tests.agent.shop import word_embedder

TODAY = date(2026, 11, 30)


def item(
    evidence_id: str, text: str, *path: str, score: float = 0.5, rank: int | None = None, answers: float | None = None
) -> ContextItem:
    evidence = Evidence(
        evidence_id=evidence_id,
        source="article",
        trust="retrieved",
        text=text,
        heading_path=path,
        article=evidence_id.partition("#")[0],
    )
    return ContextItem(label="E1", evidence=evidence, score=score, rank=rank, answers=answers, tokens=10)


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


PASSWORD = ("Choose a password of twelve characters.", "Account", "Password")


def nearness(question: str, section: ContextItem) -> float:
    return likely_sections(word_embedder(), question, [section.evidence])[0].nearness


def test_near_section_that_the_reranker_gives_no_chance_is_no_answer() -> None:
    question = "how do I choose a password"
    unlikely, likely, unread = (item("account#0", *PASSWORD, answers=chance) for chance in (0.02, 0.98, None))
    floor = nearness(question, unread) - 0.1

    assert found(question, unlikely, floor=floor) is None
    assert found(question, likely, floor=floor) == "account#0"
    assert found(question, unread, floor=floor) == "account#0"


def test_far_section_needs_good_odds() -> None:
    question = "how do I choose a password"
    floor = nearness(question, item("account#0", *PASSWORD)) + 0.1

    assert found(question, item("account#0", *PASSWORD), floor=floor) is None
    assert found(question, item("account#0", *PASSWORD, answers=0.99), floor=floor) == "account#0"


def test_identifier_that_proves_the_topic_outweighs_poor_odds() -> None:
    right = item("errors#0", "What it means is a wrong address.", "Errors", "E-1034: address", answers=0.02)
    other = item("other#0", "What it means is a late parcel.", "Shipping", "When we ship", answers=0.02)
    floor = nearness("what does e1034 mean", right) + IDENTIFIED_MARGIN / 2

    assert found("what does e1034 mean", right, other, floor=floor) == "errors#0"


def test_odds_are_those_of_the_likeliest_passage_within_bounds() -> None:
    even, low = item("a#0", "One.", answers=0.5), item("b#0", "Two.", answers=0.1)

    assert log_odds([low, even]) == 0
    assert log_odds([item("c#0", "Three.", answers=1.0)]) == MOST_ODDS
    assert log_odds([item("d#0", "Four.")]) == NEUTRAL_ODDS


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


def test_order_of_the_search_decides_and_not_its_scores() -> None:
    first = item("a#0", "Choose a password.", "Account", "Password", score=0.2, rank=1)
    second = item("b#0", "Choose a password.", "Account", "Password", score=0.4, rank=2)

    assert found("choose a password", second, first) == "a#0"


ISSUE = item("disk#0", "The import stops and the log says E-77 disk full.", "Imports", "Issue")
CAUSE = item("disk#1", "Old exports fill the volume.", "Imports", "Cause")
REMEDY = item("disk#2", "Delete old exports.", "Imports", "Solution")


def test_heading_that_announces_what_is_asked_wins_over_the_section_that_repeats_it() -> None:
    stops = "the import stops and the log says E-77 disk full"

    assert found(f"{stops}, what is the cause", ISSUE, CAUSE, REMEDY) == "disk#1"
    assert found(f"{stops}, how do I fix it", ISSUE, CAUSE, REMEDY) == "disk#2"
    assert found(f"why is it that {stops}", ISSUE, REMEDY) == "disk#2"
    assert found(stops, ISSUE, CAUSE, REMEDY) == "disk#0"


def test_remedy_of_another_article_is_not_taken() -> None:
    other = item("net#0", "Restart the router.", "Network", "Solution")

    assert found("the import stops and the log says E-77 disk full, how do I fix it", ISSUE, other) == "disk#0"


def test_code_alone_asks_what_it_is() -> None:
    about = item("kite#0", "Mends the cart.", "Patches", "KITE-5177")
    use = item("kite#1", "Unpack KITE-5177 in the shop.", "Patches", "KITE-5177", "Use")

    assert found("KITE-5177", use, about, floor=0.0) == "kite#0"
    assert found("kite5177??", about, floor=0.99) == "kite#0"
    assert found("kite5178??", about, floor=0.0) is None


def test_other_version_is_not_answered_for() -> None:
    old = item("up#0", "Upgrade MariaDB in these steps.", "Upgrade MariaDB 10.4 to 10.5", "Steps")

    assert found("how do I upgrade MariaDB 10.9 to 10.11", old, floor=0.0) is None
    assert found("how do I upgrade mariadb 10.4 to 10.5", old, floor=0.0) == "up#0"


def test_number_that_is_no_identifier_bars_no_section() -> None:
    section = item("pay#0", "These payment modules were removed.", "Payments", "Removed modules")

    assert found("which payment modules were removed in 2023", section) == "pay#0"


def test_floor_is_lower_where_a_code_in_the_heading_proves_the_topic() -> None:
    about = item("kite#0", "KITE-5177 mends the cart.", "Patches", "KITE-5177")
    finder = SectionFinder(word_embedder(), 0.0)
    (likely,) = likely_sections(finder.embedder, "what does KITE-5177 fix", [about.evidence])
    within, beyond = likely.nearness + IDENTIFIED_MARGIN - 0.01, likely.nearness + IDENTIFIED_MARGIN + 0.01

    assert found("what does KITE-5177 fix", about, floor=within) == "kite#0"
    assert found("what does KITE-5177 fix", about, floor=beyond) is None
    assert found("what does it fix in the cart", about, floor=0.99) is None


VALIDITY = item("gift-cards#0", "A gift card is valid for 5 years.", "Gift cards", "Validity")
CASH = item("gift-cards#1", "No gift card is exchanged for cash.", "Gift cards", "Refunds")


def test_follow_up_is_answered_by_what_its_last_line_asks() -> None:
    finder, first, last = SectionFinder(word_embedder(), 0.1), "how long is a gift card valid", "for cash too?"
    before = finder.find(first, [VALIDITY, CASH], TODAY)
    alone = finder.find(f"{first} {last}", [VALIDITY, CASH], TODAY)
    after = finder.find(f"{first} {last}", [VALIDITY, CASH], TODAY, last)
    found = [one.evidence.evidence_id if one else None for one in (before, alone, after)]
    assert found == ["gift-cards#0", "gift-cards#0", "gift-cards#1"]
