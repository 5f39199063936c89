"""Correction recall: which past replies relied on what an article no longer says, and which would be cut today."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from agent.claim_text import claim_body, sentence_key
from agent.gathering import passage_evidence
from agent.ledger import Ledger
from agent.nearest_evidence import nearest_line
from agent.rechecking import Rechecker, evidence_of
from agent.replay import day_of
from agent.types import Claim, Evidence, Label, TurnResult, Verdict
from knowledge.article_changes import ArticleChange
from knowledge.filters import Filter
from knowledge.types import Value

FALLS_WITH = "the article still proves it, and it would mean something else without what is cut beside it"


class Relied(Value):
    """A claim that was sent, and what became of what proved it."""

    turn_id: str
    conversation_id: str
    asked_at: str
    """ISO time, UTC."""
    claim: str
    passage_id: str
    lines: tuple[int, int] | None
    """Of the passage in its article then; None where the turn did not keep them."""
    old: str
    """What of the passage proved the claim."""
    new: str | None
    """What comes nearest to the claim in the article now; None where nothing does."""
    gone: bool
    """False where the line still stands, and something else in its section is new."""
    was: Label = "supported"
    now: Label
    cut: bool
    """Whether the claim would be cut now."""
    added: str = ""
    """What today's checks would put in beside it: an exception that the article did not have."""
    why: str
    """One line for a person."""


@dataclass(frozen=True)
class Proof:
    """Words of a changed article that proved a claim."""

    passage_id: str
    quote: str
    read: Evidence | None
    """The passage as it was read; None where the turn did not keep it."""
    change: ArticleChange

    def stands_in(self, evidence: Sequence[Evidence]) -> bool:
        """Whether the article still says them word for word; of words that were put together, whether the passage stands."""
        whole = _plain(self.read.text) if self.read else ""
        wanted = _plain(self.quote)
        wanted = wanted if not whole or wanted in whole else whole
        return any(wanted in _plain(item.text) for item in evidence if item.article == self.change.article)


class Impact(Value):
    """What a change of articles does to what was said."""

    before: str
    now: str
    """The versions of the index, or the folder, that are compared."""
    changed: tuple[str, ...] = ()
    removed: tuple[str, ...] = ()
    """Articles, by name."""
    turns: int = 0
    """Turns that sent a claim which one of these articles proved."""
    relied: tuple[Relied, ...] = ()
    """Claims whose lines are changed or gone, and others that would be cut or added to now; oldest turn first."""

    @property
    def cut(self) -> tuple[Relied, ...]:
        """Those that would be cut now."""
        return tuple(one for one in self.relied if one.cut)


