"""Bringing the index in line with a folder of articles: plan, then one step from the old state to the new."""

from __future__ import annotations

import shutil
import sqlite3
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

from knowledge.articles import ArticleReader, Listing, Problem, SourceFile, article_blocks
from knowledge.blurbs import BLURB_TOKENS, BlurbWriter, Situator
from knowledge.dense_writing import difference
from knowledge.embedding import Embedder
from knowledge.errors import (
    CorruptIndexError,
    IndexMissingError,
    IndexWriteError,
    InputError,
    UnreadableArticleError,
)
from knowledge.fingerprint import Fingerprint, fingerprint, missing_parts
from knowledge.front_matter import hides
from knowledge.index import Changes, IndexState, open_index, read_manifest
from knowledge.link_lists import ONLY_LINKS, holds_only_links
from knowledge.locking import index_lock
from knowledge.meaning import MeaningBreaks
from knowledge.part_writers import part_writers
from knowledge.parts import PartWriter
from knowledge.pointer import current_state_folder
from knowledge.progress import Progress as Progress
from knowledge.renames import find_renames
from knowledge.settings import KnowledgeSettings
from knowledge.sparse_encoding import SparseEncoder
from knowledge.splitting import PassageSplitter
from knowledge.state_writing import StateWriter, SyncedArticle, Written, synced_articles
from knowledge.sync_report import SyncPlan as SyncPlan
from knowledge.sync_report import SyncReport as SyncReport
from knowledge.types import Passage
from knowledge.versions import settle, sweep


