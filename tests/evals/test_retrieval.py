import json
from datetime import date

import pytest

from evals.beir import Document, Query, RetrievalSet
from evals.corpus_index import CorpusIndexer, as_markdown, corpus_key
from evals.retrieval import RetrievalSuite, stage_rankings
from evals.retrieval_report import diagnosis, report
from knowledge.articles import front_matter
from knowledge.filters import Filter
from knowledge.fingerprint import fingerprint
from knowledge.reranking import LateInteractionReranker
from knowledge.search import Searcher
from knowledge.settings import KnowledgeSettings
from tests.evals.word_embedder import WordEmbedder
from tests.knowledge.tiny_splade import save_splade

EMBEDDER = WordEmbedder(("parcel", "refund", "password", "lamp", "days", "bank", "reset"))
SETTINGS = KnowledgeSettings()

SHOP = RetrievalSet(
    name="shop",
    documents=(
        Document(id="help/parcels > how long?", title="Parcels", text="A parcel arrives within three days."),
        Document(id="help/refunds", title="Refunds", text="Your bank shows a refund after five days."),
        Document(id="help/password", title="", text="Reset the password from the sign-in page."),
    ),
    queries=(
        Query(id="q1", text="when does the parcel arrive", qrels={"help/parcels > how long?": 1}),
        Query(id="q2", text="refund to my bank", qrels={"help/refunds": 2}),
        Query(id="q3", text="reset password", qrels={"help/password": 1}),
    ),
)


def suite(cache, reranker=None):
    return RetrievalSuite(EMBEDDER, reranker, SETTINGS, cache)


def test_a_corpus_whose_answers_are_found_first_scores_one_everywhere(tmp_path):
    found = suite(tmp_path, LateInteractionReranker(EMBEDDER)).run(SHOP)
    assert (found.name, found.queries, found.documents, found.passages, found.skipped) == ("shop", 3, 3, 3, 0)
    assert found.ndcg_at_10 == found.mrr == found.recall_at_8 == found.recall_at_50 == 1.0
    assert found.diagnosis == "high/high: look downstream"
    assert list(found.stages) == ["bm25", "dense", "rrf", "rrf+rerank"]
    assert found.funnel.reached == dict.fromkeys(("bm25", "dense", "fused", "shortlist", "kept", "first"), 3)
    assert (found.funnel.lost, found.funnel.losing, found.follow_ups) == ({}, None, None)


def test_a_question_whose_document_is_not_in_the_corpus_counts_as_missed(tmp_path):
    lost = Query(id="q4", text="lamp", qrels={"help/lamps": 1})
    found = suite(tmp_path).run(SHOP.model_copy(update={"queries": (SHOP.queries[1], lost)}))
    assert found.recall_at_50 == found.recall_at_8 == found.mrr == 0.5
    assert found.diagnosis == "low/low: splitting or missing keyword search"
    (lost,) = found.funnel.lost["retrieval"]
    assert (found.funnel.losing, lost.id, lost.wanted) == ("retrieval", "q4", ("help/lamps",))


def test_without_a_reranker_there_is_no_rerank_stage_and_the_fused_order_is_final(tmp_path):
    found = suite(tmp_path).run(SHOP)
    assert list(found.stages) == ["bm25", "dense", "rrf"]
    assert "shortlist" not in found.funnel.reached
    assert found.ndcg_at_10 == found.stages["rrf"].ndcg_at_10


def asking(folder, *names):
    """A suite that asks these retrievers."""
    settings = KnowledgeSettings(retrievers=names, sparse_encoder=str(folder))
    return RetrievalSuite(EMBEDDER, None, settings, folder.parent / "cache")


@pytest.fixture(scope="module")
def splade(tmp_path_factory):
    return save_splade(tmp_path_factory.mktemp("splade"))


def test_every_retriever_of_the_settings_has_its_stage_in_the_report_and_in_the_funnel(splade):
    found = asking(splade, "bm25", "dense", "sparse", "late").run(SHOP)
    assert list(found.stages) == ["bm25", "dense", "sparse", "late", "rrf"]
    assert list(found.funnel.reached) == ["bm25", "dense", "sparse", "late", "fused", "kept", "first"]
    assert found.stages["late"].ndcg_at_10 == 1.0
    assert {"encode", "sparse", "late"} <= set(found.stages_ms)


@pytest.mark.parametrize("name", ["bm25", "dense", "sparse", "late"])
def test_one_retriever_alone_is_the_whole_search(splade, name):
    found = asking(splade, name).run(SHOP)
    assert list(found.stages) == [name, "rrf"]
    assert found.ndcg_at_10 == found.stages[name].ndcg_at_10
    assert set(found.funnel.reached) == {name, "fused", "kept", "first"}


