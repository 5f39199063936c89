"""What is different between a turn as it was and as it ends when it is run again."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from difflib import SequenceMatcher
from typing import Any, Literal

from agent.claim_text import claim_body, sentence_key
from agent.sentences import find_sentences
from agent.types import TurnResult
from knowledge.types import Value


class Moved(Value):
    """One thing that had a value then and has another now; None where it had none."""

    name: str
    before: str | None
    now: str | None


class Line(Value):
    """A sentence of the reply."""

    change: Literal["same", "gone", "new"]
    text: str


class Sets(Value):
    """What is found now and was not, and the other way round."""

    gained: tuple[str, ...] = ()
    lost: tuple[str, ...] = ()


class ReplayDiff(Value):
    """All differences. What the customer or a person reads decides whether the turn `changed`; the rest explains it."""

    turn_id: str
    same: bool
    """Whether outcome, handoff, reply, citations and verdicts are what they were."""
    outcome: Moved | None = None
    handoff: Moved | None = None
    """The reason of the handoff."""
    reply: tuple[Line, ...] = ()
    """All sentences of both replies in order; empty where the replies are the same."""
    citations: Sets = Sets()
    verdicts: tuple[Moved, ...] = ()
    """By sentence: its label, and whether it was cut; a sentence that one of the drafts lacks has no verdict there."""
    passages: Sets = Sets()
    """Ids of what the searches found."""
    texts: tuple[Moved, ...] = ()
    """Passages and orders that were shown both times and read otherwise now, by id."""
    system: tuple[Moved, ...] = ()
    """The index, the settings and the models; those that are not known of the turn are left out."""


def compare(before: TurnResult, now: TurnResult) -> ReplayDiff:
    """The differences between a recorded turn and the same turn run again."""
    outcome = _moved("outcome", before.outcome, now.outcome)
    handoff = _moved("handoff", _reason(before), _reason(now))
    reply = _sentences(before.reply, now.reply)
    citations = _sets(_cited(before), _cited(now))
    verdicts = tuple(_verdict_changes(before, now))
    return ReplayDiff(
        turn_id=before.turn_id,
        same=not (outcome or handoff or reply or verdicts or citations != Sets()),
        outcome=outcome,
        handoff=handoff,
        reply=reply,
        citations=citations,
        verdicts=verdicts,
        passages=_sets(_found(before), _found(now)),
        texts=tuple(_texts(before, now)),
        system=tuple(_by_name(*_shared(_system(before), _system(now)))),
    )


def _moved(name: str, before: str | None, now: str | None) -> Moved | None:
    return None if before == now else Moved(name=name, before=before, now=now)


def _by_name(before: Mapping[str, str], now: Mapping[str, str]) -> Iterator[Moved]:
    for name in dict.fromkeys((*before, *now)):
        if moved := _moved(name, before.get(name), now.get(name)):
            yield moved


def _sets(before: Sequence[str], now: Sequence[str]) -> Sets:
    return Sets(
        gained=tuple(one for one in now if one not in set(before)),
        lost=tuple(one for one in before if one not in set(now)),
    )


def _reason(turn: TurnResult) -> str | None:
    return turn.handoff.reason if turn.handoff else None


def _cited(turn: TurnResult) -> list[str]:
    return list(dict.fromkeys(citation.passage_id for citation in turn.citations))


def _found(turn: TurnResult) -> list[str]:
    return list(dict.fromkeys(hit["passage_id"] for search in turn.searched for hit in search.get("hits", ())))


def _sentences(before: str, now: str) -> tuple[Line, ...]:
    """Both replies as one run of sentences; blanks and line ends make no difference."""
    old, new = ([" ".join(one.text.split()) for one in find_sentences(text)] for text in (before, now))
    if old == new:
        return ()
    lines: list[Line] = []
    for kind, a, b, c, d in SequenceMatcher(None, old, new, autojunk=False).get_opcodes():
        if kind == "equal":
            lines += [Line(change="same", text=text) for text in old[a:b]]
            continue
        lines += [Line(change="gone", text=text) for text in old[a:b]]
        lines += [Line(change="new", text=text) for text in new[c:d]]
    return tuple(lines)


def _verdict_changes(before: TurnResult, now: TurnResult) -> Iterator[Moved]:
    old, new = _verdicts(before), _verdicts(now)
    for key in dict.fromkeys((*old, *new)):
        then, today = old.get(key), new.get(key)
        text = (then or today or ("", ""))[0]
        if moved := _moved(text, then and then[1], today and today[1]):
            yield moved


def _verdicts(turn: TurnResult) -> dict[tuple[str, int], tuple[str, str]]:
    """Each claim and its verdict, by what it says and how often that was said before."""
    found: dict[tuple[str, int], tuple[str, str]] = {}
    seen: Counter[str] = Counter()
    for claim in turn.claims:
        key = sentence_key(claim_body(claim["text"])) or claim["text"]
        found[key, seen[key]] = (claim["text"], _verdict(claim))
        seen[key] += 1
    return found


def _verdict(claim: Mapping[str, Any]) -> str:
    label = str(claim["label"]).replace("_", " ")
    return f"{label}, cut" if claim["cut"] else label


def _texts(before: TurnResult, now: TurnResult) -> Iterator[Moved]:
    old, new = ({item["id"]: item["text"] for item in turn.context.get("items", ())} for turn in (before, now))
    yield from _by_name(*_shared(old, new))


def _system(turn: TurnResult) -> dict[str, str]:
    return {**turn.made_with, **turn.models}


def _shared(before: Mapping[str, str], now: Mapping[str, str]) -> tuple[dict[str, str], dict[str, str]]:
    """Both without what only one of them knows."""
    names = [name for name in before if name in now]
    return {name: before[name] for name in names}, {name: now[name] for name in names}
