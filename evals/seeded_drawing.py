"""Drawing true replies from a shop: the same for the same seed, each with the evidence that its turn would have."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import islice, zip_longest
from random import Random

from agent.types import Evidence
from evals.seeded_orders import facts_of, order_lines
from evals.seeded_quotes import quotations, statements
from evals.seeded_rewording import rewordings
from evals.seeded_shop import SeededShop
from evals.seeded_types import Line, Make, OrderFact, Reply, Scene

_OPENINGS = ("Hello,", "Hi there,", "Thank you for your message.", "Hello, thanks for getting in touch.")
_CLOSINGS = ("Let me know if you have any other questions.", "Kind regards", "I'm happy to help with anything else.")

STRANGERS = 40
"""Sentences of other articles that a scene offers."""


@dataclass(frozen=True)
class Drawn:
    """A true reply, and what may be planted in it."""

    reply: Reply
    scene: Scene


@dataclass(frozen=True)
class ReplyDrawer:
    """Draws replies of each make from one shop."""

    shop: SeededShop
    seed: int
    pool: int
    """Replies of a make that are drawn at most."""

    @cached_property
    def replies(self) -> dict[Make, tuple[Drawn, ...]]:
        """All replies by make, each make in random order."""
        quoted = tuple(islice(self._quoted(), self.pool))
        ordered = tuple(islice(self._ordered(), self.pool))
        reworded = tuple(islice(_reworded(_in_turns(quoted, ordered)), self.pool))
        return {"quoted": quoted, "order sentence": ordered, "reworded": reworded}

    def _quoted(self) -> Iterator[Drawn]:
        """One quotation of every passage in random order, then another of each, until there is none left."""
        rng = Random(f"{self.seed} quoted")
        places = list(range(len(self.shop.articles)))
        rng.shuffle(places)
        waiting = {place: quotations(self.shop.articles[place], rng) for place in places[: self.pool]}
        for own in waiting.values():
            rng.shuffle(own)
        while any(waiting.values()):
            for place, own in waiting.items():
                if own:
                    yield self._drawn("quoted", own.pop(), place, rng.randrange(1_000), rng)

    def _ordered(self) -> Iterator[Drawn]:
        rng = Random(f"{self.seed} orders")
        drawn = []
        for customer, orders in enumerate(self.shop.orders):
            facts = facts_of(orders, rng)
            drawn += [(customer, lines) for order in orders for lines in order_lines(facts, order.order_id, rng)]
        rng.shuffle(drawn)
        for customer, lines in drawn:
            yield self._drawn("order sentence", lines, rng.randrange(len(self.shop.articles)), customer, rng)

    def _drawn(self, make: Make, lines: tuple[Line, ...], place: int, customer: int, rng: Random) -> Drawn:
        evidence = (*self.shop.around(place), *self.shop.fields_of(customer))
        reply = Reply(make, lines, evidence, rng.choice(_OPENINGS), rng.choice(_CLOSINGS))
        return Drawn(reply, self._scene(evidence, self._facts(customer)))

    def _facts(self, customer: int) -> Sequence[OrderFact]:
        if not self.shop.orders:
            return ()
        customer %= len(self.shop.orders)
        return facts_of(self.shop.orders[customer], Random(f"{self.seed} facts {customer}"))

    def _scene(self, evidence: Sequence[Evidence], facts: Sequence[OrderFact]) -> Scene:
        here = {item.article for item in evidence}
        strangers = tuple(text for article, text in self._statements if article not in here)
        return Scene(evidence, facts, self.shop.names, self.shop.carriers, strangers[:STRANGERS])

    @cached_property
    def _statements(self) -> Sequence[tuple[str | None, str]]:
        """Statements of the articles in random order, each with its article; some of each passage drawn for them."""
        rng = Random(f"{self.seed} strangers")
        chosen = rng.sample(self.shop.articles, min(len(self.shop.articles), 10 * STRANGERS))
        return [(item.article, rng.choice(own)) for item in chosen if (own := statements(item))]


def _reworded(drawn: Sequence[Drawn]) -> Iterator[Drawn]:
    """Every way of rewording in turn, each on another reply."""
    ways: dict[str, list[Drawn]] = {}
    for one in drawn:
        for place, line in enumerate(one.reply.lines):
            for how, text in rewordings(line.text).items():
                reply = replace(one.reply.with_line(place, text), make="reworded", how=how, reworded=place)
                ways.setdefault(how, []).append(replace(one, reply=reply))
    turns = zip_longest(*(ways[how] for how in sorted(ways)))
    return (one for turn in turns for one in turn if one is not None)


def _in_turns(*parts: Sequence[Drawn]) -> list[Drawn]:
    """One of each part in turn until all are used."""
    return [one for turn in zip_longest(*parts) for one in turn if one is not None]
