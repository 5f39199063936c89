"""Chat models behind LangChain's contract; the only file that imports langchain, so import it where a model is opened.

`open_chat_model` opens a provider's model, a script (`scripted:demo.yaml`), or weights on this machine (`transformers:PATH`).
Nothing is sent or loaded before the first call.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from langchain_core.callbacks import CallbackManagerForLLMRun
from langchain_core.language_models.chat_models import BaseChatModel
from langchain_core.messages import AIMessage, BaseMessage, HumanMessage
from langchain_core.outputs import ChatGeneration, ChatResult
from pydantic import PrivateAttr

from agent.chat_scripts import Script, ScriptedReply, read_script
from agent.context.formatting import unescape
from agent.errors import DraftingError, SettingsError

_QUESTION = re.compile(r"<question\b[^>]*>(.*)</question>", re.DOTALL)
_EXAMPLE = "openai:gpt-4.1-mini, anthropic:claude-haiku-4-5, ollama:llama3.2, transformers:PATH or scripted:FILE"


EXTRAS = frozenset({"openai", "anthropic", "ollama"})
"""Providers whose package is an extra of ours, of the same name."""
NO_KEY = "none"
"""Sent to a server that the settings name, where there is no key: servers of one's own take any."""


class MissingKeyError(SettingsError):
    """A provider's client cannot be opened, nearly always because it has no key."""


class ScriptedChatModel(BaseChatModel):
    """Says what its script says; for tests, demonstrations and rehearsals of trouble.

    Rules are matched against the customer's question in the last human message, or against the whole message where
    it has no `<question>` element, so that the wording of the evidence cannot set a rule off.
    """

    script: Script
    _seen: list[list[BaseMessage]] = PrivateAttr(default_factory=list)

    @property
    def seen(self) -> tuple[tuple[BaseMessage, ...], ...]:
        """The prompts it was shown, oldest first."""
        return tuple(tuple(messages) for messages in self._seen)

    @property
    def _llm_type(self) -> str:
        return "scripted"

    def _generate(
        self,
        messages: list[BaseMessage],
        stop: list[str] | None = None,
        run_manager: CallbackManagerForLLMRun | None = None,
        **kwargs: Any,
    ) -> ChatResult:
        self._seen.append(messages)
        reply = self._by_rule(messages) if not self.script.replies else self._in_order()
        if reply.error is not None:
            raise TimeoutError(reply.error)
        message = AIMessage(reply.text, response_metadata={"finish_reason": reply.finish_reason})
        return ChatResult(generations=[ChatGeneration(message=message)])

    def _in_order(self) -> ScriptedReply:
        asked, replies = len(self._seen), self.script.replies
        if asked > len(replies):
            raise DraftingError(f"The script has {len(replies)} replies and was asked {asked} times. Add replies.")
        return replies[asked - 1]

    def _by_rule(self, messages: list[BaseMessage]) -> ScriptedReply:
        question = _last_question(messages)
        for rule in self.script.rules:
            if re.search(rule.when, question, re.IGNORECASE):
                return rule.reply
        if self.script.otherwise is None:
            raise DraftingError(f"No rule of the script matches {question!r}. Add a rule, or `otherwise`.")
        return self.script.otherwise


def load_script(path: Path) -> ScriptedChatModel:
    """Open a script file as a model. Raises InputError where the file is not a script."""
    return ScriptedChatModel(script=read_script(path))


def open_chat_model(
    name: str,
    *,
    timeout_s: float,
    max_retries: int,
    base_url: str | None = None,
    max_tokens: int | None = None,
    stream: bool = False,
) -> BaseChatModel:
    """Open `provider:model` without calling it.

    `timeout_s` is for one attempt, in seconds; the provider's client retries up to `max_retries` times (Ollama's never
    does), and nothing above it retries again. `base_url` serves OpenAI-compatible servers and proxies, also without a
    key; `max_tokens` bounds the reply; `stream` lets the provider send it as it is written.
    Raises SettingsError for an unknown provider, a package that is not installed, or a missing key.
    """
    provider, _, model = name.partition(":")
    if not provider or not model:
        raise SettingsError(f"Found the model name {name!r}. Wanted: provider:model, for example {_EXAMPLE}.")
    if provider == "scripted":
        return load_script(Path(model))
    if provider == "transformers":
        from agent.local_chat import open_local_model

        return open_local_model(Path(model), timeout_s, max_tokens)
    options = _limits(provider, timeout_s, max_retries, max_tokens)
    if stream and provider != "ollama":  # which always does
        options |= {"streaming": True, "stream_usage": True}
    if base_url is None:
        return _open(provider, model, options)
    try:
        return _open(provider, model, options | {"base_url": base_url})
    except MissingKeyError:
        return _open(provider, model, options | {"base_url": base_url, "api_key": NO_KEY})


def _limits(provider: str, timeout_s: float, max_retries: int, max_tokens: int | None) -> dict[str, Any]:
    """Spell the limits as the provider's class does: ChatOllama ignores `timeout` and `max_tokens` in silence."""
    if provider == "ollama":
        bound = {} if max_tokens is None else {"num_predict": max_tokens}
        return {"client_kwargs": {"timeout": timeout_s}, **bound}
    bound = {} if max_tokens is None else {"max_tokens": max_tokens}
    return {"timeout": timeout_s, "max_retries": max_retries, **bound}


def _open(provider: str, model: str, options: Mapping[str, Any]) -> BaseChatModel:
    from langchain.chat_models import init_chat_model

    try:
        opened: BaseChatModel = init_chat_model(model, model_provider=provider, **options)
    except ImportError as error:
        raise SettingsError(_not_installed(provider, str(error))) from error
    except ValueError as error:
        raise SettingsError(f"The model {provider}:{model} cannot be opened: {_first_line(error)}") from error
    except Exception as error:
        # Each provider's client has its own error for a missing key, and none of them can be imported here.
        raise MissingKeyError(
            f"The model {provider}:{model} cannot be opened: {_first_line(error)} Set the provider's key."
        ) from error
    return opened


def _not_installed(provider: str, message: str) -> str:
    if provider in EXTRAS:
        package = f"'grounded-support[{provider}]'"
        return f"The provider {provider!r} needs a package that is not installed. Run `pip install {package}`."
    named = re.search(r"pip install ([\w.-]+)", message)
    package = named[1] if named else f"langchain-{provider.replace('_', '-')}"
    return f"The provider {provider!r} needs a package that is not installed. Run `pip install {package}`."


def _first_line(error: Exception) -> str:
    return next(iter(str(error).splitlines()), type(error).__name__)


def _last_question(messages: list[BaseMessage]) -> str:
    humans = [message for message in messages if isinstance(message, HumanMessage)]
    text = str(humans[-1].text) if humans else ""
    labelled = _QUESTION.search(text)
    return unescape(labelled[1]) if labelled else text
