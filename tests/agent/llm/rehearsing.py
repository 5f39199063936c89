"""Turns whose drafter is asked over real HTTP, at a server of ours that does what it is told."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from typing import Any
from uuid import uuid4

from agent.agent import Agent
from agent.build import Parts
from agent.drafting import Drafter
from agent.llm.rehearsal_server import RehearsalServer
from agent.open_models import open_drafter
from agent.settings import Settings
from agent.types import TurnResult
from tests.agent.shop import agent_of, word_embedder

MODEL = "openai:rehearsal"
PATIENCE = {"timeout_s": 0.5, "deadline_s": 5.0, "max_retries": 1}
QUESTION = "How long will my refund take to show on my card?"
PROVED = "Card refunds take 5 to 10 business days to show on your card statement after we issue the refund."
"""A sentence of the sample shop's article on refunds, in its own words."""


def with_drafting(parts: Parts, **drafting: Any) -> Parts:
    """The parts with other settings for drafting."""
    changed = parts.settings.drafting.model_copy(update=drafting)
    return replace(parts, settings=parts.settings.model_copy(update={"drafting": changed}))


def drafter_at(home: Path, server: RehearsalServer, **drafting: Any) -> Drafter:
    """The drafter alone, as the settings open it with the server's model."""
    known = {"drafter": MODEL, "base_url": server.url, **PATIENCE, **drafting}
    return open_drafter(Settings.model_validate({"home": home, "drafting": known}), word_embedder())


@contextmanager
def opened(parts: Parts, server: RehearsalServer, **drafting: Any) -> Iterator[Agent]:
    """The agent with the server's model, quick to lose patience."""
    settings = {"drafter": MODEL, "base_url": server.url, **PATIENCE, **drafting}
    agent = agent_of(with_drafting(parts, **settings))
    try:
        yield agent
    finally:
        agent.close()


def asked(parts: Parts, server: RehearsalServer, **drafting: Any) -> TurnResult:
    """One turn."""
    with opened(parts, server, **drafting) as agent:
        return agent.ask(QUESTION, conversation_id=uuid4().hex)
