"""Reading what a helpdesk sends: fields that we do not know are passed over, and errors hold none of its text."""

from __future__ import annotations

from typing import TypeVar

from pydantic import BaseModel, ConfigDict, ValidationError

from agent.web.errors import PayloadError


class Payload(BaseModel):
    """Base of all that is read of a helpdesk; an id that comes as a number is kept as a text."""

    model_config = ConfigDict(frozen=True, extra="ignore", coerce_numbers_to_str=True)


P = TypeVar("P", bound=Payload)


def read_payload(model: type[P], body: bytes, name: str) -> P:
    """The body of a delivery.

    Raises:
        PayloadError: it is no JSON, or a field that is needed is missing or of another kind.
    """
    try:
        return model.model_validate_json(body)
    except ValidationError as error:
        raise PayloadError(f"A delivery of {name} cannot be read: {what_is_wrong(error)}.") from None


def what_is_wrong(error: ValidationError) -> str:
    """The first fault, by the name of its field alone."""
    first = error.errors(include_input=False, include_context=False, include_url=False)[0]
    where = ".".join(str(part) for part in first["loc"])
    return f"{where or 'the body'} is wrong ({first['type']})"
