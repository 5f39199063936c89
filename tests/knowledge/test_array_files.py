from pathlib import Path

import numpy as np
import pytest

from knowledge.array_files import map_array, save_arrays
from knowledge.errors import CorruptIndexError


def test_arrays_come_back_as_they_were_saved(tmp_path: Path) -> None:
    arrays = {"some": np.array([[1, 2]], dtype=np.int8), "none": np.zeros((0, 3), dtype=np.int8)}
    save_arrays(tmp_path / "new", arrays)
    for name, array in arrays.items():
        found = map_array(tmp_path / "new", name, np.int8)
        assert (found.tolist(), found.shape) == (array.tolist(), array.shape)


def test_an_array_is_mapped_and_cannot_be_written(tmp_path: Path) -> None:
    save_arrays(tmp_path, {"some": np.arange(3, dtype=np.int32)})
    found = map_array(tmp_path, "some", np.int32)
    assert isinstance(found.base, np.memmap)
    with pytest.raises(ValueError, match="read-only"):
        found[0] = 7


@pytest.mark.parametrize("content", [None, b"", b"garbage" * 99, b"\x93NUMPY\x01\x00"])
def test_a_missing_or_damaged_file_is_named_with_the_command(tmp_path: Path, content: bytes | None) -> None:
    if content is not None:
        (tmp_path / "some.npy").write_bytes(content)
    with pytest.raises(CorruptIndexError, match=r"some\.npy cannot be read.*support kb sync --rebuild DIR"):
        map_array(tmp_path, "some", np.int32)


def test_another_type_of_number_is_refused(tmp_path: Path) -> None:
    save_arrays(tmp_path, {"some": np.arange(3)})
    with pytest.raises(CorruptIndexError, match="holds int64 numbers, wanted int32"):
        map_array(tmp_path, "some", np.int32)
