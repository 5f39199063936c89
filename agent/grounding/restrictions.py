"""Sentences that permit, restrict, or announce an exception: what may limit what, before subjects are compared."""

from __future__ import annotations

import re

from agent.grounding.vocabulary import denies

_ANNOUNCES = re.compile(
    r"(?:(?:but |however,? )?there (?:is|are) (?:\w+ ){0,2}exceptions?|exceptions?|the (?:only )?exceptions? (?:is|are)"
    r"|(?:some|a few|the following) (?:exceptions?|limits|restrictions|conditions) apply|restrictions apply)\b[^.]{0,40}[.:]?$",
    re.IGNORECASE,
)
_EXCLUDES = re.compile(
    r"\b(?:can(?:not| not|'t)|never|not (?:be |eligible|covered|included|possible|available|accepted|refund\w+|return\w+|valid)"
    r"|no (?:refunds?|returns?|exchanges?|cancellations?)|non-?(?:refundable|returnable)|excluded|exempt|except\w*|does not (?:apply|cover)"
    r"|do not (?:apply|cover|accept|refund)|(?:is|are) not\b|won't|will not|unless)",
    re.IGNORECASE,
)
_DEMANDS = re.compile(
    r"\b(?:must(?! not)|ha(?:s|ve) to be|needs? to be|(?:is|are) required|requires?|only|on condition|as long as|provided that)\b",
    re.IGNORECASE,
)
_GRANTS = re.compile(
    r"\b(?:(?:you|customers?|buyers?|everyone|anyone|members?) (?:can|may|have|get|are entitled|are allowed|keep)|can (?:usually )?be"
    r"|may be|gets?|we \w+"
    r"|(?:is|are) (?:\w+ )?(?:free|covered|included|refund\w*|eligible|accepted|possible|allowed|welcome|guaranteed|available|valid|automatic"
    r"|issued|returnable|replaced|cancelled)|free of charge|money back|covers?|ships? free|window is|lasts?)\b",
    re.IGNORECASE,
)
_DENIED = re.compile(r"(?:\bnot|\bnever|cannot|n't) (?:be |get )?(?:\w+ly )?([\w-]+(?: [\w-]+)?)", re.IGNORECASE)
_OPENING_CLAUSE = re.compile(r"^(?:if|when|whenever|while|once|unless|as long as|provided)\b[^,]*, ?", re.IGNORECASE)
_SIDE_CLAUSE = re.compile(
    r"[, ]+(?:if|when|whenever|while|unless|until|once|as long as|provided|because|so that|before|after|which)\b[^;:]*",
    re.IGNORECASE,
)


def announces(body: str) -> bool:
    """Whether a sentence only says that an exception follows: `There are exceptions:`."""
    return bool(_ANNOUNCES.match(body))


def demands(text: str) -> bool:
    """Whether a sentence sets a condition: `It must be unused.`, `Only in the US.`"""
    return bool(_DEMANDS.search(text))


def is_restrictive(text: str) -> bool:
    """Whether a sentence excludes or demands something."""
    return bool(_EXCLUDES.search(text)) or demands(text)


def permits(text: str) -> bool:
    """Whether a sentence allows or grants something, and denies nothing."""
    return bool(_GRANTS.search(text)) and not denies(text)


def core_of(statement: str) -> str:
    """The statement without its side clauses: of `You can return it while it is new` what is allowed, and not when."""
    return _SIDE_CLAUSE.sub("", _OPENING_CLAUSE.sub("", statement))


def denied_in(text: str) -> list[str]:
    """What a sentence says is not done: `refunded` of `These are never refunded`, with the word after it."""
    return _DENIED.findall(text.replace("’", "'"))
