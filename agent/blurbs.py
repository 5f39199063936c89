"""The chat model that says, at sync time, what a passage is about within its article."""

from __future__ import annotations

from dataclasses import dataclass
from html import escape

from agent.llm.metering import ChatModel
from agent.prompts import BLURB_PROMPT
from knowledge.errors import ModelError

PROMPT_VERSION = "1"

ARTICLE_CHARACTERS = 12_000
"""Of a longer article the beginning is shown."""


@dataclass(frozen=True)
class ChatBlurbWriter:
    """Asks a chat model once a passage."""

    model: ChatModel
    model_name: str

    @property
    def name(self) -> str:
        """The model and the version of the prompt."""
        return f"{self.model_name}/blurb-{PROMPT_VERSION}"

    def blurb(self, article: str, passage: str) -> str:
        """See `knowledge.blurbs.BlurbWriter`."""
        asked = BLURB_PROMPT.format(
            article=escape(article[:ARTICLE_CHARACTERS], quote=False), passage=escape(passage, quote=False)
        )
        try:
            return str(self.model.invoke([("human", asked)]).text).strip()
        except Exception as error:
            # Every provider has its own errors; whatever it is, the sync ends and the index before stays.
            raise ModelError(
                f"The model {self.model_name} failed while it wrote about a passage ({type(error).__name__}: {error}). "
                "Nothing was synced, and what it wrote so far is kept: run the command again, or set knowledge.blurbs to none."
            ) from error
