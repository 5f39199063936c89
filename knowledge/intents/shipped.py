"""The intent head that comes with the package."""

from __future__ import annotations

from pathlib import Path

from knowledge.intents.head import IntentHead, load_head

NAME = "intents-1"
FOLDER = Path(__file__).parent.parent / "models" / "shipped" / "intents"
MANIFEST_SHA256 = "49f86cfee67bb7ea28b15768c20a9cc0c463f94a4597bcbcd94040498cf67d95"
"""Of its manifest.json, which holds the hash of the weights."""
SHIPPED_AGAIN = "Run `git checkout -- knowledge/models/shipped` in a clone, or install the package again."


def open_shipped_head(embedder_sha256: str) -> IntentHead:
    """The shipped head, for an embedder with these weights.

    Raises:
        ModelError: a file is damaged, or it was fitted on another embedder's vectors.
    """
    return load_head(FOLDER, embedder_sha256, MANIFEST_SHA256, SHIPPED_AGAIN)
