"""Which of the sections found speak of exactly what a question names."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

from agent.named_identifiers import Identifier, named_identifiers, names_code, plain
from agent.types import Evidence


@dataclass(frozen=True)
class Identified:
    """What a question names, beside the sections that were found for it."""

    named: tuple[Identifier, ...]
    sections: tuple[Evidence, ...]

    @classmethod
    def of(cls, question: str, sections: Sequence[Evidence]) -> Identified:
        """See `named_identifiers`."""
        return cls(named_identifiers(question, "\n".join(_whole(one) for one in sections)), tuple(sections))

    @cached_property
    def _texts(self) -> dict[str, str]:
        """Of each section by its id, headings and text as they are compared."""
        return {one.evidence_id: plain(_whole(one)) for one in self.sections}

    @cached_property
    def _held(self) -> dict[str, frozenset[Identifier]]:
        """Of each article what it holds of that which is named, in any of its sections."""
        held: dict[str, frozenset[Identifier]] = {}
        for section in self.sections:
            text = self._texts[section.evidence_id]
            own = frozenset(one for one in self.named if one.held_by(text))
            held[_article(section)] = held.get(_article(section), frozenset()) | own
        return held

    def speaking(self) -> list[Evidence]:
        """The sections that may answer, in the order given; all of them where nothing is named.

        The article is asked, not the section: an error code stands under Issue and its remedy under Solution. Every
        identifier must stand in the article's title or in a section of it that was found. Where the headings over a section
        name another code, as in a list of errors, it speaks of that one unless its own text names what is asked about.
        """
        named = frozenset(self.named)
        return [one for one in self.sections if named == self._held[_article(one)] and not self._is_of_another(one)]

    def share_held(self, section: Evidence) -> float:
        """The share of what is named that the section holds itself or by its headings, 0 to 1; 0 for nothing named."""
        if not self.named:
            return 0.0
        text = self._texts[section.evidence_id]
        return sum(one.held_by(text) for one in self.named) / len(self.named)

    def heads(self, section: Evidence) -> bool:
        """Whether the section's own heading names it: what stands there says what it is."""
        last = plain(section.heading_path[-1]) if section.heading_path else ""
        return any(one.held_by(last) for one in self.named)

    def proves(self, section: Evidence) -> bool:
        """Whether the topic is certain whatever the embedder says: a code has no meaning that it could see.

        A heading over the section names the identifier, or its text does under headings that name no other code; and no
        more than half of the articles found hold it, or one does. Versions count in headings only: texts list them.
        """
        headings, text = plain("\n".join(section.heading_path)), plain(section.text)
        textual = not names_code(headings)
        return any(
            (one.held_by(headings) or (textual and one.kind != "version" and one.held_by(text))) and self._is_rare(one)
            for one in self.named
        )

    def _is_rare(self, named: Identifier) -> bool:
        holding = sum(named in held for held in self._held.values())
        return holding <= max(1, len(self._held) // 2)

    def _is_of_another(self, section: Evidence) -> bool:
        codes = [one for one in self.named if one.kind != "version"]
        title, own = plain("\n".join(section.heading_path[:1])), _below_title(section)
        if not codes or any(one.held_by(title) or one.held_by(own) for one in codes):
            return False
        same = [other for other in self.sections if _article(other) == _article(section)]
        if any(one.held_by(_below_title(other)) for one in codes for other in same):
            return True
        text = plain(section.text)
        return names_code(f"{title}\n{own}") and not any(one.held_by(text) for one in codes)


def _article(section: Evidence) -> str:
    return section.article or section.evidence_id


def _below_title(section: Evidence) -> str:
    return plain("\n".join(section.heading_path[1:]))


def _whole(section: Evidence) -> str:
    return "\n".join((*section.heading_path, section.text))
