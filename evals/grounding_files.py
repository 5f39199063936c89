"""Reading a grounding set: JSON lines, plain or gzip, each a claim with its evidence and whether that supports it.

    {"evidence": text or [text], "claim": text, "supported": true or false}
    {"premise": text, "hypothesis": text, "label": "entailment", "neutral", "contradiction" or "not_entailment"}

    {"evidence": [text], "claims": [{"text": text, "supported": true, false or null}]}

The third form is a turn of the ledger whose claims a person has labelled, as `support eval label` writes it; claims that
nobody has labelled (null) are left out. The second form is that of inference sets (SNLI, MNLI, FEVER as pairs): supported means entailed, and the label is kept,
so that three-way accuracy can be told. A file may hold all forms. A row may also say of which "kind" it is, and to which
"split" it belongs; other keys are ignored.
"""

from __future__ import annotations

import random
from pathlib import Path
from typing import Any, Literal, get_args

from evals.errors import DatasetError
from evals.json_lines import Line, read_lines
from knowledge.types import Value

GoldLabel = Literal["entailment", "neutral", "contradiction", "not_entailment"]
"""`not_entailment` is said where a set does not tell neutral from contradiction."""

LABELLED = '{"evidence": [text], "claims": [{"text": text, "supported": true, false or null}]}'
WANTED = '{"evidence": text or [text], "claim": text, "supported": true or false}'


class GroundingRow(Value):
    """A text, what it is checked against, and whether that supports it."""

    evidence: tuple[str, ...]
    """May be empty: then nothing supports the claim."""
    claim: str
    """One sentence or several."""
    supported: bool
    label: GoldLabel | None = None
    """Of an inference set; None where the set only says whether a claim is supported."""
    kind: str | None = None
    """What the claim does with the evidence, in the words of the set, such as `value changed`."""
    split: str | None = None
    """The part of the set it belongs to, such as `dev` or `test`."""
    id: str | None = None
    """Its name in the set; None where the rows have none."""


class GroundingSet(Value):
    """The rows of a file, at least one."""

    name: str
    rows: tuple[GroundingRow, ...]

    def sample(self, size: int | None, seed: int = 0) -> GroundingSet:
        """A random part without repeats, in the file's order; the same part for the same seed, all rows for None."""
        if size is None or size >= len(self.rows):
            return self
        chosen = sorted(random.Random(seed).sample(range(len(self.rows)), size))
        return self.model_copy(update={"rows": tuple(self.rows[n] for n in chosen)})

    def split(self, name: str | None) -> GroundingSet:
        """The rows of one split; all rows for None, or where no row says its split.

        Raises:
            DatasetError: the set has splits, and none of that name.
        """
        splits = sorted({row.split for row in self.rows if row.split is not None})
        if name is None or not splits:
            return self
        if name not in splits:
            raise DatasetError(
                f"{self.name} has no split {name!r}: wanted {' or '.join(splits)}. Name one of them with `--split`."
            )
        return self.model_copy(update={"rows": tuple(row for row in self.rows if row.split == name)})


def read_grounding(path: Path) -> GroundingSet:
    """Read a file; the set is named after it, without `.jsonl` and `.gz`.

    Raises:
        DatasetError: the file cannot be read or is empty, or a line cannot be used; the message names both.
    """
    rows = tuple(row for line in read_lines(path) for row in _rows(line))
    if not rows:
        raise DatasetError(
            f"{path} holds no row: wanted {WANTED} a line, or claims that are labelled. Name another file."
        )
    return GroundingSet(name=path.name.removesuffix(".gz").removesuffix(".jsonl"), rows=rows)


def _rows(line: Line) -> list[GroundingRow]:
    row = line.json()
    if not isinstance(row, dict):
        raise line.bad(f"is {type(row).__name__}", WANTED)
    return _labelled_claims(line, row) if "claims" in row else [_row(line, row)]


def _labelled_claims(line: Line, row: dict[str, Any]) -> list[GroundingRow]:
    """The claims of a turn that a person has labelled; those that nobody has are left out."""
    claims = row["claims"]
    if not isinstance(claims, list) or not all(isinstance(claim, dict) for claim in claims):
        raise line.bad('has no list of objects under "claims"', LABELLED)
    labelled = [claim for claim in claims if claim.get("supported") is not None]
    evidence = _evidence(line, row.get("evidence"))
    return [
        GroundingRow(
            evidence=evidence,
            claim=line.text_under(claim, "text"),
            supported=_supported(line, claim.get("supported")),
            kind=_name(line, claim, "kind"),
            split=_name(line, row, "split"),
        )
        for claim in labelled
    ]


def _row(line: Line, row: dict[str, Any]) -> GroundingRow:
    if "claim" not in row and "hypothesis" in row:
        return _inference_row(line, row)
    return GroundingRow(
        evidence=_evidence(line, row.get("evidence")),
        claim=line.text_under(row, "claim"),
        supported=_supported(line, row.get("supported")),
        kind=_name(line, row, "kind"),
        split=_name(line, row, "split"),
        id=_name(line, row, "id"),
    )


def _name(line: Line, row: dict[str, Any], key: str) -> str | None:
    """A text that a row may have; what else other people's rows have under the key is ignored."""
    return line.text_under(row, key) if isinstance(row.get(key), str) else None


def _evidence(line: Line, value: Any) -> tuple[str, ...]:
    texts = value if isinstance(value, list) else [value]
    return tuple(line.sound(text, "evidence") for text in texts)


def _supported(line: Line, value: Any) -> bool:
    if not isinstance(value, bool):
        raise line.bad(f'has {type(value).__name__} under "supported"', "true or false")
    return value


def _inference_row(line: Line, row: dict[str, Any]) -> GroundingRow:
    label = row.get("label")
    if label not in get_args(GoldLabel):
        raise line.bad(f'has {str(label)[:40]!r} under "label"', ", ".join(get_args(GoldLabel)))
    return GroundingRow(
        evidence=(line.text_under(row, "premise"),),
        claim=line.text_under(row, "hypothesis"),
        supported=label == "entailment",
        label=label,
        kind=_name(line, row, "kind"),
        split=_name(line, row, "split"),
    )
