"""Forgetting a customer everywhere, and proving it by looking for them in every file that is left."""

from __future__ import annotations

import json
import os
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from fnmatch import fnmatch
from pathlib import Path

from agent.privacy.scanning import hits
from agent.privacy.stores import Erasable
from agent.privacy.subjects import Subject
from knowledge.types import Value

COUNT = "forgotten.json"
"""How many customers were forgotten, and nothing else of them."""
OTHER = "other files"
KNOWN_BESIDES = (COUNT, f"{COUNT}.new", ".sample-begun", "desk.key", "index/*", "index")
"""Files that hold nothing of a customer: articles, a mark, the key of the desk, this count. They are looked through all the same."""


class Erased(Value):
    """What one store held, and what is left there."""

    store: str
    erased: int
    """Records."""
    left: int
    """Places that still lead to the customer."""


class Forgotten(Value):
    """What was done, and whether it is proved."""

    customer_id: str
    stores: tuple[Erased, ...]
    left: int
    """Over all files, and all rows of stores on a server."""
    shared: tuple[str, ...] = ()
    """What is not looked for, because another customer has the same: for example `name`."""
    unknown_files: tuple[str, ...] = ()
    """Files in the folder that no store knows; they were looked through, and nothing was erased from them."""
    files_left: tuple[str, ...] = ()
    """Files in the folder that still lead to the customer."""

    @property
    def proved(self) -> bool:
        """Whether nothing is left."""
        return self.left == 0


@dataclass(frozen=True)
class Forgetter:
    """Erases in the order of the stores: those that say what else belongs to a customer come last."""

    home: Path
    stores: tuple[Erasable, ...]
    subject_of: Callable[[str], Subject]

    def forget(self, customer_id: str) -> Forgotten:
        """Erase a customer and look for them.

        Raises:
            StoreError: a store cannot be used, or a conversation stays busy; what was erased stays so, and a second run
                goes on from there.
        """
        from filelock import FileLock

        self.home.mkdir(parents=True, exist_ok=True)
        with FileLock(self.home / ".forget.lock"):
            subject = self.subject_of(customer_id)
            erased = {store.name: store.erase(subject) for store in self.stores}
            if any(erased.values()):
                self._count()
            return self._proof(subject, erased)

    def _proof(self, subject: Subject, erased: dict[str, int]) -> Forgotten:
        left: dict[str, int] = dict.fromkeys([*erased, OTHER], 0)
        left |= {store.name: store.left(subject) for store in self.stores}
        unknown: list[str] = []
        files_left: list[str] = []
        for path in files_of(self.home):
            store, found = store_of(path, self.stores), hits(self.home / path, subject)
            left[store or OTHER] += found
            unknown += [path] if store is None else []
            files_left += [path] if found else []
        return Forgotten(
            customer_id=subject.customer_id,
            stores=tuple(Erased(store=name, erased=erased.get(name, 0), left=left[name]) for name in left),
            left=sum(left.values()),
            shared=subject.shared,
            unknown_files=tuple(unknown),
            files_left=tuple(files_left),
        )

    def _count(self) -> None:
        path = self.home / COUNT
        before = json.loads(path.read_text("utf-8"))["customers"] if path.exists() else 0
        unfinished = path.with_name(f"{COUNT}.new")
        unfinished.write_text(json.dumps({"customers": before + 1}), "utf-8")
        os.replace(unfinished, path)


def files_of(home: Path) -> Iterator[str]:
    """Every file below a data folder, relative to it."""
    return (path.relative_to(home).as_posix() for path in sorted(home.rglob("*")) if path.is_file())


def store_of(path: str, stores: Sequence[Erasable]) -> str | None:
    """The store that writes a file; `other files` for those that hold nothing of a customer, None for an unknown one."""
    for store in stores:
        if any(fnmatch(path, pattern) for pattern in store.files):
            return store.name
    return OTHER if any(fnmatch(path, pattern) for pattern in KNOWN_BESIDES) else None
