"""Values that pass between the stages of a turn. All are frozen, and plain JSON when dumped."""

from __future__ import annotations

from datetime import date
from typing import Any, Literal

from pydantic import Field

from knowledge.types import Link, Trust, Value

Label = Literal["supported", "refuted", "not_enough_info", "not_checkworthy"]
"""FEVER's three labels, and one for sentences that state nothing to check."""

TierName = Literal["exact", "embedding", "nli", "judge", "person"]

Source = Literal["article", "order", "policy", "fact", "memory", "customer", "action"]

Outcome = Literal["answered", "answered_with_cuts", "asked_back", "handed_off", "declined"]

HandoffReason = Literal[
    "unsupported_claim",
    "no_evidence",
    "conflict",
    "approval_needed",
    "customer_asked",
    "policy_topic",
    "low_confidence",
    "distress",
    "loop",
    "deadline",
    "failure",
]


ORDINARY = 20
"""Authority of evidence that claims none; a policy has more, an FAQ less: see `grounding.precedence`."""


class Evidence(Value):
    """One thing a claim may be checked against: a passage, an order field, a recorded action, a policy text."""

    evidence_id: str
    """A passage id (`refunds#3`), an order field (`ORD-99107/status`), `policy/refund_policy`, `message/2`."""
    source: Source
    trust: Trust
    owner: str | None = None
    """The order id an order field belongs to; None where no order owns the text."""
    field: str | None = None
    """Name of the order field, for example `status`, `delivered_on`, `items.2.unit_price`."""
    text: str
    """What it says, in full sentences, list items or table rows, one a line."""
    heading_path: tuple[str, ...] = ()
    article: str | None = None
    links: tuple[Link, ...] = ()
    effective_from: date | None = None
    effective_to: date | None = None
    """First and last day, both included, on which its article is in force; None where the article does not say."""
    as_of: date | None = None
    """The day whose articles were searched; None for the day of the turn."""
    authority: int = ORDINARY
    """Which of two passages that disagree is believed, higher first."""
    lines: tuple[int, int] | None = None
    """First and last source line of its passage, counted from 1, both included; None of what is no passage."""


class Claim(Value):
    """One checkable statement of a draft, or a sentence found not worth checking."""

    index: int
    """Place in the draft, from 0; two claims of one sentence have different indexes."""
    text: str
    """As it stands in the draft; of a part of a sentence, what it says as a sentence of its own."""
    start: int
    end: int
    """Character span in the draft, end excluded."""
    checkworthy: bool = True
    owner: str | None = None
    """The order id the claim speaks about, itself or by the sentence before it; None for general statements."""
    depends_on: int | None = None
    """Index of the claim whose condition this one is; both fall together."""
    leads: tuple[str, ...] | None = None
    """Sentences of the draft that govern it, nearest first: a lead-in, a header row, an outer item. None where the draft
    is not known, as for a claim that is checked alone."""
    before: str | None = None
    after: str | None = None
    """The sentences next to it that are worth checking; None where there is none."""
    whole: Claim | None = None
    """The sentence it is a part of, as a claim of its own; None where it is a whole sentence. The text of a part reads
    alone ("The refund was issued."), its span is what stands of it in the draft; each part is proved where its whole
    sentence is quoted."""
    borrows_from: int | None = None
    """Index of the part whose subject or verb this one shares; it falls with that one."""


class EvidenceRef(Value):
    """The evidence a verdict relied on."""

    source: Source
    id: str
    trust: Trust
    quote: str


class Verdict(Value):
    """What a tier found about a claim."""

    claim: Claim
    label: Label
    tier: TierName | None = None
    """The tier that decided; None only for `not_checkworthy`."""
    confidence: float = Field(ge=0.0, le=1.0)
    reason: str
    """One line for a person: what matched, or what did not."""
    evidence: tuple[EvidenceRef, ...] = ()
    entailment: float | None = Field(default=None, ge=0.0, le=1.0)
    """The largest probability of entailment that a verifier gave the claim; None where none read it."""


