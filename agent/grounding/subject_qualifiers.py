"""A word that restricts what a sentence speaks of, left out: `Unopened boxes can be returned` becomes `Boxes can be returned`."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from agent.grounding.premise_lines import Line, nearest_line
from agent.grounding.subjects import folded
from agent.grounding.vocabulary import word_set
from knowledge.bm25 import stem

_TOKEN = re.compile(r"[^\W\d_]+(?:['’][^\W\d_]*)?|\S")
_DETERMINERS = word_set("the a an our your their its his her my this that these those all any every each both no")
"""Before a noun they restrict it to nothing that a reply would not mean as well."""
_HARMLESS = _DETERMINERS | word_set("own whole entire such following same actual exact one")
_PREPOSITIONS = word_set(
    """
    about above across after against along among around as at before behind below beneath beside between beyond by during
    except for from in inside into like near of off on onto out outside over per since than through to toward towards
    under until up upon via with within without
    """
)
_JOINERS = word_set(
    "and or but nor so because although though while whereas if when where unless once that which who whose"
)
_BOUNDARIES = _DETERMINERS | _PREPOSITIONS | _JOINERS
_PREDICATES = word_set(
    """
    i you we it he she they there one who what am is are was were be been being do does did have has had can cannot could
    may might must shall should will would not never also always usually often only please then now just to let
    can't don't doesn't won't isn't aren't you'll we'll they'll you're we're they're we've you've
    """
)
"""What stands before a verb, or is one: the word after it is no modifier."""
_NARROWING = _PREPOSITIONS | word_set(
    "that which who whose you we bought ordered placed paid made sold marked sent if when where"
)
"""After a noun: it is restricted in the claim's own words, which are for the verifier to weigh."""
_CLOSED = word_set(
    """
    unopened unused unworn unwashed undamaged sealed selected some most many several certain specific eligible discounted
    reduced domestic international registered personalised prepaid member's members'
    """
)
"""Restrict a noun wherever it stands in a sentence; these only before some nouns:"""
_CLOSED_BEFORE = {
    "first": word_set("order orders purchase purchases"),
    "new": word_set("customer customers member members subscriber subscribers account accounts"),
}
_LIKE_PLURALS = word_set("business express overseas customs goods sports glass wireless cordless plus class mass less")
"""Modifiers in -s; any other such word before a noun is a verb, or the plural that a verb follows."""
_LOOK_BACK = 4


def dropped_qualifier(hypothesis: Line, lines: Sequence[Line]) -> str | None:
    """The restricting word that the hypothesis leaves out, for a person to read; None for nothing found.

    Looked at is what the hypothesis opens with, against the same noun in the sentence that it comes nearest to, and any
    noun beside a word that always restricts. Where the hypothesis restricts the noun in words of its own, nothing is said.

    Args:
        hypothesis: the claim as the verifier reads it.
        lines: the sentences of the premise.
    """
    found = (_dropped(sentence, lines) for sentence in hypothesis.sentences)
    word = next(filter(None, found), None)
    return f"the evidence speaks of “{word}” ones only, the claim of all" if word else None


def _dropped(hypothesis: Line, lines: Sequence[Line]) -> str | None:
    line = nearest_line(hypothesis, lines)
    if line is None or not hypothesis.body:
        return None
    said, source = _tokens(hypothesis.body), _tokens(line.body)
    dropped = (word for word in _of_the_subject(said, source) if _times(word, said) < _times(word, source))
    unsaid = (word for word in _of_any_noun(said, source) if not _times(word, said))
    return next((word for word in (*dropped, *unsaid) if not _is_turned(word, said)), None)


def _tokens(text: str) -> list[str]:
    return [token.casefold().replace("’", "'") for token in _TOKEN.findall(text)]


def _of_the_subject(said: Sequence[str], source: Sequence[str]) -> Iterator[str]:
    """Modifiers in the source of the word that the claim opens with, where it never stands there without one."""
    place = next((n for n, word in enumerate(said) if word not in _HARMLESS), None)
    if place is None or said[place] in _PREDICATES | _BOUNDARIES or not said[place].isalpha():
        return
    if said[place + 1 : place + 2] and said[place + 1] in _NARROWING:
        return
    found = [_modifiers(source, n) for n, word in enumerate(source) if stem(word) == stem(said[place])]
    if found and all(found):
        yield from found[0]


def _modifiers(source: Sequence[str], place: int) -> list[str]:
    """The words right before a noun that belong to it; the first one after a pronoun or an auxiliary is a verb."""
    words: list[str] = []
    for n in range(place - 1, max(-1, place - 1 - _LOOK_BACK), -1):
        word = source[n]
        if word in _PREDICATES:
            words = words[:-1]
            break
        if word in _BOUNDARIES or not word[0].isalpha():
            break
        words.append(word)
    if any(word.endswith("s") and word not in _LIKE_PLURALS for word in words):
        return []
    return [word for word in reversed(words) if word not in _HARMLESS]


def _of_any_noun(said: Sequence[str], source: Sequence[str]) -> Iterator[str]:
    """Words that always restrict, before a noun that the claim has, too, and does not restrict itself."""
    stems = [stem(word) for word in said]
    for before, word, noun in zip(("", *source), source, source[1:], strict=False):
        restricts = (word in _CLOSED and before != "at") or noun in _CLOSED_BEFORE.get(word, ())
        if not restricts or stem(noun) not in stems:
            continue
        after = said[stems.index(stem(noun)) + 1 :][:1]
        if not (after and after[0] in _NARROWING):
            yield word


def _times(word: str, text: Sequence[str]) -> int:
    """How often a text has a word, in any form or under a name that means the same."""
    wanted = folded([word.rstrip("'").removesuffix("'s")])
    return sum(wanted == folded([other.rstrip("'").removesuffix("'s")]) for other in text)


def _is_turned(word: str, said: Sequence[str]) -> bool:
    """Whether the claim says `not opened` for `unopened`."""
    rest = next((word[len(head) :] for head in ("un", "non") if word.startswith(head)), "")
    denying = any(other in ("not", "no", "never", "without") or other.endswith("n't") for other in said)
    return len(rest) > 2 and denying and stem(rest) in {stem(other) for other in said}
