from __future__ import annotations

import pytest
from pydantic import SecretStr, ValidationError

from tests.agent.web.helpdesks.desks import DESKS, SETTINGS, UNUSED, Desk

each = pytest.mark.parametrize("desk", DESKS, ids=lambda desk: desk.kind)


def told(desk: Desk, **more: object) -> object:
    return SETTINGS.validate_python({"kind": desk.kind, "secrets": [desk.secret], **desk.more(UNUSED), **more})


@each
def test_short_secret_is_refused_with_words_and_not_shown(desk: Desk) -> None:
    with pytest.raises(ValidationError, match="a secret is shorter than 16 characters") as raised:
        told(desk, secrets=["tooshort-1"])
    assert "tooshort" not in str(raised.value)


@each
def test_two_secrets_are_taken_while_they_change_and_three_are_not(desk: Desk) -> None:
    told(desk, secrets=[desk.secret, desk.other_secret])
    with pytest.raises(ValidationError):
        told(desk, secrets=[desk.secret] * 3)


@each
def test_one_secret_may_be_a_text_and_is_not_shown(desk: Desk) -> None:
    settings = told(desk, secrets=desk.secret)
    assert settings.secrets == (SecretStr(desk.secret),)  # type: ignore[attr-defined]
    assert desk.secret not in repr(settings)


@each
def test_no_secret_at_all_is_refused(desk: Desk) -> None:
    with pytest.raises(ValidationError):
        told(desk, secrets=[])


@each
def test_unknown_key_is_refused(desk: Desk) -> None:
    with pytest.raises(ValidationError, match="Extra inputs are not permitted"):
        told(desk, sercet="x")


@each
@pytest.mark.parametrize(
    "url",
    [
        "http://desk.example",
        "desk.example",
        "ftp://desk.example",
        "https://",
        "https://a:b@desk.example",
        "https://x/?y=1",
    ],
)
def test_address_is_https_with_nothing_but_a_path(desk: Desk, url: str) -> None:
    with pytest.raises(ValidationError, match="wanted an"):
        told(desk, **{"send_url" if desk.kind == "standard" else "url": url})


@each
@pytest.mark.parametrize("token", ["", "a b\nc", "tök", "x\r\nX-Admin: 1", " x"])
def test_token_that_no_header_can_hold_is_refused_and_not_shown(desk: Desk, token: str) -> None:
    with pytest.raises(ValidationError, match="a token is empty or has blanks") as raised:
        told(desk, token=token)
    assert "X-Admin" not in str(raised.value)
