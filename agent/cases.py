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

A file of several has them under `cases`, and what they share under `defaults`. Every key is described where it is read, in
`case_types` and `case_expect`, and in the JSON Schema that `support eval schema` prints.
"""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Any

from pydantic import ValidationError

from agent.case_expanding import expanded
from agent.case_expect import Expect
from agent.case_marks import Mark, MarkedDict
from agent.case_problems import explained
from agent.case_types import Case, CaseSource, Turn
from agent.errors import InputError

__all__ = ["Case", "Expect", "ReadCase", "Turn", "case_text", "read_case", "read_cases"]


@dataclass(frozen=True)
class ReadCase:
    """A case, and the mapping it was read from, which knows where everything stood."""

    case: Case
    tree: MarkedDict

    @property
    def at(self) -> Mark:
        """Where it begins."""
        return self.tree.marks.at

    @property
    def name_at(self) -> Mark:
        """Where its name stands."""
        return self.tree.marks.keys.get("name", self.at)


def case_text(case: Case, comment: str = "") -> str:
    """A case as YAML, below a comment; what is as it is by default is left out."""
    import yaml

    data = case.model_dump(mode="python", exclude_defaults=True, by_alias=True)
    head = "".join(f"# {line}\n" for line in comment.splitlines())
    return head + yaml.safe_dump(_plain(data), sort_keys=False, allow_unicode=True, width=100)


def read_cases(path: Path) -> tuple[ReadCase, ...]:
    """Read the cases of a YAML file, with what they include put in; a case with rows is one for each row.

    Raises:
        InputError: the file cannot be read, is not YAML, has a key or a value that a case does not have, or a name twice;
            with file, line and column, what was found, what was wanted, and the nearest known key.
    """
    found: dict[str, ReadCase] = {}
    for tree in expanded(path):
        try:
            one = ReadCase(Case.model_validate(tree), tree)
        except ValidationError as error:
            raise explained(error, tree, CaseSource) from error
        refuse_twice(found.get(one.case.name), one)
        found[one.case.name] = one
    return tuple(found.values())


def refuse_twice(earlier: ReadCase | None, one: ReadCase) -> None:
    """Refuse a case of the name of an earlier one.

    Raises:
        InputError: there is an earlier one.
    """
    if earlier is not None:
        raise one.name_at.problem(
            f"found a second case named {one.case.name!r} (the first is at {earlier.name_at}), wanted another name."
        )


def read_case(path: Path) -> Case:
    """Read the only case of a YAML file.

    Raises:
        InputError: as `read_cases`, or there are several.
    """
    found = read_cases(path)
    if len(found) != 1:
        raise InputError(f"{path} holds {len(found)} cases, wanted one: name a file of a single case.")
    return found[0].case


def _plain(data: Any) -> Any:
    """Tuples as lists, which is what YAML knows."""
    if isinstance(data, dict):
        return {key: _plain(value) for key, value in data.items()}
    return [_plain(value) for value in data] if isinstance(data, list | tuple) else data
