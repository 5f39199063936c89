import re
import subprocess
import sys
import threading
from dataclasses import dataclass, replace
from pathlib import Path

import pytest

from knowledge.errors import CorruptIndexError, FingerprintMismatchError, IndexWriteError, InputError
from knowledge.filters import Filter
from knowledge.renames import Rename
from knowledge.syncing import Syncer, SyncPlan
from tests.helpers import TODAY, Shop, TinyEmbedder

PARCELS = "# Parcels\n\n## When\n\nParcels arrive within three days.\n\n## Where\n\nThey come to the door.\n"
REFUNDS = "# Refunds\n\nMoney arrives after five days.\n"


@pytest.fixture
def shop(tmp_path: Path) -> Shop:
    """Two articles of three passages, synced; `embedder.seen` is empty again."""
    made = Shop(tmp_path).write({"parcels.md": PARCELS, "refunds.md": REFUNDS})
    made.sync()
    made.embedder.seen.clear()
    return made


def states(shop: Shop) -> list[str]:
    return sorted(path.name for path in (shop.index / "states").iterdir())


def vectors_of(shop: Shop) -> set[str]:
    """Ids that Chroma holds, of those that any test here uses."""
    stored = shop.knowledge().searcher.state.vectors
    return set(
        stored.vectors([f"{name}#{n}" for name in ("parcels", "refunds", "copy", "new", "guide") for n in range(4)])
    )


def test_a_first_sync_embeds_every_passage(tmp_path: Path) -> None:
    made = Shop(tmp_path).write({"parcels.md": PARCELS, "sub/refunds.md": REFUNDS})
    report = made.sync()
    assert report.plan == SyncPlan(added=("parcels.md", "sub/refunds.md"))
    assert (report.articles, report.passages, report.embedded, report.dry_run) == (2, 3, 3, False)
    assert len(made.embedder.seen) == 3
    assert made.found("money", k=1) == ["sub/refunds#0"]


def test_a_second_sync_of_an_unchanged_folder_embeds_nothing_and_writes_nothing(shop: Shop) -> None:
    before = states(shop)
    report = shop.sync()
    assert report.plan == SyncPlan(unchanged=("parcels.md", "refunds.md"))
    assert (report.embedded, shop.embedder.seen, states(shop)) == (0, [], before)


def test_an_edited_article_embeds_only_its_changed_passages(shop: Shop) -> None:
    report = shop.write({"parcels.md": PARCELS.replace("the door", "your neighbour")}).sync()
    assert report.plan.changed == ("parcels.md",)
    assert shop.embedder.seen == ["Parcels › Where\nThey come to your neighbour."]
    assert shop.found("neighbour", k=1) == ["parcels#1"]
    assert "door" not in shop.knowledge().searcher.state.bm25.model.vocab_dict


def test_a_section_put_before_others_moves_their_vectors_without_embedding_them(shop: Shop) -> None:
    shop.write({"parcels.md": PARCELS.replace("## When", "## Who\n\nOur van.\n\n## When")}).sync()
    assert shop.embedder.seen == ["Parcels › Who\nOur van."]
    assert vectors_of(shop) == {"parcels#0", "parcels#1", "parcels#2", "refunds#0"}
    assert [shop.found(word, k=1) for word in ("van", "three", "door")] == [["parcels#0"], ["parcels#1"], ["parcels#2"]]


def test_changed_front_matter_changes_what_a_filter_sees_without_embedding(shop: Shop) -> None:
    shop.write({"refunds.md": "---\naudience: internal\n---\n" + REFUNDS}).sync()
    assert shop.embedder.seen == []
    assert "refunds#0" not in shop.found("money")


def test_a_removed_file_is_gone_from_both_indexes_and_from_search(shop: Shop) -> None:
    (shop.articles / "refunds.md").unlink()
    report = shop.sync()
    state = shop.knowledge().searcher.state
    assert report.plan.removed == ("refunds.md",)
    assert (report.embedded, state.bm25.size) == (0, 2)
    assert vectors_of(shop) == {"parcels#0", "parcels#1"}
    assert "money" not in state.bm25.model.vocab_dict
    assert set(shop.found("money after five days")) <= {"parcels#0", "parcels#1"}


def test_of_two_files_with_the_same_text_one_removed_leaves_the_other(shop: Shop) -> None:
    shop.write({"copy.md": REFUNDS}).sync()
    assert shop.embedder.seen == []
    (shop.articles / "refunds.md").unlink()
    shop.sync()
    assert shop.found("money", k=1) == ["copy#0"]
    assert vectors_of(shop) == {"copy#0", "parcels#0", "parcels#1"}


