"""Turns that were drafted: what the checks left of the draft decides."""

from __future__ import annotations

from agent.decisions.so_far import TurnSoFar
from agent.grounding.grounder import Grounded
from agent.types import Decided, HandoffReason

NOT_FOUND = "I could not find an answer to that in our help articles."
OUT_OF_SCOPE = (
    "I could not find an answer to that in our help articles. I can help with questions about our shop and its products, and "
    "with your orders."
)
NOT_IN_ORDERS = "I could not find an answer to that in your orders or in our help articles."
ANOTHER_QUESTION = "I could not find an answer to your other question."
SWITCHED_OFF = "I cannot answer that: the help articles are switched off for this conversation."


def declined(so_far: TurnSoFar) -> Decided | None:
    """The drafter found no answer, so a person gets the question."""
    draft = so_far.draft
    if draft is None or draft.declined is None:
        return None
    off = not so_far.turn.use_knowledge
    because = "the help articles are switched off for this conversation" if off else draft.declined
    looked_in_orders = so_far.gathered is not None and bool(so_far.gathered.orders)
    elsewhere = OUT_OF_SCOPE if so_far.route.intent == "out_of_scope" else NOT_FOUND
    text = SWITCHED_OFF if off else NOT_IN_ORDERS if looked_in_orders else elsewhere
    return Decided(outcome="declined", text=text, reason="no_evidence", why=f"{draft.drafter} declined: {because}")


def too_late(so_far: TurnSoFar) -> Decided | None:
    """What was not checked in time is cut, whether it is true or not, and a person has the last word."""
    grounded = so_far.grounded
    if grounded is None or not grounded.late:
        return None
    checked = sum(verdict.claim.checkworthy for verdict in grounded.verdicts)
    why = f"{len(grounded.late)} of {checked} claims were not checked in time"
    if not grounded.cut.answers:
        return Decided(outcome="handed_off", reason="deadline", why=why)
    return Decided(outcome="answered_with_cuts", text=grounded.cut.text, reason="deadline", why=why)


def nothing_left(so_far: TurnSoFar) -> Decided | None:
    """Nothing that answers is left: the draft asks back, or a person takes over."""
    grounded = so_far.grounded
    if grounded is None or grounded.cut.answers:
        return None
    if not grounded.cut.cut and grounded.cut.text.rstrip().endswith("?"):
        return Decided(outcome="asked_back", text=grounded.cut.text, why="the draft asks back")
    checked = {verdict.claim.index for verdict in grounded.verdicts if verdict.claim.checkworthy}
    cut = len(checked & set(grounded.cut.cut))
    if cut:
        reason, objected = _objected(grounded)
        return Decided(outcome="handed_off", reason=reason, why=f"all {cut} claims were cut{objected}")
    return Decided(outcome="handed_off", reason="no_evidence", why="the draft states nothing that answers")


def some_cut(so_far: TurnSoFar) -> Decided | None:
    """Part of the draft was cut; the rest is sent, and a person looks at it."""
    grounded = so_far.grounded
    if grounded is None or not grounded.cut.cut:
        return None
    reason, objected = _objected(grounded)
    why = f"{len(grounded.cut.cut)} of {len(grounded.verdicts)} sentences were cut{objected}"
    return Decided(outcome="answered_with_cuts", text=grounded.cut.text, reason=reason, why=why)


def _objected(grounded: Grounded) -> tuple[HandoffReason, str]:
    """Why a person takes over, and what was objected to of what was cut: two passages that disagree before all else."""
    found = [one for one in grounded.objections if one.claim in grounded.cut.cut]
    reason: HandoffReason = next((one.reason for one in found), "unsupported_claim")
    if any(one.reason == "conflict" for one in found):
        reason = "conflict"
    return reason, "".join(f"; {one.why}" for one in found if one.reason == reason)


def partly_answered(so_far: TurnSoFar) -> Decided | None:
    """One question of several has no answer: the others' are sent, and a person has the rest."""
    grounded, draft = so_far.grounded, so_far.draft
    if grounded is None or draft is None or not draft.unanswered:
        return None
    text = f"{grounded.cut.text}\n\n{ANOTHER_QUESTION}"
    why = f"every claim is supported; not answered: {' '.join(draft.unanswered)}"
    return Decided(outcome="answered_with_cuts", text=text, reason="no_evidence", why=why)


def answered(so_far: TurnSoFar) -> Decided | None:
    """Every claim is supported."""
    grounded = so_far.grounded
    if grounded is None:
        return None
    return Decided(outcome="answered", text=grounded.cut.text, why="every claim is supported")
