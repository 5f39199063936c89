"""Proofs of a delivery, with numbers that anyone can check: `printf %s hello | openssl dgst -sha256 -hmac KEY`."""

from __future__ import annotations

import base64
from datetime import UTC, datetime
from typing import Literal

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pydantic import SecretStr

from agent.web.envelope import Delivery
from agent.web.errors import SignatureError
from agent.web.helpdesks.signing import header, iso_seconds, require_fresh, require_hash, require_secret, unix_seconds

KEY = (SecretStr("0123456789abcdef"),)
TWO = (SecretStr("another-secret-01"), *KEY)
NOW = datetime(2026, 1, 2, 3, 4, 5, tzinfo=UTC)


def hashed(body: bytes, digest: str, key: str = "0123456789abcdef") -> bytes:
    import hmac

    return hmac.digest(key.encode(), body, digest)


def test_hash_is_that_of_rfc_4231() -> None:
    """Test case 2 of RFC 4231 and of RFC 2202: key "Jefe"."""
    said, key = b"what do ya want for nothing?", [SecretStr("Jefe")]
    require_hash(said, "5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843", key)
    require_hash(said, "EFFCDF6AE5EB2FA2D27416D5F184DF9C259A7C79", key, digest="sha1")
    with pytest.raises(SignatureError):
        require_hash(said, "effcdf6ae5eb2fa2d27416d5f184df9c259a7c79", key)


@pytest.mark.parametrize("digest", ["sha1", "sha256"])
def test_hash_of_any_of_the_secrets_is_taken_and_no_other(digest: Literal["sha1", "sha256"]) -> None:
    right = hashed(b"hello", digest)
    require_hash(b"hello", right.hex(), TWO, digest)
    require_hash(b"hello", base64.b64encode(right).decode(), KEY, digest, "base64")
    for body, secrets in ((b"hellp", TWO), (b"hello", TWO[:1]), (b"hello", ())):
        with pytest.raises(SignatureError):
            require_hash(body, right.hex(), secrets, digest)


def test_base64_is_taken_as_it_was_written_and_in_no_other_way() -> None:
    right = base64.b64encode(hashed(b"hello", "sha256")).decode()
    for wrong in (f"!{right}", right[:5] + "\n" + right[5:], right.rstrip("=")):
        with pytest.raises(SignatureError):
            require_hash(b"hello", wrong, KEY, "sha256", "base64")


@given(given=st.text(max_size=80), written=st.sampled_from(["hex", "base64"]))
def test_no_text_is_a_hash_by_chance_or_breaks_the_check(given: str, written: Literal["hex", "base64"]) -> None:
    with pytest.raises(SignatureError):
        require_hash(b"hello", given, KEY, "sha256", written)


@given(given=st.text(max_size=40, alphabet=st.characters(exclude_categories=())))
def test_no_text_is_a_secret_by_chance(given: str) -> None:
    if given != "0123456789abcdef":
        with pytest.raises(SignatureError):
            require_secret(given, TWO)


def test_half_a_letter_is_no_secret_and_breaks_nothing() -> None:
    with pytest.raises(SignatureError):
        require_secret("\ud800", TWO)
    require_secret("\ud800" * 16, [SecretStr("\ud800" * 16)])


def test_secret_is_taken_whole_and_an_empty_one_never() -> None:
    require_secret("0123456789abcdef", TWO)
    for wrong in ("0123456789abcde", "0123456789abcdef ", ""):
        with pytest.raises(SignatureError):
            require_secret(wrong, (*TWO, SecretStr("")))


@pytest.mark.parametrize(("text", "seconds"), [("1767323045", 1767323045.0), ("12.5", 12.5)])
def test_unix_time_is_read(text: str, seconds: float) -> None:
    assert unix_seconds(text) == seconds


@pytest.mark.parametrize("text", ["", "NaN", "inf", "-1", "+1", "1e9", "1_0", " 1", "٣", "9" * 13, "0x10"])
def test_what_is_no_unix_time_is_refused(text: str) -> None:
    with pytest.raises(SignatureError):
        unix_seconds(text)


def test_iso_time_is_read_with_its_zone_only() -> None:
    assert iso_seconds("2026-01-02T03:04:05Z") == NOW.timestamp()
    assert iso_seconds("2026-01-02T05:04:05+02:00") == NOW.timestamp()
    for wrong in ("2026-01-02T03:04:05", "yesterday", "", "0001-01-01T00:00:00+23:59", "2026-13-01T00:00:00Z"):
        with pytest.raises(SignatureError):
            require_fresh(iso_seconds(wrong), NOW, 300)


def test_time_may_be_off_by_the_tolerance_both_ways_and_no_more() -> None:
    at = NOW.timestamp()
    for off in (-300, 0, 300):
        require_fresh(at + off, NOW, 300)
    for off in (-300.5, 300.5, float("nan"), float("inf")):
        with pytest.raises(SignatureError):
            require_fresh(at + off, NOW, 300)


def test_header_that_is_missing_is_named() -> None:
    assert header(Delivery(headers={"x-a": "b"}), "x-a") == "b"
    with pytest.raises(SignatureError, match="The header x-b is missing"):
        header(Delivery(headers={"x-a": "b"}), "x-b")
