from __future__ import annotations

import pytest

from agent.web.errors import PayloadError
from agent.web.helpdesks.payloads import Payload, read_payload


class Inner(Payload):
    id: str
    count: int = 0


class Outer(Payload):
    items: tuple[Inner, ...] = ()


def test_numbers_become_ids_and_unknown_fields_are_passed_over() -> None:
    found = read_payload(Outer, b'{"items": [{"id": 7, "new": {}}], "more": null}', "desk")
    assert found == Outer(items=(Inner(id="7"),))


def test_error_names_the_field_and_never_what_stands_in_it() -> None:
    with pytest.raises(PayloadError, match=r"desk cannot be read: items\.0\.count is wrong \(int_parsing\)") as raised:
        read_payload(Outer, b'{"items": [{"id": "1", "count": "my card is 4111"}]}', "desk")
    assert "4111" not in str(raised.value)
    assert raised.value.__cause__ is None
    with pytest.raises(PayloadError, match=r"desk cannot be read: the body is wrong \(json_invalid\)"):
        read_payload(Outer, b"{", "desk")


@pytest.mark.parametrize("body", [b"", b"{", b"\xff", b"[]", b"[" * 100_000, b'{"items": [{"id": "\\ud800"}]}'])
def test_body_that_is_no_such_json_is_refused(body: bytes) -> None:
    with pytest.raises(PayloadError, match="of desk cannot be read"):
        read_payload(Outer, body, "desk")
