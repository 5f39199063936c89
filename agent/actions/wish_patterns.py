"""The shapes of a plain request, as patterns over one clause; `wishes` says when a clause is read at all."""

from __future__ import annotations

import re

_LEAD = (
    r"^\W*(?:(?:and|but|so|also|hi|hello|hey|dear|there|team|all|ok|okay|yes|well|thanks|thank you|sorry|please|kindly|pls|plz|just|now"
    r"|instead|rather|simply|immediately|go ahead and|kindly|hi there|good (?:morning|day|evening|afternoon))\b\W*)*"
)
_FRAME = (
    r"(?:(?:can|could|would|will) (?:you|u|someone|somebody)(?: guys| all)? (?:please |kindly |just |maybe )*"
    r"|(?:i|we)(?: would|'d)? (?:really |very much |just |now |also |still )*(?:like|love|want|need|wish|prefer|wanna)(?: for)?(?: you)?(?: guys)? (?:to )?(?:please )?"
    r"|i(?:'d| would) appreciate (?:it )?if you (?:could|would) (?:please )?|(?:i|we) (?:kindly )?(?:request|ask|demand)(?: that)? (?:you )?(?:to )?"
    r"|i am (?:asking|requesting)(?: you)? (?:to )?|i'm (?:asking|requesting)(?: you)? (?:to )?|you (?:should|must|need to|have to) |let's |help me (?:to )?)?"
)
_SOON = r"(?:please |kindly |just |now |immediately |also |fully |simply )*"
_THING = r"(?:\b(?:it|this|that|them|these|those|everything|all|both|order|orders|purchase|parcel|package|shipment|delivery|items?|product|ord\b|ord-?\d|#?w\d)|\b(?:my|the|this|that|one|two|\d+|a|an)\b)"
_END = r"\W*(?:please|now|immediately|today|thanks|thank you|asap|for me)?\W*$"

CANCEL = re.compile(
    rf"{_LEAD}{_FRAME}{_SOON}(?:cancel|void)(?:{_END}|\s+(?:{_THING}|\#?\w*\d)|\s+for me)|{_LEAD}{_FRAME}{_SOON}call off (?:the|my) order\b"
    rf"|{_LEAD}{_FRAME}{_SOON}(?:stop|abort) (?:the|my|this) order\b(?! from\b)",
    re.IGNORECASE,
)
NOT_AN_ORDER = re.compile(
    r"\b(?:account|subscription|membership|appointment|newsletter|meeting|return|refund|request|exchange|plan|trial|profile|e-?mail"
    r"|reservation|booking|flight|card|cancellation|complaint|ticket|chat|conversation|change|replacement|message)s?\b",
    re.IGNORECASE,
)
REFUND_VERB = re.compile(
    rf"{_LEAD}{_FRAME}{_SOON}(?:refund|reimburse)(?:{_END}|\s+(?:{_THING}|me\b|us\b|\#?\w*\d|[$€£]))", re.IGNORECASE
)
REFUND = re.compile(
    rf"{_LEAD}{_FRAME}{_SOON}(?:(?:give|send|issue|process|get|have|receive|request|arrange|make|transfer|pay)(?: me| us)? )?"
    r"(?:back )?(?:a|an|my|the|our|for a)? ?(?:full |complete |partial |immediate |instant |\S*\d\S* )*(?:refund\b(?! (?:show|arrive|take|appear|status|policy|policies|form|process|button|page|email|e-mail))|money back\b|reimbursement\b)"
    rf"|{_LEAD}{_FRAME}{_SOON}pay me back\b|{_LEAD}{_FRAME}{_SOON}(?:return|give back) my money\b",
    re.IGNORECASE,
)
BARE_NOUN = re.compile(
    rf"{_LEAD}(?:(?:a|an|my|the|our)\s)?(?:full |partial )*(?:refund|reimbursement)\b(?! (?:me|my|it|this|the|us|ord|#|order))",
    re.IGNORECASE,
)
"""A clause that begins with the noun ("my refund has not come") asks for none unless a verb stands before it."""
_ADDRESS_NOUN = r"\b(?:delivery |shipping |postal |home |new |different |another )*address\b"
ADDRESS = re.compile(
    rf"{_LEAD}{_FRAME}{_SOON}(?:change|update|correct|amend|modify|edit|switch|fix|replace|set|alter)\b(?! on| about)[^?]{{0,60}}?{_ADDRESS_NOUN}"
    rf"|{_LEAD}{_FRAME}{_SOON}(?:send|ship|deliver|redirect|reroute|forward|mail)\s+(?:it|this|that|them|my|the|order|ord|\#?w\d|everything)\b[^?]{{0,40}}?\b(?:to|at)\s+"
    r"(?:(?:a|my|the|our|this)\s(?:\w+\s){0,2}address\b|\d+\w?\s+[A-Za-z]|[A-Z][\w.]+(?:\s[\w.]+){0,3}\s\d)"
    rf"|{_LEAD}{_FRAME}{_SOON}use (?:this|a different|another|my new|the following)\s(?:\w+\s){{0,2}}address\b",
    re.IGNORECASE,
)
OTHER_ADDRESS = re.compile(r"\b(?:e-?mail|mail address|billing|invoice|ip|web)\b", re.IGNORECASE)
RESEND = re.compile(
    rf"{_LEAD}{_FRAME}{_SOON}(?:resend|re-send|reship|re-ship|replace)(?:{_END}|\s+(?:{_THING}|me\b|us\b|\#?\w*\d))"
    rf"|{_LEAD}{_FRAME}{_SOON}(?:send|ship|mail|get|give|have|arrange|issue|order)?\s?(?:me |us )?(?:a |an |another |the |my )(?:new |free )*(?:replacement\b(?! policy| process| part)|new one\b)"
    rf"|{_LEAD}{_FRAME}{_SOON}(?:send|ship)\s(?:(?:me|us)\s)?(?:it|them|this|that|everything|another(?: one)?|the \w+|my \w+|the \w+ \w+|my \w+ \w+)\s?(?:out )?(?:again|once more|anew)\b"
    rf"|{_LEAD}{_FRAME}{_SOON}send (?:me |us )?another\b(?! address)",
    re.IGNORECASE,
)
BARE_REPLACEMENT = re.compile(rf"{_LEAD}(?:the|my)\s(?:new |free )*(?:replacement|new one)\b", re.IGNORECASE)
SWAPPED = re.compile(
    r"\b(?:with|by|into) (?:a|an|the|one|another|something)\b|\bfor (?:a|an|another|something) (?:different|new|larger|smaller|bigger|other)\b|\bsize\b|\bcolou?r\b",
    re.IGNORECASE,
)
"""A replacement by something else is an exchange, which a person arranges."""
CHANGE = re.compile(
    rf"{_LEAD}{_FRAME}{_SOON}(?:change|correct|exchange|modify|swap|amend|edit|upgrade|downgrade|combine|merge|split|postpone|delay|reschedule"
    r"|hold|add|remove|take|update(?! on| about| me)|cancel|resend|replace|resize|expedite)\b.{0,60}?"
    r"\b(?:order|orders|ord\b|ord-?\d+|\#?w\d+|address|delivery|shipment|parcel|package|it|items?|size|colou?r|quantity|payment|return|one)\b",
    re.IGNORECASE,
)
