from pathlib import Path

import pytest
from pydantic import ValidationError

from knowledge.settings import KnowledgeSettings, index_folder, orders_path


def test_defaults_are_fifty_candidates_twenty_reranked_and_eight_kept() -> None:
    settings = KnowledgeSettings()
    assert (settings.candidates, settings.rerank, settings.keep) == (50, 20, 8)


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
    ],
)
def test_unknown_keys_and_impossible_values_are_refused(changes: dict[str, float]) -> None:
    with pytest.raises(ValidationError):
        KnowledgeSettings.model_validate(changes)


def test_settings_do_not_change_once_read() -> None:
    with pytest.raises(ValidationError):
        KnowledgeSettings().keep = 3  # type: ignore[misc]


def test_everything_lives_below_the_data_folder() -> None:
    home = Path("home")
    assert (index_folder(home), orders_path(home)) == (home / "index", home / "orders.db")
