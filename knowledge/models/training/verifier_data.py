"""The verifier's training pairs: licensed collections, each weighted, and the pairs that our own code generates."""

from __future__ import annotations

import random
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path

from knowledge.models.training.generated.documents import DocumentPairs
from knowledge.models.training.generated.dressing import read_dressing
from knowledge.models.training.generated.families import read_families
from knowledge.models.training.generated.order_fields import read_order_tables
from knowledge.models.training.generated.orders import OrderPairs
from knowledge.models.training.generated.pairs import PAIR_LABELS, Kind, Pair
from knowledge.models.training.generated.policies import PolicyPairs
from knowledge.models.training.generated.pools import read_pools
from knowledge.models.training.generated.scale_pairs import ScalePairs
from knowledge.models.training.generated.scales import read_statements
from knowledge.models.training.generated.wording import read_wording
from knowledge.models.training.json_lines import Line, packed_files, read_lines

WEIGHTS: Mapping[str, float] = {
    "dstc9_faq_silver": 2.0,
    "doc2dial_val_silver": 3.0,
    "contract_nli": 2.0,
    "negation_nli": 2.0,
    "equate": 1.5,
    "mnli_train20k": 3.0,
    "mnli_dev_mismatched_binary": 1.0,
    "infotabs": 0.5,
    "te_new_protocols": 0.5,
    "fever_dev": 0.7,
    "snli_dev_test": 0.5,
    "cad_snli": 0.5,
    "tabfact_small": 0.5,
    "hans_generated": 0.2,
    "scone": 1.0,
    "help_partial": 0.3,
    "med": 0.5,
    "dnc": 0.2,
    "conj_nli_adv15k": 0.5,
    "breaking_nli": 0.4,
}
"""How often a collection is read; those near to support questions more than once, one not named once."""

GENERATED: Mapping[str, int] = {"policies": 14_000, "orders": 10_000, "documents": 24_000, "scales": 36_000}
"""Pairs per generator."""

DOCUMENT_WORDS = 30
"""A shorter passage has too few sentences to make a pair from."""


def read_collections(path: Path, weights: Mapping[str, float], rng: random.Random) -> Iterator[Pair]:
    """Pairs of a file {"premise", "hypothesis", "label", "ds"} a line, each collection as often as its weight says.

    Args:
        path: JSON lines; gzip where the name ends in `.gz`.
        weights: how often a collection is read, by its `ds`; 1.5 is once and a random half again.
        rng: chooses that half.

    Raises:
        InputError: the file is missing or a line cannot be used; the message names both.
    """
    rows: dict[str, list[Pair]] = defaultdict(list)
    for line in read_lines(path):
        pair = _pair(line)
        rows[pair.source].append(pair)
    for name, found in sorted(rows.items()):
        yield from _repeated(found, weights.get(name, 1.0), rng)


def _pair(line: Line) -> Pair:
    label = line.one_of("label", PAIR_LABELS)
    kind: Kind = "paraphrase" if label == "entailment" else "unrelated"
    return Pair(line.text("premise"), line.text("hypothesis"), label, kind, line.text("ds"))


def _repeated(rows: Sequence[Pair], weight: float, rng: random.Random) -> Iterator[Pair]:
    whole, part = divmod(weight, 1.0)
    for _ in range(int(whole)):
        yield from rows
    yield from rng.sample(list(rows), round(part * len(rows)))


def generate(documents: Sequence[str], counts: Mapping[str, int], rng: random.Random) -> Iterator[Pair]:
    """Pairs about policies, then orders, then the documents, then along scales; the same for the same random state.

    Args:
        documents: texts of several sentences, at least one of three; none for no such pairs.
        counts: pairs per generator: `policies`, `orders`, `documents`, `scales`.
        rng: draws them.
    """
    policies, orders = PolicyPairs(read_families()), OrderPairs(read_order_tables())
    for _ in range(counts.get("policies", 0)):
        yield policies.draw(rng)
    for _ in range(counts.get("orders", 0)):
        yield orders.draw(rng)
    if documents:
        yield from _from_documents(DocumentPairs(documents, read_wording()), counts.get("documents", 0), rng)
    if counts.get("scales", 0):
        scales = ScalePairs(read_statements(), read_pools(), read_dressing(), read_wording())
        for _ in range(counts["scales"]):
            yield scales.draw(rng)


def _from_documents(articles: DocumentPairs, count: int, rng: random.Random) -> Iterator[Pair]:
    made = 0
    while made < count:
        if pair := articles.draw(rng):
            made += 1
            yield pair


def read_documents(folder: Path) -> list[str]:
    """The distinct positive passages of reranker training files: real articles, with licences.

    Raises:
        InputError: the folder has no such file, or a line has no positive.
    """
    found = {line.text("positive") for path in packed_files(folder) for line in read_lines(path)}
    return sorted(text for text in found if len(text.split()) >= DOCUMENT_WORDS)
