"""Wordings held out: true replies about the sample shop and false variants, written before the rules were read.

Whoever changes a rule measures on these and never writes one for a single line of them: a line that a rule was written for
no longer tells how the product reads what it has not seen.
"""

from __future__ import annotations

from typing import Literal, NamedTuple

Kind = Literal["order", "close", "free"]
"""About an order; near to an article's own words with values written another way; a freer paraphrase of an article."""


class HeldOut(NamedTuple):
    """A true draft, and the same draft with one thing in it made false."""

    kind: Kind
    about: str
    """The customer whose orders are the evidence, or the article."""
    true: str
    false: str | None = None


_ORDERS: dict[str, tuple[tuple[str, str | None], ...]] = {
    "C-1001": (
        (
            "Good news: order ORD-99107 reached you on 21 November 2026.",
            "Good news: order ORD-99107 reached you on 12 November 2026.",
        ),
        ("Order ORD-99107 was sent out on November 17 and delivered on November 21.", None),
        (
            "You ordered two stoneware mixing bowls in sand and one linen apron in oat with ORD-99107.",
            "You ordered one stoneware mixing bowl in sand and two linen aprons in oat with ORD-99107.",
        ),
        (
            "ORD-99107 came to $86.40 in total, and shipping was free.",
            "ORD-99107 came to $84.60 in total, and shipping was free.",
        ),
        (
            "Each of the stoneware mixing bowls in order ORD-99107 cost 26.20 USD, so the pair was 52.40 USD.",
            "Each of the stoneware mixing bowls in order ORD-99107 cost 34.00 USD, so the pair was 68.00 USD.",
        ),
        (
            "Your order ORD-99107:\n- Status: delivered\n- Carrier: Coastline Parcel\n- Tracking number: CP482910375US\n- Total: 86.40 USD",
            "Your order ORD-99107:\n- Status: delivered\n- Carrier: Coastline Parcel\n- Tracking number: CP482910357US\n- Total: 86.40 USD",
        ),
        (
            "I checked ORD-99107 for you. It was paid by credit card on 16 November 2026, the day you placed it.",
            "I checked ORD-99107 for you. It was paid by PayPal on 16 November 2026, the day you placed it.",
        ),
        (
            "We have not recorded any refund for order ORD-99107 so far.",
            "We have recorded a refund of 34.00 USD for order ORD-99107.",
        ),
        (
            "Your order ORD-99455 is still pending and has not been shipped yet.",
            "Your order ORD-99455 is no longer pending and has been shipped.",
        ),
        (
            "We expect ORD-99455 to arrive around 7 December 2026.",
            "We guarantee that ORD-99455 will arrive by 7 December 2026.",
        ),
        ("The copper kettle in order ORD-99455 is priced at 79 dollars.", None),
        ("You placed order ORD-99455 today, 30 November.", "You placed order ORD-99455 yesterday, 29 November."),
        ("There is no shipping charge on ORD-99455.", "There is a shipping charge of 5.95 USD on ORD-99455."),
        ("About ORD-99455: it contains a single item, a copper kettle.", None),
        ("ORD-99455 is going to Portland in the US.", "ORD-99455 is going to Berlin in Germany."),
        ("Your credit card was charged 79.00 USD for ORD-99455 on 30 November 2026.", None),
    ),
    "C-1002": (
        ("ORD-99250 is on its way to you with Noordpost.", "ORD-99250 is on its way to you with Coastline Parcel."),
        (
            "Your desk lamp order, ORD-99250, was shipped on 25 November and is estimated to arrive on 7 December.",
            "Your desk lamp order, ORD-99250, was shipped on 24 November and is estimated to arrive on 7 December.",
        ),
        (
            "You can follow ORD-99250 with the tracking number NP551048820NL.",
            "You can follow ORD-99250 with the tracking number NP551030218NL.",
        ),
        (
            "The white clip-on desk lamp in ORD-99250 costs 64.00 USD; shipping adds 9.50 USD, which makes 73.50 USD altogether.",
            "The white clip-on desk lamp in ORD-99250 costs 73.50 USD; shipping adds 9.50 USD, which makes 83.00 USD altogether.",
        ),
        ("ORD-99250 has not been delivered yet.", "ORD-99250 has been delivered."),
        ("Hello Maria, thanks for your patience. Order ORD-99250 has left us and the carrier is Noordpost.", None),
        (
            "Order ORD-99250 was placed on Tuesday, 24 November 2026.",
            "Order ORD-99250 was placed on Wednesday, 25 November 2026.",
        ),
        ("Both ORD-99017 and ORD-99250 went out with Noordpost.", "Both ORD-99017 and ORD-99250 have been delivered."),
        (
            "We issued a refund of 29.50 USD for order ORD-98640 to your credit card on 30 September 2026.",
            "We issued a refund of 45.50 USD for order ORD-98640 to your credit card on 30 September 2026.",
        ),
        ("Yes, order ORD-98640 has been refunded.", "No, order ORD-98640 has not been refunded."),
        ("The refund on ORD-98640 was less than what you paid: 29.50 USD of 45.50 USD.", None),
        (
            "ORD-98640 arrived on 11 September and was refunded on 30 September.",
            "ORD-98640 arrived on 30 September and was refunded on 11 September.",
        ),
        ("You bought a kitchen scale for 36 USD in ORD-98640.", "You bought a kitchen scale for 63 USD in ORD-98640."),
        (
            "ORD-98640 went to an address in Berlin, Germany.",
            "ORD-98640 went to an address in Vienna, Austria.",
        ),
        (
            "Regarding ORD-98640: you paid $45.50 by credit card on September 2, and $29.50 went back to a credit card on September 30.",
            "Regarding ORD-98640: you paid $29.50 by credit card on September 2, and $45.50 went back to a credit card on September 30.",
        ),
        (
            "The shipping fee for ORD-98640 was 9.50 USD and its tracking number is NP550874163NL.",
            "The shipping fee for ORD-98640 was 5.95 USD and its tracking number is NP550874163NL.",
        ),
    ),
    "C-1003": (
        (
            "I can see that a return was requested for ORD-10412.",
            "I can see that an exchange was requested for ORD-10412.",
        ),
        (
            "ORD-10412 is the order with the white hand blender; ORD-10421 has the black one.",
            "ORD-10412 is the order with the black hand blender; ORD-10421 has the white one.",
        ),
        ("ORD-10412 was delivered on 6 November 2026, and you have since asked to return it.", None),
        (
            "The hand blender in ORD-10412 was 44 dollars, 5 dollars less than the one in ORD-10421.",
            "The hand blender in ORD-10412 was 44 dollars, 10 dollars less than the one in ORD-10421.",
        ),
        ("No refund has been recorded for ORD-10412 yet.", "A refund has been recorded for ORD-10412."),
        (
            "Total for ORD-10412: $49.95 (including $5.95 for shipping).",
            "Total for ORD-10412: $54.95 (including $5.95 for shipping).",
        ),
        ("Your order ORD-10412 went to Chicago with Coastline Parcel.", None),
        (
            "Here is what I found for ORD-10412. It was placed on November 1. It was shipped a day later, on November 2.",
            "Here is what I found for ORD-10412. It was placed on November 2. It was shipped a day earlier, on November 1.",
        ),
        (
            "Order ORD-10499 was cancelled on the day it was placed, 19 November 2026.",
            "Order ORD-10499 was cancelled on the day it was placed, 19 October 2026.",
        ),
        (
            "Your payment of 96.00 USD for the cancelled order ORD-10499 was refunded to your credit card.",
            "Your payment of 96.00 USD for the cancelled order ORD-10499 was refunded to your PayPal account.",
        ),
        ("The bookshelf order, ORD-10499, has been cancelled.", "The blender order, ORD-10421, has been cancelled."),
        ("The folding bookshelf in ORD-10499 cost 96 USD.", "The folding bookshelf in ORD-10499 cost 69 USD."),
        (
            "We returned the full 96.00 USD for ORD-10499 on November 19.",
            "We will return the full 96.00 USD for ORD-10499 on December 19.",
        ),
        ("ORD-10499 was placed on 19 November and cancelled the same day.", None),
        ("There was no shipping fee on ORD-10499.", "There was no shipping fee on ORD-10421."),
        (
            "Status of ORD-10499: cancelled. Refund: 96.00 USD, issued on 2026-11-19.",
            "Status of ORD-10499: cancelled. Refund: 47.95 USD, issued on 2026-08-24.",
        ),
    ),
    "C-1004": (
        (
            "Part of order ORD-99301 has been shipped; the rest is still to follow.",
            "All of order ORD-99301 has been shipped.",
        ),
        (
            "ORD-99301 holds four blue speckled mugs and an espresso machine, five items in all.",
            "ORD-99301 holds four blue speckled mugs and an espresso machine, six items in all.",
        ),
        (
            "The four mugs in ORD-99301 come to 56.00 USD, at 14.00 USD each.",
            "The four mugs in ORD-99301 come to 65.00 USD, at 14.00 USD each.",
        ),
        ("The espresso machine in ORD-99301 costs 189.00 USD.", "The espresso machine in ORD-99301 costs 198.00 USD."),
        ("Some of ORD-99301 was sent on 23 November 2026.", None),
        (
            "The estimated delivery date for ORD-99301 is Wednesday, December 9.",
            "The estimated delivery date for ORD-99301 is Monday, December 7.",
        ),
        (
            "You paid 245.00 USD for ORD-99301 by credit card; shipping was free.",
            "You paid 245.00 USD for ORD-99301 by gift card; shipping was free.",
        ),
        (
            "Your order ORD-99301:\n\n1. 4 × Speckled mug (blue), 14.00 USD each\n2. 1 × Espresso machine, 189.00 USD",
            "Your order ORD-99301:\n\n1. 4 × Speckled mug (blue), 14.00 USD each\n2. 2 × Espresso machine, 189.00 USD",
        ),
    ),
    "C-1005": (
        (
            "ORD-99333 has been processed, but it has not left us yet.",
            "ORD-99333 has been processed, and it has left us.",
        ),
        (
            "The two paring knives in ORD-99333 cost 22.00 USD each.",
            "The two paring knives in ORD-99333 cost 22.00 USD together.",
        ),
        ("You paid for ORD-99333 with PayPal.", "You paid for ORD-99333 with your credit card."),
        (
            "You should see ORD-99333 around 9 December; that is an estimate.",
            "You will certainly have ORD-99333 on 9 December.",
        ),
        ("ORD-99333 totals 53.50 USD: 44.00 USD for the items and 9.50 USD for shipping.", None),
        ("The delivery address on ORD-99333 is in Stockholm, Sweden.", None),
        (
            "ORD-99333 was placed on Friday, 27 November 2026.",
            "ORD-99333 was placed on Thursday, 26 November 2026.",
        ),
        ("I've looked up ORD-99333. Its shipping fee is 9.50 USD.", "I've looked up ORD-99333. Its total is 9.50 USD."),
    ),
    "C-1006": (
        (
            "An exchange has been requested for your bathrobe order, ORD-99118.",
            "A return has been requested for your bathrobe order, ORD-99118.",
        ),
        ("ORD-99118 is a grey cotton bathrobe in size M.", "ORD-99118 is a grey cotton bathrobe in size L."),
        (
            "The bathrobe from ORD-99118 was 47 USD, plus 5.95 USD for shipping.",
            "The bathrobe from ORD-99118 was 47 USD, including 5.95 USD for shipping.",
        ),
        (
            "Order ORD-99118 arrived exactly two weeks ago, on 16 November.",
            "Order ORD-99118 arrived exactly three weeks ago, on 9 November.",
        ),
        ("The carrier for ORD-99118 was Coastline Parcel, tracking number CP481844035US.", None),
        ("ORD-99118 was delivered in Minneapolis.", None),
        (
            "We have noted an exchange request for ORD-99118, and the order was delivered on 16 November 2026.",
            "We have approved the exchange for ORD-99118, and the order was delivered on 16 November 2026.",
        ),
        ("Nothing has been refunded on ORD-99118.", "52.95 USD has been refunded on ORD-99118."),
    ),
    "C-1011": (
        (
            "ORD-99202 has come back to us: it is marked as returned.",
            "ORD-99202 has come back to us: it is marked as refunded.",
        ),
        (
            "Order ORD-99202 was returned, but no refund is recorded yet.",
            "Order ORD-99202 was returned, and its refund is recorded.",
        ),
        (
            "ORD-99202 was a navy cotton bathrobe, size L, for 49.00 USD.",
            "ORD-99202 was a grey cotton bathrobe, size L, for 49.00 USD.",
        ),
        (
            "You placed ORD-99202 on October 28 and received it on November 6.",
            "You placed ORD-99202 on October 28 and received it on November 16.",
        ),
        (
            "You were charged 58.50 USD on your credit card for ORD-99202.",
            "You were charged 48.50 USD on your credit card for ORD-99202.",
        ),
        ("ORD-99202 was delivered by Noordpost, and ORD-99222 went out with Noordpost as well.", None),
        (
            "ORD-99222 is still in transit, while ORD-99202 has been returned.",
            "ORD-99202 is still in transit, while ORD-99222 has been returned.",
        ),
        ("ORD-99202 had one item in it.", "ORD-99202 had two items in it."),
    ),
}

