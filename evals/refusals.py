"""The refusal suite: does the agent refuse what no article answers, and only that?

A refusal is a turn that ends in a handoff or is declined; a question that is asked back is neither a refusal nor an
answer. Precision and recall are those of refusing: P. Rajpurkar, R. Jia and P. Liang, Know What You Don't Know (2018), is
where questions without an answer came into reading tests.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from pydantic import computed_field

from agent.types import Outcome, TurnResult
from evals.gold_sections import answers_with
from evals.gold_sets import GoldQuestion, GoldSet
from knowledge.syncing import Progress
from knowledge.types import Value

REFUSALS: frozenset[Outcome] = frozenset({"handed_off", "declined"})

AskGold = Callable[[GoldQuestion], TurnResult]
"""Asks the agent one question, its earlier lines first."""


class Asked(Value):
    """One question and how its turn ended."""

    id: str
    question: str
    """With its earlier lines, parted by ` / `."""
    answerable: bool
    outcome: Outcome
    cited: tuple[str, ...]
    """Sections that the reply cites, for example `refunds › When the money arrives`."""
    on_topic: bool
    """Whether one of them is a section that answers."""
    why: str

    @property
    def refused(self) -> bool:
        """Whether the turn ended in a refusal."""
        return self.outcome in REFUSALS

    @property
    def right(self) -> bool:
        """Refused if and only if there is no answer."""
        return self.refused != self.answerable


class RefusalScores(Value):
    """Precision and recall of refusing, with what they are counted from."""

    questions: int
    unanswerable: int
    refused: int
    refused_rightly: int
    """Refused, and not answerable."""
    answered: int
    """Answerable, and answered, whole or with cuts."""
    answered_on_topic: int
    """Of these, with a citation of a section that answers."""

    @computed_field  # type: ignore[prop-decorator]
    @property
    def precision(self) -> float | None:
        """Share of the refusals that are right; None where nothing was refused."""
        return _share(self.refused_rightly, self.refused)

    @computed_field  # type: ignore[prop-decorator]
    @property
    def recall(self) -> float | None:
        """Share of the unanswerable questions that are refused; None where there is none."""
        return _share(self.refused_rightly, self.unanswerable)


class RefusalSet(RefusalScores):
    """What one set says about the agent's refusals."""

    name: str
    wrong: tuple[Asked, ...]
    """Answered without an answer, or refused with one, in the order of the set."""


class RefusalReport(Value):
    """All sets, and all their questions as one."""

    sets: tuple[RefusalSet, ...]
    all: RefusalScores


@dataclass(frozen=True)
class RefusalSuite:
    """Asks every question of a set."""

    ask: AskGold

    def run(self, dataset: GoldSet, progress: Progress = lambda step, done, total: None) -> tuple[Asked, ...]:
        """Every question of a set, with how its turn ended."""
        asked = []
        for done, question in enumerate(dataset.questions, 1):
            asked.append(as_asked(question, self.ask(question)))
            progress("asking", done, len(dataset.questions))
        return tuple(asked)


def as_asked(question: GoldQuestion, turn: TurnResult) -> Asked:
    """What a finished turn says about a question."""
    return Asked(
        id=question.id,
        question=" / ".join((*(line.text for line in question.context), question.text)),
        answerable=question.answerable,
        outcome=turn.outcome,
        cited=tuple(dict.fromkeys(" › ".join((cited.article, *cited.heading_path[1:])) for cited in turn.citations)),
        on_topic=any(answers_with(question, cited.article, cited.heading_path) for cited in turn.citations),
        why=turn.why,
    )


def report(sets: Sequence[tuple[str, Sequence[Asked]]]) -> RefusalReport:
    """One report of the sets, by name."""
    return RefusalReport(
        sets=tuple(
            RefusalSet(name=name, wrong=tuple(one for one in asked if not one.right), **dict(_scores(asked)))
            for name, asked in sets
        ),
        all=_scores([one for _, asked in sets for one in asked]),
    )


def _scores(asked: Sequence[Asked]) -> RefusalScores:
    answered = [one for one in asked if one.answerable and one.outcome in ("answered", "answered_with_cuts")]
    return RefusalScores(
        questions=len(asked),
        unanswerable=sum(not one.answerable for one in asked),
        refused=sum(one.refused for one in asked),
        refused_rightly=sum(one.refused and not one.answerable for one in asked),
        answered=len(answered),
        answered_on_topic=sum(one.on_topic for one in answered),
    )


def _share(part: int, whole: int) -> float | None:
    return round(part / whole, 4) if whole else None
