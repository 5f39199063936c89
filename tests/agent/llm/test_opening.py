"""The limits of the settings reach each provider's client, and what cannot be kept to is refused at start."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from agent.chat_models import NO_KEY, open_chat_model
from agent.errors import SettingsError
from agent.llm.metering import MeteredModel
from agent.llm.opening import Wanted, open_metered
from agent.settings import Settings, load_settings

NOWHERE = "http://127.0.0.1:9"


def opened(name: str, **settings: Any) -> Any:
    return open_chat_model(name, timeout_s=7.0, max_retries=3, base_url=NOWHERE, max_tokens=55, **settings)


def test_limits_reach_openais_client() -> None:
    model = opened("openai:x", stream=True)
    client = model.root_client
    assert (client.timeout, client.max_retries, str(client.base_url).rstrip("/")) == (7.0, 3, NOWHERE)
    assert (model.max_tokens, model.streaming, model.stream_usage) == (55, True, True)


KEYLESS = """
import os
assert not [name for name in os.environ if name.startswith("OPENAI")]
from agent.chat_models import open_chat_model
from agent.errors import SettingsError
limits = {"timeout_s": 1.0, "max_retries": 0}
print(open_chat_model("openai:x", base_url="http://127.0.0.1:9", **limits).root_client.api_key)
try:
    open_chat_model("openai:x", **limits)
except SettingsError as error:
    print(error)
"""


def test_server_of_ones_own_wants_no_key_and_the_providers_does() -> None:
    environment = {name: value for name, value in os.environ.items() if not name.startswith("OPENAI")}
    ended = subprocess.run(
        [sys.executable, "-c", KEYLESS], capture_output=True, text=True, timeout=120, check=True, env=environment
    )
    key, refusal = ended.stdout.strip().split("\n", 1)
    assert key == NO_KEY
    assert refusal.startswith("The model openai:x cannot be opened: ")
    assert refusal.endswith("Set the provider's key.")


def test_limits_reach_anthropics_client() -> None:
    pytest.importorskip("langchain_anthropic")
    model = opened("anthropic:x")
    client = model._client
    assert (client.timeout, client.max_retries, str(client.base_url).rstrip("/")) == (7.0, 3, NOWHERE)
    assert model.max_tokens == 55


def test_limits_reach_ollamas_client_which_never_retries() -> None:
    pytest.importorskip("langchain_ollama")
    model = opened("ollama:x")
    client = model._client._client
    assert {client.timeout.connect, client.timeout.read, client.timeout.write, client.timeout.pool} == {7.0}
    assert (str(client.base_url).rstrip("/"), model.num_predict) == (NOWHERE, 55)


WITHOUT = """
import sys
class Gone:
    def find_spec(self, name, path=None, target=None):
        if name.split(".")[0] == sys.argv[1]:
            raise ModuleNotFoundError(f"No module named {name!r}", name=name)
sys.meta_path.insert(0, Gone())
from agent.chat_models import open_chat_model
from agent.errors import SettingsError
try:
    open_chat_model(sys.argv[2], timeout_s=1.0, max_retries=0)
except SettingsError as error:
    print(error)
"""


@pytest.mark.parametrize("provider", ["openai", "anthropic", "ollama"])
def test_package_that_is_missing_names_the_extra_that_brings_it(provider: str) -> None:
    arguments = [sys.executable, "-c", WITHOUT, f"langchain_{provider}", f"{provider}:x"]
    ended = subprocess.run(arguments, capture_output=True, text=True, timeout=120, check=True)
    assert ended.stdout.strip().endswith(f"Run `pip install 'grounded-support[{provider}]'`.")


def metered(tmp_path: Path, name: str = "openai:x", max_tokens: int | None = 100, **drafting: Any) -> MeteredModel:
    settings = Settings.model_validate({"home": tmp_path, "drafting": drafting})
    wanted = Wanted("judge", name, 1.0, 0, 2.0, NOWHERE, max_tokens)
    return open_metered(settings, wanted)


def test_budget_and_price_reach_the_meter(tmp_path: Path) -> None:
    prices = {"openai:x": {"input": 0.5, "output": 2}}
    model = metered(tmp_path, max_turn_tokens=10_000, max_day_cost=5, prices=prices)
    limits = model.spending.limits
    assert (limits.turn_tokens, limits.day_tokens, limits.turn_cost, limits.day_cost) == (10_000, None, None, 5)
    assert (model.price.input, model.price.output, model.deadline_s, model.max_tokens) == (0.5, 2, 2.0, 100)


def test_budget_of_cost_wants_the_price_of_every_model_that_takes_money(tmp_path: Path) -> None:
    with pytest.raises(SettingsError, match=r"the price of openai:x is not\. Wanted: drafting\.prices"):
        metered(tmp_path, max_day_cost=5)
    script = tmp_path / "script.yaml"
    script.write_text("otherwise: Ten days.\n", encoding="utf-8")
    assert metered(tmp_path, f"scripted:{script}", max_day_cost=5).price.output == 0


def test_budget_wants_a_bound_of_the_reply(tmp_path: Path) -> None:
    with pytest.raises(SettingsError, match=r"reply of openai:x \(judge\) has no bound"):
        metered(tmp_path, max_tokens=None, max_day_tokens=1_000)


def test_prices_can_be_a_variable(tmp_path: Path) -> None:
    variable = {"SUPPORT_DRAFTING__PRICES": "openai:gpt-4.1-mini=0.4/1.6, ollama:llama3.2:1b=0/0"}
    prices = load_settings(None, variable).drafting.prices
    assert {name: (price.input, price.output) for name, price in prices.items()} == {
        "openai:gpt-4.1-mini": (0.4, 1.6),
        "ollama:llama3.2:1b": (0.0, 0.0),
    }


@pytest.mark.parametrize(
    "value", ["openai:x", "openai:x=1", "=1/2", "openai:x=one/2", "openai:x=-1/2", "openai:x=nan/2"]
)
def test_price_that_is_none_is_refused(value: str) -> None:
    with pytest.raises(SettingsError, match="SUPPORT_DRAFTING__PRICES"):
        load_settings(None, {"SUPPORT_DRAFTING__PRICES": value})
