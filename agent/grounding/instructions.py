"""Sentences in evidence that speak to whoever answers, not to the customer: they are never followed, and prove nothing."""

from __future__ import annotations

import re
from collections.abc import Iterable

from agent.folding import fold
from agent.sentences import find_sentences
from agent.types import Evidence

_RULES = (
    r"(?:instructions?|rules?|prompts?|polic(?:y|ies)|guidelines?|guardrails?|restrictions?|system message|directives?)"
)
_WHO = r"(?:the |this |every |each |any |all )?(?:customers?|users?|clients?|shoppers?|callers?|person asking|human)"
_ADDRESSED = tuple(
    re.compile(pattern, re.IGNORECASE)
    for pattern in (
        rf"\b(?:ignore|disregard|forget|override|bypass|discard|skip|drop)\b[^.!?]{{0,40}}?\b(?:previous|prior|earlier|above|preceding|all|any|your|the|other|system|safety)\b[^.!?]{{0,30}}?\b{_RULES}\b",
        r"\b(?:ignore|disregard|forget) (?:everything|anything|all|what(?:ever)?) (?:above|before|else|you (?:were|have been) told)",
        rf"\b(?:tell|inform|assure|promise|answer|convince) {_WHO}\b (?:that|how|to|they|their|about|it)\b",
        rf"\b(?:reply|respond|answer|say|output|print|write)\b(?: only| just| exactly| always)? (?:to {_WHO} )?(?:with|that|in|as follows|the following|:)(?=[^.!?]{{0,20}}['\":]|[^.!?]*\b(?:instead|no matter|verbatim|exactly)\b)",
        r"\b(?:as|you are|you're|act as|behave as|pretend to be|imagine you are)(?: now| an?| the| our| helpful| new| \w+ful)* (?:ai|a\.i\.|assistant|chat ?bot|language model|llm|agent|model|support bot)\b",
        r"\b(?:ai|language model|assistant|agent|chat ?bot|llm)s?(?: reading| processing| answering| handling)? (?:this|must|should|shall|are to|is to|has to|have to|will now|may now)\b",
        r"\b(?:system|developer) (?:prompt|override)\b|^\s*(?:system|assistant|developer|user)\s*:",
        r"<\|[^|]{1,30}\|>|\[/?(?:inst|system)\]|<<sys>>|###\s*(?:system|instructions?|assistant)\s*:",
        r"\b(?:mark|treat|consider|report|label|count|rate)\b[^.!?]{0,40}\bas (?:supported|verified|checked|grounded|entailed|proved|proven|confirmed|true)\b",
        r"\bdo not (?:verify|check|ground|cite|mention|disclose|reveal)\b[^.!?]{0,40}\b(?:claims?|this (?:claim|prompt|instruction|note)|sources?|evidence|instructions?|prompt)\b",
    )
)


def without_instructions(evidence: Iterable[Evidence]) -> tuple[Evidence, ...]:
    """The evidence without the sentences that instruct; what has no other sentence is left out."""
    kept = []
    for item in evidence:
        text = _plain(item.text)
        if text == item.text:
            kept.append(item)
        elif text.strip():
            kept.append(item.model_copy(update={"text": text}))
    return tuple(kept)


def is_instruction(sentence: str) -> bool:
    """Whether a sentence tells an assistant what to do or to say."""
    plain = fold(sentence)
    return any(pattern.search(plain) for pattern in _ADDRESSED)


def _plain(text: str) -> str:
    """The text with each instructing sentence taken out, and the lines that held nothing else."""
    if not is_instruction(text):
        return text
    for sentence in reversed(find_sentences(text)):
        if is_instruction(sentence.text):
            text = text[: sentence.start] + text[sentence.end :]
    return "\n".join(line.rstrip() for line in text.split("\n") if line.strip())
