"""Without a network: the hub's cache is laid out on disk as the hub's own library lays it out."""

from pathlib import Path

import pytest

from knowledge.models.hub import hub_snapshot, is_hub_name

COMMIT = "c0ffee" + "0" * 34


def cached_model(cache: Path, name: str) -> Path:
    """A model in a cache, as it lies there after it was fetched."""
    repository = cache / f"models--{name.replace('/', '--')}"
    (repository / "refs").mkdir(parents=True)
    (repository / "refs" / "main").write_text(COMMIT, encoding="utf-8")
    folder = repository / "snapshots" / COMMIT
    folder.mkdir(parents=True)
    (folder / "model.safetensors").write_bytes(b"weights")
    return folder


def test_model_in_the_cache_is_found_whether_fetching_is_allowed_or_not(tmp_path: Path) -> None:
    folder = cached_model(tmp_path, "somebody/model")
    assert hub_snapshot("somebody/model", allow_fetch=False, cache=tmp_path) == folder
    assert hub_snapshot("somebody/model", allow_fetch=True, cache=tmp_path) == folder


def test_model_that_is_not_in_the_cache_is_not_fetched_without_leave(tmp_path: Path) -> None:
    assert hub_snapshot("somebody/model", allow_fetch=False, cache=tmp_path) is None


@pytest.mark.parametrize(
    ("name", "is_one"),
    [
        ("cross-encoder/nli-deberta-v3-small", True),
        ("sentence-transformers/all-MiniLM-L6-v2", True),
        ("verifier-1", False),
        ("./models/mine", False),
        ("../mine", False),
        ("/srv/models", False),
        ("a/b/c", False),
        ("", False),
    ],
)
def test_hub_name_is_an_organisation_and_a_model(name: str, is_one: bool) -> None:
    assert is_hub_name(name) is is_one
