"""A real learned sparse encoder of random weights: what it weighs means nothing, how it is read does."""

from __future__ import annotations

from pathlib import Path

from knowledge.models.registry import locate


def save_splade(folder: Path, seed: int = 7) -> Path:
    """Save a masked language model of one narrow layer with SPLADE's pooling, and the packaged tokenizer."""
    import torch
    from sentence_transformers import SparseEncoder
    from sentence_transformers.sparse_encoder.modules import SpladePooling, Transformer
    from transformers import AutoTokenizer, BertConfig, BertForMaskedLM

    embedder, bare = locate("embedder", "all-MiniLM-L6-v2").folder, folder / "bare"
    AutoTokenizer.from_pretrained(embedder, local_files_only=True).save_pretrained(bare)
    torch.manual_seed(seed)
    config = BertConfig(
        vocab_size=30522,
        hidden_size=16,
        num_hidden_layers=1,
        num_attention_heads=2,
        intermediate_size=16,
        max_position_embeddings=128,
    )
    BertForMaskedLM(config).save_pretrained(bare)
    reader = Transformer(str(bare), transformer_task="fill-mask")
    encoder = SparseEncoder(modules=[reader, SpladePooling()], device="cpu", max_active_dims=64)
    encoder.save_pretrained(str(folder / "encoder"))
    return folder / "encoder"
