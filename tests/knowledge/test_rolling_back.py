import threading
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest

from knowledge.errors import CorruptIndexError, FingerprintMismatchError, IndexMissingError, InputError
from knowledge.pointer import moves
from knowledge.rolling_back import Rollback, RollbackReport
from knowledge.syncing import SyncPlan
from knowledge.versions import versions
from tests.helpers import TODAY, Shop, TinyEmbedder

MONDAY, TUESDAY, FRIDAY = (f"# Parcels\n\nParcels arrive on {day}.\n" for day in ("Monday", "Tuesday", "Friday"))


@pytest.fixture
def shop(tmp_path: Path) -> Shop:
    """Three versions of one article: Monday, Tuesday, Friday."""
    made = Shop(tmp_path)
    for text in (MONDAY, TUESDAY, FRIDAY):
        made.write({"parcels.md": text}).sync()
    return made


def roll_back(shop: Shop, name: str | None = None) -> RollbackReport:
    return Rollback(shop.index, shop.embedder, shop.settings).roll_back(name)


def day_of(shop: Shop) -> str:
    """The day that the current state names."""
    (passage,) = shop.knowledge().searcher.state.passages
    return passage.text.split()[-1].rstrip(".")


def named(shop: Shop) -> dict[str, str]:
    """Names of the three versions by their day."""
    friday, tuesday, monday = (version.name for version in versions(shop.index))
    return {"Monday": monday, "Tuesday": tuesday, "Friday": friday}


def test_a_rollback_goes_one_version_back_and_says_from_where_and_when(shop: Shop) -> None:
    name = named(shop)
    report = roll_back(shop)
    assert day_of(shop) == "Tuesday"
    assert (report.before, report.now.name, report.now.current) == (name["Friday"], name["Tuesday"], True)
    last = moves(shop.index)[-1]
    assert (last.by, last.before, last.now, last.at) == ("rollback", name["Friday"], name["Tuesday"], report.at)
    roll_back(shop)
    assert day_of(shop) == "Monday"


def test_a_rollback_by_name_goes_forward_too(shop: Shop) -> None:
    name = named(shop)
    for day in ("Monday", "Friday", "Tuesday"):
        roll_back(shop, name[day])
        assert day_of(shop) == day
    assert roll_back(shop, name["Tuesday"]).at is None
    assert set(named(shop)) == {"Monday", "Tuesday", "Friday"}


def test_the_beginning_of_a_name_is_enough_where_it_is_one_only(shop: Shop) -> None:
    name = named(shop)["Monday"]
    roll_back(shop, name[:-2])
    assert day_of(shop) == "Monday"


def test_a_running_process_picks_the_rollback_up(shop: Shop) -> None:
    knowledge = shop.knowledge()
    found = [knowledge.search("parcels", TODAY).hits[0].passage.text]
    roll_back(shop)
    found.append(knowledge.search("parcels", TODAY).hits[0].passage.text)
    roll_back(shop, named(shop)["Friday"])
    found.append(knowledge.search("parcels", TODAY).hits[0].passage.text)
    assert [text.split()[-1] for text in found] == ["Friday.", "Tuesday.", "Friday."]


def test_a_sync_of_the_unchanged_folder_brings_the_new_articles_back(shop: Shop) -> None:
    roll_back(shop)
    assert shop.sync().plan == SyncPlan(changed=("parcels.md",))
    assert day_of(shop) == "Friday"


def test_a_rollback_after_a_rollback_and_a_sync_goes_to_what_that_sync_started_from(shop: Shop) -> None:
    roll_back(shop, named(shop)["Monday"])
    shop.sync()
    roll_back(shop)
    assert day_of(shop) == "Monday"


def test_what_a_sync_started_from_is_kept_before_newer_versions(tmp_path: Path) -> None:
    made = Shop(tmp_path)
    made = replace(made, settings=made.settings.model_copy(update={"kept_states": 2}))
    for text in (MONDAY, TUESDAY):
        made.write({"parcels.md": text}).sync()
    roll_back(made)
    made.write({"parcels.md": FRIDAY}).sync()
    roll_back(made)
    assert day_of(made) == "Monday"


def test_without_an_earlier_version_the_kept_ones_are_named(tmp_path: Path) -> None:
    made = Shop(tmp_path).write({"parcels.md": MONDAY})
    made.sync()
    only = made.state_folder().name
    with pytest.raises(InputError, match=rf"no state before the current one. Kept are: {only} \(current\)"):
        roll_back(made)


@pytest.mark.parametrize(("name", "what"), [("19", "No state is called"), ("20", "3 states start with"), ("", "start")])
def test_a_name_that_fits_none_or_several_lists_the_known_ones(shop: Shop, name: str, what: str) -> None:
    with pytest.raises(InputError, match=what) as error:
        roll_back(shop, name)
    assert all(known in str(error.value) for known in named(shop).values())
    assert day_of(shop) == "Friday"


def test_nothing_synced_is_said_with_the_command(tmp_path: Path) -> None:
    with pytest.raises(IndexMissingError, match="support kb sync DIR"):
        roll_back(Shop(tmp_path))
    assert list(tmp_path.iterdir()) == []


def test_a_version_of_another_embedder_is_refused_and_can_be_used_under_its_own(shop: Shop) -> None:
    other = replace(shop, embedder=TinyEmbedder(name="other", weights_sha256="1" * 64, dimension=32))
    other.sync(rebuild=True)
    with pytest.raises(FingerprintMismatchError, match=r"built with tiny .*; the settings name other .*left as it is"):
        roll_back(other)
    assert day_of(other) == "Friday"
    roll_back(shop)
    assert day_of(shop) == "Friday"
    with pytest.raises(FingerprintMismatchError):
        day_of(other)


def spoilt(name: str) -> Callable[[Path], object]:
    return lambda state: (state / name).write_bytes(b"garbage" * 999)


@pytest.mark.parametrize("name", ["catalog.db", "bm25/data.csc.index.npy", "vectors/chroma.sqlite3"])
def test_a_damaged_version_is_refused_and_the_current_one_answers(shop: Shop, name: str) -> None:
    spoilt(name)(shop.index / "states" / named(shop)["Tuesday"])
    with pytest.raises(CorruptIndexError, match="The current state was left as it is"):
        roll_back(shop)
    assert day_of(shop) == "Friday"
    roll_back(shop, named(shop)["Monday"])
    assert day_of(shop) == "Monday"


@pytest.mark.parametrize("pointer", [b"gone", b"", b"..", b"\xff\0"])
def test_a_rollback_mends_a_pointer_that_names_nothing(shop: Shop, pointer: bytes) -> None:
    (shop.index / "CURRENT").write_bytes(pointer)
    with pytest.raises(CorruptIndexError, match="support kb rollback"):
        day_of(shop)
    roll_back(shop)
    assert day_of(shop) == "Friday"


def test_a_damaged_current_state_can_be_left(shop: Shop) -> None:
    spoilt("catalog.db")(shop.state_folder())
    roll_back(shop)
    assert day_of(shop) == "Tuesday"


def test_a_rollback_and_a_sync_at_once_take_turns(shop: Shop) -> None:
    shop.write({"parcels.md": MONDAY.replace("Monday", "Sunday")})
    works = [shop.sync, lambda: roll_back(shop)]
    threads = [threading.Thread(target=work) for work in works]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert day_of(shop) in ("Sunday", "Friday")
    assert [move.before for move in moves(shop.index)][1:] == [move.now for move in moves(shop.index)][:-1]
