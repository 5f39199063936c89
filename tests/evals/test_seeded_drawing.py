import re
from random import Random

import pytest

from agent.gathering import passage_evidence
from evals.errors import DatasetError
from evals.seeded_drawing import ReplyDrawer
from evals.seeded_order_words import STATES, WORDINGS
from evals.seeded_orders import facts_of, order_lines
from evals.seeded_quotes import quotations, statements
from evals.seeded_rewording import rewordings
from evals.seeded_shop import SeededShop, read_shop
from knowledge.order_fields import order_fields
from knowledge.sample import articles_folder, orders_file
from knowledge.settings import KnowledgeSettings
from tests.evals.seeded_parts import DAY, SHOP, passage
from tests.helpers import TinyEmbedder

TINY = KnowledgeSettings(meaning=False)


def quoted(text):
    """Every quotation of a passage as one text, for some seeds."""
    evidence = passage_evidence(passage("a", text))
    drawn = (lines for seed in range(6) for lines in quotations(evidence, Random(seed)))
    return {"".join(line.joint + line.text for line in lines).lstrip() for lines in drawn}


def test_a_sentence_is_quoted_with_what_it_leans_on_and_its_condition():
    text = "Plants are refunded in full. This applies only to plants that arrived broken."
    assert quoted(text) == {text}


def test_items_are_quoted_with_the_line_that_opens_the_list():
    found = quoted("These are never refunded at all:\n- gift cards of any value\n- things made for you alone")
    assert found
    assert all(one.startswith("These are never refunded at all:\n- ") for one in found)


def test_a_list_that_is_true_only_as_a_whole_is_quoted_whole():
    text = "You can return it only if all of these are true:\n- it is unused and clean\n- it is in its own box"
    assert quoted(text) == {text}


def test_headings_questions_and_code_are_not_quoted():
    assert quoted("Can I return a stool I bought?\n    sudo apt install {stool} now") == set()


def test_statements_stand_alone():
    evidence = passage_evidence(
        passage("a", "Oil does not harm the floor of your home. It dries in a day or so there.")
    )
    assert statements(evidence) == ["Oil does not harm the floor of your home."]


@pytest.mark.parametrize(
    ("text", "reworded"),
    [
        ("It takes 14 days.", {"It takes two weeks.", "It takes fourteen days."}),
        ("It costs 45.00 USD.", {"It costs $45.", "It costs 45 USD."}),
        ("It costs $45.", {"It costs 45.00 USD."}),
        ("It costs 1249.00 USD.", {"It costs $1249.", "It costs 1,249.00 USD.", "It costs 1249 USD."}),
        ("It came on 2026-03-03.", {"It came on March 3, 2026."}),
        ("It is 10 % off.", {"It is 10 percent off."}),
        ("Order before 14:00.", {"Order before 2 pm."}),
        ("It cannot be returned.", {"It can't be returned."}),
        ("It won't be late.", {"It will not be late."}),
        ("Wait 3 to 5 days.", set()),
        ("It is not only yours.", set()),
        ("See [it cannot be returned](https://a.example).", set()),
    ],
)
def test_a_rewording_says_the_same(text, reworded):
    assert set(rewordings(text).values()) == reworded


def test_every_field_has_six_wordings_that_name_the_order():
    assert all(len(set(words)) >= 6 and all("{id}" in one for one in words) for words in WORDINGS.values())
    assert all("{item}" in one for name in ("items.quantity", "items.unit_price") for one in WORDINGS[name])


def test_every_status_has_a_wording():
    found = {
        field.value for own in SHOP.orders for order in own for field in order_fields(order) if field.field == "status"
    }
    assert found <= set(STATES)


def test_an_orders_sentences_hold_the_values_of_its_fields():
    facts = facts_of(SHOP.orders[0], Random(0))
    held = {(fact.order_id, fact.sort): fact.value for fact in facts}
    assert held["ORD-1001", "total"] == "24.00 USD"
    assert held["ORD-1002", "item_count"] == "1 item"
    replies = order_lines(facts, "ORD-1001", Random(0))
    assert sum(map(len, replies)) == sum(fact.order_id == "ORD-1001" for fact in facts)
    assert all(1 <= len(lines) <= 3 and "ORD-1001" in line.text for lines in replies for line in lines)


def test_a_turn_has_the_passage_its_neighbours_and_all_fields_of_the_customer():
    around = [item.evidence_id for item in SHOP.around(1)]
    assert around == ["care#0", "returns#0", "stores#0"]
    assert {item.owner for item in SHOP.fields_of(0)} == {"ORD-1001", "ORD-1002"}
    assert SeededShop(SHOP.passages).fields_of(0) == ()


def test_names_are_those_in_the_middle_of_two_sentences():
    shop = SeededShop(
        (passage("a", "We sell Red Kite lamps. You want Red Kite shades. Buy Blue Kite. Blue Kite shines."),)
    )
    assert shop.names == ("Red Kite",)


def test_the_same_seed_draws_the_same_replies():
    drawn = [ReplyDrawer(SHOP, 3, 50).replies for _ in range(2)]
    assert drawn[0] == drawn[1]
    assert {make: len(one) > 0 for make, one in drawn[0].items()} == dict.fromkeys(drawn[0], True)


def test_another_seed_draws_others():
    assert ReplyDrawer(SHOP, 1, 50).replies != ReplyDrawer(SHOP, 2, 50).replies


def test_a_reworded_reply_says_which_line_is_reworded():
    for one in ReplyDrawer(SHOP, 0, 50).replies["reworded"]:
        assert one.reply.how
        assert one.reply.reworded is not None


def test_strangers_are_of_articles_outside_the_evidence():
    many = SeededShop(
        tuple(passage(f"a{n}", f"The lamp of room number {n} hangs from the ceiling there.") for n in range(20))
    )
    one = ReplyDrawer(many, 0, 5).replies["quoted"][0]
    texts = {item.text for item in one.reply.evidence}
    assert one.scene.strangers
    assert not texts & set(one.scene.strangers)


def test_the_sample_shop_is_read_as_a_customer_sees_it():
    shop = read_shop(articles_folder(), orders_file(), TINY, TinyEmbedder(window=256), DAY)
    assert not any(re.match("staff", one.article) for one in shop.passages)
    assert "returns-window" in {one.article for one in shop.passages}
    assert len(shop.orders) == 12


def test_a_folder_without_an_article_in_force_is_refused(tmp_path):
    (tmp_path / "old.md").write_text("---\neffective_to: 2020-01-01\n---\n# Old\n\nIt was so.\n", encoding="utf-8")
    with pytest.raises(DatasetError, match="holds no article that a customer may see today"):
        read_shop(tmp_path, orders_file(), TINY, TinyEmbedder(), DAY)
