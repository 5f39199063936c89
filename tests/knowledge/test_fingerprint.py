from dataclasses import dataclass, replace
from pathlib import Path

import pytest

from knowledge.errors import FingerprintMismatchError
from knowledge.fingerprint import fingerprint, missing_parts, require_same
from knowledge.settings import KnowledgeSettings
from tests.helpers import TinyEmbedder

SETTINGS = KnowledgeSettings()
BUILT = fingerprint(TinyEmbedder(), SETTINGS)
INDEX = Path("index")


@dataclass(frozen=True)
class PromptedEmbedder(TinyEmbedder):
    query_prompt: str = ""
    passage_prompt: str = ""


def test_the_same_parts_give_the_same_fingerprint() -> None:
    again = fingerprint(TinyEmbedder(), KnowledgeSettings(candidates=7, rerank=3, keep=2))
    assert again == BUILT
    require_same(BUILT, again, INDEX)


@pytest.mark.parametrize(
    ("embedder", "settings"),
    [
        (TinyEmbedder(name="other"), SETTINGS),
        (TinyEmbedder(weights_sha256="1" * 64), SETTINGS),
        (TinyEmbedder(dimension=8), SETTINGS),
        (TinyEmbedder(window=32), SETTINGS),
        (PromptedEmbedder(query_prompt="query: "), SETTINGS),
        (PromptedEmbedder(passage_prompt="passage: "), SETTINGS),
        (TinyEmbedder(), KnowledgeSettings(min_passage_tokens=3)),
        (TinyEmbedder(), KnowledgeSettings(overlap_share=0.2)),
        (TinyEmbedder(), KnowledgeSettings(meaning=False)),
    ],
)
def test_whatever_changes_a_vector_or_a_passage_changes_the_fingerprint(
    embedder: TinyEmbedder, settings: KnowledgeSettings
) -> None:
    wanted = fingerprint(embedder, settings)
    assert wanted != BUILT
    with pytest.raises(FingerprintMismatchError, match="support kb sync --rebuild DIR"):
        require_same(BUILT, wanted, INDEX)


def test_another_model_is_refused_with_both_names() -> None:
    wanted = fingerprint(replace(TinyEmbedder(), name="bge-small", weights_sha256="ab" * 32, dimension=8), SETTINGS)
    with pytest.raises(FingerprintMismatchError) as error:
        require_same(BUILT, wanted, INDEX)
    assert str(error.value) == (
        "The index in index was built with tiny (weights 00000000, 64 numbers a passage); the settings name "
        "bge-small (weights abababab, 8 numbers a passage). Run `support kb sync --rebuild DIR`."
    )


def test_another_splitter_is_refused_with_what_differs() -> None:
    wanted = fingerprint(TinyEmbedder(), KnowledgeSettings(overlap_share=0.2))
    with pytest.raises(FingerprintMismatchError, match=r"splitter '.*/0.15'; the settings name splitter '.*/0.2'"):
        require_same(BUILT, wanted, INDEX)


def sparse_settings(folder: Path, weights: bytes) -> KnowledgeSettings:
    """Settings that ask `sparse`, with an encoder of these weights."""
    folder.mkdir()
    (folder / "model.safetensors").write_bytes(weights)
    return KnowledgeSettings(retrievers=("bm25", "sparse"), sparse_encoder=str(folder))


LATE = fingerprint(TinyEmbedder(), KnowledgeSettings(retrievers=("dense", "late")))


def test_an_index_serves_any_retrievers_whose_parts_it_has() -> None:
    assert (BUILT.parts, LATE.parts) == ((), ("late",))
    require_same(LATE, BUILT, INDEX)
    assert LATE.with_parts(()) == BUILT
    assert missing_parts(BUILT, LATE) == ("late",)


def test_an_index_without_what_a_retriever_needs_names_the_setting_and_a_plain_sync(tmp_path: Path) -> None:
    wanted = fingerprint(TinyEmbedder(), sparse_settings(tmp_path / "splade", b"1"))
    with pytest.raises(FingerprintMismatchError) as error:
        require_same(BUILT, wanted, INDEX)
    assert str(error.value) == (
        "The index in index has nothing for the retriever sparse, which `knowledge.retrievers` in the settings names. "
        "Run `support kb sync DIR`, which adds it."
    )


def test_another_sparse_encoder_is_refused_with_both_names(tmp_path: Path) -> None:
    recorded = fingerprint(TinyEmbedder(), sparse_settings(tmp_path / "old", b"1"))
    wanted = fingerprint(TinyEmbedder(), sparse_settings(tmp_path / "new", b"2"))
    with pytest.raises(FingerprintMismatchError) as error:
        require_same(recorded, wanted, INDEX)
    assert str(error.value) == (
        "The index in index was built with the sparse encoder old (weights 6b86b273); the settings name the sparse "
        "encoder new (weights d4735e3a). Run `support kb sync --rebuild DIR`."
    )


def test_another_embedder_is_told_before_a_part_that_is_missing() -> None:
    other = TinyEmbedder(name="other", weights_sha256="1" * 64)
    with pytest.raises(FingerprintMismatchError, match=r"name other .*--rebuild"):
        require_same(BUILT, fingerprint(other, KnowledgeSettings(retrievers=("late",))), INDEX)
