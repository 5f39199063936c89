"""`support forget`: asks first, says what it did, and its exit status says whether it is proved."""

from __future__ import annotations

import json
from pathlib import Path

from agent.build import Parts
from agent.errors import InputError
from tests.agent.shop import run
from tests.knowledge.orders_data import customer, write_orders


def test_forget_tells_each_store_and_ends_well(quick: Parts) -> None:
    ended = run(quick.settings.home, "forget", "C-1001", "--yes")
    assert ended.exit_code == 0
    assert "nothing is left in any file" in ended.output
    assert quick.orders.customer("C-1001") is None


def test_forget_as_json(quick: Parts) -> None:
    found = json.loads(run(quick.settings.home, "forget", "C-1001", "--yes", "--json").output)
    assert found["proved"] is True
    assert found["left"] == 0
    assert {"store", "erased", "left"} == set(found["stores"][0])


def test_forget_of_an_unknown_customer_erases_nothing(quick: Parts) -> None:
    ended = run(quick.settings.home, "forget", "C-9999", "--yes")
    assert ended.exit_code == 0
    assert "0 records erased" in ended.output
    assert len(quick.orders.customer_ids()) == 12


def test_forget_says_where_something_is_left(quick: Parts) -> None:
    (quick.settings.home / "export.csv").write_text("C-1001,Maria Keller\n")
    ended = run(quick.settings.home, "forget", "C-1001", "--yes")
    assert ended.exit_code == 1
    assert "Files that do: export.csv" in ended.output
    assert "End what still uses the data folder" in ended.output
    found = json.loads(run(quick.settings.home, "forget", "C-1001", "--yes", "--json").output)
    assert (found["proved"], found["files_left"]) == (False, ["export.csv"])


def test_what_only_an_article_says_is_told_as_such(quick: Parts, tmp_path: Path) -> None:
    """A customer lives where the shop has its own address: no second run would change that."""
    neighbour = customer("C-2001", postcode="04101")  # of the address for returns in the sample's articles
    quick.orders.load(write_orders(tmp_path / "orders.json", [], [neighbour]))
    ended = run(quick.settings.home, "forget", "C-2001", "--yes")
    assert ended.exit_code == 1
    assert "catalog.db" in ended.output
    assert "support kb search" in ended.output
    assert "End what still uses" not in ended.output


def test_forget_asks_nobody_in_a_pipe(quick: Parts) -> None:
    ended = run(quick.settings.home, "forget", "C-1001", text="y\n")
    assert isinstance(ended.exception, InputError)
    assert "--yes" in str(ended.exception)
    assert quick.orders.customer("C-1001") is not None
