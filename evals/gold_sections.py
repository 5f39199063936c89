"""From the article and heading of a gold set to the passages of the index at hand."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from evals.errors import DatasetError
from evals.gold_sets import GoldQuestion, GoldSet, SectionName
from knowledge.filters import Filter
from knowledge.types import Passage


def covers(section: SectionName, article: str, heading_path: Sequence[str]) -> bool:
    """Whether a passage with this path stands in the section, or in one below it."""
    if section.article != article:
        return False
    if section.heading is None:
        return True
    wanted = section.heading.casefold()
    below = [heading.casefold() for heading in heading_path[1:]]
    return wanted in below or (not below and wanted == heading_path[0].casefold())


def section_of(passage: Passage, answers: Iterable[SectionName]) -> str:
    """The section a passage counts for: the answer that it stands in, else its own article and headings."""
    for answer in answers:
        if covers(answer, passage.article, passage.heading_path):
            return answer.label
    return " › ".join((passage.article, *passage.heading_path[1:]))


@dataclass(frozen=True)
class SectionCheck:
    """Refuses a set whose answers are not in the index, or not for customers on the day."""

    passages: Sequence[Passage]
    condition: Filter

    def check(self, dataset: GoldSet) -> None:
        """Look every answer up.

        Raises:
            DatasetError: an article or a heading is not there; the message names the question and what there is.
        """
        for question in dataset.answerable:
            for answer in question.answers:
                self.look_up(answer, f"{dataset.path}, question {question.id},")

    def look_up(self, section: SectionName, who: str) -> list[Passage]:
        """The passages of a section; `who` begins the message where there is none.

        Raises:
            DatasetError: there is no such section, or no customer may see it on the day.
        """
        found = [one for one in self.passages if covers(section, one.article, one.heading_path)]
        if not found:
            raise DatasetError(
                f"{who} names {section.label!r}, which the index does not have: {self._instead(section)}"
            )
        seen = [one for one in found if self.condition.matches(one)]
        if not seen:
            raise DatasetError(
                f"{who} names {section.label!r}, which no customer sees on {self.condition.as_of}: wanted a section in "
                "force on that day. Name another day with `--as-of`, or correct the row."
            )
        return seen

    def _instead(self, section: SectionName) -> str:
        paths = [one.heading_path for one in self.passages if one.article == section.article]
        if not paths:
            articles = dict.fromkeys(one.article for one in self.passages)
            return f"wanted one of the articles {', '.join(articles)}. Correct the row, or sync the article."
        headings = dict.fromkeys(path[-1] for path in paths)
        return f"wanted one of its headings {'; '.join(headings)}. Correct the row, or the article."


def answers_with(question: GoldQuestion, article: str, heading_path: Sequence[str]) -> bool:
    """Whether a citation is one of the sections that answer."""
    return any(covers(answer, article, heading_path) for answer in question.answers)
