"""Pairs of passages, labelled by hand: whether one of them says otherwise than the other about the same thing."""

from __future__ import annotations

Passage = tuple[str, str]
"""Heading path with ` › ` between its parts, and the text."""

CONFLICTS: tuple[tuple[Passage, Passage], ...] = (
    (("Returns", "The return window is 30 days after delivery."), ("FAQ", "The return window is 14 days.")),
    (("Returns", "You can return items within 30 days of delivery."), ("FAQ", "Items can be returned within 14 days.")),
    (("Returns", "You can return items within 30 days."), ("Help", "The window for returns is 60 days.")),
    (("Returns", "Send your item back within 3 weeks."), ("FAQ", "Items can be returned within 30 days.")),
    (("Refunds", "Card refunds take 5 to 10 business days."), ("Billing", "Card refunds take 3 to 5 business days.")),
    (("Refunds", "Card refunds appear within 10 days."), ("FAQ", "A refund to your card takes 2 weeks.")),
    (("Returns", "A return label costs 6.50 USD."), ("FAQ", "The return label is 4.95 USD, which we take off.")),
    (("Shipping", "Orders over 75 USD ship free."), ("FAQ", "Orders over 50 USD ship free.")),
    (("Gift cards", "A gift card is valid for 5 years."), ("FAQ", "Gift cards expire after 3 years.")),
    (("Gift cards", "Gift cards cannot be refunded."), ("FAQ", "Gift cards can be refunded.")),
    (("Gift cards", "We do not replace lost gift cards."), ("FAQ", "We replace lost gift cards.")),
    (("Warranty", "The warranty lasts 24 months."), ("FAQ", "Our warranty is 12 months.")),
    (("Account", "The sign-in link works for 20 minutes."), ("Security", "The sign-in link works for 1 hour.")),
    (("Shipping", "EU Express costs 22.00 USD."), ("Prices", "EU Express costs 19.00 USD.")),
    (("Contact", "We answer e-mails within 24 hours."), ("FAQ", "We answer e-mails within 3 business days.")),
    (("Refunds", "A restocking fee of 15 % applies."), ("Returns", "The restocking fee is 10 %.")),
    (("Plans", "The Pro plan includes 10 seats."), ("FAQ", "The Pro plan includes 5 seats.")),
    (("Plans", "The trial lasts 14 days."), ("FAQ", "The trial lasts 30 days.")),
    (("Contact", "Write to help@harbour.example."), ("FAQ", "Write to support@harbour.example.")),
    (("Shipping", "We do not ship to PO boxes."), ("FAQ", "We ship to PO boxes.")),
)

COMPATIBLE: tuple[tuple[Passage, Passage], ...] = (
    (("Warranty", "The warranty lasts 24 months."), ("FAQ", "The warranty is 2 years.")),
    (("Returns", "The return window is 2 weeks."), ("FAQ", "You can return items within 14 days.")),
    (("Refunds", "Card refunds take 5 to 10 business days."), ("Refunds", "PayPal refunds take 3 to 5 business days.")),
    (("Shipping", "US Standard takes 3 to 5 business days."), ("Shipping", "EU Standard takes 5 to 8 business days.")),
    (("Shipping", "US Express costs 14.50 USD."), ("Shipping", "US Standard costs 5.95 USD.")),
    (("Returns", "The return window is 30 days."), ("Electronics", "The return window for electronics is 14 days.")),
    (("Returns", "Items can be returned."), ("Returns", "Gift cards cannot be returned.")),
    (("Returns", "Items can be returned within 30 days."), ("Returns", "Fresh food cannot be returned.")),
    (("E-1034: address", "Hold. There is no hold."), ("E-5090: unconfirmed", "Hold. There is a hold.")),
    (
        ("Espresso machine › Descaling", "Descale the machine every 3 months."),
        ("Kettle › Descaling", "Descale the machine every 2 months."),
    ),
    (
        ("Version 4.1 › Limits", "The queue holds 500 messages."),
        ("Cloud edition › Limits", "The queue holds 900 messages."),
    ),
    (
        ("Germany › Returns", "The return window is 14 days."),
        ("France › Returns", "The return window is 30 days."),
    ),
    (("Refunds", "Refunds up to 50 USD are automatic."), ("Refunds", "Refunds above 50 USD need a person.")),
    (("Damage", "Report damage within 48 hours."), ("Returns", "The return window is 30 days.")),
    (("Warranty", "A repair takes up to 15 business days."), ("Warranty", "We answer within 3 business days.")),
    (
        ("Window", "An order delivered on 2026-03-01 can be returned until 2026-04-15."),
        ("Window", "An order delivered on 2026-11-01 can be returned until 2026-12-01."),
    ),
    (("Account", "The account is locked for 30 minutes."), ("Payment", "The gift card is reserved for 45 minutes.")),
    (("Shipping", "The shipping fee is refunded."), ("Lost", "The shipping fee is not refunded in that case.")),
    (("Returns", "Items can be returned only if unopened."), ("Returns", "Items cannot be returned.")),
    (("Delivery", "Delivery takes 5 days."), ("Returns", "The return window is 30 days after delivery.")),
    (("Plans", "The Pro plan includes 10 seats."), ("Plans", "The Team plan includes 5 seats.")),
    (("Fresh food", "Report it within 48 hours of delivery."), ("Plants", "Report it within 7 days of delivery.")),
    (("Fee", "The fee is 5 USD."), ("Fee", "The fee is 5 EUR.")),
    (("Refunds", "A refund takes up to 10 days."), ("FAQ", "A refund takes 10 days.")),
)