_CLOSE: tuple[tuple[str, str, str | None], ...] = (
    (
        "refunds",
        "Card refunds take five to ten business days to show on your card statement after we issue the refund.",
        "PayPal refunds take five to ten business days to show in your PayPal balance after we issue the refund.",
    ),
    (
        "refunds",
        "PayPal refunds take 3-5 business days to appear in your PayPal balance.",
        "PayPal refunds take 3-5 calendar days to appear in your PayPal balance.",
    ),
    (
        "refunds",
        "Gift card refunds are back on the card within one day.",
        "Gift card refunds are back on the card within one week.",
    ),
    (
        "refunds",
        "If the order is eligible, refunds of up to $50 an order are issued automatically.",
        "Refunds of up to $50 an order are always issued automatically.",
    ),
    (
        "refunds",
        "For anything over 50 USD a person decides first, which can take up to two business days.",
        "For anything under 50 USD a person decides first, which can take up to two business days.",
    ),
    ("refunds", "Gift wrapping is not refunded.", "Gift wrapping is refunded."),
    (
        "refunds",
        "You can cancel an order free of charge until it ships.",
        "You can cancel an order free of charge until it is delivered.",
    ),
    (
        "returns-procedure",
        "A return label costs $6.50, which we take off the refund.",
        "A return label costs $5.60, which we take off the refund.",
    ),
    (
        "returns-procedure",
        "Hand in the parcel within 2 weeks of asking for the return, and keep the receipt.",
        "Hand in the parcel within 4 weeks of asking for the return, and keep the receipt.",
    ),
    (
        "returns-procedure",
        "We inspect a parcel within three business days after it reaches our warehouse, and then approve or refuse the refund.",
        "We inspect a parcel within three business days after it reaches our warehouse, and then approve the refund.",
    ),
    ("returns-procedure", "The QR code is only for the US.", "The QR code is for the US and the EU."),
    (
        "returns-window",
        "For orders placed on or after September 1, 2026, the return window is thirty days after delivery.",
        "For orders placed before September 1, 2026, the return window is thirty days after delivery.",
    ),
    (
        "returns-window",
        "Orders placed before 1 September 2026 keep their 45-day window.",
        "Orders placed before 1 September 2026 keep their 54-day window.",
    ),
    (
        "shipping",
        "US Standard takes three to five business days after shipping and costs $5.95, free from $75.",
        "US Standard takes three to five business days after shipping and costs $5.95, free up to $75.",
    ),
    (
        "shipping",
        "EU Express takes 2–3 business days after shipping and costs 22 USD.",
        "EU Express takes 1–2 business days after shipping and costs 22 USD.",
    ),
    (
        "shipping",
        "US orders placed before 2 pm Eastern Time are shipped the same business day.",
        "US orders placed before 4 pm Eastern Time are shipped the same business day.",
    ),
    ("shipping", "We e-mail you a tracking number when the order ships.", None),
    (
        "shipping",
        "There are no customs charges on EU orders, because they ship from our warehouse in Rotterdam.",
        "There are no customs charges on US orders, because they ship from our warehouse in Rotterdam.",
    ),
    (
        "warranty",
        "The warranty on small electronics lasts 2 years.",
        "The warranty on small electronics lasts 3 years.",
    ),
    ("warranty", "Cookware and knives: 3 years of warranty.", "Batteries and charging cables: 3 years of warranty."),
    ("warranty", "A repair can take up to fifteen business days.", "A repair takes at least fifteen business days."),
    (
        "account",
        "After six wrong passwords the account is locked for half an hour.",
        "After three wrong passwords the account is locked for half an hour.",
    ),
    ("account", "The sign-in link works once and for 20 minutes.", "The sign-in link works twice and for 20 minutes."),
    ("account", "Invoices are kept for seven years, because tax law asks for it.", None),
    (
        "gift-cards",
        "A gift card is valid for five years after purchase, and its validity can't be extended.",
        "A gift card is valid for five years after purchase, and its validity can be extended.",
    ),
    (
        "gift-cards",
        "You can use up to three gift cards in a single order.",
        "You can use more than three gift cards in a single order.",
    ),
    ("missing-parcels", "The carrier keeps the location of its scans for only two weeks.", None),
    (
        "perishables",
        "After two days we cannot refund fresh food, even if it is still inside its use-by date.",
        "After two days we can still refund fresh food, if it is still inside its use-by date.",
    ),
    (
        "perishables",
        "Please put the food into a fridge at 4 degrees Celsius within two hours of delivery.",
        "Please put the food into a fridge at 4 degrees Fahrenheit within two hours of delivery.",
    ),
    (
        "payment-errors",
        "E-3300 means that there were five failed payments within an hour.",
        "E-2207 means that there were five failed payments within an hour.",
    ),
)

