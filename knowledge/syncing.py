"""Bringing the index in line with a folder of articles: plan, then one step from the old state to the new."""

from __future__ import annotations

import shutil
import sqlite3
import uuid
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path

import numpy as np

from knowledge.articles import ArticleReader, Listing, Problem, SourceFile
from knowledge.bm25 import Bm25Index
from knowledge.catalog import ArticleRow, text_hash, write_catalog
from knowledge.dense import VectorIndex
from knowledge.embedding import Embedder, Vectors
from knowledge.errors import CorruptIndexError, IndexWriteError, InputError, UnreadableArticleError
from knowledge.fingerprint import fingerprint
from knowledge.index import (
    KEPT_STATES,
    IndexState,
    Manifest,
    current_state_folder,
    open_index,
    write_durably,
    write_manifest,
)
from knowledge.models.registry import file_sha256
from knowledge.settings import KnowledgeSettings
from knowledge.splitting import PassageSplitter
from knowledge.types import Passage, Value

Progress = Callable[[str, int, int], None]
"""Called with the step's name, how many are done, and how many there are."""

LOCK_SECONDS = 60

EMBED_STEP = 64
"""Passages embedded between two calls of the progress function."""


class SyncPlan(Value):
    """What a sync would do, by source id."""

    added: tuple[str, ...] = ()
    changed: tuple[str, ...] = ()
    removed: tuple[str, ...] = ()
    unchanged: tuple[str, ...] = ()
    unreadable: tuple[Problem, ...] = ()
    """Reported; a file that was synced before keeps the passages it had."""

    @property
    def changes_nothing(self) -> bool:
        """True where the index already says what the folder says."""
        return not (self.added or self.changed or self.removed)


class SyncReport(Value):
    """What a sync did."""

    plan: SyncPlan
    dry_run: bool
    articles: int
    passages: int
    embedded: int
    """Passages that went through the embedder; all others kept the vector they had."""


@dataclass(frozen=True)
class SyncedArticle:
    """An article as it stands in the index."""

    sha256: str
    """Of the file that gave these passages; a file that later became unreadable keeps the old one."""
    passages: tuple[Passage, ...]


