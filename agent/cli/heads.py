"""What `support doctor` says of the heads that read what a message is for, and which topic for people it is about."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Literal

from agent.cli.models import Missing
from agent.intents.opening import open_intents, open_topics
from agent.open_models import open_embedder
from agent.settings import Settings
from knowledge.intents import shipped, topic_head
from knowledge.intents.head import HEAD, HeadManifest, read_head_manifest
from knowledge.intents.topic_head import ORDINARY
from knowledge.models.manifest import short
from policies.rules import load_rules

Found = tuple[Literal["ok"], str] | Missing


@dataclass(frozen=True)
class HeadLook:
    """Opens each head as a turn does, which checks its files and whose vectors it reads."""

    settings: Settings

    def intents(self) -> Found:
        """The head of intents."""
        wanted = self.settings.routing.intents
        folder = shipped.FOLDER if wanted in ("auto", "none") else Path(wanted)
        return self._look(folder, lambda: open_intents(self.settings.routing, open_embedder(self.settings)) is not None)

    def topics(self) -> Found:
        """The head of topics."""
        rules = load_rules(self.settings.policies.rules)
        return self._look(
            topic_head.FOLDER,
            lambda: open_topics(self.settings.routing, open_embedder(self.settings), rules) is not None,
        )

    def _look(self, folder: Path, opens: Callable[[], bool]) -> Found:
        if not opens():
            return Missing(
                why="not used: switched off, not installed, or made for another embedder; phrases alone decide"
            )
        return "ok", _sentence(read_head_manifest(folder))


def _sentence(manifest: HeadManifest) -> str:
    labels = [label for label in manifest.labels if label != ORDINARY]
    lines = sum(manifest.trained_on.values())
    return (
        f"{manifest.name}, {manifest.licence}, from: {manifest.origin}; sha256 {short(manifest.files[HEAD])}; reads vectors "
        f"of {manifest.embedder}; {len(labels)} labels, trained on {lines:,} messages"
    )