class Citation(Value):
    """Where a sentence of the reply comes from."""

    article: str
    heading_path: tuple[str, ...]
    passage_id: str
    url: str | None = None


class DraftStatement(Value):
    """One sentence of a draft, where its model wrote statements."""

    text: str
    evidence: tuple[str, ...] = ()
    """Ids of the evidence that the model says it rests on: a hint where to look, never a proof."""


class DraftFailure(Value):
    """Why no drafter wrote anything that may be used, so that a person answers."""

    reason: HandoffReason
    why: str
    """One line for a person."""


class Draft(Value):
    """Unverified text, as a drafter wrote it."""

    text: str
    drafter: str
    """Name of the drafter or model."""
    cited: tuple[str, ...] = ()
    """Ids of the evidence the drafter says it used."""
    declined: str | None = None
    """Why there is no draft; None where there is one."""
    unanswered: tuple[str, ...] = ()
    """Questions of the message that the draft does not answer, where it answers others; as far as the drafter tells."""
    usage: dict[str, int] = {}
    """Tokens in and out, as the provider counted them."""
    prompt: tuple[tuple[str, str], ...] = ()
    """What the model was shown, as pairs of role and text; empty where no model was asked."""
    fell_back: str | None = None
    """Why another drafter than the one that is set wrote this; None where that one did."""
    statements: tuple[DraftStatement, ...] = ()
    """The text sentence by sentence, where the model wrote statements; empty where it wrote prose."""
    invented: tuple[str, ...] = ()
    """Labels that it cited and was never shown."""
    failed: DraftFailure | None = None
    """Why there is no draft and a person answers; None where there is one, or where the drafter declined."""


class Handoff(Value):
    """What a person needs to go on; three fields, none of them optional."""

    reason: HandoffReason
    notice: str = Field(min_length=1)
    """What the customer is told."""
    packet: dict[str, Any]
    """question, verified_facts, customer_asserted, cut_claims, tried, missing, suggested_reply."""
    state: dict[str, Any]
    """The change to the conversation: status, and who has it now."""


class Message(Value):
    """One line of a conversation."""

    role: Literal["customer", "assistant", "person"]
    text: str
    orders: tuple[str, ...] = ()
    """Ids of the orders the line speaks of, so that the next one may call them "it"."""
    outcome: Outcome | None = None
    """Of the assistant's lines, how the turn ended; None where that was not kept."""
    reason: HandoffReason | None = None
    """Why a person took over with this line; None where nobody did."""
    actions: tuple[str, ...] = ()
    """What the turn's record says about actions, one line each."""


class Recalled(Value):
    """What a memory brought to a turn, or left out, for the ledger."""

    memory: Literal["working", "episodic", "semantic", "procedural"]
    id: str
    trust: Trust
    reason: str
    """Why it was recalled, or why it was left out."""
    kept: bool = True
    """Whether it was offered to the turn."""
    use: Literal["background", "tell", "answer"] = "background"
    """Whether `told` is said: never, before the reply, or as the reply."""
    told: str = ""
    """What code says of it to the customer: the record's facts, and the customer's own words in quotation marks."""


class Candidate(Value):
    """What a source offers for the context, before it is decided whether it is shown."""

    evidence: Evidence
    score: float
    """Relevance to the question, higher is better, comparable within one turn."""
    rank: int | None = None
    """Its place in the order of the search that found it, from 1; None for what no search ranked."""
    answers: float | None = None
    """Probability that it answers, by the reranker; None where none says so."""


class ContextItem(Value):
    """A candidate that is shown to the drafter."""

    label: str
    """`E1`, `E2`, … in order of strength; what a drafter cites."""
    evidence: Evidence
    score: float
    tokens: int
    """With its label and delimiters."""
    rank: int | None = None
    """As of `Candidate`; None also in turns stored before it was kept."""
    answers: float | None = None
    """As of `Candidate`."""


