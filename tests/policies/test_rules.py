"""A rule file is read strictly: what is wrong is refused with its file and line."""

from __future__ import annotations

from datetime import date
from decimal import Decimal
from pathlib import Path

import pytest

from policies.errors import RuleError
from policies.rules import load_policy, load_rules

SMALL = """currency = "USD"
[[refund]]
id = "only"
effective_from = 2026-01-01
window_days = 30
automatic_limit = 50
[identity]
id = "who"
protects = ["orders"]
ask_for = ["order number"]
"""


def problem(tmp_path: Path, text: str) -> str:
    """Load a rule file that holds `text`, and return the message without the folder."""
    file = tmp_path / "rules.toml"
    file.write_text(text, encoding="utf-8")
    with pytest.raises(RuleError) as caught:
        load_rules(file)
    return str(caught.value).replace(f"{tmp_path}/", "")


def test_small_file_is_read_as_typed_values(tmp_path: Path) -> None:
    file = tmp_path / "rules.toml"
    file.write_text(SMALL, encoding="utf-8")
    rule = load_rules(file).refund[0]
    assert (rule.automatic_limit, rule.window_days, rule.effective_to) == (Decimal(50), 30, None)


def test_shipped_rules_cover_the_change_of_window_without_a_gap() -> None:
    rules = load_rules()
    before, after = rules.refund_rule(date(2026, 8, 31)), rules.refund_rule(date(2026, 9, 1))
    assert before is not None
    assert after is not None
    assert (before.window_days, after.window_days) == (45, 30)


def test_unknown_key_names_its_line_and_the_nearest_known_one(tmp_path: Path) -> None:
    message = problem(tmp_path, SMALL.replace("window_days", "window_dais"))
    assert "rules.toml, line 5: found the unknown key 'window_dais'." in message
    assert "Did you mean 'window_days'?" in message
    assert "rules.toml, line 2: found no 'window_days' here." in message


def test_unknown_key_at_the_top_is_refused(tmp_path: Path) -> None:
    message = problem(tmp_path, 'curency = "USD"\n' + SMALL)
    assert message.startswith("rules.toml, line 1: found the unknown key 'curency'.")
    assert message.endswith("Did you mean 'currency'?")


def test_negative_limit_is_refused(tmp_path: Path) -> None:
    assert problem(tmp_path, SMALL.replace("= 50", "= -50.00")) == (
        "rules.toml, line 6: found automatic_limit = -50.00. Wanted: greater than or equal to 0."
    )


def test_days_written_as_text_are_refused(tmp_path: Path) -> None:
    assert problem(tmp_path, SMALL.replace("= 30", '= "30"')) == (
        "rules.toml, line 5: found window_days = '30'. Wanted: a valid integer."
    )


def test_rule_that_ends_before_it_starts_is_refused(tmp_path: Path) -> None:
    text = SMALL.replace("window_days", "effective_to = 2025-12-31\nwindow_days")
    assert problem(tmp_path, text) == (
        "rules.toml, line 5: found effective_to = 2025-12-31. Wanted: a day on or after effective_from (2026-01-01)."
    )


def test_rules_for_the_same_day_are_refused(tmp_path: Path) -> None:
    second = '[[refund]]\nid = "next"\neffective_from = 2026-06-01\nwindow_days = 9\nautomatic_limit = 9\n'
    assert problem(tmp_path, SMALL + second) == (
        "rules.toml, line 13: found effective_from = 2026-06-01. Wanted: a day that rule 'only' does not already cover."
    )


def test_two_category_rules_for_the_same_day_are_refused(tmp_path: Path) -> None:
    block = '[[category]]\nid = "{}"\ncategories = ["{}"]\neffective_from = 2026-01-01\nrefundable_when = []\n'
    message = problem(tmp_path, SMALL + block.format("a", "gift card") + block.format("b", "Gift_Card"))
    assert message.startswith("rules.toml, line 19: found effective_from")


def test_same_id_twice_is_refused(tmp_path: Path) -> None:
    text = SMALL.replace("window_days", "effective_to = 2026-05-31\nwindow_days")
    second = '[[refund]]\nid = "only"\neffective_from = 2026-06-01\nwindow_days = 9\nautomatic_limit = 9\n'
    assert problem(tmp_path, text + second) == (
        "rules.toml, line 13: found id = 'only'. Wanted: an id that no other rule has."
    )


def test_unknown_currency_is_refused(tmp_path: Path) -> None:
    message = problem(tmp_path, SMALL.replace("USD", "USDT"))
    assert message == "rules.toml, line 1: found currency = 'USDT'. Wanted: 'USD', 'EUR' or 'GBP'."


def test_unknown_reason_in_a_list_is_refused_at_its_key(tmp_path: Path) -> None:
    block = '[[category]]\nid = "a"\ncategories = ["x"]\neffective_from = 2026-01-01\n'
    block += 'refundable_when = ["rude"]\n'
    assert problem(tmp_path, SMALL + block).startswith("rules.toml, line 15: found refundable_when = 'rude'.")


def test_key_given_twice_is_refused(tmp_path: Path) -> None:
    message = problem(tmp_path, SMALL.replace("window_days", "window_days = 7\nwindow_days"))
    assert message.startswith("rules.toml, line 6: found 'window_days = 30', which TOML does not allow")
    assert message.endswith("Wanted: every key once.")


def test_text_that_is_not_toml_is_refused(tmp_path: Path) -> None:
    message = problem(tmp_path, SMALL.replace("= 30", "= thirty"))
    assert message.startswith("rules.toml, line 5: found 'window_days = thirty'")


def test_text_that_stops_in_the_middle_is_refused_on_its_last_line(tmp_path: Path) -> None:
    assert problem(tmp_path, 'currency = "USD"\nids = [').startswith("rules.toml, line 2: found 'ids = ['")


def test_empty_file_says_what_is_missing(tmp_path: Path) -> None:
    assert "rules.toml, line 1: found no 'currency' here. Wanted: currency = …" in problem(tmp_path, "")


def test_missing_file_is_refused(tmp_path: Path) -> None:
    with pytest.raises(RuleError, match="cannot be read: No such file"):
        load_rules(tmp_path / "none.toml")


def test_policy_text_states_the_numbers_of_the_rules() -> None:
    policy, rules = load_policy(), load_rules()
    for rule in rules.refund:
        assert f"{rule.window_days} days" in policy
        assert f"{rule.automatic_limit} {rules.currency}" in policy
    assert "2026-09-01" in policy
    assert "48 hours" in policy
    assert "7 days" in policy


def test_empty_policy_file_is_refused(tmp_path: Path) -> None:
    file = tmp_path / "policy.md"
    file.write_text(" \n", encoding="utf-8")
    with pytest.raises(RuleError, match=r"policy\.md is empty"):
        load_policy(file)
