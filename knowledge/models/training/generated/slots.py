"""Values that fill the templates, in the forms that people write them in."""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import date, timedelta

# fmt: off
NUMBER_WORDS = (
    "zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve",
    "thirteen", "fourteen", "fifteen", "sixteen", "seventeen", "eighteen", "nineteen", "twenty",
)
# fmt: on

Forms = tuple[str, ...]
"""Ways to write one value; all mean the same."""


@dataclass(frozen=True)
class Slot:
    """Draws a value, and one that differs from it."""

    draw: Callable[[random.Random], Forms]

    def pair(self, rng: random.Random) -> tuple[Forms, Forms]:
        """Two values that share no form."""
        first = self.draw(rng)
        while True:
            second = self.draw(rng)
            if not set(first) & set(second):
                return first, second


def duration(rng: random.Random) -> Forms:
    """`14 days`, `fourteen days`, `two weeks`."""
    unit, most = rng.choice(
        (("day", 90), ("business day", 15), ("hour", 72), ("week", 12), ("month", 24), ("minute", 90))
    )
    count = rng.choice((1, 2, 3, 4, 5, 6, 7, 10, 12, 14, 15, 20, 21, 24, 28, 30, 36, 45, 48, 60, 72, 90))
    count = min(count, most)
    noun = unit if count == 1 else f"{unit}s"
    forms = [f"{count} {noun}"]
    if count < len(NUMBER_WORDS):
        forms.append(f"{NUMBER_WORDS[count]} {noun}")
    if unit == "day" and count % 7 == 0 and count <= 28:
        weeks = count // 7
        forms.append(f"{NUMBER_WORDS[weeks]} week{'s' * (weeks > 1)}")
    if unit == "hour" and count in (24, 48, 72):
        forms.append(f"{count // 24} day{'s' * (count > 24)}")
    if unit == "month" and count == 12:
        forms.append("one year")
    return tuple(forms)


def money(rng: random.Random) -> Forms:
    """`$6.50`, `6.50 USD`, `6.50 dollars`."""
    cents = rng.choice((0, 0, 50, 90, 95, 99, 25, 75))
    whole = rng.choice(
        (2, 3, 4, 5, 6, 8, 9, 10, 12, 15, 19, 20, 25, 29, 35, 39, 40, 49, 50, 60, 75, 80, 99, 100, 120, 150, 249)
    )
    amount = f"{whole}.{cents:02}" if cents else rng.choice((f"{whole}", f"{whole}.00"))
    symbol, code, word = rng.choice((("$", "USD", "dollars"), ("€", "EUR", "euros"), ("£", "GBP", "pounds")))
    return (f"{symbol}{amount}", f"{amount} {code}", f"{amount} {word}", f"{code} {amount}")


def percent(rng: random.Random) -> Forms:
    """`15 %`, `15%`, `15 percent`."""
    share = rng.choice((2, 3, 5, 8, 10, 12, 15, 18, 20, 25, 30, 33, 40, 50, 60, 70, 75, 80, 90))
    return (f"{share}%", f"{share} %", f"{share} percent", f"{share} per cent")


def count(rng: random.Random) -> Forms:
    """`3`, `three`."""
    number = rng.randint(2, 19)
    return (str(number), NUMBER_WORDS[number])


def day(rng: random.Random) -> Forms:
    """`2026-03-04`, `4 March 2026`, `March 4, 2026`, `March 4`."""
    drawn = date(2025, 1, 1) + timedelta(days=rng.randrange(900))
    month = drawn.strftime("%B")
    return (
        drawn.isoformat(),
        f"{drawn.day} {month} {drawn.year}",
        f"{month} {drawn.day}, {drawn.year}",
        f"{drawn.strftime('%b')} {drawn.day}, {drawn.year}",
    )


def weekday(rng: random.Random) -> Forms:
    """A day of the week."""
    return (rng.choice(("Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday")),)


def clock(rng: random.Random) -> Forms:
    """`2 p.m.`, `14:00`."""
    hour = rng.randint(7, 20)
    half = hour % 12 or 12
    suffix = "p.m." if hour >= 12 else "a.m."
    return (f"{hour:02}:00", f"{half} {suffix}", f"{half}:00 {suffix}")


def one_of(*values: str) -> Callable[[random.Random], Forms]:
    """Draws one of these; forms of one value are joined by `|`."""
    split = [tuple(value.split("|")) for value in values]
    return lambda rng: rng.choice(split)


def order_number(rng: random.Random) -> Forms:
    """`ORD-10482`, `order 10482` style numbers."""
    return (f"ORD-{rng.randint(10_000, 99_999)}",)


def tracking_number(rng: random.Random) -> Forms:
    """A carrier's number."""
    letters = "".join(rng.choice("ABCDEFGHJKLMNPRSTUVXYZ") for _ in range(2))
    return (f"{letters}{rng.randint(10**7, 10**9)}",)


VALUES: Mapping[str, Callable[[random.Random], Forms]] = {
    "duration": duration,
    "money": money,
    "percent": percent,
    "count": count,
    "day": day,
    "weekday": weekday,
    "clock": clock,
    "order": order_number,
    "tracking": tracking_number,
}
"""Slots that draw typed values; the families add those that draw words."""
