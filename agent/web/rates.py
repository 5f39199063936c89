"""How much may come in: per helpdesk and per sender, in a window that moves."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from limits import RateLimitItem
    from limits.strategies import MovingWindowRateLimiter


@dataclass(frozen=True)
class Rates:
    """Counts deliveries in this process's memory."""

    limiter: MovingWindowRateLimiter
    per_helpdesk: RateLimitItem
    per_sender: RateLimitItem

    def take_helpdesk(self, name: str) -> bool:
        """Whether one more delivery of a helpdesk may be taken; it is counted."""
        return self.limiter.hit(self.per_helpdesk, "helpdesk", name)

    def take_sender(self, name: str, sender: str) -> bool:
        """Whether one more delivery of a customer may be taken; it is counted."""
        return self.limiter.hit(self.per_sender, "sender", name, sender)


def open_rates(per_helpdesk: str, per_sender: str) -> Rates:
    """Rates as `limits` writes them: `60/minute`.

    Raises:
        ValueError: one is not written so.
    """
    from limits import parse
    from limits.storage import MemoryStorage
    from limits.strategies import MovingWindowRateLimiter

    return Rates(MovingWindowRateLimiter(MemoryStorage()), parse(per_helpdesk), parse(per_sender))