@dataclass(frozen=True)
class Syncer:
    """Syncs a folder into the index below `index`."""

    index: Path
    embedder: Embedder
    settings: KnowledgeSettings

    def sync(
        self,
        folder: Path,
        *,
        dry_run: bool = False,
        rebuild: bool = False,
        force: bool = False,
        progress: Progress = lambda step, done, total: None,
    ) -> SyncReport:
        """Make the index say what the folder says; on any error the state before stays the current one.

        Args:
            folder: articles, read recursively.
            dry_run: only plan.
            rebuild: start from nothing, for another model or a damaged index.
            force: accept a folder that lists no article where the index has some.
            progress: told of reading, embedding and writing.

        Raises:
            InputError: the folder is missing, or empty where articles existed.
            FingerprintMismatchError: the index was built with another model and `rebuild` is not set.
            IndexWriteError: the disk refused the new state.
        """
        self.index.mkdir(parents=True, exist_ok=True)
        with self._lock():
            old = None if rebuild else self._open_old()
            listing = self._reader.list(folder)
            plan, articles = self._plan(listing, old, progress)
            self._refuse_empty(folder, plan, force)
            if dry_run or (plan.changes_nothing and old is not None):
                return self._report(plan, articles, 0, dry_run)
            try:
                embedded = self._write(folder, old, articles, progress)
            except (OSError, sqlite3.Error, CorruptIndexError) as error:
                raise IndexWriteError(
                    f"The new index could not be written below {self.index} ({error}). The index before this sync "
                    "is unchanged and still answers. Free some space, then run `support kb sync DIR` again."
                ) from error
            finally:
                self._sweep()
            return self._report(plan, articles, embedded, dry_run)

    @contextmanager
    def _lock(self) -> Iterator[None]:
        from filelock import FileLock, Timeout

        try:
            with FileLock(self.index / ".lock", timeout=LOCK_SECONDS):
                yield
        except Timeout as error:
            raise IndexWriteError(
                f"Another sync has held {self.index / '.lock'} for {LOCK_SECONDS} s. Wait for it to end, "
                "then run `support kb sync DIR` again."
            ) from error

    @property
    def _reader(self) -> ArticleReader:
        return ArticleReader(self.settings.max_article_bytes)

    def _open_old(self) -> IndexState | None:
        if current_state_folder(self.index) is None:
            return None
        return open_index(self.index, fingerprint(self.embedder, self.settings))

    def _plan(
        self, listing: Listing, old: IndexState | None, progress: Progress
    ) -> tuple[SyncPlan, dict[str, SyncedArticle]]:
        """The plan, and every article as it will stand in the index, by source id in order."""
        known = _synced(old)
        problems = list(listing.problems)
        articles: dict[str, SyncedArticle] = {}
        sorted_out: dict[str, list[str]] = {"added": [], "changed": [], "unchanged": []}
        splitter = self._splitter()
        for n, file in enumerate(listing.files, 1):
            before = known.get(file.source_id)
            if before and before.sha256 == file.sha256:
                articles[file.source_id] = before
                sorted_out["unchanged"].append(file.source_id)
            elif passages := self._split(file, splitter, problems):
                articles[file.source_id] = SyncedArticle(file.sha256, passages)
                sorted_out["changed" if before else "added"].append(file.source_id)
            progress("reading", n, len(listing.files))
        unreadable = {problem.source_id for problem in problems}
        articles |= {source: known[source] for source in unreadable if source in known}
        plan = SyncPlan(
            added=tuple(sorted_out["added"]),
            changed=tuple(sorted_out["changed"]),
            unchanged=tuple(sorted_out["unchanged"]),
            removed=tuple(source for source in known if source not in articles),
            unreadable=tuple(problems),
        )
        return plan, dict(sorted(articles.items()))

    def _splitter(self) -> PassageSplitter:
        return PassageSplitter(
            count_tokens=self.embedder.count_tokens,
            window=self.embedder.window,
            min_tokens=self.settings.min_passage_tokens,
            overlap_share=self.settings.overlap_share,
        )

    def _split(
        self, file: SourceFile, splitter: PassageSplitter, problems: list[Problem]
    ) -> tuple[Passage, ...] | None:
        try:
            passages = splitter.split(self._reader.read(file))
        except UnreadableArticleError as error:
            problems.append(Problem(source_id=file.source_id, reason=str(error)))
            return None
        if not passages:
            problems.append(Problem(source_id=file.source_id, reason="it holds headings but no text"))
            return None
        return passages

    def _refuse_empty(self, folder: Path, plan: SyncPlan, force: bool) -> None:
        listed = plan.added or plan.changed or plan.unchanged
        if listed or force:
            return
        if plan.unreadable:
            reasons = "; ".join(f"{problem.source_id}: {problem.reason}" for problem in plan.unreadable[:5])
            raise InputError(f"No article in {folder} can be read ({reasons}). The index was left as it is.")
        had = f", and the index has {len(plan.removed)}" if plan.removed else ""
        raise InputError(
            f"{folder} holds no .md or .html article{had}. Wanted at least one; "
            "to empty the index on purpose run `support kb sync DIR --force`."
        )

    def _write(
        self,
        folder: Path,
        old: IndexState | None,
        articles: dict[str, SyncedArticle],
        progress: Progress,
    ) -> int:
        passages = [passage for found in articles.values() for passage in found.passages]
        name = f"{datetime.now(UTC):%Y%m%dT%H%M%S}-{uuid.uuid4().hex[:6]}"
        state = self.index / "states" / name
        state.mkdir(parents=True)
        embedded = self._write_vectors(state / "vectors", old, passages, progress)
        progress("writing", 0, 1)
        Bm25Index.build([passage.indexed_text for passage in passages]).save(state / "bm25")
        write_catalog(state / "catalog.db", _rows(articles), passages)
        files = [state / "catalog.db", *sorted((state / "bm25").iterdir())]
        manifest = Manifest(
            fingerprint=fingerprint(self.embedder, self.settings),
            folder=str(folder),
            synced_at=datetime.now(UTC).isoformat(timespec="seconds"),
            articles=len(articles),
            passages=len(passages),
            files={path.relative_to(state).as_posix(): file_sha256(path) for path in files},
        )
        write_manifest(state, manifest)
        write_durably(self.index / "CURRENT", name)
        progress("writing", 1, 1)
        return embedded

    def _write_vectors(
        self, target: Path, old: IndexState | None, passages: Sequence[Passage], progress: Progress
    ) -> int:
        """Copy the old vectors, then apply the difference; returns how many passages were embedded."""
        if old is None:
            index, stored = VectorIndex.create(target), {}
        else:
            stored = {passage.passage_id: passage for passage in old.passages}
            shutil.copytree(old.folder / "vectors", target)
            index = VectorIndex.open(target)
        try:
            wanted = {passage.passage_id: passage for passage in passages}
            index.remove([passage_id for passage_id in stored if passage_id not in wanted])
            moved = [passage for passage in passages if stored.get(passage.passage_id) != passage]
            rows, embedded = self._rows_for(moved, old, progress)
            index.add(moved, rows)
        finally:
            index.close()
        return embedded

    def _rows_for(self, passages: Sequence[Passage], old: IndexState | None, progress: Progress) -> tuple[Vectors, int]:
        """One row per passage: the old row of an equal text where there is one, else a new one."""
        rows = np.zeros((len(passages), self.embedder.dimension), dtype=np.float32)
        known = self._known_rows(passages, old)
        fresh = [n for n, passage in enumerate(passages) if text_hash(passage) not in known]
        for n, passage in enumerate(passages):
            rows[n] = known.get(text_hash(passage), rows[n])
        progress("embedding", 0, len(fresh))
        for begin in range(0, len(fresh), EMBED_STEP):
            part = fresh[begin : begin + EMBED_STEP]
            rows[part] = self.embedder.embed_passages([passages[n].indexed_text for n in part])
            progress("embedding", begin + len(part), len(fresh))
        return rows, len(fresh)

    def _known_rows(self, passages: Sequence[Passage], old: IndexState | None) -> dict[str, Vectors]:
        if old is None:
            return {}
        hashes = {text_hash(passage) for passage in passages}
        same = {passage.passage_id: text_hash(passage) for passage in old.passages}
        same = {passage_id: found for passage_id, found in same.items() if found in hashes}
        return {same[passage_id]: row for passage_id, row in old.vectors.vectors(list(same)).items()}

    def _sweep(self) -> None:
        """Delete half-written states and those older than the one before the current."""
        try:
            current = current_state_folder(self.index)
        except CorruptIndexError:
            return
        states = sorted((self.index / "states").glob("*"), reverse=True)
        complete = [state for state in states if (state / "manifest.json").is_file()]
        kept = {
            current,
            *[state for state in complete if current and state.name < current.name][: KEPT_STATES - 1],
        }
        for state in states:
            if state not in kept:
                shutil.rmtree(state, ignore_errors=True)

    def _report(self, plan: SyncPlan, articles: dict[str, SyncedArticle], embedded: int, dry_run: bool) -> SyncReport:
        count = sum(len(found.passages) for found in articles.values())
        return SyncReport(plan=plan, dry_run=dry_run, articles=len(articles), passages=count, embedded=embedded)


def _synced(state: IndexState | None) -> dict[str, SyncedArticle]:
    """The articles of a state by source id."""
    if state is None:
        return {}
    passages: dict[str, list[Passage]] = {row.article: [] for row in state.articles}
    for passage in state.passages:
        passages[passage.article].append(passage)
    return {row.source_id: SyncedArticle(row.sha256, tuple(passages[row.article])) for row in state.articles}


def _rows(articles: dict[str, SyncedArticle]) -> list[ArticleRow]:
    return [
        ArticleRow(
            source_id=source,
            article=found.passages[0].article,
            sha256=found.sha256,
            title=found.passages[0].heading_path[0],
            passages=len(found.passages),
        )
        for source, found in articles.items()
    ]
