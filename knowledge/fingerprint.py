"""What an index was built with, so that two vector spaces never meet."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from pathlib import Path

from knowledge.bm25 import tokeniser_version
from knowledge.embedding import Embedder
from knowledge.errors import FingerprintMismatchError
from knowledge.late import TOKEN_VECTORS
from knowledge.settings import KnowledgeSettings
from knowledge.sparse_encoding import open_sparse_encoder
from knowledge.splitting import SPLITTER_VERSION
from knowledge.types import RetrieverName, Value

PARTS: Mapping[RetrieverName, tuple[str, ...]] = {
    "sparse": ("sparse_encoder", "sparse_weights_sha256"),
    "late": ("token_vectors",),
}
"""The fields of each retriever that not every index can serve; empty where the index has nothing for it."""


class Fingerprint(Value):
    """Everything that decides which vectors and tokens an article gives."""

    embedder: str
    weights_sha256: str
    dimension: int
    window: int
    query_prompt: str = ""
    passage_prompt: str = ""
    normalised: bool = True
    splitter: str
    tokeniser: str
    blurbs: str = "none"
    sparse_encoder: str = ""
    sparse_weights_sha256: str = ""
    token_vectors: str = ""
    """How late interaction's vectors are kept; the embedder makes them."""

    @property
    def parts(self) -> tuple[RetrieverName, ...]:
        """The retrievers that it can serve beside BM25 and dense."""
        return tuple(name for name, fields in PARTS.items() if getattr(self, fields[0]))

    def with_parts(self, names: Collection[RetrieverName]) -> Fingerprint:
        """The same with no part but these."""
        dropped = {field: "" for name, fields in PARTS.items() if name not in names for field in fields}
        return self.model_copy(update=dropped)


def fingerprint(embedder: Embedder, settings: KnowledgeSettings) -> Fingerprint:
    """The fingerprint of an index that these settings would build.

    Raises:
        ModelError: the sparse encoder that they name is not on this machine.
    """
    sparse = open_sparse_encoder(settings)
    return Fingerprint(
        embedder=embedder.name,
        weights_sha256=embedder.weights_sha256,
        dimension=embedder.dimension,
        window=embedder.window,
        query_prompt=getattr(embedder, "query_prompt", ""),
        passage_prompt=getattr(embedder, "passage_prompt", ""),
        splitter=_splitter(settings),
        tokeniser=tokeniser_version(),
        blurbs=settings.blurbs,
        sparse_encoder=sparse.name if sparse else "",
        sparse_weights_sha256=sparse.weights_sha256 if sparse else "",
        token_vectors=TOKEN_VECTORS if "late" in settings.retrievers else "",
    )


def _splitter(settings: KnowledgeSettings) -> str:
    meaning = "+meaning" if settings.meaning else ""
    return f"{SPLITTER_VERSION}{meaning}/{settings.min_passage_tokens}/{settings.overlap_share:g}"


def require_same(recorded: Fingerprint, wanted: Fingerprint, folder: Path) -> None:
    """Refuse an index that another model, splitter or tokeniser built, or that lacks what a retriever needs.

    What the index has for a retriever that is not wanted does no harm.

    Raises:
        FingerprintMismatchError: names both, and the command that rebuilds, or the one that adds what is missing.
    """
    missing = missing_parts(recorded, wanted)
    shared = [name for name in wanted.parts if name not in missing]
    _require_equal(recorded.with_parts(shared), wanted.with_parts(shared), folder)
    if missing:
        raise FingerprintMismatchError(
            f"The index in {folder} has nothing for the retriever {' and '.join(missing)}, which `knowledge.retrievers` "
            "in the settings names. Run `support kb sync DIR`, which adds it."
        )


def missing_parts(recorded: Fingerprint, wanted: Fingerprint) -> tuple[RetrieverName, ...]:
    """The retrievers that are wanted and for which the recorded index has nothing."""
    return tuple(name for name in wanted.parts if name not in recorded.parts)


def _require_equal(recorded: Fingerprint, wanted: Fingerprint, folder: Path) -> None:
    if recorded == wanted:
        return
    if _embedder(recorded) != _embedder(wanted):
        found, named = _model(recorded), _model(wanted)
    elif _sparse(recorded) != _sparse(wanted):
        found, named = _sparse(recorded), _sparse(wanted)
    else:
        differing = [name for name in Fingerprint.model_fields if getattr(recorded, name) != getattr(wanted, name)]
        found = ", ".join(f"{name} {getattr(recorded, name)!r}" for name in differing)
        named = ", ".join(f"{name} {getattr(wanted, name)!r}" for name in differing)
    raise FingerprintMismatchError(
        f"The index in {folder} was built with {found}; the settings name {named}. Run `support kb sync --rebuild DIR`."
    )


def _embedder(found: Fingerprint) -> tuple[str, str]:
    return found.embedder, found.weights_sha256


def _model(found: Fingerprint) -> str:
    return f"{found.embedder} (weights {found.weights_sha256[:8]}, {found.dimension} numbers a passage)"


def _sparse(found: Fingerprint) -> str:
    return f"the sparse encoder {found.sparse_encoder} (weights {found.sparse_weights_sha256[:8]})"
