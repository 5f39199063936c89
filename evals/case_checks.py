"""What a turn's record is held against: one check for each key of a turn's expectations."""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from agent.as_case import section
from agent.case_expect import ActionExpected, Expect
from agent.memory.episodes import recorded_actions
from agent.types import TurnResult

Miss = tuple[str, str, str]
"""Key, what was expected, what was got."""

Means = Callable[[TurnResult, str], str | None]
"""Of a turn and a sentence: None where the reply says it, else how near it comes."""

SHOWN = 400
"""Characters of a reply that are shown."""


@dataclass(frozen=True)
class TurnChecks:
    """Holds turns against what a case expects of them."""

    means: Means
    latency: bool = False
    """Whether time budgets are looked at."""

    def misses(self, expect: Expect, turn: TurnResult) -> Iterator[Miss]:
        """Every expectation that the turn does not meet."""
        yield from self._words(expect, turn)
        yield from _cited(expect, turn)
        yield from _proved(expect, turn)
        yield from _cut(expect, turn)
        yield from _ended(expect, turn)
        yield from _acted(expect, turn)
        yield from _found(expect, turn)
        yield from self._spent(expect, turn)

    def _words(self, expect: Expect, turn: TurnResult) -> Iterator[Miss]:
        reply, got = plain(turn.reply), brief(turn.reply)
        yield from (("contains", text, got) for text in expect.contains if plain(text) not in reply)
        yield from (("matches", one, got) for one in expect.matches if not re.search(one, turn.reply))
        yield from (("not_contains", f"not {text!r}", got) for text in expect.not_contains if plain(text) in reply)
        for text in expect.means:
            if far := self.means(turn, text):
                yield "means", text, f"{got} ({far})"
        if expect.reply is not None and expect.reply != turn.reply:
            yield "reply", expect.reply, turn.reply

    def _spent(self, expect: Expect, turn: TurnResult) -> Iterator[Miss]:
        if expect.latency_ms is not None and self.latency:
            took = sum(turn.timings_ms.values())
            if took > expect.latency_ms:
                yield "latency_ms", f"at most {expect.latency_ms:.0f} ms", f"{took:.0f} ms"
        if expect.tokens is not None:
            used = int(turn.context.get("used", 0))
            if expect.tokens.context is not None and used > expect.tokens.context:
                yield "tokens.context", f"at most {expect.tokens.context}", str(used)
            asked = model_tokens(turn)
            if expect.tokens.model is not None and asked > expect.tokens.model:
                yield "tokens.model", f"at most {expect.tokens.model}", str(asked)


def plain(text: str) -> str:
    """A text without regard to letter case and blanks."""
    return " ".join(text.casefold().split())


def brief(text: str) -> str:
    """The beginning of a reply."""
    return text if len(text) <= SHOWN else f"{text[: SHOWN - 1]}…"


def model_tokens(turn: TurnResult) -> int:
    """Tokens that the chat models were sent and wrote in a turn."""
    return sum(int(turn.spent.get(key) or 0) for key in ("input_tokens", "output_tokens"))


def _cited(expect: Expect, turn: TurnResult) -> Iterator[Miss]:
    cited = [section(one) for one in turn.citations]
    got = ", ".join(cited) or "nothing"
    yield from (("cites", text, got) for text in expect.cites if not _names(text, cited))
    yield from (("not_cites", f"not {text!r}", got) for text in expect.not_cites if _names(text, cited))


def _proved(expect: Expect, turn: TurnResult) -> Iterator[Miss]:
    kept = [claim for claim in turn.claims if claim["label"] == "supported" and not claim["cut"]]
    ids = list(dict.fromkeys(str(ref["id"]) for claim in kept for ref in claim["evidence"]))
    got = ", ".join(ids) or "nothing"
    yield from (("proved_by", text, got) for text in expect.proved_by if not _among(text, ids))


def _names(text: str, cited: Sequence[str]) -> bool:
    return any(one == text or one.startswith(f"{text} › ") for one in cited)