def test_a_renamed_file_is_one_rename_that_embeds_nothing_and_leaves_nothing_under_its_old_name(shop: Shop) -> None:
    (shop.articles / "refunds.md").rename(shop.articles / "new.md")
    report = shop.sync()
    state = shop.knowledge().searcher.state
    assert report.plan == SyncPlan(renamed=(Rename(old="refunds.md", new="new.md"),), unchanged=("parcels.md",))
    assert (report.embedded, shop.embedder.seen, shop.found("money", k=1)) == (0, [], ["new#0"])
    assert [row.source_id for row in state.articles] == ["new.md", "parcels.md"]
    assert vectors_of(shop) == {"new#0", "parcels#0", "parcels#1"}
    assert shop.sync().plan.changes_nothing


def test_a_rename_with_an_edit_is_one_file_removed_and_another_added(shop: Shop) -> None:
    (shop.articles / "refunds.md").unlink()
    report = shop.write({"new.md": REFUNDS + "Or six.\n"}).sync()
    assert (report.plan.added, report.plan.renamed, report.plan.removed) == (("new.md",), (), ("refunds.md",))


def test_a_rename_is_the_only_article_and_the_sync_is_not_taken_for_an_empty_folder(tmp_path: Path) -> None:
    made = Shop(tmp_path).write({"a.md": REFUNDS})
    made.sync()
    (made.articles / "a.md").rename(made.articles / "b.md")
    assert made.sync().plan.renamed == (Rename(old="a.md", new="b.md"),)


def test_a_file_without_a_title_is_named_by_its_file_and_embedded_again_under_the_new_name(tmp_path: Path) -> None:
    made = Shop(tmp_path).write({"lamps.md": "They shine.", "other.md": REFUNDS})
    made.sync()
    made.embedder.seen.clear()
    (made.articles / "lamps.md").rename(made.articles / "lights.md")
    assert made.sync().plan.renamed == (Rename(old="lamps.md", new="lights.md"),)
    assert made.embedder.seen == ["lights\nThey shine."]


def test_two_articles_that_swap_their_names_are_changed_and_embed_nothing(shop: Shop) -> None:
    report = shop.write({"parcels.md": REFUNDS, "refunds.md": PARCELS}).sync()
    assert report.plan.changed == ("parcels.md", "refunds.md")
    assert (shop.embedder.seen, shop.found("money", k=1), shop.found("door", k=1)) == ([], ["parcels#0"], ["refunds#1"])


def test_a_dry_run_says_what_would_change_and_changes_nothing(shop: Shop) -> None:
    (shop.articles / "refunds.md").unlink()
    shop.write({"new.md": "New.", "parcels.md": PARCELS + "More.\n"})
    before = states(shop)
    report = shop.sync(dry_run=True)
    assert report.plan == SyncPlan(added=("new.md",), changed=("parcels.md",), removed=("refunds.md",))
    assert (report.dry_run, shop.embedder.seen, states(shop)) == (True, [], before)
    assert shop.found("money", k=1) == ["refunds#0"]


UNREADABLE: dict[str, bytes] = {
    "binary.md": b"\x89PNG\0\0",
    "broken.md": b"---\ntitle: [\n---\nText.",
    "date.md": b"---\neffective_from: tomorrow\n---\nText.",
    "empty.md": b"",
    "headings.md": b"# Only\n\n## Headings\n",
    "huge.md": b"word " * 1_000_000,
    "latin.md": b"caf\xe9",
}


def test_unreadable_files_are_reported_by_name_and_the_rest_is_synced(tmp_path: Path) -> None:
    made = Shop(tmp_path).write({**UNREADABLE, "good.md": "Parcels arrive.", "utf16.md": "Größe.".encode("utf-16")})
    (made.articles / "dangling.md").symlink_to("gone.md")
    report = made.sync()
    assert report.plan.added == ("good.md", "utf16.md")
    assert sorted(problem.source_id for problem in report.plan.unreadable) == sorted([*UNREADABLE, "dangling.md"])
    assert all(problem.reason for problem in report.plan.unreadable)
    assert made.found("parcels", k=1) == ["good#0"]


@pytest.mark.parametrize("content", UNREADABLE.values(), ids=UNREADABLE)
def test_a_file_that_became_unreadable_keeps_the_passages_it_had(shop: Shop, content: bytes) -> None:
    report = shop.write({"refunds.md": content, "new.md": "New words."}).sync()
    assert [problem.source_id for problem in report.plan.unreadable] == ["refunds.md"]
    assert (report.plan.removed, report.articles) == ((), 3)
    assert shop.found("money", k=1) == ["refunds#0"]
    assert shop.write({"refunds.md": REFUNDS}).sync().plan.unchanged == ("new.md", "parcels.md", "refunds.md")


