"""What the seeded-error self-test works on: true replies, the errors planted in them, and how each kind is judged."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Literal, get_args

from agent.types import Evidence
from knowledge.types import Value

Make = Literal["quoted", "order sentence", "reworded"]
"""How a true line was made: an article's own words, an agent's words about an order field, or one of these reworded."""

MAKES: tuple[Make, ...] = get_args(Make)

Group = Literal["typed", "owner", "negation", "condition", "scope", "entity", "invention"]
"""Kinds of error that share a threshold."""

Kind = Literal[
    "money",
    "currency",
    "percentage",
    "duration",
    "duration unit",
    "date",
    "quantity",
    "code",
    "e-mail",
    "link",
    "status",
    "tracking number",
    "phone",
    "bound",
    "cross-order",
    "wrong field",
    "negation",
    "condition dropped",
    "condition changed",
    "scope",
    "entity",
    "invented sentence",
    "invented promise",
    "invented link",
]

_OTHERS: dict[str, Group] = {
    "cross-order": "owner",
    "wrong field": "owner",
    "negation": "negation",
    "condition dropped": "condition",
    "condition changed": "condition",
    "scope": "scope",
    "entity": "entity",
    "invented sentence": "invention",
    "invented promise": "invention",
    "invented link": "invention",
}

GROUP_OF: dict[Kind, Group] = {kind: _OTHERS.get(kind, "typed") for kind in get_args(Kind)}
KINDS: tuple[Kind, ...] = tuple(GROUP_OF)
GROUPS: tuple[Group, ...] = get_args(Group)


class OrderFact(Value):
    """One field of an order, with the wording that a line puts it in."""

    order_id: str
    field: str
    """As of the evidence, for example `items.2.unit_price`."""
    value: str
    """As the wording says it: `2026-11-21`, `86.40 USD`, `has been delivered`."""
    unit: str | None
    """`date`, `count`, a currency, or None for words."""
    template: str
    """With `{id}`, `{value}`, and `{item}` where the field is one of an order line."""
    item: str = ""
    """Name of the order line's item."""

    @property
    def sort(self) -> str:
        """The field without the number of its line or payment: `items.unit_price`."""
        return ".".join(part for part in self.field.split(".") if not part.isdigit())

    def said(self, value: str | None = None) -> str:
        """The sentence, with another value where one is given."""
        return self.template.format(id=self.order_id, value=value or self.value, item=self.item)


@dataclass(frozen=True)
class Line:
    """One sentence, list item or table row of a reply."""

    text: str
    joint: str = "\n"
    """What stands between it and the line before, indent included."""
    fact: OrderFact | None = None
    """The order field that it says; None for a line from an article."""


@dataclass(frozen=True)
class Reply:
    """A true reply of one topic with all that its turn would have as evidence."""

    make: Make
    lines: tuple[Line, ...]
    evidence: tuple[Evidence, ...]
    opening: str
    closing: str
    how: str = ""
    """The rewording, where one was made."""
    reworded: int | None = None
    """The line in which it was made; None where all lines are as they were drawn."""

    @property
    def draft(self) -> str:
        """The whole text."""
        return f"{self.opening}\n\n{self._body}\n\n{self.closing}"

    @property
    def _body(self) -> str:
        return "".join((line.joint if n else "") + line.text for n, line in enumerate(self.lines))

    def spans(self) -> Iterator[tuple[int, int]]:
        """Start and end of each line in the draft, end excluded."""
        at = len(self.opening) + 2
        for n, line in enumerate(self.lines):
            start = at + (len(line.joint) if n else 0)
            at = start + len(line.text)
            yield start, at

    def with_line(self, place: int, text: str) -> Reply:
        """The same reply with one line's text changed."""
        changed = replace(self.lines[place], text=text)
        return replace(self, lines=(*self.lines[:place], changed, *self.lines[place + 1 :]))


@dataclass(frozen=True)
class Scene:
    """What a planter may draw on besides the line: the turn's evidence, and the rest of the shop."""

    evidence: Sequence[Evidence]
    facts: Sequence[OrderFact] = ()
    """All fields of the customer's orders that have a wording."""
    names: Sequence[str] = ()
    """Names of products, brands and places that the articles use more than once."""
    carriers: Sequence[str] = ()
    """Of any order of the shop."""
    strangers: Sequence[str] = ()
    """Sentences of articles that are not in the evidence."""

    @property
    def texts(self) -> str:
        """All that the articles of the turn say, one text."""
        return "\n".join(item.text for item in self.evidence if item.source == "article")


@dataclass(frozen=True)
class Planted:
    """A reply in which exactly one thing is false."""

    kind: Kind
    reply: Reply
    place: int
    """Which line."""
    true: str
    """The line as it was."""

    @property
    def false(self) -> str:
        """The line as it is now."""
        return self.reply.lines[self.place].text

    @property
    def changed(self) -> tuple[int, int]:
        """Span of the draft that differs from the true one, at least one character long where the line is not empty."""
        start, end = list(self.reply.spans())[self.place]
        old, new = self.true, self.false
        head = _common(old, new)
        tail = min(_common(old[::-1], new[::-1]), len(old) - head, len(new) - head)
        first = min(start + head, max(start, end - 1))
        return first, max(end - tail, first + 1)


def _common(one: str, other: str) -> int:
    """Length of what both begin with."""
    return next((n for n, (a, b) in enumerate(zip(one, other, strict=False)) if a != b), min(len(one), len(other)))
