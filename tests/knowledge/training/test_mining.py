"""Negatives that retrieval mistakes for the answer, and the file that keeps them for a resumed training."""

from dataclasses import replace
from pathlib import Path

import pytest

from knowledge.errors import ModelError
from knowledge.models.training.mined_file import MINED_GROUPS, MinedFile
from knowledge.models.training.mining import MINED, NegativeMiner, SearchedPool
from knowledge.models.training.reranker_data import Group
from tests.evals.word_embedder import WordEmbedder

RETURNS = "Unworn boots can be returned in thirty days."
BOOTS = "Boots are cleaned with wax twice a year."
PARCELS = "A parcel is returned to us when nobody is at home."
POSTAGE = "Postage of boots is paid by us."
EASY = ("The sky was blue.", "Seven cats sat down.", "Music plays all night.")

GROUPS = [
    Group("can worn boots be returned", (RETURNS, *EASY), "shop"),
    Group("how are boots cleaned", (BOOTS, *EASY), "shop"),
    Group("who gets a returned parcel", (PARCELS, *EASY), "shop"),
    Group("who pays postage", (POSTAGE, *EASY), "shop"),
]

VOCABULARY = tuple(
    sorted({word.strip(".") for group in GROUPS for text in group.texts for word in text.lower().split()})
)
WORDS = WordEmbedder(VOCABULARY)


def ignore(line: str) -> None:
    """Say nothing."""


def miner() -> NegativeMiner:
    return NegativeMiner(WORDS, ignore)


def test_easy_negatives_give_way_to_passages_that_are_found(tmp_path: Path) -> None:
    first = miner().mine(GROUPS, tmp_path)[0]
    positive, *negatives = first.texts
    assert (positive, len(negatives)) == (RETURNS, len(EASY))
    assert set(negatives[:MINED]) <= {BOOTS, PARCELS, POSTAGE}
    assert negatives[MINED:] == list(EASY[: len(EASY) - MINED])


def test_late_interaction_scores_every_text_of_a_group(tmp_path: Path) -> None:
    for group in miner().mine(GROUPS, tmp_path):
        assert len(group.teacher) == len(group.texts)
        assert group.teacher[0] > max(group.teacher[1:])


def test_passage_that_may_answer_as_well_is_no_negative(tmp_path: Path) -> None:
    twin = RETURNS.replace("Unworn boots", "Boots unworn")
    groups = [*GROUPS, Group("boots returned in thirty days", (twin, *EASY), "shop")]
    boots, _, parcel, *_ = miner().mine(groups, tmp_path)
    assert twin not in boots.texts
    assert twin in parcel.texts


def test_negatives_that_people_chose_stay(tmp_path: Path) -> None:
    labelled = [replace(group, source="epqa_dev") for group in GROUPS]
    assert [group.texts for group in miner().mine(labelled, tmp_path)] == [group.texts for group in labelled]


def test_only_passages_of_the_same_source_are_mined(tmp_path: Path) -> None:
    apart = [replace(group, source=f"shop {n}") for n, group in enumerate(GROUPS)]
    assert [group.texts for group in miner().mine(apart, tmp_path)] == [group.texts for group in apart]


def test_search_fuses_words_and_vectors() -> None:
    pool = SearchedPool([RETURNS, BOOTS, PARCELS], WORDS)
    assert pool.search("parcel returned", 2)[0] == PARCELS
    assert len(pool.search("boots", 2)) == 2


def test_resumed_training_reads_the_stored_groups(tmp_path: Path) -> None:
    mined = miner().mine(GROUPS, tmp_path)
    stored = (tmp_path / MINED_GROUPS).read_bytes()
    assert NegativeMiner(WORDS, ignore).mine(GROUPS, tmp_path) == mined
    assert (tmp_path / MINED_GROUPS).read_bytes() == stored


def test_groups_of_another_training_are_refused(tmp_path: Path) -> None:
    miner().mine(GROUPS, tmp_path)
    with pytest.raises(ModelError, match=r"mined\.jsonl was mined from other groups"):
        miner().mine(GROUPS[:2], tmp_path)


def test_texts_of_any_script_and_line_break_come_back(tmp_path: Path) -> None:
    groups = [Group("wo?", ("Über\nuns\u2028hier", "zwei \u200f"), "shop", (0.5, 0.25)), Group("leer", (), "shop")]
    file = MinedFile(tmp_path / "new", "hash")
    assert not file.exists()
    file.write(groups)
    assert file.read() == groups
