"""Routing: what a message needs. Words decide; the intent head only adds needs, the language who can answer, and the
topic head hands over what it takes for a topic that people decide."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

from agent.actions.answers import is_yes_or_no
from agent.actions.wishes import Wish, wish_of
from agent.intents.circling import circling, is_angry
from agent.intents.languages import A_COLLEAGUE_ANSWERS, NAMES, LanguageReader
from agent.intents.reading import ABOUT_ORDERS, ASKS_FROM, IntentReader
from agent.intents.topic_reading import TopicFound, TopicReader
from agent.questions import questions_of
from agent.small_talk import small_talk
from agent.types import HandoffReason, Message
from knowledge.order_ids import find_order_ids
from knowledge.types import Value
from policies.topics import TopicGuard

Kind = Literal[
    "question", "greeting", "thanks", "yes_or_no", "person", "topic", "language", "loop", "empty", "too_long"
]

WHO = (
    r"(human( being)?|person|agent|operator|someone|somebody|representative|rep|colleague|manager|supervisor|staff|assistant"
    r"|advis[eo]r|customer (service|care|support))"
)
PERSON = re.compile(
    rf"\b((talk|speak|chat)(ing)?|connect me|put me through|transfer me|hand (me|us|this) over)\b[^.?!]{{0,30}}\b{WHO}\b"
    rf"|\b(a|any) {WHO} (that |who )?(i|we) (can|could|may) (talk|speak|chat) (to|with)\b"
    r"|\b(real|actual|live) (human|person|agent)\b|\bhuman (being|agent|operator|assistant)\b"
    rf"|\b(want|need|prefer|get me|give me) (a|an|your) {WHO}( please| now| instead| here)*\W*$"
    r"|\b(can|could|have|let) (someone|somebody|anyone|a person|a human|an agent)( from [\w ]{1,20})? (call|phone|ring) me\b"
    rf"|^\W*(an? )?{WHO}( please)?\W*$",
    re.IGNORECASE,
)
GENERAL = re.compile(
    r"\bhow (do|can|should|would|long|much) |\bwhat (is|are) (the|your)\b|\bwhat (if|happens)\b|\bdo you\b|\bis there\b"
    r"|\b(can|could|may|should) i\b|\bam i (able|allowed)\b|\bis it possible\b",
    re.IGNORECASE,
)
"""A question about how things are done, which the articles answer without knowing an order."""
ORDER_WORDS = re.compile(
    r"\bmy (\w+ ){0,2}(order|orders|parcel|package|delivery|shipment|purchase|items?)\b"
    r"|\b(order|parcel|package|shipment)\b.{0,30}\b(status|arrive[ds]?|delivered|shipped|sent|tracking)\b"
    r"|\b(my|the) ([\w'-]+ ){1,4}(been |be |is |was |get )?(delivered|shipped|sent|arrive[ds]?|dispatched|cancelled|refunded)\b"
    r"|\b(did|have|has|was|were|am|will) (you|i|it|they) (\w+ )?(been )?(refund|charg|bill|ship|sen[dt]|cancel|deliver|receiv)\w*"
    r"|\b(my|all|which|what|last|latest) (\w+ )?orders?\b|\bdid i order\b|\bwhat happened (to|with) my\b"
    r"|\bwhere'?s? (is |are )?(my|the)\b|\btracking number\b|\bdid i (buy|order|pay)\b|\bhave i (bought|ordered|paid)\b",
    re.IGNORECASE,
)
MINE = re.compile(r"\bmy\b", re.IGNORECASE)
"""What is the customer's may be an item of an order; whether it is, only their orders can tell."""
LISTS = re.compile(r"\b(all|list|which|what|any)( of)?( my)? (\w+ )?orders\b|\bmy orders\b", re.IGNORECASE)
BARE = re.compile(r"[\s,.#:;!?-]*(it'?s|the|my|order|number|no|id|for|and|or|one|please|is)?", re.IGNORECASE)
ORDER_NUMBER = re.compile(r"#?\b(ord(er)?[\s#:._-]{0,3}|w-?)?\d{3,12}\b", re.IGNORECASE)
CONNECTED = re.compile(r"(and|but|or|so|then|also|what about|how about)\b", re.IGNORECASE)
PRONOUN = re.compile(r"\b(it|its|that|this|they|them|those|these|one|instead)\b", re.IGNORECASE)
FOLLOW_UP_WORDS = 12
"""A longer message is read as standing on its own."""
SHORT = 6
"""A message of so few words leans on the one before wherever its pronoun stands."""
PRONOUN_WITHIN = 4
ASKS_ON = re.compile(
    r"\W*(?:(?:when|why|where|who|which|until|till|since|how (?:long|much|many|often|soon|fast)|what (?:now|then|for|day))\b.*"
    r"|(?:to|from|in|on|with|without|by|for) \w.*|\w+\?+)",
    re.IGNORECASE,
)
"""How a message of so few words begins that it asks on about the line before."""
FEW = 3


