"""`support doctor` says what is there, what is missing and what is broken; broken is exit status 1."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from typer.testing import Result

from knowledge.models.registry import Role, is_installed
from tests.agent.shop import copied_home, run
from tests.knowledge.tiny_classifier import save_classifier

WITHOUT_SHIPPED = {"SUPPORT_KNOWLEDGE__RERANKER": "late-interaction", "SUPPORT_GROUNDING__VERIFIER": "none"}
"""Settings that need no model but the embedder."""


def models(ran: Result) -> dict[str, Any]:
    return {finding["what"]: finding["model"] for finding in json.loads(ran.stdout)["findings"] if finding["model"]}


def states(ran: Result) -> dict[str, str]:
    return {finding["what"]: finding["state"] for finding in json.loads(ran.stdout)["findings"]}


def test_shop_that_is_set_up_is_well(shop_home: Path) -> None:
    ran = run(shop_home, "doctor", "--json", **WITHOUT_SHIPPED)
    assert ran.exit_code == 0
    found = states(ran)
    assert {name for name, state in found.items() if state != "ok"} == {"verifier", "judge"}
    assert {"packages", "embedder", "reranker", "index", "orders", "policies", "drafter"} <= set(found)


def test_each_model_is_named_with_licence_hash_window_and_speed(tmp_path: Path) -> None:
    found = models(run(tmp_path, "doctor", "--json", **WITHOUT_SHIPPED))
    embedder = found["embedder"]
    assert (embedder["name"], embedder["licence"], embedder["window"]) == ("all-MiniLM-L6-v2", "Apache-2.0", 256)
    assert embedder["sha256"] == "53aa51172d14"
    assert embedder["checked_files"] == 10
    assert embedder["speed"]["per_second"] > 0
    assert (found["reranker"]["backend"], found["drafter"]["backend"]) == ("late-interaction", "extractive")


@pytest.mark.parametrize(
    ("role", "name", "variable"),
    [
        ("verifier", "verifier-1", "SUPPORT_GROUNDING__VERIFIER"),
        ("reranker", "reranker-1", "SUPPORT_KNOWLEDGE__RERANKER"),
    ],
)
def test_shipped_model_is_well_where_it_is_installed_and_missing_where_not(
    tmp_path: Path, role: Role, name: str, variable: str
) -> None:
    ran = run(tmp_path, "doctor", "--json", **WITHOUT_SHIPPED | {variable: name})
    assert states(ran)[role] == ("ok" if is_installed(role, name) else "missing")
    assert models(ran).get(role, {"name": name})["name"] == name


def test_verifier_of_ones_own_is_loaded_timed_and_its_calibration_told(tmp_path: Path) -> None:
    folder = save_classifier(tmp_path / "nli", {0: "entailment", 1: "neutral", 2: "contradiction"})
    setting = WITHOUT_SHIPPED | {"SUPPORT_GROUNDING__VERIFIER": str(folder)}
    found = models(run(tmp_path / "home", "doctor", "--json", **setting))["verifier"]
    assert (found["name"], found["backend"], found["calibration"]) == ("nli", "transformers", None)
    assert found["speed"]["unit"] == "pairs/s"


def test_verifier_that_cannot_be_loaded_is_broken(tmp_path: Path) -> None:
    (tmp_path / "model.safetensors").write_bytes(b"not weights")
    setting = WITHOUT_SHIPPED | {"SUPPORT_GROUNDING__VERIFIER": str(tmp_path)}
    ran = run(tmp_path / "home", "doctor", "--json", **setting)
    assert (ran.exit_code, states(ran)["verifier"]) == (1, "broken")


def test_hub_name_is_broken_while_fetching_is_off(tmp_path: Path) -> None:
    setting = WITHOUT_SHIPPED | {"SUPPORT_KNOWLEDGE__RERANKER": "nobody-at-all/no-such-reranker"}
    ran = run(tmp_path / "home", "doctor", "--json", **setting)
    details = {finding["what"]: finding["detail"] for finding in json.loads(ran.stdout)["findings"]}
    assert (ran.exit_code, states(ran)["reranker"]) == (1, "broken")
    assert "models.allow_fetch" in details["reranker"]


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
        ("SUPPORT_KNOWLEDGE__RERANKER", "no-such-folder", "reranker"),
    ],
)
def test_setting_that_leads_nowhere_is_broken(tmp_path: Path, variable: str, value: str, what: str) -> None:
    ran = run(tmp_path, "doctor", "--json", **{variable: value})
    assert (ran.exit_code, states(ran)[what]) == (1, "broken")


def test_findings_are_printed_for_people(shop_home: Path) -> None:
    printed = run(shop_home, "doctor", **WITHOUT_SHIPPED).stdout
    assert "embedder" in printed
    assert "all-MiniLM-L6-v2" in printed
    assert "no judge model is configured" in " ".join(printed.split())


def test_model_that_rewrites_follow_ups_is_named(tmp_path: Path) -> None:
    script = tmp_path / "rewriter.yaml"
    script.write_text("replies:\n- How long does a refund take?\n", encoding="utf-8")
    ran = run(tmp_path, "doctor", "--json", SUPPORT_REWRITING__MODEL=f"scripted:{script}", **WITHOUT_SHIPPED)
    assert models(ran)["rewriter"]["name"] == f"scripted:{script}"


def test_judge_is_named_where_one_is_set_and_broken_where_it_cannot_be_opened(tmp_path: Path) -> None:
    script = tmp_path / "judge.yaml"
    script.write_text("otherwise: '{}'\n", encoding="utf-8")
    ran = run(tmp_path, "doctor", "--json", SUPPORT_GROUNDING__JUDGE=f"scripted:{script}", **WITHOUT_SHIPPED)
    assert models(ran)["judge"]["name"] == f"scripted:{script}"
    assert (
        states(run(tmp_path, "doctor", "--json", SUPPORT_GROUNDING__JUDGE="gpt", **WITHOUT_SHIPPED))["judge"]
        == "broken"
    )


def of_service(ran: Result) -> dict[str, Any]:
    (found,) = (finding for finding in json.loads(ran.stdout)["findings"] if finding["what"] == "service")
    return dict(found)


SHOP = """
[helpdesks.shop]
secrets = ["whsec_cmVoZWFyc2FsLXNlY3JldC1mb3ItdHJ5aW5nLTAx"]
send_url = "http://127.0.0.1:8090/hooks"
"""


@pytest.mark.parametrize(
    ("settings", "state", "detail"),
    [
        ("", "ok", "no helpdesk is set"),
        (SHOP, "ok", "shop (standard), kept in the data folder"),
        (
            f"[drafting]\ndeadline_s = 90\n{SHOP}",
            "broken",
            "deadline_s is 90, service.turn_s 60: a draft that takes longer",
        ),
        (f"[drafting]\ndeadline_s = 90\n[service]\nturn_s = 100\n{SHOP}", "ok", "shop (standard)"),
        (f'[service]\nrate_per_sender = "many"\n{SHOP}', "broken", "Write 60/minute"),
        (
            f'[service]\ndatabase_url = "postgresql://support:word@127.0.0.1:1/none"\n{SHOP}',
            "broken",
            "cannot be used",
        ),
    ],
)
def test_service_is_looked_at_as_it_would_start(tmp_path: Path, settings: str, state: str, detail: str) -> None:
    file = tmp_path / "support.toml"
    file.write_text(settings, "utf-8")
    ran = run(tmp_path / "home", "doctor", "--json", "--settings", str(file), **WITHOUT_SHIPPED)
    found = of_service(ran)
    assert found["state"] == state
    assert detail in found["detail"]
    assert ran.exit_code == (1 if state == "broken" else 0)
    assert "word@" not in ran.stdout
