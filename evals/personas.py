"""A customer who is played by a chat model: who they are, what they want, and by what record it is known that they have it."""

from __future__ import annotations

import difflib
from datetime import date
from pathlib import Path
from typing import Any

from pydantic import Field, ValidationError, model_validator

from agent.errors import InputError
from agent.types import Outcome, TurnResult
from knowledge.types import Value

DONE = ("done", "already_done")
UNKNOWN = "extra_forbidden"


class Reached(Value):
    """What the record of one turn must show for the goal to be reached; all that is named."""

    action: str | None = None
    """Kind of an action that was carried out: refund, cancel, address, resend."""
    order: str | None = None
    """Of that action."""
    outcome: tuple[Outcome, ...] = ()
    """The turn ended in one of these ways."""
    contains: str | None = None
    """Words of the reply; letter case makes no difference."""

    @model_validator(mode="after")
    def _names_something(self) -> Reached:
        if not (self.action or self.outcome or self.contains):
            raise ValueError("an action, an outcome or words of the reply")
        return self

    def by(self, turn: TurnResult) -> bool:
        """Whether a turn's record shows it; what the simulated customer says of it does not count."""
        acted = turn.decision or {}
        record = acted.get("record") or {}
        kind = ((record or {}).get("proposal") or {}).get("kind")
        return (
            (self.action is None or (kind == self.action and record.get("outcome") in DONE))
            and (self.order is None or acted.get("order_id") == self.order)
            and (not self.outcome or turn.outcome in self.outcome)
            and (self.contains is None or self.contains.casefold() in turn.reply.casefold())
        )


class Persona(Value):
    """A file of `support eval simulate`."""

    name: str = Field(min_length=1)
    who: str = Field(min_length=1)
    """How the customer is and writes, in a few sentences; the model is shown it."""
    goal: str = Field(min_length=1)
    """What they want; the model is shown it."""
    reached: Reached
    """The model is not shown it."""
    customer: str | None = None
    """The verified customer; None where nobody is signed in."""
    today: date | None = None
    """The day of the conversation; the day of the run where None."""


def read_persona(path: Path) -> Persona:
    """Read a persona from YAML.

    Raises:
        InputError: the file cannot be read, or a key is unknown, missing or of the wrong kind.
    """
    import yaml

    try:
        found = yaml.safe_load(path.read_text(encoding="utf-8"))
    except (OSError, UnicodeDecodeError) as error:
        raise InputError(f"{path} cannot be read ({error}): wanted a persona in YAML.") from error
    except yaml.YAMLError as error:
        raise InputError(f"{path} is not YAML ({' '.join(str(error).split())}).") from error
    try:
        return Persona.model_validate(_listed(found))
    except ValidationError as error:
        raise InputError(f"{path}: {_problem(error)}") from error


def _listed(found: Any) -> Any:
    """One outcome may stand without a list."""
    reached = found.get("reached") if isinstance(found, dict) else None
    if isinstance(reached, dict) and isinstance(reached.get("outcome"), str):
        return {**found, "reached": {**reached, "outcome": [reached["outcome"]]}}
    return found


def _problem(error: ValidationError) -> str:
    details = min(error.errors(), key=lambda one: one["type"] != UNKNOWN)  # a misspelt key is a missing one, too
    *above, key = map(str, details["loc"] or ("the file",))
    place = ".".join([*above, key])
    if details["type"] != UNKNOWN:
        return f"{place}: {details['msg'].removeprefix('Value error, ')} wanted, found {str(details['input'])[:60]!r}."
    known = list((Reached if above else Persona).model_fields)
    near = difflib.get_close_matches(key, known, n=1)
    hint = f" Did you mean {near[0]!r}?" if near else ""
    return f"found the unknown key {place!r}. Known: {', '.join(known)}.{hint}"
