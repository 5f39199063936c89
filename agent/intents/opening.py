"""Opening the intent head that the settings name, and the topic head."""

from __future__ import annotations

from pathlib import Path

from agent.intents.reading import IntentReader
from agent.intents.settings import RoutingSettings
from agent.intents.topic_reading import TopicReader
from knowledge.embedding import Embedder
from knowledge.intents import shipped, topic_head
from knowledge.intents.head import load_head
from knowledge.intents.shipped import open_shipped_head
from knowledge.intents.topic_head import open_shipped_topics
from knowledge.models.registry import MINILM
from policies.rule_types import Rules


def open_intents(settings: RoutingSettings, embedder: Embedder) -> IntentReader | None:
    """The reader of intents; None where the settings want none, the embedder is not the shipped head's,
    or that is not installed.

    Raises:
        ModelError: the head is damaged, or the one that the settings name was fitted on another embedder's vectors.
    """
    if settings.intents == "none":
        return None
    if settings.intents != "auto":
        return IntentReader(embedder, load_head(Path(settings.intents), embedder.weights_sha256))
    if embedder.weights_sha256 != MINILM.sha256 or not shipped.FOLDER.exists():
        return None
    return IntentReader(embedder, open_shipped_head(embedder.weights_sha256))


def open_topics(settings: RoutingSettings, embedder: Embedder, rules: Rules) -> TopicReader | None:
    """The reader of topics; None where the settings want none, the embedder is not the head's, or that is
    not installed.

    Raises:
        ModelError: the head is damaged.
    """
    if not settings.topics_by_meaning or embedder.weights_sha256 != MINILM.sha256 or not topic_head.FOLDER.exists():
        return None
    head = open_shipped_topics(embedder.weights_sha256)
    return TopicReader(rules, embedder, head, settings.topics_by_sentence)
