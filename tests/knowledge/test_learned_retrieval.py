"""`sparse` and `late` from sync to search: on real files, with a real encoder, whatever changes in between."""

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from datetime import date, timedelta
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from knowledge.errors import CorruptIndexError, FingerprintMismatchError, ModelError
from knowledge.filters import Filter
from knowledge.rolling_back import Rollback
from knowledge.search import Searcher
from knowledge.settings import KnowledgeSettings
from knowledge.sparse_encoding import SparseEncoder, open_sparse_encoder
from knowledge.sparse_rows import SparseRows
from knowledge.syncing import Syncer, SyncReport
from knowledge.types import RETRIEVERS, RetrieverName
from tests.helpers import TODAY, Shop, TinyEmbedder
from tests.knowledge.tiny_splade import save_splade

PARCELS = "# Parcels\n\n## When\n\nParcels arrive within three days.\n\n## Where\n\nThey come to the door.\n"
REFUNDS = "# Refunds\n\nMoney arrives after five days.\n"
FILES = {
    "sparse": ["offsets.npy", "places.npy", "weights.npy"],
    "late": ["offsets.npy", "pooled.npy", "scales.npy", "tokens.npy"],
}


@dataclass(frozen=True)
class CountingEncoder:
    """The real encoder; `seen` keeps what went through it."""

    encoder: SparseEncoder
    seen: list[str] = field(default_factory=list)

    @property
    def name(self) -> str:
        return self.encoder.name

    @property
    def weights_sha256(self) -> str:
        return self.encoder.weights_sha256

    @property
    def dimension(self) -> int:
        return self.encoder.dimension

    def encode_passages(self, texts: Sequence[str]) -> SparseRows:
        self.seen.extend(texts)
        return self.encoder.encode_passages(texts)

    def encode_query(self, text: str) -> SparseRows:
        return self.encoder.encode_query(text)


@dataclass(frozen=True)
class CountingEmbedder(TinyEmbedder):
    """Keeps the texts whose tokens were embedded."""

    tokenised: list[str] = field(default_factory=list, compare=False)

    def embed_tokens(self, texts: Sequence[str]) -> list:  # type: ignore[type-arg]
        self.tokenised.extend(texts)
        return super().embed_tokens(texts)

    def embed_passages(self, texts: Sequence[str]):  # type: ignore[no-untyped-def]
        found = super().embed_passages(texts)
        del self.tokenised[len(self.tokenised) - len(texts) :]  # the mean of its tokens is taken on the way
        return found


