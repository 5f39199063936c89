"""What states nothing, and what only sounds as if it did not."""

from __future__ import annotations

from datetime import date

import pytest

from agent.claims import ClaimSplitter

NOTHING = (
    "Hello Maria,",
    "Hi there!",
    "Good evening, Tom!",
    "Hey!",
    "Welcome back!",
    "Dear Ms Finn,",
    "Thanks so much for your message.",
    "Thank you for getting in touch!",
    "Many thanks.",
    "Thanks again for your patience.",
    "I hope you are well.",
    "I hope this helps!",
    "Hope that helps.",
    "I'm so sorry about that.",
    "I am really sorry to hear that.",
    "Sorry for the trouble.",
    "Sorry about the confusion.",
    "My sincere apologies for the wait.",
    "We apologise for any inconvenience.",
    "Apologies for the mix-up!",
    "I understand how frustrating this is.",
    "I completely understand your frustration.",
    "Is there anything else I can help you with?",
    "What else can I do for you?",
    "Could you tell me your order number?",
    "Which of your orders do you mean?",
    "Do you have a photo of the jar?",
    "When did you place it?",
    "Shall I look into it?",
    "Would you like to speak to a person?",
    "Please let me know if I can help with anything else.",
    "Let me know!",
    "Feel free to ask if you have any other questions.",
    "If you have any other questions, please let us know.",
    "If there is anything else, just reply to this message.",
    "I'm happy to help.",
    "We are always here to help!",
    "I'd be glad to help with that.",
    "Happy to help!",
    "I cannot see your orders.",
    "I can't find an answer to that in our help articles.",
    "I'm afraid I don't have that information.",
    "Unfortunately, I cannot confirm this.",
    "I do not know the answer.",
    "I couldn't find any record of that.",
    "I was not able to find any information about it.",
    "We don't have any details on that yet.",
    "I'm sorry, but I can't find that in our articles.",
    "You mentioned that the lid was cracked.",
    "You asked about the blue jar.",
    "You wrote that the kettle is loud.",
    "Here is what I found:",
    "Here's what I found:",
    "Here are the details:",
    "Here is a summary:",
    "Below are the steps:",
    "Please follow these steps:",
    "Here are your options:",
    "In summary:",
    "To summarise:",
    "Let me explain.",
    "Let me check that for you.",
    "Have a lovely day!",
    "Take care!",
    "Best wishes,",
    "Warm regards,",
    "Yours sincerely,",
    "You're very welcome!",
    "Great question!",
    "Thanks for asking!",
    "No problem at all.",
    "Got it!",
)

SOMETHING = (
    "As you said, the box was wet.",
    "Your order ORD-1001:",
    "Here are the details of your order ORD-1001:",
    "I hope you are well paid.",
    "Let me check that for you, it was sent.",
    "Good question, refunds are free!",
    "Good evening, postage is free!",
    "I understand how late this is.",
    "Hello Maria, your refund was issued.",
    "Good news!  Your kettle was sent.",
    "Welcome gifts are free.",
    "Thanks for your order, which shipped today.",
    "Thank you for waiting, it is on its way.",
    "Thanks for the 40 USD.",
    "Thank you for returning the jar, we have received it.",
    "I hope you enjoy the refund we sent.",
    "I hope the replacement we shipped arrives soon.",
    "Sorry that your refund of 50 USD was late.",
    "Sorry that your refund was late.",
    "Sorry, we were closed.",
    "I'm sorry that we charged you twice.",
    "We apologise for charging you twice.",
    "We apologise that the parcel was lost.",
    "Apologies, the jar is sold out.",
    "I understand that your refund is late.",
    "I understand how late your refund of 50 USD is.",
    "As you said, we owe you 50 USD and that is right.",
    "As you said, we owe you money.",
    "You mentioned a broken lid, and we will replace it.",
    "You mentioned that it broke, so you get a new one.",
    "You asked about returns, which are free.",
    "You said it was late, which it was.",
    "You were told that it is free.",
    "Did you know refunds are free?",
    "Did you know that we ship to Malta?",
    "Are you aware that jars are excluded?",
    "Shall I send the refund of 50 USD to your card?",
    "Would you like the replacement we promised?",
    "Isn't it great that postage is free?",
    "Since your order is late, would you like a voucher?",
    "Your order was sent, right?",
    "Could you tell me your card number?",
    "Please reply with your password.",
    "Let me know your PIN.",
    "Let me know within 14 days.",
    "Feel free to keep the jar.",
    "Feel free to return it for free.",
    "If you have any questions, call us within 3 days.",
    "If you need help, our shop is open on Sundays.",
    "I'm happy to confirm that your refund is approved.",
    "We're glad to tell you that it was sent.",
    "Happy to say your refund is done.",
    "I'd be happy to refund you.",
    "I cannot see ORD-1001.",
    "I can't find your order, but the refund was issued.",
    "I don't know why your refund of 50 USD is late.",
    "I cannot confirm this, although you will get a refund.",
    "We cannot refund you.",
    "We don't ship to Malta.",
    "We do not have a shop in Cork.",
    "I can't find that you were charged twice.",
    "Here is your refund of 50 USD:",
    "Here are the reasons why you get a refund:",
    "In summary, jars are free.",
    "To summarise, your order was sent.",
    "Let me explain why we refund jars.",
    "Have a lovely day with the jar we sent!",
    "Take care, as the kettle is hot.",
    "You're welcome to return it.",
    "Great question, and yes, it is covered.",
    "No problem, we refund you.",
    "No.",
    "Correct.",
    "Absolutely!",
    "Got it, your refund is on the way.",
    "Your order ORD-1001 was late:",
    "Best of all, postage is free.",
    "Kind of late, but it was sent.",
)


def checkworthy(sentence: str) -> list[bool]:
    return [claim.checkworthy for claim in ClaimSplitter().split(sentence, date(2026, 11, 30))]


@pytest.mark.parametrize("sentence", NOTHING)
def test_courtesies_questions_offers_refusals_and_reports_state_nothing(sentence: str) -> None:
    assert not any(checkworthy(sentence))


@pytest.mark.parametrize("sentence", SOMETHING)
def test_a_claim_inside_a_courtesy_is_checked(sentence: str) -> None:
    assert any(checkworthy(sentence))


@pytest.mark.parametrize("name", ["Anna", "The Harbour Lane team", "Anna from Customer Support", "Your Support Team"])
def test_the_name_below_a_goodbye_states_nothing(name: str) -> None:
    assert checkworthy(f"Jars take 4 days.\n\nKind regards,\n{name}") == [True, False, False]


@pytest.mark.parametrize("line", ["Free Returns For All", "Refunds Are Free", "Jars take 4 days.", "Call 1 555 0199"])
def test_a_statement_below_a_goodbye_is_checked(line: str) -> None:
    assert checkworthy(f"Kind regards,\n{line}") == [False, True]


def test_a_name_that_follows_no_goodbye_is_checked() -> None:
    assert checkworthy("Jars take 4 days.\n\nThe Harbour Lane team") == [True, True]


def test_the_tables_are_long_enough_to_mean_something() -> None:
    assert len(set(NOTHING)) + len(set(SOMETHING)) >= 120
