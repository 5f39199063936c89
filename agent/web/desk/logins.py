"""Trying the password: compared in constant time, and only a few wrong ones a minute from one address."""

from __future__ import annotations

import hmac
from dataclasses import dataclass, field
from ipaddress import IPv6Address, ip_address, ip_network
from threading import Lock
from typing import TYPE_CHECKING, Literal

if TYPE_CHECKING:
    from limits import RateLimitItem
    from limits.strategies import MovingWindowRateLimiter

WRONG_TRIES = "5/minute"
AGAIN_AFTER_S = 60

Tried = Literal["in", "wrong", "too_often"]


@dataclass(frozen=True)
class Logins:
    """Counts wrong passwords in this process's memory."""

    password: str
    limiter: MovingWindowRateLimiter
    wrong: RateLimitItem
    lock: Lock = field(default_factory=Lock)

    def try_(self, password: str, address: str) -> Tried:
        """Whether a password opens the page; after too many wrong ones not even the right one does."""
        place = _place(address)
        with self.lock:  # between looking and counting nobody else may try
            if not self.limiter.test(self.wrong, "login", place):
                return "too_often"
            if hmac.compare_digest(password.encode(), self.password.encode()):
                return "in"
            self.limiter.hit(self.wrong, "login", place)
        return "wrong"


def open_logins(password: str) -> Logins:
    """The tries of a page with this password."""
    from limits import parse
    from limits.storage import MemoryStorage
    from limits.strategies import MovingWindowRateLimiter

    return Logins(password, MovingWindowRateLimiter(MemoryStorage()), parse(WRONG_TRIES))


def _place(address: str) -> str:
    """Where tries come from: the address, of IPv6 the network, whose addresses one household has all of."""
    try:
        found = ip_address(address)
    except ValueError:
        return address
    return str(ip_network((found, 64), strict=False)) if isinstance(found, IPv6Address) else address
