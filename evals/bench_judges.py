"""How fast the shipped judges are, against an encoder of the same shape in float32."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial
from typing import TYPE_CHECKING

from evals.timing import Comparison, compared, elapsed_ms

if TYPE_CHECKING:
    from knowledge.embedding import Embedder

QUESTION = "How long do I have to return a lamp?"
TURNS = 4
"""Times a judge is measured for each repeat of the bench: one is over in a tenth of a second."""


def judges(embedder: Embedder, repeats: int) -> Iterator[Comparison | str]:
    """The shipped judges (int8, onnxruntime) against an encoder of the same shape (float32, torch) on the same texts."""
    from agent.open_models import open_nli, open_reranker
    from agent.settings import Settings

    passages = _passages(20)
    reranker, verifier = open_reranker(Settings(), embedder), open_nli(Settings()).verifier
    read = [f"{QUESTION} {text}" for text in passages]
    if reranker is None or reranker.name.startswith("late-interaction"):
        yield "the reranker: reranker-1 is not installed"
    else:
        score = partial(reranker.score, QUESTION, passages)
        yield _raced("rerank of 20 passages", score, embedder, read, repeats)
    if verifier is None:
        yield "the verifier: verifier-1 is not installed"
    else:
        pairs = [(text, QUESTION) for text in passages]
        yield _raced("20 claims verified", partial(verifier.judge, pairs), embedder, read, repeats)


def _raced(name: str, action: Callable[[], object], embedder: Embedder, texts: list[str], repeats: int) -> Comparison:
    """Side by side, in turns, after one of each that loads the models."""
    encode = partial(embedder.embed_passages, texts)
    pairs = [(elapsed_ms(action), elapsed_ms(encode)) for _ in range(TURNS * repeats + 1)]
    return compared(name, "float32 torch on the same texts", pairs[1:], len(texts))


def _passages(count: int) -> list[str]:
    """Texts of about 100 words each, which a judge's window holds whole."""
    from knowledge.sample import articles_folder

    words = " ".join(path.read_text(encoding="utf-8") for path in sorted(articles_folder().glob("*.md"))).split()
    return [" ".join(words[100 * n : 100 * (n + 1)]) for n in range(count)]
