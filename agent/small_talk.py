"""Small talk: messages of nothing but courtesies, which no article answers.

A message is read from its beginning, one set phrase after the other. A word that is none of them ends the reading, and
the message is taken for a question: a question that is not looked for costs the customer an answer, a courtesy that is
looked for costs a tenth of a second.
"""

from __future__ import annotations

import re
from typing import Literal

Tone = Literal["greeting", "thanks"]

GREETING = r"""
    hi|hii|hai|hiya|hello|helo|hullo|hey|howdy|greetings|good\ day
    |(good\ )?(morning|afternoon|evening)
    |dear\ (team|all|support|sir|madam|sirs)(\ or\ madam)?
    |how\ are\ (you|things)(\ (all|doing|today))*|how's\ it\ going|how\ do\ you\ do
    |(i\ )?hope\ (you\ are|you're|all\ is|this\ finds\ you)(\ (all|doing))*\ (well|good|fine|having\ a\ \w+\ day)
    |((is\ )?(anyone|anybody|someone|somebody)|are\ you|you)\ (there|here)
    |(nice|pleased|good)\ to\ meet\ you
"""
THANKS = r"""
    ((so\ )?many\ )?(thanks|thank\ you|thankyou|thank\ u|thx|thnx|tnx|ty|tysm|cheers|ta)
    |(i\ )?(really\ |do\ )?appreciate\ (it|that|this|you|(all\ )?(your|the)\ (help|time|patience))|(much\ )?appreciated
    |(you\ are|you're|you\ have\ been|you've\ been|that\ was|that\ is|that's|thats|this\ was|this\ is)
        (\ (so|very|really|most|just|a))*\ (helpful|kind|useful|great|good|nice|brilliant|amazing|wonderful|perfect|fine|star|lifesaver)
        (\ to\ (know|hear)|\ help)?
    |that\ (helps|helped|makes\ sense|sounds\ (good|great|fine)|answers\ (it|my\ questions?)|answered\ (it|my\ questions?))
    |(nice|great|good|glad)\ to\ (know|hear)(\ (that|it))?
"""
GOODBYE = r"""
    bye(\ bye)?|goodbye|good\ (bye|night)|see\ (you|ya)(\ (later|soon|around))?|take\ care|farewell
    |have\ a(\ very)?\ (nice|good|great|lovely|wonderful)\ (day|one|evening|night|week|weekend|time)(\ ahead)?
    |all\ the\ best|(best|kind|warm)\ (regards|wishes)|(you|same\ to\ you)\ too
    |(that\ is|that's|thats|that\ was|that\ will\ be|that'll\ be|that\ would\ be)\ (all|it|everything)
        (\ (i|we)\ (need|needed|wanted)(\ to\ know)?)?
    |(i\ am|i'm|im|we\ are|we're)(\ all)?\ (set|good|done|fine)
    |nothing\ (else|more)|no\ (more|other|further)\ questions(\ from\ me)?
    |(i\ )?(do\ not|don't|dont)\ need\ (anything|any\ help)(\ (else|more))?
"""
REACTION = r"""
    ok|okay|okey|k|kk|alright|all\ right|great|perfect|cool|nice|lovely|awesome|brilliant|excellent|fantastic|wonderful
    |super|amazing|wow|good|fine|haha|hahaha|lol|got\ it|gotcha|understood|noted|will\ do|(oh\ )?i\ (see|understand)
    |(ok\ )?whatever|makes\ sense|fair\ enough|no\ (worries|problem)|nice\ one|sounds\ (good|great|fine)|never\ ?mind|forget\ it
"""
BESIDE = r"""
    no(?=\ (ok|okay|thanks|thank|thx|that|that's|thats|that'll|nothing|i|i'm|im|we|bye|goodbye)\ )
    |oh|ah|um|uh|hm|hmm|well|so|very|much|really|then|now|anyway|again|too|though|just|indeed|today|for\ (now|today)
    |for(\ all)?(\ of)?(\ (your|the|that|this|everything))
        (\ (quick|kind|fast|prompt|great))?(\ (help|reply|answer|response|information|info|assistance|support|time|explanation|patience))?
    |for\ (explaining|helping|clarifying|confirming|checking|letting\ me\ know)(\ (that|this|it|me|out|up))*
    |a\ (lot|million|bunch)|there|team|all|everyone|everybody|folks|guys|sir|madam|mate|friend
"""
"""May stand beside a courtesy, and is none by itself."""

PIECE = re.compile(
    rf"(?:and\ (?=(?:{GREETING}|{THANKS}|{GOODBYE}|{REACTION})(?:\ |$)))?"
    rf"(?:(?P<greeting>{GREETING})|(?P<thanks>{THANKS}|{GOODBYE}|{REACTION})|(?P<beside>{BESIDE}))(?:\ |$)",
    re.VERBOSE,
)
"""One phrase up to the next word; of two that begin alike the one that a blank or the end follows."""
DRAWN_OUT = re.compile(r"([a-z])\1{2,}")
NOT_SPOKEN = re.compile(r"[^a-z0-9']+")
MOST_CHARACTERS = 200
"""Nobody is polite for longer."""


def small_talk(message: str) -> Tone | None:
    """What a message of nothing but courtesies is; None where it says anything else, or asks.

    Thanks, goodbyes and reactions such as "got it" are `thanks`; with a question mark they ask ("got it?").
    """
    if len(message) > MOST_CHARACTERS or _has_other_letters(message):
        return None
    tones = _tones(_spoken(message))
    if "thanks" in tones:
        return None if "?" in message else "thanks"
    return "greeting" if "greeting" in tones else None


def _tones(text: str) -> set[str | None]:
    """The groups of the phrases that a text consists of; none where anything else stands in it."""
    tones: set[str | None] = set()
    place = 0
    while place < len(text):
        piece = PIECE.match(text, place)
        if piece is None:
            return set()
        tones.add(piece.lastgroup)
        place = piece.end()
    return tones


def _has_other_letters(message: str) -> bool:
    """Whether it has words that are not English; marks such as emoji are no words."""
    return any(one.isalnum() and not one.isascii() for one in message)


def _spoken(message: str) -> str:
    """The words alone, in lower case, one blank between them; `thankssss` is `thanks`."""
    plain = DRAWN_OUT.sub(r"\1", message.lower().replace("’", "'"))
    return " ".join(NOT_SPOKEN.sub(" ", plain).split())
