"""Conversation cases as values: the shop they are held in, the customer's lines, and what is expected."""

from __future__ import annotations

from datetime import date
from typing import Any, Literal

from pydantic import Field, field_validator, model_validator

from agent.case_expect import CaseValue, Expect, Finally, Texts
from agent.chat_scripts import Reply, ScriptedReply
from knowledge.order_types import Customer, Order


class OrderFixture(CaseValue):
    """Customers and orders of a case, written in the fields of an order file."""

    customers: tuple[Customer, ...] = ()
    orders: tuple[Order, ...] = ()
    change: dict[str, dict[str, Any]] = {}
    """Fields that are other than in the sample's orders, by order id."""


class ShopFixture(CaseValue):
    """The shop of a case."""

    sample: bool = True
    """Whether the sample shop's articles and orders are there, below the case's own."""
    articles: dict[str, str | None] | str = {}
    """Articles by file name (`gifts.md: text`), beside those of the sample or in their place; null takes one away. Or a
    folder, which stands in the place of the sample's."""
    orders: OrderFixture | str = OrderFixture()
    """Customers and orders beside the sample's, or in the place of those with the same id; or a file of them."""
    policy: str | None = None
    """The policy: a file, or the text itself where it has several lines."""
    rules: str | None = None
    """The rules: a TOML file, or the text itself where it has several lines."""
    settings: dict[str, Any] = {}
    """Settings that are other than the run's, as in support.toml: `grounding: {verifier: none}`."""


class Turn(CaseValue):
    """One line of the customer."""

    say: str
    """What the customer writes."""
    decided: Literal["approve", "deny"] | None = None
    """What a person decides, before this line is said, about the newest request that waits for one."""
    customer: str | None = None
    """Who is signed in from this line on; null where they have signed out. As before where it is left out."""
    today: date | None = None
    """The day from this line on; as before where it is left out."""
    conversation: Literal["new"] | None = None
    """`new`: this line begins another conversation of the same customer, as days later."""
    draft: Reply | None = None
    """What a chat model drafts in this turn, if a draft is asked for: a text, or `text` with `finish_reason` or `error`."""
    expect: Expect | None = None
    """What the reply has to be like."""


class Case(CaseValue):
    """A conversation and what is expected of it."""

    name: str = Field(min_length=1)
    """Unlike that of every other case."""
    why: str = ""
    """Why the case exists, for whoever sees it fail."""
    tags: Texts = ()
    """Words to choose cases by: `--tag refunds`."""
    customer: str | None = None
    """The verified customer; None where nobody is signed in."""
    today: date
    """The day of the conversation; the sample's orders are written for 2026-11-30."""
    articles: bool = True
    """Whether the help articles may be used."""
    shop: ShopFixture = ShopFixture()
    """The shop; the sample's where it is left out."""
    drafter: str | tuple[Reply | None, ...] = "extractive"
    """Who drafts: `extractive`, the evidence's own sentences; `configured`, the chat model that the settings name;
    `scripted:FILE`, a script of replies; or a list of what a chat model writes, one for each turn and null where it is not
    asked, which is the same as `draft` in the turns."""
    repeat: int = Field(default=1, ge=1, le=100)
    """How often the conversation is held, each time anew; it passes if it passes every time."""
    turns: tuple[Turn, ...] = Field(min_length=1)
    """The customer's lines."""
    finally_: Finally | None = Field(default=None, alias="finally")
    """What holds when the conversation is over."""

    @field_validator("drafter")
    @classmethod
    def _known_drafter(cls, value: str | tuple[Reply | None, ...]) -> str | tuple[Reply | None, ...]:
        if isinstance(value, str) and value not in ("extractive", "configured") and not value.startswith("scripted:"):
            raise ValueError("extractive, configured, scripted:FILE, or a list of replies")
        return value

    @model_validator(mode="after")
    def _one_draft_a_turn(self) -> Case:
        drafts = () if isinstance(self.drafter, str) else self.drafter
        if len(drafts) > len(self.turns):
            raise ValueError(f"at most one reply of the drafter for each of {len(self.turns)} turns, not {len(drafts)}")
        if drafts and any(turn.draft for turn in self.turns):
            raise ValueError("the drafter's replies in one place: as `drafter`, or as `draft` in the turns")
        return self

    def draft_of(self, number: int) -> ScriptedReply | None:
        """The scripted reply of a turn, counted from 0; None where there is none."""
        if not isinstance(self.drafter, str) and number < len(self.drafter):
            return self.drafter[number]
        return self.turns[number].draft


class CaseSource(Case):
    """A case as it is written: besides its own keys, those that are resolved while it is read."""

    include: Texts = ()
    """Files whose keys stand below this case's own; their turns come first."""
    variables: dict[str, Any] = {}
    """Values that `${name}` stands for in the rest of the case; `$${` writes a `${`."""
    each: tuple[dict[str, Any], ...] = ()
    """Rows of variables: the case is run once for each, under its name and the row's values, or the row's `name`."""


class CaseFile(CaseValue):
    """A file of several cases."""

    include: Texts = ()
    """Files whose `defaults` stand below this file's."""
    defaults: CaseSource | None = None
    """What every case of the file has where it does not say otherwise."""
    cases: tuple[CaseSource, ...] = Field(min_length=1)
