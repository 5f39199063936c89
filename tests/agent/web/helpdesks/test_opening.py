from __future__ import annotations

import pytest
from pydantic import ValidationError

from agent.web.helpdesks.standard_webhooks import StandardSettings
from tests.agent.web.helpdesks.desks import DESKS, SETTINGS, UNUSED


@pytest.mark.parametrize("desk", DESKS, ids=lambda desk: desk.kind)
def test_kind_opens_its_adapter_and_calls_nobody(desk: object) -> None:
    helpdesk = desk.open(UNUSED)  # type: ignore[attr-defined]
    assert (helpdesk.name, helpdesk.settings.kind) == ("desk", desk.kind)  # type: ignore[attr-defined]


def test_settings_that_name_no_kind_are_those_of_standard_webhooks() -> None:
    told = {"secrets": [DESKS[0].secret], "send_url": "https://shop.example/hooks"}
    assert isinstance(SETTINGS.validate_python(told), StandardSettings)


def test_kind_that_nobody_knows_is_refused() -> None:
    with pytest.raises(ValidationError, match="standard"):
        SETTINGS.validate_python({"kind": "carrier-pigeon"})
