"""`support check --text`: a whole reply against files of evidence."""

from __future__ import annotations

import sys
from collections.abc import Iterator, Sequence
from itertools import dropwhile
from pathlib import Path

import typer

from agent.cli.check import checked_json
from agent.cli.show import print_json
from agent.cli.trace import print_lines, width
from agent.errors import InputError
from agent.grounding.checking import place_of
from agent.grounding.library import Checked, open_checker
from agent.settings import Settings
from agent.trace_view import TraceView
from agent.types import EvidenceRef

STANDARD_INPUT = "-"
SOMETHING_CUT = 1
"""Exit status."""


def run_check_text(settings: Settings, evidence: Sequence[Path], text: str | None, *, as_json: bool) -> None:
    """Check a text, print its verdicts and what may be sent of it; exit status 1 where something was cut.

    Raises:
        InputError: the text or the evidence is not named or cannot be read.
    """
    if text is None:
        raise InputError("Found --evidence and no text, wanted both: name the reply with `--text FILE`, or `--text -`.")
    if not evidence:
        raise InputError("Found --text and no evidence, wanted both: name what may prove it with `--evidence FILE`.")
    pieces = [_read(file) for file in evidence]
    said = sys.stdin.read() if text == STANDARD_INPUT else _read(Path(text))
    checked = open_checker(settings).check(said, pieces)
    if as_json:
        print_json(checked_json(checked))
    else:
        print_lines(dropwhile(lambda line: not line, told(checked, evidence, TraceView(width()))))
    if checked.cut:
        raise typer.Exit(SOMETHING_CUT)


def told(checked: Checked, evidence: Sequence[Path], view: TraceView) -> Iterator[str]:
    """The verdicts, each with the words of its file, then the text that is left."""
    kept = set(checked.kept)
    for number, verdict in enumerate(checked.verdicts, 1):
        label = verdict.label.replace("_", " ")
        head = label if verdict.claim.index in kept else f"CUT, {label}"
        by = f", by the {verdict.tier} tier, score {verdict.confidence:.2f}" if verdict.tier else ""
        yield from view.block(
            f"{number}. {head}{by}",
            verdict.claim.text,
            f"because {verdict.reason}",
            *(f"see {_source(ref, evidence)}: “{ref.quote}”" for ref in verdict.evidence),
        )
    yield from view.block("what may be sent", checked.text or "Nothing: no proved statement is left.")


def _source(ref: EvidenceRef, evidence: Sequence[Path]) -> str:
    return str(evidence[place_of(ref)])


def _read(file: Path) -> str:
    try:
        return file.read_text(encoding="utf-8-sig")
    except OSError as error:
        raise InputError(f"{file} cannot be read ({error.strerror}): wanted a text file.") from error
    except UnicodeDecodeError as error:
        raise InputError(f"{file} is not UTF-8 text (byte {error.start}). Save it as UTF-8.") from error
