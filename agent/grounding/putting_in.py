"""Where the sentences that a claim needs are put into a draft: after the claim, and lists in paragraphs of their own."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from agent.claim_text import claim_body, leans_back, sentence_key
from agent.grounding.conditions import Limit
from agent.grounding.repairing import Edit
from agent.grounding.restrictions import announces
from agent.sentences import MARKER
from agent.types import Claim, Verdict

MOST_ADDED = 2
"""Sentences, and lists, that are put in after one claim; with more the reply would be the article's, and not an answer."""

MOST_LINES = 6
"""Lines of a list that is put in, with the one that opens it."""

_GOES_ON = re.compile(r"[ \t]*\n?(?=\S)")
"""Between a sentence and the next one of its paragraph."""
_PARAGRAPH_END = re.compile(r"\n[ \t]*\n|\s*\Z")


@dataclass
class Additions:
    """What is put into one draft, each sentence and list once."""

    draft: str
    verdicts: Sequence[Verdict]
    running: dict[int, list[str]] = field(default_factory=lambda: defaultdict(list))
    """Sentences by the place that they go to."""
    blocks: dict[int, list[str]] = field(default_factory=lambda: defaultdict(list))
    """Lists by the place that they go to."""
    added: set[str] = field(default_factory=set)

    def put_in(self, claim: Claim, limits: Sequence[Limit]) -> None:
        """Add all limits of a claim, or none where one of them cannot be told beside it."""
        inline = [limit for limit in limits if not limit.block]
        blocks = [limit.block for limit in limits if limit.block]
        sentences = list(dict.fromkeys(text for limit in inline for text in limit.sentences))
        after = _after(claim, self.verdicts, leaning=any(limit.leans for limit in inline))
        ends = self.draft[: after.end].endswith((".", "!")) and not after.text.startswith("|")
        if len(sentences) > MOST_ADDED or not self._can_stand(limits) or (sentences and not ends):
            return
        self.running[after.end] += [_unmarked(text) for text in self._new(sentences)]
        self.blocks[self._below(after)] += self._new(blocks)

    def edits(self, why: str) -> Iterator[Edit]:
        """One for each place, running text before lists."""
        for place in sorted({*self.running, *self.blocks}):
            running = "".join(f" {sentence}" for sentence in self.running.get(place, ()))
            blocks = "".join(f"\n\n{block}" for block in self.blocks.get(place, ()))
            goes_on = _GOES_ON.match(self.draft, place) if blocks else None
            text = f"{running}{blocks}" + ("\n\n" if goes_on else "")
            if running or blocks:
                yield Edit(start=place, end=goes_on.end() if goes_on else place, text=text, why=why)

    def _below(self, claim: Claim) -> int:
        """Right after a sentence of running text; after the whole list, or table, that the claim is a line of."""
        if MARKER.match(claim.text) or claim.text.startswith("|"):
            found = _PARAGRAPH_END.search(self.draft, claim.end)
            return found.start() if found else len(self.draft)
        return claim.end

    def _can_stand(self, limits: Sequence[Limit]) -> bool:
        """Whether every list is short, none is half in the draft already, and none is a table."""
        blocks = [limit for limit in limits if limit.block]
        if len(blocks) > MOST_ADDED or any(limit.in_list and not limit.block for limit in limits):
            return False
        short = all(len(limit.block.split("\n")) <= MOST_LINES for limit in blocks)
        return short and not any(self._is_begun(limit) for limit in blocks)

    def _is_begun(self, limit: Limit) -> bool:
        said = {sentence_key(claim_body(one.claim.text)) for one in self.verdicts}
        bodies = [claim_body(text) for text in limit.sentences]
        return any(sentence_key(body) in said for body in bodies if not announces(body))

    def _new(self, texts: Sequence[str]) -> list[str]:
        new = [text for text in dict.fromkeys(texts) if text not in self.added]
        self.added.update(new)
        return new


def _after(claim: Claim, verdicts: Sequence[Verdict], *, leaning: bool) -> Claim:
    """The sentence after which something may be put in: the claim's, or the next one where that leans on it."""
    claim = claim.whole or claim
    following = next((one.claim for one in verdicts if one.claim.start >= claim.end), None)
    if following and leans_back(claim_body(following.text)) and not leaning:
        return following.whole or following
    return claim


def _unmarked(text: str) -> str:
    """The sentence without the marker of a list, in running text."""
    marker = MARKER.match(text)
    return text[marker.end() :] if marker else text
