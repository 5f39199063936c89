"""What a turn ran on, under short names: two turns with the same ones had the same settings, rules, models and articles."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping

from agent.settings import Settings
from knowledge.pointer import pointed_name
from knowledge.settings import index_folder
from policies.rule_types import Rules

DIGITS = 12
"""Hexadecimal digits of a sha256 that are kept."""

WEIGHTS = "_weights"
"""Ends the name under which a model's weights stand: `verifier_weights`."""

NOTHING: Mapping[str, str] = {}


def made_with(settings: Settings, opened: Mapping[str, str] = NOTHING) -> dict[str, str]:
    """`index`, the name of the state that `support kb versions` lists, `settings`, their fingerprint, and what was `opened`."""
    index = pointed_name(index_folder(settings.home)) or "none"
    return {"index": index, "settings": settings_fingerprint(settings), **opened}


def opened_with(
    policy: str, rules: Rules, models: Mapping[str, object], thresholds: tuple[float, float]
) -> dict[str, str]:
    """The fingerprints of what an agent opens once: `policy`, its text, `rules`, and the weights of models by role.

    A model that says nothing of its weights has none. `thresholds` are the verifier's, to support and to refute.
    """
    weights = {f"{role}{WEIGHTS}": sha256[:DIGITS] for role, model in models.items() if (sha256 := _weights(model))}
    told = "/".join(f"{one:g}" for one in thresholds)
    return {"policy": short(policy), "rules": short(rules.model_dump_json()), **weights, "thresholds": told}


def settings_fingerprint(settings: Settings) -> str:
    """The same for the same settings, whatever folder they are used on."""
    return short(json.dumps(settings.model_dump(mode="json", exclude={"home"}), sort_keys=True))


def short(text: str) -> str:
    """The fingerprint of a text."""
    return hashlib.sha256(text.encode()).hexdigest()[:DIGITS]


def _weights(model: object) -> str:
    """sha256 of a model's weights, which it says itself or the place it was opened from; empty where neither does."""
    found = getattr(model, "weights_sha256", "") or getattr(getattr(model, "model", None), "sha256", "")
    return str(found)
