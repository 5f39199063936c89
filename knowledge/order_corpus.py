"""One customer's orders as something to search, built for one request and thrown away after it."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date

import numpy as np

from knowledge.bm25 import Bm25Index
from knowledge.embedding import Embedder
from knowledge.fusion import reciprocal_rank_fusion
from knowledge.order_fields import OrderField, order_fields
from knowledge.order_types import Order
from knowledge.types import Value

LATEST = re.compile(
    r"\b(last|latest|most recent|newest) (order|ordr|purchase|thing|one)\b|\border last\b", re.IGNORECASE
)


class OrderMatch(Value):
    """What a message finds among a customer's orders."""

    orders: tuple[str, ...]
    """Ids of the orders it speaks of, named ids first."""
    fields: tuple[OrderField, ...]
    """Fields of these orders, best first."""
    mentioned: bool = True
    """Whether the query names one of the orders or an item; False where all orders are given for want of a name."""
    unknown: tuple[str, ...] = ()
    """Ids that were named and are not this customer's; whether they exist is not said."""


@dataclass(frozen=True)
class OrderCorpus:
    """The orders of the verified customer only; never cached, never shared between customers."""

    orders: tuple[Order, ...]
    embedder: Embedder

    def search(self, query: str, named: Sequence[str] = (), k: int = 24) -> OrderMatch:
        """Fields for a query: those of the orders named by id, else of the orders whose items it mentions.

        Args:
            query: the customer's words.
            named: canonical order ids found in them.
            k: fields at most, over all orders.
        """
        by_id = {order.order_id: order for order in self.orders}
        unknown = tuple(name for name in named if name not in by_id)
        meant = [by_id[name] for name in named if name in by_id] if named else self._meant(query)
        chosen = meant if meant or named else list(self.orders)
        fields = [field for order in chosen for field in order_fields(order)]
        return OrderMatch(
            orders=tuple(order.order_id for order in chosen),
            fields=tuple(self._ranked(query, fields)[:k]),
            mentioned=bool(meant),
            unknown=unknown,
        )

    def _meant(self, query: str) -> list[Order]:
        if self.orders and LATEST.search(query):
            return [max(self.orders, key=lambda order: order.placed_on or date.min)]
        return self._mentioned(query)

    def _mentioned(self, query: str) -> list[Order]:
        """Orders with an item that the query names, best first."""
        texts = [" ".join(item.name for item in order.items) for order in self.orders]
        index = Bm25Index.build(texts)
        found = index.search(query, len(texts), np.ones(len(texts), dtype=np.bool_))
        best = [place for place, score in found if score >= 0.6 * found[0][1]]
        return [self.orders[place] for place in best]

    def _ranked(self, query: str, fields: Sequence[OrderField]) -> list[OrderField]:
        """BM25 and dense in memory, fused by rank; a field that neither finds keeps its place at the end.

        BM25 reads what the fields say. The dense side reads what they are about, which is no customer's own: an embedder
        that remembers has nothing to do for it.
        """
        if not fields:
            return []
        sentences = [field.sentence for field in fields]
        everything = np.ones(len(fields), dtype=np.bool_)
        sparse = [str(place) for place, _ in Bm25Index.build(sentences).search(query, len(fields), everything)]
        similar = (
            self.embedder.embed_passages([_about(field) for field in fields]) @ self.embedder.embed_queries([query])[0]
        )
        dense = [str(place) for place in np.argsort(-similar, kind="stable")]
        return [fields[int(place)] for place, _ in reciprocal_rank_fusion([sparse, dense])]


def _about(field: OrderField) -> str:
    """`items.2.unit_price` as `order items unit price`."""
    return " ".join(("order", *(part.replace("_", " ") for part in field.field.split(".") if not part.isdigit())))
