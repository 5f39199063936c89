"""Requests for what helps to find an order or to see a problem, as an order to tell or within a question.

To tell which item is meant is one thing, to send the item is another: what is sent, given or shared is a number, a name, an
address, a date or a picture.
"""

from __future__ import annotations

from agent.phrases import THIS

_DETERMINERS = (
    r"(?:(?:a|an|the|your|their|its|any|those|these|that|this|following|full|first|last|new|current|exact|correct) )*"
)
_SENT = (
    r"(?:(?:order|tracking|return|invoice|customer|reference|model|item|product) (?:numbers?|ids?|names?)|e-?mail(?: address)?|numbers?"
    r"|(?:(?:delivery|shipping|billing|home|postal|street) )?address|names?|zip ?codes?|post(?:al )?codes?|(?:phone|telephone) number"
    r"|(?:purchase|order|delivery) date|date(?: of (?:the )?(?:purchase|order|delivery))?"
    r"|(?:few |a few |more |further |some )*(?:details|information)"
    r"|(?:photos?|pictures?|screenshots?)(?: of (?:it|them|(?:the|your|what) (?:damaged |broken |whole )?[a-z-]{1,20}))?)"
)
_OF_WHAT = (
    r"(?: (?:again|instead|as well|on the (?:order|account)|(?:of|for) (?:this|that|the|your) (?:order|items?|parcel)"
    r"(?: (?:that )?you (?:wish|want|would like|'d like) to (?:return|exchange|cancel|change|modify|ask about))?"
    r"|about (?:this|that|it|the (?:problem|issue|order|item|damage|parcel))))?"
)
_DETAIL = rf"{_DETERMINERS}{_SENT}{_OF_WHAT}"
DETAILS = rf"{_DETAIL}(?:, (?:and |or )?{_DETAIL}| (?:and|or) {_DETAIL}){{0,4}}"
WHICH = (
    r"(?:(?:which|what) (?:of (?:your|the|these) (?:two |three |four )?)?(?:(?:orders?|items?|products?|one|address|parcel|date) )?"
    r"(?:it is(?: about)?|this is|you mean|this is about|that is|it was|is affected|you are asking about|you have in mind|you(?:'d| would) (?:like|prefer))"
    r"|when you (?:placed|bought|ordered) (?:it|this|the order)|where you (?:bought|ordered) (?:it|this))"
)
_TOLD = (
    rf"(?:{WHICH}|(?:the|your|which) (?:order|items?|product)|(?:(?:a )?(?:bit|little) )?more(?: about (?:{THIS}|the (?:problem|issue|order|item|damage|parcel)))?"
    r"|what happened|what you mean|(?:in a few (?:words|sentences) )?what you(?:'d| would) like to know"
    rf"|(?:the|your) (?:problem|issue|question|damage)|{THIS})"
)
_SO_THAT = (
    r"(?: so (?:that )?(?:i|we) can (?:try to )?(?:help(?: you)?(?: further)?|look into (?:this|that|it)|check(?: (?:this|that|it))?(?: for you)?"
    r"|(?:find|locate|look up) (?:it|your (?:order|account|user id))|look (?:it|that|this) up|assist you(?: further)?"
    r"|(?:verify|authenticate|confirm) your identity)(?: that way| for you)?)?"
)
_TELL = r"(?:let (?:me|us) know|(?:tell|confirm|check|double-check|describe|explain|verify)(?: (?:me|us))?)"
_SEND = r"(?:(?:send|give|share|provide|reply)(?: (?:me|us))?(?: with)?)"
REQUEST = rf"(?:{_TELL} (?:{DETAILS}|{_TOLD})|{_SEND} {DETAILS})(?: once more| again| here| please| and (?:send|provide|try) it again)?{_SO_THAT}"
"""Whole requests in the imperative: "send us a photo of the damage"."""
