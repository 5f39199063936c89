"""What calls a wish off, and what does not."""

from __future__ import annotations

import pytest

from agent.actions.taken_back import is_taken_back


@pytest.mark.parametrize(
    "text",
    ["no, I don't want everything refunded", "never mind", "leave it", "Actually don't", "no thanks", "please don't"],
)
def test_wish_is_called_off(text: str) -> None:
    assert is_taken_back(text)


@pytest.mark.parametrize(
    "text",
    [
        "the whole order",
        "20 USD",
        "12 Quay Street, Portland, OR 97205",
        "no, the bowls",
        "all of it",
        '"never mind" they said',
    ],
)
def test_part_that_was_asked_for_calls_nothing_off(text: str) -> None:
    assert not is_taken_back(text)
