"""How fast the parts are: `python -m evals.bench [--json]`.

Every time stands beside another one taken in the same repeat, so that what is compared between two machines or two
days is a ratio. Nothing is fetched, and everything happens in a temporary folder.
"""

from __future__ import annotations

import json
import shutil
import subprocess
import sys
import tempfile
import uuid
from collections.abc import Callable, Iterator
from datetime import date
from functools import partial
from pathlib import Path
from statistics import median
from typing import TYPE_CHECKING, Annotated, Any

import typer

from evals.bench_judges import judges
from evals.timing import Comparison, compared, elapsed_ms, with_forward_ms

if TYPE_CHECKING:
    from rich.table import Table

    from knowledge.embedding import Embedder

Ask = Callable[[str], object]
"""Puts one question to a warm agent and waits for the checked reply."""

QUESTIONS = (
    "How long do I have to return a lamp?",
    "When will my bank show the refund?",
    "What does it cost to send a parcel abroad?",
    "My plant arrived broken, what can I do?",
    "How do I reset my password?",
    "Can I pay with two gift cards?",
)
COPIES = 4
"""Times the sample's articles are synced side by side: enough passages for a steady rate."""


def open_sample_agent(home: Path) -> Ask:
    """An agent on the sample shop as `support chat` has it while its user types: all prepared, nothing asked yet."""
    from agent.build import open_agent, open_parts
    from agent.settings import Settings
    from knowledge.sample import articles_folder, orders_file

    parts = open_parts(Settings(home=home))
    parts.syncer.sync(articles_folder())
    parts.orders.load(orders_file())
    parts.knowledge.prepare()
    agent = open_agent(parts)
    return lambda text: agent.ask(text, conversation_id=uuid.uuid4().hex)


def main(
    repeats: Annotated[int, typer.Option(min=1, metavar="N", help="How often each time is taken.")] = 5,
    as_json: Annotated[bool, typer.Option("--json", help="Print the figures as one JSON object.")] = False,
) -> None:
    """Measure start-up, answers, searching and syncing on the sample shop. Exit status: 0 measured."""
    with tempfile.TemporaryDirectory() as name:
        found = list(_comparisons(Path(name), repeats))
    measured = [one for one in found if isinstance(one, Comparison)]
    missing = [one for one in found if isinstance(one, str)]
    if as_json:
        typer.echo(json.dumps({"measured": [one.summary() for one in measured], "not_measured": missing}))
    else:
        _print(measured, missing)


def _comparisons(home: Path, repeats: int) -> Iterator[Comparison | str]:
    """The figures one by one; a text says what could not be measured and why."""
    from knowledge.models.registry import locate
    from knowledge.onnx_embedding import open_embedder
    from knowledge.settings import KnowledgeSettings

    yield start_up(repeats)
    yield from answers(home, repeats)
    embedder = open_embedder(locate("embedder", KnowledgeSettings().embedder))
    yield from ingest(home, embedder, repeats)
    yield searching(home, embedder, repeats)
    yield from judges(embedder, repeats)


def start_up(repeats: int) -> Comparison | str:
    """`support --help` against a Python that does nothing; the first start of each, which fills caches, is left out."""
    script = Path(sys.executable).with_name("support")
    if not script.is_file():
        return f"support --help: there is no {script.name} beside this Python; run `pip install -e .` first"
    pairs = [(_run([str(script), "--help"]), _run([sys.executable, "-c", "pass"])) for _ in range(repeats + 1)]
    return compared("support --help", "python -c pass", pairs[1:])


def answers(home: Path, repeats: int) -> Iterator[Comparison | str]:
    """The first answer of a warm agent against the following ones, and those against the models' forward passes."""
    first: list[tuple[float, float]] = []
    following: list[tuple[float, float]] = []
    for repeat in range(repeats):
        ask = open_sample_agent(home / f"agent-{repeat}")
        opening = elapsed_ms(partial(ask, QUESTIONS[0]))
        turns = [with_forward_ms(partial(ask, text)) for text in QUESTIONS[1:]]
        first.append((opening, median(wall for wall, _ in turns)))
        following += turns
    yield compared("first answer", "following answers", first)
    yield compared("following answers", "their forward passes", following)


def ingest(home: Path, embedder: Embedder, repeats: int) -> Iterator[Comparison]:
    """A sync from nothing against the encoder alone on the same texts, and a sync that finds nothing to do."""
    from knowledge.fingerprint import fingerprint
    from knowledge.index import open_index
    from knowledge.settings import KnowledgeSettings
    from knowledge.syncing import Syncer

    settings, folder = KnowledgeSettings(), _articles(home)
    everything: list[tuple[float, float]] = []
    nothing: list[tuple[float, float]] = []
    texts: list[str] = []
    for repeat in range(repeats + 1):
        syncer = Syncer(home / f"index-{repeat}", embedder, settings)
        whole = elapsed_ms(partial(syncer.sync, folder))
        unchanged = elapsed_ms(partial(syncer.sync, folder))
        state = open_index(syncer.index, fingerprint(embedder, settings))
        texts = [passage.indexed_text for passage in state.passages]
        everything.append((whole, elapsed_ms(partial(embedder.embed_passages, texts))))
        nothing.append((unchanged, whole))
    yield compared(f"sync of {len(texts)} passages", "the encoder alone", everything[1:], len(texts))
    yield compared("sync without changes", f"sync of {len(texts)} passages", nothing[1:])


def searching(home: Path, embedder: Embedder, repeats: int) -> Comparison:
    """A search with reranking, on the last synced index, against the forward passes inside it."""
    from agent.open_models import open_reranker
    from agent.settings import Settings
    from knowledge.filters import Filter
    from knowledge.search import KnowledgeBase
    from knowledge.settings import KnowledgeSettings

    reranker = open_reranker(Settings(), embedder)
    knowledge = KnowledgeBase(home / f"index-{repeats}", embedder, reranker, KnowledgeSettings())
    condition = Filter(as_of=date.today())
    for text in QUESTIONS:
        knowledge.search(text, condition)
    pairs = [with_forward_ms(partial(knowledge.search, text, condition)) for _ in range(repeats) for text in QUESTIONS]
    return compared("a search", "its forward passes", pairs)


def _articles(home: Path) -> Path:
    from knowledge.sample import articles_folder

    for copy in range(COPIES):
        shutil.copytree(articles_folder(), home / "articles" / str(copy))
    return home / "articles"


def _run(command: list[str]) -> float:
    return elapsed_ms(partial(subprocess.run, command, check=True, capture_output=True))


def _print(measured: list[Comparison], missing: list[str]) -> None:
    from rich.console import Console

    console = Console()
    console.print(_table([one.summary() for one in measured]))
    for reason in missing:
        console.print(f"Not measured: {reason}", markup=False, highlight=False)


def _table(rows: list[dict[str, Any]]) -> Table:
    from rich.table import Table

    table = Table("what, and against what", show_lines=True)
    for title in ("ms", "ratio", "per second"):
        table.add_column(title, justify="right")
    for row in rows:
        table.add_row(
            f"{row['name']} ×{row['repeats']}\nagainst {row['against']}",
            _cell(row["ms"], ",.0f"),
            _cell(row["ratio"], ".3g"),
            f"{row['per_second']:,.0f}" if "per_second" in row else "",
        )
    return table


def _cell(spread: dict[str, float], form: str) -> str:
    """The median, and below it the lowest and the highest."""
    return f"{spread['median']:{form}}\n{spread['low']:{form}} to {spread['high']:{form}}"


if __name__ == "__main__":
    typer.run(main)