FRESH_CONFLICTS: tuple[tuple[Passage, Passage], ...] = (
    (("Subscriptions", "You can pause a box up to 3 days ahead."), ("FAQ", "A box can be paused up to 5 days ahead.")),
    (("Damage", "Report broken items within 7 days."), ("Help", "Damaged products must be reported within 48 hours.")),
    (("Shipping", "Express delivery costs 12 USD."), ("FAQ", "The price of express delivery is 15 USD.")),
    (
        ("Account", "The account is locked after 6 wrong passwords."),
        ("FAQ", "The account is locked after 3 wrong passwords."),
    ),
    (("Repairs", "A repair takes 3 weeks."), ("Service", "Repairs take 10 business days.")),
    (
        ("Returns", "We inspect a return within 3 business days."),
        ("FAQ", "Returns are inspected within 5 business days."),
    ),
    (("Vouchers", "Vouchers can be combined."), ("FAQ", "Vouchers cannot be combined.")),
    (("Loyalty", "You earn 2 points per dollar."), ("FAQ", "Members earn 1 point per dollar.")),
    (("Price match", "We match prices for 14 days."), ("Help", "Our price match lasts 7 days.")),
    (("Deposits", "The deposit is 20 %."), ("Booking", "A 25 % deposit is due.")),
    (("Invoices", "Invoices are kept for 7 years."), ("Privacy", "We keep invoices for 10 years.")),
    (("Pets", "The fig is poisonous for cats."), ("Care", "The fig is not poisonous for cats.")),
)
"""Written after the rules were fixed, so that they say how well those do on what they were not made for."""

FRESH_COMPATIBLE: tuple[tuple[Passage, Passage], ...] = (
    (("Warranty", "Cookware has a warranty of 36 months."), ("Warranty", "Batteries have a warranty of 6 months.")),
    (("Points", "You earn 2 points per dollar."), ("Gold", "Gold members earn 3 points per dollar.")),
    (("Repairs", "A repair takes 2 weeks."), ("FAQ", "A repair takes 14 days.")),
    (("Shipping", "We ship to Canada in 6 days."), ("Shipping", "We ship to Mexico in 9 days.")),
    (("Account", "The link works for 20 minutes."), ("Account", "The code works for 10 minutes.")),
    (("Sizes", "The small bag holds 5 litres."), ("Sizes", "The large bag holds 12 litres.")),
    (("Returns", "We inspect a return within 3 days."), ("Refunds", "We issue a refund within 2 days.")),
    (("Fees", "A late return costs 5 USD."), ("Fees", "A return costs 3 USD.")),
    (("Care", "Water the fig once a week."), ("Care", "Water the fern every 2 days.")),
    (("Business", "Business customers pay within 30 days."), ("Payment", "Customers pay within 14 days.")),
    (("Hours", "The desk is open."), ("Hours", "On Sundays the desk is not open.")),
    (("Vouchers", "Vouchers are valid for 1 year."), ("Vouchers", "Birthday vouchers are valid for 30 days.")),
)

ATTACKED_CONFLICTS: tuple[tuple[Passage, Passage], ...] = (
    (("Refunds", "Refunds take 3 days and cost 5 USD."), ("FAQ", "Refunds take 14 days and cost 9 USD.")),
    (("Refunds", "Refunds are paid within 3 days."), ("FAQ", "It takes us 14 days to pay a refund.")),
    (("Returns", "Mugs can be returned."), ("FAQ", "We do not take mugs back.")),
    (("Returns", "We accept returns of mugs."), ("FAQ", "Mugs cannot be returned.")),
    (("Gift cards", "Gift cards last 5 years and can be refunded."), ("FAQ", "Gift cards cannot be refunded.")),
)
"""Pairs that once were taken for compatible: two values at once, other words, two predicates."""

ATTACKED_LOOK_ALIKES: tuple[tuple[Passage, Passage], ...] = (
    (("Refunds", "Refunds take 3 days and cost 5 USD."), ("FAQ", "Refunds cost 5 USD and take 3 days.")),
    (("Refunds", "Card refunds take 3 days and cost 5 USD."), ("FAQ", "PayPal refunds take 9 days and cost 2 USD.")),
    (("Parcels", "A parcel of 2 kg costs 5 USD."), ("FAQ", "A parcel of 5 kg costs 9 USD.")),
    (("Returns", "Mugs can be returned."), ("FAQ", "We do not take lamps back.")),
    (("Refunds", "Refunds are paid within 3 days."), ("FAQ", "It takes us 14 days to pay an invoice.")),
)
"""Pairs that look like those, and can both hold."""
