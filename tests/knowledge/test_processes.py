"""Several processes on one index: syncs take turns, and searches go on while they do."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from knowledge.settings import KnowledgeSettings
from tests.helpers import Shop

ONCE = KnowledgeSettings(kept_states=1)
"""Keeps nothing but the current state, so that every sync clears away what a search may be reading."""

SYNC = """
import sys, time
from pathlib import Path
from knowledge.syncing import Syncer
from tests.helpers import Shop

shop = Shop(Path(sys.argv[1]))

def progress(step, done, total):
    if step == "reading":
        time.sleep(0.05)  # so that the two overlap

report = Syncer(shop.index, shop.embedder, shop.settings).sync(Path(sys.argv[2]), progress=progress)
print(report.embedded, report.passages)
"""

SEARCH = """
import sys
from pathlib import Path
from tests.helpers import TODAY, Shop

shop = Shop(Path(sys.argv[1]))
kept, seen = shop.knowledge(), set()
for n in range(2_000):
    # One that reopens when the pointer moves, and one that opens the index for each question.
    for knowledge in (kept, shop.knowledge()):
        hits = knowledge.search("parcels arrive", TODAY).hits
        seen.add(" ".join(sorted(hit.passage.text.split()[-1] for hit in hits)))
        if knowledge is not kept:
            knowledge.searcher.state.close()
    if n == 0:
        (shop.root / "searching").touch()
    if (shop.root / "enough").exists():
        break
print(*sorted(seen), sep="\\n")
"""


def started(script: str, *arguments: Path | str) -> subprocess.Popen[str]:
    return subprocess.Popen(
        [sys.executable, "-c", script, *map(str, arguments)],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        cwd=Path(__file__).parents[2],
    )


def ended(process: subprocess.Popen[str]) -> list[str]:
    """The lines it printed."""
    said, wrong = process.communicate(timeout=120)
    assert (process.returncode, wrong) == (0, "")
    return said.splitlines()


def articles(root: Path, name: str, words: str) -> Path:
    folder = root / name
    folder.mkdir()
    for n in range(10):
        (folder / f"{n}.md").write_text(f"# Parcels {n}\n\nParcels arrive {words}.\n")
    return folder


def test_two_processes_that_sync_one_folder_take_turns_and_embed_once(tmp_path: Path) -> None:
    folder = articles(tmp_path, "articles", "soon")
    syncs = [started(SYNC, tmp_path, folder) for _ in range(2)]
    assert sorted(line for sync in syncs for line in ended(sync)) == ["0 10", "10 10"]
    assert len(Shop(tmp_path).found("parcels")) == 10


def test_of_two_processes_that_sync_two_folders_the_last_one_wins_whole(tmp_path: Path) -> None:
    folders = {name: articles(tmp_path, name, name) for name in ("early", "late")}
    syncs = [started(SYNC, tmp_path, folder) for folder in folders.values()]
    assert [line for sync in syncs for line in ended(sync)] == ["10 10", "10 10"]
    state = Shop(tmp_path).knowledge().searcher.state
    assert {passage.text.split()[-1].rstrip(".") for passage in state.passages} == {Path(state.manifest.folder).name}


@pytest.mark.parametrize("settings", [ONCE, KnowledgeSettings()], ids=["one kept", "three kept"])
def test_searching_goes_on_while_others_sync_and_every_answer_is_of_one_state(
    tmp_path: Path, settings: KnowledgeSettings
) -> None:
    shop = Shop(tmp_path, settings=settings)
    days = ("Monday.", "Tuesday.", "Wednesday.", "Thursday.", "Friday.")
    for n, day in enumerate(days):
        shop.write({f"{name}.md": f"# Parcels {name}\n\nParcels arrive on {day}\n" for name in "abc"}).sync()
        if n == 0:
            searching = started(SEARCH, tmp_path)
            while not (tmp_path / "searching").exists():
                assert searching.poll() is None
    (tmp_path / "enough").touch()
    seen = ended(searching)
    assert set(seen) <= {" ".join([day] * 3) for day in days}
    assert "Monday. Monday. Monday." in seen
    assert len(seen) > 1
