"""What an index was built with, so that two vector spaces never meet."""

from __future__ import annotations

from pathlib import Path

from knowledge.bm25 import tokeniser_version
from knowledge.embedding import Embedder
from knowledge.errors import FingerprintMismatchError
from knowledge.settings import KnowledgeSettings
from knowledge.splitting import SPLITTER_VERSION
from knowledge.types import Value


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


def fingerprint(embedder: Embedder, settings: KnowledgeSettings) -> Fingerprint:
    """The fingerprint of an index that these settings would build."""
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
    )


def _splitter(settings: KnowledgeSettings) -> str:
    meaning = "+meaning" if settings.meaning else ""
    return f"{SPLITTER_VERSION}{meaning}/{settings.min_passage_tokens}/{settings.overlap_share:g}"


def require_same(recorded: Fingerprint, wanted: Fingerprint, folder: Path) -> None:
    """Refuse an index that another model, splitter or tokeniser built.

    Raises:
        FingerprintMismatchError: names both, and the command that rebuilds.
    """
    if recorded == wanted:
        return
    if (recorded.embedder, recorded.weights_sha256) != (wanted.embedder, wanted.weights_sha256):
        found, named = _model(recorded), _model(wanted)
    else:
        differing = [name for name in Fingerprint.model_fields if getattr(recorded, name) != getattr(wanted, name)]
        found = ", ".join(f"{name} {getattr(recorded, name)!r}" for name in differing)
        named = ", ".join(f"{name} {getattr(wanted, name)!r}" for name in differing)
    raise FingerprintMismatchError(
        f"The index in {folder} was built with {found}; the settings name {named}. Run `support kb sync --rebuild DIR`."
    )


def _model(found: Fingerprint) -> str:
    return f"{found.embedder} (weights {found.weights_sha256[:8]}, {found.dimension} numbers a passage)"
