"""`support approvals`, `approve` and `deny`: what waits is listed, decided once, and the exit status says how it went."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from agent.cli.actions import answer_by
from agent.errors import InputError
from tests.agent.actions.desk import order_in, store_in, talk_in
from tests.agent.shop import run


def waiting(home: Path) -> str:
    """The reference of a refund that waits for a person today."""
    from datetime import date

    store_in(home)
    talk = talk_in(home, "ORD-99181")
    talk.today = date.today()
    acted = talk.say("please refund it")
    assert acted is not None
    assert acted.approval is not None
    return acted.approval.reference


def test_nothing_waits(tmp_path: Path) -> None:
    store_in(tmp_path)
    ended = run(tmp_path, "approvals")
    assert (ended.exit_code, ended.stdout.strip()) == (0, "Nothing waits for a person.")


def test_what_waits_is_listed_with_its_reason_and_the_customers_words(tmp_path: Path) -> None:
    reference = waiting(tmp_path)
    ended = run(tmp_path, "approvals", "--json")
    (found,) = json.loads(ended.stdout)
    assert (ended.exit_code, found["reference"], found["proposal"]["said"]) == (1, reference, "please refund it")
    assert reference in run(tmp_path, "approvals").stdout


def test_denied_it_is_settled_and_a_second_answer_is_refused(tmp_path: Path) -> None:
    reference = waiting(tmp_path)
    denied = run(tmp_path, "deny", reference, "--by", "Kim", "--note", "not ours", "--json")
    assert (denied.exit_code, json.loads(denied.stdout)["state"]) == (0, "denied")
    again = run(tmp_path, "approve", reference, "--by", "Lee")
    assert isinstance(again.exception, InputError)
    assert order_in(tmp_path, "ORD-99181").status == "delivered"
    assert json.loads(run(tmp_path, "approvals", "--all", "--json").stdout)[0]["answers"][0]["by"] == "Kim"


def test_unknown_reference_is_the_callers_mistake(tmp_path: Path) -> None:
    store_in(tmp_path)
    assert isinstance(run(tmp_path, "approve", "A-0", "--by", "Kim").exception, InputError)


@pytest.mark.parametrize(("by", "note"), [("", ""), ("x" * 81, ""), ("Kim\n", "x" * 1001), ("K\x1bim", "")])
def test_name_and_note_are_bounded(by: str, note: str) -> None:
    with pytest.raises(InputError, match="--by NAME"):
        answer_by("approve", by, note)
