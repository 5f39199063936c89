"""Sections that speak of exactly what a question names."""

from __future__ import annotations

from agent.identified_sections import Identified
from agent.types import Evidence


def section(article: str, number: int, text: str, *path: str) -> Evidence:
    return Evidence(
        evidence_id=f"{article}#{number}",
        source="article",
        trust="retrieved",
        text=text,
        heading_path=path,
        article=article,
    )


ISSUE = section("disk", 1, "The log says E-77.", "Import stops", "Issue")
REMEDY = section("disk", 2, "Delete old exports.", "Import stops", "Solution")
OTHER = section("net", 1, "Delete old exports after E-78.", "Network", "Solution")
LATE = section("codes", 1, "The bank was late.", "Codes", "E-77: late")
SPENT = section("codes", 2, "Not the same as E-77.", "Codes", "E-78: spent")
PATCH = section("kite", 1, "It replaces KITE-55.", "KITE-66: cart", "About")
VERSIONS = section("kite", 2, "All of them.", "KITE-66: cart", "Affected versions")


def speaking(question: str, *sections: Evidence) -> list[str]:
    return [one.evidence_id for one in Identified.of(question, sections).speaking()]


def test_article_is_asked_not_the_section() -> None:
    assert speaking("how do I fix E-77", ISSUE, REMEDY, OTHER) == ["disk#1", "disk#2"]


def test_question_that_names_nothing_leaves_all_sections() -> None:
    assert speaking("how do I fix it", ISSUE, OTHER) == ["disk#1", "net#1"]


def test_code_that_nothing_holds_leaves_no_section() -> None:
    assert speaking("how do I fix E-79", ISSUE, REMEDY, OTHER) == []


def test_in_a_list_of_codes_a_section_speaks_of_its_own() -> None:
    assert speaking("what is E-77", LATE, SPENT) == ["codes#1"]
    assert speaking("E-77 or E-78", LATE, SPENT) == ["codes#1", "codes#2"]


def test_article_named_after_another_code_answers_only_where_it_mentions_the_one_asked() -> None:
    assert speaking("which versions does KITE-55 affect", PATCH, VERSIONS) == ["kite#1"]
    assert speaking("which versions does KITE-66 affect", PATCH, VERSIONS) == ["kite#1", "kite#2"]


def test_all_that_is_named_must_be_held() -> None:
    assert speaking("KITE-66 on 2.4.9", PATCH, VERSIONS) == []


def test_share_counts_what_the_section_holds_itself() -> None:
    identified = Identified.of("E-77 and KITE-66", (ISSUE, REMEDY))
    assert [identified.share_held(one) for one in (ISSUE, REMEDY)] == [0.5, 0.0]
    assert Identified.of("it fails", (ISSUE,)).share_held(ISSUE) == 0.0


def test_heading_or_text_with_a_rare_code_proves_the_topic() -> None:
    sections = (LATE, OTHER, PATCH, VERSIONS, REMEDY)
    assert Identified.of("E-77", sections).proves(LATE)
    assert Identified.of("E-78", sections).proves(OTHER)
    assert not Identified.of("KITE-55", sections).proves(PATCH)
    assert not Identified.of("it fails", sections).proves(LATE)


def test_code_that_most_articles_hold_proves_nothing() -> None:
    assert not Identified.of("E-77", (ISSUE, LATE, PATCH)).proves(LATE)


def test_version_proves_the_topic_in_a_heading_only() -> None:
    titled = section("up", 1, "Stop the shop first.", "Upgrade to 2.4.9", "Steps")
    listed = section("down", 1, "Works with 2.4.9.", "Downgrade", "Versions")
    assert Identified.of("2.4.9", (titled, OTHER)).proves(titled)
    assert not Identified.of("2.4.9", (listed, OTHER)).proves(listed)