@pytest.fixture(scope="module")
def splade(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return save_splade(tmp_path_factory.mktemp("splade"))


@pytest.fixture(scope="module")
def encoder(splade: Path) -> SparseEncoder:
    """Loaded once for all tests here."""
    found = open_sparse_encoder(asking(splade, "sparse"))
    assert found is not None
    return found


def asking(splade: Path, *retrievers: RetrieverName) -> KnowledgeSettings:
    return KnowledgeSettings(retrievers=retrievers, sparse_encoder=str(splade))


@pytest.fixture
def shop(tmp_path: Path, splade: Path) -> Shop:
    """Two articles of three passages that nobody synced yet, asked by all retrievers."""
    made = Shop(tmp_path, CountingEmbedder(), asking(splade, *RETRIEVERS))
    return made.write({"parcels.md": PARCELS, "refunds.md": REFUNDS})


def sync(shop: Shop, encoder: SparseEncoder, **options: bool) -> SyncReport:
    return Syncer(shop.index, shop.embedder, shop.settings, sparse=encoder).sync(shop.articles, **options)


def searcher(shop: Shop, encoder: SparseEncoder) -> Searcher:
    return replace(shop.knowledge().searcher, sparse=encoder)


def scores(shop: Shop, encoder: SparseEncoder, query: str = "parcels arrive") -> dict[str, tuple[float | None, ...]]:
    """The scores of each passage by sparse and by late."""
    hits = searcher(shop, encoder).search(query, TODAY, k=100).hits
    return {hit.passage.text: (hit.scores.sparse, hit.scores.late) for hit in hits}


def with_retrievers(shop: Shop, splade: Path, *names: RetrieverName) -> Shop:
    return replace(shop, settings=asking(splade, *names))


def test_every_retriever_of_the_settings_ranks_and_scores_a_passage(shop: Shop, encoder: SparseEncoder) -> None:
    report = sync(shop, encoder)
    found = searcher(shop, encoder).search("parcels arrive within three days", TODAY)
    hit = found.hits[0]
    assert (report.embedded, report.encoded, report.adds) == (3, {"sparse": 3, "late": 3}, ())
    assert found.retrievers == RETRIEVERS
    assert (hit.passage.passage_id, set(hit.ranks)) == ("parcels#0", set(RETRIEVERS))
    assert hit.scores.fused == pytest.approx(sum(1 / (60 + rank) for rank in hit.ranks.values()))
    assert set(found.timings_ms) == {"filter", "bm25", "embed", "dense", "encode", "sparse", "late", "rerank"}


@pytest.mark.parametrize("name", RETRIEVERS)
def test_one_retriever_alone_is_asked_and_its_order_is_the_order(
    shop: Shop, splade: Path, encoder: SparseEncoder, name: RetrieverName
) -> None:
    sync(shop, encoder)
    found = searcher(with_retrievers(shop, splade, name), encoder).search("parcels arrive", TODAY)
    assert found.retrievers == (name,)
    assert {tuple(hit.ranks) for hit in found.hits} == {(name,)}
    assert [hit.ranks[name] for hit in found.hits] == [hit.rank for hit in found.hits]


def test_the_files_of_both_are_vouched_for_by_the_manifest_and_one_that_is_spoilt_is_refused(
    shop: Shop, encoder: SparseEncoder
) -> None:
    sync(shop, encoder)
    for name, files in FILES.items():
        folder = shop.state_folder() / name
        assert sorted(path.name for path in folder.iterdir()) == files
        assert {f"{name}/{file}" for file in files} <= set(shop.knowledge().searcher.state.manifest.files)
        content = (folder / files[-1]).read_bytes()
        (folder / files[-1]).write_bytes(content[:-1] + bytes([content[-1] ^ 1]))
        with pytest.raises(CorruptIndexError, match=rf"{files[-1]} was changed after the sync.*--rebuild"):
            _ = shop.knowledge().searcher
        (folder / files[-1]).write_bytes(content)


def test_an_edited_article_sends_only_its_changed_passages_through_the_models(
    shop: Shop, encoder: SparseEncoder
) -> None:
    sync(shop, encoder)
    counting = CountingEncoder(encoder)
    shop.embedder.tokenised.clear()  # type: ignore[attr-defined]
    shop.write({"parcels.md": PARCELS.replace("the door", "your neighbour")})
    report = sync(shop, counting)
    changed = ["Parcels › Where\nThey come to your neighbour."]
    assert (report.encoded, counting.seen) == ({"sparse": 1, "late": 1}, changed)
    assert shop.embedder.tokenised == changed  # type: ignore[attr-defined]


def test_after_any_changes_scores_are_those_of_an_index_built_anew(shop: Shop, encoder: SparseEncoder) -> None:
    sync(shop, encoder)
    shop.write(
        {"parcels.md": PARCELS.replace("## When", "## Who\n\nOur van.\n\n## When"), "a.md": "A new one arrives."}
    )
    (shop.articles / "refunds.md").rename(shop.articles / "money.md")
    sync(shop, encoder)
    kept = scores(shop, encoder)
    sync(shop, encoder, rebuild=True)
    anew = scores(shop, encoder)
    assert len(kept) == 5
    assert kept == {text: pytest.approx(both, rel=1e-4) for text, both in anew.items()}


def test_a_second_sync_of_an_unchanged_folder_writes_nothing(shop: Shop, encoder: SparseEncoder) -> None:
    sync(shop, encoder)
    before = shop.state_folder()
    assert (sync(shop, encoder).encoded, shop.state_folder()) == ({}, before)


def test_a_retriever_that_is_named_later_is_refused_until_a_sync_adds_what_it_reads(
    shop: Shop, splade: Path, encoder: SparseEncoder
) -> None:
    plain = with_retrievers(shop, splade, "bm25", "dense")
    plain.sync()
    with pytest.raises(
        FingerprintMismatchError, match=r"nothing for the retriever sparse and late.*`support kb sync DIR`"
    ):
        _ = shop.knowledge().searcher
    planned = sync(shop, encoder, dry_run=True)
    assert (planned.adds, planned.encoded) == (("sparse", "late"), {})
    shop.embedder.seen.clear()
    report = sync(shop, encoder)
    assert (report.adds, report.encoded) == (("sparse", "late"), {"sparse": 3, "late": 3})
    assert (report.embedded, report.plan.changes_nothing, shop.embedder.seen) == (0, True, [])
    assert len(scores(shop, encoder)) == 3
    assert plain.found("money", k=1) == ["refunds#0"]


def test_one_part_is_added_beside_another_that_is_kept(shop: Shop, splade: Path, encoder: SparseEncoder) -> None:
    sync(with_retrievers(shop, splade, "bm25", "late"), encoder)
    assert sync(shop, encoder).encoded == {"sparse": 3, "late": 0}


def test_another_sparse_encoder_is_refused_until_a_rebuild(
    shop: Shop, encoder: SparseEncoder, tmp_path_factory: pytest.TempPathFactory
) -> None:
    sync(shop, encoder)
    other = replace(shop, settings=asking(save_splade(tmp_path_factory.mktemp("other"), seed=8), "bm25", "sparse"))
    for use in (lambda: other.knowledge().searcher, other.sync):
        with pytest.raises(FingerprintMismatchError, match=r"the sparse encoder encoder \(weights .*--rebuild"):
            use()
    assert other.sync(rebuild=True).encoded == {"sparse": 3}


def test_an_encoder_that_is_not_there_is_named_before_anything_is_done(shop: Shop) -> None:
    gone = replace(shop, settings=asking(shop.root / "nowhere", "sparse"))
    with pytest.raises(ModelError, match=r"nowhere.*knowledge\.sparse_encoder"):
        gone.sync()
    assert not (shop.index / "states").exists()


def test_a_rollback_returns_to_the_vectors_of_that_version(shop: Shop, encoder: SparseEncoder) -> None:
    sync(shop, encoder)
    before = scores(shop, encoder)
    shop.write({"refunds.md": REFUNDS.replace("Money", "A parcel")})
    sync(shop, encoder)
    assert scores(shop, encoder) != before
    Rollback(shop.index, shop.embedder, shop.settings).roll_back()
    assert scores(shop, encoder) == before


def test_a_version_without_the_part_is_not_rolled_back_to(shop: Shop, splade: Path, encoder: SparseEncoder) -> None:
    with_retrievers(shop, splade, "bm25", "dense").sync()
    sync(shop, encoder)
    current = shop.state_folder()
    with pytest.raises(FingerprintMismatchError, match="nothing for the retriever sparse and late"):
        Rollback(shop.index, shop.embedder, shop.settings).roll_back()
    assert shop.state_folder() == current


@pytest.fixture(scope="module")
def varied(tmp_path_factory: pytest.TempPathFactory, splade: Path) -> Shop:
    """Twenty articles on the same words that differ in all that a filter asks for."""
    made = Shop(tmp_path_factory.mktemp("varied"), settings=asking(splade, "sparse", "late"))
    for n in range(20):
        audience = ("customer", "internal", "public", "staff")[n % 4]
        begin = date(2026, 8, 30) + timedelta(n % 5)
        front = f"audience: {audience}\neffective_from: {begin}\neffective_to: {begin + timedelta(1)}\ntopic: {n % 2}"
        made.write({f"a{n}.md": f"---\n{front}\n---\nThe parcel of article {n} arrives."})
    made.sync()
    return made


CONDITIONS = st.builds(
    Filter,
    as_of=st.integers(-2, 4).map(lambda n: date(2026, 9, 1) + timedelta(n)),
    audiences=st.frozensets(st.sampled_from(["customer", "public", "internal", "staff"])),
    equals=st.dictionaries(st.just("topic"), st.sampled_from(["0", "1", "2"])),
)


@pytest.fixture(scope="module")
def asked(varied: Shop, encoder: SparseEncoder) -> Searcher:
    return searcher(varied, encoder)


@settings(max_examples=60, deadline=None)
@given(condition=CONDITIONS, query=st.sampled_from(["parcel", "article 3 arrives", "gardens"]), k=st.integers(1, 30))
def test_neither_retriever_ever_returns_what_the_filter_forbids(
    asked: Searcher, condition: Filter, query: str, k: int
) -> None:
    permitted = {one.passage_id for one in asked.state.passages if condition.matches(one)}
    found = asked.search(query, condition, k=100)
    by_name = {
        name: {hit.passage.passage_id for hit in found.hits if name in hit.ranks} for name in asked.settings.retrievers
    }
    assert by_name["sparse"] <= permitted
    assert by_name["late"] == permitted
    assert len(asked.search(query, condition, k=k).hits) == min(k, len(permitted))


def test_the_best_allowed_passages_are_found_behind_many_forbidden_ones(
    tmp_path: Path, splade: Path, encoder: SparseEncoder
) -> None:
    for name in ("sparse", "late"):
        made = Shop(tmp_path / name, settings=asking(splade, name).model_copy(update={"candidates": 3}))
        made.write({f"no{n}.md": "---\naudience: internal\n---\nparcel parcel parcel" for n in range(60)})
        made.write({f"yes{n}.md": f"A parcel and many other words {n}" for n in range(3)})
        sync(made, encoder)
        hits = searcher(made, encoder).search("parcel parcel parcel", TODAY, k=100).hits
        assert sorted(hit.passage.passage_id for hit in hits) == ["yes0#0", "yes1#0", "yes2#0"]


def test_an_empty_index_is_written_and_finds_nothing(shop: Shop, encoder: SparseEncoder) -> None:
    sync(shop, encoder)
    for path in shop.articles.iterdir():
        path.unlink()
    assert sync(shop, encoder, force=True).passages == 0
    assert scores(shop, encoder) == {}


def test_preparing_opens_what_the_retrievers_read_and_nothing_else(shop: Shop, splade: Path) -> None:
    late = with_retrievers(shop, splade, "late")
    late.sync()
    base = late.knowledge()
    base.prepare()
    opened = vars(base.searcher.state)
    assert ("late" in opened, "vectors" in opened, "sparse" in opened) == (True, False, False)
