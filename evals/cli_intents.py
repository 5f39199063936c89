"""`support eval intents` and `support eval topics`: what is a message for, and does it have to go to a person?

Everything heavy is imported when a command runs, so that listing the commands costs nothing.
"""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from evals.cli_options import AsJson, SettingsFile, print_json, refusing


def intents(
    context: typer.Context,
    folder: Annotated[
        Path | None,
        typer.Argument(
            metavar="[DIR]",
            help="Collections: NAME_train.jsonl.gz and NAME_dev.jsonl.gz of text and intent; our own alone if left out.",
        ),
    ] = None,
    as_json: AsJson = False,
    only: Annotated[
        list[str] | None, typer.Option(metavar="NAME", help="Fit and measure these collections only.")
    ] = None,
    cache: Annotated[Path | None, typer.Option(metavar="DIR", help="Keep vectors here between runs.")] = None,
    picture: Annotated[
        Path | None, typer.Option(metavar="FILE", help="Write the shipped head's confusion as SVG, too.")
    ] = None,
    examples: Annotated[int, typer.Option(min=0, metavar="N", help="Show so many mistakes of the shipped head.")] = 5,
    settings: SettingsFile = None,
) -> None:
    """Are messages told apart, and is it known what is out of scope?

    Exit status: 0 measured, 2 a file, the head or a setting cannot be used.
    """
    from agent.cli import options
    from agent.open_models import open_embedder
    from evals.intents import IntentReport, IntentSuite
    from evals.intents_ours import mapped, read_ours
    from evals.intents_sets import read_intent_sets
    from evals.intents_svg import confusion_svg
    from evals.show_intents import print_intents
    from evals.vector_cache import VectorCache
    from knowledge.intents.labels import read_mapping
    from knowledge.intents.shipped import open_shipped_head

    with refusing():
        embedder = open_embedder(options.read(context, None, settings))
        suite, head = IntentSuite(VectorCache(embedder, cache)), open_shipped_head(embedder.weights_sha256)
        sets = read_intent_sets(folder) if folder else []
        heads = [suite.measure_head("our own messages", head, read_ours(), examples)]
        if messages := mapped(sets, read_mapping()):
            heads.append(suite.measure_head("development splits", head, messages, examples))
        chosen = [one for one in sets if not only or one.name in only]
        found = IntentReport(sets=tuple(suite.measure(one) for one in chosen), head=tuple(heads))
    if picture:
        picture.write_text(confusion_svg(found.head[-1]), encoding="utf-8")
    if as_json:
        print_json(found)
    else:
        print_intents(found)


def topics(
    context: typer.Context,
    file: Annotated[
        Path | None,
        typer.Argument(metavar="[FILE]", help="JSON lines: id, text, topic or null, language; ours if left out."),
    ] = None,
    as_json: AsJson = False,
    settings: SettingsFile = None,
) -> None:
    """Are messages found that have to go to a person, and left alone that only sound like it?

    The phrases of the rules and, where they find nothing, the meaning of the message (`routing.topics_by_meaning`).

    Exit status: 0 all found and none beside, 1 some missed or found wrongly, 2 a file or a setting cannot be used.
    """
    from agent.cli import options
    from agent.intents.opening import open_topics
    from agent.open_models import open_embedder
    from evals.show_topics import print_topics
    from evals.topics import OURS, measure_topics, read_topics, reading_meaning
    from policies.rules import load_rules
    from policies.topics import TopicGuard

    with refusing():
        chosen = options.read(context, None, settings)
        rules = load_rules(chosen.policies.rules)
        meaning = (
            open_topics(chosen.routing, open_embedder(chosen), rules) if chosen.routing.topics_by_meaning else None
        )
        found = measure_topics(TopicGuard(rules), read_topics(file or OURS), reading_meaning(meaning))
    if as_json:
        print_json(found)
    else:
        print_topics(found)
    if found.missed or found.false_alarms:
        raise typer.Exit(1)
