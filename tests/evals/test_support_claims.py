import json
import random
import re
from collections import Counter
from pathlib import Path

import pytest

from evals.grounding_files import read_grounding
from evals.support_claims import SHARES, SupportClaim, generate, main, write
from evals.support_claims_articles import FILE as ARTICLES
from evals.support_claims_articles import Fact, article_claims
from evals.support_claims_goods import draw_order
from evals.support_claims_orders import FILE as ORDERS
from evals.support_claims_orders import FieldClaims, order_claims, slots_of
from evals.support_claims_text import SUPPORTED_KINDS, Slot, SlotRange, fill, read_templates, slots_in
from evals.support_claims_values import forms, other_units
from knowledge.order_fields import order_fields

SHIPPED = Path(__file__).parents[2] / "evals" / "datasets" / "support_claims.jsonl"
ORDER_ID = re.compile(r"ORD-\d+")
NUMBER = re.compile(r"\$?(\d+(?:\.\d+)?)(?:%| (?!am|pm|[A-Z]).*)?")
WORDED = {
    "placed_on": " was placed on ",
    "shipped_on": " was shipped on ",
    "delivered_on": " was delivered on ",
    "estimated_delivery": "The estimated delivery date ",
    "carrier": "The carrier ",
    "tracking_number": "The tracking number ",
    "address.city": "The address on ",
    "shipping_fee": "The shipping fee ",
    "items_total": "The items of order ",
    "items.1.unit_price": "The unit price ",
}
"""What tells each field that a join needs, in the words of `order_fields`."""


@pytest.fixture(scope="module")
def rows():
    return generate()


@pytest.fixture(scope="module")
def facts():
    return [Fact.model_validate(entry) for entry in read_templates(ARTICLES)]


@pytest.fixture(scope="module")
def templates():
    return [*article_claims(), *order_claims()]


def texts(row):
    return (row.evidence,) if isinstance(row.evidence, str) else row.evidence


def test_the_shipped_file_is_what_the_generator_makes(rows, tmp_path):
    write(tmp_path / "made.jsonl", rows)
    assert (tmp_path / "made.jsonl").read_text("utf-8") == SHIPPED.read_text("utf-8")


def test_the_shipped_file_is_small_enough_for_the_repository():
    assert SHIPPED.stat().st_size < 600_000


def test_the_grounding_suite_reads_the_file(rows):
    read = read_grounding(SHIPPED).rows
    assert [(row.evidence, row.claim, row.supported) for row in read] == [
        (texts(row), row.claim, row.supported) for row in rows
    ]


def test_ids_are_unique_and_no_two_rows_are_alike(rows):
    assert len({row.id for row in rows}) == len({(row.evidence, row.claim) for row in rows}) == 1500


def test_the_kind_decides_the_label_and_every_kind_has_its_share(rows):
    assert all(row.supported == (row.kind in SUPPORTED_KINDS) for row in rows)
    assert Counter(row.kind for row in rows) == {kind: 15 * share for kind, share in SHARES.items()}
    assert sum(row.supported for row in rows) == 675


def test_only_a_quotation_stands_in_its_evidence(rows):
    assert all((row.kind == "quotation") == any(row.claim in text for text in texts(row)) for row in rows)


def test_no_slot_is_left_open(rows):
    assert not [row for row in rows if re.search(r"[{}]", row.claim + "".join(texts(row)))]


def test_the_splits_share_no_fact_of_an_article(rows):
    topics = {split: {row.topic for row in rows if row.split == split} for split in ("dev", "test")}
    assert all(topic.startswith("order: ") for topic in topics["dev"] & topics["test"])


def test_the_splits_share_no_wording(templates):
    wordings = {split: {one.wording for one in templates if one.split == split} for split in ("dev", "test")}
    assert wordings["dev"] & wordings["test"] == {""}


def test_both_splits_hold_every_kind(rows):
    assert {row.kind for row in rows if row.split == "dev"} == {row.kind for row in rows if row.split == "test"}


def test_every_fact_is_worded_in_several_ways(facts):
    assert len(facts) >= 45
    for fact in facts:
        assert len(fact.evidence) >= 3, fact.id
        assert sum(len(wordings) for kind, wordings in fact.supported.items() if kind != "join") >= 4, fact.id


def test_every_order_field_is_worded_in_several_ways():
    entries = [FieldClaims.model_validate(entry) for entry in read_templates(ORDERS)]
    assert all(len(entry.supported) >= 4 for entry in entries)
    assert len({need for entry in entries for need in entry.needs}) >= 20


def test_facts_and_claims_name_only_their_own_slots(facts):
    for fact in facts:
        kinds = [*fact.supported.values(), *fact.changed.values()]
        wordings = [*fact.evidence, *fact.second, *(wording for wordings in kinds for wording in wordings)]
        assert {name for wording in wordings for name in slots_in(wording)} == set(fact.slots), fact.id


def test_every_wording_of_the_evidence_tells_every_value_of_the_supported_claims(facts):
    for fact in facts:
        claimed = {
            name
            for kind, wordings in fact.supported.items()
            if kind != "join"
            for one in wordings
            for name in slots_in(one)
        }
        assert all(claimed <= set(slots_in(wording)) for wording in fact.evidence), fact.id


