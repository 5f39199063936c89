"""`support eval routing`: does a turn need the articles at all?

Everything heavy is imported when the command runs, so that listing the commands costs nothing.
"""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from evals.cli_options import AsJson, First, SettingsFile, print_json, refusing


def routing(
    context: typer.Context,
    files: Annotated[
        list[Path],
        typer.Argument(
            metavar="FILE...",
            help="JSON lines: text, context, knowledge_seeking; gold sets; or folders with such a queries.jsonl.",
        ),
    ],
    as_json: AsJson = False,
    limit: First = None,
    examples: Annotated[
        int, typer.Option(min=0, metavar="N", help="Show so many turns of each mistake, set by set.")
    ] = 5,
    settings: SettingsFile = None,
) -> None:
    """Is the knowledge base searched where a turn wants it, and not for a greeting or thanks?

    Exit status: 0 measured, 2 a file or a setting cannot be used.
    """
    from agent.cli import options
    from agent.intents.languages import LanguageReader
    from agent.routing import Router
    from evals.routing import RoutingSuite, report
    from evals.routing_sets import read_routing
    from evals.show_routing import print_routing
    from policies.rules import load_rules
    from policies.topics import TopicGuard

    with refusing():
        sets = [read_routing(file).first(limit) for file in files]
        chosen = options.read(context, None, settings)
        rules = load_rules(chosen.policies.rules)
        suite = RoutingSuite(Router(TopicGuard(rules), LanguageReader(chosen.routing.languages)))
        found = report([(one.name, suite.run(one)) for one in sets], examples)
    if as_json:
        print_json(found)
    else:
        print_routing(found)
