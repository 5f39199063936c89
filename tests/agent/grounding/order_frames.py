"""Wordings that put the order, the value or a hedge in front, behind or between; each with three small ways to be false.

Written as in `order_sentences`, of the same five orders.
"""

from __future__ import annotations

from tests.agent.grounding.order_sentences import APRON, BOARD, LAMP, MUGS, NAPKINS

FRAMES: dict[str, tuple[tuple[str, str], ...]] = {
    MUGS: (
        # Fronted and trailing orders
        ("For order ORD-41001 the total is $45.00.", "45>40|41001>41002|total>items total"),
        ("In order ORD-41001, the shipping fee was $5.00.", "5.00>4.00|41001>41003|shipping fee>total"),
        ("As for your order ORD-41001, the tracking number is LK7300412GB.", "412GB>421GB|41001>41002|tracking number>order date"),
        ("The total is $45.00 for order ORD-41001.", "45>40|41001>41003|total>refund"),
        ("ORD-41001: delivered on 5 March 2026, total 45.00 USD.", "5 March>2 March|45>40|41001>41004"),
        ("I have looked at order ORD-41001: it was delivered on 5 March.", "5 March>2 March|41001>41002|was>was not"),
        ("Order ORD-41001 is the one you placed on 27 February.", "27 February>2 March|41001>41005|placed>received"),
        ("Order ORD-41001, which you placed on 27 February, was delivered on 5 March.", "27>26|5 March>2 March|41001>41003"),
        ("Your order from 27 February was delivered on 5 March.", "27 February>2 March|5 March>6 March|from>after"),
        ("The order you placed on 27 February is ORD-41001.", "27>28|41001>41005|placed>received"),
        # The value first
        ("We have 27 February as the order date of ORD-41001.", "27>26|order date>delivery date|41001>41005"),
        ("We have 5 March as the day on which order ORD-41001 was delivered.", "5 March>2 March|delivered>shipped|41001>41003"),
        ("5 March 2026 is the delivery date of ORD-41001.", "5>2|delivery>shipping|41001>41003"),
        ("LK7300412GB is your tracking number.", "412GB>421GB|LK7300412GB>NW5519028846|tracking>order"),
        ("Larkfield Couriers is the carrier of order ORD-41001.", "Larkfield Couriers>Northway Post|41001>41002|is>is not"),
        # Hedges and leads
        ("As far as I can see, order ORD-41001 was delivered on 5 March.", "5 March>2 March|was>was not|41001>41002"),
        ("According to the tracking, ORD-41001 arrived on 5 March.", "5 March>3 March|41001>41003|arrived on>left on"),
        ("It looks like your order was delivered on 5 March.", "5 March>2 March|looks like>would be lucky if|delivered>lost"),
        ("As of today, order ORD-41001 has been delivered.", "has>has not|delivered>cancelled|today>tomorrow"),
        ("Our system shows ORD-41001 as delivered.", "delivered>shipped|41001>41002|as>as not"),
        # Items
        ("The quantity of the Enamel mug in order ORD-41001 is 2.", "2.>1.|Enamel mug>Walnut tray|41001>41004"),
        ("In order ORD-41001, the quantity of the Walnut tray is 1.", "1.>2.|Walnut tray>Enamel mug|quantity>price"),
        ("Order ORD-41001 lists the Enamel mug with a quantity of 2.", "2.>3.|Enamel mug>Walnut tray|41001>41002"),
        ("For the Walnut tray in order ORD-41001 the quantity is 1.", "1.>2.|Walnut tray>Enamel mug|41001>41003"),
        ("The Walnut tray stands in order ORD-41001 with a quantity of 1.", "1.>3.|Walnut tray>Enamel mug|a quantity>a minimum quantity"),
        ("I count 3 items in order ORD-41001.", "3>2|41001>41003|count>miss"),
        ("In total, order ORD-41001 contains 3 items.", "3>2|41001>41003|contains>contains only"),
        ("The Walnut tray was bought with order ORD-41001.", "Walnut tray>Desk lamp|41001>41005|was>was not"),
        ("The Enamel mug is part of your order ORD-41001.", "Enamel mug>Canvas apron|41001>41002|is part>is the only part"),
        ("One of the items in order ORD-41001 is the Walnut tray.", "tray>table|41001>41003|items in>items missing from"),
        ("Your order consists of two Enamel mugs and one Walnut tray.", " and one Walnut tray>|two>three|Walnut>oak"),
        ("Your items are two Enamel mugs and one Walnut tray.", " and one Walnut tray>|one>two|mugs>bowls"),
        # Prices, each against the line's, the items' and the order's total
        ("The Enamel mug in order ORD-41001 costs $12.50 each.", "12.50>25.00|Enamel mug>Walnut tray|12.50>45.00"),
        ("Each Enamel mug of order ORD-41001 costs $12.50.", "12.50>25.00|Enamel mug>Walnut tray|41001>41004"),
        ("The price of the Enamel mug is $12.50 apiece.", "12.50>15.00|apiece>in total|12.50>25.00"),
        ("For the Walnut tray in order ORD-41001 the unit price is $15.00.", "15.00>12.50|15.00>40.00|Walnut tray>Enamel mug"),
        ("You paid $12.50 for each Enamel mug.", "12.50>25.00|for each>for both|each Enamel mug>each Walnut tray"),
        ("Both Enamel mugs together cost $25.00.", "25.00>12.50|Both>All three|Enamel mugs>Walnut trays"),
        ("The items in order ORD-41001 add up to $40.00.", "40>45|41001>41003|items>mugs"),
        ("All items of order ORD-41001 together cost $40.00.", "40>45|41001>41005|40.00>12.50"),
        ("Without shipping, order ORD-41001 comes to $40.00.", "40>45|Without>With|40.00>5.00"),
        ("For the items of order ORD-41001 the sum is $40.00.", "40>45|41001>41004|sum is>sum is below"),
        ("The total of ORD-41001 is $45.00, shipping included.", "45>40|included>excluded|41001>41002"),
        # Payments and fees
        ("The payment for order ORD-41001 is $45.00.", "45>40|41001>41003|payment>refund"),
        ("Our records show a payment of $45.00 for order ORD-41001.", "45>5|41001>41002|payment>refund"),
        ("For order ORD-41001 there is a payment of $45.00.", "45>42.40|a payment>no payment|payment>refund"),
        ("You paid $5.00 for the shipping of order ORD-41001.", "5.00>45.00|shipping>items|41001>41003"),
        ("There is no refund on ORD-41001.", "no>a|41001>41003|refund>payment"),
        # Parcel and place
        ("You can track order ORD-41001 with the number LK7300412GB.", "412GB>421GB|41001>41002|track>return"),
        ("The parcel of order ORD-41001 travels under tracking number LK7300412GB.", "LK7300412GB>NW5519028846|41001>41002|under>without"),
        ("The carrier delivered order ORD-41001 on 5 March.", "5 March>2 March|41001>41002|delivered>lost"),
        ("Order ORD-41001 left us on 2 March.", "2 March>5 March|41001>41002|left>reached"),
        ("The city of the address on order ORD-41001 is Leeds.", "Leeds>London|city>country|is>is not"),
        ("Order ORD-41001 goes to an address in Leeds.", "Leeds>York|goes>went back|an address>two addresses"),
    ),
    APRON: (
        ("We expect order ORD-41002 to be delivered on 23 March.", "23>17|41002>41001|expect>promise"),
        ("Order ORD-41002 was handed to Northway Post on 17 March.", "17>14|Northway Post>Larkfield Couriers|41002>41001"),
        ("ORD-41002 has been shipped but not yet delivered.", "not yet>already|shipped>cancelled|41002>41001"),
        ("You didn't pay for shipping.", "didn't pay>paid twice|shipping>the apron|didn't>only didn't"),
    ),
    BOARD: (
        ("The refund for order ORD-41003 is $32.00.", "32>42.40|41003>41001|refund>payment"),
        ("For order ORD-41003 there is a refund of $32.00.", "32>6.40|a refund>no refund|refund>payment"),
        ("We sent a refund of $32.00 to your PayPal account on 6 March.", "32>38.40|PayPal>bank|6 March>10 February"),
    ),
    NAPKINS: (
        ("The cancellation of order ORD-41004 took place on 3 March.", "3 March>4 March|cancellation>refund|41004>41001"),
        ("The quantity of the Linen napkin is 3.", "3.>1.|Linen>Cotton|quantity>price"),
    ),
    LAMP: (
        ("The only item in order ORD-41005 is the Desk lamp.", "41005>41001|Desk>Floor|only item>only missing item"),
        ("ORD-41005 is marked as pending.", "pending>shipped|41005>41002|is marked>is not marked"),
    ),
}  # fmt: skip
"""Per order that "it" means: a true sentence, and what to put for what to make it false; one change at a time."""
