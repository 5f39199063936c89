"""A shop of one article and two orders for conversation cases, which costs little to index."""

from __future__ import annotations

from pathlib import Path

SHOP = """\
defaults:
  today: 2026-11-30
  customer: C-1
  shop:
    sample: false
    settings: {knowledge: {reranker: none}}
    articles:
      gifts.md: |
        # Gifts

        ## Gift wrapping

        Gift wrapping costs 3.00 USD for each item. Choose it in the basket before you pay.

        ## Gift notes

        A gift note of up to 200 characters is free of charge.
    orders:
      customers:
      - {customer_id: C-1, name: Ada Young, email: ada@example.com, postcode: "97205"}
      - {customer_id: C-2, name: Bo Zimmer, email: bo@example.com, postcode: "10115"}
      orders:
      - order_id: ORD-501
        customer_id: C-1
        status: delivered
        placed_on: 2026-11-15
        shipped_on: 2026-11-17
        delivered_on: 2026-11-21
        currency: USD
        shipping_fee: 4.00
        address: {line1: 1 Hill Road, city: Portland, postcode: "97205", country: US}
        items: [{sku: AP-1, name: Linen apron, quantity: 1, unit_price: 34.00, category: home}]
        payments: [{kind: payment, amount: 38.00, method: credit_card, on: 2026-11-15}]
      - order_id: ORD-502
        customer_id: C-2
        status: pending
        placed_on: 2026-11-28
        tracking_number: ZZ900200300
        currency: USD
        shipping_fee: 0.00
        address: {line1: Secret Lane 7, city: Berlin, postcode: "10115", country: DE}
        items: [{sku: VA-1, name: Quiet vase, quantity: 1, unit_price: 61.25, category: home}]
cases:
"""

WRAPPING = """\
- name: wrapping
  tags: [articles]
  turns:
  - say: How much does gift wrapping cost?
    expect:
      outcome: answered
      contains: 3.00 USD
      means: For every item, gift wrapping costs 3.00 USD.
      cites: gifts › Gift wrapping
      proved_by: gifts
      retrieved: gifts
      shown: gifts
      not_cites: gifts › Gift notes
      cut: none
      handoff: none
      action: none
      removed: []
"""

REFUND = """\
- name: refund
  tags: [actions]
  turns:
  - say: Please refund the linen apron of ORD-501.
    expect: {outcome: asked_back, action: {kind: refund, status: certified, order: ORD-501, amount: 38.00}}
  - say: yes
    expect: {outcome: answered, action: executed, matches: 'A-[0-9a-f]{10}'}
  - say: Where is ORD-502?
    expect: {outcome: asked_back, not_contains: pending}
  finally:
    orders: {ORD-501: {status: refunded, refunded: 38.00, address.city: Portland, items.1.quantity: 1}}
    no_leak: [C-2]
    handoffs: 0
    approvals: 0
    memory: {lacks: Secret Lane}
"""

INVENTED = """\
- name: invented
  tags: [grounding]
  turns:
  - say: How much does gift wrapping cost?
    draft: Gift wrapping costs 3.00 USD for each item. [E1] We wrap within 24 hours.
    expect:
      outcome: answered_with_cuts
      contains: 3.00 USD
      cut: within 24 hours
      not_contains: 24 hours
      handoff: unsupported_claim
"""

WRONG = """\
- name: wrong
  why: It is meant to fail.
  turns:
  - say: How much does gift wrapping cost?
    expect: {contains: [3.00 USD, 4.00 USD], means: Gift wrapping costs 4.00 USD for each item., cites: gifts, handoff: any}
  finally: {orders: {ORD-501: {status: pending}}, handoffs: [distress]}
"""

WEAK = """\
- name: weak
  turns:
  - say: My lawyer will write to you.
    expect: {outcome: handed_off, handoff: policy_topic}
"""


def case_file(folder: Path, *cases: str, name: str = "shop.yaml") -> Path:
    """A file of these cases, on the small shop."""
    folder.mkdir(parents=True, exist_ok=True)
    path = folder / name
    path.write_text(SHOP + "".join(cases), encoding="utf-8")
    return path
