import pytest

from knowledge.articles import article_blocks
from knowledge.link_lists import holds_only_links

CONTENTS = (
    "# Help\n\n- [Start](a.md)\n- Orders\n  - [Find one](b.md)\n  - [Cancel | change](c.md)\n- [A](d.md), [B](e.md)\n"
)


def only_links(text: str) -> bool:
    return holds_only_links(article_blocks(text, "markdown"))


def test_links_under_headings_and_labels_are_a_table_of_contents() -> None:
    assert only_links(CONTENTS)
    assert only_links("[One](1.md)\n[Two](2.md)\n\n## More\n\n1. [Three](3.md)\n")


@pytest.mark.parametrize(
    "more",
    ["Parcels arrive in three days.", "- Parcels: [see](p.md)", "- Parcels", "| a | b |\n|---|---|\n| [x](x.md) | 5 |"],
)
def test_any_text_of_its_own_makes_an_article(more: str) -> None:
    assert not only_links(CONTENTS + "\n## More\n\n" + more)


def test_few_links_or_ways_to_reach_somebody_are_an_article() -> None:
    assert not only_links("[One](1.md)\n\n[Two](2.md)")
    assert not only_links("- [Mail](mailto:a@b.example)\n- [Call](tel:1)\n- [Chat](chat.md)\n- [Form](form.md)")


def test_headings_alone_are_no_links() -> None:
    assert not only_links("# A\n\n## B\n")


def test_one_misspelt_link_of_a_hundred_changes_nothing() -> None:
    links = "".join(f"- [Page {n}](p{n}.md)\n" for n in range(99))
    assert only_links(links + "- [Page](not a path.md)\n")