class Dropped(Value):
    """A candidate that is not shown, and why."""

    id: str
    reason: str


class ContextPack(Value):
    """What the drafter is shown, within a token budget."""

    budget: int
    """Tokens for everything: policy, question, history and items."""
    used: int
    items: tuple[ContextItem, ...] = ()
    """In the order they are shown: strongest at the start and the end, weakest in the middle."""
    dropped: tuple[Dropped, ...] = ()


class DraftRequest(Value):
    """Everything a drafter may use."""

    question: str
    search_query: str = ""
    """The question made to stand alone, with the line before it where it leans on that; the question itself if empty."""
    questions: tuple[str, ...] = ()
    """The questions one by one, where the message asks several."""
    policy: str
    """The refund policy text; always whole."""
    context: ContextPack
    about_order: bool = False
    """Whether the question cannot be answered without an order; else an order it mentions is only background."""
    fields: tuple[Evidence, ...] = ()
    """Single fields of the orders that are shown, for a drafter that quotes them."""
    history: tuple[Message, ...] = ()
    summary: str = ""
    """What the lines before `history` said, in short; empty where there are none."""
    skills: tuple[str, ...] = ()
    """Instructions of the shop for this kind of turn, most relevant first; trusted as the policy is."""
    language: str | None = None
    """Language of the conversation, as a BCP 47 tag; None where it is not known."""
    today: str
    """ISO date of the turn."""


class Decided(Value):
    """How a turn ends."""

    outcome: Outcome
    text: str = ""
    """What is said apart from a handoff's notice; empty where only the notice is sent."""
    reason: HandoffReason | None = None
    """Why a person takes over; None where nobody does."""
    notice: str | None = None
    """Fixed words for the customer; the reason's own where None."""
    why: str
    """One line for a person."""


class TurnResult(Value):
    """One turn, as `support ask --json` prints it and the ledger keeps it."""

    turn_id: str
    conversation_id: str
    customer_id: str | None = None
    asked_at: str
    """ISO time, UTC."""
    question: str
    outcome: Outcome
    reply: str
    citations: tuple[Citation, ...] = ()
    claims: tuple[dict[str, Any], ...] = ()
    handoff: Handoff | None = None
    context: dict[str, Any] = {}
    timings_ms: dict[str, float] = {}
    why: str = ""
    """Why the turn ended as it did, in one line."""
    route: dict[str, Any] = {}
    searched: tuple[dict[str, Any], ...] = ()
    draft: dict[str, Any] = {}
    decision: dict[str, Any] | None = None
    """What the Gatekeeper said, where an action was asked for."""
    notes: tuple[str, ...] = ()
    grounding: dict[str, Any] = {}
    """Of the checks: `edits` made in the draft before it was cut, `objections`, claims that came too `late`, `tier_ms`,
    `tokens`."""
    models: dict[str, str] = {}
    """Role and name of every model that took part."""
    today: str | None = None
    """ISO date of the turn's day; None in turns stored before it was kept."""
    use_knowledge: bool = True
    """Whether the help articles might be used."""
    history: tuple[Message, ...] = ()
    """Lines of the conversation that the turn saw, oldest first."""
    intake: dict[str, Any] = {}
    """What was done to the message before the turn began: see `intake.Taken`, without its text."""
    orders: tuple[str, ...] = ()
    """Ids of the customer's orders that the turn speaks of."""
    memory: tuple[Recalled, ...] = ()
    """What the memories brought to the turn, what they left out, and why."""
    exchanges: tuple[dict[str, Any], ...] = ()
    """Every call of a chat model, in order: see `llm.exchanges.Exchange`."""
    spent: dict[str, Any] = {}
    """What these calls took together: see `llm.spending.Spent`; empty where no chat model was asked."""
    made_with: dict[str, str] = {}
    """What the turn ran on besides its models' names: see `fingerprints.made_with`."""
    basis: dict[str, Any] = {}
    """What the checks and the decision read: see `basis.Basis`; empty in turns stored before it was kept, and in those that failed."""
