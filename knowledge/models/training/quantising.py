"""Weights as int8, by onnxruntime's own tools: a quarter of the size, and faster on a CPU.

Two ways to multiply. `dynamic` scales the activations of a whole batch together, so that a pair's output depends a
little on the pairs beside it. `nbits8` scales them block by block within a row, so that it does not.
"""

from __future__ import annotations

import tempfile
from pathlib import Path
from typing import Literal

from knowledge.models.training.export import quietly

Method = Literal["dynamic", "nbits8"]

BLOCK_SIZE = 128
"""Weights that share a scale, of one column; an encoder's widths are multiples of it."""

INT8_COMPUTE = 4
"""`accuracy_level` of MatMulNBits: activations are rounded to int8 too, each block with its own scale."""


def quantise(source: Path, target: Path, method: Method = "dynamic") -> None:
    """Write a float32 ONNX model with the weights of matrix products and embeddings in 8 bits.

    Embeddings are looked up, not multiplied, and are stored with one scale by either method: the block-wise tool knows
    only 4 bits for them. Sources: onnxruntime, `quantize_dynamic` and `MatMulNBits`.
    """
    if method == "dynamic":
        _dynamic(source, target, ["MatMul", "Gemm", "Gather"])
        return
    with tempfile.TemporaryDirectory() as folder:
        multiplied = Path(folder) / "multiplied.onnx"
        _nbits(source, multiplied)
        _dynamic(multiplied, target, ["Gather"])


def _dynamic(source: Path, target: Path, operators: list[str]) -> None:
    with quietly():
        from onnxruntime.quantization import QuantType, quantize_dynamic

        quantize_dynamic(source, target, op_types_to_quantize=operators, per_channel=True, weight_type=QuantType.QInt8)


def _nbits(source: Path, target: Path) -> None:
    with quietly():
        import onnx
        from onnxruntime.quantization.matmul_nbits_quantizer import DefaultWeightOnlyQuantConfig, MatMulNBitsQuantizer

        config = DefaultWeightOnlyQuantConfig(
            block_size=BLOCK_SIZE,
            is_symmetric=True,
            accuracy_level=INT8_COMPUTE,
            bits=8,
            op_types_to_quantize=("MatMul",),
        )
        quantiser = MatMulNBitsQuantizer(onnx.load(str(source)), algo_config=config)
        quantiser.process()
        quantiser.model.save_model_to_file(str(target))
