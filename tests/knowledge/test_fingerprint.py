from dataclasses import dataclass, replace
from pathlib import Path

import pytest

from knowledge.errors import FingerprintMismatchError
from knowledge.fingerprint import fingerprint, require_same
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