def test_two_files_of_one_name_never_share_passage_ids(shop: Shop) -> None:
    report = shop.write({"refunds.html": "<p>Money comes back slowly.</p>"}).sync()
    assert report.plan.added == ("refunds.html",)
    assert [problem.source_id for problem in report.plan.unreadable] == ["refunds.md"]
    assert report.plan.removed == ("refunds.md",)
    assert shop.found("slowly", k=1) == ["refunds#0"]
    assert report.passages == len(vectors_of(shop)) == 3


@pytest.mark.parametrize("key", ["$or", "#document", "chroma:document", "''", "a.b", "effective_until", "é ü"])
def test_any_front_matter_key_can_be_stored_and_asked_for(tmp_path: Path, key: str) -> None:
    made = Shop(tmp_path).write({"a.md": f"---\n'{key.strip(chr(39))}': x\n---\nParcels arrive."})
    made.sync()
    assert made.found("parcels") == ["a#0"]


def test_a_missing_folder_or_a_file_is_refused_and_the_index_answers(shop: Shop) -> None:
    for path in (shop.root / "missing", shop.articles / "refunds.md"):
        with pytest.raises(InputError, match="wanted a folder"):
            Syncer(shop.index, shop.embedder, shop.settings).sync(path)
    assert shop.found("money", k=1) == ["refunds#0"]


def test_an_empty_listing_where_articles_existed_is_refused_unless_forced(shop: Shop) -> None:
    for name in ("parcels.md", "refunds.md"):
        (shop.articles / name).unlink()
    with pytest.raises(InputError, match=r"holds no .md or .html article, and the index has 2.*--force"):
        shop.sync()
    assert shop.found("money", k=1) == ["refunds#0"]
    assert shop.sync(force=True).plan.removed == ("parcels.md", "refunds.md")
    assert shop.found("money") == []
    assert shop.write({"parcels.md": PARCELS}).sync().passages == 2


def test_a_folder_of_unreadable_files_alone_is_refused_with_their_reasons(tmp_path: Path) -> None:
    made = Shop(tmp_path).write({"empty.md": "", "latin.md": b"caf\xe9"})
    with pytest.raises(InputError, match=r"No article .* can be read \(empty.md: it is empty.*latin.md"):
        made.sync()


def test_another_embedder_is_refused_with_both_names_until_a_rebuild(shop: Shop) -> None:
    other = replace(shop, embedder=TinyEmbedder(name="bge-small", weights_sha256="ab" * 32, dimension=16))
    for use in (other.sync, lambda: other.found("money")):
        with pytest.raises(
            FingerprintMismatchError, match=r"built with tiny .*; the settings name bge-small .*--rebuild"
        ):
            use()
    assert shop.found("money", k=1) == ["refunds#0"]
    assert other.sync(rebuild=True).embedded == 3
    assert other.found("money", k=1) == ["refunds#0"]


def test_a_rebuild_embeds_everything_again(shop: Shop) -> None:
    report = shop.sync(rebuild=True)
    assert (report.plan.added, report.embedded) == (("parcels.md", "refunds.md"), 3)


def test_steps_are_told_with_their_counts(shop: Shop) -> None:
    told: list[tuple[str, int, int]] = []
    shop.write({"new.md": "New words."})
    Syncer(shop.index, shop.embedder, shop.settings).sync(
        shop.articles, progress=lambda step, done, total: told.append((step, done, total))
    )
    assert told == [
        ("reading", 1, 3),
        ("reading", 2, 3),
        ("reading", 3, 3),
        ("embedding", 0, 1),
        ("embedding", 1, 1),
        ("writing", 0, 1),
        ("writing", 1, 1),
    ]


