"""The key of the sessions: made once, for its owner alone, or named and long enough."""

from __future__ import annotations

import stat
from pathlib import Path

import pytest

from agent.errors import SettingsError
from agent.web.desk.keys import signing_key


def test_key_is_made_once_and_only_its_owner_may_read_it(tmp_path: Path) -> None:
    first = signing_key(tmp_path / "home", None)
    assert len(first) == 64
    assert signing_key(tmp_path / "home", None) == first
    assert stat.S_IMODE((tmp_path / "home" / "desk.key").stat().st_mode) == 0o600
    assert [path.name for path in (tmp_path / "home").iterdir()] == ["desk.key"]


def test_two_data_folders_have_two_keys(tmp_path: Path) -> None:
    assert signing_key(tmp_path / "a", None) != signing_key(tmp_path / "b", None)


def test_named_key_is_read_and_none_is_made(tmp_path: Path) -> None:
    (tmp_path / "key").write_text("0123456789abcdef\n")
    assert signing_key(tmp_path, tmp_path / "key") == b"0123456789abcdef"
    assert not (tmp_path / "desk.key").exists()


def test_short_key_is_refused_without_telling_it(tmp_path: Path) -> None:
    (tmp_path / "key").write_text("letmein")
    with pytest.raises(SettingsError, match="7 bytes, wanted 16") as found:
        signing_key(tmp_path, tmp_path / "key")
    assert "letmein" not in str(found.value)


def test_missing_key_is_named(tmp_path: Path) -> None:
    with pytest.raises(SettingsError, match=r"openssl rand -hex 32 > .*nowhere"):
        signing_key(tmp_path, tmp_path / "nowhere")
