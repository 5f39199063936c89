"""`support check`: grounding alone."""

from __future__ import annotations

import json
import sys
import zlib
from collections.abc import Iterator
from datetime import date
from pathlib import Path
from typing import Any, TextIO

from pydantic import BaseModel, ConfigDict, ValidationError

from agent.build import build_cascade, open_nli, open_parts
from agent.cli.show import print_json
from agent.errors import InputError
from agent.grounding.checking import evidence_of, place_of, whole_claim
from agent.settings import Settings
from agent.types import Verdict


class Row(BaseModel):
    """One line of input."""

    model_config = ConfigDict(extra="allow")

    evidence: str | list[str]
    claim: str


def run_check(settings: Settings, file: Path | None) -> None:
    """One verdict a line, in the order of the input.

    Raises:
        InputError: the file cannot be read, or a line is not what is wanted.
    """
    parts = open_parts(settings)
    cascade = build_cascade(settings, parts.embedder, open_nli(settings), date.today(), ours=False)
    name = str(file) if file else "standard input"
    for number, line in enumerate(_lines(file), 1):
        if not line.strip():
            continue
        row = _row(line, f"{name}, line {number}")
        pieces = [row.evidence] if isinstance(row.evidence, str) else row.evidence
        (verdict,) = cascade.ground([whole_claim(row.claim)], evidence_of(pieces))
        print_json(_as_json(verdict), lines=True)


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
    wanted = 'wanted {"evidence": text or [text], "claim": text}'
    try:
        row = Row.model_validate(json.loads(line))
        json.dumps(row.model_dump(), ensure_ascii=False).encode()
    except RecursionError as error:
        raise InputError(f"{where} is nested too deeply: {wanted}.") from error
    except UnicodeEncodeError as error:
        raise InputError(f"{where} holds half a character (a lone surrogate): {wanted}.") from error
    except json.JSONDecodeError as error:
        raise InputError(f"{where} is not JSON ({error}): {wanted}.") from error
    except ValidationError as error:
        first = error.errors()[0]
        key = ".".join(str(part) for part in first["loc"]) or "the line"
        raise InputError(f"{where}: {key}: {first['msg'].lower()}; {wanted}.") from error
    return row


def _as_json(verdict: Verdict) -> dict[str, Any]:
    return {
        "label": verdict.label,
        "tier": verdict.tier,
        "confidence": round(verdict.confidence, 4),
        "evidence": [{"index": place_of(ref), "quote": ref.quote} for ref in verdict.evidence],
        "reason": verdict.reason,
    }
