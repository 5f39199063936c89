"""Reading collections and groups: weights, labels, and messages that name file and line."""

import gzip
import random
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

from knowledge.errors import InputError
from knowledge.models.training.generated.pairs import Pair
from knowledge.models.training.reranker_data import Group, read_groups
from knowledge.models.training.verifier_data import read_collections, read_documents
from tests.knowledge.training.tiny_training import write_packed


def row(n: int, ds: str, label: str = "neutral") -> dict[str, Any]:
    return {"premise": f"premise {n}", "hypothesis": "it is", "label": label, "ds": ds}


def read(path: Path, **weights: float) -> list[Pair]:
    return list(read_collections(path, weights, random.Random(7)))


def test_collection_is_read_as_often_as_its_weight_says(tmp_path: Path) -> None:
    rows = [row(n, ds) for ds in ("twice", "half", "once", "more") for n in range(4)]
    path = write_packed(tmp_path / "pairs.jsonl.gz", rows)
    pairs = read(path, twice=2.0, half=0.5, more=1.5)
    assert Counter(pair.source for pair in pairs) == {"twice": 8, "half": 2, "once": 4, "more": 6}
    assert Counter(pair.premise for pair in pairs if pair.source == "twice") == {f"premise {n}": 2 for n in range(4)}


def test_label_of_two_classes_is_kept(tmp_path: Path) -> None:
    path = write_packed(tmp_path / "pairs.jsonl.gz", [row(1, "scitail", "not_entailment")])
    assert read(path) == [Pair("premise 1", "it is", "not_entailment", "unrelated", "scitail")]


def test_plain_file_is_read_as_a_packed_one(tmp_path: Path) -> None:
    path = tmp_path / "pairs.jsonl"
    path.write_text('{"premise": "p", "hypothesis": "h", "label": "entailment", "ds": "x"}\n\n', encoding="utf-8")
    assert [pair.label for pair in read(path)] == ["entailment"]


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ('{"premise": "p", "hypothesis": "h", "label": "maybe", "ds": "x"}', "line 2, has 'maybe' under \"label\""),
        ('{"premise": "p", "label": "neutral", "ds": "x"}', 'line 2, has nothing under "hypothesis": wanted text'),
        ("{premise}", "line 2, is not JSON"),
        ("[1]", "line 2, is a value of type list: wanted one object a line. Correct the line, then run again."),
    ],
)
def test_line_that_cannot_be_used_is_named(tmp_path: Path, text: str, said: str) -> None:
    path = tmp_path / "pairs.jsonl"
    path.write_text("\n" + text, encoding="utf-8")
    with pytest.raises(InputError) as refused:
        read(path)
    assert f"pairs.jsonl, {said}" in str(refused.value)


def test_missing_or_damaged_file_is_named(tmp_path: Path) -> None:
    with pytest.raises(InputError, match=r"absent\.jsonl\.gz cannot be read \(No such file or directory\)"):
        read(tmp_path / "absent.jsonl.gz")
    (tmp_path / "cut.jsonl.gz").write_bytes(gzip.compress(b"{}")[:-4])
    with pytest.raises(InputError, match=r"cut\.jsonl\.gz cannot be read"):
        read(tmp_path / "cut.jsonl.gz")


def candidate(query: str, negatives: list[str]) -> dict[str, Any]:
    return {"query": query, "positive": "yes", "negatives": negatives, "source": "faq"}


def test_group_has_its_positive_first_and_three_negatives_at_most(tmp_path: Path) -> None:
    rows = [candidate("q", ["a", "b", "c", "d", " ", "yes"]), candidate("none", [])]
    write_packed(tmp_path / "faq.jsonl.gz", rows)
    (group,) = read_groups(tmp_path, {}, seed=7)
    assert (group.query, group.positive, group.source, len(group.texts)) == ("q", "yes", "faq", 4)
    assert set(group.texts[1:]) < {"a", "b", "c", "d"}


def test_limit_of_a_file_is_kept_and_the_seed_chooses(tmp_path: Path) -> None:
    write_packed(tmp_path / "faq.jsonl.gz", [candidate(f"q{n}", ["a"]) for n in range(9)])
    write_packed(tmp_path / "manual.jsonl.gz", [candidate("m", ["a"])])

    def queries(seed: int) -> list[str]:
        return [group.query for group in read_groups(tmp_path, {"faq": 3}, seed)]

    assert len(queries(7)) == 4
    assert queries(7) == queries(7)
    assert queries(7) != queries(8)


def test_group_without_negatives_that_can_be_used_is_its_positive(tmp_path: Path) -> None:
    write_packed(tmp_path / "faq.jsonl.gz", [candidate("q", ["yes"])])
    assert read_groups(tmp_path, {}, seed=7) == [Group("q", ("yes",), "faq")]


def test_folder_without_files_is_refused(tmp_path: Path) -> None:
    with pytest.raises(InputError, match=r"holds no \*\.jsonl\.gz: wanted files of query, positive"):
        read_groups(tmp_path, {}, seed=7)


def test_negatives_that_are_no_list_are_named(tmp_path: Path) -> None:
    write_packed(tmp_path / "faq.jsonl.gz", [candidate("q", ["a"]) | {"negatives": "a"}])
    with pytest.raises(InputError, match=r'faq\.jsonl\.gz, line 1, has a value of type str under "negatives"'):
        read_groups(tmp_path, {}, seed=7)


def test_documents_are_the_distinct_positives_of_thirty_words_or_more(tmp_path: Path) -> None:
    long, short = "word " * 30, "word " * 29
    write_packed(tmp_path / "a.jsonl.gz", [{"positive": long}, {"positive": short}, {"positive": long}])
    assert read_documents(tmp_path) == [long]
