import numpy as np
import pytest

from knowledge.embedding import SentenceTransformerEmbedder, unit_rows
from knowledge.models.registry import locate


@pytest.fixture(scope="module")
def minilm() -> SentenceTransformerEmbedder:
    """Run by the library, as weights are that come without a graph."""
    return SentenceTransformerEmbedder(locate("embedder", "all-MiniLM-L6-v2"))


def test_the_name_and_the_hash_are_known_without_loading_the_model() -> None:
    embedder = SentenceTransformerEmbedder(locate("embedder", "all-MiniLM-L6-v2"))
    assert (embedder.name, embedder.weights_sha256[:8]) == ("all-MiniLM-L6-v2", "53aa5117")
    assert "_encoder" not in vars(embedder)


def test_the_model_gives_384_numbers_and_reads_256_tokens(minilm: SentenceTransformerEmbedder) -> None:
    assert (minilm.dimension, minilm.window) == (384, 256)


def test_rows_have_unit_length_and_like_texts_are_near(minilm: SentenceTransformerEmbedder) -> None:
    rows = minilm.embed_passages(["The parcel is late.", "My package has not arrived.", "Water the fern weekly."])
    assert rows.shape == (3, 384)
    assert np.linalg.norm(rows, axis=1) == pytest.approx(1.0, abs=1e-5)
    assert rows[0] @ rows[1] > rows[0] @ rows[2] + 0.1


def test_no_texts_give_no_rows(minilm: SentenceTransformerEmbedder) -> None:
    assert minilm.embed_passages([]).shape == minilm.embed_queries([]).shape == (0, 384)
    assert minilm.embed_tokens([]) == []


def test_a_batch_gives_each_text_the_row_it_has_alone(minilm: SentenceTransformerEmbedder) -> None:
    texts = [f"Parcel number {n} " + "is late " * n for n in range(40)]
    assert minilm.embed_passages(texts)[7] == pytest.approx(minilm.embed_passages(texts[7:8])[0], abs=1e-5)


def test_a_prompt_is_part_of_what_is_embedded(minilm: SentenceTransformerEmbedder) -> None:
    prompted = SentenceTransformerEmbedder(minilm.model, query_prompt="query: ", passage_prompt="passage: ")
    query, passage = prompted.embed_queries(["parcel"]), prompted.embed_passages(["parcel"])
    assert query[0] == pytest.approx(minilm.embed_passages(["query: parcel"])[0], abs=1e-5)
    assert passage[0] == pytest.approx(minilm.embed_passages(["passage: parcel"])[0], abs=1e-5)


@pytest.mark.parametrize("text", ["", "unbelievable parcels", "ＯＲＤ－９９１０７ 🙂", "word " * 400])
def test_each_token_has_its_row_up_to_the_window(minilm: SentenceTransformerEmbedder, text: str) -> None:
    (rows,) = minilm.embed_tokens([text])
    assert len(rows) == len(minilm.tokens(text)) == min(minilm.count_tokens(text), 254)
    assert np.linalg.norm(rows, axis=1) == pytest.approx(1.0, abs=1e-5)


def test_what_is_over_the_window_changes_nothing(minilm: SentenceTransformerEmbedder) -> None:
    full = "word " * 254
    assert minilm.embed_passages([full + "parcel " * 50])[0] == pytest.approx(
        minilm.embed_passages([full])[0], abs=1e-5
    )


def test_unit_rows_keep_their_direction() -> None:
    assert unit_rows(np.array([[0, 5]], dtype=np.float32)).tolist() == [[0.0, 1.0]]


@pytest.mark.parametrize(
    "texts", [["One parcel."], ["a", "A longer text, so that the first is padded.", "late " * 400]]
)
@pytest.mark.parametrize("prompt", ["", "query: "])
def test_few_texts_have_exactly_the_rows_that_the_library_gives(
    minilm: SentenceTransformerEmbedder, texts: list[str], prompt: str
) -> None:
    embedder = SentenceTransformerEmbedder(minilm.model, query_prompt=prompt)
    given = embedder._encoder.encode(texts, prompt=prompt or None, normalize_embeddings=True, show_progress_bar=False)
    assert np.array_equal(embedder.embed_queries(texts), given)


@pytest.mark.parametrize("text", ["", "unbelievable parcels", "ＯＲＤ－９９１０７ 🙂", "a [SEP] b", "word " * 400])
def test_tokens_are_counted_as_the_model_reads_them(minilm: SentenceTransformerEmbedder, text: str) -> None:
    assert minilm.count_tokens(text) == len(minilm._encoder.tokenizer.tokenize(text, verbose=False))
