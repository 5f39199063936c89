"""Numbers and letters that are near a given one and not it, for errors that a reader could overlook."""

from __future__ import annotations

from decimal import Decimal
from random import Random

MONTHS = (
    "January",
    "February",
    "March",
    "April",
    "May",
    "June",
    "July",
    "August",
    "September",
    "October",
    "November",
    "December",
)

NUMBER_WORDS = dict(
    enumerate(
        [
            "two",
            "three",
            "four",
            "five",
            "six",
            "seven",
            "eight",
            "nine",
            "ten",
            "eleven",
            "twelve",
            "thirteen",
            "fourteen",
            "fifteen",
        ],
        2,
    )
)
"""From two; `one` is an article as well."""

WORD_NUMBERS = {word: number for number, word in NUMBER_WORDS.items()}


def other_number(number: int, rng: Random) -> int:
    """A whole number above 0 that differs from the given one by little."""
    step = rng.choice((1, 2, 5) if number < 20 else (1, 5, 10, 15, number))
    return number - step if number > step and rng.random() < 0.5 else number + step


def other_amount(written: str, rng: Random) -> str:
    """An amount in the form of the given one: `1,249.00` may become `1,254.00`, `45` never `45.00`."""
    amount = Decimal(written.replace(",", ""))
    other = amount + rng.choice((1, 2, 5, 10, 20)) if rng.random() < 0.7 or amount < 3 else amount * 2
    form = f",.{max(0, -int(amount.as_tuple().exponent))}f"
    plain = format(other, form)
    return plain if "," in written else plain.replace(",", "")


def other_digit(written: str, rng: Random) -> str:
    """The text with one of its digits changed; a leading one only where it is the only one."""
    places = [n for n, mark in enumerate(written) if mark.isdigit()]
    place = rng.choice(places[1:] or places)
    digit = rng.choice([mark for mark in "123456789" if mark != written[place]])
    return written[:place] + digit + written[place + 1 :]


def match_case(model: str, text: str) -> str:
    """The text with a capital where the model has one."""
    return text[:1].upper() + text[1:] if model[:1].isupper() else text
