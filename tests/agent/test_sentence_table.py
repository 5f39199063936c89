"""Sentence ends by hand: a bar stands where a sentence ends, in texts of every kind that a reply may hold."""

from __future__ import annotations

import pytest

from agent.sentences import find_sentences

TEXTS = (
    "",
    "Jars take 4 days.",
    "Jars take 4 days.¦ Lids take 6 days.",
    "Really?¦ Yes!¦ Jars take 4 days.",
    "Bring a document, e.g. the slip or an invoice.¦ Lids take 6 days.",
    "Use a soft cloth, i.e. Cotton or linen.¦ Lids take 6 days.",
    "It weighs approx. 400 g.¦ Lids take 6 days.",
    "It weighs approx. Four kilos.",
    "Ask for No. 5 at the counter.¦ Lids take 6 days.",
    "Our shop is at 4 St. Anne Row.¦ Lids take 6 days.",
    "Send it to St. Helier.¦ It takes 2 days.",
    "Kettles by Brewer Inc. are covered.¦ Jars are not.",
    "Kettles by Brewer Ltd. are covered for 2 years.",
    "We open at 9 a.m. and close at 5 p.m. on weekdays.",
    "We close at 5 p.m.¦ The parcels leave the day after.",
    "Dr. Quill checks each jar.¦ Mr. Finn packs it.",
    "See Fig. 3 on the slip.¦ It shows the seal.",
    "Jars vs. lids: both are glazed.",
    "We take jars, lids, etc. back for 30 days.",
    "The min. order is 10 USD.¦ The max. weight is 4 kg.",
    "Jars cost $4.95.¦ Lids cost €3.50.",
    "Jars cost 1,204.50 USD.¦ Lids are cheaper.",
    "You pay £0.99 a lid.¦ That is all.",
    "It costs 4.95 USD per jar.¦ 10 jars cost 40 USD.",
    "Read https://harbourlane.example/returns.html first.¦ Then call.",
    "Read https://harbourlane.example/a?b=1.2&c=d.¦ It is short.",
    "Go to harbourlane.example.¦ Sign in there.",
    "Write to help@harbourlane.example.¦ We reply in a day.",
    "Write to jo.finn@mail.harbourlane.example today.",
    "Your order ORD-1001 was sent.¦ ORD-1002 was not.",
    "Order #W2611340 was sent.¦ #W2611341 was not.",
    "Version 4.2.1 is out.¦ Version 5.0 comes later.",
    "Use firmware v2.10.3-beta.1 or later.¦ Restart it.",
    "It holds 0.75 litres.¦ 1.5 litres is too much.",
    "Code E-4012.7 means a cold heater.¦ Wait an hour.",
    "Set retry.backoff_ms to 250.¦ Restart it.",
    "Well… jars take 4 days.¦ Lids take 6 days.",
    "Hmm... jars take 4 days.¦ Lids take 6 days.",
    "“Jars take 4 days.” is what the page says.",
    "The page says “jars take 4 days.”¦ Lids take 6 days.",
    '"It is glazed."¦ That is true.',
    "She said 'fine' and left.¦ Lids take 6 days.",
    "Done!¦ 🎉 Jars take 4 days.",
    "Jars take 4 days.¦ 😊 Lids take 6 days.",
    "✅ Jars take 4 days.¦ ❌ Lids do not.",
    "Run `support kb sync .` first.¦ Then ask.",
    "Set `a.b = 1.5` in the file.¦ Save it.",
    "Jars (see p. 4) take 4 days.¦ Lids take 6 days.",
    "Jars take 4 days (lids take 6 days).¦ Spoons take 8 days.",
    "**Jars take 4 days.**¦ Lids take 6 days.",
    "*Jars* take 4 days.¦ _Lids_ take 6 days.",
    "We ship:¦\n- jars¦\n- lids",
    "We ship:¦\n- jars\n  of 1.5 litres¦\n  - blue ones¦\n- lids",
    "1. Sign in.¦\n2. Open the page.¦ Click it.¦\n3. Print it.",
    "1) Sign in¦\n2) Pay 4.95 USD¦\n\nLids take 6 days.",
    "• jars¦\n• lids",
    "* jars, e.g. blue ones¦\n* lids",
    "| Item | Time |¦\n|---|---|\n| Jars | 4 days. Or less. |¦\n| Lids | 6 days |",
    "| Jars | $4.95 |¦\n\nLids take 6 days.",
    "# Jars¦\n\nThey take 4 days.",
    "Hi Anna,¦\nJars take 4 days.",
    "Jars take 4 days.¦\nLids take 6 days.",
    "Jars take from 4 to\n6 days.¦ Lids take longer.",
    "> Jars take 4 days.¦\n> Lids take 6 days.",
    "Kind regards,¦\nThe shop",
    "It came on 3 Mar. 2026 at noon.¦ It was whole.",
    "It came on Mon. 3 March.¦ It was whole.",
    "It came in Sept. 2026.¦ It was whole.",
    "The lid is 5 in. wide.¦ The jar is 7 in. high.",
    "Reply within 24 hrs. of delivery.¦ Lids take 6 days.",
    "Call +353 1 555 0199.¦ We answer at once.",
    "The U.S. shop is closed.¦ The E.U. shop is open.",
    "Jars are made in the U.K.¦ The lids are not.",
    "Ask J. Finn about it.¦ He packs them.",
    "Really?!¦ Yes.",
    "Jars take 4 days!!!¦ Lids take 6 days.",
    "返金は5日かかります。¦送料は無料です。",
)


def parted(marked: str) -> list[str]:
    return [" ".join(piece.split()) for piece in marked.split("¦") if piece.strip()]


def without_rules(text: str) -> str:
    return text.replace("|---|---|\n", "").replace("\n> ", "\n").removeprefix("> ")


@pytest.mark.parametrize("marked", TEXTS)
def test_sentences_end_where_a_reader_ends_them(marked: str) -> None:
    found = [" ".join(one.text.split()) for one in find_sentences(marked.replace("¦", ""))]
    assert found == parted(without_rules(marked))


def test_the_table_is_long_enough_to_mean_something() -> None:
    assert len(set(TEXTS)) == len(TEXTS) >= 60
