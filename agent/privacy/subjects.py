"""Who is to be forgotten, and by what anything that is left of them would be known."""

from __future__ import annotations

import json
import re
from dataclasses import dataclass, field

from agent.ledger import Ledger
from knowledge.orders import OrderStore

SHORT = 8
"""Characters below which a word of digits and letters is looked for as a whole word only."""


@dataclass(frozen=True)
class Subject:
    """A customer, and the words that lead to them and to nobody else."""

    customer_id: str
    marks: dict[str, str] = field(default_factory=dict)
    """Word, and what it is: `id`, `name`, `e-mail`, `postcode`, `street`, `order`, `tracking number`."""
    orders: tuple[str, ...] = ()
    shared: tuple[str, ...] = ()
    """What of these another customer has too, or is a single plain word, and is therefore not looked for: a name, a postcode."""
    conversations: frozenset[str] = frozenset()
    turns: frozenset[str] = frozenset()
    """Ids of the turns of these."""
    questions: frozenset[str] = frozenset()
    """What they asked, as the ledger has it."""

    @property
    def pattern(self) -> re.Pattern[str]:
        """Finds any of the marks in a text, as whole words."""
        return re.compile("|".join(map(_as_words, self._forms())), re.IGNORECASE)

    @property
    def raw_pattern(self) -> re.Pattern[bytes]:
        """Finds any of the marks in the bytes of a file."""
        return re.compile("|".join(map(_in_bytes, self._forms())).encode(), re.IGNORECASE)

    def is_named_in(self, text: str) -> bool:
        """Whether a text leads to this customer."""
        return bool(self.pattern.search(text))

    def _forms(self) -> list[str]:
        """Each mark as it is, and as JSON writes it, in ASCII or not."""
        written = ((mark, json.dumps(mark)[1:-1], json.dumps(mark, ensure_ascii=False)[1:-1]) for mark in self.marks)
        return list(dict.fromkeys(form for forms in written for form in forms))


def _as_words(mark: str) -> str:
    """A mark that is no part of a longer word or of a number: 1010 is neither in 0.1010 nor the value of a field.

    An id that is a plain word, such as `anna`, is one only where a customer id stands.
    """
    if mark.isalpha():
        return rf"(?<=customer_id[\"']:[\"']){mark}(?=[\"'])|(?<=customer_id[\"']: [\"']){mark}(?=[\"'])"
    return rf"(?<![^\W_])(?<!\d\.)(?<![\"']:)(?<![\"']: ){re.escape(mark)}(?![^\W_]|\.\d)"


def _in_bytes(mark: str) -> str:
    """As `_as_words` for what is short, and so stands in many a number or word by chance."""
    return _as_words(mark) if (len(mark) < SHORT and mark.isalnum()) or mark.isalpha() else _written(mark)


def _written(mark: str) -> str:
    """`C-1001` is not in `C-10012`; a length byte before a text in a binary file is no part of a word."""
    before = r"(?<![0-9])" if mark[:1].isdigit() else ""
    after = r"(?![0-9])" if mark[-1:].isdigit() else ""
    return before + re.escape(mark) + after


def subject_of(customer_id: str, store: OrderStore, ledger: Ledger) -> Subject:
    """What the stores know of a customer; of one who is not there, the id alone."""
    exists = store.path.exists()
    customer = store.customer(customer_id) if exists else None
    orders = store.orders_of(customer_id) if exists else ()
    marks = {customer_id: "id"}
    if customer:
        marks |= {customer.name: "name", customer.email: "e-mail", customer.postcode: "postcode"}
    for order in orders:
        marks |= {order.address.postcode: "postcode", order.address.line1: "street", order.order_id: "order"}
        marks |= {order.tracking_number: "tracking number"} if order.tracking_number else {}
    others = "\n".join(store.bodies_of_others(customer_id)) if exists else ""
    own = {
        mark: kind
        for mark, kind in marks.items()
        if not mark.isalpha() and not re.search(_written(mark), others, re.IGNORECASE)
    }
    turns = ledger.of_customer(customer_id)
    return Subject(
        customer_id=customer_id,
        marks={customer_id: "id"} | own,
        orders=tuple(order.order_id for order in orders),
        shared=tuple(sorted({kind for mark, kind in marks.items() if mark not in own and kind != "id"})),
        conversations=frozenset(str(turn["conversation_id"]) for turn in turns),
        turns=frozenset(str(turn["turn_id"]) for turn in turns),
        questions=frozenset(str(turn["question"]) for turn in turns),
    )


def joined(one: Subject, other: Subject) -> Subject:
    """The same customer as two places know them."""
    return Subject(
        customer_id=one.customer_id,
        marks=one.marks | other.marks,
        orders=tuple(dict.fromkeys((*one.orders, *other.orders))),
        shared=tuple(sorted({*one.shared, *other.shared})),
        conversations=one.conversations | other.conversations,
        turns=one.turns | other.turns,
        questions=one.questions | other.questions,
    )
