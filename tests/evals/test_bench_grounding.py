"""Grounding is timed as a whole, by tier, and against the verifier alone."""

from __future__ import annotations

import json
import time
from collections.abc import Sequence
from dataclasses import dataclass
from statistics import median

from typer import Typer
from typer.testing import CliRunner

from agent.grounding.nli import NliTier
from agent.types import Evidence
from evals.bench_grounding import checked, main
from knowledge.verification import Entailment
from tests.helpers import TinyEmbedder

PASSAGES = [
    Evidence(evidence_id=f"lamps#{n}", source="article", trust="retrieved", text=text)
    for n, text in enumerate(("Lamps are sent by post.", "We repair every lamp in our workshop."))
]


@dataclass(frozen=True)
class PausingVerifier:
    """Entails everything after a pause of 20 ms."""

    name: str = "pausing"

    def judge(self, pairs: Sequence[tuple[str, str]]) -> list[Entailment]:
        time.sleep(0.02)
        return [Entailment(entailment=0.99, neutral=0.01, contradiction=0.0) for _ in pairs]


def test_time_of_the_verifier_is_within_the_time_of_all() -> None:
    nli, embedder = NliTier(PausingVerifier(), 0.9, 0.9), TinyEmbedder(dimension=256, window=256)
    draft = "Lamps are sent by post. Our workshop repairs every lamp."
    found = checked("a reply", draft, PASSAGES, embedder, nli, 3, warm=False)
    assert found.settled_by == {"exact": 1, "nli": 1}
    assert list(found.tier_ms) == ["exact", "embedding", "nli"]
    assert 20 <= median(found.total.against_ms) <= found.tier_ms["nli"] < found.total.median_ms


def test_passages_are_embedded_once_where_a_turn_went_before() -> None:
    nli = NliTier(PausingVerifier(), 0.9, 0.9)
    first, later = (TinyEmbedder(dimension=256, window=256) for _ in range(2))
    for embedder, warm in ((first, False), (later, True)):
        checked("a reply", "Our workshop repairs every lamp.", PASSAGES, embedder, nli, 2, warm=warm)
    assert first.seen.count("Lamps are sent by post.") == 3
    assert later.seen.count("Lamps are sent by post.") == 1


def test_command_measures_every_reply_in_a_first_and_a_later_turn() -> None:
    app = Typer()
    app.command()(main)
    ended = CliRunner().invoke(app, ["--repeats", "1", "--json"])
    found = json.loads(ended.stdout)
    assert (ended.exit_code, found["target_ms"], found["passages"]) == (0, 250.0, 12)
    assert [one["name"].rpartition(", ")[2] for one in found["replies"]] == ["first turn", "later turn"] * 2
    assert all(sum(one["settled_by"].values()) == 3 for one in found["replies"])
