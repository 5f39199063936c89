"""Names: whom a greeting is for, and what stands below a goodbye."""

from __future__ import annotations

import re

from agent.letters import telling_pictures
from agent.phrases import PROMISED

_GOODBYE = re.compile(
    r"(?:(?:kind|best|warm|warmest|many) )?(?:regards|wishes|thanks)[,.!]?|(?:yours )?(?:sincerely|truly|faithfully)[,.!]?|(?:cheers|all the best|best|warmly|yours)[,.!]?",
    re.IGNORECASE,
)
_TITLE = re.compile(r"(?:mr|mrs|ms|mx|miss|dr|prof)\.? ", re.IGNORECASE)
_NAME_WORD = re.compile(r"[^\W\d_](?:[\w'-]{0,20}|\.)")
_ROLES = re.compile(
    r"the|your|our|and|&|of|from|at|in|team|support|services?|customers?|client|care|help|helpdesk|desk|shop|store|success|experience"
    r"|relations|online|agent|assistant|advis[eo]r",
    re.IGNORECASE,
)
_NO_NAMES = re.compile(
    r"\b(?:parcels?|packages?|orders?|items?|lost|found|stolen|broken|late|early|sent|shipped|shipping|delivery|deliver\w*|arriv\w+|cancel\w*"
    r"|approv\w*|confirm\w*|accept\w*|reject\w*|denied|declin\w*|closed|open(?:ed)?|done|complete\w*|pending|missing|damaged|safe|sold|sale|prices?"
    r"|best|new|fresh|food|plants?|cards?|never|always|not|no|yes|all|any|every\w*|expires?|expired|valid|void|today|tomorrow|now|soon|is|are|was"
    r"|were|will|has|have|had|can|cannot|can't|won't|isn't|do|does|did|to|for|with|without|on|by|us|we|you|it|they|this|that|hawaii"
    r"|verified|certified|official|insured|secure|checked|final|last|lasts?|good|bad|days?|weeks?|months?|years?|hours?|minutes?|members?"
    r"|winners?|correct|right|true|absolutely|certainly|sure|maybe|perhaps|indeed|possible|impossible|allowed|covered|granted|included|excluded|dollars?|euros?|pounds?|usd|eur|gbp|percent|one|two|three|four|five|six|seven|eight|nine|ten|fifty|hundred|thousand|compensated|entitled|eligible|unlimited|worldwide|holders?|owners?)\b",
    re.IGNORECASE,
)
"""Words of a shop's statements: a line of names that holds one of them is no name."""


def is_goodbye(line: str) -> bool:
    """Whether a line only takes leave, so that the next one may be the name it is signed with: "Kind regards,"."""
    return bool(_GOODBYE.fullmatch(line.strip()))


def is_role(word: str) -> bool:
    """Whether a word of a signature names no person: "support", "team", "your", and titles."""
    return bool(_ROLES.fullmatch(word) or _TITLE.fullmatch(f"{word} "))


def is_signature(line: str) -> bool:
    """Whether a line below a goodbye is a name: one or two words, a team's, or a person's of a team."""
    plain = line.strip(" *_,.")
    if telling_pictures(plain) or _states(plain):
        return False
    words = plain.replace(",", " ").split()
    own = [word for word in words if not _ROLES.fullmatch(word)]
    named = 3 if {"from", "at", "of"} & set(words) else 2
    return (
        len(words) <= 7 and len(own) <= named and all(_NAME_WORD.fullmatch(word) and word[0].isupper() for word in own)
    )


def is_name(text: str) -> bool:
    """Whether words behind a greeting may be whom it is for: at most two names, after a title or none."""
    plain = _TITLE.sub("", text.strip(), count=1)
    words = plain.split()
    return len(words) <= 2 and all(map(_NAME_WORD.fullmatch, words)) and not _states(plain)


def _states(text: str) -> bool:
    return bool(PROMISED.search(text) or _NO_NAMES.search(text))