class Route(Value):
    """What a message needs."""

    kind: Kind
    search_query: str = ""
    """What is looked for: the message, with the one before it where it cannot stand alone."""
    questions: tuple[str, ...] = ()
    """The questions of a message that asks several; each is looked for by itself, too."""
    order_ids: tuple[str, ...] = ()
    """Canonical ids named in the message, or carried over from the line before."""
    needs_orders: bool = False
    needs_knowledge: bool = False
    about_one_order: bool = False
    """The message cannot be answered without knowing which order it speaks of."""
    lists_orders: bool = False
    """The message asks about the customer's orders as a whole."""
    wants: Wish | None = None
    """What the message asks to be done; None also where it asks how things are done."""
    wish_said: str = ""
    """The customer's words in which that was read: the message, with the line before where it only says of which order."""
    language: str | None = None
    """Language of the message as a BCP 47 tag; None where it is too short or too mixed to tell."""
    intent: str | None = None
    """What the classifier takes the message for; None where it is not sure."""
    confidence: float | None = None
    """Calibrated probability of that, 0 to 1."""
    topic_probability: float | None = None
    """Of a topic that was found by meaning and not by its words, 0 to 1."""
    tone: Literal["angry"] | None = None
    """How it is said, where that matters: anger within reason gets its answer, and is told in the ledger."""
    handoff: HandoffReason | None = None
    notice: str | None = None
    """Fixed words for the customer, of a topic that always goes to a person or in the customer's language."""
    why: str = ""
    """Why a person takes over, in one line for that person."""


@dataclass(frozen=True)
class Router:
    """Sorts a message by what it needs."""

    topics: TopicGuard
    languages: LanguageReader | None = None
    """None takes every message for English."""
    intents: IntentReader | None = None
    """None leaves it at the words."""
    meaning: TopicReader | None = None
    """Looks for topics that the words do not name; None leaves it at the words."""

    def route(self, message: str, history: Sequence[Message] = ()) -> Route:
        """The route of a message; topics that people decide come before everything else."""
        language = self.languages.read(message, history) if self.languages else None
        read = self._routed(message, history, language)
        tone = "angry" if is_angry(message) else None
        return read.model_copy(update={"language": read.language or language, "tone": tone})

    def _routed(self, message: str, history: Sequence[Message], language: str | None) -> Route:
        if topic := self.topics.find(message):
            why = f"a topic that people decide: {topic.id}"
            return Route(kind="topic", handoff=topic.handoff, notice=topic.notice, language=topic.language, why=why)
        if not any(character.isalnum() for character in message):
            return Route(kind="empty")
        if courtesy := small_talk(message):
            return Route(kind=courtesy)
        if is_yes_or_no(message) and not _asked_something(history):
            return Route(kind="yes_or_no")
        if self.meaning and (meant := self.meaning.find(message, language)):
            return _by_meaning(meant)
        if self.languages and language and language not in self.languages.answered:
            return _in_another_language(language)
        if PERSON.search(message):
            return Route(kind="person", handoff="customer_asked", why="the customer asked for a person")
        if round_and_round := circling(message, history):
            return Route(kind="loop", handoff="loop", why=round_and_round)
        return self._with_intent(self._question(message, history), message)

    def _with_intent(self, route: Route, message: str) -> Route:
        """The route with what the intent head is sure of; it opens no action and calls no person."""
        if self.intents is None:
            return route
        guess = self.intents.read(message)
        if not guess.sure:
            return route
        asks_after_one = guess.label == "order_status" and guess.confidence >= ASKS_FROM and not GENERAL.search(message)
        added = {
            "intent": guess.label,
            "confidence": round(guess.confidence, 4),
            "needs_orders": route.needs_orders or guess.label in ABOUT_ORDERS,
            "about_one_order": route.about_one_order or asks_after_one,
        }
        return route.model_copy(update=added)

    def _question(self, message: str, history: Sequence[Message]) -> Route:
        named = find_order_ids(message) or _by_number(message, history)
        chooses = _chooses_an_order(message, history)
        leans = chooses or _leans_on_the_line_before(message, named)
        before = _last_question(history) if leans else ""
        orders = named or (find_order_ids(before) or _last_order(history) if leans and not chooses else ())
        general = bool(GENERAL.search(message)) and not orders
        # A bare order number answers the question which order was meant: the wish is in the line before.
        asked = f"{before}\n{message}" if chooses or _is_bare(message, named) else message
        wants = None if general else wish_of(asked)
        about_orders = bool(orders) or bool(ORDER_WORDS.search(asked)) or wants is not None
        return Route(
            kind="question",
            search_query=f"{_leading_up_to(history) if leans else ''} {message}".strip(),
            questions=questions_of(message),
            order_ids=orders,
            needs_orders=about_orders or bool(MINE.search(message)),
            about_one_order=about_orders and not general,
            lists_orders=not orders and bool(LISTS.search(message)),
            needs_knowledge=True,
            wants=wants,
            wish_said=asked if wants else "",
        )


