"""A real classifier of random weights: what it says means nothing, how it is read does."""

from __future__ import annotations

from pathlib import Path

from knowledge.models.registry import locate


def save_classifier(folder: Path, labels: dict[int, str]) -> Path:
    """Save a BERT classifier of one narrow layer with these labels, and the packaged tokenizer."""
    import torch
    from transformers import AutoTokenizer, BertConfig, BertForSequenceClassification

    embedder = locate("embedder", "all-MiniLM-L6-v2").folder
    AutoTokenizer.from_pretrained(embedder, local_files_only=True).save_pretrained(folder)
    torch.manual_seed(7)
    config = BertConfig(
        vocab_size=30522,
        hidden_size=32,
        num_hidden_layers=1,
        num_attention_heads=2,
        intermediate_size=32,
        id2label=labels,
        label2id={label: n for n, label in labels.items()},
    )
    BertForSequenceClassification(config).save_pretrained(folder)
    return folder
