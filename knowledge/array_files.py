"""Arrays of a state of the index as .npy files, memory-mapped when they are read."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from knowledge.errors import CorruptIndexError

REBUILD = "Run `support kb sync --rebuild DIR`."


def save_arrays(folder: Path, arrays: Mapping[str, NDArray[Any]]) -> None:
    """Write each array as `<name>.npy` into a folder, which is made where it is not there."""
    folder.mkdir(parents=True, exist_ok=True)
    for name, array in arrays.items():
        np.save(folder / f"{name}.npy", array, allow_pickle=False)


def map_array(folder: Path, name: str, dtype: type[np.generic]) -> NDArray[Any]:
    """The array of `<name>.npy`, memory-mapped and read-only.

    Raises:
        CorruptIndexError: the file is missing or damaged, or holds another type of number.
    """
    path = folder / f"{name}.npy"
    try:
        found = np.load(path, mmap_mode="r", allow_pickle=False)
    except (OSError, ValueError, EOFError) as error:
        raise CorruptIndexError(f"{path} cannot be read ({error}). {REBUILD}") from error
    if found.dtype != dtype:
        raise CorruptIndexError(f"{path} holds {found.dtype} numbers, wanted {np.dtype(dtype)}. {REBUILD}")
    return np.asarray(found)
