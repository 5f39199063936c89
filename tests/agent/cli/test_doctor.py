"""`support doctor` says what is there, what is missing and what is broken; broken is exit status 1."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from typer.testing import Result

from tests.agent.shop import copied_home, run


def states(ran: Result) -> dict[str, str]:
    return {finding["what"]: finding["state"] for finding in json.loads(ran.stdout)["findings"]}


def test_shop_that_is_set_up_is_well(shop_home: Path) -> None:
    ran = run(shop_home, "doctor", "--json")
    assert ran.exit_code == 0
    found = states(ran)
    assert {name for name, state in found.items() if state != "ok"} == {"verifier"}
    assert {"packages", "embedder", "index", "orders", "policies", "drafter"} <= set(found)


def test_empty_data_folder_is_missing_and_not_broken(tmp_path: Path) -> None:
    ran = run(tmp_path / "home", "doctor", "--json")
    assert (ran.exit_code, states(ran)["index"], states(ran)["orders"]) == (0, "missing", "missing")
    assert not (tmp_path / "home").exists()


def test_damaged_index_is_broken(shop_home: Path, tmp_path: Path) -> None:
    home = copied_home(shop_home, tmp_path / "home")
    next(home.rglob("manifest.json")).write_text("{", encoding="utf-8")
    ran = run(home, "doctor", "--json")
    assert (ran.exit_code, states(ran)["index"], states(ran)["orders"]) == (1, "broken", "ok")


def test_index_of_another_embedder_is_broken(quick_home: Path) -> None:
    ran = run(quick_home, "doctor", "--json")
    assert (ran.exit_code, states(ran)["index"]) == (1, "broken")


@pytest.mark.parametrize(
    ("variable", "value", "what"),
    [
        ("SUPPORT_DRAFTING__DRAFTER", "nothing", "drafter"),
        ("SUPPORT_POLICIES__RULES", "no-such-rules.toml", "policies"),
        ("SUPPORT_GROUNDING__VERIFIER", "no-such-folder", "verifier"),
    ],
)
def test_setting_that_leads_nowhere_is_broken(tmp_path: Path, variable: str, value: str, what: str) -> None:
    ran = run(tmp_path, "doctor", "--json", **{variable: value})
    assert (ran.exit_code, states(ran)[what]) == (1, "broken")


def test_findings_are_printed_for_people(shop_home: Path) -> None:
    printed = run(shop_home, "doctor").stdout
    assert "embedder" in printed
    assert "all-MiniLM-L6-v2" in printed
