import pytest

from knowledge.order_corpus import OrderCorpus, OrderMatch
from knowledge.order_types import Order
from tests.helpers import TinyEmbedder
from tests.knowledge.orders_data import item, order

LAMP = Order.model_validate(order("ORD-99107", items=[item(name="Desk lamp")], status="pending"))
APRON = Order.model_validate(order("ORD-99170", items=[item(name="Linen apron")], status="processed"))
TWO_LAMPS = Order.model_validate(order("ORD-99200", items=[item(name="Desk lamp"), item(name="Fern")]))


def corpus(*orders: Order) -> OrderCorpus:
    return OrderCorpus(orders, TinyEmbedder())


def test_no_orders_find_nothing() -> None:
    assert corpus().search("where is my lamp") == OrderMatch(orders=(), fields=(), mentioned=False)


def test_a_named_order_is_found_by_its_id_alone() -> None:
    found = corpus(LAMP, APRON).search("my lamp ORD-99170", named=["ORD-99170"])
    assert found.orders == ("ORD-99170",)
    assert {field.order_id for field in found.fields} == {"ORD-99170"}


def test_an_id_that_is_not_the_customers_gives_no_field_of_another_order() -> None:
    assert corpus(LAMP, APRON).search("status of ORD-99107", named=["ORD-11111"]) == OrderMatch(
        orders=(), fields=(), mentioned=False, unknown=("ORD-11111",)
    )


def test_named_orders_come_in_the_order_they_were_named() -> None:
    found = corpus(LAMP, APRON).search("both", named=["ORD-99170", "ORD-0", "ORD-99107"])
    assert (found.orders, found.unknown) == (("ORD-99170", "ORD-99107"), ("ORD-0",))


def test_an_item_names_its_order() -> None:
    assert corpus(LAMP, APRON).search("where are my aprons").orders == ("ORD-99170",)


def test_an_item_in_two_orders_names_both() -> None:
    assert set(corpus(LAMP, APRON, TWO_LAMPS).search("is the desk lamp here").orders) == {"ORD-99107", "ORD-99200"}


@pytest.mark.parametrize("query", ["where is everything", "", "🙂"])
def test_a_message_that_names_no_item_speaks_of_every_order(query: str) -> None:
    assert corpus(LAMP, APRON).search(query).orders == ("ORD-99107", "ORD-99170")


def test_the_field_that_the_question_is_about_comes_first() -> None:
    found = corpus(LAMP).search("what is the total of ORD-99107", named=["ORD-99107"])
    assert found.fields[0].field == "total"


def test_at_most_k_fields_are_kept() -> None:
    assert len(corpus(LAMP, APRON).search("everything", k=3).fields) == 3


def test_two_customers_corpora_share_nothing() -> None:
    first, second = corpus(LAMP), corpus(APRON)
    first.search("lamp", named=["ORD-99107"])
    assert all(field.order_id == "ORD-99170" for field in second.search("ORD-99107 lamp").fields)