@dataclass(frozen=True)
class Syncer:
    """Syncs a folder into the index below `index`."""

    index: Path
    embedder: Embedder
    settings: KnowledgeSettings
    blurbs: BlurbWriter | None = None
    """Asked about every new passage; there has to be one where the settings name one."""
    sparse: SparseEncoder | None = None
    """The learned sparse encoder; opened as the settings name it where None."""

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
            InputError: the folder is missing, or empty where articles existed, or a retriever cannot search so many.
            FingerprintMismatchError: the index was built with another model and `rebuild` is not set.
            IndexWriteError: the disk refused the new state.
            IndexUnreachableError: the Chroma server of the settings, or of the state before, does not answer.
        """
        with index_lock(self.index, "support kb sync DIR"):
            if not dry_run:
                settle(self.index)
            old = None if rebuild else self._open_old()
            try:
                report = self._sync(folder, old, dry_run, force, progress)
            finally:
                if old is not None:
                    old.close()
            if not dry_run:
                sweep(self.index, self.settings.kept_states)
            return report

    def preview(
        self, folder: Path, progress: Progress = lambda step, done, total: None
    ) -> tuple[tuple[Passage, ...], tuple[Passage, ...]]:
        """The passages of the current state, and those that a sync of the folder would make; nothing is written.

        Raises:
            IndexMissingError: nothing was synced.
            InputError: the folder is missing, or empty where articles exist.
            FingerprintMismatchError: the index was built with another model.
        """
        with index_lock(self.index, "support kb impact DIR"):
            old = self._open_old()
            if old is None:
                raise IndexMissingError(f"There is no index in {self.index}. Run `support kb sync DIR` first.")
            try:
                plan, articles = self._plan(self._reader.list(folder), old, progress)
                self._refuse_empty(folder, plan, False)
                return old.passages, tuple(passage for found in articles.values() for passage in found.passages)
            finally:
                old.close()

    def _sync(self, folder: Path, old: IndexState | None, dry_run: bool, force: bool, progress: Progress) -> SyncReport:
        plan, articles = self._plan(self._reader.list(folder), old, progress)
        self._refuse_empty(folder, plan, force)
        passages = sum(len(found.passages) for found in articles.values())
        for part in self._parts:
            part.check(passages)
        adds = missing_parts(old.manifest.fingerprint, self._wanted) if old else ()
        nothing = dry_run or (plan.changes_nothing and old is not None and not adds)
        if self.blurbs and not nothing:
            articles = self._situated(self.blurbs, plan, articles, progress)
        written = Written(0, {}) if nothing else self._write(folder, old, articles, plan.changes, progress)
        return SyncReport(
            plan=plan,
            dry_run=dry_run,
            articles=len(articles),
            passages=passages,
            embedded=written.embedded,
            encoded=dict(written.encoded),
            adds=adds,
        )

    def _write(
        self,
        folder: Path,
        old: IndexState | None,
        articles: dict[str, SyncedArticle],
        counts: Changes,
        progress: Progress,
    ) -> Written:
        writer = StateWriter(self.index, self.embedder, self._wanted, self._parts, self.settings.chroma_url)
        before = "The index before this sync is unchanged and still answers." if old else "No index was there before."
        change = difference(old, [passage for found in articles.values() for passage in found.passages])
        try:
            return writer.write(folder, articles, change, counts, progress)
        except (OSError, sqlite3.Error, CorruptIndexError, IndexWriteError) as error:
            raise IndexWriteError(
                f"The new index could not be written below {self.index} ({_reason(error)}). What was begun was cleared away, which leaves "
                f"{_free(self.index)} free there. {before} "
                "Make room or mend the folder's permissions, then run `support kb sync DIR` again."
            ) from error

    @property
    def _reader(self) -> ArticleReader:
        return ArticleReader(self.settings.max_article_bytes)

    @cached_property
    def _wanted(self) -> Fingerprint:
        return fingerprint(self.embedder, self.settings)

    @cached_property
    def _parts(self) -> tuple[PartWriter, ...]:
        return part_writers(self.settings, self.embedder, self.sparse)

    def _open_old(self) -> IndexState | None:
        """The current state; what a retriever lacks in it is no reason to refuse it, for this sync adds that."""
        folder = current_state_folder(self.index)
        if folder is None:
            return None
        recorded = read_manifest(folder).fingerprint
        return open_index(self.index, self._wanted.with_parts(recorded.parts))

    def _plan(
        self, listing: Listing, old: IndexState | None, progress: Progress
    ) -> tuple[SyncPlan, dict[str, SyncedArticle]]:
        """The plan, and every article as it will stand in the index, by source id in order."""
        known = synced_articles(old)
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
        articles |= _kept(problems, known, {found.passages[0].article for found in articles.values()})
        gone = [source for source in known if source not in articles]
        renamed = find_renames(
            {source: known[source].sha256 for source in gone},
            {source: articles[source].sha256 for source in sorted_out["added"]},
        )
        plan = SyncPlan(
            added=tuple(source for source in sorted_out["added"] if source not in {one.new for one in renamed}),
            changed=tuple(sorted_out["changed"]),
            renamed=renamed,
            removed=tuple(source for source in gone if source not in {one.old for one in renamed}),
            unchanged=tuple(sorted_out["unchanged"]),
            unreadable=tuple(problems),
            hidden=tuple(source for source, found in sorted(articles.items()) if hides(found.passages[0].metadata)),
        )
        return plan, dict(sorted(articles.items()))

    def _situated(
        self, writer: BlurbWriter, plan: SyncPlan, articles: Mapping[str, SyncedArticle], progress: Progress
    ) -> dict[str, SyncedArticle]:
        """The articles, those that are not as they were with blurbs."""
        situator = Situator(writer, self.index / "blurbs.db", self.embedder.count_tokens)
        fresh = [*plan.added, *plan.changed, *(one.new for one in plan.renamed)]
        found = dict(articles)
        for n, source in enumerate(fresh, 1):
            found[source] = SyncedArticle(articles[source].sha256, situator.situate(articles[source].passages))
            progress("situating", n, len(fresh))
        return found

    def _splitter(self) -> PassageSplitter:
        return PassageSplitter(
            count_tokens=self.embedder.count_tokens,
            window=self._window,
            min_tokens=self.settings.min_passage_tokens,
            overlap_share=self.settings.overlap_share,
            meaning=MeaningBreaks(self.embedder.embed_passages) if self.settings.meaning else None,
        )

    @property
    def _window(self) -> int:
        """Tokens of a passage with its heading path: what the passage prompt and a blurb leave of the embedder's window."""
        prompt = self.embedder.count_tokens(getattr(self.embedder, "passage_prompt", ""))
        return self.embedder.window - prompt - (BLURB_TOKENS if self.settings.blurbs != "none" else 0)

    def _split(
        self, file: SourceFile, splitter: PassageSplitter, problems: list[Problem]
    ) -> tuple[Passage, ...] | None:
        try:
            article = self._reader.read(file)
            passages = splitter.split(article)
        except UnreadableArticleError as error:
            problems.append(Problem(source_id=file.source_id, reason=str(error)))
            return None
        if not passages:
            problems.append(Problem(source_id=file.source_id, reason="it holds headings but no text"))
            return None
        if holds_only_links(article_blocks(article.text, article.media_type)):
            problems.append(Problem(source_id=file.source_id, reason=ONLY_LINKS))
            return None
        return passages

    def _refuse_empty(self, folder: Path, plan: SyncPlan, force: bool) -> None:
        listed = plan.added or plan.changed or plan.renamed or plan.unchanged
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


def _kept(problems: Sequence[Problem], known: Mapping[str, SyncedArticle], taken: set[str]) -> dict[str, SyncedArticle]:
    """What unreadable files had given before, unless another file now has the article's name."""
    before = {problem.source_id: known[problem.source_id] for problem in problems if problem.source_id in known}
    return {source: found for source, found in before.items() if found.passages[0].article not in taken}


def _free(folder: Path) -> str:
    return f"{shutil.disk_usage(folder).free / 1_000_000:,.1f} MB"


def _reason(error: Exception) -> str:
    """What went wrong in a few words; copying a folder reports every file it could not copy."""
    if isinstance(error, shutil.Error):
        return str(error.args[0][0][2])
    # Its own message is about reading an index; what Chroma said is about writing this one.
    return str(error.__cause__ if isinstance(error, CorruptIndexError) and error.__cause__ else error)
