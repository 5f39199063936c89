"""A sentence with slots in the places of its values, as the clauses of `statements` read it."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from agent.folding import fold
from agent.grounding.typed import TypedValue

_SLOTS = {"date": "d", "money": "m", "quantity": "q", "duration": "u", "order_id": "o", "tracking": "t"}
_SLOT = re.compile(r"<(?P<slot>[a-z])(?P<n>\d+)>")
_PLAIN_NAME = re.compile(r"(?:(?!(?:and|but|with|by|via|under|for|at|on|in|as|from|to|of)\b)[a-zß-ÿ'&/-]+ ?)+")
"""A name that the clauses can read as words; one that holds a number or "for" needs a slot of its own."""


@dataclass(frozen=True)
class Slotted:
    """What is read: small letters, `<d0>` for a date, `<m1>` for an amount, `<n0>` for the name of an item, and so on."""

    text: str
    values: Sequence[TypedValue]
    names: Sequence[str] = ()

    def spelt(self, words: str) -> str:
        """Words with what their slots stand for: an item may be called "Bottle (<q2>, glass)"."""
        return _SLOT.sub(self._written, words)

    def _written(self, slot: re.Match[str]) -> str:
        n = int(slot["n"])
        return (self.names[n] if slot["slot"] == "n" else self.values[n].text).lower()


def slotted(body: str, values: Sequence[TypedValue], names: Sequence[str] = ()) -> Slotted:
    """A sentence ready to be read; values of other kinds stay as they are written.

    Args:
        body: the sentence without markers and citations.
        values: its typed values, spans pointing into it; those that stand in the name of an item are part of it.
        names: of items that it may speak of.
    """
    named = list(_named(body, names))
    typed = [
        (value.start, value.end, " " * value.text.startswith(" ") + f"<{_letter(value)}{n}>")
        for n, value in enumerate(values)
        if value.kind in _SLOTS
        and body[value.start : value.end] == value.text
        and not any(start < value.end and value.start < end for start, end, _ in named)
    ]
    parts, at = [], 0
    for start, end, slot in sorted((*named, *typed)):
        # The blank before an order's number may be read as part of it, and stays.
        parts += [_unslotted(body[at:start]), slot]
        at = end
    plain = fold("".join(parts) + _unslotted(body[at:])).casefold().strip(" .!")
    return Slotted(" ".join(plain.split()), values, names)


def _unslotted(written: str) -> str:
    """Text in which nothing can be taken for a slot of ours."""
    return written.replace("<", "‹")


def _letter(value: TypedValue) -> str:
    return "i" if value.unit == "item" else _SLOTS[value.kind]


def _named(body: str, names: Sequence[str]) -> Iterator[tuple[int, int, str]]:
    """Spans of the names that need a slot, the longer name first where one holds another."""
    text, taken = fold(body).lower(), list[tuple[int, int]]()
    for n, name in sorted(enumerate(names), key=lambda one: -len(one[1])):
        if _PLAIN_NAME.fullmatch(name.lower()) or len(text) != len(body):
            continue
        for found in re.finditer(rf"(?<!\w){re.escape(fold(name).lower())}(?=(?:e?s)?(?!\w))", text):
            if not any(start < found.end() and found.start() < end for start, end in taken):
                taken.append(found.span())
                yield *found.span(), f"<n{n}>"
