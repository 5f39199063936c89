"""Kills a sync or a rollback at every step it takes, one process a step, and says what each one left behind.

Run as `python -m tests.knowledge.killing FOLDER ACTION RETRIEVERS`, in a process that starts no thread before it
forks. A step is
whatever changes a file: opening one to write, moving, making or deleting one, forcing it to the disk, connecting to
SQLite, a call of the vector store, and the calls of the progress function.
"""

from __future__ import annotations

import json
import os
import re
import shutil
import signal
import sys
import traceback
from collections.abc import Callable
from pathlib import Path
from typing import Any

import chromadb.api.rust  # noqa: F401  what is loaded here is not loaded again in each process
import filelock  # noqa: F401
import sqlite_utils  # noqa: F401

from knowledge.articles import article_blocks
from knowledge.bm25 import Bm25Index
from knowledge.dense import VectorIndex
from knowledge.errors import IndexMissingError
from knowledge.rolling_back import Rollback
from knowledge.settings import KnowledgeSettings
from knowledge.syncing import Syncer
from tests.helpers import TODAY, Shop

KEPT = 2
RETRIEVERS = "retrievers"
"""A file beside the articles that lists what the shop's settings ask, so that every copy of it asks the same."""
FIRST = {"parcels.md": "# Parcels\n\nParcels arrive on Monday.\n", "refunds.md": "# Refunds\n\nMoney arrives.\n"}
SECOND = {**FIRST, "parcels.md": "# Parcels\n\nParcels arrive on Tuesday.\n", "gifts.md": "# Gifts\n\nGift cards.\n"}
THIRD = {"parcels.md": "# Parcels\n\nParcels arrive on Friday.\n", "back.md": FIRST["refunds.md"]}
QUERIES = ("monday", "tuesday", "friday", "money", "gift")

CHANGES = ("os.mkdir", "os.rename", "os.remove", "os.rmdir", "sqlite3.connect", "shutil.copytree", "fcntl.flock")
VECTOR_CALLS = ("create", "open", "add", "remove", "check", "close")
UUID = re.compile(r"[0-9a-f]{8}-[0-9a-f-]{27}")
WRITING = os.O_WRONLY | os.O_RDWR | os.O_CREAT


class Steps:
    """Counts the steps of this process and kills it before the one of a given number."""

    def __init__(self, last: int) -> None:
        self.left = last

    def take(self, *_: object) -> None:
        self.left -= 1
        if self.left == 0:
            os.kill(os.getpid(), signal.SIGKILL)

    def watch(self) -> None:
        sys.addaudithook(self._audited)
        os.fsync = self._before(os.fsync)
        for name in VECTOR_CALLS:
            found = VectorIndex.__dict__[name]
            wrapped = self._before(getattr(found, "__func__", found))
            setattr(VectorIndex, name, classmethod(wrapped) if isinstance(found, classmethod) else wrapped)

    def _audited(self, event: str, details: tuple[Any, ...]) -> None:
        if event in CHANGES or (event == "open" and details[2] & WRITING):
            self.take()

    def _before(self, function: Callable[..., Any]) -> Callable[..., Any]:
        def stepping(*arguments: Any, **named: Any) -> Any:
            self.take()
            return function(*arguments, **named)

        return stepping


def shop_in(root: Path) -> Shop:
    retrievers = (root / RETRIEVERS).read_text()
    return Shop(root, settings=KnowledgeSettings.model_validate({"kept_states": KEPT, "retrievers": retrievers}))


def written(root: Path, files: dict[str, str]) -> Shop:
    """A shop whose folder holds these files and no other."""
    shutil.rmtree(root / "articles", ignore_errors=True)
    return shop_in(root).write(files)


def sync(root: Path, steps: Steps | None = None) -> None:
    shop = shop_in(root)
    progress = steps.take if steps else (lambda step, done, total: None)
    Syncer(shop.index, shop.embedder, shop.settings).sync(shop.articles, progress=progress)


def roll_back(root: Path, steps: Steps | None = None) -> None:
    shop = shop_in(root)
    Rollback(shop.index, shop.embedder, shop.settings).roll_back()


def prepare(root: Path, action: str) -> None:
    """What the action finds: nothing, or two versions and a folder that was changed since."""
    if action != "first":
        written(root, FIRST)
        in_child(lambda: sync(root))
        written(root, SECOND)
        in_child(lambda: sync(root))
    written(root, THIRD)


