"""What can go wrong in the agent. A refusal, a cut or a handoff is a value, not an error.

AgentError
├── SettingsError      your mistake: an unknown key, an impossible value
├── InputError         your mistake: an unknown customer, an unreadable script or evidence file
├── DraftingError      the drafting model failed, timed out, or answered with nothing usable
│   └── BudgetError    a chat model was not asked, because it might take more than the turn or the day may
├── DeadlineError      a turn ran for longer than it may
└── StoreError         conversations or turns cannot be read or written
    ├── LedgerError    a turn was asked for that the ledger does not hold, or the ledger cannot be used
    └── MemoryStoreError   what is remembered of customers cannot be read or written
"""


class AgentError(Exception):
    """Base of every error raised by the agent package."""


class SettingsError(AgentError):
    """The settings hold an unknown key or an impossible value."""


class InputError(AgentError):
    """Something handed in by the caller cannot be used."""


class DraftingError(AgentError):
    """The drafting model failed, timed out, or answered with nothing usable."""

    prompt: tuple[tuple[str, str], ...] = ()
    """What the model was shown, as pairs of role and text; empty where that is not known."""


class BudgetError(DraftingError):
    """A chat model was not asked, because it might take more than the turn or the day may."""


class DeadlineError(AgentError):
    """A turn ran for longer than it may."""


class StoreError(AgentError):
    """Conversations or turns cannot be read or written."""


class LedgerError(StoreError):
    """The ledger does not hold what was asked for, or cannot be used."""


class MemoryStoreError(StoreError):
    """What is remembered of customers cannot be read or written."""