def _cut(expect: Expect, turn: TurnResult) -> Iterator[Miss]:
    if expect.cut is None:
        return
    cut = [claim for claim in turn.claims if claim["cut"] and claim["label"] != "not_checkworthy"]
    texts = [str(claim["text"]) for claim in cut]
    got = " | ".join(texts) or "nothing was cut"
    if expect.cut == "none":
        if cut:
            yield "cut", "none", got
        return
    held = [plain(f"{claim['text']} {claim.get('sentence', '')}") for claim in cut]
    yield from (("cut", text, got) for text in expect.cut if not any(plain(text) in one for one in held))


def _ended(expect: Expect, turn: TurnResult) -> Iterator[Miss]:
    if expect.outcome is not None and turn.outcome not in _several(expect.outcome):
        yield "outcome", " or ".join(_several(expect.outcome)), f"{turn.outcome} ({turn.why})"
    reason = turn.handoff.reason if turn.handoff else "none"
    wanted = _several(expect.handoff) if expect.handoff is not None else (reason,)
    if reason not in wanted and not (wanted == ("any",) and turn.handoff):
        yield "handoff", " or ".join(wanted), f"{reason} ({turn.why})"
    removed = tuple(turn.intake.get("removed", ()))
    if expect.removed is not None and expect.removed != removed:
        yield "removed", _listing(expect.removed), _listing(removed)


def _several(found: str | tuple[str, ...]) -> tuple[str, ...]:
    return (found,) if isinstance(found, str) else tuple(found)


def _listing(texts: Collection[str]) -> str:
    return ", ".join(texts) or "none"


def _acted(expect: Expect, turn: TurnResult) -> Iterator[Miss]:
    lines = recorded_actions(turn)
    if expect.actions is not None and expect.actions != lines:
        yield "actions", " | ".join(expect.actions) or "none", " | ".join(lines) or "none"
    if expect.action is None:
        return
    got = action_line(turn)
    if expect.action == "none":
        if got != "none":
            yield "action", "none", got
        return
    if not _is_the_action(expect.action, turn.decision or {}):
        wanted = ", ".join(f"{key} {value}" for key, value in expect.action.model_dump(exclude_none=True).items())
        yield "action", wanted, got


def action_line(turn: TurnResult) -> str:
    """What became of the turn's action, for a person."""
    acted = turn.decision or {}
    if not acted.get("proposal"):
        return "none" if not acted else f"nothing proposed ({acted.get('step')})"
    proposal = acted["proposal"]
    return (
        f"kind {proposal['kind']}, status {' / '.join(sorted(statuses(acted)))}, order {proposal['order_id']}, "
        f"amount {proposal['amount']}"
    )


def statuses(acted: Mapping[str, Any]) -> frozenset[str]:
    """Every status that may be said of an action."""
    found: set[str] = {"proposed"} if acted.get("proposal") else set()
    decision, record = acted.get("decision") or {}, acted.get("record") or {}
    if record:
        outcome = str(record["outcome"])
        found |= {"executed", "done"} if outcome == "done" else {"not_done" if outcome == "refused" else outcome}
    elif decision:
        found.add(str(decision["outcome"]))
    if acted.get("step") in ("left", "declined"):
        found.add(str(acted["step"]))
    return frozenset(found)


def _is_the_action(wanted: ActionExpected, acted: Mapping[str, Any]) -> bool:
    proposal = acted.get("proposal") or {}
    return (
        wanted.kind in (None, proposal.get("kind"))
        and wanted.order in (None, acted.get("order_id") or proposal.get("order_id"))
        and (wanted.status is None or wanted.status in statuses(acted))
        and (wanted.amount is None or str(proposal.get("amount")) == wanted.amount)
    )


def _found(expect: Expect, turn: TurnResult) -> Iterator[Miss]:
    hits = [str(hit["passage_id"]) for one in turn.searched for hit in one["hits"]]
    shown = [str(item["id"]) for item in turn.context.get("items", ())]
    for name, wanted, unwanted, ids in (
        ("retrieved", expect.retrieved, expect.not_retrieved, hits),
        ("shown", expect.shown, expect.not_shown, shown),
    ):
        got = ", ".join(ids) or "nothing"
        yield from ((name, text, got) for text in wanted if not _among(text, ids))
        yield from ((f"not_{name}", f"not {text!r}", got) for text in unwanted if _among(text, ids))


def _among(text: str, ids: Sequence[str]) -> bool:
    return any(one == text or one.startswith((f"{text}#", f"{text}/")) for one in ids)
