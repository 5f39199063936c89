"""Reported speech: what only the customer said may be told back as theirs, and is never said as ours."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import date

from agent.claim_text import claim_body, leans_back
from agent.grounding.repairing import Edit
from agent.grounding.spoken import spoken_words
from agent.grounding.values import find_values
from agent.grounding.vocabulary import content_words, denies, limits_or_denies
from agent.sentences import MARKER, find_sentences
from agent.types import Claim, Evidence, Message, Verdict

YOU_MENTIONED = "You mentioned that "

_OPENS = re.compile(
    r"(?:your|the|a|an|one|two|three|some|both|all|there|this|these|you|it|nothing|nobody|part|half)\b", re.IGNORECASE
)
"""First words of a sentence that go on in small letters."""

_OURS = re.compile(
    r"\b(?:we|us|our|ours|I|me|my|colleagues?|agents?|staff|support|team|shop|store|polic(?:y|ies)|rules?|windows?|warrant\w+"
    r"|refund\w*|replac\w+|exchang\w+|credit\w*|compensat\w+|discount\w*|vouchers?|free|fee|fees|waive\w*|approv\w+|promis\w+|agree\w*"
    r"|guarantee\w*|entitl\w+|eligib\w+|allow\w*|cover\w*|owe[ds]?|confirm\w*|cancel\w*|verif\w+|authori[sz]\w+|paid|charg\w+"
    r"|can|may|must|will|shall|should|could|would|'ll)\b",
    re.IGNORECASE,
)
"""What the shop does, decides or allows: told back, it would sound like a promise."""

_CLAUSES = re.compile(r"[,;:.!…]+(?:\s+|$)|\s+[-–—]\s+|\s+(?:and|but|so)\s+", re.IGNORECASE)
_HEDGES = re.compile(
    r"\b(?:whether|wonder\w*|say(?:s|ing)?|said|t(?:ell(?:s|ing)?|old)|thinks?|thought|belie\w+|guess\w*|suppos\w+|assum\w+|hear[ds]?|reads?"
    r"|rumou?rs?|stor(?:y|ies)|claim(?:s|ed)?|mention(?:s|ed)?|wr(?:ites?|ote)|ask(?:s|ed)?|know|expect\w*|maybe|perhaps|probably|possibly|might"
    r"|seem\w*|appear\w*|looks? like|as though|imagin\w+|dream\w*|hop(?:es?|ing)|fear\w*|afraid|worr(?:y|ied)|wish\w*|pretend\w*"
    r"|jok(?:es?|ing)|false|untrue|almost|nearly|because|since)\b",
    re.IGNORECASE,
)
"""Words of a sentence that tells what somebody else says, or what may not be so."""

_SPEAKER = str.maketrans({"’": "'"})
_TO_YOU = (
    (re.compile(r"\b(?:i am|i'm)\b", re.IGNORECASE), "you are"),
    (re.compile(r"\b(?:i was)\b", re.IGNORECASE), "you were"),
    (re.compile(r"\b(?:i|me|we|us)\b", re.IGNORECASE), "you"),
    (re.compile(r"\b(?:my|our)\b", re.IGNORECASE), "your"),
    (re.compile(r"\b(?:mine|ours)\b", re.IGNORECASE), "yours"),
)


def said_by_customer(message: str, history: Sequence[Message] = ()) -> tuple[Evidence, ...]:
    """What the customer wrote in a conversation, as evidence of trust `user`: it may be told back, and proves nothing.

    What the assistant said before is left out: a model's own words are no evidence of any kind.
    """
    lines = [line.text for line in history if line.role == "customer"]
    return tuple(
        Evidence(evidence_id=f"message/{n}", source="customer", trust="user", text=text)
        for n, text in enumerate([*lines, message], 1)
        if text.strip()
    )


@dataclass(frozen=True)
class ReportedSpeech:
    """Rewords what only the customer said: `Your parcel came open.` becomes `You mentioned that your parcel came open.`"""

    today: date

    def repair(self, draft: str, verdicts: Sequence[Verdict], evidence: Sequence[Evidence]) -> list[Edit]:
        """An edit for each unproved claim that plainly restates one sentence of the customer's.

        None where nothing else of the draft is proved: a reply that only tells back what was said answers nothing.
        """
        if not any(verdict.label == "supported" for verdict in verdicts):
            return []
        said = [one for item in evidence if item.trust == "user" for one in _sentences(item.text)]
        return [
            Edit(start=claim.start, end=claim.end, text=reworded, why="only the customer said so")
            for verdict in verdicts
            if verdict.label == "not_enough_info" and verdict.claim.whole is None
            for claim in (verdict.claim,)
            if (reworded := self._reworded(claim, said))
        ]

    def _reworded(self, claim: Claim, said: Sequence[str]) -> str | None:
        """The claim as reported; None where it may not, or cannot, be put that way."""
        body = claim_body(claim.text)
        if not _OPENS.match(body) or not body.endswith(".") or MARKER.match(claim.text) or body != claim.text.strip():
            return None
        told = any(value.kind != "status" for value in find_values(body, self.today))
        if told or _OURS.search(body) or leans_back(body) or limits_or_denies(body):
            return None
        if not any(_restates(body, sentence) for sentence in said):
            return None
        return YOU_MENTIONED + body[0].lower() + body[1:]


def _sentences(text: str) -> Iterator[str]:
    for sentence in find_sentences(text):
        if not sentence.text.rstrip().endswith("?"):
            yield _turned(sentence.text)


def _turned(text: str) -> str:
    """The customer's sentence with the shop as its speaker: `my parcel` is `your parcel`."""
    plain = text.translate(_SPEAKER)
    for pattern, word in _TO_YOU:
        plain = pattern.sub(word, plain)
    return plain


def _restates(body: str, sentence: str) -> bool:
    """Whether a whole clause of the customer's says the claim word for word, and nothing around it denies or hedges it."""
    if limits_or_denies(sentence) or denies(sentence) or _HEDGES.search(sentence):
        return False
    return len(content_words(body)) > 1 and spoken_words(body) in map(spoken_words, _CLAUSES.split(sentence))
