"""`support kb status` names the articles to look at: doubled, stale, never retrieved."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from agent.ledger import Ledger
from agent.types import TurnResult
from tests.agent.shop import copied_home, run

WARRANTY = "A lamp has a warranty of two years from the day on which it was delivered to your door, repairs included.\n"


def status(home: Path, *arguments: str) -> dict[str, Any]:
    found: dict[str, Any] = json.loads(run(home, "kb", "status", *arguments, "--json").stdout)
    return found


def record(home: Path, *passage_ids: str) -> None:
    searched = {"query": "q", "hits": [{"passage_id": passage_id} for passage_id in passage_ids]}
    known = {"conversation_id": "c", "question": "Hi", "outcome": "answered", "reply": "Hello"}
    asked = {"turn_id": "aa11", "asked_at": "2026-11-01T10:00:00+00:00", "searched": (searched,)}
    Ledger(home / "ledger.db").record(TurnResult.model_validate({**known, **asked}))


@pytest.fixture(scope="module")
def synced(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Two lamps of one text, one of them over, and one article for each of 25 days of January."""
    home = tmp_path_factory.mktemp("status")
    files = {
        "lamps.md": WARRANTY,
        "lights.md": WARRANTY.replace("A lamp", "A light"),
        "over.md": "---\neffective_to: 2020-12-31\n---\nFree shipping until the end of the year.\n",
    }
    files |= {f"day-{n:02}.md": f"---\nupdated: 2020-01-{n:02}\n---\nDay {n} is a holiday.\n" for n in range(1, 26)}
    (home / "articles").mkdir()
    for name, text in files.items():
        (home / "articles" / name).write_text(text, encoding="utf-8")
    assert run(home, "kb", "sync", str(home / "articles")).exit_code == 0
    return home


def test_status_finds_what_repeats_itself_and_what_is_stale(synced: Path) -> None:
    found = status(synced)
    (pair,) = found["near_duplicates"]
    assert pair["articles"] == ["lamps.md", "lights.md"]
    assert 0.8 <= pair["share"] < 1
    assert [one["article"] for one in found["stale"]] == [*(f"day-{n:02}.md" for n in range(1, 26)), "over.md"]
    assert found["stale"][-1]["reason"] == "not in force since 2020-12-31"
    assert [one["article"] for one in status(synced, "--stale-days", "36500")["stale"]] == ["over.md"]


def test_status_prints_twenty_of_a_kind_and_counts_the_rest(synced: Path) -> None:
    printed = run(synced, "kb", "status").stdout
    assert "near duplicates, by the share of their wording: 1\n" in printed
    assert "lamps.md and lights.md" in printed
    assert "stale: 26\n" in printed
    assert "  day-20.md: last updated 2020-01-20" in printed
    assert "day-21.md:" not in printed
    assert "  and 6 more\n" in printed


def test_never_retrieved_is_told_from_the_ledger_and_only_once_there_is_one(synced: Path) -> None:
    assert status(synced)["never_retrieved"] == {"turns": 0, "since": None, "articles": []}
    assert "never retrieved: no turn has searched yet" in run(synced, "kb", "status").stdout
    record(synced, "lamps#0", "day-01#0")
    found = status(synced)["never_retrieved"]
    assert (found["turns"], found["since"]) == (1, "2026-11-01T10:00:00+00:00")
    assert found["articles"] == [*(f"day-{n:02}.md" for n in range(2, 26)), "lights.md"]
    printed = run(synced, "kb", "status").stdout
    assert "never retrieved in 1 turn since 2026-11-01: 25\n" in printed


def test_status_of_the_sample_shop_names_no_staff_article_as_never_retrieved(shop_home: Path, tmp_path: Path) -> None:
    home = copied_home(shop_home, tmp_path / "home")
    record(home, "refunds#0")
    found = status(home)
    assert found["near_duplicates"] == []
    assert "staff-refund-escalation.md" not in found["never_retrieved"]["articles"]
    assert "shipping.md" in found["never_retrieved"]["articles"]
    assert "refunds.md" not in found["never_retrieved"]["articles"]
