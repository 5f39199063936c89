"""Conversation cases: scripted customer lines with what is expected of each reply, in YAML.

name: card refund
customer: C-1001            # left out where nobody is signed in
today: 2026-11-30
turns:
  - say: How long will my refund take to show on my card?
    expect:
      outcome: answered
      contains: [5 to 10 business days]
      not_contains: [24 hours]
      cites: [refunds › When the money arrives]
      handoff: null         # a reason of the closed list; left out where it does not matter
  - say: Please refund the linen apron of ORD-99107
    expect:
      reply: Refund 34.00 USD of order ORD-99107 (1 × Linen apron) to your credit card? Reply yes or no.
      actions: ["refund of order ORD-99107: certified"]
  - decided: approve        # by a person, before this line is said, about the newest request that waits
    say: Thanks
"""

from __future__ import annotations

from datetime import date
from pathlib import Path
from typing import Any, Literal

from pydantic import Field, ValidationError

from agent.errors import InputError
from agent.types import HandoffReason, Outcome
from knowledge.types import Value


class Expect(Value):
    """What a reply has to be like; what is None or empty is not looked at."""

    outcome: Outcome | None = None
    contains: tuple[str, ...] = ()
    """Texts that the reply holds, whatever the letter case and the blanks."""
    not_contains: tuple[str, ...] = ()
    cites: tuple[str, ...] = ()
    """Sections that are cited, as `article › Heading › Heading below`."""
    handoff: HandoffReason | None = None
    reply: str | None = None
    """The whole reply, letter by letter, blank lines and all."""
    actions: tuple[str, ...] | None = None
    """What the turn's record says about actions, one line each, as `memory.episodes.recorded_actions` words it."""
    removed: tuple[str, ...] | None = None
    """Kinds of personal data that were taken out of the line before anything kept it."""


class Turn(Value):
    """One line of the customer."""

    say: str
    decided: Literal["approve", "deny"] | None = None
    """What a person decides, before this line is said, about the newest request that waits for one."""
    expect: Expect | None = None


class Case(Value):
    """A conversation and what is expected of it."""

    name: str = Field(min_length=1)
    why: str = ""
    """Why the case exists, for whoever sees it fail."""
    customer: str | None = None
    """The verified customer; None where nobody is signed in."""
    today: date
    articles: bool = True
    """Whether the help articles may be used."""
    turns: tuple[Turn, ...] = Field(min_length=1)


def case_text(case: Case, comment: str = "") -> str:
    """A case as YAML, below a comment; what is as it is by default is left out."""
    import yaml

    data = case.model_dump(mode="python", exclude_defaults=True)
    head = "".join(f"# {line}\n" for line in comment.splitlines())
    return head + yaml.safe_dump(_plain(data), sort_keys=False, allow_unicode=True, width=100)


def read_case(path: Path) -> Case:
    """Read a case from a YAML file.

    Raises:
        InputError: the file cannot be read, is not YAML, or has a key or a value that a case does not have.
    """
    import yaml

    try:
        return Case.model_validate(yaml.safe_load(path.read_text(encoding="utf-8")))
    except OSError as error:
        raise InputError(f"{path} cannot be read ({error.strerror}): wanted a conversation case in YAML.") from error
    except (yaml.YAMLError, UnicodeDecodeError) as error:
        raise InputError(f"{path} is not YAML ({error}): wanted a conversation case.") from error
    except ValidationError as error:
        first = error.errors()[0]
        key = ".".join(str(part) for part in first["loc"]) or "the file"
        known = ", ".join(Case.model_fields)
        raise InputError(f"{path}: {key}: {first['msg'].lower()}. A case has: {known}.") from error


def _plain(data: Any) -> Any:
    """Tuples as lists, which is what YAML knows."""
    if isinstance(data, dict):
        return {key: _plain(value) for key, value in data.items()}
    return [_plain(value) for value in data] if isinstance(data, list | tuple) else data
