"""Logs of the service: one JSON object a line, without a customer's words and without secrets."""

from __future__ import annotations

import logging
import sys

import structlog

from agent.privacy.redacting import Redactor


def open_logs(redactor: Redactor) -> None:
    """Log to the standard error; whatever is personal in a value is taken out last."""

    def redacted(logger: object, name: str, event: structlog.typing.EventDict) -> structlog.typing.EventDict:
        return {
            key: redactor.redact(value).text if isinstance(value, str) and key not in PLAIN else value
            for key, value in event.items()
        }

    structlog.configure(
        processors=[
            structlog.contextvars.merge_contextvars,
            structlog.processors.add_log_level,
            structlog.processors.TimeStamper(fmt="iso", utc=True),
            redacted,
            structlog.processors.JSONRenderer(ensure_ascii=False),
        ],
        wrapper_class=structlog.make_filtering_bound_logger(logging.INFO),
        logger_factory=structlog.WriteLoggerFactory(file=sys.stderr),
    )


PLAIN = frozenset({"timestamp", "level", "event", "turn", "kind"})
"""Keys whose values are ours."""
