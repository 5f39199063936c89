"""Ask a chat model for a draft, and turn what it says into plain text and the ids of the evidence it used."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Protocol

from agent.context.formatting import ContextFormatter
from agent.errors import DraftingError
from agent.model_replies import ModelReply, read_reply
from agent.prompts import draft_messages, no_answer_reason
from agent.types import Draft, DraftRequest

if TYPE_CHECKING:
    from langchain_core.language_models.chat_models import BaseChatModel

_LABELS = r"E\d+(?:[\s,;&]*E\d+)*"
_MARKER = re.compile(rf"(?:(?<![ \t])[ \t]+)?(?:\[(?P<square>{_LABELS})\]|\((?P<round>{_LABELS})\))")


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

    model: BaseChatModel
    formatter: ContextFormatter
    name: str

    def draft(self, request: DraftRequest) -> Draft:
        """Ask the model once; its client has the time-out and the retries.

        Raises DraftingError where the call fails, or the reply is empty, cut off or withheld by the provider.
        """
        reply = self._ask(request)
        self._refuse_unfinished(reply)
        text, cited = _without_markers(reply.text, _labels(request))
        missing = no_answer_reason(text)
        if missing is None and not text:
            raise DraftingError(f"The drafting model {self.name} answered with an empty text.")
        return Draft(
            text="" if missing else text,
            drafter=self.name,
            cited=() if missing else cited,
            declined=missing,
            usage=reply.usage,
        )

    def _ask(self, request: DraftRequest) -> ModelReply:
        messages = draft_messages(request, self.formatter.format_pack(request.context))
        try:
            return read_reply(self.model.invoke(messages))
        except DraftingError:
            raise
        except Exception as error:
            # Every provider has its own errors for time-outs and HTTP, and a turn must end in a handoff for all.
            what = f"{type(error).__name__}: {error}"
            raise DraftingError(f"The drafting model {self.name} failed ({what}).") from error

    def _refuse_unfinished(self, reply: ModelReply) -> None:
        if reply.cut_off:
            raise DraftingError(f"The drafting model {self.name} was cut off. Set a higher limit for its reply.")
        if reply.withheld:
            raise DraftingError(f"The provider of {self.name} withheld the reply ({reply.withheld}).")


def _labels(request: DraftRequest) -> dict[str, str]:
    return {item.label: item.evidence.evidence_id for item in request.context.items}


def _without_markers(text: str, labels: Mapping[str, str]) -> tuple[str, tuple[str, ...]]:
    """Take `[E1]` and `(E1, E2)` out of the text; return it with the evidence ids named, in order, each once."""
    named: dict[str, None] = {}

    def take_out(marker: re.Match[str]) -> str:
        found = re.findall(r"E\d+", marker["square"] or marker["round"])
        if not _is_citation(marker, found, labels):
            return marker[0]
        named.update({labels[label]: None for label in found if label in labels})
        return ""

    prose = "\n".join(_MARKER.sub(take_out, line).rstrip() for line in text.split("\n"))
    return prose.strip(), tuple(named)


def _is_citation(marker: re.Match[str], found: list[str], labels: Mapping[str, str]) -> bool:
    """Tell a citation from an error code in brackets, such as (E1034); invented labels [E9] are citations too."""
    known = all(label in labels for label in found)
    return known or (marker["square"] is not None and all(len(label) <= 3 for label in found))
