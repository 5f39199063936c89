"""Ask a chat model for a draft, and turn what it says into plain text and the ids of the evidence it used."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Protocol

from agent.context.formatting import ContextFormatter
from agent.errors import DraftingError
from agent.llm.canaries import holds_canary, new_canary
from agent.llm.metering import ChatModel, told
from agent.llm.settings import Form
from agent.llm.statements import read_statements
from agent.llm.written import Written, as_prose, as_statements
from agent.model_replies import ModelReply, read_reply
from agent.prompts import PromptMessage, draft_messages
from agent.types import Draft, DraftFailure, DraftRequest

MOST_CHARACTERS = 40_000
"""Of a reply, twice what is checked of a draft; a longer one is not read."""


class Drafter(Protocol):
    """Anything that writes a draft: a chat model, or code."""

    @property
    def name(self) -> str:
        """What the ledger calls it."""
        ...

    def draft(self, request: DraftRequest) -> Draft:
        """Write unverified text; raise DraftingError where there is none to use."""
        ...


@dataclass(frozen=True)
class ChatDrafter:
    """Drafts with a LangChain chat model."""

    model: ChatModel
    formatter: ContextFormatter
    name: str
    structured: Form = "auto"
    """Whether statements in JSON are asked for and taken: see `DraftingSettings.structured`."""
    canary: Callable[[], str] = new_canary

    def draft(self, request: DraftRequest) -> Draft:
        """Ask the model once; its client has the time-out and the retries.

        A reply that repeats the canary of its instructions is not used, whatever else it says: a person answers.

        Raises DraftingError, which holds the prompt, where the call fails, or the reply is empty, cut off, withheld by
        the provider, too long, or half a JSON object.
        """
        canary = self.canary()
        context = self.formatter.format_pack(request.context)
        prompt = draft_messages(request, context, canary=canary, statements=self.structured != "off")
        try:
            return self._written(prompt, request, canary)
        except DraftingError as error:
            error.prompt = tuple(prompt)
            raise

    def _written(self, prompt: Sequence[PromptMessage], request: DraftRequest, canary: str) -> Draft:
        reply = self._ask(prompt)
        empty = Draft(text="", drafter=self.name, usage=reply.usage, prompt=tuple(prompt))
        if holds_canary(reply.said[:MOST_CHARACTERS], canary):
            why = f"the draft of {self.name} repeats its instructions (it holds their canary)"
            return empty.model_copy(update={"failed": DraftFailure(reason="low_confidence", why=why)})
        self._refuse_unfinished(reply)
        written = self._read(reply, _labels(request))
        if not written.text and not written.missing:
            raise DraftingError(f"The drafting model {self.name} answered with an empty text.")
        found = {"text": written.text, "cited": written.cited, "declined": written.missing}
        return empty.model_copy(update={**found, "statements": written.statements, "invented": written.invented})

    def _ask(self, prompt: Sequence[PromptMessage]) -> ModelReply:
        try:
            return read_reply(self.model.invoke(prompt))
        except DraftingError:
            raise
        except Exception as error:
            # Every provider has its own errors for time-outs and HTTP, and a turn must end in a handoff for all.
            raise DraftingError(f"The drafting model {self.name} failed ({told(error)}).") from error

    def _refuse_unfinished(self, reply: ModelReply) -> None:
        if reply.cut_off:
            raise DraftingError(f"The drafting model {self.name} was cut off. Set a higher limit for its reply.")
        if reply.withheld:
            raise DraftingError(f"The provider of {self.name} withheld the reply ({reply.withheld}).")
        if reply.calls_tools:
            raise DraftingError(f"The drafting model {self.name} asked for a tool, and has none.")
        if len(reply.said) > MOST_CHARACTERS:
            raise DraftingError(
                f"The drafting model {self.name} wrote {len(reply.said):,} characters, and {MOST_CHARACTERS:,} are read."
            )

    def _read(self, reply: ModelReply, labels: Mapping[str, str]) -> Written:
        """Statements where they are asked for and the reply is made of them, else prose."""
        if self.structured == "off":
            return as_prose(reply.text, labels)
        try:
            found = read_statements(reply.said)
        except DraftingError as error:
            raise DraftingError(f"The reply of the drafting model {self.name} {error}.") from error
        if found is not None:
            return as_statements(found, labels)
        if self.structured == "on":
            raise DraftingError(f"The drafting model {self.name} wrote prose, and drafting.structured is on.")
        return as_prose(reply.text, labels)


def _labels(request: DraftRequest) -> dict[str, str]:
    return {item.label: item.evidence.evidence_id for item in request.context.items}
