"""Set phrases: patterns that cover a clause wholly or not at all, and the words that several kinds of them share."""

from __future__ import annotations

import re

ANY_MORE = r"(?:any |some )?(?:(?:other|more|further|additional) )?"
QUESTIONS = rf"{ANY_MORE}(?:questions?|concerns?)(?: or (?:concerns?|comments?|questions?))?(?: at all)?"
HELP = rf"{ANY_MORE}(?:help|assistance|information|details|support)"
THIS = r"(?:this|that|it)"
THAT_IS_HARD = (
    r"(?:(?:so|very|really|quite|rather) )?(?:frustrating|annoying|disappointing|upsetting|inconvenient|difficult|stressful|important"
    r"|worrying|confusing|unpleasant|tiresome|inconveniencing)"
)
TROUBLE = (
    r"(?:(?:the|any|all|this|that|your|for|about) )*(?:(?:further|possible|long|extra|late) )?"
    r"(?:troubles?|inconvenience|confusion|delays?|wait|waiting|mix-up|misunderstanding|frustration|disappointment|hassle|bother"
    r"|stress|upset|reply|(?:bad |poor )?experience|problems?|issues?|situation)(?: (?:with|on|about) (?:this|that|it|your (?:order|parcel|item|delivery)))?"
    r"(?: (?:this|it) (?:may cause|may have caused|has caused)(?: you)?| caused| you(?:'ve| have) had)?"
)
"""What a shop is sorry for without saying that anything happened."""
PROMISED = re.compile(
    r"\b(?:refund\w*|money|replac\w+|return\w*|exchang\w+|credit\w*|labels?|pay|paid|charg\w+|keep|window|exception\w*|free|no cost"
    r"|waive\w*|owe[ds]?|compensat\w+|vouchers?|warrant\w+|guarante\w+|discounts?|bonus|gifts?|reimburs\w+|cash|fees?|extend\w*"
    r"|lifelong|lifetime|forever)\b",
    re.IGNORECASE,
)
"""What a shop can promise: a courtesy or an offer that speaks of it is more than one."""
SECRETS = re.compile(
    r"\b(?:pass(?:word|code|phrase)|the code|pin|cvv|cvc|security code|card (?:number|details)|bank (?:details|account|login)|log ?in|visit|click"
    r"|download|install|wire|transfer)\b",
    re.IGNORECASE,
)
"""What no shop may ask for, and where a customer may be sent."""


def closed(*phrases: str) -> re.Pattern[str]:
    """One pattern of several phrases, for `fullmatch`, in any letter case."""
    return re.compile("|".join(f"(?:{phrase})" for phrase in phrases), re.IGNORECASE)
