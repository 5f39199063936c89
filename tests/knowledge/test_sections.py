from knowledge.blocks import Block, Unit, label_block
from knowledge.sections import sections


def block(kind: str, text: str, level: int = 0) -> Block:
    return Block.model_validate({"kind": kind, "level": level, "units": (Unit(text=text, lines=(1, 1)),)})


def paths(*blocks: Block) -> list[str]:
    return [" › ".join([*path, section[0].text]) for path, section in sections("T", blocks)]


def heading(level: int, text: str) -> Block:
    return block("heading", text, level)


def test_no_blocks_make_no_sections() -> None:
    assert paths() == paths(heading(1, "T"), heading(2, "Empty")) == []


def test_levels_may_be_left_out_and_headings_said_twice() -> None:
    assert paths(
        heading(1, "T"), heading(4, "Deep"), block("prose", "a"), heading(2, "B"), block("prose", "b"),
        heading(2, "B"), block("prose", "c"), heading(6, "E"), block("prose", "d"),
    ) == ["T › Deep › a", "T › B › b", "T › B › c", "T › B › E › d"]  # fmt: skip


def test_a_label_heads_what_stands_between_it_and_its_end() -> None:
    assert paths(
        heading(2, "Install"), label_block("Linux", 1), block("prose", "a"), heading(3, "Check"), block("prose", "b"),
        label_block("", 1), label_block("Windows", 1), block("prose", "c"), label_block("", 1), block("prose", "d"),
    ) == ["T › Install › Linux › a", "T › Install › Linux › Check › b", "T › Install › Windows › c", "T › Install › d"]  # fmt: skip


def test_labels_inside_each_other_end_one_by_one() -> None:
    assert paths(
        label_block("Linux", 1), label_block("Snap", 1), block("prose", "a"),
        label_block("", 1), block("prose", "b"), label_block("", 1), block("prose", "c"),
    ) == ["T › Linux › Snap › a", "T › Linux › b", "T › c"]  # fmt: skip


def test_a_label_that_nothing_ends_ends_with_its_section() -> None:
    assert paths(
        heading(2, "A"), label_block("Tab", 1), block("prose", "a"), heading(2, "B"), block("prose", "b"),
        label_block("", 1), block("prose", "c"),
    ) == ["T › A › Tab › a", "T › B › b", "T › B › c"]  # fmt: skip


def test_a_sentence_that_ends_in_a_colon_leads_what_follows() -> None:
    ((_, found),) = sections("T", [block("prose", "然后："), block("steps", "1. a")])
    assert [(one.kind, one.text) for one in found] == [("steps", "然后：\n1. a")]


def test_a_heading_that_says_the_title_in_other_case_or_spacing_is_not_said_again() -> None:
    found = [path for path, _ in sections("Save a  Card", [heading(1, "Save A Card"), block("prose", "a")])]
    assert found == [("Save a  Card",)]
