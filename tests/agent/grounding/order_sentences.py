"""Five orders, what a chat model says of them, and how each sentence becomes false by one small change."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from datetime import date
from decimal import Decimal
from typing import Any

from agent.gathering import field_evidence
from agent.types import Claim, Evidence
from knowledge.order_fields import order_fields
from knowledge.order_ids import find_order_ids
from knowledge.order_types import Order

TODAY = date(2026, 3, 20)
"""A Friday."""

MUGS, APRON, BOARD, NAPKINS, LAMP = "ORD-41001", "ORD-41002", "ORD-41003", "ORD-41004", "ORD-41005"


def item(name: str, quantity: int, price: str, **options: str) -> dict[str, Any]:
    return {
        "sku": name[:3].upper(),
        "name": name,
        "quantity": quantity,
        "unit_price": Decimal(price),
        "category": "home",
        "options": options,
    }


def moved(kind: str, amount: str, method: str, on: str) -> dict[str, Any]:
    return {"kind": kind, "amount": Decimal(amount), "method": method, "on": on}


def order(order_id: str, **said: Any) -> Order:
    address = {"line1": "4 Quay Lane", "city": "Leeds", "postcode": "LS1 4AB", "country": "GB"}
    record = {"order_id": order_id, "customer_id": "C-7", "currency": "USD", "address": address, **said}
    return Order.model_validate(record)


ORDERS = (
    order(
        MUGS,
        status="delivered",
        placed_on="2026-02-27",
        shipped_on="2026-03-02",
        delivered_on="2026-03-05",
        carrier="Larkfield Couriers",
        tracking_number="LK7300412GB",
        shipping_fee=Decimal("5.00"),
        items=[item("Enamel mug", 2, "12.50", colour="blue"), item("Walnut tray", 1, "15.00")],
        payments=[moved("payment", "45.00", "credit_card", "2026-02-27")],
    ),
    order(
        APRON,
        status="shipped",
        placed_on="2026-03-14",
        shipped_on="2026-03-17",
        estimated_delivery="2026-03-23",
        carrier="Northway Post",
        tracking_number="NW5519028846",
        shipping_fee=Decimal("0.00"),
        items=[item("Canvas apron", 1, "28.00")],
        payments=[moved("payment", "28.00", "paypal", "2026-03-14")],
    ),
    order(
        BOARD,
        status="returned",
        placed_on="2026-02-10",
        shipped_on="2026-02-11",
        delivered_on="2026-02-16",
        shipping_fee=Decimal("4.00"),
        items=[item("Cork board", 1, "32.00"), item("Brass hook", 1, "6.40")],
        payments=[
            moved("payment", "42.40", "paypal", "2026-02-10"),
            moved("refund", "32.00", "paypal", "2026-03-06"),
        ],
    ),
    order(
        NAPKINS,
        status="cancelled",
        placed_on="2026-03-01",
        cancelled_on="2026-03-03",
        refunded_on="2026-03-04",
        shipping_fee=Decimal("3.25"),
        items=[item("Linen napkin", 3, "7.25")],
        payments=[
            moved("payment", "25.00", "gift_card", "2026-03-01"),
            moved("refund", "25.00", "gift_card", "2026-03-04"),
        ],
    ),
    order(
        LAMP,
        status="pending",
        placed_on="2026-03-19",
        estimated_delivery="2026-03-27",
        shipping_fee=Decimal("4.90"),
        items=[item("Desk lamp", 1, "54.90")],
    ),
)

EVIDENCE: tuple[Evidence, ...] = tuple(field_evidence(field) for one in ORDERS for field in order_fields(one))

ROWS: dict[str, tuple[tuple[str, str], ...]] = {
    MUGS: (
        ("Your order ORD-41001 was delivered on 5 March.", "5 March>6 March|delivered>shipped|41001>41003"),
        ("Your order ORD-41001 was delivered on March 5th, 2026.", "5th>2nd|2026>2025|delivered>placed"),
        ("Your order ORD-41001 was delivered on Thursday, 5 March.", "Thursday>Friday|5 March>12 March|41001>41002"),
        ("Order ORD-41001 arrived on March 5.", "March 5>March 3|41001>41002|arrived on>arrived before"),
        ("ORD-41001 shipped on March 2nd with Larkfield Couriers.", "2nd>3rd|Larkfield Couriers>Northway Post|shipped>arrived"),
        (
            "ORD-41001 shipped on March 2nd with Larkfield Couriers; the tracking number is LK7300412GB.",
            "2nd>5th|LK7300412GB>LK7300421GB|LK7300412GB>NW5519028846",
        ),
        ("It was shipped on 2 March and delivered on 5 March.", "2 March>5 March|5 March>2 March|shipped>placed"),
        ("It was dispatched on 2 March 2026.", "2 March>27 February|2026>2025|dispatched>cancelled"),
        ("It left our warehouse on 2 March.", "2 March>5 March|left>reached|2 March>3 March"),
        ("Your order was placed on 27 February, shipped on 2 March and delivered on 5 March.", "27>26|2 March>4 March|5 March>7 March"),
        ("You placed this order on February 27.", "27>28|placed>received|February>January"),
        ("You placed order ORD-41001 on 27 February 2026.", "27 February>2 March|41001>41005|2026>2024"),
        ("On 5 March, order ORD-41001 was delivered.", "5 March>2 March|delivered>shipped|41001>41002"),
        ("The total came to $45.00, including $5.00 for shipping.", "45>40|$5.00>$15.00|for shipping>for the tray"),
        ("The total of your order ORD-41001 is $45.00.", "45>40|total>shipping fee|41001>41002"),
        ("Your total was 45 dollars.", "45>54|dollars>euros|total>shipping fee"),
        ("Order ORD-41001 came to 45.00 USD in total.", "45>42.40|USD>CAD|41001>41002"),
        ("Shipping cost $5.00.", "5.00>4.00|$>€|Shipping>Each mug"),
        ("The shipping fee for ORD-41001 was 5.00 USD.", "5.00>45.00|41001>41002|USD>EUR"),
        ("You ordered two blue Enamel mugs at 12.50 USD each.", "two>three|blue>green|12.50>15.00"),
        ("You ordered 2 enamel mugs and 1 walnut tray.", "2>1|walnut>oak|1 walnut tray>2 walnut trays"),
        ("Your order contains two Enamel mugs and one Walnut tray.", "two>three|tray>table|mugs>bowls"),
        ("The Walnut tray cost $15.00.", "15.00>12.50|Walnut tray>Enamel mugs|15.00>45.00"),
        ("The Enamel mugs were $12.50 each.", "12.50>25.00|Enamel mugs>Walnut trays|12.50>12.05"),
        ("The price of the Walnut tray is 15.00 USD.", "15.00>5.00|Walnut tray>Enamel mug|15.00 USD>15.00 EUR"),
        ("The two mugs came to $25.00.", "25>12.50|mugs>trays|two>three"),
        ("You paid $45.00 by credit card on 27 February.", "45>40|credit card>PayPal|27 February>2 March"),
        ("You paid 45.00 USD with your credit card.", "45>54|credit card>gift card|credit card>debit card"),
        ("The carrier is Larkfield Couriers.", "Larkfield Couriers>Northway Post|Larkfield>Lakefield|carrier>seller"),
        ("Your tracking number is LK7300412GB.", "LK7300412GB>LK7300412DE|LK7300412GB>NW5519028846|tracking>order"),
        ("The delivery date of order ORD-41001 was 5 March 2026.", "5 March>2 March|delivery>order|41001>41003"),
        ("The order date was 27 February 2026.", "27 February>5 March|order>shipping|2026>2027"),
        ("Order date: 27 February 2026", "27>28|Order date>Delivery date|2026>2025"),
        ("Delivered: 5 March 2026", "5>4|Delivered>Shipped|2026>2025"),
        ("Status: delivered", "delivered>shipped|delivered>out for delivery|delivered>cancelled"),
        ("Total: $45.00", "45>40|Total>Shipping|$>£"),
        ("Shipping: $5.00", "5.00>0.00|Shipping>Total|5.00>50.00"),
        ("Tracking number: LK7300412GB", "0412>0421|LK7300412GB>NW5519028846|Tracking>Order"),
        ("Carrier: Larkfield Couriers", "Larkfield>Northway|Couriers>Post|Carrier>Recipient"),
        ("We delivered your order on 5 March.", "5 March>6 March|delivered>cancelled|delivered>refunded"),
        ("Larkfield Couriers delivered it on 5 March.", "Larkfield Couriers>Northway Post|5 March>2 March|delivered>lost"),
        ("Your order has already been delivered.", "already>not yet|delivered>cancelled|delivered>refunded"),
        ("Your Enamel mugs were delivered on 5 March.", "5 March>2 March|Enamel mugs>Linen napkins|delivered>returned"),
        ("There are 3 items in your order.", "3>2|3>4|items in>items missing from"),
        ("I can see that your order was delivered on 5 March.", "5 March>5 May|delivered>sent|see>see no sign"),
        ("Our records show that it was delivered on 5 March 2026.", "5 March>16 February|delivered>shipped|2026>2023"),
        ("Yes, your order was delivered on 5 March.", "Yes>No|5 March>8 March|delivered>shipped"),
        ("The package was delivered by Larkfield Couriers on March 5, 2026.", "Larkfield>Northway|5>2|delivered>returned"),
        ("You can track it with tracking number LK7300412GB.", "0412>0421|LK7300412GB>NW5519028846|track>insure"),
        ("The order total was $45.00, which includes a $5.00 shipping fee.", "45>40|5.00 >15.00 |shipping fee>discount"),
        ("The Enamel mugs cost $12.50 each, for a total of $25.00.", "12.50>15.00|25>37.50|Enamel mugs>Walnut trays"),
        ("Items: 2 × Enamel mug, 1 × Walnut tray", "2>1|1 ×>3 ×|Walnut tray>Walnut bowl"),
        ("No refund has been recorded for order ORD-41001.", "No>A|41001>41003|refund>payment"),
        ("It was delivered 15 days ago.", "15>14|delivered>shipped|ago>late"),
    ),
    APRON: (
        ("ORD-41002 is on its way.", "on its way>delivered|on its way>out for delivery|41002>41001"),
        ("Your order ORD-41002 has been shipped.", "shipped>delivered|41002>41005|has>has not"),
        ("It is in transit with Northway Post.", "in transit>lost|Northway Post>Larkfield Couriers|is in>is no longer in"),
        ("It is expected to arrive on 23 March.", "23>22|23>27|expected to arrive>delivered"),
        ("It should arrive by Monday, 23 March.", "Monday>Tuesday|23>24|by>before"),
        ("Your order is expected on Monday.", "Monday>Tuesday|expected>delivered|Monday>Sunday"),
        ("It should arrive in three days.", "three>two|three days>three weeks|should arrive in>arrived"),
        ("The estimated delivery date is 23 March 2026.", "23>17|estimated delivery>shipping|2026>2027"),
        ("Estimated delivery: March 23, 2026", "23>27|Estimated delivery>Delivered|2026>2025"),
        ("The tracking number for ORD-41002 is NW5519028846.", "8846>8864|NW5519028846>LK7300412GB|41002>41001"),
        ("It was shipped on 17 March with Northway Post, tracking number NW5519028846.", "17>14|Northway>Southway|NW55>NW56"),
        ("Your Canvas apron was shipped on 17 March.", "17>18|Canvas apron>Desk lamp|shipped>delivered"),
        ("It was shipped three days ago.", "three>four|shipped>placed|three days>three weeks"),
        ("It was shipped on Tuesday.", "Tuesday>Monday|shipped>delivered|shipped>placed"),
        ("It has not been delivered yet.", "delivered>shipped|not been delivered yet>been delivered|delivered>dispatched"),
        ("You were not charged for shipping.", "not charged for>charged twice for|not charged>charged|shipping>the apron"),
        ("Shipping was free.", "Shipping>The apron|free>$4.90|free>not free"),
        ("You paid $28.00 with PayPal on 14 March.", "28>23|PayPal>a gift card|14>17"),
        ("You ordered one Canvas apron for $28.00.", "one>two|Canvas>Linen|28>82"),
        ("The order was placed on Saturday, March 14.", "Saturday>Sunday|14>17|placed>shipped"),
    ),
    BOARD: (
        ("Order ORD-41003 has been returned.", "returned>refused|41003>41001|has been>has not been"),
        ("We refunded 32.00 USD to your PayPal account on 6 March.", "32>42.40|PayPal>bank|6 March>5 March"),
        ("A refund of $32.00 was issued on 6 March.", "32>38.40|6 March>16 February|refund>payment"),
        ("A refund of $32.00 was issued to PayPal on March 6th.", "32>23|PayPal>your credit card|6th>7th"),
        ("Your refund of $32.00 was issued on 6 March.", "32>32.50|6 March>9 March|$>€"),
        ("We have refunded $32.00 for order ORD-41003.", "32>42.40|41003>41001|$32.00>everything"),
        ("$32.00 was refunded to PayPal.", "32>6.40|PayPal>your bank account|refunded>charged"),
        ("The refund amount is 32.00 USD.", "32>42.40|refund>shipping|USD>GBP"),
        ("It was delivered on 16 February.", "16>11|February>March|delivered>placed"),
        ("The Cork board was 32.00 USD and the Brass hook was 6.40 USD.", "32>38.40|6.40>32.00|Cork board>Cork mat"),
        ("The order total was $42.40.", "42.40>38.40|42.40>24.40|order total>refund amount"),
        ("You paid 42.40 USD for this order on 10 February.", "42.40>32.00|10>11|paid>were refunded"),
    ),
    NAPKINS: (
        ("Order ORD-41004 was cancelled on 3 March.", "3 March>4 March|cancelled>delivered|41004>41001"),
        ("Your order ORD-41004 has been cancelled.", "cancelled>shipped|41004>41002|has been>has not been"),
        ("It was cancelled on 3 March and refunded on 4 March.", "3 March>1 March|4 March>14 March|refunded>replaced"),
        ("The order was refunded on 4 March 2026.", "4>3|refunded>shipped|2026>2025"),
        ("We refunded $25.00 to your gift card on 4 March.", "25>21.75|gift card>credit card|4 March>3 March"),
        ("You ordered three Linen napkins at $7.25 each.", "three>two|Linen>Cotton|7.25>7.52"),
        ("The 3 Linen napkins cost $7.25 each.", "3>5|7.25>21.75|Linen napkins>Enamel mugs"),
        ("The shipping fee was $3.25.", "3.25>7.25|shipping fee>total|3.25>3.52"),
    ),
    LAMP: (
        ("Order ORD-41005 is pending.", "pending>shipped|41005>41001|pending>cancelled"),
        ("Your order ORD-41005 is still being processed.", "being processed>on its way|41005>41004|being processed>lost"),
        ("It has not been shipped yet.", "shipped>pending|not been shipped yet>been shipped|shipped yet>charged"),
        ("It hasn't shipped yet.", "hasn't shipped>has shipped|yet>until 27 March|shipped>arrived at our warehouse"),
        ("You placed it yesterday.", "yesterday>today|placed>received|yesterday>on Monday"),
        ("It is expected by Friday, 27 March.", "Friday>Thursday|27>20|expected>guaranteed"),
        ("The Desk lamp costs 54.90 USD.", "54.90>59.80|Desk lamp>Floor lamp|54.90>45.90"),
        ("The total is $59.80, of which $4.90 is shipping.", "59.80>54.90|4.90>9.40|shipping>tax"),
    ),
    "": (
        ("ORD-41001 was shipped on 2 March and ORD-41002 on 17 March.", "2 March>17 March|17 March>14 March|41002>41003"),
        ("ORD-41001 was delivered on 5 March, and ORD-41002 was shipped on 17 March.", "5 March>17 March|17 March>5 March|shipped>delivered"),
        ("ORD-41001 cost $45.00 and ORD-41002 cost $28.00.", "45>28|$28>$45|41002>41003"),
        ("ORD-41001 has been delivered and ORD-41002 is on its way.", "delivered>cancelled|on its way>delivered|41002>41004"),
    ),
}  # fmt: skip
"""Per order that "it" means: a true sentence, and what to put for what to make it false; one change at a time."""


Rows = Mapping[str, Sequence[tuple[str, str]]]


def true_sentences(table: Rows = ROWS) -> list[tuple[str, str]]:
    """Order that "it" means, and a sentence that holds."""
    return [(owner, sentence) for owner, rows in table.items() for sentence, _ in rows]


def false_sentences(table: Rows = ROWS) -> Iterator[tuple[str, str]]:
    """Order that "it" means, and a sentence that does not hold."""
    for owner, rows in table.items():
        for sentence, changes in rows:
            for change in changes.split("|"):
                old, new = change.split(">")
                assert sentence.count(old), (sentence, old)
                yield owner, sentence.replace(old, new, 1)


def claim_of(owner: str, sentence: str) -> Claim:
    """A sentence as the splitter hands it on: of the one order that it names, else of the one that it refers to."""
    named = find_order_ids(sentence)
    known = (named[0] if len(named) == 1 else None) if named else owner or None
    return Claim(index=0, text=sentence, start=0, end=len(sentence), owner=known)
