"""Drafts that are easily cut into a lie, each with what must not be said without what."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Tied:
    """A draft, and pairs of its phrases: the first must never be sent without the second."""

    draft: str
    ties: tuple[tuple[str, str], ...] = ()


DRAFTS = (
    Tied("Jars can be sent back. Only if the seal is whole. Lids take 4 days.", (("Jars", "Only if"),)),
    Tied("Jars can be sent back unless they are engraved. Lids take 4 days.", (("Jars", "unless"),)),
    Tied(
        "Everything can be sent back, with two exceptions:\n- engraved jars\n- opened spices\n\nLids take 4 days.",
        (("Everything", "engraved"), ("Everything", "spices"), ("engraved", "Everything")),
    ),
    Tied(
        "All jars can be sent back. There are two exceptions. Engraved jars stay with you. Opened spices are binned.",
        (("All jars", "two exceptions"), ("two exceptions", "Engraved"), ("two exceptions", "Opened")),
    ),
    Tied(
        "You can send it back if:\n- the seal is whole\n- you kept the slip\n\nLids take 4 days.",
        (("You can", "seal"), ("You can", "slip"), ("seal", "You can")),
    ),
    Tied(
        "We do not take back:\n- spices\n- vouchers\n\nLids take 4 days.",
        (("spices", "not take back"), ("vouchers", "not take back"), ("spices", "vouchers")),
    ),
    Tied(
        "Postage is free.*\n\nLids take 4 days.\n\n* Only inside Ireland.",
        (("Postage", "Ireland"), ("Ireland", "Postage")),
    ),
    Tied(
        "Postage is free.† Lids take 4 days.\n\n† For club guests, above 40 USD.",
        (("Postage", "club"), ("club", "Postage")),
    ),
    Tied("Postage is free.¹ Lids take 4 days.\n\n¹ Above 40 USD.", (("Postage", "40"),)),
    Tied(
        "Jars cost 9 USD. Lids take 4 days. For the amounts, see above.", (("see above", "Jars"), ("see above", "Lids"))
    ),
    Tied("The prices below hold for jars. A small jar costs 9 USD.", (("prices below", "small jar"),)),
    Tied(
        "Here are the steps:\n1. Unplug the kettle.\n2. Wait until it is cold.\n3. Open the lid.\n4. Remove the filter.",
        (("Wait", "Unplug"), ("Open the lid", "Wait"), ("Remove", "Open the lid")),
    ),
    Tied(
        "1. Open your account.\n   - Use the shop's own page.\n2. Select the jar.\n   - Tick the box below it.\n3. Print the slip.",
        (("Select", "Open"), ("Print", "Select"), ("Tick", "Select")),
    ),
    Tied(
        "First, unplug the kettle. Then, wait for an hour. Finally, open the lid.",
        (("wait for", "unplug"), ("open the lid", "wait for")),
    ),
    Tied(
        "Unplug the kettle. After that, open the lid. Next, remove the filter.",
        (("open", "Unplug"), ("remove", "open")),
    ),
    Tied(
        "| Item | Send back |\n|---|---|\n| Jars | 30 days |\n| Engraved jars | not possible |\n\nLids take 4 days.",
        (("30 days", "not possible"), ("30 days", "Send back")),
    ),
    Tied(
        "| Item | Send back |\n|---|---|\n| Spices | 2 days |\n| All other items | 30 days |",
        (("All other", "Spices"),),
    ),
    Tied("- Spices take 2 days.\n- All other parcels take 6 days.", (("All other", "Spices"),)),
    Tied(
        "We sell small and large jars. The former cost 9 USD. The latter cost 12 USD.",
        (("former", "small"), ("latter", "small")),
    ),
    Tied("Jars take 4 days. The second one takes longer.", (("second one", "Jars"),)),
    Tied("Jars take 4 days. You can send them back for 30 days.", (("them", "Jars"),)),
    Tied("Jars are glazed. We replace them for a year. This covers cracks.", (("them", "Jars"), ("This", "replace"))),
    Tied("Your kettle arrived broken. Therefore, we take it back. Lids take 4 days.", (("take it back", "broken"),)),
    Tied(
        "The seal is whole. In that case, you get 40 USD back. Otherwise, you get 10 USD.",
        (("40 USD", "seal"), ("10 USD", "40 USD")),
    ),
    Tied("Jars are free to send back. However, engraved jars are not.", (("Jars are free", "engraved"),)),
    Tied("Jars are free to send back. Still, vouchers never are. Lids take 4 days.", (("Jars are free", "vouchers"),)),
    Tied("Jars take 4 days. However, lids take 6 days."),
    Tied("Jars take 4 days. Also, lids take 6 days. In addition, spoons take 8 days."),
    Tied(
        'The page says "Jars take 4 days. Lids take 6 days." Spoons take 8 days.', (("Jars", "Lids"), ("Lids", "Jars"))
    ),
    Tied("Spoons take 8 days (jars take 4 days. Lids take 6 days).", (("Lids", "Spoons"), ("Spoons", "Lids"))),
    Tied("**Jars take 4 days. Lids take 6 days.** Spoons take 8 days."),
    Tied("*Jars take 4 days. Lids take 6 days.* Spoons take 8 days."),
    Tied(
        "## Club guests only\n\nPostage is free.\n\n## Lids\n\nLids take 4 days.",
        (("Postage", "Club"), ("Club", "Postage")),
    ),
    Tied(
        "You can send it back within 30 days if it is sealed, and we pay the postage. Lids take 4 days.",
        (("30 days", "sealed"), ("pay the postage", "30 days")),
    ),
    Tied(
        "Your order ORD-2001 was delivered on 3 March and the refund of 45 USD was issued on 5 March. Lids take 4 days."
    ),
    Tied(
        "ORD-2001 was shipped on 2 March and delivered on 5 March. Lids take 4 days.", (("delivered", "ORD-2001 was"),)
    ),
    Tied(
        "ORD-2001 was placed on 1 March, shipped on 2 March and delivered on 5 March.",
        (("shipped", "placed"), ("delivered", "and delivered")),
    ),
    Tied("Parcels are free, but jars are never sent abroad.", (("Parcels", "jars are never"), ("jars", "Parcels"))),
    Tied(
        "Your order was shipped on 2 March, but it has not been delivered yet.",
        (("shipped", "not been"), ("not been", "shipped")),
    ),
    Tied("Jars take 4 days; lids take 6 days; spoons take 8 days."),
    Tied("ORD-2001 and ORD-2002 are yours. Both orders were shipped on 2 March.", (("Both", "ORD-2001"),)),
    Tied(
        "We refund:\n- jars\n  - only with the slip\n- lids\n\nSpoons take 8 days.",
        (("jars", "only with the slip"),),
    ),
    Tied(
        "There are two ways to send it back:\n- by post\n- at a counter\n\nSpoons take 8 days.",
        (("two ways", "post"), ("two ways", "counter"), ("post", "two ways")),
    ),
    Tied(
        "Jars can be sent back. The exceptions are:\n- engraved jars\n- gift jars\n\nSpoons take 8 days.",
        (("can be sent", "engraved"), ("can be sent", "gift jars")),
    ),
    Tied("Jars can be sent back. This applies only to sealed ones. Lids take 4 days.", (("can be", "applies only"),)),
    Tied("Jars can be sent back. Members have 60 days. Others have 30 days.", (("Others", "Members"),)),
    Tied("Here is what I found:\n\nJars take 4 days.\n\nSpoons take 8 days.", (("what I found", "4 days"),)),
    Tied("According to our Jars article:\nJars take 4 days.\n\nSpoons take 8 days.", (("Jars article", "Jars take"),)),
    Tied("1. Jars take 4 days.\n2. Lids take 6 days.\n3. Spoons take 8 days."),
    Tied("> Jars take 4 days.\n> They are glazed.\n\nSpoons take 8 days.", (("They", "Jars take"),)),
    Tied("Yes. Jars can be sent back. Lids take 4 days.", (("Yes", "Jars"),)),
    Tied("No, jars cannot be sent back. But lids can. Spoons take 8 days.", (("ids can", "jars cannot"),)),
    Tied(
        "To send it back:\n- pack the jar\n- print the slip\n- take it to a counter\n\nLids take 4 days.",
        (("print", "pack"), ("counter", "print"), ("pack", "To send")),
    ),
    Tied(
        "| Where | Cost |\n|---|---|\n| Ireland | free |\n| Malta | 9 USD |\n\nThese prices apply to members. Lids take 4 days.",
        (("Ireland", "apply to members"), ("Malta", "apply to members")),
    ),
    Tied(
        "We refund:\n- jars\n- spoons\n\nOnly with the slip. Lids take 4 days.",
        (("jars", "Only with"), ("spoons", "Only with"), ("Only with", "spoons")),
    ),
    Tied("Please note: jars are excluded. All items can be sent back. Lids take 4 days.", (("All items", "excluded"),)),
    Tied(
        "All items can be sent back. Please note that jars are sold as they are. Lids take 4 days.",
        (("All items", "as they are"),),
    ),
    Tied("All items can be sent back. Jars are final sale. Lids take 4 days.", (("All items", "final sale"),)),
    Tied("Your refund:\n- 40 USD for the jar\n- minus 9 USD postage\n\nLids take 4 days.", (("40 USD", "minus"),)),
    Tied("Postage is free above 50 USD. Below that, it costs 9 USD. Lids take 4 days.", (("Below that", "above 50"),)),
    Tied(
        "Option 1: send the jar back.\nOption 2: keep the jar and get 9 USD.\n\nLids take 4 days.",
        (("Option 2", "Option 1"),),
    ),
    Tied(
        "Q: Can I send jars back?\nA: Jars can be sent back for 30 days.\n\nLids take 4 days.",
        (("A:", "Q:"), ("Q:", "A:")),
    ),
    Tied("**How long do jars take?**\n\nJars take 4 days.\n\nLids take 4 days.", (("How long", "Jars take"),)),
    Tied("See the list below.\n\n- Jars take 4 days.\n- Lids take 6 days.", (("See", "Jars"), ("See", "Lids"))),
    Tied(
        "Your order ORD-2001 was delivered on 3 March and we refunded 45 USD on 5 March, but the postage was kept. Lids take 4 days.",
        (("refunded", "postage was kept"), ("postage was kept", "refunded")),
    ),
    Tied("Club guests pay nothing. Everyone else pays 9 USD. Lids take 4 days.", (("Everyone else", "Club guests"),)),
    Tied(
        "ORD-2001 and ORD-2002 are yours. The second one was sent on 3 March. Lids take 4 days.",
        (("The second one", "ORD-2002"),),
    ),
    Tied("Jars take 4 days (lids do not). The rest takes 8 days.", (("The rest", "Jars"),)),
    Tied(
        "Jars cost 9 USD. The same holds for lids. Similarly, spoons cost 9 USD.",
        (("same", "Jars"), ("Similarly", "same")),
    ),
    Tied("Mind the heat.¹\n\nLids take 4 days.¹\n\n¹ Unless it snows.", (("heat", "snows"), ("Lids", "snows"))),
    Tied(
        "1. Open the lid.\n2. Clean the jar.\n3. Close the lid.\n\nThen wait for an hour.\n\nSpoons take 8 days.",
        (("Then wait", "Close"), ("Close", "Clean")),
    ),
)
