"""A chat model that makes a follow-up stand alone; where it does not, the conversation's own words are taken.

Rewriting the last turn into a self-contained query is the usual first step of conversational search: S. Vakulenko et al.,
Question Rewriting for Conversational Question Answering (2021).
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from agent.context.cleaning import visible_text
from agent.context.formatting import element, unescape
from agent.llm.metering import ChatModel
from agent.model_replies import read_reply, without_reasoning
from agent.prompts import REWRITER_PROMPT
from agent.rewriting import REMEMBERED, Rewriter, Searched
from agent.types import Message
from knowledge.filters import Filter
from knowledge.order_ids import find_order_ids
from knowledge.types import Value

LINE_CHARACTERS = 600
"""Of a longer line the model is shown the beginning."""
LONGEST = 300
"""Characters of a rewriting; a longer one is an answer, or an essay."""
WITHHELD = "(a reply about an order)"
"""Shown in place of what was said of a customer's order."""

_VALUE = re.compile(r"\S+@\S+|\d+")
"""Numbers, also those of ids and codes, and e-mail addresses."""


class Rewriting(Value):
    """What a model made of a message."""

    query: str = ""
    unusable: str | None = None
    """Why it is not searched; None where it is."""


@dataclass(frozen=True)
class ModelRewriter:
    """Asks a chat model once where there is a conversation, and searches what the other rewriter says beside it."""

    model: ChatModel
    name: str
    otherwise: Rewriter
    """Its phrasings are always searched, and alone where the model's cannot be."""

    def rewrite(self, query: str, questions: Sequence[str], history: Sequence[Message], condition: Filter) -> Searched:
        """See `Rewriter`; the model sees no article, and no line about an order but the customer's own."""
        plain = self.otherwise.rewrite(query, questions, history, condition)
        if not history or not query.strip():
            return plain
        found = self._asked(query, history[-REMEMBERED:])
        if found.unusable:
            return plain.model_copy(update={"fell_back": f"{self.name}: {found.unusable}"})
        also = tuple(one for one in dict.fromkeys((plain.query, *plain.also)) if one != found.query)
        return Searched(query=found.query, also=also, carried=plain.carried, rewriter=self.name)

    def _asked(self, query: str, lines: Sequence[Message]) -> Rewriting:
        shown = conversation(query, lines)
        try:
            reply = read_reply(self.model.invoke([("system", REWRITER_PROMPT), ("human", shown)]))
        except Exception as error:  # noqa: BLE001  every provider has its own errors, and a search must not end by any
            return Rewriting(unusable=f"the model failed ({type(error).__name__}: {str(error)[:LINE_CHARACTERS]})")
        if reply.cut_off:
            return Rewriting(unusable="the reply was cut off")
        return usable(reply.said, unescape(shown))


def conversation(query: str, lines: Sequence[Message]) -> str:
    """The lines and the message, each in an element that it cannot close."""
    said = "\n".join(element("line", {"from": line.role}, _shown(line)) for line in lines)
    return f"<history>\n{said}\n</history>\n\n{element('question', {'trust': 'user'}, query)}"


def usable(reply: str, shown: str) -> Rewriting:
    """The question in a reply, or why there is none that may be searched.

    Args:
        reply: what the model wrote.
        shown: what it was shown; a number, id or address that does not stand there was made up.
    """
    query = " ".join(visible_text(unescape(without_reasoning(reply))).split()).strip(" \"'`")
    if not any(character.isalnum() for character in query):
        return Rewriting(unusable="the reply is empty")
    if len(query) > LONGEST:
        return Rewriting(unusable=f"the reply has {len(query)} characters, and {LONGEST} are read")
    known = set(_VALUE.findall(shown.casefold()))
    if invented := [value for value in _VALUE.findall(query.casefold()) if value not in known]:
        return Rewriting(unusable=f"the reply names {invented[0]!r}, which the conversation does not")
    return Rewriting(query=query)


def _shown(line: Message) -> str:
    """A line as the model may see it: what others said of an order may hold any field of its record."""
    of_an_order = line.role != "customer" and (line.orders or find_order_ids(line.text))
    return WITHHELD if of_an_order else line.text[:LINE_CHARACTERS]
