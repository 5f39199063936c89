"""Courtesies: greetings, thanks, apologies, sympathy and good wishes that tell no event."""

from __future__ import annotations

import re

from agent.phrases import THAT_IS_HARD, THIS, TROUBLE, closed
from agent.signatures import is_name

_THEIR = (
    r"(?:(?:quick|kind|prompt|swift|continued|detailed|helpful|friendly|very|valued) )*(?:messages?|e-?mails?|questions?|enquir(?:y|ies)"
    r"|inquir(?:y|ies)|requests?|patience|understanding|reply|response|answer|help|time|interest|feedback|words|call|note|letter"
    r"|orders?|purchase|trust|loyalty|support|cooperation|photos?|pictures?|details|information|order number|concerns?)"
)
_DOING = (
    r"(?:being (?:so |very )?patient|(?:getting|being) in touch|reaching out|contacting (?:us|me)|writing|waiting|asking|clarifying|explaining|checking"
    r"|calling|replying|flagging|raising|reporting|noticing|coming back|bearing with (?:me|us)|letting (?:me|us) know|sharing(?: (?:this|that|it|the details))?"
    r"|(?:providing|sending) (?:this|that|it|the (?:correct )?(?:details|information|photos?|e-?mail|number))"
    r"|(?:choosing|shopping with|being with) us|choosing our (?:shop|store|service))"
    r"(?: (?:(?:to|with|about) (?:us|me|this|that|it|your (?:question|concern|order))|this|that|in|again|back|today|first))*"
)
_THING = rf"(?:(?:all )?(?:your|the|that|this) {_THEIR}(?: and (?:your )?{_THEIR})?(?: about (?:this|that|it)| in (?:us|our (?:shop|store)))?|(?:(?:you|your) )?{_DOING}|everything|that|this)"
_SYMPATHY = rf"(?:why that is|how) {THAT_IS_HARD}(?: (?:this|that|it) (?:is|must be|can be|may be))?(?: for you)?"
_SYMPATHIES = rf"(?:{_SYMPATHY}|(?:that )?(?:this|it) (?:is|must be|can be|may be) {THAT_IS_HARD}(?: for you)?|how important (?:this|that|it) is(?: (?:to|for) you)?)"

