"""Models by hub name. The only file that imports huggingface_hub; the network is used only where a setting allows it."""

from __future__ import annotations

import re
from pathlib import Path

from knowledge.errors import ModelError

READ = ["*.safetensors", "*.json", "*.txt"]
"""Files that are taken from the hub; no pickle is among them."""

_HUB_NAME = re.compile(r"[A-Za-z0-9][\w.-]*/[A-Za-z0-9][\w.-]*")


def is_hub_name(name: str) -> bool:
    """Whether a name has the shape `organisation/model`."""
    return _HUB_NAME.fullmatch(name) is not None


def hub_snapshot(name: str, allow_fetch: bool, cache: Path | None = None) -> Path | None:
    """The folder of a model in the hub's cache on this machine; None where it is not there and must not be fetched.

    What is in the cache is used as it is, so that a model changes only when somebody removes it from there.

    Args:
        name: `organisation/model`.
        allow_fetch: whether the network may be used where the cache does not hold the weights.
        cache: folder of the cache; the usual one where None.

    Raises:
        ModelError: the model could not be fetched.
    """
    from huggingface_hub import snapshot_download
    from huggingface_hub.errors import HFValidationError, LocalEntryNotFoundError

    try:
        cached = Path(snapshot_download(name, cache_dir=cache, local_files_only=True, allow_patterns=READ))
    except LocalEntryNotFoundError:
        cached = None
    if not allow_fetch or (cached is not None and any(cached.glob("*.safetensors"))):
        return cached
    try:
        return Path(snapshot_download(name, cache_dir=cache, allow_patterns=READ))
    except (OSError, HFValidationError) as error:
        reason = str(error).strip().partition("\n")[0] or type(error).__name__
        raise ModelError(
            f"The model {name} could not be fetched from the hub: {reason} "
            "Wanted an existing name and a connection. Check both, then run `support doctor`."
        ) from error
