"""Mined groups on disk, so that a training that is resumed reads the groups that it began with."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from pydantic import TypeAdapter

from knowledge.errors import ModelError
from knowledge.index import write_durably
from knowledge.models.training.reranker_data import Group

MINED_GROUPS = "mined.jsonl"
_GROUP = TypeAdapter(Group)


@dataclass(frozen=True)
class MinedFile:
    """The groups of one training in its folder."""

    out: Path
    made_from: str
    """Hash of the groups before mining."""

    @property
    def path(self) -> Path:
        """Where they lie."""
        return self.out / MINED_GROUPS

    def exists(self) -> bool:
        """Whether they have been written."""
        return self.path.is_file()

    def write(self, groups: Sequence[Group]) -> None:
        """Store the groups; a stop meanwhile leaves no file."""
        self.out.mkdir(parents=True, exist_ok=True)
        lines = [{"made_from": self.made_from}, *(vars(group) for group in groups)]
        text = "\n".join(json.dumps(line, ensure_ascii=False) for line in lines)
        write_durably(self.path, text)

    def read(self) -> list[Group]:
        """The stored groups.

        Raises:
            ModelError: they were mined for another training.
        """
        head, *lines = self.path.read_text(encoding="utf-8").split("\n")
        if json.loads(head)["made_from"] != self.made_from:
            raise ModelError(
                f"{self.path} was mined from other groups: other data, evaluation files or another seed. "
                "Give another folder, or delete this one."
            )
        return [_GROUP.validate_json(line) for line in lines]