_GREETING = re.compile(
    r"(?:hi|hello|hey|dear|greetings|welcome(?: back)?|good (?:morning|afternoon|evening|day))"
    r"(?: (?:there|again|all|everyone|you|customer|valued customer|sir|madam))?(?P<name>(?: [^\W\d_][\w'.-]{0,20}){0,3})",
    re.IGNORECASE,
)
_COURTESIES = closed(
    rf"(?:many |kind |best |warm(?:est)? |big )?(?:thanks|thank you|regards|wishes)(?: (?:so|very) much| a lot| kindly)?(?: again)?"
    rf"(?: (?:once )?again)?(?: for {_THING}(?: and (?:for )?{_THING})?)?",
    rf"(?:i |we )?(?:do |really |very much |truly )*appreciate (?:{_THING}|you)",
    rf"(?:(?:i'm|we're|i am|we are|my|our) )?(?:(?:so|very|really|truly|sincere|sincerest) )*(?:sorry|apologies)(?: again)?"
    rf"(?: (?:for|about) (?:that|this|it|{TROUBLE})| to hear (?:that|this|it|about (?:that|this|it|{TROUBLE})))?",
    rf"(?:(?:i'm|we're|i am|we are) )?(?:(?:so|very|really) )?sorry (?:that )?(?:this|that|it) (?:is|has been|was) {THAT_IS_HARD}(?: for you)?",
    rf"(?:(?:i'm|we're|i am|we are) )?(?:(?:so|very|really) )?sorry (?:to hear )?(?:that )?you(?:'re| are|'ve| have|'ve had| had)? (?:disappointed|upset|frustrated|unhappy|to wait|been kept waiting|(?:having |had )?(?:trouble|problems?|difficulties)(?: with {THIS})?)",
    rf"(?:i|we) (?:(?:do|really|sincerely|deeply) )*apologi[sz]e(?: again)?(?: (?:for|about) (?:that|this|it|{TROUBLE}))?",
    rf"(?:please )?accept (?:my|our) (?:sincere )?apologies(?: for (?:that|this|it|{TROUBLE}))?",
    rf"(?:i|we) (?:(?:completely|fully|can|do|totally|certainly) )*(?:understand|see|appreciate|know|reali[sz]e|can imagine)"
    rf" (?:your (?:frustration|concerns?|situation|point|question|disappointment|worry|position)|{_SYMPATHIES}|that|this)",
    rf"(?:i|we) hear you|(?:i |we )?know this is not ideal|{THIS} (?:must be|sounds|can be) {THAT_IS_HARD}(?: for you)?",
    r"(?:have|enjoy) (?:a|an|the rest of your)(?: (?:very|nice|good|great|lovely|wonderful|pleasant|fine|relaxing|excellent|beautiful))*"
    r" (?:rest of (?:your|the) )?(?:day|evening|weekend|week|morning|afternoon|time|one|night)(?: ahead| too| today)?",
    r"(?:please )?take care(?: of yourself)?|you(?:'re| are) (?:very |most |always )?welcome|no (?:problem|worries)(?: at all)?|my pleasure"
    r"|i'm afraid|got it|great|lovely|wonderful|perfect|noted|understood|(?:yours )?(?:sincerely|truly|faithfully)|cheers|all the best|best|warmly|yours|(?:please )?stay (?:well|safe)|(?:i )?(?:wish|wishing) you (?:a|an) (?:(?:very|nice|good|great|lovely|wonderful|pleasant) )*(?:day|evening|weekend|week)|(?:talk|speak|see) (?:to )?you (?:soon|again)|hope to see you again(?: soon)?|good ?bye|bye(?: for now)?"
    r"|(?:that's |that is )?an? (?:great|good|fair|excellent|very good) question|(?:great|good|fair|excellent|very good) question",
)
_SET = closed(
    r"(?:i |we )?(?:do |really )?hope (?:you are|you're|all is|this (?:message |e-?mail )?finds you)(?: doing)?(?: well)?",
    rf"(?:i |we )?(?:do |really )?hope (?:this|that|it|that's|(?:this|the) (?:information|answer)) (?:helps|helped|makes sense|(?:is )?(?:helpful|useful)(?: (?:to|for) you)?|was helpful|answers your questions?|clears (?:{THIS}|things) up)",
    r"(?:i |we )?(?:do |really )?hope you(?:'re| are)? (?:have|having|enjoy|enjoying) (?:a|your)(?: (?:good|nice|lovely|great|pleasant))? (?:day|week|evening|weekend|morning)",
    rf"(?:i |we )?(?:do |really )?hope you find {THIS} (?:helpful|useful)|that(?:'s| is) all (?:i|we) (?:could find|found)",
    r"(?:(?:i'm|i am|we're|we are) )?(?:glad|happy|pleased) (?:to hear (?:that|it|from you)|(?:this|that|it) helped|(?:i|we) could help)",
    r"(?:it's |it is )?(?:nice|good|great|lovely) to hear (?:from you|that)",
    r"(?:(?:i|we) )?(?:look|(?:am|are) looking|looking) forward to (?:hearing from you|your (?:reply|answer|message)|helping you)",
    r"let me (?:explain|check|look|see)(?: (?:that|this|it|into (?:that|this|it)))?(?: for you)?",
    r"(?:i |we )?hope to (?:hear from|see) you(?: again)?(?: soon)?|welcome to our (?:shop|store|help centre)",
    r"(?:just )?(?:one|a) moment(?: please)?|(?:please )?bear with (?:me|us)(?: for a moment)?",
    rf"(?:thanks|thank you) for (?:your (?:patience|understanding)|waiting|bearing with (?:me|us)) while (?:i|we) (?:check|checked|look into|looked into|look|looked)(?: {THIS})?",
)


def is_courtesy(clause: str) -> bool:
    """Whether a clause, without its full stop, is one courtesy and nothing beside it."""
    greeted = _GREETING.fullmatch(clause)
    if greeted and (not greeted["name"] or is_name(greeted["name"])):
        return True
    return bool(_COURTESIES.fullmatch(clause) or _SET.fullmatch(clause))
