"""What can go wrong between the service and a helpdesk.

AgentError
└── HelpdeskError          base of all of these
    ├── DeliveryError      what a helpdesk delivered cannot be taken
    │   ├── SignatureError     it is not signed as agreed: whoever sent it learns no more than that
    │   └── PayloadError       it is signed, and says nothing that can be read
    └── SendError          what was to be sent to a helpdesk did not arrive
        ├── AccessError        our token is refused: nothing more is sent, and somebody is called
        ├── ClosedError        the conversation is gone, closed or full
        ├── TextError          the text is refused, for its length mostly
        ├── LaterError         not now: it was not taken, and may be tried again
        └── UnknownError       nobody can tell whether it arrived: look in the conversation before it is sent again
"""

from __future__ import annotations

from agent.errors import AgentError


class HelpdeskError(AgentError):
    """Base of every error between the service and a helpdesk."""


class DeliveryError(HelpdeskError):
    """What a helpdesk delivered cannot be taken."""


class SignatureError(DeliveryError):
    """A delivery is not signed as agreed. The words are for our log; the sender is told nothing of them."""


class PayloadError(DeliveryError):
    """A delivery is signed, and says nothing that can be read. The words hold no text of a customer."""


class SendError(HelpdeskError):
    """What was to be sent to a helpdesk did not arrive."""


class AccessError(SendError):
    """Our token is refused (401, 403)."""


class ClosedError(SendError):
    """The conversation is gone, closed or full (404, 410, 423)."""


class TextError(SendError):
    """The text is refused (400, 413, 422)."""


class LaterError(SendError):
    """It was not taken and may be tried again (429, 500 and above, or nobody listened)."""

    def __init__(self, message: str, after_s: float | None = None) -> None:
        super().__init__(message)
        self.after_s = after_s
        """Seconds to wait, where the helpdesk says so."""


class UnknownError(SendError):
    """The connection broke or timed out after the request was sent: it may have arrived."""
