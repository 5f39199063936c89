"""Finding our own message again in a conversation, by its key or by what its text hashes to."""

from __future__ import annotations

import hashlib
import unicodedata
from collections.abc import Collection

from agent.context.cleaning import visible_text
from agent.web.envelope import Conversation, Line
from agent.web.helpdesks.plain_text import plain_text

KEY_FIELD = "support_key"
"""Under this name the key is kept where a helpdesk has a place for such things."""
_HASHED = "text:"


def text_key(text: str) -> str:
    """What stands for the key of a text where a helpdesk keeps none: the same after its HTML was read, and folded."""
    folded = " ".join(unicodedata.normalize("NFKC", visible_text(text)).split())
    return _HASHED + hashlib.sha256(folded.encode()).hexdigest()


def html_key(html: str) -> str:
    """As `text_key`, of a text that a helpdesk gives back as HTML."""
    return text_key(plain_text(html, quoted=True))


def is_ours(line: Line, key: str, text: str) -> bool:
    """Whether a line is what was sent under the key, as far as the helpdesk lets it be told."""
    return line.key is not None and line.key in (key, text_key(text))


def find_sent(
    conversation: Conversation, key: str, text: str, private: bool = False, known_ids: Collection[str] = ()
) -> Line | None:
    """The line that was sent under a key; None where it did not arrive.

    By its text alone a line may be an earlier message of the same words, so those whose ids were told when they were
    sent are passed over: `known_ids`.
    """
    ours = [line for line in conversation.lines if line.private == private and is_ours(line, key, text)]
    return next((line for line in reversed(ours) if line.key == key or line.message_id not in known_ids), None)
