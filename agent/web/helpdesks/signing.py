"""Proofs of who sent a delivery: keyed hashes (RFC 2104) and shared secrets, compared in constant time.

Whatever a stranger sends ends in a SignatureError and in nothing else. Its words are for our log: they hold nothing of
what was sent.
"""

from __future__ import annotations

import base64
import binascii
import hmac
import math
import re
from collections.abc import Callable, Iterable, Sequence
from datetime import datetime
from typing import Literal

from pydantic import SecretStr

from agent.web.envelope import Delivery
from agent.web.errors import SignatureError

Clock = Callable[[], datetime]
"""The time now, with its zone."""

_SECONDS = re.compile(r"[0-9]{1,12}(?:\.[0-9]{1,9})?", re.ASCII)


def header(delivery: Delivery, name: str) -> str:
    """A header that has to be there.

    Raises:
        SignatureError: it is not, or is empty.
    """
    value = delivery.headers.get(name, "")
    if not value:
        raise SignatureError(f"The header {name} is missing.")
    return value


def require_hash(
    signed: bytes,
    given: str,
    secrets: Iterable[SecretStr],
    digest: Literal["sha1", "sha256"] = "sha256",
    written: Literal["hex", "base64"] = "hex",
) -> None:
    """Refuse a hash that none of the secrets gives; hex may be in capitals.

    Raises:
        SignatureError: it is not theirs.
    """
    found = _bytes_of(given, written)
    if not _is_any(found, [hmac.new(as_bytes(one), signed, digest).digest() for one in secrets]):
        raise SignatureError("The signature is not that of the body.")


def require_secret(given: str, secrets: Iterable[SecretStr]) -> None:
    """Refuse a text that is none of the secrets, for helpdesks that sign nothing.

    Raises:
        SignatureError: it is none.
    """
    if not _is_any(given.encode("utf-8", "surrogatepass"), [as_bytes(one) for one in secrets]):
        raise SignatureError("The shared secret is not the one that is set.")


def require_fresh(at: float, now: datetime, tolerance_s: float) -> None:
    """Refuse a signed time, in Unix seconds, that is too far from now either way.

    Raises:
        SignatureError: it is.
    """
    off = abs(now.timestamp() - at)
    if not math.isfinite(off) or off > tolerance_s:
        raise SignatureError(f"The signed time is off by more than {tolerance_s:g} s.")


def unix_seconds(text: str) -> float:
    """A time in Unix seconds.

    Raises:
        SignatureError: it is none.
    """
    if not _SECONDS.fullmatch(text):
        raise SignatureError("The signed time is no number of seconds.")
    return float(text)


def iso_seconds(text: str) -> float:
    """A time in ISO 8601 with its zone, as Unix seconds.

    Raises:
        SignatureError: it is none.
    """
    try:
        at = datetime.fromisoformat(text)
        if at.tzinfo is None:
            raise SignatureError("The signed time has no zone.")
        return at.timestamp()
    except (ValueError, OverflowError):
        raise SignatureError("The signed time is no ISO 8601 time.") from None


def as_bytes(secret: SecretStr) -> bytes:
    """A secret as a key."""
    return secret.get_secret_value().encode("utf-8", "surrogatepass")


def _is_any(given: bytes, wanted: Sequence[bytes]) -> bool:
    """Compares with all of them, so that the time tells not which one it is."""
    same = [hmac.compare_digest(given, one) for one in wanted]
    return bool(given) and any(same)


def _bytes_of(text: str, written: str) -> bytes:
    try:
        return bytes.fromhex(text) if written == "hex" else base64.b64decode(text, validate=True)
    except (ValueError, binascii.Error):
        raise SignatureError(f"The signature is no {written}.") from None
