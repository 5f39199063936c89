"""Opening a chat model with its meter, for one role."""

from __future__ import annotations

from dataclasses import dataclass

from agent.errors import SettingsError
from agent.llm.exchanges import Role
from agent.llm.metering import MeteredModel
from agent.llm.settings import DraftingSettings, Price
from agent.llm.spending import Limits, Spending
from agent.settings import Settings
from agent.stores import stores_of
from knowledge.open_files import OpenFiles

FREE = frozenset({"scripted", "transformers"})
"""Providers that take no money."""


@dataclass(frozen=True)
class Wanted:
    """A chat model as a section of the settings names it."""

    role: Role
    name: str
    """`provider:model`."""
    timeout_s: float
    """For one attempt."""
    max_retries: int
    deadline_s: float
    """For the call as a whole."""
    base_url: str | None
    max_tokens: int | None
    stream: bool = False


def open_metered(settings: Settings, wanted: Wanted) -> MeteredModel:
    """The model, not called yet, with the budgets of the settings.

    Raises:
        SettingsError: it cannot be opened, or a budget cannot be kept to with it.
    """
    from agent.chat_models import open_chat_model

    model = open_chat_model(
        wanted.name,
        timeout_s=wanted.timeout_s,
        max_retries=wanted.max_retries,
        base_url=wanted.base_url,
        max_tokens=wanted.max_tokens,
        stream=wanted.stream,
    )
    provider = wanted.name.partition(":")[0]
    _refuse_boundless(settings.drafting, wanted, provider)
    return MeteredModel(
        model,
        wanted.name,
        wanted.role,
        open_spending(settings),
        wanted.deadline_s,
        wanted.max_tokens,
        settings.drafting.prices.get(wanted.name, Price()),
        ends=wanted.stream or provider == "ollama",
    )


def open_spending(settings: Settings, files: OpenFiles | None = None) -> Spending:
    """The tally, with the budgets of the settings; nothing is written yet."""
    drafting = settings.drafting
    limits = Limits(
        turn_tokens=drafting.max_turn_tokens,
        day_tokens=drafting.max_day_tokens,
        turn_cost=drafting.max_turn_cost,
        day_cost=drafting.max_day_cost,
    )
    stores = stores_of(settings, files)
    return Spending(stores.place("spending"), limits, files=stores.files)


def _refuse_boundless(drafting: DraftingSettings, wanted: Wanted, provider: str) -> None:
    if drafting.limits_cost and provider not in FREE and wanted.name not in drafting.prices:
        raise SettingsError(
            f"A budget of cost is set, and the price of {wanted.name} is not. Wanted: "
            f'drafting.prices with "{wanted.name}" = {{ input = …, output = … }}, for a million tokens.'
        )
    if drafting.limited and wanted.max_tokens is None:
        raise SettingsError(
            f"A budget is set, and the reply of {wanted.name} ({wanted.role}) has no bound. Wanted: a number for max_tokens."
        )