_FREE: tuple[tuple[str, str, str | None], ...] = (
    (
        "refunds",
        "How quickly you see the money depends on how you paid: PayPal is faster (3 to 5 business days) than a card (5 to 10 business days).",
        "How quickly you see the money depends on how you paid: a card is faster (3 to 5 business days) than PayPal (5 to 10 business days).",
    ),
    (
        "refunds",
        "Unfortunately we can't give refunds on gift cards, personalised products or anything sold as final sale.",
        "Luckily we can give refunds on gift cards, personalised products and anything sold as final sale.",
    ),
    (
        "refunds",
        "Opened earbuds can only be refunded when they turn out to be damaged or faulty.",
        "Opened earbuds can be refunded.",
    ),
    (
        "refunds",
        "Once your parcel is on its way you can no longer cancel the order, but you're welcome to return it after it arrives.",
        "Once your parcel is on its way you can still cancel the order, and you're welcome to return it after it arrives.",
    ),
    (
        "refunds",
        "You get your original shipping costs back only when the item was damaged, faulty or the wrong one.",
        "You get your original shipping costs back in any case.",
    ),
    (
        "refunds",
        "It isn't possible for us to make a refund go faster after it has been issued.",
        "It is possible for us to make a refund go faster after it has been issued.",
    ),
    ("returns-procedure", "Pack an unused item in the packaging it came in, and don't forget the return slip.", None),
    (
        "returns-procedure",
        "You don't have to send a photo unless the item is damaged or faulty.",
        "You have to send a photo of every item you return.",
    ),
    (
        "returns-procedure",
        "If you'd rather use a label of your own, you pay for it and bear the risk until we get the parcel.",
        "If you'd rather use a label of your own, we pay for it and bear the risk until we get the parcel.",
    ),
    ("returns-procedure", "Instead of a refund you can swap an item for a different size or colour.", None),
    (
        "returns-procedure",
        "Thanks for asking! Should the new item be cheaper, you'll get the difference back.",
        "Thanks for asking! Should the new item be dearer, you'll get the difference back.",
    ),
    (
        "damaged-goods",
        "If something that cost under 30 USD arrives damaged, you can keep it rather than post it back.",
        "If something that cost over 30 USD arrives damaged, you can keep it rather than post it back.",
    ),
    (
        "damaged-goods",
        "Final-sale goods that arrive broken are replaced rather than refunded.",
        "Final-sale goods that arrive broken are refunded rather than replaced.",
    ),
    (
        "damaged-goods",
        "Please unplug a device that gets hot or smokes, as long as that's safe, and don't post it.",
        None,
    ),
    (
        "missing-parcels",
        "Does the tracking say delivered? Then give it another 24 hours: some carriers scan a parcel before they hand it over.",
        "Does the tracking say delivered? Then give it another 48 hours: some carriers scan a parcel before they hand it over.",
    ),
    (
        "missing-parcels",
        "If the parcel turns out to be lost, you may pick a replacement or your money back, though we can only replace what's in stock.",
        "If the parcel turns out to be lost, you may pick a replacement or your money back, even if it's out of stock.",
    ),
    (
        "missing-parcels",
        "I'm not able to refund a missing parcel myself; a person always makes that decision.",
        "I'm able to refund a missing parcel myself if it cost less than 50 USD.",
    ),
    (
        "missing-parcels",
        "An investigation with the carrier lasts seven business days at most.",
        "An investigation with the carrier lasts seven business days at least.",
    ),
    (
        "payment-errors",
        "With E-5090, please don't pay a second time; look at your orders after half an hour.",
        "With E-5090, please pay a second time; look at your orders after half an hour.",
    ),
    (
        "payment-errors",
        "E-4021 tells you that the card has expired or its expiry date was mistyped.",
        "E-4012 tells you that the card has expired or its expiry date was mistyped.",
    ),
    (
        "payment-errors",
        "Nobody from our team will ever ask you for a full card number, a PIN or a confirmation code.",
        "Somebody from our team may ask you for a full card number, a PIN or a confirmation code.",
    ),
    (
        "payment-errors",
        "Retrying the same card after E-4012 won't work unless your bank has changed something.",
        "Retrying the same card after E-4012 will work even if your bank has changed nothing.",
    ),
    (
        "perishables",
        "We're sorry about that. Spoiled fresh food is only refunded or replaced if you let us know within two days of delivery and include a photo.",
        "We're sorry about that. Spoiled fresh food is only refunded or replaced if you let us know within two weeks of delivery and include a photo.",
    ),
    (
        "perishables",
        "You may pause or cancel a fresh box subscription up to three days ahead of the next delivery.",
        "You may pause or cancel a fresh box subscription up to one day ahead of the next delivery.",
    ),
    (
        "plant-promise",
        "Cats and dogs shouldn't nibble the fiddle-leaf fig or the snake plant, since both are poisonous to them.",
        "Cats and dogs shouldn't nibble the Boston fern or the olive tree, since both are poisonous to them.",
    ),
    (
        "plant-promise",
        "Put the olive tree in full sun and give it 300 ml of water twice a week.",
        "Put the olive tree in full sun and give it 300 ml of water once a week.",
    ),
    ("plant-promise", "Leave a new plant in its pot for the first two weeks.", None),
    (
        "warranty",
        "Scratches, stains and ordinary wear aren't covered by the warranty.",
        "Scratches, stains and ordinary wear are covered by the warranty.",
    ),
    (
        "account",
        "To erase your account, pick Delete account in your profile; you then have a week to change your mind.",
        "To erase your account, pick Delete account in your profile; you then have a month to change your mind.",
    ),
    ("account", "We'll only talk about your order with you, not with others who live at your address.", None),
)

HELD_OUT: tuple[HeldOut, ...] = (
    *(HeldOut("order", customer, true, false) for customer, rows in _ORDERS.items() for true, false in rows),
    *(HeldOut("close", article, true, false) for article, true, false in _CLOSE),
    *(HeldOut("free", article, true, false) for article, true, false in _FREE),
)
