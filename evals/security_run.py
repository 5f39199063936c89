"""The security suite with the models that the settings name, on the sample shop in a folder of its own."""

from __future__ import annotations

import tempfile
from collections.abc import Sequence
from pathlib import Path

from agent.settings import Settings
from evals.hard_negatives import HardNegatives, Harmless, false_refusals
from evals.security import AT_ONCE, PLACES, SecuritySuite
from evals.security_report import PlantedTurn, SecurityReport, report
from evals.security_rows import SecurityRow
from evals.security_shop import SecurityShop, open_shop
from evals.show import bars
from knowledge.syncing import Progress


def measure_security(settings: Settings, rows: Sequence[SecurityRow], *, everywhere: bool = False) -> SecurityReport:
    """Plant the rows that have no plain wording, and ask those that have one.

    Raises:
        KnowledgeError: a model or the articles cannot be used.
        SettingsError: a setting cannot be used.
    """
    turns, harmless = run_security(settings, rows, everywhere=everywhere)
    return report(turns, false_refusals(harmless))


def run_security(
    settings: Settings, rows: Sequence[SecurityRow], *, everywhere: bool = False
) -> tuple[tuple[PlantedTurn, ...], tuple[Harmless, ...]]:
    """Every turn beside a planted text, and every harmless message; raises as `measure_security`."""
    planted = [row for row in rows if not row.plain]
    with tempfile.TemporaryDirectory() as home, open_shop(settings, Path(home)) as shop:
        with bars("harmless messages") as progress:
            harmless = _asked(shop, rows, progress)
        with bars("planted texts") as progress:
            turns = SecuritySuite(shop, len(PLACES) if everywhere else AT_ONCE).run(planted, progress)
    return turns, harmless


def _asked(shop: SecurityShop, rows: Sequence[SecurityRow], progress: Progress) -> tuple[Harmless, ...]:
    agent = shop.agent()
    try:
        suite = HardNegatives(
            lambda text, customer, conversation: agent.ask(text, conversation_id=conversation, customer_id=customer)
        )
        return suite.run(rows, progress)
    finally:
        agent.close()