def test_joins_need_both_facts_or_every_wording_holds_all(facts):
    for fact in facts:
        for wording in fact.supported.get("join", ()):
            for second in fact.second or ("",):
                assert all(set(slots_in(wording)) <= {*slots_in(main), *slots_in(second)} for main in fact.evidence)


def test_no_two_options_of_a_slot_are_written_alike(facts):
    for options in (options for fact in facts for options in fact.ranges.values()):
        written = [form for option in options.options for form in forms(option)]
        assert len(written) == len(set(written))


def test_numbers_ascend(facts):
    for options in (options for fact in facts for options in fact.ranges.values()):
        numbers = [float(found[1]) for option in options.options if (found := NUMBER.fullmatch(option))]
        assert numbers == sorted(numbers)
        assert len(numbers) in {0, len(options.options)}


def test_a_claim_about_another_order_s_value_has_both_orders_in_its_evidence(rows):
    for row in (row for row in rows if row.kind == "other order's value"):
        told = set(ORDER_ID.findall("\n".join(texts(row))))
        assert len(told) == 2
        assert set(ORDER_ID.findall(row.claim)) < told


def test_every_claim_about_an_order_is_about_one_that_the_evidence_names(rows):
    for row in (row for row in rows if row.topic.startswith("order: ")):
        assert set(ORDER_ID.findall(row.claim)) <= set(ORDER_ID.findall("\n".join(texts(row))))


def test_supported_values_of_an_order_stand_in_the_evidence(rows):
    for row in (row for row in rows if row.topic.startswith("order: ") and row.supported):
        told = "\n".join(texts(row))
        for amount in re.findall(r"\d+\.\d\d", row.claim):
            assert f" {amount} " in told, row.id


def test_half_of_a_join_of_order_fields_is_missing(rows):
    for row in (row for row in rows if row.kind == "half missing" and row.topic.startswith("order: ")):
        needs = row.topic.removeprefix("order: ").split(" + ")
        own = [line for text in texts(row) for line in text.split("\n") if ORDER_ID.search(row.claim)[0] in line]
        assert sum(any(WORDED[need] in line for line in own) for need in needs) == 1, row.id


def test_the_other_order_s_value_is_never_the_own_one():
    for template in (one for one in order_claims() if one.kind == "other order's value"):
        own, other = (slots_of(order, random.Random(0)) for order in template.orders(random.Random(3)))
        assert own[template.changes].truth != other[template.changes].truth


def test_an_order_is_drawn_with_the_fields_that_are_needed():
    order = draw_order(random.Random(1), "delivered", ["refunds.1.on", "items.1.line_total"], refund=True)
    assert {"refunds.1.on", "items.1.line_total"} <= {field.field for field in order_fields(order)}


def test_a_value_has_several_forms():
    assert forms("14 days") == ("14 days", "two weeks")
    assert forms("3 business days") == ("3 business days", "three business days", "3 working days")
    assert forms("$6.50") == ("$6.50", "6.50 USD", "USD 6.50")
    assert forms("6.50 EUR") == ("6.50 EUR", "€6.50", "EUR 6.50")
    assert forms("2026-03-04") == ("2026-03-04", "4 March 2026", "March 4, 2026", "4 March")
    assert forms("6 pm") == ("6 pm", "18:00")
    assert forms("5%") == ("5%", "5 percent", "5 per cent")
    assert forms("Corvane") == ("Corvane",)


def test_a_unit_is_changed_to_the_side_that_is_certainly_wrong():
    assert other_units("5 days", "+") == ("5 business days", "5 weeks")
    assert other_units("5 business days", "-") == ("5 hours", "5 days")
    assert other_units("$6.50", "~") == ("6.50 EUR",)
    assert other_units("6.50 EUR", "~") == ("6.50 USD",)
    assert other_units("$6.50", "+") == ()
    assert other_units("25 kg", "+") == ()


def test_a_bound_is_only_stretched():
    larger = SlotRange.parse("+ 2 days, 3 days, 5 days").draw(random.Random(0))
    smaller = SlotRange.parse("- 2 days, 3 days, 5 days").draw(random.Random(0))
    assert (larger.truth, larger.wrong) == ("3 days", ("5 days",))
    assert (smaller.truth, smaller.wrong) == ("3 days", ("2 days",))


def test_a_filled_template_begins_with_a_capital_also_in_a_list():
    slots = {"tree": Slot("quince")}
    assert fill("we sell:\n- {tree} trees", slots, random.Random(0)) == "We sell:\n- Quince trees"


def test_the_same_seed_makes_the_same_rows_and_another_does_not():
    assert generate(100, seed=5) == generate(100, seed=5) != generate(100, seed=6)


def test_the_command_writes_json_lines(tmp_path):
    main([str(tmp_path / "few.jsonl"), "--rows", "40", "--seed", "2"])
    lines = (tmp_path / "few.jsonl").read_text("utf-8").splitlines()
    assert [SupportClaim.model_validate(json.loads(line)).id for line in lines] == [f"SC-{n:04}" for n in range(1, 41)]
