"""The stack that is compared with: LangChain's ensemble of rank_bm25 and Chroma. The only file that imports them.

Its packages come with the extra `bench`. Everything is as its documentation has it, and faster where it has a choice:
Chroma in memory, vectors looked up instead of computed anew, and a reranker that reads no more passages than ours.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from langchain_chroma.vectorstores import Chroma, Settings
from langchain_classic.retrievers import ContextualCompressionRetriever, EnsembleRetriever
from langchain_classic.retrievers.document_compressors import CrossEncoderReranker
from langchain_classic.retrievers.document_compressors.cross_encoder import BaseCrossEncoder
from langchain_community.retrievers import BM25Retriever
from langchain_community.retrievers.bm25 import default_preprocessing_func

from knowledge.embedding import Embedder, Vectors
from knowledge.reranking import Reranker
from knowledge.types import Passage

ID = "passage_id"


@dataclass(frozen=True)
class SameEmbeddings:
    """LangChain's `Embeddings` by our embedder; passages that were embedded before are not embedded again."""

    embedder: Embedder
    rows: Mapping[str, Vectors]
    """By text, each of shape (dimension,)."""

    def embed_documents(self, texts: list[str]) -> list[list[float]]:
        """A row per text, all of them known."""
        return [self.rows[text].tolist() for text in texts]

    def embed_query(self, text: str) -> list[float]:
        """One row, by a forward pass."""
        row: list[float] = self.embedder.embed_queries([text])[0].tolist()
        return row


class SameCrossEncoder(BaseCrossEncoder):  # type: ignore[misc]
    """LangChain's `BaseCrossEncoder` by our reranker."""

    def __init__(self, reranker: Reranker) -> None:
        self.reranker = reranker

    def score(self, text_pairs: list[tuple[str, str]]) -> list[float]:
        """One score per pair; all pairs have one query."""
        return self.reranker.score(text_pairs[0][0], [text for _, text in text_pairs])


class ShortlistReranker(CrossEncoderReranker):  # type: ignore[misc]
    """Reads the first of the fused passages only, where LangChain's own reads all of them."""

    read: int

    def compress_documents(self, documents: Sequence[Any], query: str, callbacks: Any = None) -> Sequence[Any]:
        """The best of the first passages, best first."""
        found: Sequence[Any] = super().compress_documents(documents[: self.read], query, callbacks)
        return found


@dataclass(frozen=True)
class LangChainStack:
    """A retriever that answers with passage ids."""

    retriever: Any

    def search(self, query: str) -> list[str]:
        """Passage ids, best first."""
        return [document.metadata[ID] for document in self.retriever.invoke(query)]

    def reranked(self, reranker: Reranker, read: int) -> LangChainStack:
        """The same retriever with a cross-encoder over its first passages."""
        compressor = ShortlistReranker(model=SameCrossEncoder(reranker), top_n=read, read=read)
        return LangChainStack(ContextualCompressionRetriever(base_compressor=compressor, base_retriever=self.retriever))


def ensemble(
    passages: Sequence[Passage],
    rows: Mapping[str, Vectors],
    embedder: Embedder,
    candidates: int,
    tokenise: Callable[[str], list[str]] | None = None,
) -> LangChainStack:
    """Both retrievers over the passages, fused with equal weights.

    Args:
        passages: those that we search, too.
        rows: their vectors by passage id, each of shape (dimension,).
        embedder: of the queries.
        candidates: passages taken from each retriever.
        tokenise: for BM25; LangChain's default, which splits at blanks, where None.
    """
    texts = [passage.indexed_text for passage in passages]
    ids = [passage.passage_id for passage in passages]
    metadatas = [{ID: passage_id} for passage_id in ids]
    embeddings = SameEmbeddings(embedder, {text: rows[passage_id] for text, passage_id in zip(texts, ids, strict=True)})
    sparse = BM25Retriever.from_texts(
        texts, metadatas=metadatas, k=candidates, preprocess_func=tokenise or default_preprocessing_func
    )
    dense = Chroma.from_texts(
        texts, embeddings, metadatas=metadatas, ids=ids, client_settings=Settings(anonymized_telemetry=False)
    )
    return LangChainStack(
        EnsembleRetriever(
            retrievers=[sparse, dense.as_retriever(search_kwargs={"k": candidates})], weights=[0.5, 0.5], id_key=ID
        )
    )
