"""`support check` on JSON lines: grounding alone."""

from __future__ import annotations

import json
import sys
import zlib
from collections.abc import Iterator
from datetime import date
from functools import partial
from pathlib import Path
from typing import Any, Self, TextIO

from pydantic import BaseModel, ConfigDict, ValidationError, model_validator

from agent.build import build_cascade, build_grounder
from agent.cli.show import print_json
from agent.errors import InputError
from agent.grounding.checking import evidence_of, place_of, whole_claim
from agent.grounding.library import Checked, Checker
from agent.open_models import open_embedder, open_judge, open_nli
from agent.settings import Settings
from agent.types import Verdict

WANTED = 'wanted {"evidence": text or [text], "claim": text}, or "text" in place of "claim"'


class Row(BaseModel):
    """One line of input."""

    model_config = ConfigDict(extra="allow")

    evidence: str | list[str]
    claim: str | None = None
    """One statement, checked as it stands."""
    text: str | None = None
    """A whole reply, split, checked and repaired."""

    @property
    def pieces(self) -> list[str]:
        """The evidence as a list."""
        return [self.evidence] if isinstance(self.evidence, str) else self.evidence

    @model_validator(mode="after")
    def _one_of_both(self) -> Self:
        if (self.claim is None) == (self.text is None):
            raise ValueError("either `claim` or `text`")
        return self


def run_check(settings: Settings, file: Path | None) -> None:
    """One answer a line, in the order of the input.

    Raises:
        InputError: the file cannot be read, or a line is not what is wanted.
    """
    today, embedder, nli, judge = date.today(), open_embedder(settings), open_nli(settings), open_judge(settings)
    cascade = build_cascade(settings, embedder, nli, today, ours=False, judge=judge)
    checker = Checker(partial(build_grounder, settings, embedder, nli, judge=judge))
    name = str(file) if file else "standard input"
    for number, line in enumerate(_lines(file), 1):
        if not line.strip():
            continue
        row = _row(line, f"{name}, line {number}")
        if row.text is not None:
            print_json(checked_json(checker.check(row.text, row.pieces, today)), lines=True)
        else:
            (verdict,) = cascade.ground([whole_claim(row.claim or "")], evidence_of(row.pieces))
            print_json(verdict_json(verdict), lines=True)


def checked_json(checked: Checked) -> dict[str, Any]:
    """A whole text: its verdicts, what may be sent, and what is gone."""
    kept = set(checked.kept)
    return {
        "verdicts": [
            {"text": verdict.claim.text, **verdict_json(verdict), "cut": verdict.claim.index not in kept}
            for verdict in checked.verdicts
        ],
        "text": checked.text,
        "cut": list(checked.cut),
    }


def verdict_json(verdict: Verdict) -> dict[str, Any]:
    """One verdict; its evidence by its place in the input."""
    return {
        "label": verdict.label,
        "tier": verdict.tier,
        "confidence": round(verdict.confidence, 4),
        "evidence": [{"index": place_of(ref), "quote": ref.quote} for ref in verdict.evidence],
        "reason": verdict.reason,
    }


def _lines(file: Path | None) -> Iterator[str]:
    if file is None:
        yield from sys.stdin
        return
    try:
        with _opened(file) as stream:
            yield from stream
    except (OSError, EOFError, zlib.error) as error:
        why = getattr(error, "strerror", None) or error
        raise InputError(f"{file} cannot be read ({why}): wanted JSON lines, plain or as .gz.") from error
    except UnicodeDecodeError as error:
        raise InputError(f"{file} is not UTF-8 text: wanted JSON lines.") from error


def _opened(file: Path) -> TextIO:
    if file.suffix == ".gz":
        import gzip

        return gzip.open(file, "rt", encoding="utf-8")
    return file.open(encoding="utf-8")


def _row(line: str, where: str) -> Row:
    try:
        row = Row.model_validate(json.loads(line))
        json.dumps(row.model_dump(), ensure_ascii=False).encode()
    except RecursionError as error:
        raise InputError(f"{where} is nested too deeply: {WANTED}.") from error
    except UnicodeEncodeError as error:
        raise InputError(f"{where} holds half a character (a lone surrogate): {WANTED}.") from error
    except json.JSONDecodeError as error:
        raise InputError(f"{where} is not JSON ({error}): {WANTED}.") from error
    except ValidationError as error:
        first = error.errors()[0]
        key = ".".join(str(part) for part in first["loc"]) or "the line"
        raise InputError(f"{where}: {key}: {first['msg'].lower()}; {WANTED}.") from error
    return row
