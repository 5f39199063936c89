import random

import pytest

from knowledge.near_duplicates import NearDuplicate, near_duplicates, shingles

WORDS = " ".join(f"word{n}" for n in range(50))


def test_shingles_are_runs_of_three_words_without_case_and_marks() -> None:
    assert shingles("We pay, back SOON.") == {"we pay back", "pay back soon"}
    assert shingles("Two words") == {"two words"}
    assert shingles(" — ") == frozenset()


def test_one_changed_word_of_fifty_leaves_nearly_the_same_text() -> None:
    # 48 runs each, 3 of which hold the word: 45 shared of 51.
    found = near_duplicates({"a": WORDS, "b": WORDS.replace("word25", "changed"), "c": "Something else entirely."})
    assert found == [NearDuplicate(articles=("a", "b"), share=round(45 / 51, 4))]


def test_the_same_text_has_a_share_of_one_and_stands_first() -> None:
    found = near_duplicates({"a": WORDS, "b": WORDS.replace("word25", "changed"), "c": WORDS})
    assert [(pair.articles, pair.share) for pair in found] == [
        (("a", "c"), 1.0),
        (("a", "b"), round(45 / 51, 4)),
        (("b", "c"), round(45 / 51, 4)),
    ]


@pytest.mark.parametrize(("changed", "pairs"), [(1, 1), (2, 0)])
def test_four_fifths_is_where_it_begins(changed: int, pairs: int) -> None:
    # 27 runs; 3 lost to one word: 24 of 30 is 0.8 exactly.
    words = [f"w{n}" for n in range(29)]
    other = [f"x{n}" if n in (10, 20)[:changed] else word for n, word in enumerate(words)]
    assert len(near_duplicates({"a": " ".join(words), "b": " ".join(other)})) == pairs


def test_empty_texts_are_no_pair() -> None:
    assert near_duplicates({}) == near_duplicates({"a": "", "b": ""}) == []


def test_no_pair_is_missed_among_many_texts_that_share_words() -> None:
    chance = random.Random(7)
    texts = {}
    for n in range(120):
        words = chance.choices([f"v{k}" for k in range(30)], k=chance.randint(6, 40))
        texts[f"{n}"] = " ".join(words)
        texts[f"{n}'"] = " ".join(words[: -chance.randint(1, 4)])
    sets = {name: shingles(text) for name, text in texts.items()}
    names = list(texts)
    wanted = {
        (first, second)
        for place, first in enumerate(names)
        for second in names[place + 1 :]
        if len(sets[first] & sets[second]) >= 0.8 * len(sets[first] | sets[second])
    }
    assert {pair.articles for pair in near_duplicates(texts)} == wanted
    assert wanted


def test_long_work_tells_how_far_it_is() -> None:
    told: list[tuple[int, int]] = []
    near_duplicates({str(n): f"text {n}" for n in range(250)}, lambda done, total: told.append((done, total)))
    assert told == [(100, 250), (200, 250)]