@dataclass(frozen=True)
class ImpactFinder:
    """Reads the ledger against changed articles. Nothing is written."""

    ledger: Ledger
    rechecker: Rechecker
    only: Mapping[str, str]
    """Front matter that every article must have: `articles.only` of the settings."""

    def find(
        self,
        changes: Mapping[str, ArticleChange],
        since: str = "",
        progress: Callable[[str, int, int], None] = lambda step, done, total: None,
    ) -> tuple[int, tuple[Relied, ...]]:
        """How many turns relied on the articles, and the claims that the changes touch.

        Args:
            changes: by article.
            since: ISO time; earlier turns are left out.
            progress: told of reading the ledger and of checking again.
        """
        turns = self.ledger.proved_by(changes, since, lambda done, total: progress("reading", done, total))
        found: list[Relied] = []
        for done, turn_id in enumerate(turns, 1):
            found += self._touched(self.ledger.turn(turn_id), changes)
            progress("checking", done, len(turns))
        return len(turns), tuple(found)

    def _touched(self, turn: TurnResult, changes: Mapping[str, ArticleChange]) -> Iterator[Relied]:
        before = {item.evidence_id: item for item in evidence_of(turn)}
        evidence = self._evidence(turn, tuple(before.values()), changes)
        for claim in filter(_was_sent, turn.claims):
            proofs = [proof for ref in claim["evidence"] if (proof := _proof(ref, changes, before))]
            if not proofs:
                continue
            gone = next((proof for proof in proofs if not proof.stands_in(evidence)), None)
            verdict, cut = self._now(turn, claim, evidence)
            added = "" if cut else self._added(turn, evidence, proofs[0].change.article)
            if gone or cut or added:
                proof = gone or proofs[0]
                yield Relied(
                    turn_id=turn.turn_id,
                    conversation_id=turn.conversation_id,
                    asked_at=turn.asked_at,
                    claim=claim["text"],
                    passage_id=proof.passage_id,
                    lines=proof.read.lines if proof.read else None,
                    old=proof.quote,
                    new=_new(verdict, evidence, proof.change),
                    gone=gone is not None,
                    now=verdict.label,
                    cut=cut,
                    added=added,
                    why=FALLS_WITH if cut and verdict.label == "supported" else verdict.reason,
                )

    def _evidence(
        self, turn: TurnResult, before: Sequence[Evidence], changes: Mapping[str, ArticleChange]
    ) -> tuple[Evidence, ...]:
        """The turn's evidence with the changed articles as they are now, in force on the day that was asked for."""
        read: dict[str, Evidence] = {}
        for item in before:
            if item.source == "article" and item.article and item.article in changes:
                read.setdefault(item.article, item)
        kept = [item for item in before if item.article not in read]
        for name, item in read.items():
            day = item.as_of or day_of(turn)
            allowed = Filter(as_of=day, equals=self.only)
            kept += [passage_evidence(one, item.as_of) for one in changes[name].now if allowed.matches(one)]
        return tuple(kept)

    def _now(self, turn: TurnResult, claim: Mapping[str, Any], evidence: Sequence[Evidence]) -> tuple[Verdict, bool]:
        """The verdict on a claim in its draft; where the draft as it would be sent now lacks it, on the claim alone."""
        key = _key(claim["text"])
        for draft in (None, claim["text"]):
            found = self.rechecker.recheck(turn, evidence, draft)
            for verdict in found.verdicts:
                if draft is not None or _key(verdict.claim.text) == key:
                    return verdict, verdict.claim.index in found.cut.cut
        nothing = Claim(index=0, text=claim["text"], start=0, end=0)
        return Verdict(claim=nothing, label="not_enough_info", confidence=0.0, reason="it cannot be read"), True

    def _added(self, turn: TurnResult, evidence: Sequence[Evidence], article: str) -> str:
        """Words of the article that the repairs put into the draft now, and did not then."""
        then = {edit["text"] for edit in turn.grounding.get("edits", ())}
        now = [edit.text for edit in self.rechecker.recheck(turn, evidence).edits if edit.text not in then]
        own = [_plain(item.text) for item in evidence if item.article == article]
        return " ".join(_plain(text) for text in now if any(_plain(text) in one for one in own))


def _was_sent(claim: Mapping[str, Any]) -> bool:
    return claim["label"] == "supported" and not claim["cut"]


def _proof(
    ref: Mapping[str, Any], changes: Mapping[str, ArticleChange], before: Mapping[str, Evidence]
) -> Proof | None:
    """What proved a claim, where it stood in a section that is another one now."""
    change = changes.get(ref["id"].rsplit("#", 1)[0]) if ref["source"] == "article" else None
    read = before.get(ref["id"])
    if change is None or (read and read.heading_path and not change.differs_at(read.heading_path)):
        return None
    return Proof(ref["id"], ref["quote"], read, change)


def _new(verdict: Verdict, evidence: Sequence[Evidence], change: ArticleChange) -> str | None:
    own = [item for item in evidence if item.article == change.article]
    ids = {item.evidence_id for item in own}
    told = next((ref.quote for ref in verdict.evidence if ref.id in ids), None)
    nearest = None if told else nearest_line(verdict.claim, own)
    return told or (nearest.line if nearest else None)


def _key(text: str) -> str:
    return sentence_key(claim_body(text)) or text


def _plain(text: str) -> str:
    return " ".join(text.split())
