"""Sections with one statement each, labelled by hand: which of the other sentences must not be left out beside it."""

from __future__ import annotations

Case = tuple[str, str, tuple[str, ...]]
"""The section, the statement, and the sentences that it needs."""

NEEDED: tuple[Case, ...] = (
    (
        "You can return items within 30 days. Gift cards cannot be returned.",
        "You can return items within 30 days.",
        ("Gift cards cannot be returned.",),
    ),
    (
        "You can return items within 30 days. This does not apply to fresh food.",
        "You can return items within 30 days.",
        ("This does not apply to fresh food.",),
    ),
    (
        "Items can be returned for a refund. They must be unopened.",
        "Items can be returned for a refund.",
        ("They must be unopened.",),
    ),
    (
        "You can return an item by post. The item must be unused and in its box.",
        "You can return an item by post.",
        ("The item must be unused and in its box.",),
    ),
    ("Delivery is free. Only for orders above 75 USD.", "Delivery is free.", ("Only for orders above 75 USD.",)),
    (
        "Fresh food cannot be returned. There is one exception. Spoiled food is refunded.",
        "Fresh food cannot be returned.",
        ("There is one exception.", "Spoiled food is refunded."),
    ),
    (
        "You can cancel an order free of charge. Orders that have been packed cannot be cancelled.",
        "You can cancel an order free of charge.",
        ("Orders that have been packed cannot be cancelled.",),
    ),
    (
        "We refund returned items in full. Final-sale items are never refunded.",
        "We refund returned items in full.",
        ("Final-sale items are never refunded.",),
    ),
    (
        "Personalised items cannot be exchanged. You can exchange an item for another size.",
        "You can exchange an item for another size.",
        (),
    ),
    (
        "Personalised items cannot be exchanged. You can exchange any item.",
        "You can exchange any item.",
        ("Personalised items cannot be exchanged.",),
    ),
    (
        "We price match. This offer excludes outlet stores.",
        "We price match.",
        ("This offer excludes outlet stores.",),
    ),
    (
        "The warranty covers faults for 2 years. It does not cover scratches.",
        "The warranty covers faults for 2 years.",
        ("It does not cover scratches.",),
    ),
    (
        "Plants are replaced free of charge. Only if you report it within 7 days.",
        "Plants are replaced free of charge.",
        ("Only if you report it within 7 days.",),
    ),
    (
        "Plants are replaced free of charge. Plants in tubs are not replaced.",
        "Plants are replaced free of charge.",
        ("Plants in tubs are not replaced.",),
    ),
    (
        "You can return items. There are exceptions:\n- Gift cards.\n- Fresh food.",
        "You can return items.",
        ("There are exceptions:", "- Gift cards.", "- Fresh food."),
    ),
    (
        "You can return items within 30 days.\n\nThese cannot be returned:\n- gift cards\n- fresh food",
        "You can return items within 30 days.",
        ("These cannot be returned:", "- gift cards", "- fresh food"),
    ),
    (
        "Members get free shipping. Members must sign in first.",
        "Members get free shipping.",
        (),
    ),
    (
        "Earbuds can be returned. Earbuds can only be returned with an unbroken seal.",
        "Earbuds can be returned.",
        ("Earbuds can only be returned with an unbroken seal.",),
    ),
    (
        "Vouchers are valid for a year. Except in December.",
        "Vouchers are valid for a year.",
        ("Except in December.",),
    ),
    (
        "You can return items within 30 days. The day of delivery is not counted.",
        "You can return items within 30 days.",
        (),
    ),
    (
        "You may cancel a subscription. Unless the box is being packed.",
        "You may cancel a subscription.",
        ("Unless the box is being packed.",),
    ),
    (
        "All orders can be cancelled online. Orders that are shipped cannot be cancelled. Call us for help.",
        "All orders can be cancelled online.",
        ("Orders that are shipped cannot be cancelled.",),
    ),
    (
        "Returns are free. Returns are only free with our own label.",
        "Returns are free.",
        ("Returns are only free with our own label.",),
    ),
    (
        "Repairs are covered. Repairs of cracked screens are excluded.",
        "Repairs are covered.",
        ("Repairs of cracked screens are excluded.",),
    ),
    (
        "You can pay by invoice. A credit check is required.",
        "You can pay by invoice.",
        ("A credit check is required.",),
    ),
)

