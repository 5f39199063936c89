"""Settings of the whole product: support.toml and SUPPORT_* variables, strict, bounded, read once."""

from __future__ import annotations

import difflib
import tomllib
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from pydantic import BaseModel, Field, ValidationError, field_validator

from agent.actions.settings import ActionSettings
from agent.errors import SettingsError
from agent.identity.settings import IdentitySettings
from agent.intents.settings import RoutingSettings
from agent.llm.settings import DraftingSettings as DraftingSettings
from agent.memory.settings import MemorySettings
from agent.privacy.settings import PrivacySettings
from agent.setting_section import Section
from agent.web.helpdesks.opening import HelpdeskSettings
from agent.web.settings import ServiceSettings
from knowledge.errors import InputError
from knowledge.filters import parse_conditions
from knowledge.settings import KnowledgeSettings

PREFIX = "SUPPORT_"
SECRET_KEYS = frozenset({"database_url", "desk_password", "metrics_token", "token", "secret"})
"""Keys whose values are told to nobody."""
ENTRY_VARIABLES = frozenset({"SUPPORT_SETTINGS"})
"""Variables that the command line reads itself."""


class RewritingSettings(Section):
    """Who makes a follow-up stand alone before it is looked for."""

    model: str | None = None
    """A chat model as `provider:model`, or `scripted:FILE`; None carries the subject that was named last, without a model."""
    base_url: str | None = None
    timeout_s: float = Field(default=5.0, gt=0, le=600)
    """For one attempt; the customer waits for it, and the search goes on without the model's phrasing."""
    max_retries: int = Field(default=0, ge=0, le=10)
    max_tokens: int | None = Field(default=200, ge=1, le=100_000)


class ArticleSettings(Section):
    """Which articles the agent may use, besides that they are for customers and in force."""

    only: dict[str, str] = {}
    """Front matter keys and the values that an article must have, for example `{ language = "en" }`; as a variable
    `language=en, version=2`. An article without the key is left out."""

    @field_validator("only", mode="before")
    @classmethod
    def _from_text(cls, value: Any) -> Any:
        if not isinstance(value, str):
            return value
        try:
            return parse_conditions(part for part in value.split(",") if part.strip())
        except InputError as error:
            raise ValueError(str(error)) from error


class ContextSettings(Section):
    """What the drafter is shown."""

    budget_tokens: int = Field(default=8_000, ge=200, le=1_000_000)
    max_items: int = Field(default=12, ge=1, le=100)
    floor: float = Field(default=0.25, ge=-1.0, le=1.0)
    """Candidates that score lower are not shown."""
    history_messages: int = Field(default=6, ge=0, le=100)
    """Earlier lines of the conversation that the drafter sees."""


class GroundingSettings(Section):
    """The cascade's thresholds and models."""

    nothing_near: float = Field(default=0.30, ge=0.0, le=1.0)
    """Cosine below which no evidence is near a claim."""
    nearly_identical: float = Field(default=0.93, ge=0.0, le=1.0)
    """Cosine from which evidence may settle a claim by itself."""
    verifier: str = "verifier-1"
    """The NLI model: a name of the model registry, the path of a model folder, or `none`."""
    wrong_answer_rate: float = Field(default=0.01, gt=0.0, le=0.5)
    """The share of wrong claims that may be among those the verifier lets pass; its calibration gives the thresholds."""
    entailed: float | None = Field(default=None, ge=0.5, le=1.0)
    """Probability from which the verifier's entailment or contradiction counts; None takes the calibrated ones."""
    deadline_s: float = Field(default=10.0, gt=0, le=600)
    """Seconds that a draft may be checked for in a turn; what is not checked by then goes to a person."""
    judge: str | None = None
    """A chat model as `provider:model`, or `scripted:FILE`, for what the verifier leaves open; None asks none."""
    judge_base_url: str | None = None
    judge_timeout_s: float = Field(default=8.0, gt=0, le=600)
    """For the one call of a turn, retries included, and never beyond the deadline."""
    judge_max_retries: int = Field(default=0, ge=0, le=10)
    judge_max_tokens: int | None = Field(default=1_500, ge=1, le=100_000)
    """Of the answer: some 80 a claim, and more where the model reasons first."""


class ModelSettings(Section):
    """Where models may come from."""

    allow_fetch: bool = False
    """Whether a model named as on a hub may be fetched from there; otherwise only what is on this machine is used."""


class PolicySettings(Section):
    """Where the policy comes from; the sample shop's where None."""

    text: Path | None = None
    rules: Path | None = None


