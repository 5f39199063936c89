"""A draft all the same where the chat model gives none: the articles' own sentences, or a person's."""

from __future__ import annotations

from dataclasses import dataclass

from agent.drafting import Drafter
from agent.errors import DraftingError
from agent.types import Draft, DraftFailure, DraftRequest


@dataclass(frozen=True)
class FallbackDrafter:
    """Asks a drafter, and another one where that fails; what is written is proved the same way, whoever wrote it."""

    main: Drafter
    otherwise: Drafter | None
    """None leaves the answer to a person."""

    @property
    def name(self) -> str:
        """Of the drafter that is asked first."""
        return self.main.name

    def draft(self, request: DraftRequest) -> Draft:
        """The draft, which says why it is not the main drafter's where it is not."""
        try:
            return self.main.draft(request)
        except DraftingError as error:
            return self._instead(request, error)

    def _instead(self, request: DraftRequest, error: DraftingError) -> Draft:
        if self.otherwise is None:
            failed = DraftFailure(reason="failure", why=str(error))
            return Draft(text="", drafter=self.name, prompt=error.prompt, failed=failed)
        found = self.otherwise.draft(request)
        return found.model_copy(update={"prompt": error.prompt, "fell_back": str(error)})
