"""What a person reads beside a conversation that was handed over: the packet as plain text."""

from __future__ import annotations

from collections.abc import Iterator

from agent.packet import Packet
from agent.types import Handoff


def note_of(handoff: Handoff, turn_id: str) -> str:
    """The note for a handoff; it names the turn, whose record holds everything."""
    packet = Packet.model_validate(handoff.packet)
    lines = [
        f"Handed over: {handoff.reason.replace('_', ' ')}.",
        f"Asked: {packet.question}",
        f"To do: {packet.missing}",
    ]
    return "\n".join([*lines, *_listed(packet), f"Suggested reply: {packet.suggested_reply}", f"Turn {turn_id}"])


def held_back(reply: str, why: str) -> str:
    """The note that keeps a reply which was not sent."""
    return f"Not sent, because {why}:\n{reply}"


def _listed(packet: Packet) -> Iterator[str]:
    found = {
        "Proved": [fact.text for fact in packet.verified_facts],
        "The customer says, unproved": [said.text for said in packet.customer_asserted],
        "Cut": [f"{claim.text} ({claim.why})" for claim in packet.cut_claims],
        "Already sent": [packet.already_sent] if packet.already_sent else [],
    }
    for title, lines in found.items():
        if lines:
            yield "\n".join([f"{title}:", *(f"- {line}" for line in lines)])
