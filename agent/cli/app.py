"""The command line. Commands are declared here and carried out in their own files, imported when they run."""

from __future__ import annotations

import os
import sys
from importlib.metadata import entry_points
from pathlib import Path
from typing import Annotated

import typer

from agent.cli import kb_app, memory_app, options, orders_app
from agent.cli.arguments import Config, Customer, Drafter, Home, Json, NoKb

HELP = """Answers customers from your help articles and their own orders, and proves every claim first.

Exit status: 0 done · 1 done, with something to look at · 2 your input or settings · 3 the index, a model or a store."""

app = typer.Typer(name="support", help=HELP, no_args_is_help=True, add_completion=False, rich_markup_mode=None)
app.add_typer(kb_app.app, name="kb")
app.add_typer(orders_app.app, name="orders")
app.add_typer(memory_app.app, name="memory")

COMMANDS = "grounded_support.commands"
"""Entry point group of packages that add commands; the agent does not import them."""


@app.callback()
def _common(context: typer.Context, home: Home = None, settings: Config = None) -> None:
    context.obj = options.Common(home, settings)


@app.command()
def chat(
    context: typer.Context,
    customer: Customer = None,
    no_kb: NoKb = False,
    drafter: Drafter = None,
    as_json: Json = False,
    home: Home = None,
    settings: Config = None,
) -> None:
    """Chat in the terminal, or line by line through a pipe. With nothing set up it starts on the sample shop."""
    from agent.cli.chat import run_chat

    run_chat(
        options.read(context, home, settings, drafter), customer=customer, use_knowledge=not no_kb, as_json=as_json
    )


@app.command()
def ask(
    context: typer.Context,
    text: Annotated[str, typer.Argument(help="The customer's message; - reads it from standard input.")],
    customer: Customer = None,
    no_kb: NoKb = False,
    drafter: Drafter = None,
    as_json: Json = False,
    home: Home = None,
    settings: Config = None,
) -> None:
    """Answer one message and show what it rests on."""
    from agent.cli.ask import run_ask

    found = options.read(context, home, settings, drafter)
    run_ask(found, text, customer=customer, use_knowledge=not no_kb, as_json=as_json)


@app.command()
def check(
    context: typer.Context,
    files: Annotated[
        list[Path] | None,
        typer.Argument(metavar="FILE", help="JSON lines; standard input where left out. With --text: more evidence."),
    ] = None,
    evidence: Annotated[
        list[Path] | None, typer.Option("--evidence", metavar="FILE", help="Text that may prove; may be repeated.")
    ] = None,
    text: Annotated[
        str | None, typer.Option("--text", metavar="FILE", help="A whole reply to check; - reads standard input.")
    ] = None,
    as_json: Annotated[bool, typer.Option("--json", help="Print JSON, as is done for JSON lines without it.")] = False,
    home: Home = None,
    settings: Config = None,
) -> None:
    """Check claims against evidence: {"evidence": text or [text], "claim": text} a line in, a verdict a line out.

    A line with "text" in place of "claim" is a whole reply: its verdicts and what may be sent of it come out. So do
    those of --text FILE, against --evidence FILE; exit status 1 where something of it was cut.
    """
    found = options.read(context, home, settings)
    if text is not None or evidence:
        from agent.cli.check_text import run_check_text

        run_check_text(found, [*(evidence or ()), *(files or ())], text, as_json=as_json)
        return
    from agent.cli.check import run_check

    run_check(found, options.at_most_one(files))


@app.command()
def trace(
    context: typer.Context,
    turn: Annotated[
        str | None,
        typer.Argument(help="A turn's id, its beginning, or `last`; where left out, the last turns are listed."),
    ] = None,
    last: Annotated[int, typer.Option("--last", min=1, max=10_000, metavar="N", help="Turns to list.")] = 10,
    prompt: Annotated[
        bool, typer.Option("--prompt", help="Show what each chat model was shown, and what it answered.")
    ] = False,
    as_json: Json = False,
    home: Home = None,
    settings: Config = None,
) -> None:
    """Show the ledger of a turn: what was found, shown, claimed, proved, cut, decided, and why."""
    from agent.cli.trace import run_trace

    run_trace(options.read(context, home, settings), turn, last=last, prompt=prompt, as_json=as_json)


@app.command()
def freeze(
    context: typer.Context,
    turn: Annotated[str, typer.Argument(help="A turn's id, its beginning, or `last`.")],
    out: Annotated[
        Path | None, typer.Option("--out", metavar="FILE", help="A new file; standard output where left out.")
    ] = None,
    as_json: Annotated[bool, typer.Option("--json", help="With --out: print the id and the file as JSON.")] = False,
    home: Home = None,
    settings: Config = None,
) -> None:
    """Write a turn with all that it depended on as one JSON file, whose id is the hash of its content.

    Personal data is in it as in the ledger: taken out of messages, order fields as they were read. The file is a copy outside
    the data folder, so `support forget` does not find it: delete it when its customer is forgotten. `support replay FILE` runs
    it again.
    """
    from agent.cli.freeze import run_freeze

    run_freeze(options.read(context, home, settings), turn, out, as_json=as_json)