def test_retrievers_on_the_same_models_share_an_index_that_grows_with_what_they_read(tmp_path, splade):
    steps = []
    for names in (("bm25", "dense"), ("bm25", "late"), ("late",)):
        settings = KnowledgeSettings(retrievers=names)
        suite = RetrievalSuite(EMBEDDER, None, settings, tmp_path)
        suite.run(SHOP, lambda step, done, total: steps.append((step, total)))
        steps.append("end")
    assert len(list(tmp_path.iterdir())) == 1
    assert [steps.count(one) for one in (("embedding", 3), ("embedding", 0))] == [2, 1]
    assert steps.count(("token vectors", 3)) == 2


def test_each_sparse_encoder_has_an_index_of_its_own(tmp_path, splade):
    (tmp_path / "model.safetensors").write_bytes(b"others")
    folders = (str(splade), str(tmp_path))
    built = [fingerprint(EMBEDDER, KnowledgeSettings(retrievers=("sparse",), sparse_encoder=one)) for one in folders]
    assert len({corpus_key(SHOP, one) for one in (fingerprint(EMBEDDER, SETTINGS), *built)}) == 3


def test_an_empty_document_is_counted_as_skipped(tmp_path):
    empty = Document(id="empty", title="", text=" ")
    found = suite(tmp_path).run(SHOP.model_copy(update={"documents": (*SHOP.documents, empty)}))
    assert (found.documents, found.passages, found.skipped) == (4, 3, 1)


def test_a_document_of_several_passages_is_ranked_once_by_its_best(tmp_path):
    long = Document(id="long", title="Lamp", text="## One\n\nA lamp has a cord.\n\n## Two\n\nThe lamp is green.")
    other = Document(id="other", title="Bank", text="The bank sells no lamp.")
    dataset = RetrievalSet(name="lamps", documents=(other, long), queries=())
    with CorpusIndexer(EMBEDDER, SETTINGS, tmp_path).open(dataset, lambda *step: None) as corpus:
        searcher = Searcher(corpus.state, EMBEDDER, None, SETTINGS)
        found = searcher.search("lamp", Filter(as_of=date(2026, 1, 1)), k=100)
        assert len(found.hits) == 3
        assert stage_rankings(found, lambda passage: corpus.documents[passage.article])["rrf"] == ("long", "other")


def test_a_second_run_takes_the_index_from_the_cache(tmp_path):
    steps = []
    suite(tmp_path).run(SHOP, lambda step, done, total: steps.append(step))
    suite(tmp_path).run(SHOP, lambda step, done, total: steps.append(f"again {step}"))
    assert {"reading", "embedding", "writing", "searching"} <= set(steps)
    assert [step for step in steps if step.startswith("again")] == ["again searching"] * 3
    assert len(list(tmp_path.iterdir())) == 1


def test_another_corpus_or_splitter_has_another_place_in_the_cache():
    built = fingerprint(EMBEDDER, SETTINGS)
    fewer = SHOP.model_copy(update={"documents": SHOP.documents[:2]})
    other = fingerprint(EMBEDDER, KnowledgeSettings(min_passage_tokens=1))
    assert len({corpus_key(SHOP, built), corpus_key(fewer, built), corpus_key(SHOP, other)}) == 3


@pytest.mark.parametrize("title", ['He said: "no" # really', "---", "- a\n: b", "Größe 😀\u2028end", "{x}"])
def test_any_title_survives_the_way_through_front_matter(title):
    front, problem = front_matter(as_markdown(Document(id="d", title=title, text="Text.")))
    assert (front, problem) == ({"title": title}, None)


def test_a_document_without_text_says_its_title():
    assert as_markdown(Document(id="d", title="Opening hours", text="")).endswith("\n\nOpening hours\n")


@pytest.mark.parametrize(
    ("before", "after", "expected"),
    [
        (0.89, 0.89, "low/low: splitting or missing keyword search"),
        (0.9, 0.89, "high/low: fusion or reranking"),
        (0.95, 0.9, "high/high: look downstream"),
    ],
)
def test_the_losing_stage_is_named(before, after, expected):
    assert diagnosis(before, after) == expected


def test_the_report_has_the_keys_that_scripts_rely_on(tmp_path):
    one = suite(tmp_path).run(SHOP)
    shown = json.loads(json.dumps(report([one, one]).model_dump(mode="json", by_alias=True)))
    wanted = {"name", "queries", "ndcg@10", "mrr", "recall@8", "recall@50", "p50_ms", "p95_ms", "diagnosis", "stages"}
    assert wanted <= set(shown["sets"][0])
    assert set(shown["mean"]) == {"ndcg@10", "mrr", "recall@8", "recall@50", "p50_ms", "p95_ms"}
    assert set(shown["sets"][0]["stages"]["bm25"]) == {"ndcg@10", "recall@8", "recall@50"}
    assert shown["mean"]["recall@50"] == 1.0
