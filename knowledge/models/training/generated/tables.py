"""The tables of words and sentences beside this code, in YAML, so that they can be read and amended without it."""

from __future__ import annotations

from importlib.resources import files
from typing import Any

import yaml


def read_table(name: str) -> dict[str, Any]:
    """What `<name>.yaml` beside this module says; the order of its keys is kept."""
    text = files(__package__).joinpath(f"{name}.yaml").read_text(encoding="utf-8")
    table: dict[str, Any] = yaml.safe_load(text)
    return table