@app.command()
def replay(
    context: typer.Context,
    turn: Annotated[
        str, typer.Argument(help="A turn's id, its beginning, `last`, or a .json file of `support freeze`.")
    ],
    file: Annotated[Path | None, typer.Argument(metavar="FILE", help="With --as-case: the file to write.")] = None,
    today: Annotated[bool, typer.Option("--today", help="Run it for today, not for the day it was asked on.")] = False,
    draft: Annotated[bool, typer.Option("--draft", help="Keep the draft of then and only check it again.")] = False,
    case: Annotated[bool, typer.Option("--as-case", help="Write the turn as an eval case; nothing is run.")] = False,
    drafter: Drafter = None,
    as_json: Json = False,
    home: Home = None,
    settings: Config = None,
) -> None:
    """Run a turn of the ledger again on today's system and show what changed; nothing is recorded.

    A file of `support freeze` is checked and decided again on exactly the passages, order fields and draft that it holds,
    without index or orders; which stage gives something else is said.

    Exit status: 0 it ends as it did, 1 what is said, cited, proved or handed over changed.
    """
    found = options.read(context, home, settings, drafter)
    options.refuse_together(as_case=case, today=today, draft=draft, file=file)
    if turn.endswith(".json"):
        options.refuse_for_frozen(case or today or draft)
        from agent.cli.freeze import run_frozen

        run_frozen(found, Path(turn), as_json=as_json)
        return
    from agent.cli import replay as command

    if case:
        command.run_as_case(found, turn, file)
    else:
        command.run_replay(found, turn, today=today, keep_draft=draft, as_json=as_json)


@app.command()
def forget(
    context: typer.Context,
    customer: Annotated[str, typer.Argument(metavar="CUSTOMER", help="The customer's id.")],
    yes: Annotated[bool, typer.Option("--yes", help="Do not ask first.")] = False,
    as_json: Json = False,
    home: Home = None,
    settings: Config = None,
) -> None:
    """Erase a customer everywhere, then look for them in every file; exit status 1 where something is left."""
    from agent.cli.forget import run_forget

    run_forget(options.read(context, home, settings), customer, yes=yes, as_json=as_json)


@app.command()
def doctor(context: typer.Context, as_json: Json = False, home: Home = None, settings: Config = None) -> None:
    """Say what is installed, loaded, stale or missing; exit status 1 where something is wrong."""
    from agent.cli.doctor import run_doctor

    run_doctor(options.read(context, home, settings), as_json=as_json)


@app.command()
def serve(
    context: typer.Context,
    host: Annotated[
        str | None, typer.Option("--host", help="Address to listen on; service.host of the settings.")
    ] = None,
    port: Annotated[int | None, typer.Option("--port", min=0, max=65_535, help="0 takes a free one.")] = None,
    workers: Annotated[
        int | None, typer.Option("--workers", min=0, max=64, metavar="N", help="Processes that answer messages.")
    ] = None,
    home: Home = None,
    settings: Config = None,
) -> None:
    """Answer helpdesks: webhooks in, checked replies and handoffs out, until SIGTERM or Ctrl-C."""
    from agent.cli.serve import run_serve

    file = settings or context.obj.settings
    run_serve(options.read(context, home, settings), file, host, port, workers)


@app.command()
def work(context: typer.Context, home: Home = None, settings: Config = None) -> None:
    """One worker of the service, beside those that `support serve` keeps running."""
    from agent.cli.serve import run_work

    run_work(options.read(context, home, settings))


@app.command()
def approvals(
    context: typer.Context,
    every: Annotated[bool, typer.Option("--all", help="Those that are settled, too.")] = False,
    as_json: Json = False,
    home: Home = None,
    settings: Config = None,
) -> None:
    """List the actions that wait for a person; exit status 1 where there are some."""
    from agent.cli.actions import run_approvals

    run_approvals(options.read(context, home, settings), every=every, as_json=as_json)


Reference = Annotated[str, typer.Argument(metavar="ACTION", help="Its reference, as `support approvals` lists it.")]
By = Annotated[str | None, typer.Option("--by", metavar="NAME", help="Who decides; this machine's user if left out.")]
Note = Annotated[str | None, typer.Option("--note", metavar="TEXT", help="For colleagues; customers do not see it.")]


@app.command()
def approve(
    context: typer.Context,
    action: Reference,
    by: By = None,
    note: Note = None,
    despite_changes: Annotated[
        bool, typer.Option("--despite-changes", help="The order has changed since, and I have looked at it.")
    ] = False,
    as_json: Json = False,
    home: Home = None,
    settings: Config = None,
) -> None:
    """Approve an action and carry it out, once; exit status 1 where it could not be."""
    from agent.cli.actions import answer_by, run_answer

    found = options.read(context, home, settings)
    run_answer(found, action, answer_by("approve", by, note, despite_changes=despite_changes), as_json=as_json)


@app.command()
def deny(
    context: typer.Context,
    action: Reference,
    by: By = None,
    note: Note = None,
    as_json: Json = False,
    home: Home = None,
    settings: Config = None,
) -> None:
    """Deny an action; the customer is told in their next turn."""
    from agent.cli.actions import answer_by, run_answer

    run_answer(options.read(context, home, settings), action, answer_by("deny", by, note), as_json=as_json)


def main() -> None:
    """Console script: run a command and turn errors into a message and an exit status."""
    # Nothing is fetched and nothing is reported to anybody, whatever the libraries' defaults are.
    for name, value in (("HF_HUB_OFFLINE", "1"), ("LANGSMITH_TRACING", "false"), ("TOKENIZERS_PARALLELISM", "false")):
        os.environ.setdefault(name, value)
    for found in entry_points(group=COMMANDS):
        app.add_typer(found.load(), name=found.name)
    try:
        app(prog_name="support")
    except BrokenPipeError:
        # The reader of our output has gone, for example `| head`: nothing is left to say.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        sys.exit(0)
    except Exception as error:
        status = options.exit_status(error)
        if status is None:
            raise
        from agent.cli.show import tell

        tell(f"support: {error}")
        sys.exit(status)
