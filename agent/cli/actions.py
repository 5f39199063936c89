"""`support approvals`, `support approve`, `support deny`: what a person decides about, and deciding it."""

from __future__ import annotations

import getpass
from datetime import date
from typing import Any

import typer

from agent.actions.approval_desk import ApprovalDesk
from agent.actions.approvals import BY_CHARS, NOTE_CHARS, Answer, Approval
from agent.actions.opening import open_approvals
from agent.actions.phrases import what_is_decided
from agent.actions.records import sentence
from agent.cli.show import print_json, say
from agent.errors import InputError
from agent.settings import Settings
from agent.stores import stores_of
from policies.gatekeeper import Gatekeeper
from policies.rules import load_rules

LOOK = 1
"""Exit status where a person has something to look at."""


def run_approvals(settings: Settings, *, every: bool, as_json: bool) -> None:
    """List what waits for a person, or all that ever did; exit status 1 where something waits."""
    desk = open_desk(settings)
    waiting = desk.waiting(date.today())
    found = desk.book.approvals(waiting=False) if every else waiting
    if as_json:
        print_json([_json(approval) for approval in found])
    else:
        for approval in found:
            _show(approval)
        if not found:
            say("Nothing waits for a person.")
    raise typer.Exit(LOOK if waiting else 0)


def run_answer(settings: Settings, reference: str, answer: Answer, *, as_json: bool) -> None:
    """Approve or deny; exit status 1 where it was not carried out, or nobody can say whether it was."""
    approval = open_desk(settings).answer(reference, answer)
    if as_json:
        print_json(_json(approval))
    else:
        _show(approval)
    wanted = "done" if answer.verdict == "approve" else "denied"
    raise typer.Exit(0 if approval.state == wanted else LOOK)


def answer_by(verdict: str, by: str | None, note: str | None, *, despite_changes: bool = False) -> Answer:
    """An answer of today; the name of this machine's user where none is given.

    Raises:
        InputError: the name is empty or too long, or the note is.
    """
    name, text = (by if by is not None else getpass.getuser()).strip(), (note or "").strip()
    if not name or len(name) > BY_CHARS or not name.isprintable() or len(text) > NOTE_CHARS:
        raise InputError(
            f"Found a name of {len(name)} and a note of {len(text)} characters, wanted a name of 1 to {BY_CHARS} on one line "
            f"and a note of up to {NOTE_CHARS}. Give them with `--by NAME --note TEXT`."
        )
    known = {"by": name, "note": text, "on": date.today(), "despite_changes": despite_changes}
    return Answer.model_validate({"verdict": verdict, **known})


def open_desk(settings: Settings) -> ApprovalDesk:
    """The approvals that the settings name."""
    stores = stores_of(settings)
    gatekeeper = Gatekeeper(load_rules(settings.policies.rules))
    return open_approvals(stores, settings.actions, gatekeeper, stores.orders)


def _json(approval: Approval) -> dict[str, Any]:
    return {"reference": approval.reference, **approval.model_dump(mode="json")}


def _show(approval: Approval) -> None:
    proposal, decision = approval.proposal, approval.decision
    say(f"{approval.reference}  {approval.state}  {what_is_decided(proposal)}")
    say(f"  customer {proposal.customer_id}, asked on {approval.opened_on}, to be decided by {approval.expires_on}")
    say(f"  because {decision.reason} (rule {decision.rule})")
    if proposal.said:
        say(f"  the customer wrote: “{proposal.said}”")
    for answer in approval.answers:
        note = f": {answer.note}" if answer.note else ""
        say(f"  {answer.verdict} by {answer.by} on {answer.on}{note}")
    if approval.problem:
        say(f"  {approval.problem}")
    if approval.record is not None:
        say(f"  {sentence(approval.record) or approval.record.detail}")