class Settings(Section):
    """Everything that can be set. Precedence: SUPPORT_* variables, then support.toml, then these defaults."""

    home: Path = Path(".support")
    """Folder of the index, the orders, the conversations and the ledger."""
    max_message_chars: int = Field(default=4_000, ge=100, le=200_000)
    """A longer message is not read in part: the customer is asked for a shorter one."""
    knowledge: KnowledgeSettings = KnowledgeSettings()
    articles: ArticleSettings = ArticleSettings()
    rewriting: RewritingSettings = RewritingSettings()
    drafting: DraftingSettings = DraftingSettings()
    routing: RoutingSettings = RoutingSettings()
    context: ContextSettings = ContextSettings()
    memory: MemorySettings = MemorySettings()
    grounding: GroundingSettings = GroundingSettings()
    models: ModelSettings = ModelSettings()
    policies: PolicySettings = PolicySettings()
    actions: ActionSettings = ActionSettings()
    privacy: PrivacySettings = PrivacySettings()
    identity: IdentitySettings = IdentitySettings()
    service: ServiceSettings = ServiceSettings()
    helpdesks: dict[str, HelpdeskSettings] = {}
    """By the name that stands in the address of its webhook."""

    def in_folder(self, home: Path) -> Settings:
        """The same, for a data folder of its own to try something in: none of it reaches a server that these name."""
        service = self.service.model_copy(update={"database_url": None})
        knowledge = self.knowledge.model_copy(update={"chroma_url": None})
        return self.model_copy(update={"home": home, "service": service, "knowledge": knowledge})


def load_settings(file: Path | None, environment: Mapping[str, str]) -> Settings:
    """Read the settings; `file` None means `support.toml` in the working folder where it exists.

    Raises:
        SettingsError: the file is missing or not TOML, a key is unknown, a value is impossible.
    """
    path = file or Path("support.toml")
    data = _read_toml(path) if file or path.is_file() else {}
    try:
        return Settings.model_validate(_with_variables(data, environment))
    except ValidationError as error:
        raise SettingsError(_explained(error, path, data)) from error


def _read_toml(path: Path) -> dict[str, Any]:
    try:
        return tomllib.loads(path.read_text(encoding="utf-8"))
    except OSError as error:
        raise SettingsError(
            f"The settings file {path} cannot be read ({error.strerror}). Name another with `--settings FILE`."
        ) from error
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise SettingsError(f"{path} is not TOML: {error}. Mend that line, then run the command again.") from error


def _keys(model: type[BaseModel], before: str = "") -> Iterator[str]:
    for name, field in model.model_fields.items():
        inner = field.annotation
        if isinstance(inner, type) and issubclass(inner, BaseModel):
            yield from _keys(inner, f"{before}{name}.")
        else:
            yield before + name


def known_keys() -> list[str]:
    """Every key as it is written in messages, for example `drafting.timeout_s`."""
    return list(_keys(Settings))


def _with_variables(data: Mapping[str, Any], environment: Mapping[str, str]) -> dict[str, Any]:
    """The data with SUPPORT_* variables over it: SUPPORT_DRAFTING__TIMEOUT_S sets drafting.timeout_s."""
    known = {PREFIX + key.replace(".", "__").upper(): key for key in known_keys()}
    found = {key: dict(value) if isinstance(value, Mapping) else value for key, value in data.items()}
    for name, value in environment.items():
        if not name.startswith(PREFIX) or name in ENTRY_VARIABLES:
            continue
        if name not in known:
            raise SettingsError(f"The variable {name} is not a setting.{_nearest(name, set(known))}")
        section, _, key = known[name].rpartition(".")
        place = found.setdefault(section, {}) if section else found
        if isinstance(place, dict):
            place[key] = value
    return found


def _explained(error: ValidationError, path: Path, data: Mapping[str, Any]) -> str:
    """The first problem, with where it was found and what was wanted."""
    first = error.errors()[0]
    key = ".".join(str(part) for part in first["loc"])
    source = str(path) if _holds(data, first["loc"]) else f"the variable {PREFIX}{key.replace('.', '__').upper()}"
    if first["type"] == "extra_forbidden":
        return f"{source} sets {key!r}, which is not a setting.{_nearest(key, known_keys())}"
    if key.startswith("helpdesks.") or first["loc"][-1] in SECRET_KEYS:  # what was typed may be a secret
        return f"{source} sets {key} to something that cannot be: {_small(first['msg'])}."
    return f"{source} sets {key} to {first['input']!r}: {_small(first['msg'])}."


def _small(message: str) -> str:
    """A message of pydantic within a sentence."""
    wanted = message.removeprefix("Value error, ").rstrip(".")
    return wanted[0].lower() + wanted[1:]


def _holds(data: Any, keys: tuple[int | str, ...]) -> bool:
    for key in keys:
        if not isinstance(data, Mapping) or key not in data:
            return False
        data = data[key]
    return True


def _nearest(name: str, known: list[str] | set[str]) -> str:
    near = difflib.get_close_matches(name, sorted(known), n=1, cutoff=0.5)
    return f" Did you mean {near[0]}?" if near else f" Known: {', '.join(sorted(known))}."