def answer(root: Path) -> Any:
    """All that the index says: the articles, the vectors, and what each query finds."""
    knowledge = shop_in(root).knowledge()
    try:
        state = knowledge.searcher.state
    except IndexMissingError:
        return "nothing"
    said = {
        "texts": {passage.passage_id: passage.text for passage in state.passages},
        "sources": [row.source_id for row in state.articles],
        "vectors": sorted(state.vectors.vectors(sorted({*state.by_id, "refunds#0", "gifts#0", "back#0"}))),
        "found": {query: [hit.passage.passage_id for hit in knowledge.search(query, TODAY).hits] for query in QUERIES},
    }
    state.close()
    return said


def litter(root: Path) -> list[str]:
    """What lies below the index beside the whole states that are kept."""
    index = root / "index"
    late = {"late"} & set(shop_in(root).settings.retrievers)
    wanted = {"manifest.json", "catalog.db", "bm25", "vectors", "rows", *late}
    top = {path.name for path in index.iterdir()} - {"CURRENT", "moves.json", ".lock", "states"}
    states = list((index / "states").iterdir())
    odd = [f"{state.name}/{name}" for state in states for name in {path.name for path in state.iterdir()} ^ wanted]
    return [*sorted(top), *sorted(odd), *(["too many states"] if len(states) > KEPT else [])]


def in_child(work: Callable[[], Any]) -> Any:
    """Do the work in a process of its own; what it returns, None where it was killed."""
    reader, writer = os.pipe()
    child = os.fork()
    if child == 0:
        try:
            os.write(writer, json.dumps([work()]).encode())
            os._exit(0)
        finally:
            traceback.print_exc()
            os._exit(1)
    os.close(writer)
    with os.fdopen(reader, "rb") as stream:
        said = stream.read()
    _, status = os.waitpid(child, 0)
    if os.WIFSIGNALED(status) and os.WTERMSIG(status) == signal.SIGKILL:
        return None
    if status:
        sys.exit("a process failed")
    return json.loads(said)[0]


def stepped(root: Path, action: str, last: int) -> str:
    """Do the action until it is killed before its step of this number; "done" where it has fewer steps."""
    steps = Steps(last)
    steps.watch()
    (roll_back if action == "rollback" else sync)(root, steps)
    return "done"


def looked_at(root: Path) -> tuple[Any, Any, list[str]]:
    """What the index says, what it says after another sync, and what is left lying then."""
    said = answer(root)
    sync(root)
    return said, answer(root), litter(root)


def left_behind(root: Path) -> tuple[Any, ...]:
    """All files below the index with their sizes, by names that are the same in every run, and what is current."""
    states = sorted(path.name for path in (root / "index" / "states").glob("*"))
    pointer = root / "index" / "CURRENT"
    current = states.index(pointer.read_text()) if pointer.exists() else None
    found = []
    for path in sorted((root / "index").rglob("*")):
        name = UUID.sub("-", path.relative_to(root).as_posix())
        for place, state in enumerate(states):
            name = name.replace(state, str(place))
        found.append((name, path.is_dir() or path.stat().st_size))
    return current, *sorted(found)


def kill_everywhere(base: Path, action: str, retrievers: str) -> list[dict[str, Any]]:
    """For each step: what the index said afterwards, what it said after the next sync, and what that left lying."""
    article_blocks("Loads the reader.", "markdown")
    Bm25Index.build(["Loads the sparse index."])
    (base / "start").mkdir()
    (base / "start" / RETRIEVERS).write_text(retrievers)
    prepare(base / "start", action)
    known = {"old": in_child(lambda: answer(base / "start"))}
    seen: list[dict[str, Any]] = []
    looks: dict[tuple[Any, ...], Any] = {}
    while not seen or seen[-1]["ended"] != "done":
        root = base / "killed"
        shutil.copytree(base / "start", root)
        ended = in_child(lambda root=root: stepped(root, action, len(seen) + 1)) or "killed"
        # Many steps leave the same files, of which one needs to be looked at: a dead process leaves nothing else.
        files = left_behind(root)
        if files not in looks:
            looks[files] = in_child(lambda root=root: looked_at(root))
        said, after, left = looks[files]
        seen.append({"ended": ended, "said": said, "after": after, "litter": left})
        shutil.rmtree(root)
    known["new"], known["synced"] = seen[-1]["said"], seen[-1]["after"]
    names = {json.dumps(said): name for name, said in known.items() if name != "synced"}
    return [
        {**one, "said": names.get(json.dumps(one["said"]), one["said"]), "after": one["after"] == known["synced"]}
        for one in seen
    ]


if __name__ == "__main__":
    print(json.dumps(kill_everywhere(Path(sys.argv[1]), sys.argv[2], sys.argv[3])))
