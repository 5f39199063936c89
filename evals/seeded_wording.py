"""Planters that leave every value as it is: negation, conditions, scope."""

from __future__ import annotations

import re
from random import Random

from evals.seeded_numbers import match_case
from evals.seeded_swapping import swapped, tidied
from evals.seeded_types import Line, Scene

_NEGATIONS = {
    "cannot": "can",
    "can't": "can",
    "can not": "can",
    "is not": "is",
    "isn't": "is",
    "are not": "are",
    "aren't": "are",
    "was not": "was",
    "were not": "were",
    "will not": "will",
    "won't": "will",
    "does not": "does",
    "doesn't": "does",
    "do not": "do",
    "don't": "do",
    "must not": "must",
    "may not": "may",
    "should not": "should",
    "has not": "has",
    "have not": "have",
    "never": "always",
}
_NEGATED = re.compile(rf"\b(?:{'|'.join(sorted(_NEGATIONS, key=len, reverse=True))})\b(?! only)", re.IGNORECASE)
_DENIES = re.compile(r"\b(?:not?|never|cannot|without|none|nor|neither|nothing)\b|n't\b", re.IGNORECASE)
_AUXILIARY = re.compile(r"\b(?:is|are|was|were|can|will|does|must|should|may|has been|have been)\b(?! (?:not|only)\b)")
_IMPERATIVE = re.compile(
    r"^(?P<marker>(?:[-*+•–]|\d{1,3}[.)])[ \t]+)?(?P<verb>(?:Open|Click|Select|Choose|Press|Enter|Write|Use|Go|Check"
    r"|Install|Connect|Add|Remove|Download|Copy|Make|Keep|Turn|Restart|Send|Pay|Contact|Set|Run|Close|Hold)\b)"
)
_OPEN = r"(?! (?:you |you're |you'd |they )?(?:prefer|wish|want|like|necessary|neccessary|needed|possible|desired|applicable|prompted|asked|any)\b)"
"""Ends of a condition that limits nothing: a step that is done if you wish is done all the same."""
_CLAUSE = rf"(?:only (?:if|when|where)|if{_OPEN}|unless|except(?: when| if| for| on| that| by)?|provided(?: that)?|as long as|until)"
_ASKING = r"(?<!even)(?<! do)(?<!see)(?<!eck)(?<!ask)(?<!now)(?<!sure)(?<!as)(?<!cide)(?<!mine)(?<!fy)"
"""Before `if` where it means whether, or where nothing depends on it."""
_LAST_CLAUSE = re.compile(rf"{_ASKING},? (?:but )?\b{_CLAUSE} [^.,;:()]{{4,160}}(?=[.;:!]|$)")
_FIRST_CLAUSE = re.compile(
    rf"(?:^|(?<=[-*•] )|(?<=\d\. ))(?:Only if|If{_OPEN}|Unless|Provided|As long as|Except|When) [^.;:()]{{4,140}}?, "
)
_CONDITIONS = {
    "only if": "even if",
    "only when": "even when",
    "unless": "if",
    "except": "including",
    "before": "after",
    "after": "before",
    "until": "after",
    "once": "before",
    "as long as": "even if not",
    "if": "unless",
}
_CONDITION = re.compile(rf"\b(?:{'|'.join(sorted(_CONDITIONS, key=len, reverse=True))})\b", re.IGNORECASE)
_SCOPES = {
    "some": "all",
    "many": "all",
    "most": "all",
    "several": "all",
    "a few": "all",
    "usually": "always",
    "normally": "always",
    "typically": "always",
    "often": "always",
    "sometimes": "always",
    "generally": "always",
    "rarely": "never",
    "may": "will",
    "might": "will",
    "could": "will",
    "recommended": "required",
    "optional": "required",
    "at checkout": "at any time",
}
_SCOPE = re.compile(
    rf"(?<!you )\b(?:{'|'.join(sorted(_SCOPES, key=len, reverse=True))})\b(?! (?:not|recent|likely|of the time)\b)",
    re.IGNORECASE,
)
_QUALIFIED = re.compile(
    r"(?:^|(?<=[-*•] )|(?<=\d\. )|(?<=\ball )|(?<=\bAll ))(?P<qualifier>Selected|Eligible|EU|US|Online|Unopened|Opened|Unused"
    r"|Personalised|Paid|Free|Annual|Monthly|Business|Enterprise|Verified|Standard|Fresh|Card|Small|Original|selected|eligible"
    r"|unopened|unused|paid|verified|small|original) (?=[A-Za-z]+s\b)"
)


def negation(line: Line, scene: Scene, rng: Random) -> str | None:
    """The opposite: a negation taken out, or one put in where there is none."""
    if _DENIES.search(line.text):
        return swapped(_NEGATED, line.text, rng, lambda match: match_case(match[0], _NEGATIONS[match[0].casefold()]))
    denied = swapped(_AUXILIARY, line.text, rng, lambda match: _denied(match[0]))
    return denied or swapped(
        _IMPERATIVE,
        line.text,
        rng,
        lambda match: f"{match['marker'] or ''}Do not {match['verb'].lower()}",
    )


def condition_dropped(line: Line, scene: Scene, rng: Random) -> str | None:
    """The clause that limits the sentence left out."""
    pattern = _LAST_CLAUSE if _LAST_CLAUSE.search(line.text) else _FIRST_CLAUSE
    changed = swapped(pattern, line.text, rng, lambda match: "")
    if changed is None or len(changed.split()) < 3:
        return None
    return tidied(changed)


def condition_changed(line: Line, scene: Scene, rng: Random) -> str | None:
    """The condition turned: unless for if, before for after, even if for only if."""
    return swapped(_CONDITION, line.text, rng, lambda match: match_case(match[0], _CONDITIONS[match[0].casefold()]))


def scope(line: Line, scene: Scene, rng: Random) -> str | None:
    """More than is said: all for some, will for may, or what limits the subject left out."""
    changed = swapped(_SCOPE, line.text, rng, lambda match: match_case(match[0], _SCOPES[match[0].casefold()]))
    if changed:
        return changed
    changed = swapped(_QUALIFIED, line.text, rng, lambda match: "")
    return tidied(changed) if changed else None


def _denied(auxiliary: str) -> str:
    if auxiliary == "can":
        return "cannot"
    first, _, rest = auxiliary.partition(" ")
    return f"{first} not {rest}".rstrip()
