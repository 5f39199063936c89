"""Which articles say something else in one version of the knowledge base than in another, passage by passage."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path

from knowledge.catalog import read_catalog
from knowledge.errors import IndexMissingError, InputError
from knowledge.types import Passage, Value
from knowledge.versions import Version, versions

Said = tuple[object, ...]


class ArticleChange(Value):
    """An article in both versions."""

    article: str
    before: tuple[Passage, ...]
    now: tuple[Passage, ...]
    """Empty where the article is gone."""

    def differs_at(self, heading_path: tuple[str, ...]) -> bool:
        """Whether the section of these headings says something else now, or for other days or readers."""
        return _section(self.before, heading_path) != _section(self.now, heading_path)


def article_changes(before: Sequence[Passage], now: Sequence[Passage]) -> dict[str, ArticleChange]:
    """The articles of the earlier version that are changed or gone, by name.

    One that only has another name now says what it said, and one that is new has misled nobody.
    """
    old, new = _by_article(before), _by_article(now)
    elsewhere = {_all(passages) for name, passages in new.items() if name not in old}
    return {
        name: ArticleChange(article=name, before=tuple(passages), now=tuple(new.get(name, ())))
        for name, passages in old.items()
        if _all(passages) != _all(new.get(name, ())) and not (name not in new and _all(passages) in elsewhere)
    }


def passages_of(index: Path, state: str) -> tuple[Passage, ...]:
    """The passages of a version that is kept; no model is asked.

    Raises:
        CorruptIndexError: its catalog is damaged.
    """
    return read_catalog(index / "states" / state / "catalog.db")[1]


def version_named(index: Path, name: str | None) -> Version:
    """A version by its name or the beginning of it; the current one where None.

    Raises:
        IndexMissingError: nothing was synced.
        InputError: there is none of that name, or there are several.
    """
    kept = versions(index)
    if not kept:
        raise IndexMissingError(f"There is no index in {index}. Run `support kb sync DIR` with your articles' folder.")
    if name is None:
        found = [one for one in kept if one.current]
    else:
        found = [one for one in kept if one.name == name] or [one for one in kept if name and one.name.startswith(name)]
    if len(found) == 1:
        return found[0]
    what = f"{len(found)} versions start with" if found else "No version is called"
    raise InputError(
        f"{what} {name!r}. Kept are: {', '.join(one.name for one in kept)}. Run `support kb versions` to see them."
    )


def _by_article(passages: Sequence[Passage]) -> dict[str, list[Passage]]:
    found: dict[str, list[Passage]] = {}
    for passage in passages:
        found.setdefault(passage.article, []).append(passage)
    return found


def _all(passages: Sequence[Passage]) -> tuple[Said, ...]:
    return tuple(_said(passage) for passage in passages)


def _section(passages: Sequence[Passage], heading_path: tuple[str, ...]) -> tuple[Said, ...]:
    return _all([passage for passage in passages if passage.heading_path == heading_path])


def _said(passage: Passage) -> Said:
    """All of a passage but its place and its blurb."""
    metadata: Mapping[str, object] = passage.metadata
    dated = passage.effective_from, passage.effective_to
    return (passage.heading_path, passage.text, *dated, tuple(sorted((key, str(one)) for key, one in metadata.items())))
