"""A turn for a person, as lines of text that fit a width: what was asked, found, shown, drafted, proved, cut and sent."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from agent.actions.proposals import Proposal
from agent.line_breaking import broken, shortened
from agent.llm.exchange_view import prompt_blocks, spent_lines
from agent.types import TurnResult

HITS = 5
"""Passages of a search that are listed."""

ROUTED = {
    "about_one_order": "about one order",
    "lists_orders": "about all orders",
    "wants_refund": "wants a refund",
    "wants_change": "wants a change",
}
"""The last two are of turns stored by older versions."""


@dataclass(frozen=True)
class TraceView:
    """Writes a turn in blocks; nothing stands in columns, so that any width will do."""

    width: int | None = None
    """Characters a line may have; None breaks no line, for a pipe."""

    def lines(self, turn: TurnResult) -> Iterator[str]:
        """All of a turn, in the order in which it happened."""
        yield from self.wrapped(f"turn {turn.turn_id}, {turn.asked_at}, {turn.customer_id or 'nobody is verified'}", "")
        yield from self.block("asked", turn.question)
        yield from self.block("routed", _routed(turn))
        yield from self.block("looked for", *self._searches(turn), *turn.notes)
        yield from self.block("remembered", *_remembered(turn))
        yield from self.context(turn)
        yield from self._draft(turn)
        yield from self.block("changed in the draft", *_changes(turn.grounding))
        yield from self.claims(turn)
        yield from self.block("decided", f"{turn.outcome}: {turn.why}", *_decision(turn))
        yield from self.block("sent", turn.reply)
        yield from self._handoff(turn)
        yield from self.block("took", ", ".join(f"{stage} {ms:g} ms" for stage, ms in turn.timings_ms.items()))
        yield from self.block("asked chat models", *spent_lines(turn))
        made_with = {**turn.models, **turn.made_with}
        yield from self.block("with", ", ".join(f"{role} {name}" for role, name in made_with.items()))

    def block(self, title: str, *texts: str) -> Iterator[str]:
        """A title and what stands under it; nothing where there is nothing."""
        if not any(text.strip() for text in texts):
            return
        yield ""
        yield title
        for text in texts:
            yield from self.wrapped(text, "  ", hang=len(texts) > 1)

    def context(self, turn: TurnResult) -> Iterator[str]:
        """What the drafter was shown, what was dropped, and the budget."""
        context = turn.context
        if not context.get("items") and not context.get("dropped"):
            yield from self.block("shown", "Nothing was shown to a drafter.")
            return
        items = [
            f"{item['label']} {item['id']} ({item['trust']}), score {item['score']:.3f}, {item['tokens']} tokens"
            for item in context["items"]
        ]
        dropped = [f"dropped {drop['id']}: {drop['reason']}" for drop in context["dropped"]]
        used = f"{context['used']} of {context['budget']} tokens, policy and question included"
        yield from self.block("shown", *items, *dropped, used)

    def claims(self, turn: TurnResult) -> Iterator[str]:
        """Each sentence, its verdict, what decided and why, and the words of the evidence."""
        if not turn.claims:
            yield from self.block("claims", "No claim was made.")
            return
        yield ""
        yield "claims"
        for number, claim in enumerate(turn.claims, 1):
            yield from self._claim(number, claim)

    def _claim(self, number: int, claim: Mapping[str, Any]) -> Iterator[str]:
        head = [f"{'CUT, ' if claim['cut'] else ''}{str(claim['label']).replace('_', ' ')}"]
        if claim["tier"]:
            head += [f"by the {claim['tier']} tier", f"score {claim['confidence']:g}"]
        if claim.get("owner"):
            head.append(f"of {claim['owner']}")
        yield from self.wrapped(f"{number}. {', '.join(head)}", "  ")
        yield from self.wrapped(claim["text"], "     ")
        if claim.get("sentence", claim["text"]) != claim["text"]:
            yield from self.wrapped(f"part of: {claim['sentence']}", "     ")
        yield from self.wrapped(f"because {claim['reason']}", "     ")
        for ref in claim["evidence"]:
            yield from self.wrapped(f"see {ref['id']} ({ref['trust']}): “{ref['quote']}”", "     ")

    def _searches(self, turn: TurnResult) -> Iterator[str]:
        for search in turn.searched:
            asked = ", ".join(f"“{text}”" for text in (search.get("query", ""), *search.get("also", ())))
            hits = search.get("hits", ())
            yield f"{asked}: {len(hits)} found of {search.get('allowed', 0)} passages, {search.get('reranker') or 'not reranked'}"
            for rank, hit in enumerate(hits[:HITS], 1):
                yield f"{rank}. {hit['passage_id']}, {_scores(hit)}"
            if len(hits) > HITS:
                yield f"and {len(hits) - HITS} more"

    def _draft(self, turn: TurnResult) -> Iterator[str]:
        drafter, declined = turn.draft.get("drafter"), turn.draft.get("declined")
        text = f"declined: {declined}" if declined else str(turn.draft.get("text", ""))
        yield from self.block(f"drafted by {drafter}, unverified", *_draft_notes(turn.draft), text)

    def prompts(self, turn: TurnResult) -> Iterator[str]:
        """What each chat model was shown, and what it answered."""
        for title, texts in prompt_blocks(turn):
            yield from self.block(title, *texts)

    def _handoff(self, turn: TurnResult) -> Iterator[str]:
        if turn.handoff is None:
            return
        packet = turn.handoff.packet
        asserted = [_text(one) for one in packet.get("customer_asserted", ())]
        yield from self.block(
            f"handed over: {turn.handoff.reason}",
            f"notice: {turn.handoff.notice}",
            f"missing: {packet.get('missing', '')}",
            *(f"tried: {one}" for one in packet.get("tried", ())),
            *(f"verified: {_text(one)}" for one in packet.get("verified_facts", ())),
            *(f"the customer says, not verified: {one}" for one in asserted),
            f"suggested reply: {packet.get('suggested_reply', '')}",
        )

    def wrapped(self, text: str, indent: str = "", *, hang: bool = True) -> Iterator[str]:
        """A text within the width; `hang` sets what runs over two columns further in."""
        for line in text.splitlines() or [""]:
            if self.width is None or not line.strip():
                yield f"{indent}{line}".rstrip()
                continue
            further = indent + ("  " if hang else "")
            yield from broken(line, max(self.width, len(further) + 10), indent, further)


def listed(rows: Sequence[Mapping[str, Any]], width: int | None = None) -> Iterator[str]:
    """The rows of `Ledger.recent`, two lines a turn: id, time and outcome, then the question."""
    for row in rows:
        reason = f" ({row['handoff']})" if row.get("handoff") else ""
        yield f"{row['turn_id']}  {row['asked_at'][:16].replace('T', ' ')}  {row['outcome']}{reason}"
        question = " ".join(str(row.get("question") or "").split())
        yield f"  {question if width is None else shortened(question, width - 2)}"


def _draft_notes(draft: Mapping[str, Any]) -> Iterator[str]:
    """Who else was to write it, and what it cited that was never shown."""
    if draft.get("fell_back"):
        yield f"in the place of another: {draft['fell_back']}"
    if draft.get("failed"):
        yield f"nothing to use: {draft['failed']['why']}"
    if draft.get("invented"):
        yield f"cited, and never shown: {', '.join(draft['invented'])}"


def _changes(grounding: Mapping[str, Any]) -> Iterator[str]:
    """What was put into the draft, or worded otherwise, before it was cut."""
    for edit in grounding.get("edits", ()):
        yield f"{edit.get('why') or 'mended'}: “{str(edit.get('text', '')).strip()}”"


def _remembered(turn: TurnResult) -> Iterator[str]:
    for one in turn.memory:
        yield f"{'' if one.kept else 'left out: '}{one.memory} {one.id} ({one.trust}): {one.reason}"


def _routed(turn: TurnResult) -> str:
    route = turn.route
    said = [str(route["kind"]).replace("_", " ")] if route.get("kind") else []
    said += [words for name, words in ROUTED.items() if route.get(name)]
    said += [f"wants: {route['wants']}"] if route.get("wants") else []
    said += [f"order {order}" for order in route.get("order_ids", ())]
    return ", ".join(said)


def _scores(hit: Mapping[str, Any]) -> str:
    known = [(name, hit.get(name)) for name in ("rerank", "fused", "dense", "bm25")]
    return ", ".join(f"{name} {score:.3f}" for name, score in known if score is not None)


def _decision(turn: TurnResult) -> list[str]:
    found = turn.decision or {}
    decision, record, approval = found.get("decision"), found.get("record"), found.get("approval")
    said = [f"Gatekeeper: {decision['outcome']} by rule {decision['rule']}"] if decision else []
    said += [f"proposed: {_proposed(found['proposal'])}"] if found.get("proposal") else []
    said += ["waits for the customer's answer"] if found.get("pending") else []
    if approval:
        said.append(
            f"put before a person{_reference(found, approval['proposal'])}: {approval['state']}, until {approval['expires_on']}"
        )
    if record:
        by = f", approved by {record['approved_by']}" if record.get("approved_by") else ""
        detail = f": {record['detail']}" if record.get("detail") else ""
        said.append(
            f"action {record['reference']} at {record['at']} by {record['gateway']}: {record['outcome']}{by}{detail}"
        )
    return said


def _proposed(proposal: Mapping[str, Any]) -> str:
    return f"{proposal['kind']} of order {proposal['order_id']}, {proposal['amount']} {proposal['currency']}"


def _reference(found: Mapping[str, Any], proposal: Mapping[str, Any]) -> str:
    """What `support approvals` calls it; nothing in older turns where it rests on a street that is not kept."""
    kept = found.get("reference") or ""
    if not kept and not proposal.get("address"):
        kept = Proposal.model_validate_json(json.dumps(proposal)).reference
    return f" as {kept}" if kept else ""


def _text(entry: Any) -> str:
    """A line of a packet; in turns of older versions it is a plain text."""
    return str(entry["text"]) if isinstance(entry, Mapping) else str(entry)
