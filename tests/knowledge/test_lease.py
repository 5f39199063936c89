import gc
from pathlib import Path

import pytest

from knowledge.lease import Lease, unless_leased


def is_free(folder: Path) -> bool:
    with unless_leased(folder) as free:
        return free


def test_a_folder_is_leased_until_the_last_lease_is_given_back(tmp_path: Path) -> None:
    first, second = Lease(tmp_path), Lease(tmp_path)
    assert not is_free(tmp_path)
    first.release()
    first.release()
    assert not is_free(tmp_path)
    second.release()
    assert is_free(tmp_path)


def test_a_lease_that_nobody_holds_any_more_ends(tmp_path: Path) -> None:
    lease: Lease | None = Lease(tmp_path)
    assert not is_free(tmp_path)
    lease = None
    gc.collect()
    assert is_free(tmp_path), lease


def test_a_folder_that_is_being_deleted_cannot_be_leased(tmp_path: Path) -> None:
    with unless_leased(tmp_path) as free:
        assert free
        with pytest.raises(BlockingIOError):
            Lease(tmp_path)
    Lease(tmp_path).release()
