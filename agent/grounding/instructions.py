"""Sentences in evidence that speak to whoever answers, not to the customer: they are never followed, and prove nothing."""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import lru_cache

from agent.folding import fold
from agent.grounding.outlines import REMEMBERED
from agent.sentences import find_sentences
from agent.types import Evidence

_RULES = (
    r"(?:instructions?|rules?|prompts?|polic(?:y|ies)|guidelines?|guardrails?|restrictions?|system message|directives?)"
)
_WHO = r"(?:the |this |every |each |any |all )?(?:customers?|users?|clients?|shoppers?|callers?|person asking|human)"
_THE_CUSTOMER = r"(?:the|this|every|each|any|all) (?:customers?|users?|clients?|shoppers?|callers?|person asking|human)"
_BEGIN = r"(?:^|[.!?:;\n])\W*(?:(?:please|now|then|first|always|instead|also|immediately|just|you (?:must|should|will|have to|need to)|and)\b,? ?)*"
_SENT_BACK = r"order|number|photo|picture|receipt|proof|name|address|invoice|screenshot|label|reference|file|document|log|details?"
"""What customers are asked to send in a reply of theirs."""
_ADDRESSED = tuple(
    re.compile(pattern, re.IGNORECASE)
    for pattern in (
        rf"\b(?:ignore|disregard|forget|override|bypass|discard|skip|drop)\b[^.!?]{{0,40}}?\b(?:previous|prior|earlier|above|preceding|all|any|your|the|other|system|safety)\b[^.!?]{{0,30}}?\b{_RULES}\b",
        r"\b(?:ignore|disregard|forget) (?:everything|anything|all|what(?:ever)?) (?:above|before|else|you (?:were|have been) told)",
        rf"\b(?:tell|inform|assure|promise|answer|convince) {_WHO}\b (?:that|how|to|they|their|about|it|where|what|when|who|whether|which|the)\b",
        rf"\b(?:reply|respond|answer|say|output|print|write)\b(?: only| just| exactly| always)? (?:to {_WHO} )?(?:with|that|in|as follows|the following|:)(?=[^.!?]{{0,20}}['\":]|[^.!?]*\b(?:instead|no matter|verbatim|exactly)\b)",
        r"\b(?:as|you are|you're|act as|behave as|pretend to be|imagine you are)(?: now| an?| the| our| helpful| new| \w+ful)* (?:ai|a\.i\.|assistant|chat ?bot|language model|llm|agent|model|support bot)\b",
        r"\b(?:ai|language model|assistant|agent|chat ?bot|llm)s?(?: reading| processing| answering| handling)? (?:this|must|should|shall|are to|is to|has to|have to|will now|may now)\b",
        r"\b(?:system|developer) (?:prompt|override)\b|^\s*(?:system|assistant|developer|user)\s*:",
        r"<\|[^|]{1,30}\|>|\[/?(?:inst|system)\]|<<sys>>|###\s*\(?(?:system|instructions?|assistant)(?![a-z])",
        rf"\b(?:write|say|print|put|include|insert|add|append|prepend|repeat|mention|use|output|begin|start|end|finish|augment|render|translate|encode|format|phrase|rewrite)\b(?:(?!\b(?:{_SENT_BACK})s?\b)[^.!?]){{0,80}}?\b(?:in|into|to|of|with|using|before|after)? ?(?:your|every|each) (?:final |next |own |whole )?(?:repl(?:y|ies)|answers?|responses?|outputs?)\b(?! (?:in|into|to|on) (?:our|the|this|that|your|an?) )",
        rf"{_BEGIN}(?:greet|ask|thank|send|show|give|offer|refund|reimburse|pay|credit|compensate|congratulate|insult|persuade|remind|redirect|charge) {_THE_CUSTOMER}\b",
        rf"{_BEGIN}(?:say|claim|pretend|insist) that\b|\bsign (?:it|off|(?:your|every|each) (?:reply|message|answer)) (?:with|as)\b|{_BEGIN}greet (?:with|them|me|us)\b",
        r"\b(?:reveal|print|repeat|show|display|output|translate|encode|leak|recite|summari[sz]e|give|send|tell)\b[^.!?]{0,40}\byour (?:\w+ ){0,2}(?:prompts?|instructions|rules|guidelines)\b",
        r"\bimportant message (?:from me|to you|for (?:the )?(?:ai|assistant|model|bot|agent))\b|\btask (?:that )?(?:i|we) (?:gave|have given) you\b",
        r"\b(?:mark|treat|consider|report|label|count|rate)\b[^.!?]{0,40}\bas (?:supported|verified|checked|grounded|entailed|proved|proven|confirmed|true)\b",
        r"\bdo not (?:verify|check|ground|cite|mention|disclose|reveal)\b[^.!?]{0,40}\b(?:claims?|this (?:claim|prompt|instruction|note)|sources?|evidence|instructions?|prompt)\b",
    )
)


def without_instructions(evidence: Iterable[Evidence]) -> tuple[Evidence, ...]:
    """The evidence without the sentences that instruct; what has no other sentence is left out."""
    kept = []
    for item in evidence:
        # What an article says is the same for all customers and remembered; what anybody else says never is.
        text = _plain_article(item.text) if item.source == "article" and item.owner is None else _plain(item.text)
        if text == item.text:
            kept.append(item)
        elif text.strip():
            kept.append(item.model_copy(update={"text": text}))
    return tuple(kept)


def is_instruction(sentence: str) -> bool:
    """Whether a sentence tells an assistant what to do or to say."""
    plain = fold(sentence)
    return any(pattern.search(plain) for pattern in _ADDRESSED)


@lru_cache(maxsize=REMEMBERED)
def _plain_article(text: str) -> str:
    return _plain(text)


def _plain(text: str) -> str:
    """The text with each instructing sentence taken out, and the lines that held nothing else."""
    if not is_instruction(text):
        return text
    for sentence in reversed(find_sentences(text)):
        if is_instruction(sentence.text):
            text = text[: sentence.start] + text[sentence.end :]
    return "\n".join(line.rstrip() for line in text.split("\n") if line.strip())