NOT_NEEDED: tuple[Case, ...] = (
    (
        "Card refunds take 5 to 10 business days. Gift cards are never refunded.",
        "Card refunds take 5 to 10 business days.",
        (),
    ),
    ("Plants can be returned. Gift cards cannot be returned.", "Plants can be returned.", ()),
    ("Gift cards cannot be returned. Plants cannot be returned.", "Gift cards cannot be returned.", ()),
    (
        "A return label costs 6.50 USD. If you use your own label, we do not pay for it.",
        "A return label costs 6.50 USD.",
        (),
    ),
    ("We ship to the EU. Prices are in US dollars only.", "We ship to the EU.", ()),
    ("Open Orders and select Return. Labels cannot be printed twice.", "Open Orders and select Return.", ()),
    ("EU Express costs 22 USD. US Express is not available on Sundays.", "EU Express costs 22 USD.", ()),
    (
        "You can use 3 gift cards in one order. A gift card cannot be used to buy another one.",
        "You can use 3 gift cards in one order.",
        (),
    ),
    ("You can pay by card. We never ask for your PIN.", "You can pay by card.", ()),
    (
        "A gift card is valid for 5 years. Lost gift cards are not our fault.",
        "A gift card is valid for 5 years.",
        (),
    ),
    ("We answer within a day. On Sundays nobody reads e-mails.", "We answer within a day.", ()),
    (
        "You can return items within 30 days.\n\n## Questions\n\nPhotos are not needed.",
        "You can return items within 30 days.",
        (),
    ),
    (
        "Add a photo of the item. A photo of the parcel is not needed for fresh food.",
        "Add a photo of the item.",
        (),
    ),
    (
        "You can track a parcel online. The first scan is not shown before the evening.",
        "You can track a parcel online.",
        (),
    ),
    (
        "You can change the address under Profile. Deleted accounts cannot be restored.",
        "You can change the address under Profile.",
        (),
    ),
    (
        "Batteries are covered for 6 months. Knives are not covered.",
        "Batteries are covered for 6 months.",
        (),
    ),
    (
        "Follow these steps:\n1. You can print the label.\n2. Add a photo only if it is broken.",
        "1. You can print the label.",
        (),
    ),
    (
        "A repair takes 15 days. The warranty of a repaired item does not start again.",
        "A repair takes 15 days.",
        (),
    ),
    ("The fig needs light. Do not repot a plant in its first weeks.", "The fig needs light.", ()),
    (
        "We refund your shipping fee. Gift wrapping is not refunded.",
        "We refund your shipping fee.",
        (),
    ),
    ("You can sign in with a link. We never send a link by text message.", "You can sign in with a link.", ()),
)

FRESH: tuple[Case, ...] = (
    (
        "You can pause your subscription at any time. Boxes that are packed cannot be paused.",
        "You can pause your subscription at any time.",
        (),
    ),
    (
        "You can pause a box online. Boxes for the same week cannot be paused.",
        "You can pause a box online.",
        ("Boxes for the same week cannot be paused.",),
    ),
    (
        "Repairs are free of charge. This applies only within the warranty.",
        "Repairs are free of charge.",
        ("This applies only within the warranty.",),
    ),
    ("Repairs are free of charge. A repair takes up to 15 days.", "Repairs are free of charge.", ()),
    (
        "We deliver to every state. Furniture is not delivered to Hawaii.",
        "We deliver to every state.",
        ("Furniture is not delivered to Hawaii.",),
    ),
    (
        "Vouchers can be used online. Expired vouchers cannot be used.",
        "Vouchers can be used online.",
        ("Expired vouchers cannot be used.",),
    ),
    (
        "Students get a discount of 10 %. The discount is not valid for gift cards.",
        "Students get a discount of 10 %.",
        ("The discount is not valid for gift cards.",),
    ),
    ("Students get a discount of 10 %. Teachers do not get a discount.", "Students get a discount of 10 %.", ()),
    (
        "You can return a mattress within 100 nights. It must be free of stains.",
        "You can return a mattress within 100 nights.",
        ("It must be free of stains.",),
    ),
    ("You can track a repair online. Repairs are not done on Sundays.", "You can track a repair online.", ()),
    (
        "Pre-orders can be cancelled. However, there is one exception. Signed books cannot be cancelled.",
        "Pre-orders can be cancelled.",
        ("However, there is one exception.", "Signed books cannot be cancelled."),
    ),
    ("Payments are safe. We never store your PIN.", "Payments are safe.", ()),
    (
        "Custom rings cannot be exchanged. Unless we made a mistake.",
        "Custom rings cannot be exchanged.",
        ("Unless we made a mistake.",),
    ),
    (
        "We buy back old phones. Only phones with a working screen are accepted.",
        "We buy back old phones.",
        ("Only phones with a working screen are accepted.",),
    ),
    ("Orders are packed on weekdays. Fresh boxes are not packed on Fridays.", "Orders are packed on weekdays.", ()),
    (
        "Everyone can join the club. Members must be 18 or older.",
        "Everyone can join the club.",
        ("Members must be 18 or older.",),
    ),
)
"""Written after the rules were fixed, so that they say how well those do on what they were not made for."""

