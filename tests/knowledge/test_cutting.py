import pytest

from knowledge.blocks import Block, BlockKind, Unit
from knowledge.cutting import BlockCutter
from tests.knowledge.test_splitting import words


def block(kind: BlockKind, *texts: str, lead: str = "") -> Block:
    return Block(kind=kind, lead=lead, units=tuple(Unit(text=text, lines=(n, n)) for n, text in enumerate(texts, 1)))


def cut(found: Block, room: int, min_tokens: int = 1, overlap: float = 0.0) -> list[str]:
    return [unit.text for unit in BlockCutter(words, min_tokens, overlap).cut(found, room)]


def test_rows_are_kept_whole_below_a_repeated_header() -> None:
    found = block("table", *(f"| row {n} |" for n in range(4)), lead="| head |")
    assert cut(found, 11) == ["| head |\n| row 0 |\n| row 1 |", "| head |\n| row 2 |\n| row 3 |"]


def test_a_short_rest_takes_a_row_from_the_part_before_it() -> None:
    found = block("table", *(f"| row {n} |" for n in range(4)))
    assert cut(found, 12) == ["| row 0 |\n| row 1 |\n| row 2 |", "| row 3 |"]
    assert cut(found, 12, min_tokens=6) == ["| row 0 |\n| row 1 |", "| row 2 |\n| row 3 |"]


@pytest.mark.parametrize(
    ("overlap", "parts"),
    [
        (0.0, ["We pack it well. We send it by van. It arrives.", "You open the box there. You are glad."]),
        (0.2, ["We pack it well. We send it by van. It arrives.", "It arrives. You open the box there. You are glad."]),
    ],
)
def test_sentences_are_repeated_where_prose_is_cut(overlap: float, parts: list[str]) -> None:
    text = "We pack it well. We send it by van. It arrives. You open the box there. You are glad."
    assert cut(block("prose", text), 11, overlap=overlap) == parts


def test_a_sentence_longer_than_a_fifth_is_not_repeated_and_never_cut_for_it() -> None:
    text = "One two three four five. Six seven eight nine ten."
    assert cut(block("prose", text), 6, overlap=0.15) == ["One two three four five.", "Six seven eight nine ten."]


def test_chinese_sentences_are_joined_as_they_were_written() -> None:
    parts = list(BlockCutter(len, 1, 0.0).cut(block("prose", "退款将到账。请稍候。谢谢。"), 14))
    assert [unit.text for unit in parts] == ["退款将到账。请稍候。", "谢谢。"]


def test_a_step_too_long_is_cut_between_its_lines_and_keeps_its_number() -> None:
    found = block("steps", "7. Pack it\n  - in paper\n  - in a box", "8. Send it")
    assert cut(found, 6) == ["7. Pack it\n  - in paper", "- in a box", "8. Send it"]


def test_parts_cite_only_the_lines_that_they_stand_on() -> None:
    unit = Unit(text="One two. Three four. Five six.", lines=(4, 6), marks=((0, 4, 4), (9, 5, 5), (21, 6, 6)))
    parts = BlockCutter(words, 1, 0.0).cut(Block(kind="prose", units=(unit,)), 4)
    assert [(part.text, part.lines) for part in parts] == [("One two. Three four.", (4, 5)), ("Five six.", (6, 6))]
