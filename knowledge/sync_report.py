"""What a sync would do, and what it did."""

from __future__ import annotations

from knowledge.articles import Problem
from knowledge.index import Changes
from knowledge.renames import Rename
from knowledge.types import RetrieverName, Value


class SyncPlan(Value):
    """What a sync would do, by source id."""

    added: tuple[str, ...] = ()
    changed: tuple[str, ...] = ()
    renamed: tuple[Rename, ...] = ()
    """Files with another name and the same bytes; neither name is among the added or the removed."""
    removed: tuple[str, ...] = ()
    unchanged: tuple[str, ...] = ()
    unreadable: tuple[Problem, ...] = ()
    """Reported; a file that was synced before keeps the passages it had."""
    hidden: tuple[str, ...] = ()
    """Of the added, changed, renamed and unchanged those whose front matter hides them: they are for staff alone."""

    @property
    def changes_nothing(self) -> bool:
        """True where the index already says what the folder says."""
        return not (self.added or self.changed or self.renamed or self.removed)

    @property
    def changes(self) -> Changes:
        """How many articles it changes, and how."""
        return Changes(
            added=len(self.added), changed=len(self.changed), renamed=len(self.renamed), removed=len(self.removed)
        )


class SyncReport(Value):
    """What a sync did."""

    plan: SyncPlan
    dry_run: bool
    articles: int
    passages: int
    embedded: int
    """Passages that went through the embedder; all others kept the vector they had."""
    encoded: dict[RetrieverName, int] = {}
    """The same for each retriever that has vectors of its own; of a dry run or where nothing is written, none is named."""
    adds: tuple[RetrieverName, ...] = ()
    """Retrievers of the settings for which the index had nothing before."""
