"""The configuration of `support eval run`: which suites run on what, and the thresholds that they have to meet.

Paths stand beside the file that names them. A suite runs where the file has its table.
"""

from __future__ import annotations

import difflib
from collections.abc import Sequence
from datetime import date
from pathlib import Path
from typing import Any, ClassVar

from pydantic import ConfigDict, Field

from evals.errors import ConfigError
from evals.suite_types import SuiteName
from knowledge.types import Value


class SuiteConfig(Value):
    """What every suite has."""

    model_config = ConfigDict(strict=True, allow_inf_nan=False)

    suite: ClassVar[SuiteName]
    at_least: dict[str, float] = {}
    """Measures that must not be lower."""
    at_most: dict[str, float] = {}
    """Measures that must not be higher."""
    limit: int | None = Field(default=None, ge=1)
    """Rows that are taken; all where it is left out."""


class ConversationConfig(SuiteConfig):
    """Scripted conversations: all pass and all are tests, unless the thresholds say otherwise."""

    suite = "conversations"
    at_least: dict[str, float] = {"passed": 1.0}
    at_most: dict[str, float] = {"no_test": 0.0}
    files: tuple[Path, ...] = ()
    """Case files and folders; the shipped cases where none is named."""
    tags: tuple[str, ...] = ()
    jobs: int | None = Field(default=None, ge=1, le=64)


class ShopConfig(SuiteConfig):
    """A suite that asks questions about a shop's articles."""

    files: tuple[Path, ...] = Field(min_length=1)
    """BEIR folders and gold sets."""
    articles: Path | None = None
    """The sample shop's where left out."""
    as_of: date
    """The day of every question: only articles in force on it are seen."""


class RetrievalConfig(ShopConfig):
    """Does search find what answers a question?"""

    suite = "retrieval"


class GroundingConfig(SuiteConfig):
    """Does the cascade tell supported claims from unsupported ones?"""

    suite = "grounding"
    files: tuple[Path, ...] = Field(min_length=1)
    split: str | None = None


class SeededConfig(SuiteConfig):
    """Are errors caught that are planted in true replies? `limit` is of each kind."""

    suite = "seeded"
    articles: Path | None = None
    orders: Path | None = None
    seed: int = 0
    today: date


class SecurityConfig(SuiteConfig):
    """Is anything followed that is planted, and is a harmless message refused?"""

    suite = "security"
    files: tuple[Path, ...] = ()
    """The shipped sets where none is named."""
    everywhere: bool = False


class RefusalConfig(ShopConfig):
    """Does the agent refuse what no article answers, and only that?"""

    suite = "refusals"


class TopicConfig(SuiteConfig):
    """Do messages go to a person that have to, and no others?"""

    suite = "topics"
    files: tuple[Path, ...] = ()
    """The shipped set where none is named."""


class RoutingConfig(SuiteConfig):
    """Are the articles searched where a turn wants them, and only there?"""

    suite = "routing"
    files: tuple[Path, ...] = Field(min_length=1)


class RunConfig(Value):
    """All suites of a run, in the order in which they run: the quick ones first."""

    topics: TopicConfig | None = None
    routing: RoutingConfig | None = None
    retrieval: RetrievalConfig | None = None
    grounding: GroundingConfig | None = None
    seeded: SeededConfig | None = None
    refusals: RefusalConfig | None = None
    security: SecurityConfig | None = None
    conversations: ConversationConfig | None = None

    def suites(self, only: Sequence[str] = ()) -> tuple[SuiteConfig, ...]:
        """The suites that run.

        Raises:
            ConfigError: one is asked for that the configuration does not have.
        """
        found = {name: getattr(self, name) for name in type(self).model_fields if getattr(self, name)}
        for name in only:
            if name not in found:
                raise ConfigError(f"The suite {name!r} is not in the configuration. {nearest(name, found)}")
        return tuple(suite for name, suite in found.items() if not only or name in only)


def nearest(name: str, known: Any) -> str:
    """A hint at the known name that is nearest, or at all of them where none is near."""
    near = difflib.get_close_matches(name, list(known), n=1, cutoff=0.5)
    return f"Did you mean {near[0]!r}?" if near else f"Known: {', '.join(sorted(known))}."
