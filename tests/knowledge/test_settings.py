from pathlib import Path

import pytest
from pydantic import ValidationError

from knowledge.settings import KnowledgeSettings, index_folder, orders_path


def test_defaults_are_hundred_candidates_twenty_reranked_and_eight_kept() -> None:
    settings = KnowledgeSettings()
    assert (settings.candidates, settings.rerank, settings.keep) == (100, 20, 8)


@pytest.mark.parametrize(
    "changes",
    [
        {"candidate": 5},
        {"keep": 0},
        {"candidates": 1_001},
        {"overlap_share": 0.6},
        {"overlap_share": -0.1},
        {"min_passage_tokens": 0},
        {"max_article_bytes": 10},
        {"kept_states": 0},
        {"kept_states": 51},
        {"meaning": "sometimes"},
        {"retrievers": 3},
        {"retrievers": [3]},
    ],
)
def test_unknown_keys_and_impossible_values_are_refused(changes: dict[str, float]) -> None:
    with pytest.raises(ValidationError):
        KnowledgeSettings.model_validate(changes)


@pytest.mark.parametrize("written", [["late", "bm25"], ("late", "bm25"), "late,bm25", " late , bm25 "])
def test_retrievers_are_listed_or_written_with_commas(written: object) -> None:
    assert KnowledgeSettings.model_validate({"retrievers": written}).retrievers == ("late", "bm25")


@pytest.mark.parametrize(
    ("written", "said"),
    [
        ([], "wanted a list of one or more of bm25, dense, sparse, late"),
        ("", "no retriever is called '': wanted one or more of bm25, dense, sparse, late"),
        (["bm25", "colbert"], "no retriever is called 'colbert': wanted one or more of bm25, dense, sparse, late"),
        ("dense,bm25,dense", "dense stands there twice"),
    ],
)
def test_retrievers_that_cannot_be_asked_are_refused_with_those_that_can(written: object, said: str) -> None:
    with pytest.raises(ValidationError, match=said) as error:
        KnowledgeSettings.model_validate({"retrievers": written})
    assert error.value.errors()[0]["loc"] == ("retrievers",)


def test_sparse_wants_an_encoder_and_an_encoder_does_not_want_sparse() -> None:
    with pytest.raises(
        ValidationError, match=r"`sparse` is among knowledge.retrievers, wanted a model folder"
    ) as error:
        KnowledgeSettings(retrievers=("sparse",))
    assert error.value.errors()[0]["loc"] == ("sparse_encoder",)
    assert KnowledgeSettings(sparse_encoder="mine").retrievers == ("bm25", "dense")


def test_settings_do_not_change_once_read() -> None:
    with pytest.raises(ValidationError):
        KnowledgeSettings().keep = 3  # type: ignore[misc]


def test_everything_lives_below_the_data_folder() -> None:
    home = Path("home")
    assert (index_folder(home), orders_path(home)) == (home / "index", home / "orders.db")
