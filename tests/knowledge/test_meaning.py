from collections.abc import Sequence
from pathlib import Path

import numpy as np

from knowledge.blocks import Block, Unit
from knowledge.embedding import Vectors
from knowledge.meaning import MeaningBreaks
from knowledge.settings import KnowledgeSettings
from knowledge.splitting import PassageSplitter
from knowledge.types import Link
from tests.helpers import Shop, TinyEmbedder
from tests.knowledge.test_splitting import article, words

EMBEDDER = TinyEmbedder()


def colours(texts: Sequence[str]) -> Vectors:
    """Sentences that name the same colour point the same way; calls with no text are not made."""
    assert texts
    return np.asarray([[float(colour in text) for colour in ("red", "green", "blue")] for text in texts], np.float32)


def prose(text: str, line: int = 1) -> Block:
    return Block(kind="prose", units=(Unit(text=text, lines=(line, line)),))


def cut(*sections: list[Block]) -> list[list[tuple[str, bool]]]:
    return [[(block.text, block.opens) for block in blocks] for blocks in MeaningBreaks(colours).cut(sections)]


RED = "One red. Two red. Three red. Four red. Five red."


def test_nothing_is_embedded_where_no_sentence_stands_beside_another() -> None:
    table = Block(kind="table", units=(Unit(text="| a |", lines=(1, 1)),))
    assert cut() == []
    assert cut([], [prose("One red.")], [prose("One red."), table, prose("Two green.")]) == [
        [],
        [("One red.", False)],
        [("One red.", False), ("| a |", False), ("Two green.", False)],
    ]


def test_prose_is_cut_where_the_meaning_turns() -> None:
    assert cut([prose(RED + " Six green. Seven green.")]) == [[(RED, False), ("Six green. Seven green.", True)]]


def test_a_paragraph_that_turns_from_the_one_before_is_not_cut_but_opens() -> None:
    assert cut([prose(RED), prose("Six green. Seven green.")]) == [[(RED, False), ("Six green. Seven green.", True)]]


def test_a_gap_no_wider_than_the_others_is_no_turn() -> None:
    assert cut([prose("One red. Two green. Three blue. Four red.")]) == [
        [("One red. Two green. Three blue. Four red.", False)]
    ]


def test_each_section_has_its_own_measure_and_all_are_embedded_at_once() -> None:
    calls: list[int] = []

    def counting(texts: Sequence[str]) -> Vectors:
        calls.append(len(texts))
        return colours(texts)

    MeaningBreaks(counting).cut([[prose(RED)], [prose("One blue. Two blue. Three green.")]])
    assert calls == [8]


def test_lists_tables_and_code_are_never_cut_and_part_the_prose_around_them() -> None:
    steps = Block(kind="steps", units=(Unit(text="1. Go green. Go blue.", lines=(2, 2)),))
    assert cut([prose(RED), steps, prose("Six green. Seven green.", 3)]) == [
        [(RED, False), ("1. Go green. Go blue.", False), ("Six green. Seven green.", False)]
    ]


def test_the_parts_of_a_paragraph_cite_their_own_lines_and_links() -> None:
    unit = Unit(text=RED + " Six green.", lines=(1, 2), marks=((0, 1, 1), (len(RED) + 1, 2, 2)))
    block = Block(kind="prose", units=(unit,), links=(Link(text="red", url="r"), Link(text="green", url="g")))
    ((first, second),) = MeaningBreaks(colours).cut([[block]])
    assert [(part.lines, [link.url for link in part.links]) for part in (first, second)] == [
        ((1, 1), ["r"]),
        ((2, 2), ["g"]),
    ]


def split(text: str, window: int, min_tokens: int = 1) -> list[str]:
    splitter = PassageSplitter(words, window, min_tokens, 0.0, MeaningBreaks(colours))
    return [passage.text for passage in splitter.split(article(text))]


def test_a_long_section_is_split_where_its_meaning_turns_not_where_the_passage_is_full() -> None:
    assert split(RED + "\n\nSix green. Seven green.", window=16) == [RED, "Six green. Seven green."]


def test_a_section_that_fits_is_left_whole() -> None:
    assert split(RED + " Six green. Seven green.", window=32) == [RED + " Six green. Seven green."]


def test_a_fragment_left_by_a_turn_joins_its_neighbour() -> None:
    assert split(RED + " Six green.", window=14, min_tokens=1) == [RED, "Six green."]
    assert split(RED + " Six green.\n\n- one item", window=15, min_tokens=3) == [f"{RED}\nSix green.", "- one item"]


def test_what_is_still_too_long_is_cut_between_sentences() -> None:
    assert split(RED + " Six green. Seven green.", window=9) == [
        "One red. Two red. Three red.",
        "Four red. Five red.",
        "Six green. Seven green.",
    ]


LONG = "# Long\n\n" + "Red parcels travel by van. " * 12 + "Green money takes days. " * 12 + "\n"
SHORT = "# Short\n\nOne red. Two green.\n"


def test_only_sentences_of_long_sections_of_changed_articles_are_embedded(tmp_path: Path) -> None:
    shop = Shop(tmp_path).write({"long.md": LONG, "short.md": SHORT})
    report = shop.sync()
    assert len(shop.embedder.seen) == 24 + report.passages
    shop.embedder.seen.clear()
    assert (shop.sync().embedded, shop.embedder.seen) == (0, [])
    shop.write({"short.md": SHORT + "Three blue.\n"}).sync()
    assert shop.embedder.seen == ["Short\nOne red. Two green. Three blue."]


def test_the_setting_switches_it_off(tmp_path: Path) -> None:
    shop = Shop(tmp_path, settings=KnowledgeSettings(meaning=False)).write({"long.md": LONG})
    report = shop.sync()
    assert len(shop.embedder.seen) == report.embedded == report.passages
