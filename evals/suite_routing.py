"""The suites of topics and of routing as parts of a run: they read messages and run no turn."""

from __future__ import annotations

from agent.intents.languages import LanguageReader
from agent.intents.opening import open_topics
from agent.open_models import open_embedder
from agent.routing import Router
from agent.settings import Settings
from evals.routing import FOR_PEOPLE, Routed, RoutingSuite, report
from evals.routing_sets import read_routing
from evals.suite_config import RoutingConfig, TopicConfig
from evals.suite_types import Row, SuiteRun, unique
from evals.topics import OURS, TopicLine, measure_topics, read_topics, reading_meaning
from policies.rules import load_rules
from policies.topics import TopicGuard


def run_topics(config: TopicConfig, settings: Settings) -> SuiteRun:
    """Look for topics in every message; a row fails where it goes to a person wrongly, or does not go.

    Raises:
        DatasetError: a file cannot be used.
        KnowledgeError, PolicyError: a model or the rules cannot.
    """
    lines = [line for file in config.files or (OURS,) for line in read_topics(file)][: config.limit]
    rules = load_rules(settings.policies.rules)
    by_meaning = settings.routing.topics_by_meaning
    meaning = open_topics(settings.routing, open_embedder(settings), rules) if by_meaning else None
    found = measure_topics(TopicGuard(rules), lines, reading_meaning(meaning))
    got = {one.text: one.got for one in (*found.missed, *found.false_alarms)}
    return SuiteRun(
        suite="topics",
        rows=unique([_line(one, got) for one in lines]),
        measures={"recall": found.recall, "false_alarm_rate": found.false_alarm_rate},
        note=f"{len(lines)} messages, {found.harmless} of them harmless",
    )


def _line(one: TopicLine, wrong: dict[str, str | None]) -> Row:
    failed = one.text in wrong
    return Row(
        id=one.id,
        passed=not failed,
        stage="route" if failed else None,
        text=one.text,
        expected=one.topic or "no topic",
        got=(wrong[one.text] or "no topic") if failed else "",
        where=one.language,
    )


def run_routing(config: RoutingConfig, settings: Settings) -> SuiteRun:
    """Route every turn; a row fails where the articles are searched needlessly, or not where they are wanted.

    Raises:
        DatasetError: a file cannot be used.
        PolicyError: the rules cannot.
    """
    suite = RoutingSuite(
        Router(TopicGuard(load_rules(settings.policies.rules)), LanguageReader(settings.routing.languages))
    )
    sets = [(one.name, suite.run(one.first(config.limit))) for one in map(read_routing, config.files)]
    found = report(sets).all
    return SuiteRun(
        suite="routing",
        rows=unique([_turn(name, one) for name, turns in sets for one in turns]),
        measures={"recall": found.recall, "precision": found.precision, "cost": found.cost},
        note=f"{found.turns} turns, and {found.by_policy} that the policy hands to a person",
    )


def _turn(where: str, one: Routed) -> Row:
    right = one.kind in FOR_PEOPLE or one.searched == one.knowledge_seeking
    return Row(
        id=one.id,
        passed=right,
        stage=None if right else "route",
        text=one.message,
        expected="searched" if one.knowledge_seeking else "not searched",
        got=f"{'searched' if one.searched else 'not searched'} ({one.kind})",
        where=where,
    )
