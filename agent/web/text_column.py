"""Text as both databases keep it."""

from __future__ import annotations

from typing import Any

from sqlalchemy import types

NUL, REPLACED = "\x00", "\ufffd"


class Text(types.TypeDecorator[str]):
    """Text of any length, U+FFFD in the place of U+0000: PostgreSQL takes no such character, and a message that holds one
    would be tried again for ever (PostgreSQL manual, 8.3 Character Types)."""

    impl = types.Text
    cache_ok = True

    def process_bind_param(self, value: str | None, dialect: Any) -> str | None:
        """What is stored, or compared with what is."""
        return value.replace(NUL, REPLACED) if value else value
