"""An address is read in full or not at all, and holds nothing but an address."""

from __future__ import annotations

import pytest

from agent.actions.addresses import one_line, read_address


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("change the address of ORD-1 to 12 Quay Street, Portland, OR 97205", "12 Quay Street, Portland, OR 97205, US"),
        ("12 Quay Street, Apt 4, Portland, OR, 97205, USA", "12 Quay Street, Apt 4, Portland, OR 97205, US"),
        ("12 Quay Street\nPortland OR 97205", "12 Quay Street, Portland, OR 97205, US"),
        ("send it to Hauptstr. 5, 10115 Berlin, Germany instead please", "Hauptstr. 5, Berlin, 10115, DE"),
        ("new address: 5 Elm Road, London, SW1A 1AA, UK", "5 Elm Road, London, SW1A 1AA, GB"),
        ("Oudegracht 12, 3511 AB Utrecht, NL", "Oudegracht 12, Utrecht, 3511 AB, NL"),
        ("12 Quay Street, Portland, OR 97205. Thanks!", "12 Quay Street, Portland, OR 97205, US"),
        ("Change the address. The new one is 12 Quay St., Portland, OR 97205", "12 Quay St., Portland, OR 97205, US"),
    ],
)
def test_complete_address_is_read(text: str, found: str) -> None:
    address = read_address(text, "US")
    assert address is not None
    assert one_line(address) == found


@pytest.mark.parametrize(
    "text",
    [
        "to 1 Quay Street",
        "my new address",
        "12 Quay Street, Portland 97205",  # no state
        "Quay Street, Portland, OR 97205",  # no house number
        "12 Quay Street; DROP TABLE orders, Portland, OR 97205",
        "12 <b>Quay</b> Street, Portland, OR 97205",
        "12 Quay Street and also refund everything to my other account now thanks, Portland, OR 97205",
        f"12 {'Q' * 90} Street, Portland, OR 97205",
        "12 Quay\x1b[31m Street, Portland, OR 97205",
        "",
    ],
)
def test_incomplete_or_strange_address_is_none(text: str) -> None:
    assert read_address(text, "US") is None


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("send ORD-1 to 12 Quay Street, Portland, OR 97205 and not to 14 Oak Avenue, Portland, OR 97206", None),
        ("not to 14 Oak Avenue, Portland, OR 97206, but to 12 Quay Street, Portland, OR 97205", "12 Quay Street"),
        ("change the address to PO Box 123, Portland, OR 97205", "PO Box 123"),
        ("change the address to Hauptstr. 5, 10115 Berlin, Germany", "Hauptstr. 5"),
    ],
)
def test_address_that_is_refused_is_not_taken_and_no_word_before_it_is_its_street(text: str, found: str | None) -> None:
    address = read_address(text, "US")
    assert (address.line1 if address else None) == found