def test_two_syncs_at_once_take_turns(shop: Shop) -> None:
    shop.write({"new.md": "New words."})
    threads = [threading.Thread(target=shop.sync) for _ in range(2)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert shop.embedder.seen == ["new\nNew words."]
    assert shop.found("words", k=1) == ["new#0"]


def test_an_index_path_that_is_a_file_is_refused_in_words(tmp_path: Path) -> None:
    made = Shop(tmp_path).write({"a.md": "Text."})
    made.index.write_text("not a folder")
    with pytest.raises(IndexWriteError, match="wanted a folder that can be written"):
        made.sync()


class FailingEmbedder(TinyEmbedder):
    def embed_passages(self, texts: object) -> None:  # type: ignore[override]
        raise RuntimeError("out of memory")


@dataclass(frozen=True)
class PromptedEmbedder(TinyEmbedder):
    passage_prompt: str = "represent this help article for search: "


def test_the_passage_prompt_leaves_room_in_the_window(tmp_path: Path) -> None:
    made = Shop(tmp_path, PromptedEmbedder(window=24)).write({"a.md": "one two three four five six. " * 9})
    made.sync()
    prompt = made.embedder.count_tokens(PromptedEmbedder.passage_prompt)
    assert max(made.embedder.count_tokens(text) for text in made.embedder.seen) + prompt + 2 <= 24


def test_an_embedder_that_fails_leaves_the_old_index_and_nothing_half_written(shop: Shop) -> None:
    before = states(shop)
    shop.write({"new.md": "New words."})
    with pytest.raises(RuntimeError, match="out of memory"):
        replace(shop, embedder=FailingEmbedder()).sync()
    assert states(shop) == before
    assert shop.found("money", k=1) == ["refunds#0"]
    assert shop.sync().plan.added == ("new.md",)


def run(shop: Shop, script: str, *arguments: str) -> subprocess.CompletedProcess[str]:
    """Run Python in a process of its own, with the shop's folder as its first argument."""
    command = [sys.executable, "-c", script, str(shop.root), *arguments]
    here = Path(__file__).parents[2]
    return subprocess.run(command, capture_output=True, text=True, timeout=60, check=False, cwd=here)


FULL_DISK_SYNC = """
import resource, sys
from pathlib import Path
from knowledge.errors import IndexWriteError
from tests.helpers import Shop

resource.setrlimit(resource.RLIMIT_FSIZE, (int(sys.argv[2]),) * 2)
try:
    Shop(Path(sys.argv[1])).sync()
except IndexWriteError as error:
    print(error)
"""


@pytest.mark.parametrize("room", ["nothing", "half of the vectors", "no growth of the vectors"])
def test_a_disk_that_refuses_leaves_the_old_index_answering(shop: Shop, room: str) -> None:
    size = (shop.state_folder() / "vectors" / "chroma.sqlite3").stat().st_size
    limit = {"nothing": 0, "half of the vectors": size // 2, "no growth of the vectors": size}[room]
    before = states(shop)
    shop.write({f"new-{n}.md": f"New words {n} about a lamp." for n in range(30)})
    ended = run(shop, FULL_DISK_SYNC, str(limit))
    assert ended.stderr == ""
    assert re.search(r"make room or mend the folder's permissions", ended.stdout, re.IGNORECASE)
    assert states(shop) == before
    assert shop.found("money", k=1) == ["refunds#0"]
    assert len(shop.sync().plan.added) == 30


def test_a_first_sync_on_a_full_disk_says_that_no_index_was_there(tmp_path: Path) -> None:
    made = Shop(tmp_path).write({"a.md": "Text."})
    ended = run(made, FULL_DISK_SYNC, "1000")
    assert "No index was there before." in ended.stdout
    assert states(made) == []
    assert made.sync().passages == 1


def test_lost_vector_files_are_not_carried_into_a_new_state(shop: Shop) -> None:
    shop.write({f"new-{n}.md": f"New words {n} about a lamp." for n in range(1_100)}).sync()
    (hnsw,) = (path for path in (shop.state_folder() / "vectors").iterdir() if path.is_dir())
    for path in hnsw.iterdir():
        path.write_bytes(b"garbage" * 100)
    shop.write({"new-1.md": "Changed."})
    with pytest.raises(CorruptIndexError, match=r"vectors.*--rebuild"):
        shop.sync()


def test_what_the_front_matter_hides_is_named_and_found_by_staff_alone(tmp_path: Path) -> None:
    made = Shop(tmp_path).write({"a.md": "A parcel.", "b.md": "---\nhide: yes\n---\nA parcel of ours."})
    for dry_run in (True, False):
        assert made.sync(dry_run=dry_run).plan.hidden == ("b.md",)
    assert made.sync().plan.hidden == ("b.md",)
    assert made.found("parcel") == ["a#0"]
    assert made.found("parcel", Filter(as_of=TODAY.as_of, audiences=frozenset({"internal"}))) == ["b#0"]


def test_a_table_of_contents_is_left_out_and_said_to_be_one(tmp_path: Path) -> None:
    contents = "# Help\n\n- [A](a.md)\n- [B](b.md)\n- [C](c.md)\n"
    report = Shop(tmp_path).write({"a.md": "A parcel.", "toc.md": contents}).sync()
    assert [problem.source_id for problem in report.plan.unreadable] == ["toc.md"]
    assert "only links" in report.plan.unreadable[0].reason
    assert report.plan.added == ("a.md",)
