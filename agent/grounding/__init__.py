"""Grounding: a text's claims proved one by one against evidence, and the text without what is not proved.

    from agent.grounding import check

    checked = check("Lamps can be returned within 90 days.", ["Lamps can be returned within 30 days."])

What is named here is loaded when it is first asked for, so that importing the package costs nothing.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from agent.grounding.library import Checked, Checker, check, open_checker
    from agent.types import Evidence, Verdict

__all__ = ["Checked", "Checker", "Evidence", "Verdict", "check", "open_checker"]


def __getattr__(name: str) -> Any:
    """The names of `__all__`, from where they are written."""
    if name not in __all__:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    from agent import types
    from agent.grounding import library

    return getattr(library, name) if hasattr(library, name) else getattr(types, name)
