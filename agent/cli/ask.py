"""`support ask`: one turn."""

from __future__ import annotations

import sys
import uuid

from agent.build import open_agent
from agent.cli.opening import known_customer, open_for_turns
from agent.cli.show import print_json, print_turn
from agent.settings import Settings


def run_ask(settings: Settings, text: str, *, customer: str | None, use_knowledge: bool, as_json: bool) -> None:
    """Answer one message in a conversation of its own."""
    parts = open_for_turns(settings)
    verified = known_customer(parts, customer)
    if use_knowledge:
        # An index that cannot be used is the operator's to mend, not a reason to hand a customer over.
        _ = parts.knowledge.searcher.state.vectors
    agent = open_agent(parts)
    message = sys.stdin.read() if text == "-" else text
    result = agent.ask(
        message, conversation_id=f"ask-{uuid.uuid4().hex}", customer_id=verified, use_knowledge=use_knowledge
    )
    agent.close()
    if as_json:
        print_json(result.model_dump(mode="json"))
    else:
        print_turn(result)
