"""Text that is being read, and the source line on which each of its words stands."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterator
from dataclasses import dataclass, field

from knowledge.blocks import Mark, Unit

IMAGE_FILE = re.compile(r"\S+\.(?:png|jpe?g|gif|svg|webp|bmp|avif|ico|tiff?)", re.IGNORECASE)

WORD = re.compile(r"\S+")


@dataclass
class SourceText:
    """A run of text that no element has ended yet."""

    parts: list[str] = field(default_factory=list)
    begins: list[int] = field(default_factory=list)
    """The source line on which each part begins."""
    blank: bool = True
    _after_image: bool = False

    def add(self, text: str, line: int) -> None:
        """Add text that begins on a source line; its line breaks are those of the source."""
        if text:
            text = " " + text if self._after_image and text[0].isalnum() else text
            self._after_image = False
        self.parts.append(text)
        self.begins.append(line)
        self.blank = self.blank and not text.strip()

    def add_image(self, description: str, line: int) -> None:
        """Add what an image says; it never becomes one word with its neighbours. The name of its file says nothing."""
        if IMAGE_FILE.fullmatch(description.strip()):
            description = ""
        touches = bool(self.parts) and self.parts[-1][-1:].isalnum()
        self.add(" " * touches + description, line)
        self._after_image = True

    def visible(self, begin: int = 0) -> str:
        """The text from a part on, as one line."""
        return " ".join("".join(self.parts[begin:]).split())

    def taken(self) -> Unit | None:
        """The text as one line with its source lines, None where there is none; nothing is left after that."""
        unit = None if self.blank else self._unit()
        self.clear()
        return unit

    def written_lines(self) -> list[tuple[str, int]]:
        """The text as it was written, line by line, with the source line of each."""
        text = "".join(self.parts)
        begins = dict(self._line_begins())
        found: list[tuple[str, int]] = []
        offset, number = 0, 1
        for line in text.split("\n"):
            number = begins.get(offset, number)
            found.append((line, number))
            offset += len(line) + 1
        return found

    def clear(self) -> None:
        """Forget the text."""
        self.parts.clear()
        self.begins.clear()
        self.blank = True

    def _unit(self) -> Unit:
        offsets, lines = zip(*self._line_begins(), strict=True)
        if min(lines) == max(lines):
            return Unit(text=self.visible(), lines=(lines[0], lines[0]), marks=((0, lines[0], lines[0]),))
        words: list[str] = []
        marks: list[Mark] = []
        length = 0
        for word in WORD.finditer("".join(self.parts)):
            first, last = (lines[bisect_right(offsets, at) - 1] for at in (word.start(), word.end() - 1))
            if not marks or marks[-1][1:] != (first, last):
                marks.append((length, first, last))
            words.append(word[0])
            length += len(word[0]) + 1
        cited = min(mark[1] for mark in marks), max(mark[2] for mark in marks)
        return Unit(text=" ".join(words), lines=cited, marks=tuple(marks))

    def _line_begins(self) -> Iterator[tuple[int, int]]:
        """Where in the text a part or a line begins, and on which source line."""
        offset = 0
        for part, line in zip(self.parts, self.begins, strict=True):
            yield offset, line
            for number, found in enumerate(re.finditer("\n", part), line + 1):
                yield offset + found.end(), number
            offset += len(part)