ATTACKED: tuple[Case, ...] = (
    (
        "You can choose a gift or a voucher. A gift is wrapped.\n\nThere are exceptions:\n- Vouchers are not sent abroad.",
        "You can choose a gift or a voucher.",
        ("There are exceptions:", "- Vouchers are not sent abroad."),
    ),
    (
        "You can ask for a refund while the window is open.\n\nThese are never refunded, whatever you paid:\n- gift cards",
        "You can ask for a refund while the window is open.",
        ("These are never refunded, whatever you paid:", "- gift cards"),
    ),
    (
        "If an item is new, you can return it. Gift cards cannot be returned.",
        "If an item is new, you can return it.",
        ("Gift cards cannot be returned.",),
    ),
    (
        "You can cancel for free. But after packing a fee of 5 USD is due.",
        "You can cancel for free.",
        ("But after packing a fee of 5 USD is due.",),
    ),
    (
        "You get your money back.\n\nThat said, deposits stay with us.",
        "You get your money back.",
        ("That said, deposits stay with us.",),
    ),
    ("We refund shipping. For damaged items, that is.", "We refund shipping.", ("For damaged items, that is.",)),
    ("We wrap gifts for free. At Christmas only.", "We wrap gifts for free.", ("At Christmas only.",)),
    (
        "Every item has a warranty of two years. Batteries: none.",
        "Every item has a warranty of two years.",
        ("Batteries: none.",),
    ),
    (
        "All lamps have a warranty of 3 years. Bulbs: 6 months.",
        "All lamps have a warranty of 3 years.",
        ("Bulbs: 6 months.",),
    ),
    ("Labels are free*.\n\n* In the US only.", "Labels are free*.", ("* In the US only.",)),
    (
        "Delivery is free¹. We pack on Mondays.\n¹ For orders above 50 USD.",
        "Delivery is free¹.",
        ("¹ For orders above 50 USD.",),
    ),
    (
        "Returns are free. Sale items, however, cost 5 USD to return.",
        "Returns are free.",
        ("Sale items, however, cost 5 USD to return.",),
    ),
    (
        "Boxes leave on Monday. Please note that boxes cannot be changed then.",
        "Boxes leave on Monday.",
        ("Please note that boxes cannot be changed then.",),
    ),
)
"""Limits that once were not found: lists further down, contrasts, fragments, labels, footnotes."""

LOOK_ALIKES: tuple[Case, ...] = (
    (
        "You can choose a gift or a voucher. You can pay by card.\n\nThere are exceptions:\n- Cards from abroad are refused.",
        "You can choose a gift or a voucher.",
        (),
    ),
    (
        "We issue a refund within 2 days after it is approved. We cannot speed up a refund.",
        "We issue a refund within 2 days after it is approved.",
        (),
    ),
    (
        "You can follow your order once it is shipped. Orders cannot be changed after that.",
        "You can follow your order once it is shipped.",
        (),
    ),
    ("You can pay by card. However you pay, we send a receipt.", "You can pay by card.", ()),
    ("We answer within a day. Still have questions? Write to us.", "We answer within a day.", ()),
    ("You can return items. For help, write to us.", "You can return items.", ()),
    ("You can return items. For details see the guide.", "You can return items.", ()),
    ("You can reach us by phone. Monday: 9 to 17.", "You can reach us by phone.", ()),
    ("Lamps have a warranty of 3 years. Address: 5 Main Street.", "Lamps have a warranty of 3 years.", ()),
    ("Boxes leave on Monday. Note: our shop is in Boston.", "Boxes leave on Monday.", ()),
    ("Wrapping is **free** in May.\n* Our shop opens at nine.", "Wrapping is **free** in May.", ()),
    ("Delivery is free¹. We pack on Mondays.\n¹ For orders above 50 USD.", "We pack on Mondays.", ()),
    ("We plant a tree a day. Mondays included, that adds up to 365.", "We plant a tree a day.", ()),
)
"""Sentences that look like those limits, and limit nothing."""
