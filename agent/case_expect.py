"""What a conversation case expects of a turn, and of the shop when the conversation is over."""

from __future__ import annotations

import re
from typing import Annotated, Any, Literal

from pydantic import AfterValidator, BeforeValidator, ConfigDict, Field

from agent.types import HandoffReason, Outcome
from knowledge.types import Value
from policies.types import ActionKind


class CaseValue(Value):
    """Base of what stands in a case file: a number is read as text where text is wanted."""

    model_config = ConfigDict(use_attribute_docstrings=True, coerce_numbers_to_str=True)


def _listed(value: Any) -> Any:
    return (value,) if isinstance(value, str | int) else value


def _compiles(value: str) -> str:
    try:
        re.compile(value)
    except re.error as error:
        raise ValueError(f"a regular expression ({error})") from error
    return value


def _is_action(value: Any) -> Any:
    return {"status": value} if isinstance(value, str) and value != "none" else value


Pattern = Annotated[str, AfterValidator(_compiles)]
Texts = Annotated[tuple[str, ...], BeforeValidator(_listed, json_schema_input_type=str | tuple[str, ...])]
"""One text, or a list of them."""
Patterns = Annotated[tuple[Pattern, ...], BeforeValidator(_listed, json_schema_input_type=str | tuple[str, ...])]

ActionStatus = Literal[
    "proposed",
    "certified",
    "approval_needed",
    "refused",
    "executed",
    "done",
    "already_done",
    "not_done",
    "unknown",
    "declined",
    "left",
]
"""`proposed`: worked out in full, whatever became of it; `certified`: the rules allow it and nothing was done yet; `executed`
and `done`: the shop's system did it; `refused`: the rules forbid it; `not_done`: the shop's system refused; `left`: the
customer said no; `declined`: a person did."""


class ActionExpected(CaseValue):
    """What became of an action in a turn; what is left out is not looked at."""

    kind: ActionKind | None = None
    status: ActionStatus | None = None
    order: str | None = None
    """Id of the order it is about."""
    amount: str | None = None
    """Money that it moves, for example `34.00`."""


class Tokens(CaseValue):
    """The most tokens that a turn may take; what is left out is not looked at."""

    context: int | None = Field(default=None, ge=1)
    """Of everything that the drafter is shown: policy, question, history and evidence."""
    model: int | None = Field(default=None, ge=0)
    """That the chat models were sent and wrote, all calls of the turn together."""


class Expect(CaseValue):
    """What a reply has to be like; what is None or empty is not looked at."""

    outcome: Outcome | tuple[Outcome, ...] | None = None
    """How the turn ends; one of several, where there is a list."""
    contains: Texts = ()
    """Texts that the reply holds, whatever the letter case and the blanks."""
    matches: Patterns = ()
    """Regular expressions of Python's that are found in the reply; `(?i)` in front leaves the letter case out."""
    means: Texts = ()
    """Sentences that the reply says in its own words, as the verifier and the embedder read it."""
    not_contains: Texts = ()
    """Texts that the reply does not hold."""
    cites: Texts = ()
    """Sections that are cited, as `article › Heading › Heading below`; the article alone where any section will do."""
    not_cites: Texts = ()
    """Sections or articles that are not cited."""
    proved_by: Texts = ()
    """Articles, passages or order fields (`ORD-99107/status`) that proved a sentence of the reply."""
    cut: Literal["none"] | Texts | None = None
    """Texts that claims of the draft hold which were cut, each in a claim; `none`: nothing was cut."""
    handoff: Literal[HandoffReason, "none", "any"] | tuple[HandoffReason, ...] | None = None
    """Why a person takes over; one of several, where there is a list; `any`: whatever the reason; `none`: nobody does."""
    reply: str | None = None
    """The whole reply, letter by letter, blank lines and all."""
    actions: tuple[str, ...] | None = None
    """What the turn's record says about actions, one line each, as `memory.episodes.recorded_actions` words it."""
    action: (
        Annotated[
            ActionExpected | Literal["none"],
            BeforeValidator(_is_action, json_schema_input_type=ActionExpected | ActionStatus | Literal["none"]),
        ]
        | None
    ) = None
    """The shorter form: kind, status, order and amount of the turn's action, or its status alone; `none`: there is none."""
    retrieved: Texts = ()
    """Articles (`refunds`) or passages (`refunds#3`) that are among what the search found."""
    not_retrieved: Texts = ()
    """Articles or passages that the search did not find."""
    shown: Texts = ()
    """Articles, passages or order fields (`ORD-99107`, `ORD-99107/status`) that the drafter was shown."""
    not_shown: Texts = ()
    """What the drafter was not shown."""
    removed: tuple[str, ...] | None = None
    """Kinds of personal data that were taken out of the line before anything kept it."""
    latency_ms: float | None = Field(default=None, gt=0)
    """The most milliseconds that the turn may take; looked at with `--latency` only."""
    tokens: Tokens | None = None
    """The most tokens that the turn may take."""


class MemoryExpected(CaseValue):
    """What is remembered of the customer when the conversation is over."""

    facts: dict[str, str | None] = {}
    """Facts by key as they hold now; null where none of this key is kept."""
    holds: Texts = ()
    """Texts that stand somewhere in what is remembered."""
    lacks: Texts = ()
    """Texts that stand nowhere in it."""


class Finally(CaseValue):
    """What holds when the conversation is over."""

    orders: dict[str, dict[str, str | None]] = {}
    """Fields of orders by id: `status`, `address.city`, `items.1.quantity` (lines count from 1), or `refunded`, the sum of the
    refunds."""
    memory: MemoryExpected | None = None
    """What is remembered of the customers of the case."""
    no_leak: Texts = ()
    """Texts, or ids of customers, that occur in no reply, packet or record of a turn; of a customer, whatever their record
    and their orders hold. What the lines of the case say themselves is not looked for."""
    handoffs: tuple[HandoffReason, ...] | Annotated[int, Field(ge=0)] | None = None
    """Why people took over, turn by turn, or how often."""
    approvals: int | None = Field(default=None, ge=0)
    """Requests that still wait for a person's decision."""