def _by_meaning(meant: TopicFound) -> Route:
    """A topic that no phrase of the rules named: its fixed words, and a person."""
    rule = meant.rule
    return Route(
        kind="topic",
        handoff=rule.handoff,
        notice=rule.notice,
        language=rule.language,
        topic_probability=round(meant.probability, 4),
        why=meant.why,
    )


def _in_another_language(language: str) -> Route:
    """A message that no article answers, because of its language."""
    why = f"the message is in {NAMES[language]}, in which no article answers"
    notice = A_COLLEAGUE_ANSWERS[language]
    return Route(kind="language", handoff="no_evidence", notice=notice, language=language, why=why)


def _last_question(history: Sequence[Message]) -> str:
    return next((line.text for line in reversed(history) if line.role == "customer"), "")


def _leading_up_to(history: Sequence[Message]) -> str:
    """The customer's last line, and the one before it where so few words leaned on that themselves."""
    said = [line.text for line in reversed(history) if line.role == "customer"]
    short = bool(said) and len(said[0].split()) <= FEW
    return " ".join(reversed(said[: 2 if short else 1]))


def _last_order(history: Sequence[Message]) -> tuple[str, ...]:
    """The order spoken of last, if it was one alone."""
    orders = next((line.orders for line in reversed(history) if line.orders), ())
    return orders if len(orders) == 1 else ()


def _by_number(message: str, history: Sequence[Message]) -> tuple[str, ...]:
    """The order of this conversation whose number is all that a message says."""
    number = re.fullmatch(r"\W*(\d{3,12})\W*", message)
    spoken_of = dict.fromkeys(order for line in reversed(history) for order in line.orders)
    return tuple(order for order in spoken_of if number and re.sub(r"\D", "", order) == number[1])


def _chooses_an_order(message: str, history: Sequence[Message]) -> bool:
    """Whether a message answers the question which of several orders was meant, and asks nothing itself."""
    asked = bool(history) and history[-1].outcome == "asked_back" and len(history[-1].orders) > 1
    return asked and "?" not in message and len(message.split()) <= SHORT and wish_of(message) is None


def _asked_something(history: Sequence[Message]) -> bool:
    """Whether a yes or a no may answer the last line; which of several orders is meant it does not tell."""
    return bool(history) and history[-1].role != "customer" and "?" in history[-1].text and len(history[-1].orders) <= 1


def _leans_on_the_line_before(message: str, named: Sequence[str]) -> bool:
    if _is_bare(message, named):
        return True
    words = message.split()
    if named or len(words) > FOLLOW_UP_WORDS:
        return False
    if CONNECTED.match(message) or (len(words) <= FEW and ASKS_ON.fullmatch(message)):
        return True
    # "my parcel says delivered but it is not here" has its own noun before the pronoun; "when will it come" has none.
    early = " ".join(words[:PRONOUN_WITHIN]) if len(words) > SHORT else message
    return bool(PRONOUN.search(early))


def _is_bare(message: str, named: Sequence[str]) -> bool:
    """Whether the message is an order number and no more."""
    return bool(named) and len(BARE.sub("", ORDER_NUMBER.sub("", message))) == 0
