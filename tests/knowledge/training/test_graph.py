"""The shipped graph is what its script writes from the package's weights."""

from pathlib import Path

import pytest

pytest.importorskip("onnx", reason="only training needs it: pip install grounded-support[train]")
pytest.importorskip("onnxscript", reason="only training needs it: pip install grounded-support[train]")

from knowledge.models.onnx_graph import graph_of
from knowledge.models.registry import MINILM
from knowledge.models.training.graph import export_graph


def test_graph_is_written_as_it_is_shipped(tmp_path: Path) -> None:
    shipped = graph_of(MINILM.sha256)
    assert shipped is not None
    written = export_graph(MINILM.name, tmp_path)
    assert written.name == shipped.path.name
    assert graph_of(MINILM.sha256, tmp_path).constants == shipped.constants  # type: ignore[union-attr]
    assert written.stat().st_size < 50_000
