"""The retrieval suite on a gold set: a shop's own articles, searched as the agent searches them.

What a passage counts for is its section, so every measure counts sections.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import date
from pathlib import Path

from agent.rewriting import ConversationRewriter, Names, Rewriter
from agent.routing import Router
from agent.types import Message
from evals.beir import Query
from evals.errors import DatasetError
from evals.gold_sections import SectionCheck, section_of
from evals.gold_sets import GoldQuestion, GoldSet
from evals.retrieval import timed_search
from evals.retrieval_report import FollowUps, Searched, SetReport, SetSize, final_scores, set_report
from knowledge.embedding import Embedder
from knowledge.filters import Filter
from knowledge.fingerprint import fingerprint
from knowledge.index import IndexState, open_index
from knowledge.reranking import Reranker
from knowledge.search import Searcher
from knowledge.settings import KnowledgeSettings
from knowledge.syncing import Progress, Syncer


@dataclass(frozen=True)
class GoldRetrievalSuite:
    """Syncs a shop's articles and asks the questions that they answer."""

    embedder: Embedder
    reranker: Reranker | None
    settings: KnowledgeSettings
    router: Router
    articles: Path
    """The shop's articles."""
    cache: Path
    """The index stays below it; a temporary folder where it should not."""
    as_of: date
    """Only articles in force on this day are searched."""
    rewriter_of: Callable[[Names], Rewriter] = ConversationRewriter
    """The agent's rewriter, given what the articles are called."""

    def run(self, dataset: GoldSet, progress: Progress = lambda step, done, total: None) -> SetReport:
        """Sync, ask every answerable question, and measure; follow-ups also by their last line alone.

        Raises:
            DatasetError: no question is answerable, or an answer names a section that is not there.
            KnowledgeError: the articles or the index cannot be used.
        """
        questions = dataset.answerable
        if not questions:
            raise DatasetError(
                f"No question of {dataset.path} is answerable: wanted at least one. Run `support eval refusals` with it."
            )
        condition = Filter(as_of=self.as_of)
        with self._index(progress) as state:
            SectionCheck(state.passages, condition).check(dataset)
            searcher = Searcher(state, self.embedder, self.reranker, self.settings)
            self._search(searcher, questions[0], condition)  # loads the model and the index, untimed
            searched = []
            for done, question in enumerate(questions, 1):
                searched.append(self._search(searcher, question, condition))
                progress("searching", done, len(questions))
            seen = [passage for passage in state.passages if condition.matches(passage)]
            size = SetSize(
                name=dataset.name,
                queries=len(questions),
                documents=len({section_of(passage, ()) for passage in seen}),
                passages=len(seen),
                skipped=0,
            )
            return set_report(size, searched, self._follow_ups(searcher, questions, searched, condition))

    @contextmanager
    def _index(self, progress: Progress) -> Iterator[IndexState]:
        built_with = fingerprint(self.embedder, self.settings)
        key = f"{self.articles.resolve()}\n{built_with.model_dump_json()}"
        index = self.cache / hashlib.sha256(key.encode()).hexdigest()[:16]
        Syncer(index, self.embedder, self.settings).sync(self.articles, progress=progress)
        state = open_index(index, built_with)
        try:
            yield state
        finally:
            state.close()

    def _search(
        self, searcher: Searcher, question: GoldQuestion, condition: Filter, *, alone: bool = False
    ) -> Searched:
        history = () if alone else question.context
        query = Query(id=question.id, text=_as_asked(question), qrels={one.label: 1 for one in question.answers})
        phrasings = self._phrasings(searcher, question.text, history, condition)
        return timed_search(
            searcher, query, phrasings, condition, lambda passage: section_of(passage, question.answers)
        )

    def _phrasings(
        self, searcher: Searcher, text: str, history: Sequence[Message], condition: Filter
    ) -> tuple[str, ...]:
        """What the agent looks for; a message that it would hand over at once is looked for as it stands."""
        route = self.router.route(text, history)
        rewriter = self.rewriter_of(searcher.names)
        searched = rewriter.rewrite(route.search_query or text, route.questions, history, condition)
        return (searched.query, *searched.also)

    def _follow_ups(
        self, searcher: Searcher, questions: Sequence[GoldQuestion], searched: Sequence[Searched], condition: Filter
    ) -> FollowUps | None:
        pairs = [(one, found) for one, found in zip(questions, searched, strict=True) if one.context]
        if not pairs:
            return None
        alone = [self._search(searcher, question, condition, alone=True) for question, _ in pairs]
        return FollowUps(
            questions=len(pairs), rewritten=final_scores([found for _, found in pairs]), alone=final_scores(alone)
        )


def _as_asked(question: GoldQuestion) -> str:
    return " / ".join((*(line.text for line in question.context), question.text))
