"""How long work tells what it has done."""

from __future__ import annotations

from collections.abc import Callable

Progress = Callable[[str, int, int], None]
"""Called with the step's name, how many are done, and how many there are."""

STEP = 64
"""Passages that go through a model between two calls of the progress function."""
