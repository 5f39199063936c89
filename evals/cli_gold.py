"""`support eval refusals` and `support eval gold`: questions about a shop's own articles.

Everything heavy is imported when a command runs, so that listing the commands costs nothing.
"""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from evals.cli_options import Articles, AsJson, AsOf, First, SettingsFile, print_json, refusing, shop_of

if TYPE_CHECKING:
    from evals.gold_sets import SectionName

gold = typer.Typer(no_args_is_help=True, help="Gold sets: questions about your articles and the sections that answer.")


@gold.callback()
def main() -> None:
    """Gold sets: questions about your articles, and the sections that answer them."""


def refusals(
    context: typer.Context,
    files: Annotated[
        list[Path],
        typer.Argument(metavar="SET...", help="Gold sets: files of questions, or folders with a queries.jsonl."),
    ],
    as_json: AsJson = False,
    limit: First = None,
    articles: Articles = None,
    as_of: AsOf = None,
    settings: SettingsFile = None,
) -> None:
    """Does the agent refuse what no article answers, and only that?

    A turn that ends in a handoff or is declined is a refusal. No customer is signed in.

    Exit status: 0 measured, 2 a set, a model, the articles or a setting cannot be used.
    """
    from agent.cli import options
    from evals.gold_sets import read_gold
    from evals.show_refusals import print_refusals
    from evals.suites import measure_refusals

    with refusing():
        sets = [read_gold(file).first(limit) for file in files]
        found = measure_refusals(options.read(context, None, settings), sets, shop_of(articles, as_of))
    if as_json:
        print_json(found)
    else:
        print_refusals(found)


@gold.command("add")
def gold_add(
    context: typer.Context,
    place: Annotated[Path, typer.Option("--set", metavar="FILE", help="File of questions; begun where there is none.")],
    turn: Annotated[
        str, typer.Option("--from-turn", metavar="TURN", help="A turn of the ledger, as `support trace` takes it.")
    ] = "last",
    article: Annotated[
        list[str] | None, typer.Option(metavar="NAME", help="Article that answers; may be repeated.")
    ] = None,
    heading: Annotated[
        list[str] | None,
        typer.Option(
            metavar="TEXT", help="Heading of the section in it, one for each --article; the whole article without."
        ),
    ] = None,
    unanswerable: Annotated[bool, typer.Option("--unanswerable", help="Say that no article answers.")] = False,
    as_json: AsJson = False,
    home: Annotated[Path | None, typer.Option(metavar="DIR", help="Data folder.")] = None,
    settings: SettingsFile = None,
) -> None:
    """Make a gold question of a turn that went wrong, with the lines before it.

    Exit status: 0 written, 2 the turn, the section or the file cannot be used, or the question is there already.
    """
    from agent.cli import options
    from evals.show import print_added
    from evals.suites import add_gold

    with refusing():
        answers = _sections(article or [], heading or [], unanswerable=unanswerable)
        added = add_gold(options.read(context, home, settings), turn, answers, place)
    if as_json:
        print_json(added)
    else:
        print_added(added)


def _sections(articles: list[str], headings: list[str], *, unanswerable: bool) -> list[SectionName]:
    from evals.errors import DatasetError
    from evals.gold_sets import SectionName

    if unanswerable != (not articles) or len(headings) not in (0, len(articles)):
        raise DatasetError(
            f"Found {len(articles)} --article and {len(headings)} --heading{' with --unanswerable' * unanswerable}: "
            "wanted one heading for each article, articles alone, or --unanswerable alone."
        )
    if not headings:
        return [SectionName(article=article) for article in articles]
    return [SectionName(article=article, heading=heading) for article, heading in zip(articles, headings, strict=True)]
