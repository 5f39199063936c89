"""Training items that evaluation files hold too."""

from pathlib import Path

import pytest

from knowledge.errors import InputError
from knowledge.models.training.evaluation_files import read_evaluation
from knowledge.models.training.generated.pairs import Pair
from knowledge.models.training.overlap import (
    Evaluation,
    Shared,
    Texts,
    plain,
    start,
    texts_of_group,
    texts_of_pair,
    without_overlap,
)
from knowledge.models.training.reranker_data import Group
from tests.knowledge.training.tiny_training import write_packed

LONG = " ".join(f"word{n}" for n in range(30))
SAME_START = " ".join(f"word{n}" for n in range(12)) + " then something else" * 7


def pair(premise: str) -> Pair:
    return Pair(premise, "it is so", "neutral", "unrelated", "test")


def evaluation(*contexts: str, queries: tuple[str, ...] = (), name: str = "set") -> Evaluation:
    return Evaluation.of(name, [Texts(contexts, queries)])


def test_case_spacing_and_punctuation_do_not_tell_texts_apart() -> None:
    assert plain("  The\nlamp, it’s ON! ") == plain("the lamp it's on") == "the lamp it s on"


def test_pair_whose_premise_is_evidence_is_removed_and_counted() -> None:
    pairs = [pair("The lamp is on."), pair("The lamp is off.")]
    kept, removed = without_overlap(pairs, texts_of_pair, [evaluation("the LAMP is on"), evaluation(name="other")])
    assert kept == pairs[1:]
    assert removed == {"set": Shared(same=1, near=0), "other": Shared(same=0, near=0)}


def test_long_text_with_the_same_first_words_is_counted_apart() -> None:
    kept, removed = without_overlap([pair(SAME_START), pair(LONG)], texts_of_pair, [evaluation(LONG)])
    assert kept == []
    assert removed["set"] == Shared(same=1, near=1)


def test_short_texts_may_begin_alike() -> None:
    begun = " ".join(f"word{n}" for n in range(25))
    assert start(begun) is None
    assert start(f"{begun} more") == " ".join(f"word{n}" for n in range(12))
    assert without_overlap([pair(begun)], texts_of_pair, [evaluation(LONG)])[0] == [pair(begun)]


@pytest.mark.parametrize(
    ("group", "is_kept"),
    [
        (Group("How do I return it?", ("Send it.", "Keep it."), "faq"), False),
        (Group("May I keep it?", ("Returns\nSend it back.", "No."), "faq"), False),
        (Group("May I keep it?", ("Send it back.", "No."), "faq"), False),
        (Group("May I keep it?", ("Yes.", "Send it back."), "faq"), False),
        (Group("May I keep it?", ("Yes.", "No."), "faq"), True),
    ],
)
def test_group_is_removed_by_its_query_or_by_any_text(group: Group, is_kept: bool) -> None:
    found = evaluation("Send it back.", queries=("how do I return it",))
    assert without_overlap([group], texts_of_group, [found])[0] == [group] * is_kept


def test_empty_texts_are_shared_by_nobody() -> None:
    assert without_overlap([pair("...")], texts_of_pair, [evaluation("")])[0] == [pair("...")]


def test_rows_of_both_kinds_are_read(tmp_path: Path) -> None:
    path = write_packed(
        tmp_path / "rows.jsonl.gz",
        [
            {"premise": "A b.", "hypothesis": "x", "label": "neutral"},
            {"evidence": "C d.", "claim": "x", "supported": True},
            {"evidence": ["E.", "F."], "claim": "x", "supported": True},
        ],
    )
    found = read_evaluation(path)
    assert found.contexts == {"a b", "c d", "e", "f", "e f"}
    assert found.name == f"{tmp_path.name}/rows.jsonl.gz"


def test_retrieval_folder_gives_queries_and_documents_with_their_titles_and_without(tmp_path: Path) -> None:
    write_packed(
        tmp_path / "corpus.jsonl.gz", [{"_id": "1", "title": "Returns", "text": "Send it."}, {"text": "Keep it."}]
    )
    (tmp_path / "queries.jsonl").write_text('{"_id": "q", "text": "How?"}\n', encoding="utf-8")
    found = read_evaluation(tmp_path)
    assert found.contexts == {"send it", "returns send it", "keep it"}
    assert found.queries == {"how"}


def test_what_is_no_evaluation_file_is_refused(tmp_path: Path) -> None:
    with pytest.raises(InputError, match=r"holds no corpus\.jsonl and no corpus\.jsonl\.gz: wanted a retrieval set"):
        read_evaluation(tmp_path)
    with pytest.raises(InputError, match=r'line 1, has nothing under "evidence": wanted text'):
        read_evaluation(write_packed(tmp_path / "rows.jsonl.gz", [{"claim": "x"}]))
