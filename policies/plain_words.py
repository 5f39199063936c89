"""Text in the form in which topics are looked for: plain words between blanks, however they were typed.

A customer in distress types badly. Case, width, accents, short forms (`don't`, `dont`, `wanna`), words that only lend
force (`just`, `really`) and letters hidden behind marks make no difference here.
"""

from __future__ import annotations

import re
import unicodedata

FORCE = frozenset(
    [
        "really",
        "just",
        "seriously",
        "actually",
        "honestly",
        "literally",
        "fucking",
        "fuckin",
        "freaking",
        "bloody",
        "damn",
        "goddamn",
        "so",
        "very",
        "please",
        "even",
        "simply",
        "truly",
        "still",
        "absolutely",
        "totally",
        "completely",
        "also",
        "ever",
        "already",
        "probably",
        "genuinely",
    ]
)
"""Words that are left out, in triggers as in messages: "I just want to die" is "I want to die"."""

SHORT_FORMS = {
    "cannot": "can not",
    "wanna": "want to",
    "gonna": "going to",
    "gotta": "have to",
    "ima": "i am going to",
    "imma": "i am going to",
    "im": "i am",
    "ive": "i have",
    "u": "you",
    "ur": "your",
    "urself": "yourself",
    "cant": "can not",
    "cnat": "can not",
    "goin": "going",
    "lfie": "life",
    "wont": "will not",
    "aint": "is not",
    "noone": "nobody",
    **{
        f"{verb}nt": f"{verb} not"
        for verb in [
            "do",
            "does",
            "did",
            "is",
            "are",
            "was",
            "were",
            "would",
            "should",
            "could",
            "have",
            "has",
            "had",
            "must",
            "need",
        ]
    },
}
LETTERS = str.maketrans({"ł": "l", "ø": "o", "đ": "d", "æ": "ae", "œ": "oe", "’": "'", "‘": "'", "´": "'", "`": "'"})
HIDDEN = (
    (re.compile(r"\bf[*#@!$%_]{1,3}c?k"), "fuck"),
    (re.compile(r"\bf[*#@!$%_]{1,3}(?=ing\b|er\b)"), "fuck"),
    (re.compile(r"\bb[*#@!$%_]tch"), "bitch"),
    (re.compile(r"\bc[*#@!$%_]nt"), "cunt"),
    (re.compile(r"\b(?:[a-z][ .\-_]){4,}[a-z]\b"), lambda found: re.sub(r"[^a-z]", "", found[0])),
)
"""Words behind marks, and words of five letters or more with a blank or a mark between all of them."""
APOSTROPHES = (
    (re.compile(r"\bcan't\b"), "can not"),
    (re.compile(r"\bwon't\b"), "will not"),
    (re.compile(r"\bain't\b"), "is not"),
    (re.compile(r"n't\b"), " not"),
    (re.compile(r"\bi'm\b"), "i am"),
    (re.compile(r"'re\b"), " are"),
    (re.compile(r"'ve\b"), " have"),
    (re.compile(r"'ll\b"), " will"),
    (re.compile(r"(?<=\bi)'d\b|(?<=\bwe)'d\b|(?<=\byou)'d\b"), " would"),
    (re.compile(r"\b(it|that|there|here|what|he|she|who|everything|nothing|life)'s\b"), r"\1 is"),
)
WORD = re.compile(r"[^\W_]+(?:[@$][^\W_]+)*|[.!?;:\n]")
END = "."
"""The end of a sentence, as a word of its own."""


def plain_words(text: str) -> list[str]:
    """The words of a text, each in its plain form, with `.` where a sentence ends."""
    plain = _folded(text)
    for pattern, word in (*HIDDEN, *APOSTROPHES):
        plain = pattern.sub(word, plain)
    words: list[str] = []
    for found in WORD.findall(plain):
        words += [END] if found in ".!?;:\n" else SHORT_FORMS.get(found, found).split()
    return [word for word in words if word not in FORCE]


def _folded(text: str) -> str:
    """Lower case, one width, no accents."""
    folded = unicodedata.normalize("NFKC", text).casefold().translate(LETTERS)
    return "".join(one for one in unicodedata.normalize("NFKD", folded) if not unicodedata.combining(one))
