"""Ask a chat model for a draft, and turn what it says into plain text and the ids of the evidence it used."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Protocol

from agent.context.cleaning import visible_text
from agent.context.formatting import ContextFormatter, unescape
from agent.errors import DraftingError
from agent.prompts import draft_messages, no_answer_reason
from agent.types import Draft, DraftRequest

if TYPE_CHECKING:
    from langchain_core.language_models.chat_models import BaseChatModel
    from langchain_core.messages import AIMessage

_LABELS = r"E\d+(?:[\s,;&]*E\d+)*"
_MARKER = re.compile(rf"(?:(?<![ \t])[ \t]+)?(?:\[(?P<square>{_LABELS})\]|\((?P<round>{_LABELS})\))")
_THINKING = re.compile(r"\A\s*<think>.*?</think>", re.DOTALL)
"""Some servers put the model's reasoning in front of its reply."""
_FINISH_KEYS = ("finish_reason", "stop_reason", "done_reason")
"""Where OpenAI and Gemini, Anthropic, and Ollama say why a reply ended."""
_CUT_OFF = frozenset({"length", "max_tokens", "model_length"})
_WITHHELD = frozenset({"content_filter", "refusal", "safety"})


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
        message = self._ask(request)
        self._refuse_unfinished(message)
        text, cited = _without_markers(_plain(message), _labels(request))
        missing = no_answer_reason(text)
        if missing is None and not text:
            raise DraftingError(f"The drafting model {self.name} answered with an empty text.")
        return Draft(
            text="" if missing else text,
            drafter=self.name,
            cited=() if missing else cited,
            declined=missing,
            usage=_usage(message),
        )

    def _ask(self, request: DraftRequest) -> AIMessage:
        messages = draft_messages(request, self.formatter.format_pack(request.context))
        try:
            return self.model.invoke(messages)
        except DraftingError:
            raise
        except Exception as error:
            # Every provider has its own errors for time-outs and HTTP, and a turn must end in a handoff for all.
            what = f"{type(error).__name__}: {error}"
            raise DraftingError(f"The drafting model {self.name} failed ({what}).") from error

    def _refuse_unfinished(self, message: AIMessage) -> None:
        reason = _finish_reason(message.response_metadata)
        if reason in _CUT_OFF:
            raise DraftingError(f"The drafting model {self.name} was cut off. Set a higher limit for its reply.")
        if reason in _WITHHELD:
            raise DraftingError(f"The provider of {self.name} withheld the reply ({reason}).")


def _finish_reason(metadata: Mapping[str, object]) -> str:
    return next((str(metadata[key]).casefold() for key in _FINISH_KEYS if metadata.get(key)), "")


def _plain(message: AIMessage) -> str:
    """Return the text blocks of the reply, without reasoning, escapes and characters that do not show."""
    spoken = _THINKING.sub("", str(message.text))
    return visible_text(unescape(spoken)).strip()


def _usage(message: AIMessage) -> dict[str, int]:
    counted = message.usage_metadata
    if counted is None:
        return {}
    return {"input_tokens": counted["input_tokens"], "output_tokens": counted["output_tokens"]}


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
