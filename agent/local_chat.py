"""A chat model in this very process, by transformers: a folder of weights, or one GGUF file. Import it where one is opened.

For trying the cascade without a server, and for machines that may reach none. It wants the extra `local`.
"""

from __future__ import annotations

import time
from functools import cached_property
from pathlib import Path
from typing import Any

import torch
from langchain_core.callbacks import CallbackManagerForLLMRun
from langchain_core.language_models.chat_models import BaseChatModel
from langchain_core.messages import AIMessage, BaseMessage
from langchain_core.messages.ai import UsageMetadata
from langchain_core.outputs import ChatGeneration, ChatResult
from transformers import (
    AutoModelForCausalLM,
    AutoTokenizer,
    MaxTimeCriteria,
    StoppingCriteriaList,
)

from agent.errors import SettingsError

ROLES = {"system": "system", "human": "user", "ai": "assistant"}


class LocalChatModel(BaseChatModel):
    """Loaded at the first call; the most likely word each time, so that the same prompt has the same reply."""

    path: Path
    timeout_s: float
    """Of one reply, the first call's loading not counted; what is written by then is cut off, and says so."""
    max_tokens: int = 600

    @property
    def _llm_type(self) -> str:
        return "transformers"

    @cached_property
    def _loaded(self) -> tuple[Any, Any]:
        """Tokenizer and network."""
        folder, options = (self.path.parent, {"gguf_file": self.path.name}) if self.path.is_file() else (self.path, {})
        try:
            tokenizer = AutoTokenizer.from_pretrained(str(folder), local_files_only=True, **options)
            network = AutoModelForCausalLM.from_pretrained(
                str(folder), local_files_only=True, dtype=torch.float32, **options
            )
        except Exception as error:  # what these libraries raise has no common base
            reason = str(error).strip().partition("\n")[0] or type(error).__name__
            raise SettingsError(
                f"{self.path} cannot be read by transformers: {reason} Wanted a folder of weights or a GGUF file. "
                "For GGUF, run `pip install 'grounded-support[local]'`."
            ) from error
        network.train(False)
        return tokenizer, network

    def _generate(
        self,
        messages: list[BaseMessage],
        stop: list[str] | None = None,
        run_manager: CallbackManagerForLLMRun | None = None,
        **kwargs: Any,
    ) -> ChatResult:
        tokenizer, network = self._loaded
        lines = [{"role": ROLES.get(one.type, "user"), "content": str(one.text)} for one in messages]
        given = tokenizer.apply_chat_template(lines, add_generation_prompt=True, return_tensors="pt", return_dict=True)
        read = int(given["input_ids"].shape[1])
        begin = time.monotonic()
        with torch.inference_mode():
            found = network.generate(
                **given,
                max_new_tokens=self.max_tokens,
                do_sample=False,
                repetition_penalty=1.1,
                stopping_criteria=StoppingCriteriaList([MaxTimeCriteria(self.timeout_s)]),
            )
        written = found[0][read:]
        late = time.monotonic() - begin >= self.timeout_s
        cut_off = late or len(written) >= self.max_tokens
        message = AIMessage(
            tokenizer.decode(written, skip_special_tokens=True).strip(),
            response_metadata={"finish_reason": "length" if cut_off else "stop"},
            usage_metadata=UsageMetadata(
                input_tokens=read, output_tokens=len(written), total_tokens=read + len(written)
            ),
        )
        return ChatResult(generations=[ChatGeneration(message=message)])


def open_local_model(path: Path, timeout_s: float, max_tokens: int | None) -> LocalChatModel:
    """The model of a path, not loaded yet.

    Raises:
        SettingsError: there is nothing at that path.
    """
    if not path.exists():
        raise SettingsError(
            f"There is no model at {path}. Wanted: transformers:PATH with a folder of weights or a GGUF file."
        )
    return LocalChatModel(path=path, timeout_s=timeout_s, max_tokens=max_tokens or 600)
