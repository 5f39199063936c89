"""What a turn ran on, under short names: two turns with the same ones had the same settings and the same articles."""

from __future__ import annotations

import hashlib
import json

from agent.settings import Settings
from knowledge.pointer import pointed_name
from knowledge.settings import index_folder

DIGITS = 12
"""Hexadecimal digits of a sha256 that are kept."""


def made_with(settings: Settings) -> dict[str, str]:
    """`index`, the name of the state that `support kb versions` lists, and `settings`, their fingerprint."""
    return {"index": pointed_name(index_folder(settings.home)) or "none", "settings": settings_fingerprint(settings)}


def settings_fingerprint(settings: Settings) -> str:
    """The same for the same settings, whatever folder they are used on."""
    text = json.dumps(settings.model_dump(mode="json", exclude={"home"}), sort_keys=True)
    return hashlib.sha256(text.encode()).hexdigest()[:DIGITS]
